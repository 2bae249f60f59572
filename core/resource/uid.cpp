// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/uid.h"

#include <QHashFunctions>

#include <array>

namespace wk {

namespace {

/// Where the hyphens of a UUID are. Source: RFC 4122, 3.
constexpr std::string_view UuidShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
constexpr std::string_view HexDigits = "0123456789abcdef";
constexpr int DigitsOfHalf = 16;

/// What the second half begins with, the variant. Source: RFC 4122, 4.1.1.
constexpr std::uint64_t Variant = std::uint64_t(1) << 63;

constexpr std::uint8_t NoDigit = 0xff;

constexpr std::array<std::uint8_t, 256> digitValues()
{
    std::array<std::uint8_t, 256> values{};
    values.fill(NoDigit);
    for (std::size_t i = 0; i < HexDigits.size(); ++i)
        values[static_cast<unsigned char>(HexDigits[i])] = static_cast<std::uint8_t>(i);
    return values;
}

/// Puts a group's digits behind those of a half; false where it has others than small hexadecimal ones.
bool append(std::uint64_t &half, std::string_view group)
{
    static constexpr std::array<std::uint8_t, 256> Values = digitValues();
    unsigned all = 0;
    for (const char c : group) {
        const unsigned value = Values[static_cast<unsigned char>(c)];
        all |= value;
        half = half << 4 | (value & 0xf);
    }
    return all < HexDigits.size();
}

bool isHyphenated(std::string_view text)
{
    return text.size() == UuidShape.size() && text[8] == '-' && text[13] == '-' && text[18] == '-' && text[23] == '-';
}

} // namespace

Uid::Uid(std::string_view text)
{
    std::uint64_t high = 0;
    std::uint64_t low = 0;
    const bool isUuid = isHyphenated(text) && append(high, text.substr(0, 8)) && append(high, text.substr(9, 4)) &&
                        append(high, text.substr(14, 4)) && append(low, text.substr(19, 4)) &&
                        append(low, text.substr(24)) && (low & Variant);
    if (!isUuid) {
        m_rest = NumberOrText(Text(text));
        return;
    }
    m_high = high;
    m_rest = NumberOrText(low & ~Variant);
}

std::string Uid::text() const
{
    const auto number = m_rest.number();
    if (!number)
        return m_rest.text();
    const std::uint64_t low = *number | Variant;
    std::string text(UuidShape);
    int digits = 0;
    for (char &c : text) {
        if (c == '-')
            continue;
        const std::uint64_t half = digits < DigitsOfHalf ? m_high : low;
        c = HexDigits[half >> (60 - 4 * (digits++ % DigitsOfHalf)) & 0xf];
    }
    return text;
}

std::size_t Uid::hash(std::size_t seed) const
{
    if (const auto number = m_rest.number()) {
        const std::array<std::uint64_t, 2> halves{m_high, *number};
        return qHashBits(halves.data(), sizeof halves, seed);
    }
    const Text text = m_rest.text();
    return qHashBits(text.view().data(), text.view().size(), seed);
}

std::strong_ordering operator<=>(const Uid &a, const Uid &b)
{
    const auto low = a.m_rest.number();
    const auto otherLow = b.m_rest.number();
    if (low && otherLow)
        return a.m_high != b.m_high ? a.m_high <=> b.m_high : *low <=> *otherLow;
    return a.text() <=> b.text();
}

} // namespace wk
