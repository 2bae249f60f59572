// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/resource/text.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace wk {

/// An object's metadata.uid: a UUID in small letters, as API servers write it, in 16 bytes; any other text beside them.
/// Any thread; a value.
class Uid
{
public:
    Uid() = default;
    Uid(std::string_view text);
    Uid(const std::string &text)
        : Uid(std::string_view(text))
    {}
    Uid(const char *text)
        : Uid(std::string_view(text))
    {}

    bool empty() const { return !m_high && !m_low && m_other.empty(); }
    /// As it was given.
    std::string text() const;
    operator std::string() const { return text(); }
    std::size_t hash() const { return m_high ^ m_low ^ std::hash<std::string_view>()(m_other); }

    friend bool operator==(const Uid &, const Uid &) = default;
    /// As their texts.
    friend std::strong_ordering operator<=>(const Uid &a, const Uid &b);

private:
    // Both 0 where the text is another; the UUID of nothing but zeros is such a one.
    std::uint64_t m_high = 0;
    std::uint64_t m_low = 0;
    Text m_other;
};

} // namespace wk
