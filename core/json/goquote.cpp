// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/goquote.h"

#include <QString>

#include <charconv>
#include <optional>

namespace wk::json {

namespace {

/// What a backslash and the characters behind it stand for; takes them from `text`. Source: Go's strconv.UnquoteChar().
std::optional<std::string> takeEscape(std::string_view &text, char quote)
{
    constexpr std::string_view Names = "abfnrtv\\";
    constexpr std::string_view Meant = "\a\b\f\n\r\t\v\\";
    const char name = text.size() > 1 ? text[1] : '\0';
    if (const auto known = Names.find(name); name != '\0' && known != Names.npos) {
        text.remove_prefix(2);
        return std::string(1, Meant[known]);
    }
    if (name == quote && name != '\0') {
        text.remove_prefix(2);
        return std::string(1, quote);
    }
    const bool isOctal = name >= '0' && name <= '7';
    const std::size_t digits = name == 'x' ? 2 : name == 'u' ? 4 : name == 'U' ? 8 : isOctal ? 3 : 0;
    const std::size_t begin = isOctal ? 1 : 2;
    if (digits == 0 || text.size() < begin + digits)
        return {};
    std::uint32_t value = 0;
    const auto [end, error] =
        std::from_chars(text.data() + begin, text.data() + begin + digits, value, isOctal ? 8 : 16);
    if (error != std::errc() || end != text.data() + begin + digits)
        return {};
    text.remove_prefix(begin + digits);
    if (name == 'x' || isOctal)
        return value > 0xff ? std::nullopt : std::optional(std::string(1, static_cast<char>(value)));
    const char32_t point = value;
    const bool isCharacter = value <= 0x10ffff && (value < 0xd800 || value > 0xdfff);
    return isCharacter ? std::optional(QString::fromUcs4(&point, 1).toStdString()) : std::nullopt;
}

} // namespace

Result<std::string> goUnquoted(std::string_view inside, char quote)
{
    std::string plain;
    for (std::string_view text = inside; !text.empty();) {
        if (text.front() != '\\') {
            plain += text.front();
            text.remove_prefix(1);
            continue;
        }
        const auto meant = takeEscape(text, quote);
        if (!meant)
            return Error{ErrorKind::Invalid,
                         "unquote string " + (quote + std::string(inside) + quote) + " error invalid syntax"};
        plain += *meant;
    }
    return plain;
}

} // namespace wk::json
