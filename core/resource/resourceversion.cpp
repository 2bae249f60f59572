// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/resourceversion.h"

#include <algorithm>
#include <charconv>

namespace wk {

namespace {

/// What certainly fits into 64 bits, of which a number may have 63.
constexpr std::size_t MostDigits = 19;

bool isNumber(std::string_view text)
{
    return !text.empty() && text.front() != '0' &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace

ResourceVersion::ResourceVersion(std::string_view text)
{
    std::uint64_t number = 0;
    if (text.size() <= MostDigits && isNumber(text))
        std::from_chars(text.data(), text.data() + text.size(), number);
    const bool fits = number > 0 && number <= NumberOrText::MostNumber;
    m_said = fits ? NumberOrText(number) : NumberOrText(Text(text));
}

bool ResourceVersion::isComparable() const
{
    return m_said.number() || isNumber(m_said.text());
}

std::optional<std::strong_ordering> compare(const ResourceVersion &a, const ResourceVersion &b)
{
    if (!a.isComparable() || !b.isComparable())
        return {};
    if (a.number() && b.number())
        return a.number() <=> b.number();
    // A number that is held as a text is greater than any that is not, which has no text.
    const Text text = a.m_said.text();
    const Text other = b.m_said.text();
    return text.size() != other.size() ? text.size() <=> other.size() : text <=> other;
}

bool isNotNewer(const ResourceVersion &a, const ResourceVersion &b)
{
    const auto order = compare(a, b);
    return order && *order <= 0;
}

} // namespace wk
