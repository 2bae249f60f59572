// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/yamltext.h"

#include "core/base/codepoint.h"

#include <algorithm>

namespace wk::yaml {

namespace {

/// A blank beyond this column becomes a line break. Source: libyaml's best_width.
constexpr std::size_t Width = 80;

std::string_view shortEscape(char32_t c)
{
    switch (c) {
    case 0x00: return "\\0";
    case 0x07: return "\\a";
    case 0x08: return "\\b";
    case 0x09: return "\\t";
    case 0x0A: return "\\n";
    case 0x0B: return "\\v";
    case 0x0C: return "\\f";
    case 0x0D: return "\\r";
    case 0x1B: return "\\e";
    case U'"': return "\\\"";
    case U'\\': return "\\\\";
    case 0x85: return "\\N";
    case 0x2028: return "\\L";
    case 0x2029: return "\\P";
    default: return {};
    }
}

bool isBlankAt(std::string_view text, std::size_t at)
{
    return at < text.size() && text[at] == ' ';
}

} // namespace

void Text::clear()
{
    m_out.clear();
    m_lineStart = 0;
}

void Text::newLine(int indent)
{
    m_out += '\n';
    m_lineStart = m_out.size();
    m_out.append(indent, ' ');
}

/// In characters.
std::size_t Text::column() const
{
    return std::count_if(m_out.begin() + m_lineStart, m_out.end(), [](char c) { return (c & 0xC0) != 0x80; });
}

void Text::putScalar(std::string_view text, int indent, bool fold)
{
    const ScalarStyle style = styleOf(text);
    const bool foldable = fold && m_out.size() - m_lineStart + text.size() > Width;
    switch (style) {
    case ScalarStyle::Literal: return putBlock(text, indent);
    case ScalarStyle::DoubleQuoted: return putEscaped(text, indent, fold);
    case ScalarStyle::SingleQuoted:
        if (foldable || text.find('\'') != std::string_view::npos)
            return putFolded(text, fold ? indent : -1, true);
        m_out += '\'';
        m_out += text;
        m_out += '\'';
        return;
    case ScalarStyle::Plain:
        if (foldable)
            return putFolded(text, indent, false);
        m_out += text;
        return;
    }
}

/// Plain or in single quotes; `indent` below zero: never folded.
void Text::putFolded(std::string_view text, int indent, bool quoted)
{
    if (quoted)
        m_out += '\'';
    bool blanks = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool blank = text[i] == ' ';
        const bool inside = i > 0 && i + 1 < text.size();
        if (blank && indent >= 0 && !blanks && inside && !isBlankAt(text, i + 1) && column() > Width)
            newLine(indent);
        else if (quoted && text[i] == '\'')
            m_out += "''";
        else
            m_out += text[i];
        blanks = blank;
    }
    if (quoted)
        m_out += '\'';
}

void Text::putEscaped(std::string_view text, int indent, bool fold)
{
    m_out += '"';
    bool blanks = false;
    for (std::size_t i = 0; i < text.size();) {
        const CodePoint c = firstCodePoint(text.substr(i));
        const bool blank = c.value == U' ';
        if (blank && fold && !blanks && i > 0 && i + 1 < text.size() && column() > Width) {
            newLine(indent);
            if (isBlankAt(text, i + 1))
                m_out += '\\';
        } else if (standsForItself(c.value)) {
            m_out += text.substr(i, c.bytes);
        } else {
            putEscape(c.value);
        }
        blanks = blank;
        i += c.bytes;
    }
    m_out += '"';
}

void Text::putEscape(char32_t c)
{
    constexpr char Hex[] = "0123456789ABCDEF";
    const std::string_view known = shortEscape(c);
    if (!known.empty()) {
        m_out += known;
        return;
    }
    const int digits = c <= 0xFF ? 2 : c <= 0xFFFF ? 4 : 8;
    m_out += digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4)
        m_out += Hex[(c >> shift) & 15];
}

/// "|", the indentation when the first line does not show it, and what becomes of the breaks at the end.
void Text::putBlock(std::string_view text, int indent)
{
    m_out += '|';
    if (text.front() == ' ' || text.front() == '\n')
        m_out += '2';
    if (!text.ends_with('\n'))
        m_out += '-';
    else if (text.size() == 1 || text[text.size() - 2] == '\n')
        m_out += '+';
    if (text.ends_with('\n'))
        text.remove_suffix(1);
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        newLine(end == at ? 0 : indent);
        m_out += text.substr(at, end - at);
        at = end + 1;
    }
}

} // namespace wk::yaml
