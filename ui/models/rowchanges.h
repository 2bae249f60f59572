// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"

#include <cstdint>
#include <optional>
#include <string>

namespace wk {

/// What is known of how an object has changed.
struct RowChanges {
    std::uint32_t changes = 0;          ///< events since we watch
    std::optional<WallTime> lastChange; ///< that is notable; of before we watched as the field managers have written it
    std::string lastManager;            ///< who made it; empty where nobody's entry moved

    bool operator==(const RowChanges &) const = default;
};

/// As of where the object stands in the history: it is the same whoever asks, and when, until rows fall off. Where the
/// history saw no change, or the object was listed and may have changed unseen, the object's own word counts. Any
/// thread, as all that follows.
RowChanges changesAt(const HistorySnapshot &history, const LifeIndex::Standing &at, const Object &object);

/// A write of any sort.
struct RowWrite {
    WallTime time{};
    std::string manager;      ///< empty where nobody's entry moved
    std::optional<RowId> row; ///< that told of it; empty where the object's field managers do
};
/// The last one by then: also one that is not notable, as of a counter that follows.
std::optional<RowWrite> lastWriteAt(const HistorySnapshot &history, const LifeIndex::Standing &at,
                                    const Object &object);

/// Notes what the object itself says of its last change, where that is news: a write of its status counts only where
/// there is no other.
void readManagers(RowChanges &known, const Object &object);

/// The cells that read otherwise, a bit each; those past 62 share the last. How long ago a restart was does not count,
/// it changes by itself.
std::uint64_t changedCells(const Object &before, const Object &after);

} // namespace wk
