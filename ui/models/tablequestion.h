// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"
#include "core/resource/resourceinfo.h"
#include "ui/models/tablecolumn.h"
#include "ui/models/tableorder.h"

#include <stop_token>
#include <string>
#include <vector>

namespace wk {

/// Which rows of a table are shown, and in which order: what is asked of its rows, whoever holds them. A value; any
/// thread.
struct TableQuestion {
    using Slot = TableRows::Slot;

    ResourceInfo resource;
    std::vector<TableColumn> columns;
    Filter filter;
    TableOrder order;
    WallTime at{};                         ///< when ages are told
    std::vector<std::string> namespaces{}; ///< what is in no other is shown; empty: all
    WatchClusters clusters{};

    bool passes(const TableRow &row) const;
    /// Those of some slots that are shown, from top to bottom; the nearer to it they stand, the sooner. Where nobody
    /// waits for them any more, some stay out.
    std::vector<Slot> answer(const TableRows::Rows &rows, const std::vector<Slot> &slots,
                             const std::stop_token &stop) const;
};

} // namespace wk
