// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/scalartext.h"

#include <array>
#include <charconv>
#include <cmath>

namespace wk::json {

namespace {

constexpr char Hex[] = "0123456789abcdef";

/// A double as its shortest digits: 0.d1d2d3… times ten to the `point`.
struct Decimal {
    bool negative = false;
    std::array<char, 20> digits{};
    int count = 0;
    int point = 0;
};

Decimal shortest(double value)
{
    Decimal decimal;
    decimal.negative = std::signbit(value);
    std::array<char, 40> text{};
    const auto end =
        std::to_chars(text.data(), text.data() + text.size(), std::fabs(value), std::chars_format::scientific).ptr;
    const char *at = text.data();
    for (; at != end && *at != 'e'; ++at) {
        if (*at != '.')
            decimal.digits[decimal.count++] = *at;
    }
    int exponent = 0;
    if (at != end)
        std::from_chars(at + (at[1] == '+' ? 2 : 1), end, exponent);
    decimal.point = exponent + 1;
    return decimal;
}

void appendFixed(std::string &out, const Decimal &decimal)
{
    const std::string_view digits(decimal.digits.data(), decimal.count);
    if (decimal.point <= 0) {
        out += "0.";
        out.append(-decimal.point, '0');
        out += digits;
    } else if (decimal.point >= decimal.count) {
        out += digits;
        out.append(decimal.point - decimal.count, '0');
    } else {
        out += digits.substr(0, decimal.point);
        out += '.';
        out += digits.substr(decimal.point);
    }
}

void appendScientific(std::string &out, const Decimal &decimal, int exponentDigits)
{
    const std::string_view digits(decimal.digits.data(), decimal.count);
    out += digits.front();
    if (digits.size() > 1) {
        out += '.';
        out += digits.substr(1);
    }
    const int exponent = decimal.point - 1;
    out += exponent < 0 ? "e-" : "e+";
    const std::string text = std::to_string(std::abs(exponent));
    if (static_cast<int>(text.size()) < exponentDigits)
        out.append(exponentDigits - text.size(), '0');
    out += text;
}

/// True for U+2028 and U+2029, whose UTF-8 is E2 80 A8 and E2 80 A9.
bool isLineSeparator(std::string_view text, std::size_t at)
{
    return text.size() - at >= 3 && text[at] == '\xE2' && text[at + 1] == '\x80' &&
           (text[at + 2] == '\xA8' || text[at + 2] == '\xA9');
}

void appendEscape(std::string &out, char c)
{
    switch (c) {
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    default: break;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += "\\u00";
    out += Hex[byte >> 4];
    out += Hex[byte & 15];
}

/// Which bytes end a run that can be copied: control characters, quote, backslash, <, >, &, and the lead of U+2028.
constexpr std::array<bool, 256> needsLook = [] {
    std::array<bool, 256> table{};
    for (int c = 0; c < 0x20; ++c)
        table[c] = true;
    for (const unsigned char c : {'"', '\\', '<', '>', '&'})
        table[c] = true;
    table[0xE2] = true;
    return table;
}();

} // namespace

void appendEscaped(std::string &out, std::string_view text)
{
    std::size_t done = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!needsLook[static_cast<unsigned char>(text[i])])
            continue;
        const bool separator = isLineSeparator(text, i);
        if (text[i] == '\xE2' && !separator)
            continue;
        out += text.substr(done, i - done);
        if (separator) {
            out += text[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
            i += 2;
        } else {
            appendEscape(out, text[i]);
        }
        done = i + 1;
    }
    out += text.substr(done);
}

void appendNumber(std::string &out, double value)
{
    const Decimal decimal = shortest(value);
    if (decimal.negative)
        out += '-';
    const double size = std::fabs(value);
    if (size != 0 && (size < 1e-6 || size >= 1e21))
        appendScientific(out, decimal, 1);
    else
        appendFixed(out, decimal);
}

void appendYamlNumber(std::string &out, double value)
{
    const double size = std::fabs(value);
    if (size == 0)
        out += '0';
    else if (size < 1e21 && std::trunc(value) == value)
        appendNumber(out, value);
    else
        appendGoNumber(out, value);
}

void appendGoNumber(std::string &out, double value)
{
    const Decimal decimal = shortest(value);
    if (decimal.negative)
        out += '-';
    if (value == 0 || (decimal.point >= -3 && decimal.point <= 6))
        appendFixed(out, decimal);
    else
        appendScientific(out, decimal, 2);
}

} // namespace wk::json
