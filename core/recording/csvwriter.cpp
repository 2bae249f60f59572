// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/csvwriter.h"

#include <algorithm>
#include <array>

namespace wk {

namespace {

/// Blanks that spreadsheets skip before they look for a formula: space, vertical tab, form feed, no-break and
/// ideographic space, Unicode's spaces of all widths, down to none, and its byte order mark.
constexpr std::array<std::string_view, 18> Blanks{" ",      "\v",     "\f",     "\u00a0", "\u2000", "\u2001",
                                                  "\u2002", "\u2003", "\u2004", "\u2005", "\u2006", "\u2007",
                                                  "\u2008", "\u2009", "\u200a", "\u200b", "\u3000", "\ufeff"};
/// Source: OWASP ASVS 1.2.10 and CWE-1236; the last four are ＝ ＋ － ＠.
constexpr std::array<std::string_view, 11> FormulaStarts{"=",  "+",      "-",      "@",      "\t",    "\r",
                                                         "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"};

template <std::size_t N>
std::string_view startingWith(std::string_view text, const std::array<std::string_view, N> &starts)
{
    const auto found =
        std::find_if(starts.begin(), starts.end(), [text](std::string_view start) { return text.starts_with(start); });
    return found == starts.end() ? std::string_view() : *found;
}

bool takeDigits(std::string_view &text)
{
    const std::size_t count = std::min(text.find_first_not_of("0123456789"), text.size());
    text.remove_prefix(count);
    return count > 0;
}

bool takeOneOf(std::string_view &text, std::string_view signs)
{
    const bool isThere = !text.empty() && signs.find(text.front()) != std::string_view::npos;
    text.remove_prefix(isThere ? 1 : 0);
    return isThere;
}

/// "-10", "+3.5e2": nothing in it is computed. All that is not surely one is none: "-2+3" is a formula.
bool isNumber(std::string_view text)
{
    takeOneOf(text, "+-");
    if (!takeDigits(text) || (takeOneOf(text, ".") && !takeDigits(text)))
        return false;
    if (takeOneOf(text, "eE")) {
        takeOneOf(text, "+-");
        if (!takeDigits(text))
            return false;
    }
    return text.empty();
}

bool looksLikeFormula(std::string_view text)
{
    if (isNumber(text))
        return false;
    for (std::string_view blank = startingWith(text, Blanks); !blank.empty(); blank = startingWith(text, Blanks))
        text.remove_prefix(blank.size());
    return text.starts_with('\0') || !startingWith(text, FormulaStarts).empty();
}

} // namespace

std::string csvCell(std::string_view text)
{
    std::string cell = looksLikeFormula(text) ? "'" : "";
    cell += text;
    const bool plain =
        cell.find_first_of(",\"\r\n") == std::string::npos && !cell.starts_with(' ') && !cell.ends_with(' ');
    if (plain)
        return cell;
    std::string quoted = "\"";
    for (const char c : cell) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

std::string csvRecord(const std::vector<std::string> &cells)
{
    std::string record;
    for (const std::string &cell : cells) {
        if (&cell != &cells.front())
            record += ',';
        record += csvCell(cell);
    }
    return record + "\r\n";
}

} // namespace wk
