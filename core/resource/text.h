// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/sharedlist.h"

#include <compare>
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace wk {

/// A text that never changes and is shared by its copies: 8 bytes in place, and one block for all who have it. Any
/// thread; a value. Longer than 4 GiB it is cut.
class Text
{
public:
    Text() = default;
    Text(std::string_view text)
        : m_letters(std::span(text.substr(0, UINT32_MAX)))
    {}
    Text(const std::string &text)
        : Text(std::string_view(text))
    {}
    Text(const char *text)
        : Text(std::string_view(text))
    {}

    operator std::string_view() const { return {m_letters.begin(), m_letters.size()}; }
    operator std::string() const { return std::string(view()); }
    std::string_view view() const { return *this; }
    bool empty() const { return m_letters.empty(); }
    std::size_t size() const { return m_letters.size(); }

    friend bool operator==(const Text &a, const Text &b) { return a.m_letters == b.m_letters; }
    friend std::strong_ordering operator<=>(const Text &a, const Text &b) { return a.view() <=> b.view(); }
    friend bool operator==(const Text &a, std::string_view b) { return a.view() == b; }
    friend bool operator==(const Text &a, const std::string &b) { return a.view() == b; }
    friend bool operator==(const Text &a, const char *b) { return a.view() == b; }

    friend std::string operator+(std::string a, const Text &b) { return a.append(b.view()); }
    template <std::convertible_to<std::string_view> T>
    friend std::string operator+(const Text &a, const T &b)
    {
        return std::string(a).append(std::string_view(b));
    }
    friend std::string operator+(const Text &a, char b) { return std::string(a).append(1, b); }

private:
    SharedList<char> m_letters;
};

} // namespace wk
