// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/eventlog.h"
#include "core/history/rows/historyfeed.h"

#include <QMenu>

namespace wk {

struct HistoryLimits;
class UiSettings;

/// How much of the history is kept, in memory and on the disk, and for how long: a menu of these, remembered. Gui
/// thread.
class HistoryMenu : public QMenu
{
    Q_OBJECT

public:
    /// The settings outlive the menu.
    explicit HistoryMenu(UiSettings &settings, QWidget *parent = nullptr);

    /// Without a disk for it the history is what fits into the memory. There is one until this says otherwise.
    void setHasDisk(bool hasDisk);

    /// Whose history it is: whenever the menu is shown it says how much is kept. Both outlive the menu.
    void setHistory(const HistoryFeed &history, Clock &clock);

    /// As chosen, or as it was remembered.
    EventLog::Bounds bounds() const;
    /// How many bytes of the objects' bodies may stay in memory: an eighth, for on the disk they are read as fast.
    std::size_t bodyMemory() const;

Q_SIGNALS:
    void chosen(const wk::EventLog::Bounds &bounds);

private:
    using Limit = int HistoryLimits::*;

    QList<QAction *> addChoices(std::span<const int> values, Limit limit);
    void setTexts();
    void sayHeld(const HistorySnapshot &log, WallTime now);
    HistoryLimits limits() const;

    UiSettings &m_settings;
    bool m_hasDisk = true;
    QAction *m_held; ///< only says something
    QList<QAction *> m_headings;
    QList<QAction *> m_sizes;
    QList<QAction *> m_diskSizes;
    QList<QAction *> m_ages;
};

} // namespace wk
