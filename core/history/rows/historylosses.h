// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/time.h"
#include "core/history/lifeindex.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// What could not be read again of a history that was kept. A value.
struct HistoryLosses {
    /// Rows are missing before one: nobody knows what the watches told from the one time to the other.
    struct Missing {
        RowId row = 0;
        WallTime from{};
        WallTime to{};
    };
    /// A file that is damaged in one place, or cannot be read at all.
    struct Piece {
        std::string path;
        std::uint64_t at = 0;
        std::uint64_t bytes = 0;
        std::optional<Error> error{}; ///< why nothing of it can be read
        std::optional<Missing>
            missing{}; ///< rows, which may have been there; else it had other things or the last ones
    };

    std::vector<Missing> rows; ///< in order
    std::vector<Piece> pieces;
};

} // namespace wk
