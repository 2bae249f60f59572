// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/history/lifeindex.h"
#include "core/history/rows/bodystores.h"
#include "core/history/rows/clusternames.h"
#include "core/history/rows/historylosses.h"
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
    ClusterNames::Number clusterNumber = StringPool::Empty;
    std::optional<WatchScope> scope;
    StringPool::Id kind = StringPool::Empty;
    StringPool::Id ns = StringPool::Empty;
    Columns columns;                  ///< of its last entry
    Columns listedUnder;              ///< … of its last list: all its objects have cells under them
    std::optional<WallTime> listedAt; ///< first
    RowId listedBefore = 0;           ///< behind that list's own row
    std::optional<RowId> closedAt;
    std::optional<WallTime> closedOn;
    std::vector<RowId> openedAgain;       ///< before which rows, in order
    std::optional<WallTime> unknownSince; ///< of one that is open again, until it says what it missed
    std::optional<WallTime> brokenSince;  ///< no stream is open: who reads this when the writer is gone knows no more
    std::vector<WatchId> ofItsKind;       ///< the newest of the others of its cluster that were told of before
    std::size_t store = BodyStores::None; ///< that its newest body is kept in: its session's
    struct Store {
        RowId upTo = 0; ///< from there on they are in another
        std::size_t number = BodyStores::None;
    };
    std::vector<Store> storesBefore; ///< in order

    void close(RowId at, WallTime time)
    {
        closedAt = at;
        closedOn = time;
        unknownSince.reset();
        brokenSince.reset();
    }
    /// From that row on its bodies are in another store: another session's.
    void moveTo(std::size_t number, RowId at)
    {
        if (store != BodyStores::None)
            storesBefore.push_back({at, store});
        store = number;
    }
    void reopen(RowId at)
    {
        openedAgain.push_back(at);
        unknownSince = listedAt ? closedOn : std::nullopt;
        closedAt.reset();
        closedOn.reset();
    }
    /// What is said of rows that are lost, those from `end` on, is not so.
    void forgetBehind(RowId end)
    {
        if (listedBefore > end) {
            listedAt.reset();
            listedUnder.reset();
            columns.reset();
            listedBefore = 0;
        }
        std::erase_if(openedAgain, [end](RowId row) { return row > end; });
        if (closedAt && *closedAt > end) {
            closedAt.reset();
            closedOn.reset();
        }
    }
    template <class NumberOf>
    void renumber(NumberOf numberOf)
    {
        listedBefore = numberOf(listedBefore);
        for (RowId &row : openedAgain)
            row = numberOf(row);
        for (Store &before : storesBefore)
            before.upTo = numberOf(before.upTo);
        if (closedAt)
            closedAt = numberOf(*closedAt);
    }
    /// Where rows of it may be missing, behind `begin` and before `upTo`.
    std::vector<HistoryLosses::Missing> missing(const HistoryLosses &losses, RowId begin, RowId upTo) const
    {
        std::vector<HistoryLosses::Missing> found;
        for (const HistoryLosses::Missing &one : losses.rows) {
            const bool isIts = listedAt && *listedAt <= one.to && (!closedOn || *closedOn >= one.from);
            if (isIts && one.row > begin && one.row <= upTo)
                found.push_back(one);
        }
        return found;
    }
    std::size_t storeOf(RowId row) const
    {
        const auto before = std::ranges::upper_bound(storesBefore, row, {}, &Store::upTo);
        return before == storesBefore.end() ? store : before->number;
    }
};
using HistoryWatches = std::map<WatchId, HistoryWatch>;

} // namespace wk
