// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/resourceversion.h"

#include <algorithm>
#include <charconv>

namespace wk {

namespace {

/// What certainly fits into 64 bits.
constexpr std::size_t MostDigits = 19;

bool isNumber(std::string_view text)
{
    return !text.empty() && text.front() != '0' &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

ResourceVersion::ResourceVersion(std::string_view text)
{
    if (text.size() <= MostDigits && isNumber(text))
        std::from_chars(text.data(), text.data() + text.size(), m_number);
    else
        m_other = text;
}

bool ResourceVersion::isComparable() const
{
    return m_number || isNumber(m_other);
}

std::optional<std::strong_ordering> compare(const ResourceVersion &a, const ResourceVersion &b)
{
    if (!a.isComparable() || !b.isComparable())
        return {};
    // A number that is held as a text has more digits than any that is not.
    if (a.m_number && b.m_number)
        return a.m_number <=> b.m_number;
    if (a.m_other.size() != b.m_other.size())
        return a.m_other.size() <=> b.m_other.size();
    return a.m_other <=> b.m_other;
}

bool isNotNewer(const ResourceVersion &a, const ResourceVersion &b)
{
    const auto order = compare(a, b);
    return order && *order <= 0;
}

} // namespace wk
