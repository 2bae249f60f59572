// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"
#include "ui/models/momentrows.h"
#include "ui/models/pastkind.h"

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace wk {

/// A moment of the past that a table shows, or is to show.
struct TableMoment {
    WallTime time{};
    PastKind kind;              ///< the table's
    std::optional<RowId> event; ///< the last that had happened, to be marked; empty: none
};

/// What stood at a moment, and where its row is.
struct MomentObject {
    LifeIndex::Standing standing;
    TableRows::Slot slot = MomentRows::NoSlot;
};
using MomentObjects = std::map<WatchId, std::vector<MomentObject>>; ///< by life

/// A moment whose objects are a table's rows.
struct ShownMoment {
    TableMoment moment; ///< its kind's objects are below
    MomentObjects objects;
    const HistoryFeed *history = nullptr;               ///< never null
    std::optional<TableRows::Slot> mark = std::nullopt; ///< the row that the moment's event is marked at

    /// What a row stands for.
    std::optional<LifeIndex::Standing> standingOf(TableRows::Slot slot, const TableRow &row) const;
};

} // namespace wk
