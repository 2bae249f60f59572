// SPDX-License-Identifier: GPL-3.0-or-later
// What a Navigator counts while the window shows the past.
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

void Navigator::setHistory(const EventLog &log)
{
    m_log = &log;
    const auto soon = [this] {
        if (!std::exchange(m_isPastDue, true))
            m_pastSoon = m_clock.after(CountsPause, [this] { beginPastCounts(); });
    };
    connect(&m_state, &WindowState::playheadChanged, this, soon);
    connect(&m_state, &WindowState::namespacesChanged, this, soon);
}

void Navigator::beginPastCounts()
{
    m_isPastDue = false;
    m_pastCounting.cancel();
    if (m_state.playhead())
        countPast(watchedKinds(*m_log), {});
    else
        m_model->setPast({});
}

/// A kind between two turns of the event loop: of many objects each takes a while.
void Navigator::countPast(std::vector<ResourceInfo> kinds, NavigatorModel::Counts counts)
{
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment)
        return m_model->setPast({});
    if (kinds.empty())
        return m_model->setPast(std::move(counts));
    const RowId upTo = std::clamp(moment->upTo, m_log->begin(), m_log->end());
    if (const auto count = pastCount(*m_log, kinds.back(), m_state.namespaces(), upTo))
        counts[kinds.back().gvr] = *count;
    kinds.pop_back();
    m_pastCounting = m_clock.after(std::chrono::milliseconds(0), [this, kinds, counts] { countPast(kinds, counts); });
}

} // namespace wk
