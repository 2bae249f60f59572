// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace wk {

/// Where the history goes that is too much for the memory: a folder that nobody else may look into, on a disk of this
/// machine, for files that are mapped. Empty when there is none; then all stays in memory.
std::string historyFolder();

} // namespace wk
