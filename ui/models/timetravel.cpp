// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timetravel.h"

#include "core/history/kubeeventstory.h"

#include <QDeadlineTimer>

#include <algorithm>

namespace wk {

namespace {

/// How long one slice of a step may take, where the turn has as much left.
constexpr std::chrono::milliseconds LookSlice{4};
constexpr int RowsALook = 256;

} // namespace

TimeTravel::TimeTravel(WindowState &state, const HistoryFeed &history, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_state(state)
    , m_history(history)
    , m_clock(clock)
    , m_time(state, clock)
{
    connect(&m_work, &QTimer::timeout, this, &TimeTravel::work);
    connect(&state, &WindowState::playheadChanged, this, [this] {
        if (m_state.playhead())
            return;
        m_search.reset();
        note(Note::None);
    });
    connect(&state, &WindowState::activeFilterChanged, this, [this] {
        m_search.reset();
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
    m_search.reset();
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
    RowQuery query{m_state.activeFilter(), m_state.namespaces(), {}, {}};
    m_search = Search{direction, next, std::make_unique<RowFilter>(std::move(query))};
    work();
}

bool TimeTravel::isAsked(RowId row)
{
    const bool changes = log().lives().step(row).kind != LifeStep::Kind::Nothing;
    const bool isNews = changes && !isEventForgotten(log().type(row), log().scope(log().watch(row)));
    return (isNews || !m_state.activeFilter().isEmpty()) && m_search->filter->matches(log(), row);
}

/// The next event, or one past the last row there is; empty when there was no time for more.
std::optional<RowId> TimeTravel::look()
{
    const QDeadlineTimer deadline(m_turn.share(LookSlice));
    for (int looked = 0;; ++looked) {
        RowId &row = m_search->row = std::max(m_search->row, log().begin());
        const bool isLater = m_search->direction == Direction::Later;
        if (isLater ? row >= log().end() : row <= log().begin())
            return log().end();
        const RowId candidate = isLater ? row++ : --row;
        if (isAsked(candidate))
            return candidate;
        if (looked % RowsALook == RowsALook - 1 && deadline.hasExpired())
            return {};
    }
}

void TimeTravel::work()
{
    const std::optional<RowId> found = m_search ? look() : log().end();
    if (!found) {
        m_work.start(0);
        return;
    }
    m_work.stop();
    if (!m_search)
        return;
    const Direction direction = m_search->direction;
    m_search.reset();
    if (*found < log().end())
        goAfter(*found);
    else
        note(direction == Direction::Earlier ? Note::NothingEarlier : Note::NothingLater);
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
    m_search.reset();
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
