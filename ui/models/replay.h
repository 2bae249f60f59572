// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/rows/historyfeed.h"
#include "ui/models/windowstate.h"

#include <QObject>

#include <array>
#include <optional>

namespace wk {

class TimeTravel;

/// Lets a window's playhead go on by itself, so that what happened happens again before the eyes, as fast as it did or
/// faster or slower. Whoever moves the playhead meanwhile lets it go on from there; whoever takes it away ends the
/// replay. At the end of the history it ends by itself. Gui thread.
class Replay : public QObject
{
    Q_OBJECT

public:
    /// How many times as fast as it was.
    static constexpr std::array Speeds{0.1, 0.5, 1.0, 2.0, 5.0, 10.0, 30.0, 100.0, 300.0, 1000.0};

    /// All outlive it.
    Replay(WindowState &state, TimeTravel &travel, const HistoryFeed &history, Clock &clock, QObject *parent = nullptr);

    bool isPlaying() const { return m_isPlaying; }
    double speed() const { return m_speed; }
    void setSpeed(double speed);
    /// From the playhead; from the beginning where there is none.
    void play();
    /// Stays where it is.
    void pause();

Q_SIGNALS:
    /// isPlaying() or speed() is another.
    void changed();

private:
    void goOn();
    void wait();
    std::optional<WallTime> end() const;

    WindowState &m_state;
    TimeTravel &m_travel;
    const HistoryFeed &m_history;
    Clock &m_clock;
    double m_speed = 1;
    bool m_isPlaying = false;
    bool m_isMoving = false; ///< it is this that moves the playhead
    WallTime m_at{};
    Instant m_since{}; ///< when it stood there
    Clock::Alarm m_next;
};

} // namespace wk
