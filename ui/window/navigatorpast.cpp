// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/navigatormodel.h"
#include "ui/models/pastkind.h"
#include "ui/window/navigator.h"

// What the navigator counts while the window shows the past.

namespace wk {

namespace {

/// While the playhead is dragged nobody reads the counts of all kinds, and they take longer than a row's.
constexpr std::chrono::milliseconds CountsPause{100};

} // namespace

void Navigator::setHistory(const EventLog &log)
{
    m_log = &log;
    const auto soon = [this] {
        if (std::exchange(m_arePastCountsDue, true))
            return;
        m_pastCounts = m_clock.after(CountsPause, [this] { showPastCounts(); });
    };
    connect(&m_state, &WindowState::playheadChanged, this, soon);
    connect(&m_state, &WindowState::namespacesChanged, this, soon);
}

void Navigator::showPastCounts()
{
    m_arePastCountsDue = false;
    const std::optional<Moment> &moment = m_state.playhead();
    if (!moment)
        return m_model->setPast({});
    const RowId upTo = std::clamp(moment->upTo, m_log->begin(), m_log->end());
    NavigatorModel::Counts counts;
    for (const ResourceInfo &kind : watchedKinds(*m_log)) {
        if (const auto count = pastCount(*m_log, kind, m_state.namespaces(), upTo))
            counts[kind.gvr] = *count;
    }
    m_model->setPast(std::move(counts));
}

} // namespace wk
