// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/recordings/recordingstage.h"

#include "app/watchset.h"
#include "ui/inspector/inspector.h"
#include "ui/style/errorwords.h"
#include "ui/table/tableview.h"
#include "ui/window/mainwindow.h"
#include "ui/window/navigator.h"

#include <QElapsedTimer>

#include <algorithm>

namespace wk {

namespace {

constexpr std::chrono::milliseconds LookEvery{500};
/// Each look opens the file anew: a large one is looked at so many times as seldom as that takes.
constexpr int Rest = 10;

} // namespace

RecordingStage::RecordingStage(ShownRecording &recording, const HistoryFeed &history, WatchSink &sink,
                               WatchSet &watches, Views views)
    : m_recording(recording)
    , m_history(history)
    , m_sink(sink)
    , m_watches(watches)
    , m_views(views)
    , m_look([this](const Look &look) { looked(look); })
{
    m_views.window.showRecording(m_recording.words());
    sayState();
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &RecordingStage::lookAgain);
}

std::vector<ResourceInfo> RecordingStage::show()
{
    if (m_recording.lines)
        m_recording.lines->wasOpened();
    m_isRead = true;
    follow();
    connect(&m_history, &HistoryFeed::moved, this, &RecordingStage::follow);
    if (m_recording.goesOn) {
        m_follower = std::make_shared<RecordingFollower>(m_recording.path, m_history.now(), m_sink);
        m_timer.start(LookEvery);
    }
    return m_kinds;
}

/// Another part of it has been read.
void RecordingStage::follow()
{
    const HistorySnapshot &history = m_history.now();
    std::vector<ResourceInfo> kinds = m_watches.setRecorded(history);
    for (const auto &[watch, scope] : history.scopes()) {
        m_views.window.state().learnScope(watch, scope, history.clusterOf(watch));
        m_views.window.state().showCluster(history.clusterOf(watch), std::string(history.clusterNameOf(watch)));
    }
    if (kinds != m_kinds) {
        m_kinds = std::move(kinds);
        m_views.inspector.setResources(m_kinds);
        m_views.table.setServed(m_kinds);
        m_views.navigator.setResources(m_kinds);
    }
    sayState();
    const Batch fares = WatchSet::statusesOfRecorded(history);
    m_views.window.applyBatch(fares);
    m_views.inspector.applyBatch(fares);
    m_views.navigator.applyBatch(fares); // which no session tells it
}

/// Where a table has nothing to show.
void RecordingStage::sayState()
{
    ConnectionWord word;
    if (!m_isRead) {
        word.title = tr("The recording is being read");
        word.sentence = tr("A million events take some two seconds.");
    } else if (const auto &why = m_history.now().spillError(); why && m_kinds.empty()) {
        word.title = tr("The recording cannot be read");
        word.sentence = errorWords(*why).sentence();
    } else if (m_kinds.empty()) {
        word.title = tr("There is nothing in this recording");
        word.sentence = tr("No watch told anything while it was written.");
    }
    m_views.table.setConnection(word);
}

void RecordingStage::lookAgain()
{
    m_look.run([follower = m_follower] {
        QElapsedTimer timer;
        timer.start();
        const bool goesOn = follower->look();
        return Look{goesOn, std::chrono::milliseconds(timer.elapsed())};
    });
}

void RecordingStage::looked(const Look &look)
{
    m_recording.goesOn = look.goesOn;
    m_recording.clock.setGoesOn(look.goesOn);
    m_views.window.setRecordingGoesOn(look.goesOn);
    if (look.goesOn)
        return m_timer.start(std::max(LookEvery, look.took * Rest));
    m_recording.path = m_follower->path();
    Q_EMIT ended();
}

} // namespace wk
