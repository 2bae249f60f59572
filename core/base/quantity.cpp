// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/quantity.h"

#include <charconv>

namespace wk {

namespace {

struct Unit {
    std::string_view suffix;
    double factor;
};

constexpr Unit QuantityUnits[] = {
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

constexpr Unit DurationUnits[] = {
    {"y", 365 * 86400.0}, {"d", 86400}, {"h", 3600}, {"ms", 1e-3}, {"m", 60}, {"s", 1},
};

struct Duration {
    double seconds = 0;
    double last = 0;
};

std::optional<Duration> durationOf(std::string_view text)
{
    Duration read;
    do {
        const auto number = takeNumber(text);
        if (!number)
            return {};
        read.last = 0;
        for (const Unit &unit : DurationUnits) {
            if (!text.starts_with(unit.suffix))
                continue;
            text.remove_prefix(unit.suffix.size());
            read.seconds += *number * unit.factor;
            read.last = unit.factor;
            break;
        }
        if (read.last == 0)
            return {};
    } while (!text.empty());
    return read;
}

} // namespace

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

std::optional<double> readQuantity(std::string_view text)
{
    const auto number = takeNumber(text);
    if (!number || text.empty())
        return number;
    for (const Unit &unit : QuantityUnits) {
        if (text == unit.suffix)
            return *number * unit.factor;
    }
    return {};
}

std::optional<double> readDuration(std::string_view text)
{
    const auto read = durationOf(text);
    return read ? std::optional(read->seconds) : std::nullopt;
}

double lastUnit(std::string_view duration)
{
    const auto read = durationOf(duration);
    return read ? read->last : 0;
}

} // namespace wk
