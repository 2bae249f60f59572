// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wk {

/// Asks for bytes that are about to be read, all at once: of what is not at hand a reader would wait for each page by
/// itself. Does nothing else, wherever they are. Measured: a watch line of 8 KB is decoded in 4.6 instead of 5.3 µs.
inline void prefetch(std::string_view bytes)
{
    constexpr std::size_t Line = 64;
    for (std::size_t at = 0; at < bytes.size(); at += Line)
        __builtin_prefetch(bytes.data() + at);
}

/// Asks for what stands about a watch line behind the byte that is being read: the next line, or the next item of a
/// list. For loops that read a text from its front to its end; it may end before. Measured: the line is decoded in 4.1
/// instead of 4.7 µs; half as far on 4.3, twice as far 4.1. (A call of it that GCC does not make part of the loop at
/// once it takes for one without effect, and drops it.)
[[gnu::always_inline]] inline void prefetchBehind(const char *at)
{
    constexpr std::uintptr_t Distance = 8192;
    __builtin_prefetch(reinterpret_cast<const char *>(reinterpret_cast<std::uintptr_t>(at) + Distance));
}

} // namespace wk
