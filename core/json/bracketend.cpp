// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/bracketend.h"

#include "core/json/textblock.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

namespace wk::json {

namespace {

constexpr std::size_t Unclosed = std::string_view::npos;

/// Follows brackets through a text.
class BracketScan
{
public:
    /// The index of the bracket that closes the first open one, if it is in this block. Inline: so that it uses the
    /// instructions of its caller.
    template <class Block>
    [[gnu::always_inline]] std::optional<unsigned> closingIn(const Block &block)
    {
        const std::uint64_t inString = m_strings.next(block).inString;
        const std::uint64_t opening = block.areBracket('{') & ~inString;
        const std::uint64_t closing = block.areBracket('}') & ~inString;
        const auto closings = static_cast<std::size_t>(std::popcount(closing));
        if (closings < m_depth) {
            m_depth += static_cast<std::size_t>(std::popcount(opening)) - closings;
            return {};
        }
        for (std::uint64_t all = opening | closing; all != 0; all &= all - 1) {
            const std::uint64_t lowest = all & (~all + 1);
            m_depth += lowest & opening ? 1 : std::size_t(-1);
            if (m_depth == 0)
                return static_cast<unsigned>(std::countr_zero(all));
        }
        return {};
    }

private:
    StringScan m_strings;
    std::size_t m_depth = 1;
};

template <class Block>
[[gnu::always_inline]] inline std::size_t endBy(std::string_view text, std::size_t at)
{
    BracketScan scan;
    for (; at + BlockBytes <= text.size(); at += BlockBytes) {
        if (const auto found = scan.closingIn(Block(text.data() + at)))
            return at + *found + 1;
    }
    std::array<char, BlockBytes> last{};
    std::copy(text.begin() + std::ptrdiff_t(at), text.end(), last.begin());
    const auto found = scan.closingIn(Block(last.data()));
    return found ? at + *found + 1 : Unclosed;
}

#if defined(__x86_64__)
WK_WIDE std::size_t endWidely(std::string_view text, std::size_t at)
{
    return endBy<WideBlock>(text, at);
}

WK_WIDEST std::size_t endWidest(std::string_view text, std::size_t at)
{
    return endBy<WidestBlock>(text, at);
}
#endif

} // namespace

std::size_t bracketEnd(std::string_view text, std::size_t at, BlockKind by)
{
    switch (by) {
#if defined(__x86_64__)
    case BlockKind::Widest: return endWidest(text, at);
    case BlockKind::Wide: return endWidely(text, at);
#endif
    default: return endBy<PlainBlock>(text, at);
    }
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
