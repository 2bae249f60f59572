// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <string_view>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/// For .cpp files only.
namespace wk::json {

/// Behind the quote that closes the string whose opening quote stands right before `at`, of printable ASCII without
/// escapes; npos for any other, and when the text ends before. Any thread. Inline: most strings are shorter than the
/// call is long.
inline std::size_t plainStringEnd(std::string_view text, std::size_t at)
{
    const char *bytes = text.data();
#if defined(__SSE2__)
    constexpr std::size_t Width = 16;
    for (; at + Width <= text.size(); at += Width) {
        const __m128i some = _mm_loadu_si128(reinterpret_cast<const __m128i *>(bytes + at));
        const __m128i quotes = _mm_cmpeq_epi8(some, _mm_set1_epi8('"'));
        const __m128i odd =
            _mm_or_si128(_mm_cmpeq_epi8(some, _mm_set1_epi8('\\')), _mm_cmplt_epi8(some, _mm_set1_epi8(0x20)));
        const auto found = static_cast<unsigned>(_mm_movemask_epi8(_mm_or_si128(quotes, odd)));
        if (found == 0)
            continue;
        at += static_cast<std::size_t>(std::countr_zero(found));
        return bytes[at] == '"' ? at + 1 : std::string_view::npos;
    }
#endif
    for (; at < text.size(); ++at) {
        if (bytes[at] == '"')
            return at + 1;
        if (bytes[at] == '\\' || static_cast<signed char>(bytes[at]) < 0x20)
            break;
    }
    return std::string_view::npos;
}

} // namespace wk::json
