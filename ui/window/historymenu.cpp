// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/historymenu.h"

#include "ui/models/uisettings.h"
#include "ui/style/whentranslated.h"

#include <QActionGroup>
#include <QLocale>

namespace wk {

namespace {

constexpr int Sizes[] = {256, 768, 2048, 4096, 8192}; ///< MiB
constexpr int Ages[] = {0, 1, 8, 24, 7 * 24};         ///< hours; 0: no limit

QAction *addChoice(QMenu *menu, QActionGroup *group, int value)
{
    QAction *action = menu->addAction(QString());
    action->setCheckable(true);
    action->setData(value);
    group->addAction(action);
    return action;
}

void check(const QList<QAction *> &actions, int value)
{
    for (QAction *action : actions)
        action->setChecked(action->data().toInt() == value);
}

} // namespace

HistoryMenu::HistoryMenu(UiSettings &settings, QWidget *parent)
    : QMenu(parent)
    , m_settings(settings)
{
    addSizes();
    addAges();
    const HistoryLimits kept = settings.historyLimits();
    check(m_sizes, kept.megabytes);
    check(m_ages, kept.hours);
    whenTranslated(this, [this] {
        setTitle(tr("History kept"));
        m_headings[0]->setText(tr("In memory at most"));
        m_headings[1]->setText(tr("For"));
        for (QAction *size : m_sizes)
            size->setText(
                locale().formattedDataSize(size->data().toLongLong() << 20, 0, QLocale::DataSizeTraditionalFormat));
        for (QAction *age : m_ages) {
            const int hours = age->data().toInt();
            age->setText(hours == 0        ? tr("As long as there is room")
                         : hours % 24 == 0 ? tr("%n day(s)", nullptr, hours / 24)
                                           : tr("%n hour(s)", nullptr, hours));
        }
    });
}

void HistoryMenu::addSizes()
{
    m_headings << addSection(QString());
    auto *group = new QActionGroup(this);
    for (const int size : Sizes) {
        m_sizes << addChoice(this, group, size);
        connect(m_sizes.back(), &QAction::triggered, this,
                [this, size] { choose(size, m_settings.historyLimits().hours); });
    }
}

void HistoryMenu::addAges()
{
    m_headings << addSection(QString());
    auto *group = new QActionGroup(this);
    for (const int age : Ages) {
        m_ages << addChoice(this, group, age);
        connect(m_ages.back(), &QAction::triggered, this,
                [this, age] { choose(m_settings.historyLimits().megabytes, age); });
    }
}

void HistoryMenu::choose(int megabytes, int hours)
{
    m_settings.setHistoryLimits({megabytes, hours});
    Q_EMIT chosen(bounds());
}

EventLog::Bounds HistoryMenu::bounds() const
{
    const HistoryLimits kept = m_settings.historyLimits();
    EventLog::Bounds bounds;
    bounds.bytes = static_cast<std::size_t>(kept.megabytes) * limits::MiB;
    bounds.rows = bounds.bytes / limits::KiB; // a row costs as much without its object
    if (kept.hours > 0)
        bounds.age = std::chrono::hours(kept.hours);
    return bounds;
}

} // namespace wk
