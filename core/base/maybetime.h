// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <compare>
#include <optional>

namespace wk {

/// A std::optional<WallTime> in 8 bytes instead of 16. The first moment that a WallTime can say, 292,000 years ago, is
/// not to be had. Any thread; a value.
class MaybeTime
{
public:
    MaybeTime() = default;
    MaybeTime(std::nullopt_t) {}
    MaybeTime(WallTime time)
        : m_time(time)
    {}
    MaybeTime(const std::optional<WallTime> &time)
        : m_time(time.value_or(None))
    {}

    explicit operator bool() const { return m_time != None; }
    bool has_value() const { return m_time != None; }
    /// Only of what there is.
    const WallTime &operator*() const { return m_time; }
    const WallTime *operator->() const { return &m_time; }
    WallTime value_or(WallTime other) const { return has_value() ? m_time : other; }
    operator std::optional<WallTime>() const { return has_value() ? std::optional(m_time) : std::nullopt; }

    /// None is before all that are.
    auto operator<=>(const MaybeTime &) const = default;
    friend bool operator==(const MaybeTime &, const MaybeTime &) = default;
    /// Else std::optional's own would be taken, for which nothing equals nothing of another type.
    friend bool operator==(const MaybeTime &a, const std::optional<WallTime> &b) { return a == MaybeTime(b); }

private:
    static constexpr WallTime None = WallTime::min();

    WallTime m_time = None;
};

} // namespace wk
