// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/historymenu.h"

#include "ui/models/uisettings.h"
#include "ui/style/formats.h"
#include "ui/style/whentranslated.h"

#include <QActionGroup>
#include <QLocale>

#include <algorithm>

namespace wk {

namespace {

constexpr int Sizes[] = {128, 256, 512, 1024, 2048, 4096, 8192}; ///< MiB
constexpr int DiskSizes[] = {0, 1, 4, 16, 64};                   ///< GiB
constexpr int Ages[] = {0, 1, 8, 24, 7 * 24};                    ///< hours; 0: no limit

/// Of the memory where the disk takes nothing, in MiB.
constexpr int LeastWithoutDisk = 512;

/// What a row takes at least, wherever the rest of it lies, and of the memory in any case.
constexpr std::size_t LeastBytes = 512;
constexpr std::size_t LeastMemory = 64;

QString sizeText(const QLocale &locale, qint64 bytes)
{
    return locale.formattedDataSize(bytes, 0, QLocale::DataSizeTraditionalFormat);
}

std::size_t memoryOf(const HistoryLimits &kept)
{
    return static_cast<std::size_t>(kept.megabytes) * wk::limits::MiB;
}

} // namespace

HistoryMenu::HistoryMenu(UiSettings &settings, QWidget *parent)
    : QMenu(parent)
    , m_settings(settings)
    , m_held(addAction(QString()))
    , m_sizes(addChoices(Sizes, &HistoryLimits::megabytes))
    , m_diskSizes(addChoices(DiskSizes, &HistoryLimits::diskGigabytes))
    , m_ages(addChoices(Ages, &HistoryLimits::hours))
{
    m_held->setEnabled(false);
    m_held->setVisible(false);
    whenTranslated(this, [this] { setTexts(); });
}

void HistoryMenu::setHistory(const HistoryFeed &history, Clock &clock)
{
    m_held->setVisible(true);
    connect(this, &QMenu::aboutToShow, this, [this, &history, &clock] { sayHeld(history.now(), clock.wallNow()); });
}

void HistoryMenu::sayHeld(const HistorySnapshot &log, WallTime now)
{
    const auto count = int(log.size());
    const QString rows = format::counted(tr("%n event(s)", nullptr, count), count);
    if (log.size() == 0)
        m_held->setText(tr("Now: %1", "how much is kept").arg(rows));
    else
        m_held->setText(tr("Now: %1, %2 since %3", "events, bytes, a time")
                            .arg(rows, format::bytes(log.bytes()), format::moment(log.time(log.begin()), now)));
}

void HistoryMenu::setTexts()
{
    setTitle(tr("History kept"));
    m_headings[0]->setText(tr("In memory at most"));
    m_headings[1]->setText(tr("On disk in addition"));
    m_headings[2]->setText(tr("For"));
    for (QAction *size : m_sizes)
        size->setText(sizeText(locale(), size->data().toLongLong() << 20));
    for (QAction *size : m_diskSizes) {
        const qint64 gigabytes = size->data().toLongLong();
        size->setText(gigabytes == 0 ? tr("Nothing") : tr("%1 on the disk").arg(sizeText(locale(), gigabytes << 30)));
    }
    for (QAction *age : m_ages) {
        const int hours = age->data().toInt();
        age->setText(hours == 0        ? tr("As long as there is room")
                     : hours % 24 == 0 ? tr("%n day(s)", nullptr, hours / 24)
                                       : tr("%n hour(s)", nullptr, hours));
    }
}

/// Under a heading of their own, with the one checked that holds.
QList<QAction *> HistoryMenu::addChoices(std::span<const int> values, Limit limit)
{
    m_headings << addSection(QString());
    auto *group = new QActionGroup(this);
    QList<QAction *> choices;
    for (const int value : values) {
        QAction *choice = choices.emplace_back(group->addAction(QString()));
        choice->setCheckable(true);
        choice->setData(value);
        choice->setChecked(m_settings.historyLimits().*limit == value);
        connect(choice, &QAction::triggered, this, [this, limit, value] {
            HistoryLimits kept = m_settings.historyLimits();
            kept.*limit = value;
            m_settings.setHistoryLimits(kept);
            Q_EMIT chosen(bounds());
        });
    }
    addActions(choices);
    return choices;
}

void HistoryMenu::setHasDisk(bool hasDisk)
{
    m_hasDisk = hasDisk;
    m_headings[1]->setVisible(hasDisk);
    for (QAction *size : m_diskSizes)
        size->setVisible(hasDisk);
    for (QAction *size : m_sizes) {
        size->setVisible(hasDisk || size->data().toInt() >= LeastWithoutDisk);
        size->setChecked(size->data().toInt() == limits().megabytes);
    }
}

HistoryLimits HistoryMenu::limits() const
{
    HistoryLimits kept = m_settings.historyLimits();
    if (!m_hasDisk) {
        kept.diskGigabytes = 0;
        kept.megabytes = std::max(kept.megabytes, LeastWithoutDisk);
    }
    return kept;
}

EventLog::Bounds HistoryMenu::bounds() const
{
    const HistoryLimits kept = limits();
    EventLog::Bounds bounds;
    bounds.bytes = memoryOf(kept) + static_cast<std::size_t>(kept.diskGigabytes) * 1024 * wk::limits::MiB;
    bounds.memory = kept.diskGigabytes > 0 ? memoryOf(kept) - bodyMemory() : bounds.bytes;
    bounds.rows = std::min(bounds.bytes / LeastBytes, memoryOf(kept) / LeastMemory);
    if (kept.hours > 0)
        bounds.age = std::chrono::hours(kept.hours);
    return bounds;
}

std::size_t HistoryMenu::bodyMemory() const
{
    const HistoryLimits kept = limits();
    return kept.diskGigabytes > 0 ? memoryOf(kept) / 8 : SIZE_MAX;
}

} // namespace wk
