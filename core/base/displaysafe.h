// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace wk {

/// Text of a stranger made safe to look at: what is invisible, turns the writing direction, or is no character at all
/// becomes visible ("‹U+202E›", a byte that is not UTF-8 "‹0xFF›"), of more than 8 combining marks in a row the rest is
/// counted ("‹+92›"), and what is longer than `maxChars` code points ends in "…". A joiner (U+200C, U+200D) stays where
/// what stands on both sides of it is written with one: emoji, cursive letters, consonants beside a virama. One line:
/// line breaks and tabs become visible too, so split before. Valid UTF-8, idempotent, never more than maxChars (at
/// least 1) long. Any thread. Rule S19 of SECURITY.md.
std::string displaySafe(std::string_view utf8, std::size_t maxChars = limits::CellChars);

/// The same, of any length, for standard output, standard error and log files: no byte of it can move a terminal's
/// cursor.
std::string terminalSafe(std::string_view utf8);

} // namespace wk
