// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace wk {

/// What is the same is passed by in steps that the C library compares quickest.
constexpr std::size_t CommonStretch = 128;

/// How many bytes the two have in common from their first on. Any thread.
inline std::size_t commonPrefix(std::string_view a, std::string_view b)
{
    static_assert(std::endian::native == std::endian::little);
    constexpr std::size_t Word = sizeof(std::uint64_t);
    const std::size_t size = std::min(a.size(), b.size());
    const char *atA = a.data();
    const char *atB = b.data();
    std::size_t i = 0;
    const auto word = [&i](const char *bytes) {
        std::uint64_t value;
        std::memcpy(&value, bytes + i, Word);
        return value;
    };
    // Texts that differ at once are the usual ones.
    if (size >= Word && word(atA) == word(atB)) {
        while (i + CommonStretch <= size && std::memcmp(atA + i, atB + i, CommonStretch) == 0)
            i += CommonStretch;
    }
    for (; i + Word <= size; i += Word) {
        const std::uint64_t difference = word(atA) ^ word(atB);
        if (difference != 0)
            return i + static_cast<std::size_t>(std::countr_zero(difference)) / 8;
    }
    while (i < size && atA[i] == atB[i])
        ++i;
    return i;
}

} // namespace wk
