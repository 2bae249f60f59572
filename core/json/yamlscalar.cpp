// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/yamlscalar.h"

#include "core/base/codepoint.h"

namespace wk::yaml {

namespace {

/// What the characters of a text allow. The names are those of libyaml's emitter, whose analysis this is.
struct Traits {
    bool indicator = false; ///< begins with, or holds, what has a meaning in a block
    bool special = false;   ///< a character that needs an escape, or a blank before a break
    bool lineBreak = false;
    bool edgeBlank = false; ///< begins or ends with a blank or a break
    bool trailingBlank = false;
};

bool isAscii(char c)
{
    return static_cast<unsigned char>(c) < 0x80;
}

/// What needs no quotes because of what it is; of breaks, \n.
bool isOrdinary(std::string_view text, std::size_t at)
{
    const char c = text[at];
    return isAscii(c) ? c == '\n' || (c >= 0x20 && c <= 0x7E) : standsForItself(firstCodePoint(text.substr(at)).value);
}

bool isIndicatorAtStart(char c, bool blankFollows)
{
    constexpr std::string_view Always = "#,[]{}&*!|>'\"%@`";
    constexpr std::string_view BeforeBlank = "?:-";
    return Always.find(c) != std::string_view::npos || (blankFollows && BeforeBlank.find(c) != std::string_view::npos);
}

bool isIndicatorInside(char c, char before, bool blankFollows)
{
    return (c == ':' && blankFollows) || (c == '#' && (before == ' ' || before == '\n'));
}

Traits traitsOf(std::string_view text)
{
    Traits traits;
    traits.indicator = text.starts_with("---") || text.starts_with("...");
    char before = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (!isAscii(c) && (c & 0xC0) == 0x80)
            continue;
        const bool last = i + 1 == text.size();
        const bool blankFollows = last || text[i + 1] == ' ' || text[i + 1] == '\n';
        traits.indicator |= i == 0 ? isIndicatorAtStart(c, blankFollows) : isIndicatorInside(c, before, blankFollows);
        traits.special |= !isOrdinary(text, i) || (c == '\n' && before == ' ');
        traits.lineBreak |= c == '\n';
        traits.trailingBlank |= c == ' ' && last;
        traits.edgeBlank |= (c == ' ' || c == '\n') && (i == 0 || last);
        before = c;
    }
    return traits;
}

} // namespace

ScalarStyle styleOf(std::string_view text)
{
    if (text.empty())
        return ScalarStyle::DoubleQuoted;
    const Traits traits = traitsOf(text);
    if (traits.lineBreak)
        return traits.special || traits.trailingBlank ? ScalarStyle::DoubleQuoted : ScalarStyle::Literal;
    if (traits.special || looksTyped(text))
        return ScalarStyle::DoubleQuoted;
    return traits.indicator || traits.edgeBlank ? ScalarStyle::SingleQuoted : ScalarStyle::Plain;
}

bool standsForItself(char32_t c)
{
    if (c < 0xA0)
        return c >= 0x20 && c <= 0x7E && c != U'"' && c != U'\\';
    return c <= 0xFFFD && !isUnseen(c);
}

} // namespace wk::yaml
