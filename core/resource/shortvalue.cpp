// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/shortvalue.h"

#include "core/json/scalartext.h"
#include "core/json/valuekind.h"

#include <algorithm>
#include <tuple>

namespace wk {

namespace dom = simdjson::dom;

namespace {

constexpr std::string_view Ellipsis = "…";
/// How much of what two long texts share is shown before their difference.
constexpr std::size_t LeadBytes = 12;

bool isContinuation(char c)
{
    return (c & 0xC0) == 0x80;
}

/// Cut behind as many characters as fit.
std::string cut(std::string_view text)
{
    if (text.size() <= ShortValueChars)
        return std::string(text);
    std::size_t end = 0;
    std::size_t chars = 0;
    std::size_t roomForEllipsis = 0;
    while (end < text.size() && chars < ShortValueChars) {
        if (chars == ShortValueChars - 1)
            roomForEllipsis = end;
        ++chars;
        for (++end; end < text.size() && isContinuation(text[end]);)
            ++end;
    }
    if (end == text.size())
        return std::string(text);
    return std::string(text.substr(0, roomForEllipsis)).append(Ellipsis);
}

/// Compact JSON until it is longer than will be shown.
void appendJson(std::string &out, const dom::element &value)
{
    if (out.size() > ShortValueChars * 4)
        return;
    switch (json::kindOf(value)) {
    case json::ValueKind::Object: {
        char separator = '{';
        for (const dom::key_value_pair member : dom::object(value)) {
            out += separator;
            out += '"';
            out += member.key;
            out += "\":";
            appendJson(out, member.value);
            separator = ',';
            if (out.size() > ShortValueChars * 4)
                break;
        }
        out += separator == '{' ? "{}" : "}";
        return;
    }
    case json::ValueKind::Array: {
        char separator = '[';
        for (const dom::element element : dom::array(value)) {
            out += separator;
            appendJson(out, element);
            separator = ',';
            if (out.size() > ShortValueChars * 4)
                break;
        }
        out += separator == '[' ? "[]" : "]";
        return;
    }
    case json::ValueKind::String:
        out += '"';
        out += std::string_view(value).substr(0, ShortValueChars * 4);
        out += '"';
        return;
    case json::ValueKind::Integer: out += std::to_string(int64_t(value)); return;
    case json::ValueKind::LargeInteger: out += std::to_string(uint64_t(value)); return;
    case json::ValueKind::Double: json::appendNumber(out, double(value)); return;
    case json::ValueKind::Bool: out += bool(value) ? "true" : "false"; return;
    case json::ValueKind::Null: out += "null"; return;
    }
}

/// Where to begin with two long texts so that their difference is seen: 0, or a bit before it.
std::size_t startOfInterest(std::string_view before, std::string_view after)
{
    const std::size_t common = std::min(before.size(), after.size());
    std::size_t at = std::mismatch(before.begin(), before.begin() + common, after.begin()).first - before.begin();
    if (std::max(before.size(), after.size()) <= ShortValueChars || at + LeadBytes < ShortValueChars)
        return 0;
    at -= LeadBytes;
    while (at > 0 && isContinuation(before[at]))
        --at;
    return at;
}

std::string cutFrom(std::string_view text, std::size_t at)
{
    return at == 0 ? cut(text) : cut(std::string(Ellipsis).append(text.substr(at, ShortValueChars * 4)));
}

std::pair<std::string, std::string> shortTexts(std::string_view before, std::string_view after)
{
    const std::size_t at = startOfInterest(before, after);
    return {cutFrom(before, at), cutFrom(after, at)};
}

std::string listText(const dom::array &list)
{
    std::string text;
    char separator = '[';
    for (const dom::element element : list) {
        text += separator;
        appendJson(text, element);
        separator = ',';
        if (text.size() > ShortValueChars)
            break;
    }
    return separator == '[' ? "[]" : text + ']';
}

} // namespace

std::string shortValue(const dom::element &value)
{
    if (value.is_string())
        return cut(std::string_view(value));
    std::string text;
    appendJson(text, value);
    return cut(text);
}

void putShortValue(const json::PlainScalar &value, std::string &to)
{
    if (value.text.size() <= ShortValueChars)
        to = value.text;
    else
        to = cut(value.text);
}

std::pair<std::string, std::string> shortValues(const dom::element &before, const dom::element &after)
{
    if (!before.is_string() || !after.is_string())
        return {shortValue(before), shortValue(after)};
    return shortTexts(std::string_view(before), std::string_view(after));
}

void putShortScalars(const json::PlainScalar &before, const json::PlainScalar &after, std::string &toBefore,
                     std::string &toAfter)
{
    const bool areShort = std::max(before.text.size(), after.text.size()) <= ShortValueChars;
    if (!areShort && before.isString && after.isString) {
        std::tie(toBefore, toAfter) = shortTexts(before.text, after.text);
        return;
    }
    putShortValue(before, toBefore);
    putShortValue(after, toAfter);
}

std::pair<std::string, std::string> shortLists(const dom::array &before, const dom::array &after)
{
    auto texts = std::pair(listText(before), listText(after));
    if (std::max(texts.first.size(), texts.second.size()) > ShortValueChars)
        texts = {std::to_string(before.size()), std::to_string(after.size())};
    return texts;
}

std::string shortKeys(const std::vector<std::string_view> &keys)
{
    std::string text = "[";
    for (const std::string_view key : keys) {
        if (text.size() > 1)
            text += ',';
        text += key.substr(0, ShortValueChars * 4);
        if (text.size() > ShortValueChars * 4)
            break;
    }
    return cut(text + ']');
}

} // namespace wk
