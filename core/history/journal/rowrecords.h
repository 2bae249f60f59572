// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/history/rows/historysnapshot.h"
#include "core/history/segment.h"

#include <string>

namespace wk {

/// What each of some rows of a chunk does to the lives: the kind in the two upper bits, and which one.
std::string stepsOf(const LifeIndex &lives, RowId first, RowId end);
/// What few rows have beside the columns.
Result<> writeBesides(const HistorySnapshot &now, RowId first, RowId end, SegmentWriter &to);

} // namespace wk
