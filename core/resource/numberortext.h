// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/text.h"

#include <cstdint>
#include <optional>
#include <utility>

namespace wk {

/// A number below 2^63, or a text, in 8 bytes: for what is a number but for rare cases, whose text takes a block more.
/// Any thread; a value, first the empty text.
class NumberOrText
{
public:
    static constexpr std::uint64_t MostNumber = UINT64_MAX >> 1;

    NumberOrText() = default;
    explicit NumberOrText(std::uint64_t number)
        : m_bits(number << 1 | IsNumber)
    {}
    explicit NumberOrText(Text text)
        : m_bits(text.empty() ? 0 : reinterpret_cast<std::uintptr_t>(new const Text(std::move(text))))
    {}
    NumberOrText(const NumberOrText &other)
        : m_bits(other.isNumber() || !other.m_bits ? other.m_bits : NumberOrText(*other.held()).release())
    {}
    NumberOrText(NumberOrText &&other) noexcept
        : m_bits(other.release())
    {}
    NumberOrText &operator=(NumberOrText other) noexcept
    {
        std::swap(m_bits, other.m_bits);
        return *this;
    }
    ~NumberOrText()
    {
        if (!isNumber())
            delete held();
    }

    std::optional<std::uint64_t> number() const
    {
        return isNumber() ? std::optional<std::uint64_t>(m_bits >> 1) : std::nullopt;
    }
    /// Empty when it is a number.
    Text text() const { return isNumber() || !m_bits ? Text() : *held(); }

    friend bool operator==(const NumberOrText &a, const NumberOrText &b)
    {
        return a.m_bits == b.m_bits || (!a.isNumber() && !b.isNumber() && a.text() == b.text());
    }

private:
    static constexpr std::uint64_t IsNumber = 1;

    bool isNumber() const { return (m_bits & IsNumber) != 0; }
    const Text *held() const { return reinterpret_cast<const Text *>(static_cast<std::uintptr_t>(m_bits)); }
    std::uint64_t release() { return std::exchange(m_bits, 0); }

    std::uint64_t m_bits = 0; ///< with a 1 below it a number, else where the text is
};

} // namespace wk
