// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"
#include "ui/models/sparkcounts.h"

namespace wk {

/// How often an object had changed in each of the minutes before `at`, by the rows of its life. Where these are many in
/// one quarter of an hour the newest PastSparkRows count, which is as many as bars can tell. Up to 0.3 ms.
SparkCounts pastSpark(const HistorySnapshot &log, const LifeIndex::Standing &standing, WallTime at);
constexpr int PastSparkRows = 4096;

} // namespace wk
