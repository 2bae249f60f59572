// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"
#include "core/recording/historyrecorder.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"

#include <QObject>
#include <QTimer>

#include <functional>
#include <memory>

namespace wk {

class Clock;
class MainWindow;

/// Records what a window sees, from now on or of a range of time, as its user asks for it: one recording at a time, of
/// which the status line tells. It ends with the window. Gui thread.
class WindowRecorder : public QObject
{
    Q_OBJECT

public:
    /// All outlive it.
    WindowRecorder(MainWindow &window, const HistoryFeed &history, UiSettings &settings, Clock &clock);
    /// What is under way is finished, which may take as long as the disk takes.
    ~WindowRecorder() override;

    bool isRecording() const { return m_recorder != nullptr; }
    /// Does what ends the window: at once, or, while something is recorded, when its user has agreed that the recording
    /// ends and the file is whole. Never where they have not, or where it could not be written, which the window says.
    void leave(std::function<void()> go);

Q_SIGNALS:
    /// What was recorded is to be looked at.
    void openAsked(const QString &path);

private:
    void toggle();
    void ask(const std::optional<TimeRange> &range);
    void begin(const class RecordDialog &asked, const std::optional<TimeRange> &range);
    void stop();
    void stopAndLeave(std::function<void()> go);
    void say();
    void ended();
    QString usualFile() const;

    MainWindow &m_window;
    const HistoryFeed &m_history;
    UiSettings &m_settings;
    Clock &m_clock;
    std::unique_ptr<HistoryRecorder> m_recorder; ///< null while none is under way
    RowId m_rangeEnd = 0;                        ///< of a range; 0: it goes on
    WallTime m_since{};
    std::function<void()> m_go; ///< what the user wants to have done when the file is whole
    QTimer m_tick;
};

} // namespace wk
