// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/tape.h"

#include <QHashFunctions>

namespace wk {

/// One walk over the words: the strings of a subtree stand one behind the other, so their bytes are hashed at once, and
/// the words only for the shape. (More than 2^24 - 2 members of one object count as that many.)
TapeValue::Content TapeValue::content() const
{
    constexpr std::uint64_t Multiplier = 0xbf58476d1ce4e5b9ULL; // of splitmix64
    Content content;
    std::uint64_t shape = 0;
    std::uint64_t firstString = ~std::uint64_t(0);
    std::uint64_t lastString = 0;
    const std::size_t end = behind(m_at);
    for (std::size_t at = m_at; at < end; ++at) {
        const std::uint64_t word = m_tape[at];
        const std::uint64_t kind = word >> 56;
        shape = shape * Multiplier + kind;
        if (kind == '"') {
            lastString = payload(word);
            firstString = std::min(firstString, lastString);
        } else if (kind == '{') {
            const auto members = static_cast<std::uint32_t>(payload(word) >> 32);
            content.names += members;
            at += members == 0 ? 1 : 0; // over its closing bracket
        } else if (kind == 'l' || kind == 'u' || kind == 'd') {
            shape = (shape ^ m_tape[++at]) * Multiplier;
        }
    }
    if (firstString <= lastString)
        shape = qHashBits(m_strings + firstString,
                          lastString + sizeof(std::uint32_t) + lengthAt(lastString) - firstString, shape);
    content.hash = shape;
    return content;
}

} // namespace wk
