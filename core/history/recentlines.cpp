// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recentlines.h"

#include <algorithm>
#include <utility>

namespace wk {

RecentLines::RecentLines(std::size_t maxBytes)
    : m_maxBytes(maxBytes)
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
    const std::string_view whole(line.text.get(), line.size);
    return Found{whole, whole.substr(line.objectOffset, line.objectLength), line.depth};
}

void RecentLines::put(RevisionRef predecessor, RevisionRef ref, const RevisionLine &revision, std::uint32_t depth)
{
    const std::string_view text = revision.line;
    const std::size_t bytes = takenBy(text.size());
    const std::uint32_t number = takeLine(predecessor);
    if (bytes > m_maxBytes / 8) {
        m_freeLines.push_back(number);
        return;
    }
    while (m_bytes + bytes > m_maxBytes)
        remove(m_oldest);
    m_bytes += bytes;
    Line &line = m_lines[number];
    line.ref = ref;
    line.size = static_cast<std::uint32_t>(text.size());
    line.objectOffset = static_cast<std::uint32_t>(revision.objectOffset);
    line.objectLength = static_cast<std::uint32_t>(revision.objectLength);
    line.depth = depth;
    line.text = std::make_unique_for_overwrite<char[]>(text.size());
    text.copy(line.text.get(), text.size());
    link(number);
    m_index.insert(keyOf(ref), number);
}

std::size_t RecentLines::memoryBytes() const
{
    constexpr std::size_t Entry = 16 + 2; // QHash: the pair, and its share of a span's offsets
    // No malloc gives just what it is asked for.
    return m_bytes + m_bytes / 32 + m_lines.capacity() * sizeof(Line) + m_freeLines.capacity() * sizeof(std::uint32_t) +
           static_cast<std::size_t>(m_index.capacity()) * Entry;
}

/// The predecessor's, emptied, else a new one.
std::uint32_t RecentLines::takeLine(RevisionRef predecessor)
{
    const auto found = m_index.constFind(keyOf(predecessor));
    if (found != m_index.cend()) {
        m_replaced = std::move(m_lines[*found].text);
        remove(*found);
    }
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
    m_bytes -= takenBy(m_lines[number].size);
    m_lines[number].text.reset();
    m_freeLines.push_back(number);
}

} // namespace wk
