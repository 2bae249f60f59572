// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filtervalue.h"

#include "core/base/qtversions.h"
#include "core/base/quantity.h"

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

constexpr double Second = 1e6; ///< in microseconds
constexpr std::size_t MostFraction = 6;

std::optional<FilterNumber> readBytes(std::string_view text)
{
    if (text.ends_with('B'))
        text.remove_suffix(1);
    std::string_view unit = text;
    const auto number = takeNumber(unit);
    const auto bytes = unit == "K" && number ? std::optional(*number * 1000) : readQuantity(text);
    return bytes && unit != "m" && unit != "%" ? std::optional(FilterNumber{*bytes, 0}) : std::nullopt;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// The number of so many digits at the front, which are then cut off; -1 when there are none such.
int takeDigits(std::string_view &text, std::size_t count)
{
    if (text.size() < count || !std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(count), isDigit))
        return -1;
    int number = 0;
    for (const char c : text.substr(0, count))
        number = number * 10 + (c - '0');
    text.remove_prefix(count);
    return number;
}

/// Digits behind a sign that comes first.
int takeAfter(char sign, std::string_view &text, std::size_t count)
{
    if (!text.starts_with(sign))
        return -1;
    text.remove_prefix(1);
    return takeDigits(text, count);
}

struct Clock {
    int hour = 0;
    int minute = 0;
    int second = 0;
    double micros = 0;
    double unit = 86400 * Second;
};

/// "T10:41", "T10:41:07", "T10:41:07.123"; nothing is the whole day.
std::optional<Clock> readClock(std::string_view text)
{
    Clock clock;
    if (text.empty())
        return clock;
    clock.hour = takeAfter('T', text, 2);
    clock.minute = takeAfter(':', text, 2);
    clock.unit = 60 * Second;
    if (!text.empty()) {
        clock.second = takeAfter(':', text, 2);
        clock.unit = Second;
    }
    if (!text.empty()) {
        const std::size_t digits = text.size() - 1;
        const int fraction = digits > MostFraction ? -1 : takeAfter('.', text, digits);
        if (fraction < 0 || digits == 0)
            return {};
        clock.unit = Second / std::pow(10.0, static_cast<double>(digits));
        clock.micros = fraction * clock.unit;
    }
    const bool isTime = text.empty() && QTime::isValid(clock.hour, clock.minute, clock.second);
    return isTime ? std::optional(clock) : std::nullopt;
}

std::optional<FilterNumber> readTime(std::string_view text)
{
    const bool isUtc = text.ends_with('Z');
    if (isUtc)
        text.remove_suffix(1);
    const int year = takeDigits(text, 4);
    const int month = takeAfter('-', text, 2);
    const int day = takeAfter('-', text, 2);
    const auto clock = readClock(text);
    if (!clock || !QDate::isValid(year, month, day))
        return {};
    const QDate date(year, month, day);
    const QTime timeOfDay(clock->hour, clock->minute, clock->second);
    const QDateTime time = isUtc ? utcTime(date, timeOfDay) : QDateTime(date, timeOfDay);
    return FilterNumber{static_cast<double>(time.toMSecsSinceEpoch()) * 1000 + clock->micros, clock->unit};
}

} // namespace

FilterRank rankOf(FilterField field)
{
    switch (field) {
    case FilterField::Version:
    case FilterField::Ready:
    case FilterField::Restarts:
    case FilterField::Count:
    case FilterField::Changes:
    case FilterField::Column: return FilterRank::Cell;
    case FilterField::Size: return FilterRank::Bytes;
    case FilterField::Age: return FilterRank::Duration;
    case FilterField::Time: return FilterRank::Time;
    case FilterField::Type:
    case FilterField::Cluster:
    case FilterField::Kind:
    case FilterField::Namespace:
    case FilterField::Name:
    case FilterField::Uid:
    case FilterField::Manager:
    case FilterField::Class:
    case FilterField::Changed:
    case FilterField::Phase:
    case FilterField::Reason:
    case FilterField::Message:
    case FilterField::Node:
    case FilterField::Owner:
    case FilterField::Label:
    case FilterField::Text: return FilterRank::Text;
    }
    return FilterRank::Text;
}

std::optional<FilterNumber> readFilterNumber(FilterRank rank, std::string_view text)
{
    switch (rank) {
    case FilterRank::Bytes: return readBytes(text);
    case FilterRank::Time: return readTime(text);
    case FilterRank::Duration:
        if (const auto seconds = readDuration(text))
            return FilterNumber{*seconds, lastUnit(text)};
        return {};
    case FilterRank::Text:
    case FilterRank::Cell: return {};
    }
    return {};
}

CellNumbers readCellNumbers(std::string_view text)
{
    text = text.substr(0, std::min(text.find(" ("), text.find('/')));
    return {readQuantity(text), readDuration(text)};
}

std::optional<int> compareCells(const CellNumbers &a, const CellNumbers &b)
{
    const bool areQuantities = a.quantity && b.quantity;
    if (!areQuantities && !(a.duration && b.duration))
        return {};
    const double x = areQuantities ? *a.quantity : *a.duration;
    const double y = areQuantities ? *b.quantity : *b.duration;
    return x < y ? -1 : x > y ? 1 : 0;
}

} // namespace wk
