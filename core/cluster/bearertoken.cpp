// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/bearertoken.h"

#include <algorithm>

namespace wk {

std::optional<std::string> tokenFault(std::string_view token)
{
    constexpr std::string_view Blanks = " \t"; // around a header's value they are none of it
    token.remove_prefix(std::min(token.find_first_not_of(Blanks), token.size()));
    token = token.substr(0, token.find_last_not_of(Blanks) + 1);
    if (std::all_of(token.begin(), token.end(), [](char c) { return c > 0x20 && c < 0x7f; }))
        return {};
    return "The token holds spaces, line breaks or other characters that no token has. Get it again, whole.";
}

std::string_view trimmedToken(std::string_view text)
{
    constexpr std::string_view Blank = " \t\r\n";
    const std::size_t first = text.find_first_not_of(Blank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(Blank) - first + 1);
}

} // namespace wk
