// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>

namespace wk {

/// Where the history goes that is too much for the memory: a folder that nobody else may look into, on a disk of this
/// machine, for files that are mapped. Empty when there is none; then all stays in memory.
std::string historyFolder();

/// Where the history lies that outlives the program, of all clusters: "watchkeeper/history" in the user's state
/// directory, made where it is missing, mode 0700. FileWriteFailed where there is none, or not on a disk of this
/// machine: its files are mapped. Source: XDG Base Directory Specification, XDG_STATE_HOME, for which Qt 6.4 has no
/// name.
Result<std::string> keptHistoryFolder();

} // namespace wk
