// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wk::json {

/// Rewrites nearly-JSON into JSON that a strict parser takes: numbers out of range and odd literals become strings as
/// written, invalid UTF-8 and lone surrogates U+FFFD, raw control characters escapes; a byte order mark goes. Brackets,
/// commas and colons are not looked at: the parser behind judges them. Empty when a string does not end or holds an
/// escape that JSON has not. Any thread. What needs it: fault-matrix.md, J2 to J7.
std::optional<std::string> legalised(std::string_view text);

} // namespace wk::json
