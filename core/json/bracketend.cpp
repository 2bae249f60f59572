// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/bracketend.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace wk::json {

namespace {

constexpr std::size_t Unclosed = std::string_view::npos;
constexpr std::size_t BlockBytes = 64;

/// What 64 bytes hold, a bit each.
struct Marks {
    std::uint64_t quotes = 0;
    std::uint64_t backslashes = 0;
    std::uint64_t opening = 0;
    std::uint64_t closing = 0;
};

/// How a block is read by any processor.
struct Plainly {
    static Marks marks(const char *block)
    {
        Marks marks;
        for (std::size_t at = 0; at < BlockBytes; ++at) {
            const char byte = block[at];
            const int folded = byte | 0x20; // '[' to '{', ']' to '}'
            marks.quotes |= std::uint64_t(byte == '"') << at;
            marks.backslashes |= std::uint64_t(byte == '\\') << at;
            marks.opening |= std::uint64_t(folded == '{') << at;
            marks.closing |= std::uint64_t(folded == '}') << at;
        }
        return marks;
    }
    /// Each bit: whether an odd number of quotes stands at it or before.
    static std::uint64_t flipped(std::uint64_t quotes)
    {
        for (unsigned shift = 1; shift < 64; shift *= 2)
            quotes ^= quotes << shift;
        return quotes;
    }
};

#if defined(__x86_64__)
#define WK_WIDE __attribute__((target("avx2,bmi,popcnt,pclmul")))

/// … with registers of 32 bytes, and by a product without carries.
struct Widely {
    WK_WIDE static std::uint64_t bits(__m256i low, __m256i high, char wanted)
    {
        const __m256i byte = _mm256_set1_epi8(wanted);
        const auto lowBits = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(low, byte)));
        const auto highBits = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_cmpeq_epi8(high, byte)));
        return std::uint64_t(highBits) << 32 | lowBits;
    }
    WK_WIDE static Marks marks(const char *block)
    {
        const __m256i low = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(block));
        const __m256i high = _mm256_loadu_si256(reinterpret_cast<const __m256i *>(block + 32));
        const __m256i fold = _mm256_set1_epi8(0x20); // '[' to '{', ']' to '}'
        const __m256i lowFolded = _mm256_or_si256(low, fold);
        const __m256i highFolded = _mm256_or_si256(high, fold);
        return {bits(low, high, '"'), bits(low, high, '\\'), bits(lowFolded, highFolded, '{'),
                bits(lowFolded, highFolded, '}')};
    }
    WK_WIDE static std::uint64_t flipped(std::uint64_t quotes)
    {
        const __m128i product =
            _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<std::int64_t>(quotes)), _mm_set1_epi8(char(0xFF)), 0);
        return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
    }
};
#endif

/// Follows brackets through a text, 64 bytes at a time: which of them stand in strings comes out of the quotes by
/// arithmetic, not by branches. Source: Langdale and Lemire, Parsing Gigabytes of JSON per Second, 3.1.
template <class Reading>
class BracketScan
{
public:
    /// The index of the bracket that closes the first open one, if it is in this block. Inline: so that it uses the
    /// instructions of its caller.
    [[gnu::always_inline]] std::optional<unsigned> closingIn(const char *block)
    {
        Marks marks = Reading::marks(block);
        if ((marks.backslashes | m_escapesNext) != 0)
            marks.quotes &= ~escaped(marks.backslashes);
        const std::uint64_t inString = Reading::flipped(marks.quotes) ^ m_inString;
        m_inString = inString >> 63 ? ~std::uint64_t(0) : 0;
        marks.opening &= ~inString;
        marks.closing &= ~inString;
        const auto closings = static_cast<std::size_t>(std::popcount(marks.closing));
        if (closings < m_depth) {
            m_depth += static_cast<std::size_t>(std::popcount(marks.opening)) - closings;
            return {};
        }
        for (std::uint64_t all = marks.opening | marks.closing; all != 0; all &= all - 1) {
            const std::uint64_t lowest = all & (~all + 1);
            m_depth += lowest & marks.opening ? 1 : std::size_t(-1);
            if (m_depth == 0)
                return static_cast<unsigned>(std::countr_zero(all));
        }
        return {};
    }

private:
    /// The bytes that a backslash stands before, itself not escaped.
    std::uint64_t escaped(std::uint64_t backslashes)
    {
        std::uint64_t result = std::exchange(m_escapesNext, 0);
        backslashes &= ~result;
        while (backslashes != 0) {
            const std::uint64_t lowest = backslashes & (~backslashes + 1);
            const std::uint64_t target = lowest << 1;
            m_escapesNext = target == 0 ? 1 : 0;
            result |= target;
            backslashes &= ~(lowest | target);
        }
        return result;
    }

    std::size_t m_depth = 1;
    std::uint64_t m_inString = 0;
    std::uint64_t m_escapesNext = 0;
};

template <class Reading>
[[gnu::always_inline]] inline std::size_t endBy(std::string_view text, std::size_t at)
{
    BracketScan<Reading> scan;
    for (; at + BlockBytes <= text.size(); at += BlockBytes) {
        if (const auto found = scan.closingIn(text.data() + at))
            return at + *found + 1;
    }
    std::array<char, BlockBytes> last{};
    std::copy(text.begin() + std::ptrdiff_t(at), text.end(), last.begin());
    const auto found = scan.closingIn(last.data());
    return found ? at + *found + 1 : Unclosed;
}

#if defined(__x86_64__)
WK_WIDE std::size_t endWidely(std::string_view text, std::size_t at)
{
    return endBy<Widely>(text, at);
}
#endif

} // namespace

std::size_t bracketEndPlainly(std::string_view text, std::size_t at)
{
    return endBy<Plainly>(text, at);
}

std::size_t bracketEnd(std::string_view text, std::size_t at)
{
#if defined(__x86_64__)
    static const bool isWide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
                               __builtin_cpu_supports("bmi") && __builtin_cpu_supports("popcnt");
    if (isWide)
        return endWidely(text, at);
#endif
    return bracketEndPlainly(text, at);
}

std::size_t stringEnd(std::string_view text, std::size_t at)
{
#if defined(__SSE2__)
    constexpr std::size_t Width = 16;
    while (at + Width <= text.size()) {
        const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i *>(text.data() + at));
        const __m128i either =
            _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')), _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\')));
        const auto found = static_cast<unsigned>(_mm_movemask_epi8(either));
        if (found == 0) {
            at += Width;
            continue;
        }
        at += static_cast<std::size_t>(std::countr_zero(found));
        if (text[at] == '"')
            return at + 1;
        at += 2;
    }
#endif
    while (at < text.size()) {
        const char c = text[at];
        if (c == '"')
            return at + 1;
        at += c == '\\' ? 2 : 1;
    }
    return Unclosed;
}

} // namespace wk::json
