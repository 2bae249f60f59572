// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>

namespace wk {

/// How long ago this process was started, libraries and all; to 10 ms. Source: proc(5), field 22 of /proc/self/stat.
std::chrono::milliseconds processAge();

} // namespace wk
