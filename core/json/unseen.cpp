// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/unseen.h"

#include "core/base/codepoint.h"

#include <algorithm>
#include <cstdio>
#include <string_view>

namespace wk::json {

namespace {

/// What JSON puts between its tokens is seen well enough.
bool isSeenByte(char c)
{
    return (c >= 0x20 && c < 0x7f) || c == '\n' || c == '\t' || c == '\r';
}

void appendUnit(std::string &out, unsigned unit)
{
    char text[8];
    std::snprintf(text, sizeof text, "\\u%04x", unit);
    out += text;
}

/// As UTF-16, which is how JSON escapes a character.
void appendEscape(std::string &out, char32_t c)
{
    if (c > 0xffff) {
        appendUnit(out, 0xd800 + ((c - 0x10000) >> 10));
        return appendUnit(out, 0xdc00 + (c & 0x3ff));
    }
    appendUnit(out, c);
}

} // namespace

std::string unseenEscaped(std::string json)
{
    if (std::ranges::all_of(json, isSeenByte))
        return json;
    std::string out;
    out.reserve(json.size() + json.size() / 8);
    for (std::string_view rest = json; !rest.empty();) {
        const auto end = std::size_t(std::ranges::find_if_not(rest, isSeenByte) - rest.begin());
        out += rest.substr(0, end);
        rest.remove_prefix(end);
        if (rest.empty())
            break;
        const CodePoint point = firstCodePoint(rest);
        if (point.isByte)
            out += "\xef\xbf\xbd";
        else if (isUnseen(point.value))
            appendEscape(out, point.value);
        else
            out += rest.substr(0, point.bytes);
        rest.remove_prefix(point.bytes);
    }
    return out;
}

} // namespace wk::json
