// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablevalue.h"

#include <charconv>
#include <optional>
#include <utility>

namespace wk {

namespace {

struct Unit {
    std::string_view suffix;
    double factor;
};

constexpr Unit quantityUnits[] = {
    {"n", 1e-9},
    {"u", 1e-6},
    {"m", 1e-3},
    {"k", 1e3},
    {"M", 1e6},
    {"G", 1e9},
    {"T", 1e12},
    {"P", 1e15},
    {"E", 1e18},
    {"Ki", 1024.0},
    {"Mi", 1048576.0},
    {"Gi", 1073741824.0},
    {"Ti", 1099511627776.0},
    {"Pi", 1125899906842624.0},
    {"Ei", 1152921504606846976.0},
    {"%", 1},
};

constexpr Unit ageUnits[] = {
    {"y", 365 * 86400.0}, {"d", 86400}, {"h", 3600}, {"ms", 1e-3}, {"m", 60}, {"s", 1},
};

/// A number at the front of `text`, which is then cut off it.
std::optional<double> takeNumber(std::string_view &text)
{
    // from_chars() would take "inf" and "nan" as well.
    const std::size_t digit = text.starts_with('-') ? 1 : 0;
    if (text.size() <= digit || text[digit] < '0' || text[digit] > '9')
        return {};
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
    if (error != std::errc())
        return {};
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take(std::string_view &text, std::string_view what)
{
    if (!text.starts_with(what))
        return false;
    text.remove_prefix(what.size());
    return true;
}

/// "3d4h", "5m", "90s": in seconds.
std::optional<double> age(std::string_view text)
{
    double seconds = 0;
    do {
        const auto number = takeNumber(text);
        if (!number)
            return {};
        bool known = false;
        for (const Unit &unit : ageUnits) {
            if (take(text, unit.suffix)) {
                seconds += *number * unit.factor;
                known = true;
                break;
            }
        }
        if (!known)
            return {};
    } while (!text.empty());
    return seconds;
}

/// "12", "250m", "1.5Gi", "80%".
std::optional<double> quantity(std::string_view text)
{
    const auto number = takeNumber(text);
    if (!number || text.empty())
        return number;
    for (const Unit &unit : quantityUnits) {
        if (text == unit.suffix)
            return *number * unit.factor;
    }
    return {};
}

/// "1/2".
std::optional<TableValue> ratio(std::string_view text)
{
    const auto part = takeNumber(text);
    if (!part || !take(text, "/"))
        return {};
    const auto whole = takeNumber(text);
    if (!whole || !text.empty())
        return {};
    return TableValue::number(*part, *whole);
}

/// "7 (5m ago)".
std::optional<TableValue> countAndAgo(std::string_view text)
{
    const auto count = takeNumber(text);
    if (!count || !take(text, " (") || !text.ends_with(" ago)"))
        return {};
    text.remove_suffix(std::string_view(" ago)").size());
    const auto ago = age(text);
    if (!ago)
        return {};
    return TableValue::number(*count, *ago);
}

TableValue textValue(std::string_view text, bool asAge)
{
    if (saysNothing(text) || text == "<unknown>" || text == "<invalid>")
        return {};
    if (asAge) {
        const auto seconds = age(text);
        return seconds ? TableValue::number(*seconds) : TableValue::word(text);
    }
    if (const auto number = quantity(text))
        return TableValue::number(*number);
    if (const auto value = ratio(text))
        return *value;
    if (const auto value = countAndAgo(text))
        return *value;
    return TableValue::word(text);
}

int sign(double a, double b)
{
    return a < b ? -1 : a > b ? 1 : 0;
}

} // namespace

TableValue TableValue::word(std::string_view text)
{
    return text.empty() ? TableValue() : TableValue{Rank::Text, 0, 0, text};
}

int compareValues(const TableValue &a, const TableValue &b)
{
    if (a.rank != b.rank)
        return a.rank < b.rank ? -1 : 1;
    if (const int first = sign(a.first, b.first))
        return first;
    if (const int second = sign(a.second, b.second))
        return second;
    return a.text.compare(b.text);
}

TableValue cellValue(const Cell &cell, bool asAge)
{
    struct Read {
        bool asAge;
        TableValue operator()(std::monostate) const { return {}; }
        TableValue operator()(bool value) const { return TableValue::number(value ? 1 : 0); }
        TableValue operator()(std::int64_t value) const { return TableValue::number(static_cast<double>(value)); }
        TableValue operator()(double value) const { return TableValue::number(value); }
        TableValue operator()(const std::string &value) const { return textValue(value, asAge); }
    };
    return std::visit(Read{asAge}, cell);
}

std::string_view withoutAgo(std::string_view text)
{
    return countAndAgo(text) ? text.substr(0, text.find(' ')) : text;
}

bool saysNothing(std::string_view text)
{
    return text.empty() || text == "<none>" || text == "<unset>";
}

} // namespace wk
