// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/plainscalar.h"

#include <algorithm>
#include <charconv>

namespace wk::json {

namespace {

/// As many fit into 64 bits, signed or not.
constexpr std::size_t MostDigits = 18;

bool isPlain(char c)
{
    return c >= ' ' && c <= '~' && c != '"' && c != '\\';
}

/// The character that is written \u and these four digits, if it is ASCII.
std::optional<char> asciiOf(std::string_view digits)
{
    unsigned code = 0;
    const char *end = digits.data() + digits.size();
    const auto read = std::from_chars(digits.data(), end, code, 16);
    const bool isAscii = digits.size() == 4 && read.ec == std::errc() && read.ptr == end && code < 0x80;
    return isAscii ? std::optional(static_cast<char>(code)) : std::nullopt;
}

bool isWholeNumber(std::string_view token)
{
    const bool hasDigits = std::all_of(token.begin(), token.end(), [](char c) { return c >= '0' && c <= '9'; });
    return hasDigits && !token.empty() && token.size() <= MostDigits && (token.front() != '0' || token.size() == 1);
}

} // namespace

bool isPlainString(std::string_view inside)
{
    return std::all_of(inside.begin(), inside.end(), isPlain);
}

std::optional<PlainScalar> plainScalar(std::string_view json)
{
    if (json.size() >= 2 && json.front() == '"' && json.back() == '"') {
        const std::string_view text = json.substr(1, json.size() - 2);
        return isPlainString(text) ? std::optional(PlainScalar{text, true}) : std::nullopt;
    }
    if (json == "true" || json == "false" || json == "null" || isWholeNumber(json))
        return PlainScalar{json, false};
    return {};
}

bool appendUnescaped(std::string &out, std::string_view inside)
{
    constexpr std::string_view Letters = "\"\\/bfnrt";
    constexpr std::string_view Meant = "\"\\/\b\f\n\r\t";
    while (!inside.empty()) {
        const std::size_t plain = std::min(inside.find('\\'), inside.size());
        out.append(inside.substr(0, plain));
        inside.remove_prefix(plain);
        if (inside.empty())
            break;
        const bool isCode = inside.size() > 1 && inside[1] == 'u';
        const auto letter = inside.size() > 1 ? Letters.find(inside[1]) : std::string_view::npos;
        const auto meant = isCode                             ? asciiOf(inside.substr(2, 4))
                           : letter != std::string_view::npos ? std::optional(Meant[letter])
                                                              : std::nullopt;
        if (!meant)
            return false;
        out += *meant;
        inside.remove_prefix(isCode ? 6 : 2);
    }
    return true;
}

} // namespace wk::json
