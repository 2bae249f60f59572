// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/time.h"

#include <array>
#include <charconv>

namespace wk {

namespace {

using namespace std::chrono;

/// Takes exactly `Width` digits from the front of `text`.
template <std::size_t Width>
std::optional<int> takeDigits(std::string_view &text)
{
    if (text.size() < Width)
        return {};
    int value = 0;
    bool areDigits = true;
    for (std::size_t i = 0; i < Width; ++i) {
        const int digit = text[i] - '0';
        areDigits = areDigits && unsigned(digit) <= 9;
        value = value * 10 + digit;
    }
    if (!areDigits)
        return {};
    text.remove_prefix(Width);
    return value;
}

bool takeChar(std::string_view &text, char c)
{
    if (text.empty() || text.front() != c)
        return false;
    text.remove_prefix(1);
    return true;
}

std::optional<microseconds> takeFraction(std::string_view &text)
{
    if (!takeChar(text, '.'))
        return microseconds(0);
    int micros = 0;
    size_t digits = 0;
    for (; digits < text.size() && text[digits] >= '0' && text[digits] <= '9'; ++digits) {
        if (digits < 6)
            micros = micros * 10 + (text[digits] - '0');
    }
    if (digits == 0 || digits > 9)
        return {};
    for (size_t i = digits; i < 6; ++i)
        micros *= 10;
    text.remove_prefix(digits);
    return microseconds(micros);
}

std::optional<minutes> takeOffset(std::string_view &text)
{
    if (takeChar(text, 'Z') || takeChar(text, 'z'))
        return minutes(0);
    const bool east = takeChar(text, '+');
    if (!east && !takeChar(text, '-'))
        return {};
    const auto hour = takeDigits<2>(text);
    if (!hour || !takeChar(text, ':'))
        return {};
    const auto minute = takeDigits<2>(text);
    if (!minute || *hour > 23 || *minute > 59)
        return {};
    const minutes offset = hours(*hour) + minutes(*minute);
    return east ? offset : -offset;
}

std::optional<year_month_day> takeDate(std::string_view &text)
{
    const auto y = takeDigits<4>(text);
    if (!y || !takeChar(text, '-'))
        return {};
    const auto m = takeDigits<2>(text);
    if (!m || !takeChar(text, '-'))
        return {};
    const auto d = takeDigits<2>(text);
    if (!d)
        return {};
    const year_month_day date{year(*y), month(unsigned(*m)), day(unsigned(*d))};
    if (!date.ok())
        return {};
    return date;
}

std::optional<seconds> takeTimeOfDay(std::string_view &text)
{
    const auto h = takeDigits<2>(text);
    if (!h || !takeChar(text, ':'))
        return {};
    const auto m = takeDigits<2>(text);
    if (!m || !takeChar(text, ':'))
        return {};
    const auto s = takeDigits<2>(text);
    if (!s || *h > 23 || *m > 59 || *s > 59)
        return {};
    return hours(*h) + minutes(*m) + seconds(*s);
}

/// "2026-11-21T10:20:00Z", the form of nearly all that an API server says: where each digit stands is known. Nothing
/// for any other. A pod says eight of them: in a third of the time that one takes by its parts.
std::optional<WallTime> usualTime(std::string_view text)
{
    constexpr std::string_view Form = "0000-00-00T00:00:00Z";
    if (text.size() != Form.size())
        return {};
    std::array<unsigned char, Form.size()> digits;
    bool isUsual = true;
    for (std::size_t i = 0; i < Form.size(); ++i) {
        digits[i] = static_cast<unsigned char>(text[i] - Form[i]);
        isUsual &= digits[i] <= (Form[i] == '0' ? 9 : 0);
    }
    const auto two = [&digits](std::size_t at) { return digits[at] * 10 + digits[at + 1]; };
    const year_month_day date{year(two(0) * 100 + two(2)), month(unsigned(two(5))), day(unsigned(two(8)))};
    if (!isUsual || !date.ok() || two(11) > 23 || two(14) > 59 || two(17) > 59)
        return {};
    return WallTime(sys_days(date).time_since_epoch()) + hours(two(11)) + minutes(two(14)) + seconds(two(17));
}

/// Writes the last `Width` digits of a number that is not below nought.
template <std::size_t Width>
void putDigits(char *at, unsigned value)
{
    for (std::size_t i = Width; i > 0; --i, value /= 10)
        at[i - 1] = static_cast<char>('0' + value % 10);
}

std::string formatSeconds(WallTime time)
{
    const auto day = floor<days>(time);
    const year_month_day date{day};
    const hh_mm_ss clock{floor<seconds>(time - day)};
    const int year = int(date.year());
    std::string text = "0000-00-00T00:00:00";
    putDigits<2>(&text[5], unsigned(date.month()));
    putDigits<2>(&text[8], unsigned(date.day()));
    putDigits<2>(&text[11], unsigned(clock.hours().count()));
    putDigits<2>(&text[14], unsigned(clock.minutes().count()));
    putDigits<2>(&text[17], unsigned(clock.seconds().count()));
    if (year < 0 || year > 9999)
        return std::to_string(year) + text.substr(4);
    putDigits<4>(text.data(), unsigned(year));
    return text;
}

std::string withUnit(long long value, char unit)
{
    return std::to_string(value) + unit;
}

/// "4m12s", but "4m" when the smaller part is nought.
std::string twoUnits(long long big, char bigUnit, long long small, char smallUnit)
{
    return small == 0 ? withUnit(big, bigUnit) : withUnit(big, bigUnit) + withUnit(small, smallUnit);
}

std::optional<WallTime> knownTime(WallTime time)
{
    constexpr WallTime Zero{sys_days(year(1) / 1 / 1)};
    return time == Zero ? std::nullopt : std::optional(time);
}

} // namespace

std::optional<WallTime> parseTime(std::string_view text)
{
    if (const auto usual = usualTime(text))
        return knownTime(*usual);
    const auto date = takeDate(text);
    if (!date || !(takeChar(text, 'T') || takeChar(text, 't') || takeChar(text, ' ')))
        return {};
    const auto clock = takeTimeOfDay(text);
    if (!clock)
        return {};
    const auto fraction = takeFraction(text);
    if (!fraction)
        return {};
    const auto offset = takeOffset(text);
    if (!offset || !text.empty())
        return {};
    return knownTime(WallTime(sys_days(*date).time_since_epoch()) + *clock + *fraction - *offset);
}

std::optional<WallTime> timeAt(std::int64_t wholeSeconds, std::int64_t nanosOfOne)
{
    constexpr sys_seconds First = sys_days(year(1) / January / 1);
    constexpr sys_seconds End = sys_days(year(10'000) / January / 1);
    const bool isTold = wholeSeconds >= First.time_since_epoch().count() &&
                        wholeSeconds < End.time_since_epoch().count() && nanosOfOne >= 0 && nanosOfOne < 1'000'000'000;
    if (!isTold)
        return {};
    return WallTime(seconds(wholeSeconds)) + floor<microseconds>(nanoseconds(nanosOfOne));
}

std::string formatTime(WallTime time)
{
    return formatSeconds(time) + "Z";
}

std::string formatMicroTime(WallTime time)
{
    std::string fraction = ".000000Z";
    putDigits<6>(&fraction[1], unsigned((time - floor<seconds>(time)).count()));
    return formatSeconds(time) + fraction;
}

std::string humanDuration(std::chrono::seconds age)
{
    const long long s = age.count();
    if (s < -1)
        return "<invalid>";
    if (s < 0)
        return "0s";
    if (s < 60 * 2)
        return withUnit(s, 's');
    const long long m = s / 60;
    if (m < 10)
        return twoUnits(m, 'm', s % 60, 's');
    if (m < 60 * 3)
        return withUnit(m, 'm');
    const long long h = m / 60;
    if (h < 8)
        return twoUnits(h, 'h', m % 60, 'm');
    if (h < 48)
        return withUnit(h, 'h');
    if (h < 24 * 8)
        return twoUnits(h / 24, 'd', h % 24, 'h');
    if (h < 24 * 365 * 2)
        return withUnit(h / 24, 'd');
    const long long d = h / 24;
    if (h < 24 * 365 * 8)
        return twoUnits(d / 365, 'y', d % 365, 'd');
    return withUnit(d / 365, 'y');
}

} // namespace wk
