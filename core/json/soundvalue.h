// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/blockkind.h"

#include <cstddef>
#include <string_view>

namespace wk::json {

/// One past the end of the value that begins at text[at], if its grammar is that of JSON; npos where it is not, where
/// the text ends before it, and where the value is not as API servers write it: no blanks outside strings, whole
/// numbers of up to 18 digits, nested up to 64 deep. So npos says that a parser has to look. Any thread; a block of
/// 64 bytes takes 18 ns in the widest registers, of which half are its brackets.
std::size_t soundValueEnd(std::string_view text, std::size_t at, BlockKind by = bestBlockKind());

} // namespace wk::json
