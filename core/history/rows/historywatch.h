// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/history/lifeindex.h"
#include "core/history/rows/bodystores.h"
#include "core/history/stringpool.h"
#include "core/source/watchscope.h"

#include <map>
#include <optional>
#include <vector>

namespace wk {

/// What a history knows of a watch.
struct HistoryWatch {
    ClusterId cluster;
    std::optional<WatchScope> scope;
    StringPool::Id kind = StringPool::Empty;
    StringPool::Id ns = StringPool::Empty;
    Columns columns;                  ///< of its last entry
    Columns listedUnder;              ///< … of its last list: all its objects have cells under them
    std::optional<WallTime> listedAt; ///< first
    RowId listedBefore = 0;           ///< behind that list's own row
    std::optional<RowId> closedAt;
    std::optional<WallTime> closedOn;
    std::vector<WatchId> ofItsKind;       ///< the newest of the others of its cluster that were told of before
    std::size_t store = BodyStores::None; ///< that its first body was kept in: its session's
};
using HistoryWatches = std::map<WatchId, HistoryWatch>;

} // namespace wk
