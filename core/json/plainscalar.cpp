// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/plainscalar.h"

#include <algorithm>

namespace wk::json {

namespace {

/// As many fit into 64 bits, signed or not.
constexpr std::size_t MostDigits = 18;

bool isPlain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

bool isWholeNumber(std::string_view token)
{
    const bool hasDigits = std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
    return hasDigits && !token.empty() && token.size() <= MostDigits && (token.front() != '0' || token.size() == 1);
}

} // namespace

std::optional<PlainScalar> plainScalar(std::string_view json)
{
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"') {
        const std::string_view text = json.substr(1, json.size() - 2);
        return std::all_of(text.begin(), text.end(), isPlain) ? std::optional(PlainScalar{text, true}) : std::nullopt;
    }
    if (json == "true" || json == "false" || json == "null" || isWholeNumber(json))
        return PlainScalar{json, false};
    return {};
}

} // namespace wk::json
