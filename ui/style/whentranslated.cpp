// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/whentranslated.h"

#include <QEvent>
#include <QWidget>

namespace wk {

namespace {

class Retranslator : public QObject
{
public:
    Retranslator(QWidget *widget, std::function<void()> setTexts)
        : QObject(widget)
        , m_setTexts(std::move(setTexts))
    {
        widget->installEventFilter(this);
        m_setTexts();
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched == parent() && event->type() == QEvent::LanguageChange)
            m_setTexts();
        return false;
    }

private:
    std::function<void()> m_setTexts;
};

} // namespace

void whenTranslated(QWidget *widget, std::function<void()> setTexts)
{
    new Retranslator(widget, std::move(setTexts));
}

} // namespace wk
