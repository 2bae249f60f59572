// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/recordings/shownrecording.h"
#include "core/history/rows/historyfeed.h"
#include "core/recording/recordingfollower.h"
#include "core/resource/resourceinfo.h"
#include "ui/answers/latesttask.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace wk {

class Inspector;
class MainWindow;
class Navigator;
class TableView;
class WatchSet;

/// Shows in a window's views what a recording says that a cluster would: which kinds there are, of which clusters, and
/// how the watches fare; and reads on while the file is still being written. Gui thread.
class RecordingStage : public QObject
{
    Q_OBJECT

public:
    struct Views {
        MainWindow &window;
        TableView &table;
        Navigator &navigator;
        Inspector &inspector;
    };
    /// All outlive it.
    RecordingStage(ShownRecording &recording, const HistoryFeed &history, WatchSink &sink, WatchSet &watches,
                   Views views);

    /// It has been read. The kinds that are in it.
    std::vector<ResourceInfo> show();

Q_SIGNALS:
    /// The file is whole by now, or whoever wrote it is gone.
    void ended();

private:
    struct Look {
        bool goesOn = false;
        std::chrono::milliseconds took{};
    };
    void follow();
    void sayState();
    void lookAgain();
    void looked(const Look &look);

    ShownRecording &m_recording;
    const HistoryFeed &m_history;
    WatchSink &m_sink;
    WatchSet &m_watches;
    const Views m_views;
    std::shared_ptr<RecordingFollower> m_follower; ///< null before it is read, and where nobody writes it
    std::vector<ResourceInfo> m_kinds;             ///< that are shown
    bool m_isRead = false;
    QTimer m_timer;
    LatestTask<Look> m_look; ///< ends before what it tells
};

} // namespace wk
