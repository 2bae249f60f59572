// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/streammodel.h"

#include <array>
#include <optional>

namespace wk {

/// A px width for each column of a stream.
using StreamWidths = std::array<int, StreamModel::ColumnCount>;

/// What the user said about a column: that it is shown, that it is not, or nothing.
using StreamWishes = std::array<std::optional<bool>, StreamModel::ColumnCount>;

/// How the columns of a stream share a room of so many px. `whole` is the longest that a column can say, 0 for those
/// that anybody may cut. CLASS and CLUSTER are there
/// by a wish alone. Where the room does not do for all, columns are narrowed, then the less important ones are not
/// shown, which is a width of 0; only then are kinds, WHO and at last WHAT CHANGED cut. `byHand` is what the user gave
/// a column, who keeps it, else 0: they share as if there were none, so that what the user sizes changes none of the
/// others; nor does a column that is shown by the user's wish where there is no room for it. One that is not shown by
/// the user's wish leaves its room. WHAT CHANGED takes what is left over; when nothing is, the table scrolls. Any
/// thread.
StreamWidths streamWidths(const StreamWidths &whole, const StreamWidths &byHand, const StreamWishes &wishes, int room);

} // namespace wk
