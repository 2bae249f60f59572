// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kepthistory.h"
#include "core/history/journal/journalusage.h"
#include "ui/answers/latesttask.h"
#include "ui/models/uisettings.h"

#include <QObject>

namespace wk {

class MainWindow;

/// Does what the user chooses of how the history is kept, and says where it lies. Gui thread.
class HistoryControl : public QObject
{
    Q_OBJECT

public:
    /// All but `kept` outlive it.
    HistoryControl(MainWindow &window, UiSettings &settings, HistoryWriter &writer, const KeptHistory &kept);

    /// The history is kept from now on, in the files of the cluster that this is, or of several together, which are not
    /// reached in any one way; once. The first time that it is kept across restarts this is said, and how to have it
    /// otherwise.
    void keep(const ClusterId &provisional, const ClusterId &cluster);
    /// Which cluster is reached so, for the next time; without waiting for the disk.
    void remember(const ClusterId &provisional, const ClusterId &cluster);

Q_SIGNALS:
    /// What was kept before is there.
    void restored();

private:
    void sayKept();
    void sayRefusal();
    void askUsage();
    void choose(HistoryKeeping keeping);
    void deleteAll();

    MainWindow &m_window;
    UiSettings &m_settings;
    HistoryWriter &m_writer;
    const KeptHistory m_kept;
    bool m_isKept = false;
    LatestTask<std::optional<JournalUsage>> m_usage;
};

} // namespace wk
