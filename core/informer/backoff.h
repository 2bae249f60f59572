// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <algorithm>
#include <chrono>
#include <optional>

namespace wk {

/// Exponential delay: 0.8 s doubling to 15 s, back to the start after a calm two minutes. The waiting adds up to as
/// much again (jitter 1.0), so the longest pause is 30 s. Any thread; a value, it never reads a clock. Numbers:
/// client-go tools/cache/reflector.go, whose cap of 30 s is halved for a person at a screen (contract, C20).
class Backoff
{
public:
    static constexpr std::chrono::milliseconds FirstDelay{800};
    static constexpr std::chrono::milliseconds LongestDelay{15'000};
    static constexpr std::chrono::minutes CalmTime{2};

    /// The delay before the next try, without its jitter. `asked`: how long the server wants to be left alone; it may be
    /// longer, and is no calm.
    std::chrono::milliseconds next(Instant now, std::chrono::milliseconds asked = {})
    {
        if (isCalm(now))
            m_delay = {};
        m_delay = m_delay.count() == 0 ? FirstDelay : std::min(m_delay * 2, LongestDelay);
        m_nextTry = now + std::max(m_delay, asked);
        return m_delay;
    }
    /// No failure for two minutes: the next may be answered at once.
    bool isCalm(Instant now) const { return !m_nextTry || now - *m_nextTry >= CalmTime; }
    void reset() { *this = {}; }

private:
    std::chrono::milliseconds m_delay{0};
    std::optional<Instant> m_nextTry; ///< behind the last failure
};

} // namespace wk
