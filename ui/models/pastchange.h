// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"

#include <optional>

namespace wk {

/// How often its object had changed before a row, of which `before` is log.toldBefore(). What a list found is no
/// change.
std::uint32_t changesBefore(const EventLog &log, RowId row, const std::optional<LifeIndex::Standing> &before);

/// The row that counted last among the changes of an object as of a moment; a list that found it as it was is none.
/// Empty where it has fallen off the log, or where nothing has changed since the object is watched. Looks back over
/// PastListRows lists at most.
std::optional<RowId> lastChange(const EventLog &log, const LifeIndex::Standing &standing);
constexpr int PastListRows = 64;

} // namespace wk
