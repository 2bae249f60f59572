// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recentlines.h"

#include <algorithm>
#include <utility>

namespace wk {

RecentLines::RecentLines(std::size_t maxBytes)
    : m_maxBlocks(maxBytes / BlockBytes / SlabBlocks * SlabBlocks)
{}

std::optional<RecentLines::Found> RecentLines::find(RevisionRef ref)
{
    const auto found = m_index.constFind(keyOf(ref));
    if (found == m_index.cend())
        return {};
    const std::uint32_t number = *found;
    unlink(number);
    link(number);
    const Line &line = m_lines[number];
    const std::span<char> text = m_found.room(line.size);
    std::size_t filled = 0;
    for (std::uint32_t at = line.firstBlock; at != None; at = m_next[at]) {
        const std::size_t size = std::min(BlockBytes, text.size() - filled);
        std::copy_n(block(at), size, text.data() + filled);
        filled += size;
    }
    const std::string_view whole = viewOf(text);
    return Found{whole, whole.substr(line.objectOffset, line.objectLength), line.depth};
}

void RecentLines::put(RevisionRef predecessor, RevisionRef ref, const RevisionLine &revision, std::uint32_t depth)
{
    const std::string_view text = revision.line;
    const std::uint32_t number = takeLine(predecessor);
    const std::size_t blocks = (text.size() + BlockBytes - 1) / BlockBytes;
    if (blocks > m_maxBlocks / 8) {
        m_freeLines.push_back(number);
        return;
    }
    while (available() < blocks)
        remove(m_oldest);
    Line &line = m_lines[number];
    line.ref = ref;
    line.size = static_cast<std::uint32_t>(text.size());
    line.objectOffset = static_cast<std::uint32_t>(revision.objectOffset);
    line.objectLength = static_cast<std::uint32_t>(revision.objectLength);
    line.depth = depth;
    line.firstBlock = store(text);
    link(number);
    m_index.insert(keyOf(ref), number);
}

std::size_t RecentLines::memoryBytes() const
{
    constexpr std::size_t Entry = 16 + 2; // QHash: the pair, and its share of a span's offsets
    return m_slabs.size() * SlabBlocks * BlockBytes + m_slabs.capacity() * sizeof(void *) +
           m_next.capacity() * sizeof(std::uint32_t) + m_lines.capacity() * sizeof(Line) +
           m_freeLines.capacity() * sizeof(std::uint32_t) + static_cast<std::size_t>(m_index.capacity()) * Entry +
           m_found.memoryBytes();
}

std::uint32_t RecentLines::takeBlock()
{
    if (m_freeBlock == None) {
        m_slabs.push_back(std::make_unique_for_overwrite<char[]>(SlabBlocks * BlockBytes));
        for (std::size_t i = 0; i < SlabBlocks; ++i) {
            m_next.push_back(m_freeBlock);
            m_freeBlock = static_cast<std::uint32_t>(m_next.size() - 1);
        }
        m_freeBlocks += SlabBlocks;
    }
    --m_freeBlocks;
    return std::exchange(m_freeBlock, m_next[m_freeBlock]);
}

void RecentLines::giveBlocks(std::uint32_t first)
{
    while (first != None) {
        const std::uint32_t given = std::exchange(first, m_next[first]);
        m_next[given] = std::exchange(m_freeBlock, given);
        ++m_freeBlocks;
    }
}

/// The first of its blocks.
std::uint32_t RecentLines::store(std::string_view text)
{
    std::uint32_t first = None;
    std::uint32_t last = None;
    for (std::size_t stored = 0; stored < text.size(); stored += BlockBytes) {
        const std::uint32_t taken = takeBlock();
        text.substr(stored).copy(block(taken), BlockBytes);
        m_next[taken] = None;
        (first == None ? first : m_next[last]) = taken;
        last = taken;
    }
    return first;
}

/// The predecessor's, emptied, else a new one.
std::uint32_t RecentLines::takeLine(RevisionRef predecessor)
{
    const auto found = m_index.constFind(keyOf(predecessor));
    if (found != m_index.cend())
        remove(*found);
    if (m_freeLines.empty()) {
        m_lines.emplace_back();
        return static_cast<std::uint32_t>(m_lines.size() - 1);
    }
    const std::uint32_t number = m_freeLines.back();
    m_freeLines.pop_back();
    return number;
}

void RecentLines::link(std::uint32_t number)
{
    Line &line = m_lines[number];
    line.newer = None;
    line.older = m_newest;
    (m_newest == None ? m_oldest : m_lines[m_newest].newer) = number;
    m_newest = number;
}

void RecentLines::unlink(std::uint32_t number)
{
    const Line &line = m_lines[number];
    (line.newer == None ? m_newest : m_lines[line.newer].older) = line.older;
    (line.older == None ? m_oldest : m_lines[line.older].newer) = line.newer;
}

void RecentLines::remove(std::uint32_t number)
{
    unlink(number);
    m_index.remove(keyOf(m_lines[number].ref));
    giveBlocks(std::exchange(m_lines[number].firstBlock, None));
    m_freeLines.push_back(number);
}

} // namespace wk
