// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/object.h"

#include <optional>
#include <string_view>

/// What `kubectl get` prints of an object, found among its cells. Any thread; pure. What is returned looks into the
/// object and lives no longer.
namespace wk {

/// Whether a column of that name holds the word of how an object fares: Status, Phase or State.
bool isPhaseColumn(std::string_view name);

/// Which column that is; -1 when there is none.
int statusCell(const Columns &columns);

/// The cell under the first column of that name, ignoring case; nothing when there is none.
std::optional<Cell> cellNamed(const Object &object, const Columns &columns, std::string_view name);

/// Whether two names of columns are the same: the case of letters says nothing.
bool isSameColumn(std::string_view a, std::string_view b);

/// The text in a cell; empty when there is no such cell, it is unknown or it holds something else.
std::string_view cellWord(const Object &object, int cell);

/// The word under STATUS ("CrashLoopBackOff", "Ready,SchedulingDisabled", "Active"), else status.phase; empty when the
/// object has neither.
std::string_view phaseWord(const Object &object, int statusCell);
std::string_view phaseWord(const Object &object, const Columns &columns);

} // namespace wk
