// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/codepoint.h"

#include <QChar>

namespace wk {

namespace {

bool continuesCodePoint(std::string_view text, std::size_t at)
{
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80;
}

/// Format characters that are drawn: signs of Arabic, Syriac and Kaithi that stand before a number or word.
bool isVisibleFormat(char32_t c)
{
    return (c >= 0x0600 && c <= 0x0605) || c == 0x06dd || c == 0x070f || c == 0x0890 || c == 0x0891 || c == 0x08e2 ||
           c == 0x110bd || c == 0x110cd;
}

/// Letters and marks by category that nevertheless draw nothing: the grapheme joiner and the fillers of Hangul.
bool isInvisibleLetter(char32_t c)
{
    return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0;
}

} // namespace

CodePoint firstCodePoint(std::string_view text)
{
    const auto lead = static_cast<unsigned char>(text.front());
    if (lead < 0x80)
        return {lead, 1, false};
    const std::size_t length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    constexpr char32_t Least[] = {0, 0, 0x80, 0x800, 0x10000};
    if (lead < 0xc2 || lead > 0xf4)
        return {lead, 1, true};
    char32_t value = lead & (0x7fu >> length);
    for (std::size_t i = 1; i < length; ++i) {
        if (!continuesCodePoint(text, i))
            return {lead, 1, true};
        value = value << 6 | (static_cast<unsigned char>(text[i]) & 0x3f);
    }
    if (value < Least[length] || value > 0x10ffff)
        return {lead, 1, true};
    return {value, length, false};
}

bool isUnseen(char32_t c)
{
    if (c < 0x7f)
        return c < 0x20;
    if (isInvisibleLetter(c))
        return true;
    switch (QChar::category(c)) {
    case QChar::Other_Format: return !isVisibleFormat(c);
    case QChar::Other_Control:
    case QChar::Separator_Line:
    case QChar::Separator_Paragraph: return true;
    default: return false;
    }
}

} // namespace wk
