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

    bool holds(WallTime time) const { return time >= since && (!until || time <= *until); }
    bool isInDoubtAt(WallTime time) const { return time < broke; }
    bool operator==(const Outage &) const = default;
};

/// That of two which says more of what there was at a moment: doubt is less than what is certain, and what came late is
/// less than what may never have come. Empty where neither holds it.
inline std::optional<Outage> graverAt(WallTime time, const std::optional<Outage> &one,
                                      const std::optional<Outage> &other)
{
    const auto rank = [time](const std::optional<Outage> &outage) {
        return !outage || !outage->holds(time) ? 0 : outage->isInDoubtAt(time) ? 1 : outage->isMissed ? 3 : 2;
    };
    const auto &graver = rank(other) > rank(one) ? other : one;
    return rank(graver) > 0 ? graver : std::nullopt;
}

} // namespace wk
