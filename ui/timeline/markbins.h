// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/timelinecoordinates.h"
#include "ui/timeline/timelinelane.h"

#include <array>
#include <cstdint>
#include <vector>

namespace wk {

/// What happened in one column of pixels of a lane.
struct MarkBin {
    std::array<std::uint32_t, 3> counts{}; ///< by EntryType: Added, Modified, Deleted
    bool inferred = false;                 ///< at least one was not seen but found by a relist

    std::uint32_t of(EntryType type) const { return counts[std::size_t(type)]; }
    std::uint32_t total() const { return counts[0] + counts[1] + counts[2]; }
};

/// How close the marks of a lane are, and so how they are drawn. Source of the two limits: the design's timeline
/// detail.
enum class MarkDetail : std::uint8_t {
    None,
    Single,  ///< a glyph for what came or went, or was inferred, unless one that says more is within 8 px; else a tick
    Density, ///< less than 2 px apart on average: only how many there were
};

/// Counts a lane's marks into columns of whole pixels, the axis' left edge being column 0. Added to what `bins` holds,
/// so that a collapsed row sums its lanes; `bins` must have a column for each pixel of the axis. About 1 ns a mark.
void countMarks(const LaneMarks &marks, const TimeAxis &axis, std::vector<MarkBin> &bins);

/// How many columns hold a mark decides.
MarkDetail detailOf(const std::vector<MarkBin> &bins);

/// What a column is drawn as: a deletion before an addition before a change, since that is what one looks for.
EntryType typeOf(const MarkBin &bin);

/// One mark to draw.
struct PlacedMark {
    int column = 0;
    EntryType type = EntryType::Modified;
    bool inferred = false;
    bool glyph = false; ///< else a tick
};

/// The occupied columns from left to right; `glyphDistance` is how far apart two must be to be glyphs. Of two that are
/// nearer a deletion is one before an addition, and that before what was inferred, in one column or in two: which of
/// these it is changes as time goes on.
std::vector<PlacedMark> placeMarks(const std::vector<MarkBin> &bins, int glyphDistance);

/// For Density: the sums of every `width` columns, and of the rest at the end.
std::vector<MarkBin> densityOf(const std::vector<MarkBin> &bins, int width);

} // namespace wk
