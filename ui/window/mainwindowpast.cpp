// SPDX-License-Identifier: GPL-3.0-or-later
// How a MainWindow goes into the past and back.
#include "core/history/rows/historyfeed.h"
#include "ui/models/replay.h"
#include "ui/models/selectedlife.h"
#include "ui/models/timetravel.h"
#include "ui/window/historymenu.h"
#include "ui/window/mainwindow.h"
#include "ui/window/pastbanner.h"
#include "ui/window/recordingbar.h"
#include "ui/window/statusline.h"
#include "ui/window/tabhead.h"
#include "ui/window/timestrip.h"
#include "ui/window/toolrow.h"

#include <QShortcut>
#include <QTabWidget>

namespace wk {

void MainWindow::setHistory(HistoryFeed &history)
{
    m_historyMenu->setHistory(history, m_context.clock);
    m_travel = new TimeTravel(m_state, history, m_context.clock, this);
    new SelectedLife(m_state, history, this);
    m_replay = new Replay(m_state, *m_travel, history, m_context.clock, this);
    m_past = new PastBanner(m_state, *m_travel, m_figures, m_context.clock, m_tabs);
    new TabHead(*m_tabs, *m_past);
    connect(m_past, &PastBanner::left, m_tabs, [this] { m_tabs->currentWidget()->setFocus(); });
    connect(m_strip, &TimeStrip::momentAsked, m_travel, &TimeTravel::goTo);
    connect(m_strip, &TimeStrip::saveRangeAsked, this, &MainWindow::saveRangeAsked);
    connect(m_strip, &TimeStrip::liveAsked, m_travel, &TimeTravel::backToLive);
    connect(&m_state, &WindowState::playheadChanged, this, [this] {
        m_status->setPast(m_state.playhead().has_value());
        m_status->show(m_figures, m_context.clock.wallNow());
        sayTitle();
        sayResult();
    });
    m_history = &history;
    connect(&m_state, &WindowState::namespacesChanged, m_strip, &TimeStrip::narrow);
    connect(&history, &HistoryFeed::moved, this, &MainWindow::follow);
    follow();
    buildTravelKeys();
}

void MainWindow::showRecording(const RecordingWords &words)
{
    m_recording = new RecordingBar(words, *m_history, *m_replay, m_context.clock);
    addBar(m_recording);
    m_tools->hideLive();
    // All of it, as soon as there is anything.
    connect(
        m_history, &HistoryFeed::moved, m_strip, [this] { m_strip->showAll(); },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
}

void MainWindow::showRecorder(bool isRecording, const QString &words, const QString &trouble)
{
    m_tools->setRecording(isRecording);
    m_status->showRecorder(words, trouble);
}

void MainWindow::setRecordingGoesOn(bool goesOn)
{
    m_recording->setGoesOn(goesOn);
}

/// Paused or not: strip and status bar show what is collected.
void MainWindow::follow()
{
    m_strip->follow(m_history->newest());
    m_figures.follow(m_history->now(), m_context.clock.wallNow());
    if (m_state.isPaused())
        m_tools->setWaiting(static_cast<int>(m_history->waiting()));
}

/// Live or not: the past and a pause stand still, and go on; so does a recording.
void MainWindow::goOn()
{
    if (m_figures.standing().recorded > 0)
        m_replay->isPlaying() ? m_replay->pause() : m_replay->play();
    else if (m_state.playhead())
        m_state.setPlayhead({});
    else
        m_state.setPaused(!m_state.isPaused());
}

void MainWindow::buildTravelKeys()
{
    const auto key = [this](const QKeySequence &sequence, auto &&what) {
        connect(new QShortcut(sequence, this), &QShortcut::activated, this, what);
    };
    key(QKeySequence(Qt::Key_Comma), [this] { m_travel->step(TimeTravel::Direction::Earlier); });
    key(QKeySequence(Qt::Key_Period), [this] { m_travel->step(TimeTravel::Direction::Later); });
    key(QKeySequence(Qt::CTRL | Qt::Key_J), [this] {
        m_travel->stop();
        m_past->askForTime();
    });
}

} // namespace wk
