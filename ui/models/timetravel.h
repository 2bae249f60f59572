// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/history/rows/historyfeed.h"
#include "ui/answers/latesttask.h"
#include "ui/models/showntime.h"
#include "ui/models/windowstate.h"

#include <QObject>

#include <cstdint>
#include <optional>

namespace wk {

/// Moves a window's playhead over its history: to a time, behind an event, from event to event, and back. It never
/// stands within a list, of which a part would pass for the whole. Gui thread; a step looks through the history in Qt's
/// pool.
///
/// The past and a pause exclude each other: both stand still, and what a pause has kept back belongs to the past. So
/// whoever goes into the past goes on first, and is shown the present, not the pause, when they come back. Whoever
/// looks at other objects while they pause is shown those as of the pause, which only the past knows.
class TimeTravel : public QObject
{
    Q_OBJECT

public:
    enum class Direction : std::uint8_t { Earlier, Later };
    /// What became of the last thing that was asked.
    enum class Note : std::uint8_t {
        None,
        NothingEarlier,
        NothingLater,
        HistoryBegins, ///< the log goes no further back
        FellOff,       ///< the moment has fallen off the log, and the oldest that is left is shown
    };

    /// All outlive it.
    TimeTravel(WindowState &state, const HistoryFeed &history, Clock &clock, QObject *parent = nullptr);

    /// As it was then; a time from now on is now.
    void goTo(WallTime time);
    /// As it was once this event had happened; of a list, all of it.
    void goAfter(RowId event);
    /// To the event before or after that answers the filter; without one, that changed an object. That a server forgets
    /// a Kubernetes Event is no change.
    void step(Direction direction);
    /// Stays where it is.
    void stop();
    void backToLive();
    const HistorySnapshot &log() const { return m_history.now(); }
    Note note() const { return m_note; }
    /// A step is still looking.
    bool isLooking() const { return m_step.isWanted(); }

Q_SIGNALS:
    /// note() may be another.
    void noted();

private:
    RowId firstOf(RowId row) const;
    RowId behind(RowId row) const;
    void stepped(std::optional<RowId> found);
    void show(const Moment &moment, Note note = Note::None);
    void note(Note note);
    void keepUp();
    void leavePause();

    WindowState &m_state;
    const HistoryFeed &m_history;
    Clock &m_clock;
    ShownTime m_time;
    Note m_note = Note::None;
    Direction m_direction = Direction::Earlier; ///< of the step
    LatestTask<std::optional<RowId>> m_step;
};

} // namespace wk
