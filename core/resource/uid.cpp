// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/uid.h"

#include <functional>

namespace wk {

namespace {

/// Where the hyphens of a UUID are. Source: RFC 4122, 3.
constexpr std::string_view UuidShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
constexpr std::string_view HexDigits = "0123456789abcdef";
constexpr int DigitsOfHalf = 16;

/// What the second half begins with, the variant. Source: RFC 4122, 4.1.1.
constexpr std::uint64_t Variant = std::uint64_t(1) << 63;

/// -1 for what is no small hexadecimal digit.
int digitOf(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

} // namespace

Uid::Uid(std::string_view text)
{
    std::uint64_t halves[2] = {0, 0};
    int digits = 0;
    bool isUuid = text.size() == UuidShape.size();
    for (std::size_t i = 0; isUuid && i < text.size(); ++i) {
        if (UuidShape[i] == '-') {
            isUuid = text[i] == '-';
            continue;
        }
        const int digit = digitOf(text[i]);
        isUuid = digit >= 0;
        auto &half = halves[digits++ / DigitsOfHalf];
        half = half << 4 | static_cast<std::uint64_t>(digit & 0xf);
    }
    if (!isUuid || !(halves[1] & Variant)) {
        m_rest = NumberOrText(Text(text));
        return;
    }
    m_high = halves[0];
    m_rest = NumberOrText(halves[1] & ~Variant);
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

std::size_t Uid::hash() const
{
    const auto number = m_rest.number();
    return number ? m_high ^ *number : std::hash<std::string_view>()(m_rest.text());
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
