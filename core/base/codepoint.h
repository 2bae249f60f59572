// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>

namespace wk {

/// One character of a text that is said to be UTF-8, or a byte that is none. Any thread.
struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 1;
    bool isByte = false; ///< it is not UTF-8: `value` is the byte
};

/// The first code point of a text that is not empty. A surrogate is given as one, so that it can be named; an overlong
/// form is bytes.
CodePoint firstCodePoint(std::string_view text);

/// Whether a character draws nothing and yet has an effect: it moves a terminal's cursor, turns the writing direction,
/// joins or parts letters, breaks a line, or only takes up room.
bool isUnseen(char32_t c);

} // namespace wk
