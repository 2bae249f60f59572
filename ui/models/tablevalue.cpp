// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablevalue.h"

#include "core/base/quantity.h"

#include <optional>

namespace wk {

namespace {

bool take(std::string_view &text, std::string_view what)
{
    if (!text.starts_with(what))
        return false;
    text.remove_prefix(what.size());
    return true;
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
    const auto ago = readDuration(text);
    if (!ago)
        return {};
    return TableValue::number(*count, *ago);
}

TableValue textValue(std::string_view text, bool asAge)
{
    if (saysNothing(text) || text == NotKnown || text == "<invalid>")
        return {};
    if (asAge) {
        const auto seconds = readDuration(text);
        return seconds ? TableValue::number(*seconds) : TableValue::word(text);
    }
    if (const auto number = readQuantity(text))
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
        TableValue operator()(std::string_view value) const { return textValue(value, asAge); }
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
