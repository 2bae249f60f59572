// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/objecttree.h"

#include "core/base/prefetch.h"
#include "core/json/textblock.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace wk::json {

namespace {

/// Deeper than any field set; far less than what simdjson follows.
constexpr std::size_t DeepestTree = 128;

/// Follows a tree of objects through a text. In it each token allows but a few behind it:
///
///     {   a name, }        }   , or }        ,   a name        name   :        :   {
class TreeScan
{
public:
    enum class Step { Further, Ended, Odd };

    /// Goes on with the next block. Inline: so that it uses the instructions of its caller.
    template <class Block>
    [[gnu::always_inline]] Step take(const Block &block)
    {
        const StringScan::Found strings = m_strings.next(block);
        const std::uint64_t namesBegin = strings.quotes & strings.inString;
        const std::uint64_t namesEnd = strings.quotes & ~strings.inString;
        const std::uint64_t outside = ~(strings.inString | strings.quotes);
        const std::uint64_t opening = block.are('{') & outside;
        const std::uint64_t closing = block.are('}') & outside;
        const std::uint64_t colons = block.are(':') & outside;
        const std::uint64_t commas = block.are(',') & outside;

        const std::uint64_t odd = (behind(opening, m_opening) & ~(namesBegin | closing)) |
                                  (behind(closing, m_closing) & ~(commas | closing)) |
                                  (behind(colons, m_colon) & ~opening) | (behind(commas, m_comma) & ~namesBegin) |
                                  (behind(namesEnd, m_nameEnd) & ~colons) |
                                  (outside & ~(opening | closing | colons | commas)) |
                                  (strings.escaped & ~(block.are('"') | block.are('\\'))) | block.areUnprintable();

        const std::uint64_t end = follow(opening, closing);
        const std::uint64_t seen = end == 0 ? ~std::uint64_t(0) : end | (end - 1);
        if ((odd & seen) != 0 || m_depth > DeepestTree)
            return Step::Odd;
        m_names += static_cast<std::uint32_t>(std::popcount(colons & seen));
        m_end = static_cast<unsigned>(std::countr_zero(end));
        return end == 0 ? Step::Further : Step::Ended;
    }

    /// In the last block: the index of the bracket that closes the tree.
    unsigned end() const { return m_end; }
    std::uint32_t names() const { return m_names; }

private:
    /// Counts the brackets; the bit of the one that closes the tree, if it is here. By parts of the block, of which few
    /// have as many closing ones as there are open.
    [[gnu::always_inline]] std::uint64_t follow(std::uint64_t opening, std::uint64_t closing)
    {
        constexpr unsigned PartBits = 16;
        for (unsigned from = 0; from < BlockBytes; from += PartBits) {
            const std::uint64_t part = std::uint64_t((1U << PartBits) - 1) << from;
            const auto closings = static_cast<std::size_t>(std::popcount(closing & part));
            if (closings < m_depth) {
                m_depth += static_cast<std::size_t>(std::popcount(opening & part)) - closings;
                continue;
            }
            for (std::uint64_t all = (opening | closing) & part; all != 0; all &= all - 1) {
                const std::uint64_t lowest = all & (~all + 1);
                m_depth += lowest & opening ? 1 : std::size_t(-1);
                if (m_depth == 0)
                    return lowest;
            }
        }
        return 0;
    }

    StringScan m_strings;
    std::size_t m_depth = 0;
    std::uint32_t m_names = 0;
    unsigned m_end = 0;
    std::uint64_t m_opening = 0;
    std::uint64_t m_closing = 0;
    std::uint64_t m_colon = 0;
    std::uint64_t m_comma = 0;
    std::uint64_t m_nameEnd = 0;
};

/// A hash in four lanes, which do not wait for each other. The rounds are those of xxHash64, with one product each.
class TextHash
{
public:
    [[gnu::always_inline]] void take(const char *block)
    {
        m_first = round(round(m_first, block), block + 32);
        m_second = round(round(m_second, block + 8), block + 40);
        m_third = round(round(m_third, block + 16), block + 48);
        m_fourth = round(round(m_fourth, block + 24), block + 56);
    }
    /// Of a block that ends earlier.
    void takeLast(const char *bytes, std::size_t size)
    {
        std::array<char, BlockBytes> block{};
        std::copy_n(bytes, size, block.begin());
        take(block.data());
    }
    std::uint64_t value() const { return mixed(mixed(mixed(mixed(m_first) ^ m_second) ^ m_third) ^ m_fourth); }

private:
    static std::uint64_t round(std::uint64_t lane, const char *at)
    {
        std::uint64_t bytes = 0;
        std::memcpy(&bytes, at, sizeof bytes);
        return std::rotl((lane ^ bytes) * 0x9e37'79b1'85eb'ca87ULL, 31);
    }
    static std::uint64_t mixed(std::uint64_t bits)
    {
        bits *= 0xc2b2'ae3d'27d4'eb4fULL;
        return bits ^ bits >> 32;
    }

    std::uint64_t m_first = 1;
    std::uint64_t m_second = 2;
    std::uint64_t m_third = 3;
    std::uint64_t m_fourth = 4;
};

template <class Block>
[[gnu::always_inline]] inline std::optional<ObjectTree> treeBy(std::string_view text, std::size_t at)
{
    if (at >= text.size() || text[at] != '{')
        return {};
    TreeScan scan;
    TextHash hash;
    auto step = TreeScan::Step::Further;
    for (; at + BlockBytes <= text.size(); at += BlockBytes) {
        prefetchBehind(text.data() + at);
        step = scan.take(Block(text.data() + at));
        if (step != TreeScan::Step::Further)
            break;
        hash.take(text.data() + at);
    }
    if (step == TreeScan::Step::Further) {
        std::array<char, BlockBytes> last{}; // whose zeros are odd
        std::copy(text.begin() + std::ptrdiff_t(at), text.end(), last.begin());
        step = scan.take(Block(last.data()));
    }
    if (step != TreeScan::Step::Ended)
        return {};
    hash.takeLast(text.data() + at, scan.end() + 1);
    return ObjectTree{at + scan.end() + 1, scan.names(), hash.value()};
}

#if defined(__x86_64__)
WK_WIDE std::optional<ObjectTree> treeWidely(std::string_view text, std::size_t at)
{
    return treeBy<WideBlock>(text, at);
}

WK_WIDEST std::optional<ObjectTree> treeWidest(std::string_view text, std::size_t at)
{
    return treeBy<WidestBlock>(text, at);
}
#endif

} // namespace

std::optional<ObjectTree> objectTree(std::string_view text, std::size_t at, BlockKind by)
{
    switch (by) {
#if defined(__x86_64__)
    case BlockKind::Widest: return treeWidest(text, at);
    case BlockKind::Wide: return treeWidely(text, at);
#endif
    default: return treeBy<PlainBlock>(text, at);
    }
}

} // namespace wk::json
