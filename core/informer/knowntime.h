// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/entry.h"

#include <algorithm>
#include <optional>

namespace wk {

/// Until when a watch knows all that happened, since when no stream tells it more, and the gap that comes of both:
///
///     ── events ──> known ·· quiet, the stream is open ··> broken ── nothing comes ──> list
///                   Gap::since                             Gap::broke                  the gap's end
///
/// A value; worker thread. It never reads a clock.
class KnownTime
{
public:
    /// All that happened by then has been told: an event, a bookmark or a list came, or the stream ended in order.
    void know(WallTime now);
    /// An earlier watch knew all that had happened by then, and had come to this version; nobody has watched since.
    void goOn(const ResourceVersion &from, WallTime until);
    /// Since then no stream is open, or none that anybody believes; what has been told later was believed.
    void breakOff(WallTime since) { m_broke = m_until ? std::max(since, *m_until) : since; }
    /// An audit has found store and server equal at this version, or a list has made them so.
    void verify(const ResourceVersion &version, WallTime now) { m_verified = {version, {}, now, {}, {}}; }

    /// Changes after this version may have passed unseen. A stream that told of another history told nothing of the
    /// one before: nothing is certain since the last that was.
    void lose(const ResourceVersion &from, const std::string &reason, bool isOtherHistory, WallTime now);
    /// Some have, though the stream was open: nobody knows when, since store and server were last known to be equal.
    void disprove(const std::string &reason);

    const std::optional<WallTime> &until() const { return m_until; }
    const std::optional<WallTime> &broken() const { return m_broke; }
    bool hasGap() const { return m_gap.has_value(); }
    /// The gap as it ends with a list of this version; empty where there is none.
    std::optional<Gap> takeGap(const ResourceVersion &to);

private:
    std::optional<WallTime> m_until;
    std::optional<WallTime> m_broke;
    std::optional<Gap> m_gap; ///< declared, its end not known yet
    Gap m_verified;           ///< what a gap would be that began where store and server were last known to be equal
};

} // namespace wk
