// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/uid.h"

namespace wk {

namespace {

/// Where the hyphens of a UUID are. Source: RFC 4122, 3.
constexpr std::string_view UuidShape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
constexpr std::string_view HexDigits = "0123456789abcdef";
constexpr int DigitsOfHalf = 16;

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
    if (!isUuid || (!halves[0] && !halves[1])) {
        m_other = text;
        return;
    }
    m_high = halves[0];
    m_low = halves[1];
}

std::string Uid::text() const
{
    if (!m_high && !m_low)
        return m_other;
    std::string text(UuidShape);
    int digits = 0;
    for (char &c : text) {
        if (c == '-')
            continue;
        const std::uint64_t half = digits < DigitsOfHalf ? m_high : m_low;
        c = HexDigits[half >> (60 - 4 * (digits++ % DigitsOfHalf)) & 0xf];
    }
    return text;
}

std::strong_ordering operator<=>(const Uid &a, const Uid &b)
{
    if (a.m_other.empty() && b.m_other.empty())
        return a.m_high != b.m_high ? a.m_high <=> b.m_high : a.m_low <=> b.m_low;
    return a.text() <=> b.text();
}

} // namespace wk
