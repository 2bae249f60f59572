// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replayedclock.h"

#include <algorithm>
#include <cmath>

namespace wk {

ReplayedClock::ReplayedClock(WallTime from, WallTime end, double speed)
    : m_from(from)
    , m_end(std::max(from, end))
    , m_speed(speed)
{}

std::chrono::milliseconds ReplayedClock::until(WallTime time) const
{
    constexpr double MostMs = 1e9; // a timer's
    const std::chrono::duration<double, std::milli> away = time - wallNow();
    return std::chrono::milliseconds(std::int64_t(std::ceil(std::clamp(away.count() / m_speed, 0.0, MostMs))));
}

WallTime ReplayedClock::wallNow() const
{
    if (!m_since)
        return m_from;
    const std::chrono::duration<double, std::nano> past = (now() - *m_since) * m_speed;
    const std::chrono::duration<double, std::nano> left = m_end - m_from;
    return past >= left ? m_end : m_from + std::chrono::duration_cast<WallTime::duration>(past);
}

} // namespace wk
