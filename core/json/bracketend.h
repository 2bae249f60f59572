// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/blockkind.h"

#include <cstddef>
#include <string_view>

/// Where what has been opened ends: what json::valueEnd() is made of. Any thread; npos when the text ends before.
namespace wk::json {

/// Behind the quote that closes the string whose opening quote stands right before `at`.
std::size_t stringEnd(std::string_view text, std::size_t at);

/// Behind the bracket that closes the one right before `at`; all brackets close all others. A block of 64 bytes in 3
/// ns, 5 in registers of 32 bytes.
std::size_t bracketEnd(std::string_view text, std::size_t at, BlockKind by = bestBlockKind());

} // namespace wk::json
