// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/rvchartdata.h"

#include <chrono>
#include <vector>

namespace wk {

/// A bookmark, and whether it has the room for a flag: of many watches the flags would stand in a row that hides the
/// lines.
struct RvBookmark {
    const RvTrack *track = nullptr;
    RvPoint at;
    bool isFlag = false;
};

/// The bookmarks of all lines on the scale, from the oldest on, and the flags last, which are painted over the others.
/// A flag has none within `room` before it, whosever it is; those of `strong` stand apart from each other by `least`
/// only. Told from the oldest kept and not from the edge of what is drawn, so that no flag goes when the edge moves.
std::vector<RvBookmark> bookmarksOf(const RvChartData &data, std::chrono::microseconds room,
                                    std::chrono::microseconds least, WatchId strong);

} // namespace wk
