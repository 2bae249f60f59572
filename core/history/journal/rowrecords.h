// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/eventlog.h"
#include "core/history/journal/mappedsegment.h"
#include "core/history/rows/historysnapshot.h"
#include "core/history/segment.h"

#include <string>

namespace wk {

/// What each of some rows of a chunk does to the lives: the kind in the two upper bits, and which one.
std::string stepsOf(const LifeIndex &lives, RowId first, RowId end);
/// What few rows have beside the columns.
Result<> writeBesides(const HistorySnapshot &now, RowId first, RowId end, SegmentWriter &to);
/// Rows of a chunk that is not full: as they lie, a column behind the other, what they do to the lives, where their
/// objects lie, and these. `folds`: how much of the chunk's the file has, before and then after.
Result<> writePiece(const HistorySnapshot &now, RowId first, RowId end, std::size_t &folds, SegmentWriter &to);
/// A full chunk, and where it lies then; `segment` is the first row in that file.
Result<EventLog::Filed> writeChunk(const HistorySnapshot &now, RowId first, RowId segment, MappedSegment &to);

} // namespace wk
