// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sparkcounts.h"

#include <algorithm>

namespace wk {

namespace {

constexpr auto minuteCount = static_cast<std::int64_t>(SparkCounts::Minutes);

std::size_t slot(std::int64_t minute)
{
    return static_cast<std::size_t>(((minute % minuteCount) + minuteCount) % minuteCount);
}

} // namespace

void SparkCounts::add(WallTime when)
{
    const std::int64_t minute = minuteOf(when);
    if (minute - m_last >= minuteCount)
        m_ring.fill(0);
    for (std::int64_t m = std::max(m_last, minute - minuteCount) + 1; m <= minute; ++m)
        m_ring[slot(m)] = 0;
    m_last = std::max(m_last, minute);
    if (m_last - minute >= minuteCount)
        return;
    std::uint8_t &bar = m_ring[slot(minute)];
    bar = static_cast<std::uint8_t>(std::min(bar + 1, 255));
}

SparkCounts::Bars SparkCounts::bars(WallTime now) const
{
    Bars bars{};
    const std::int64_t present = minuteOf(now);
    for (std::int64_t i = 0; i < minuteCount; ++i) {
        const std::int64_t minute = present - minuteCount + 1 + i;
        if (minute <= m_last && m_last - minute < minuteCount)
            bars[static_cast<std::size_t>(i)] = m_ring[slot(minute)];
    }
    return bars;
}

std::int64_t SparkCounts::minuteOf(WallTime time)
{
    return std::chrono::floor<std::chrono::minutes>(time.time_since_epoch()).count();
}

} // namespace wk
