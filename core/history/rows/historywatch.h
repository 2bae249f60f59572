// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/history/lifeindex.h"
#include "core/history/rows/bodystores.h"
#include "core/history/stringpool.h"
#include "core/source/watchscope.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
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
    std::optional<WallTime> unknownSince; ///< of one that is open again, until it says what it missed
    std::vector<WatchId> ofItsKind;       ///< the newest of the others of its cluster that were told of before
    std::size_t store = BodyStores::None; ///< that its first body was kept in: its session's
    struct Store {
        RowId upTo = 0; ///< where it was opened again
        std::size_t number = BodyStores::None;
    };
    std::vector<Store> storesBefore; ///< of the times that it was open before, in order

    void close(RowId at, WallTime time)
    {
        closedAt = at;
        closedOn = time;
        unknownSince.reset();
    }
    /// Another session may open it, whose bodies are in a store of their own.
    void reopen(RowId at)
    {
        unknownSince = listedAt ? closedOn : std::nullopt;
        closedAt.reset();
        closedOn.reset();
        storesBefore.push_back({at, std::exchange(store, BodyStores::None)});
    }
    bool hadStore(std::size_t number) const
    {
        return std::ranges::find(storesBefore, number, &Store::number) != storesBefore.end();
    }
    std::size_t storeOf(RowId row) const
    {
        const auto before = std::ranges::upper_bound(storesBefore, row, {}, &Store::upTo);
        return before == storesBefore.end() ? store : before->number;
    }
};
using HistoryWatches = std::map<WatchId, HistoryWatch>;

} // namespace wk
