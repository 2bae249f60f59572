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

    /// The history is kept across restarts from now on: the first time this is said, and how to have it otherwise.
    void sayKept();

private:
    void askUsage();
    void choose(HistoryKeeping keeping);
    void deleteAll();

    MainWindow &m_window;
    UiSettings &m_settings;
    HistoryWriter &m_writer;
    const KeptHistory m_kept;
    LatestTask<std::optional<JournalUsage>> m_usage;
};

} // namespace wk
