// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timetravel.h"

#include "core/history/answers/writernames.h"
#include "core/history/kubeeventstory.h"
#include "core/history/rowfilter.h"

#include <algorithm>

namespace wk {

namespace {

/// So many rows are looked at where a step is asked for: within half a millisecond. More are in the pool.
constexpr std::size_t RowsALook = 256;

/// Looks for the event nearest to a row that answers a query. Any thread.
class EventLook
{
public:
    EventLook(HistoryPtr history, RowQuery query, RowId from, TimeTravel::Direction direction)
        : m_history(std::move(history))
        , m_query(std::move(query))
        , m_row(std::max(from, m_history->begin()))
        , m_isLater(direction == TimeTravel::Direction::Later)
    {}

    /// From where it has come to on, or before it; empty when there is none among so many rows.
    std::optional<RowId> find(std::size_t rows)
    {
        for (RowFilter filter(m_query); rows > 0 && !isAtEnd(); --rows) {
            const RowId candidate = m_isLater ? m_row++ : --m_row;
            if (isAsked(filter, candidate))
                return candidate;
        }
        return {};
    }
    bool isAtEnd() const { return m_isLater ? m_row >= m_history->end() : m_row <= m_history->begin(); }

private:
    bool isAsked(RowFilter &filter, RowId row) const
    {
        const HistorySnapshot &history = *m_history;
        const bool changes = history.lives().step(row).kind != LifeStep::Kind::Nothing;
        const bool isNews = changes && !isEventForgotten(history.type(row), history.scope(history.watch(row)));
        return (isNews || !m_query.filter.isEmpty()) && filter.matches(history, row);
    }

    HistoryPtr m_history;
    RowQuery m_query;
    RowId m_row; ///< the next to look at; going back the one behind it
    bool m_isLater;
};

} // namespace

TimeTravel::TimeTravel(WindowState &state, const HistoryFeed &history, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_history(history)
    , m_clock(clock)
    , m_time(state, clock)
    , m_step([this](std::optional<RowId> found) { stepped(found); })
{
    connect(&state, &WindowState::playheadChanged, this, [this] {
        if (m_state.playhead())
            return;
        m_step.forget();
        note(Note::None);
    });
    connect(&state, &WindowState::activeFilterChanged, this, [this] {
        m_step.forget();
        note(Note::None);
    });
    connect(&history, &HistoryFeed::moved, this, &TimeTravel::keepUp);
    connect(&state, &WindowState::resourceChanged, this, &TimeTravel::leavePause);
    connect(&state, &WindowState::namespacesChanged, this, &TimeTravel::leavePause);
}

/// To the moment at which it began.
void TimeTravel::leavePause()
{
    if (const std::optional<WallTime> paused = m_time.pausedAt())
        goTo(*paused);
}

/// The rows of a list are one event. They stand side by side.
RowId TimeTravel::firstOf(RowId row) const
{
    return std::max(log().begin(), log().rowsOfEntry(row).first);
}

RowId TimeTravel::behind(RowId row) const
{
    return std::min(log().end(), log().rowsOfEntry(row).end);
}

void TimeTravel::goTo(WallTime time)
{
    if (time >= m_clock.wallNow())
        return backToLive();
    m_state.setPaused(false); // first: what was kept back is history, too
    const bool isLost = log().begin() > 0 && time < log().time(log().begin());
    if (isLost)
        return show({log().begin(), log().time(log().begin())}, Note::HistoryBegins);
    show({log().rowAfter(time), time});
}

void TimeTravel::goAfter(RowId event)
{
    m_state.setPaused(false);
    if (event < log().begin() || event >= log().end())
        return note(Note::HistoryBegins);
    show({behind(event), log().time(event), true});
}

void TimeTravel::stop()
{
    if (m_state.playhead())
        return;
    m_state.setPaused(false);
    show({m_history.end(), m_clock.wallNow()});
}

void TimeTravel::backToLive()
{
    m_step.forget();
    m_state.setPlayhead({});
    m_state.setPaused(false);
}

void TimeTravel::step(Direction direction)
{
    // Of a pause the last event that is seen, not the last there is.
    const RowId from = m_state.playhead() ? m_state.playhead()->upTo : m_history.end();
    m_state.setPaused(false);
    note(Note::None);
    const bool isFirst = from == log().begin();
    const RowId next = direction == Direction::Later || isFirst ? from : firstOf(from - 1);
    m_direction = direction;
    m_step.forget();
    EventLook look(m_history.newest(), {m_state.activeFilter(), m_state.namespaces(), {}, {}}, next, direction);
    // Who may have written what nobody says takes longer than a step may.
    const std::optional<RowId> near = look.find(asksLikelyWriters(m_state.activeFilter()) ? 0 : RowsALook);
    if (near || look.isAtEnd())
        return stepped(near);
    m_step.run([look = std::move(look)](const std::stop_token &stop) mutable {
        std::optional<RowId> found;
        while (!found && !look.isAtEnd() && !stop.stop_requested())
            found = look.find(RowsALook);
        return found;
    });
}

void TimeTravel::stepped(std::optional<RowId> found)
{
    if (found)
        goAfter(*found);
    else
        note(m_direction == Direction::Earlier ? Note::NothingEarlier : Note::NothingLater);
}

void TimeTravel::keepUp()
{
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment)
        return;
    if (moment->upTo < log().begin())
        return show({log().begin(), log().time(log().begin())}, Note::FellOff);
    // What had happened by then may come a frame later.
    if (!moment->isEvent && m_note != Note::FellOff && m_note != Note::HistoryBegins)
        m_state.setPlayhead(Moment{log().rowAfter(moment->time), moment->time});
}

void TimeTravel::show(const Moment &moment, Note what)
{
    m_step.forget();
    note(what);
    m_state.setPlayhead(moment);
}

void TimeTravel::note(Note note)
{
    if (note == m_note)
        return;
    m_note = note;
    Q_EMIT noted();
}

} // namespace wk
