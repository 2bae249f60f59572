// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <cmath>

namespace wk::demo {

/// A clock that runs faster than another, for a cluster that lives faster: now() and waits agree with each
/// other. What it says of the wall's time is true. Thread: as the other's.
class HurriedClock : public Clock
{
public:
    /// `hurry` is how many times as fast; `clock` outlives this.
    HurriedClock(Clock &clock, double hurry)
        : m_clock(clock)
        , m_hurry(hurry)
        , m_began(clock.now())
    {}

    Instant now() const override
    {
        const auto real = static_cast<double>((m_clock.now() - m_began).count());
        return m_began + std::chrono::milliseconds(static_cast<std::int64_t>(real * m_hurry));
    }

    WallTime wallNow() const override { return m_clock.wallNow(); }

    [[nodiscard]] Alarm after(std::chrono::milliseconds delay, std::function<void()> ring) override
    {
        const double shorter = std::ceil(static_cast<double>(delay.count()) / m_hurry);
        return m_clock.after(std::chrono::milliseconds(static_cast<std::int64_t>(shorter)), std::move(ring));
    }

private:
    Clock &m_clock;
    const double m_hurry;
    const Instant m_began;
};

} // namespace wk::demo
