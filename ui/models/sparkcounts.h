// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <array>
#include <cstdint>

namespace wk {

/// How often something happened in each of the last sixteen minutes. A value of 24 bytes; counts stop at 255.
class SparkCounts
{
public:
    static constexpr std::size_t Minutes = 16;
    using Bars = std::array<std::uint8_t, Minutes>;

    void add(WallTime when);
    /// The oldest minute first, the present one last.
    Bars bars(WallTime now) const;

private:
    static std::int64_t minuteOf(WallTime time);

    Bars m_ring{};
    std::int64_t m_last = 0; ///< the newest minute that is held, from 1970
};

} // namespace wk
