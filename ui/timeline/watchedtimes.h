// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/time.h"
#include "core/informer/entry.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace wk {

/// A time in which changes of a watch may have passed unseen, as a Gap has it.
struct GapSpan {
    WallTime since{}; ///< in doubt until lostFrom()
    WallTime until{}; ///< when the relist had answered
    ResourceVersion from;
    ResourceVersion to;
    std::string reason;
    WallTime broke{};
    WatchId watch = 0; ///< whose gap it is; 0 where none was open

    Gap gap() const { return {from, to, since, reason, broke}; }
    /// No watch was open: no row of the stream tells of it, and there is no reason.
    bool isUnwatched() const { return watch == 0; }
    WallTime lostFrom() const { return std::max(since, broke); }
};

/// Since when objects are watched, and what of that time was not seen.
struct Watched {
    std::optional<WallTime> from; ///< when the first list had arrived
    std::vector<GapSpan> gaps;    ///< the oldest first; the last 1,000
};

/// Names what watches are about but for the namespace: the first watch of them.
using WatchKind = WatchId;

/// When each namespace of each kind was watched, by whichever watches: one of all namespaces, one of its own, or first
/// the one and then the other. A value.
class WatchedTimes
{
public:
    /// The watch's first list has come.
    void begin(WatchId watch, WatchKind kind, const std::string &ns, WallTime listed);
    /// The same of one that had listed before, and goes on: what was missed meanwhile it tells as a gap.
    void goOn(WatchId watch, WatchKind kind, const std::string &ns, WallTime listed);
    void addGap(const GapSpan &gap);
    void close(WatchId watch, WallTime time);
    void clear() { *this = {}; }

    /// Of the objects in a namespace of the kind that an open watch looks at. The reference is good until something
    /// of the kind changes.
    const Watched &of(WatchId watch, const std::string &ns) const;
    /// When the first list had arrived of all the kinds that open watches look at.
    std::optional<WallTime> from() const;

private:
    struct Times {
        WatchId watch = 0;
        WallTime from{};
        std::optional<WallTime> until; ///< empty while it goes on
    };
    /// What the watches of one namespace brought, or those of all.
    struct Reach {
        std::vector<Times> times; ///< in the order in which they began
        std::vector<GapSpan> gaps;
        Watched told; ///< of these, and of the watches of all namespaces
    };
    using Kind = std::map<std::string, Reach>; ///< by namespace; empty: of all
    struct Place {
        WatchKind kind = 0;
        std::string ns;
    };

    Reach &reachOf(const Place &place) { return m_kinds[place.kind][place.ns]; }
    void tellAnew(const Place &place);
    static Watched told(const Kind &kind, const std::string &ns);

    std::unordered_map<WatchKind, Kind> m_kinds;
    std::unordered_map<WatchId, Place> m_open;
};

} // namespace wk
