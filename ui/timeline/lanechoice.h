// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/timeline/lanerows.h"
#include "ui/timeline/timelinedata.h"

#include <functional>
#include <optional>
#include <set>
#include <vector>

namespace wk {

/// Which lanes are wanted: of all that is watched, whichever kind's table is shown, what is in some namespaces and
/// passes a filter.
struct LaneChoice {
    std::vector<std::string> namespaces;                          ///< empty: all
    std::function<bool(const Lane &, const WatchTrack &)> passes; ///< the filter; empty: all pass
    WallTime endedAfter{};                                        ///< what ended before is not among the rows
    WallTime begunBefore = WallTime::max();                       ///< nor what began later
    std::set<std::string> collapsed;                              ///< uids of the rows that hide what they own
    std::size_t most = 10'000;
    std::string selected{}; ///< the uid of one that is among the rows however many there are
};

/// The rows that a choice gives, and what it left out.
struct ChosenLanes {
    std::vector<LaneRow> rows;
    std::size_t filtered = 0;            ///< objects, not ended, that the filter keeps out
    bool cut = false;                    ///< there are more than `most`
    std::optional<WallTime> nextToLeave; ///< once endedAfter passes it, the rows are others
    std::optional<WallTime> lastLeft;    ///< once endedAfter is before it, the rows are others
    std::optional<WallTime> nextToCome;  ///< once begunBefore reaches it, the rows are others
    std::optional<WallTime> lastCome;    ///< once begunBefore is before it, the rows are others
};

/// The lanes of the objects, each under the owners that are known. Owners that are watched have lanes of their own, and
/// stand above what passes the filter also where they do not. Where an object has several lanes, since it was watched
/// more than once, the newest counts. Any thread; pure.
ChosenLanes chooseLanes(const TimelineData &data, const LaneChoice &choice);

/// The owners by which objects stand under the lane, however far below: what `owner` in a filter has to name for what
/// is under it. Any thread; pure.
std::set<std::string> ownersUnder(const TimelineData &data, int lane);

} // namespace wk
