// SPDX-License-Identifier: GPL-3.0-or-later
// What a Navigator counts by the history: of now, and while the window shows the past.
#include "core/history/rows/historyfeed.h"
#include "ui/models/navigatormodel.h"
#include "ui/models/pastkind.h"
#include "ui/window/navigator.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// While the playhead is dragged, or much comes and goes, nobody reads the counts of all kinds, and they take longer
/// than a row's.
constexpr std::chrono::milliseconds CountsPause{100};

} // namespace

void Navigator::setHistory(const HistoryFeed &history)
{
    m_history = &history;
    connect(&m_state, &WindowState::playheadChanged, this, &Navigator::countSoon);
    connect(&history, &HistoryFeed::moved, this, &Navigator::follow);
    follow();
}

/// In a pause the counts stand still, as the table beside them.
void Navigator::follow()
{
    if (m_state.isPaused())
        return;
    const HistorySnapshot &history = m_history->now();
    const auto &types = history.facets().types;
    const std::uint64_t turns = std::uint64_t(types[std::size_t(EntryType::Added)]) +
                                types[std::size_t(EntryType::Deleted)] + types[std::size_t(EntryType::List)];
    if (std::exchange(m_turns, turns) != turns && !m_state.namespaces().empty() && !m_state.playhead())
        countSoon();
    for (const auto &[watch, scope] : history.openWatches()) {
        const bool isListed = history.knowledge(watch).has_value();
        if (isListed && m_counts.held(watch, std::int64_t(history.lives().standingCount(watch))))
            refreshWatched(scope.resource.gvr);
    }
}

void Navigator::countSoon()
{
    if (!std::exchange(m_isCountDue, true))
        m_countAlarm = m_clock.after(CountsPause, [this] { count(); });
}

/// Of now the watches tell, but for how many of what they hold is in the namespaces that are looked at.
void Navigator::count()
{
    m_isCountDue = false;
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment)
        m_model->setPast({}, m_clock.wallNow());
    if (!moment && m_state.namespaces().empty())
        return m_counting.forget();
    const RowId upTo = std::clamp(moment ? moment->upTo : RowId(-1), m_history->now().begin(), m_history->end());
    const auto past = moment ? std::optional(moment->time) : std::nullopt;
    m_counting.run([history = m_history->newest(), namespaces = m_state.namespaces(), past, upTo] {
        return Counted{past, namespaces, pastCounts(*history, namespaces, upTo),
                       past ? pastOutages(*history, namespaces, {upTo, *past}) : KindOutages()};
    });
}

/// What has been asked for since comes later.
void Navigator::takeCounted(Counted counted)
{
    if (counted.past.has_value() != m_state.playhead().has_value() || counted.namespaces != m_state.namespaces())
        return;
    if (!counted.past) {
        m_counts.counted(std::move(counted.counts));
        return refreshAll();
    }
    const WallTime time = *counted.past;
    for (const auto &[kind, outage] : m_states.outagesAt(time)) // which lasts: the history does not know of it yet
        addOutage(counted.outages, kind, outage, time);
    m_model->setPast(NavigatorModel::Past{time, std::move(counted.counts), std::move(counted.outages)},
                     m_clock.wallNow());
}

} // namespace wk
