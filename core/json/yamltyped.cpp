// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/yamlscalar.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <string>

namespace wk::yaml {

namespace {

constexpr std::array<std::string_view, 39> Words{
    "",    "~",    "null", "Null", "NULL", "y",    "Y",    "yes",   "Yes",   "YES",   "true",  "True",  "TRUE",
    "on",  "On",   "ON",   "n",    "N",    "no",   "No",   "NO",    "false", "False", "FALSE", "off",   "Off",
    "OFF", ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf", "-.Inf", "-.INF"};

constexpr std::size_t LongestWord = 5;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Takes what `digits` hold from the front of `text`; how many there were.
std::size_t skip(std::string_view &text, std::string_view digits)
{
    const std::size_t end = std::min(text.find_first_not_of(digits), text.size());
    text.remove_prefix(end);
    return end;
}

bool skipSign(std::string_view &text)
{
    if (text.empty() || (text.front() != '+' && text.front() != '-'))
        return false;
    text.remove_prefix(1);
    return true;
}

/// A number in base 2, 8, 10 or 16 by its prefix, as Go's ParseInt with base 0 reads it.
bool isInteger(std::string_view text)
{
    skipSign(text);
    if (text.empty())
        return false;
    std::string_view digits = "0123456789";
    if (text.front() == '0' && text.size() > 1) {
        const char base = static_cast<char>(text[1] | 0x20);
        digits = base == 'x' ? "0123456789abcdefABCDEF" : base == 'b' ? "01" : "01234567";
        text.remove_prefix(base == 'x' || base == 'b' || base == 'o' ? 2 : 1);
    }
    return skip(text, digits) > 0 && text.empty();
}

/// After from_chars() has said "out of range": true when the number is too small rather than too large.
bool isTiny(std::string_view number)
{
    const std::size_t exponent = number.find_first_of("eE");
    if (exponent != std::string_view::npos)
        return number.find('-', exponent) != std::string_view::npos;
    skipSign(number);
    return number.starts_with('0') || number.starts_with('.');
}

/// ^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$, and not beyond a double's largest.
bool isFloat(std::string_view text)
{
    std::string_view rest = text;
    skipSign(rest);
    std::size_t digits = skip(rest, "0123456789");
    if (rest.starts_with('.')) {
        rest.remove_prefix(1);
        digits += skip(rest, "0123456789");
    }
    if (digits == 0)
        return false;
    if (!rest.empty() && (rest.front() | 0x20) == 'e') {
        rest.remove_prefix(1);
        skipSign(rest);
        if (skip(rest, "0123456789") == 0)
            return false;
    }
    if (!rest.empty())
        return false;
    double value = 0;
    const char *begin = text.data() + (text.front() == '+' ? 1 : 0);
    return std::from_chars(begin, text.data() + text.size(), value).ec == std::errc() || isTiny(text);
}

/// [-+]?[0-9][0-9_]*(:[0-5]?[0-9])+(\.[0-9_]*)?: base 60, which YAML 1.1 has and 1.2 has not.
bool isSexagesimal(std::string_view text)
{
    skipSign(text);
    if (text.empty() || !isDigit(text.front()))
        return false;
    skip(text, "0123456789_");
    int parts = 0;
    for (; text.starts_with(':'); ++parts) {
        text.remove_prefix(1);
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        if (digits == 0 || digits > 2 || (digits == 2 && text.front() > '5'))
            return false;
        text.remove_prefix(digits);
    }
    if (parts == 0)
        return false;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        skip(text, "0123456789_");
    }
    return text.empty();
}

/// One or two digits whose value lies between the bounds.
int takeNumber(std::string_view &text, int low, int high)
{
    std::size_t count = 0;
    int value = 0;
    for (; count < 2 && count < text.size() && isDigit(text[count]); ++count)
        value = value * 10 + (text[count] - '0');
    text.remove_prefix(count);
    return count > 0 && value >= low && value <= high ? value : -1;
}

bool take(std::string_view &text, char c)
{
    if (!text.starts_with(c))
        return false;
    text.remove_prefix(1);
    return true;
}

bool takeDate(std::string_view &text)
{
    if (text.size() < 5 || !std::all_of(text.begin(), text.begin() + 4, isDigit) || text[4] != '-')
        return false;
    const int year = (text[0] - '0') * 1000 + (text[1] - '0') * 100 + (text[2] - '0') * 10 + (text[3] - '0');
    text.remove_prefix(5);
    const int month = takeNumber(text, 1, 12);
    if (month < 0 || !take(text, '-'))
        return false;
    constexpr std::array<int, 12> Days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    const int days = Days[month - 1] + (month == 2 && leap ? 1 : 0);
    return takeNumber(text, 1, days) > 0;
}

bool takeClock(std::string_view &text)
{
    if (takeNumber(text, 0, 23) < 0 || !take(text, ':') || takeNumber(text, 0, 59) < 0 || !take(text, ':') ||
        takeNumber(text, 0, 59) < 0)
        return false;
    if (text.size() > 1 && (text.front() == '.' || text.front() == ',') && isDigit(text[1])) {
        text.remove_prefix(1);
        skip(text, "0123456789");
    }
    return true;
}

bool takeZone(std::string_view &text)
{
    if (take(text, 'Z'))
        return true;
    if (text.size() < 6 || !skipSign(text))
        return false;
    return isDigit(text[1]) && takeNumber(text, 0, 24) >= 0 && take(text, ':') && text.size() > 1 && isDigit(text[1]) &&
           takeNumber(text, 0, 60) >= 0;
}

/// The four forms that goyaml.v2 reads as a time: resolve.go, allowedTimestampFormats.
bool isTime(std::string_view text)
{
    if (!takeDate(text))
        return false;
    if (text.empty())
        return true;
    const bool spaced = text.front() == ' ';
    if (!take(text, 'T') && !take(text, 't') && !take(text, ' '))
        return false;
    return takeClock(text) && (spaced || takeZone(text)) && text.empty();
}

std::string withoutUnderscores(std::string_view text)
{
    std::string plain;
    std::copy_if(text.begin(), text.end(), std::back_inserter(plain), [](char c) { return c != '_'; });
    return plain;
}

/// True when each underscore stands between two digits, as Go's ParseFloat wants it.
bool separatesDigits(std::string_view text)
{
    for (std::size_t i = text.find('_'); i != std::string_view::npos; i = text.find('_', i + 1)) {
        if (i == 0 || i + 1 == text.size() || !isDigit(text[i - 1]) || !isDigit(text[i + 1]))
            return false;
    }
    return true;
}

} // namespace

bool looksTyped(std::string_view text)
{
    if (text.size() <= LongestWord && std::find(Words.begin(), Words.end(), text) != Words.end())
        return true;
    const char first = text.front();
    if (first == '.')
        return separatesDigits(text) && isFloat(withoutUnderscores(text));
    if (!isDigit(first) && first != '+' && first != '-')
        return false;
    if (isTime(text) || isSexagesimal(text))
        return true;
    const std::string plain = withoutUnderscores(text);
    return isInteger(plain) || isFloat(plain);
}

} // namespace wk::yaml
