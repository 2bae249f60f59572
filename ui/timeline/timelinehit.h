// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/timeline/timelinecoordinates.h"
#include "ui/timeline/timelinedata.h"

#include <QString>

namespace wk {

/// What lies under a pixel of a lane. The pointers are good until the data's next work() or follow().
struct LaneHit {
    enum class What {
        Nothing,
        Mark,      ///< row, told at `from`; `also` more lie within reach
        Note,      ///< note
        Gap,       ///< gap
        Stale,     ///< from `from` on nothing was heard
        Unwatched, ///< the object was there, but nobody watched it before `to`
        Life,      ///< in `phase` from `from` to `to`
    };

    What what = What::Nothing;
    std::optional<RowId> row;
    int also = 0;
    const LaneNote *note = nullptr;
    const GapSpan *gap = nullptr;
    Phase phase{};
    WallTime from{};
    WallTime to{};
};

/// Where the pointer is: along the axis, and whether it is in the lane's lower third, where notes stand.
struct LanePoint {
    double x = 0;
    bool isLow = false;
};

/// What is nearest: marks and notes within 5 px first, then what the lane is drawn as there. Any thread; pure.
LaneHit hitLane(const TimelineData &data, const Lane &lane, const TimeAxis &axis, LanePoint point, WallTime now);

/// The gap there, if any: all that can be said of a lane that is folded.
LaneHit hitGap(const TimelineData &data, const Lane &lane, const TimeAxis &axis, double x);

/// The hit in words, several lines of plain text made safe for a screen; empty for nothing. Gui thread.
QString hitText(const LaneHit &hit, const TimelineData &data, const Lane &lane);

/// "not seen 3.2 s, rv 8 121 640–8 121 702".
QString gapText(const GapSpan &gap);

} // namespace wk
