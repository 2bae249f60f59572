// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"

#include <optional>

namespace wk {

/// How often its object had changed before a row, of which `before` is log.toldBefore(). What a list found is no
/// change.
std::uint32_t changesBefore(const HistorySnapshot &log, RowId row, const std::optional<LifeIndex::Standing> &before);

} // namespace wk
