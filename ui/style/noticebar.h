// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QToolButton;

namespace wk {

class NoticeText;

/// What stands above a view and says what is not as it should be: lines, of more than five the others can be scrolled
/// to; not there while all is well. Gui thread.
class NoticeBar : public QWidget
{
    Q_OBJECT

public:
    explicit NoticeBar(QWidget *parent = nullptr);

    /// `canRetry`: with a button that asks to be tried again at once.
    void say(const QString &text, bool canRetry = false);

Q_SIGNALS:
    void retryAsked();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    NoticeText *m_text;
    QToolButton *m_retry;
};

} // namespace wk
