// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace wk {

/// What keeps a token from being sent, in a sentence; nothing when it can be. It goes into a header as it stands, and
/// Qt does not look at headers: a line break in it would add one. Visible ASCII alone is a token, blanks around it left
/// aside. Any thread.
std::optional<std::string> tokenFault(std::string_view token);

/// Without the white space around it that editors and shells leave in token files.
std::string_view trimmedToken(std::string_view text);

} // namespace wk
