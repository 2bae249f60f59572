// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"

#include <optional>

namespace wk {

/// A time in which what a watch had told was not surely what there was:
///
///     ── events ──> since ·· in doubt: quiet, and then the stream broke ··> broke ── nothing comes ──> until
///
/// It is that of a Gap, or of a break after which the stream went on and brought all that had happened. A value.
struct Outage {
    WallTime since{};              ///< when the watch last knew of all that had happened
    WallTime broke{};              ///< when its stream broke; not before `since`
    std::optional<WallTime> until; ///< when it knew again; empty while it does not
    bool isMissed = true;          ///< what happened may never have come; else it came late

    bool isInDoubtAt(WallTime time) const { return time < broke; }
    bool operator==(const Outage &) const = default;
};

/// The one of two that says more of what there was at a moment of both: doubt is less than what is certain, and what
/// came late is less than what may never have come.
inline const Outage &graverAt(WallTime time, const Outage &one, const Outage &other)
{
    const auto rank = [time](const Outage &outage) { return outage.isInDoubtAt(time) ? 0 : outage.isMissed ? 2 : 1; };
    return rank(other) > rank(one) ? other : one;
}

} // namespace wk
