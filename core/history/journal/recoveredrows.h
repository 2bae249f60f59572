// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rowobjects.h"
#include "core/history/segment.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace wk {

/// A full chunk of rows, or a piece of the last one, as a file says it: where it lies there.
struct RecoveredRows {
    RowId first = 0;
    std::size_t count = 0;
    WallTime latest{};
    std::uint64_t bytes = 0;
    std::size_t segment = 0;    ///< which of the segments, in the order in which they were read
    std::uint64_t writer = 0;   ///< whose numbers of lives they have
    std::string_view columns{}; ///< of a full chunk in memory's order, of a piece as RowColumns::View::piece()
    std::string_view steps{};
    RowObjects::Folds folds{};
    SegmentReader::File columnsFile{}; ///< that of a full chunk lies in there
    SegmentReader::File foldsFile{};

    RowId end() const { return first + count; }
    /// What the row does to the lives; of which is the writer's number.
    LifeStep step(std::size_t index) const;
    /// 1 + where in the chunk's folds its object is; 0: there is none.
    std::uint32_t place(std::size_t index) const;

    /// A record of rows, whose folds follow; nothing for what is none.
    static std::optional<RecoveredRows> ofChunk(std::string_view record, const SegmentReader::File &file);
    /// The folds that follow; false for what are not these.
    bool takeFolds(std::string_view record, const SegmentReader::File &file);
    /// A record of a piece.
    static std::optional<RecoveredRows> ofPiece(std::string_view record, const SegmentReader::File &file);
};

} // namespace wk
