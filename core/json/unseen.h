// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace wk::json {

/// The JSON text with every character that is not seen (isUnseen(), but line breaks and tabs) as a \u escape, and a
/// byte that is not UTF-8 as U+FFFD: printed on a terminal it cannot move the cursor or turn the writing direction,
/// and every value in it is what it was. Any thread.
std::string unseenEscaped(std::string json);

} // namespace wk::json
