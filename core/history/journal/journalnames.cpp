// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalnames.h"

#include <QtGlobal>

#include <algorithm>
#include <charconv>
#include <cstdio>

namespace wk {

namespace {

constexpr std::string_view SetPattern = "########T######Z-xxxxxx";
constexpr std::string_view NumberPattern = ".######";
constexpr std::string_view TemporaryPattern = ".??????"; ///< of mkostemp(3)

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// '#' is a digit, 'x' a lower hexadecimal one, '?' a letter or digit, anything else itself.
bool isLike(std::string_view text, std::string_view pattern)
{
    return std::ranges::equal(text, pattern, [](char c, char like) {
        switch (like) {
        case '#': return isDigit(c);
        case 'x': return isDigit(c) || (c >= 'a' && c <= 'f');
        case '?': return isDigit(c) || isLetter(c);
        default: return c == like;
        }
    });
}

/// "20261128T204500Z…" as it is written elsewhere.
std::optional<WallTime> beginningOf(std::string_view set)
{
    std::string time(set.substr(0, 16));
    for (const std::size_t at : {std::size_t(4), std::size_t(7)})
        time.insert(at, 1, '-');
    for (const std::size_t at : {std::size_t(13), std::size_t(16)})
        time.insert(at, 1, ':');
    return parseTime(time);
}

std::string digits(const char *format, std::uint32_t number)
{
    char text[16];
    std::snprintf(text, sizeof text, format, number);
    return text;
}

/// "", ".lock", ".000001.wklog", …: what follows the name of a set.
std::optional<JournalFileName> parseSuffix(const JournalSetName &set, std::string_view suffix)
{
    using Kind = JournalFileName::Kind;
    if (suffix == ".lock")
        return JournalFileName{set, Kind::Lock};
    if (suffix == ".base")
        return JournalFileName{set, Kind::Base};
    if (!isLike(suffix.substr(0, NumberPattern.size()), NumberPattern))
        return {};
    std::uint32_t number = 0;
    std::from_chars(suffix.data() + 1, suffix.data() + NumberPattern.size(), number);
    suffix.remove_prefix(NumberPattern.size());
    if (suffix == ".wklog")
        return JournalFileName{set, Kind::Segment, number};
    if (suffix == ".tail")
        return JournalFileName{set, Kind::Tail, number};
    return {};
}

} // namespace

JournalSetName JournalSetName::begunAt(WallTime now, std::uint32_t random)
{
    std::string time = formatTime(now);
    std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
    JournalSetName name(time + '-' + digits("%06x", random & 0xFFFFFF));
    Q_ASSERT(parse(name.text())); // no clock says a year that has five digits
    return name;
}

std::optional<JournalSetName> JournalSetName::parse(std::string_view text)
{
    return isLike(text, SetPattern) && beginningOf(text) ? std::optional(JournalSetName(std::string(text)))
                                                         : std::nullopt;
}

WallTime JournalSetName::begun() const
{
    return beginningOf(m_text).value_or(WallTime());
}

std::string JournalSetName::segment(std::uint32_t number) const
{
    return m_text + digits(".%06u", number) + ".wklog";
}

std::string JournalSetName::tail(std::uint32_t number) const
{
    return m_text + digits(".%06u", number) + ".tail";
}

std::optional<JournalFileName> JournalFileName::parse(std::string_view name)
{
    const auto set = JournalSetName::parse(name.substr(0, SetPattern.size()));
    if (!set)
        return {};
    const std::string_view suffix = name.substr(SetPattern.size());
    if (auto file = parseSuffix(*set, suffix))
        return file;
    if (suffix.size() <= TemporaryPattern.size())
        return {};
    const std::string_view final = suffix.substr(0, suffix.size() - TemporaryPattern.size());
    if (!parseSuffix(*set, final) || !isTemporaryNameOf(suffix, final))
        return {};
    return JournalFileName{*set, Kind::Temporary};
}

bool isTemporaryNameOf(std::string_view name, std::string_view final)
{
    return name.starts_with(final) && isLike(name.substr(final.size()), TemporaryPattern);
}

} // namespace wk
