// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace wk {

/// What this process has in memory (its resident set), in bytes; 0 where the system does not say. Any thread.
std::uint64_t processMemory();

} // namespace wk
