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

/// While the playhead is dragged nobody reads the counts of all kinds, and they take longer than a row's.
constexpr std::chrono::milliseconds CountsPause{100};

} // namespace

void Navigator::setHistory(const HistoryFeed &history)
{
    m_history = &history;
    const auto soon = [this] {
        if (!std::exchange(m_isPastDue, true))
            m_pastSoon = m_clock.after(CountsPause, [this] { countPast(); });
    };
    connect(&m_state, &WindowState::playheadChanged, this, soon);
    connect(&m_state, &WindowState::namespacesChanged, this, soon);
    connect(&history, &HistoryFeed::moved, this, &Navigator::follow);
    follow();
}

/// In a pause the counts stand still, as the table beside them.
void Navigator::follow()
{
    if (m_state.isPaused())
        return;
    const HistorySnapshot &history = m_history->now();
    for (const auto &[watch, scope] : history.openWatches()) {
        const bool isListed = history.knowledge(watch).has_value();
        if (isListed && m_counts.held(watch, std::int64_t(history.lives().standingCount(watch))))
            refreshWatched(scope.resource.gvr);
    }
}

void Navigator::countPast()
{
    m_isPastDue = false;
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment) {
        m_pastCounting.forget();
        return m_model->setPast({});
    }
    const RowId upTo = std::clamp(moment->upTo, m_history->now().begin(), m_history->end());
    m_pastCounting.run([history = m_history->newest(), namespaces = m_state.namespaces(), upTo] {
        return pastCounts(*history, namespaces, upTo);
    });
}

} // namespace wk
