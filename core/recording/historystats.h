// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace wk {

/// What the rows of a history add up to, for people. A value; any thread.
struct HistoryStats {
    struct Counts {
        std::uint64_t listed = 0; ///< that were there at a first list
        std::uint64_t added = 0;
        std::uint64_t modified = 0;
        std::uint64_t deleted = 0;

        std::uint64_t changes() const { return added + modified + deleted; }
        bool operator==(const Counts &) const = default;
    };
    using ByName = std::map<std::string, Counts>;
    struct Gap {
        std::string watch; ///< "Pod", "Pod in web"
        WallTime from{};
        WallTime to{};
        std::string reason;
    };

    ByName kinds;
    ByName namespaces;                            ///< of objects in one
    ByName objects;                               ///< "Pod web/a"; those that changed
    std::map<std::string, std::uint64_t> writers; ///< field managers, of the changes that tell theirs
    std::vector<Gap> gaps;                        ///< in order
    std::uint64_t rows = 0;
    WallTime first{};
    WallTime last{};
};

/// Of some rows, in order.
HistoryStats statsOf(const HistorySnapshot &history, const std::vector<RowId> &rows);

} // namespace wk
