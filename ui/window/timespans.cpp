// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/timespans.h"

#include <algorithm>

namespace wk {

void TimeSpans::add(const TimeRange &span)
{
    const auto first = std::ranges::lower_bound(m_spans, span.from, {}, &TimeRange::to);
    const auto behind = std::upper_bound(first, m_spans.end(), span.to,
                                         [](WallTime to, const TimeRange &other) { return to < other.from; });
    if (first == behind) {
        m_spans.insert(first, span);
        return;
    }
    first->from = std::min(first->from, span.from);
    first->to = std::max(std::prev(behind)->to, span.to);
    m_spans.erase(std::next(first), behind);
}

void TimeSpans::cutBefore(WallTime time)
{
    m_spans.erase(m_spans.begin(), std::ranges::lower_bound(m_spans, time, {}, &TimeRange::to));
    if (!m_spans.empty())
        m_spans.front().from = std::max(m_spans.front().from, time);
}

const TimeRange *TimeSpans::meeting(const TimeRange &time) const
{
    const auto found = std::ranges::find_if(m_spans, [&](const TimeRange &span) {
        const bool isBehind = span.from >= time.to;
        const bool isBefore = span.to <= time.from && span.from < time.from;
        return !isBehind && !isBefore;
    });
    return found == m_spans.end() ? nullptr : &*found;
}

TimeSpans TimeSpans::without(const TimeSpans &others) const
{
    TimeSpans left;
    for (TimeRange span : m_spans) {
        for (const TimeRange &other : others.m_spans) {
            if (other.to <= span.from || other.from >= span.to)
                continue;
            if (other.from > span.from)
                left.m_spans.push_back({span.from, other.from});
            span.from = std::min(other.to, span.to);
        }
        if (span.from < span.to)
            left.m_spans.push_back(span);
    }
    return left;
}

} // namespace wk
