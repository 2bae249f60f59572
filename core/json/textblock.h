// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/// 64 bytes of a text at once, a bit each, the first the lowest: what scans without branches are made of. Which of them
/// stand in strings comes out of the quotes by arithmetic. Source: Langdale and Lemire, Parsing Gigabytes of JSON per
/// Second, 3.1. For .cpp files only.
namespace wk::json {

constexpr std::size_t BlockBytes = 64;

/// As any processor reads them.
class PlainBlock
{
public:
    explicit PlainBlock(const char *bytes)
        : m_bytes(bytes)
    {}

    /// Those that are this byte.
    std::uint64_t are(char wanted) const
    {
        return where([wanted](char byte) { return byte == wanted; });
    }
    /// Those that are '{', '}' or the square bracket in its place.
    std::uint64_t areBracket(char curly) const
    {
        return where([curly](char byte) { return (byte | 0x20) == curly; });
    }
    /// Those with the bit that small letters have and capital ones have not, and curly brackets, not square ones.
    std::uint64_t areLowercase() const
    {
        return where([](char byte) { return (byte & 0x20) != 0; });
    }
    /// Control characters, and what is beyond ASCII.
    std::uint64_t areUnprintable() const
    {
        return where([](char byte) { return static_cast<signed char>(byte) < 0x20; });
    }
    std::uint64_t areBeyondAscii() const
    {
        return where([](char byte) { return static_cast<signed char>(byte) < 0; });
    }
    /// Each bit: whether an odd number of bits is set up to it, it included.
    static std::uint64_t flipped(std::uint64_t bits)
    {
        for (unsigned shift = 1; shift < 64; shift *= 2)
            bits ^= bits << shift;
        return bits;
    }

private:
    template <class Is>
    std::uint64_t where(Is is) const
    {
        std::uint64_t bits = 0;
        for (std::size_t at = 0; at < BlockBytes; ++at)
            bits |= std::uint64_t(is(m_bytes[at])) << at;
        return bits;
    }

    const char *m_bytes;
};

#if defined(__x86_64__)
/// Of whatever works with WideBlock, and is called only where that is available (core/json/blockkind.h).
#define WK_WIDE __attribute__((target("avx2,bmi,popcnt,pclmul")))

__attribute__((target("pclmul"))) inline std::uint64_t flippedByProduct(std::uint64_t bits)
{
    const __m128i product =
        _mm_clmulepi64_si128(_mm_set_epi64x(0, static_cast<std::int64_t>(bits)), _mm_set1_epi8(char(0xFF)), 0);
    return static_cast<std::uint64_t>(_mm_cvtsi128_si64(product));
}

/// … with registers of 32 bytes, and by a product without carries.
class WideBlock
{
public:
    WK_WIDE explicit WideBlock(const char *bytes)
        : m_low(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(bytes)))
        , m_high(_mm256_loadu_si256(reinterpret_cast<const __m256i *>(bytes + 32)))
    {}

    WK_WIDE std::uint64_t are(char wanted) const { return equal(m_low, m_high, wanted); }
    WK_WIDE std::uint64_t areBracket(char curly) const
    {
        const __m256i fold = _mm256_set1_epi8(0x20); // '[' to '{', ']' to '}'
        return equal(_mm256_or_si256(m_low, fold), _mm256_or_si256(m_high, fold), curly);
    }
    WK_WIDE std::uint64_t areLowercase() const
    {
        return bits(_mm256_slli_epi16(m_low, 2), _mm256_slli_epi16(m_high, 2)); // into the highest bit
    }
    WK_WIDE std::uint64_t areUnprintable() const
    {
        const __m256i blank = _mm256_set1_epi8(0x20);
        return bits(_mm256_cmpgt_epi8(blank, m_low), _mm256_cmpgt_epi8(blank, m_high));
    }
    WK_WIDE std::uint64_t areBeyondAscii() const { return bits(m_low, m_high); }
    WK_WIDE static std::uint64_t flipped(std::uint64_t bits) { return flippedByProduct(bits); }

private:
    WK_WIDE static std::uint64_t bits(__m256i low, __m256i high)
    {
        const auto lowBits = static_cast<std::uint32_t>(_mm256_movemask_epi8(low));
        const auto highBits = static_cast<std::uint32_t>(_mm256_movemask_epi8(high));
        return std::uint64_t(highBits) << 32 | lowBits;
    }
    WK_WIDE static std::uint64_t equal(__m256i low, __m256i high, char wanted)
    {
        const __m256i byte = _mm256_set1_epi8(wanted);
        return bits(_mm256_cmpeq_epi8(low, byte), _mm256_cmpeq_epi8(high, byte));
    }

    __m256i m_low;
    __m256i m_high;
};

/// The same for WidestBlock.
#define WK_WIDEST __attribute__((target("avx512f,avx512bw,bmi,popcnt,pclmul")))

/// … with registers of 64 bytes, whose comparisons give the bits at once.
class WidestBlock
{
public:
    WK_WIDEST explicit WidestBlock(const char *bytes)
        : m_bytes(_mm512_loadu_si512(bytes))
    {}

    WK_WIDEST std::uint64_t are(char wanted) const { return _mm512_cmpeq_epi8_mask(m_bytes, _mm512_set1_epi8(wanted)); }
    WK_WIDEST std::uint64_t areBracket(char curly) const
    {
        const __m512i folded = _mm512_or_si512(m_bytes, _mm512_set1_epi8(0x20)); // '[' to '{', ']' to '}'
        return _mm512_cmpeq_epi8_mask(folded, _mm512_set1_epi8(curly));
    }
    WK_WIDEST std::uint64_t areLowercase() const { return _mm512_test_epi8_mask(m_bytes, _mm512_set1_epi8(0x20)); }
    WK_WIDEST std::uint64_t areUnprintable() const { return _mm512_cmplt_epi8_mask(m_bytes, _mm512_set1_epi8(0x20)); }
    WK_WIDEST std::uint64_t areBeyondAscii() const { return _mm512_movepi8_mask(m_bytes); }
    WK_WIDEST static std::uint64_t flipped(std::uint64_t bits) { return flippedByProduct(bits); }

private:
    __m512i m_bytes;
};
#endif

/// The bits one further on, and the one that the block before has left.
[[gnu::always_inline]] inline std::uint64_t behind(std::uint64_t bits, std::uint64_t &left)
{
    const std::uint64_t moved = bits << 1 | left;
    left = bits >> 63;
    return moved;
}

/// Which quotes of a text open and close strings, block after block.
class StringScan
{
public:
    struct Found {
        std::uint64_t quotes = 0;   ///< without those that are escaped
        std::uint64_t inString = 0; ///< the opening quotes among them, not the closing ones
        std::uint64_t escaped = 0;  ///< what a backslash stands before, itself not escaped
    };

    template <class Block>
    [[gnu::always_inline]] Found next(const Block &block)
    {
        Found found{block.are('"'), 0, 0};
        if (const std::uint64_t backslashes = block.are('\\'); (backslashes | m_escapesNext) != 0) {
            found.escaped = escapedBy(backslashes);
            found.quotes &= ~found.escaped;
        }
        found.inString = Block::flipped(found.quotes) ^ m_inString;
        m_inString = found.inString >> 63 ? ~std::uint64_t(0) : 0;
        return found;
    }

private:
    /// Every other byte of a run of backslashes, and the byte behind the run if that is its turn: runs that begin at
    /// odd places are told from the others by a sum that carries through them. Source: as above, 3.1.1.
    [[gnu::always_inline]] std::uint64_t escapedBy(std::uint64_t backslashes)
    {
        constexpr std::uint64_t EvenPlaces = 0x5555'5555'5555'5555ULL;
        backslashes &= ~m_escapesNext;
        const std::uint64_t behind = backslashes << 1 | m_escapesNext;
        const std::uint64_t sum = backslashes + (backslashes & ~EvenPlaces & ~behind);
        m_escapesNext = sum < backslashes ? 1 : 0;
        return (EvenPlaces ^ (sum << 1)) & behind;
    }

    std::uint64_t m_inString = 0;
    std::uint64_t m_escapesNext = 0;
};

} // namespace wk::json
