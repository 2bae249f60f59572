// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/recentlines.h"

#include <algorithm>
#include <utility>

namespace wk {

void RecentText::assign(const RevisionLine &revision, std::uint32_t depth, json::ReadValues values)
{
    // The next revision is most often some bytes longer or shorter.
    constexpr std::size_t Spare = 128;
    const std::size_t size = revision.line.size();
    if (size > m_room || size + size / 8 + 2 * Spare < m_room) {
        m_room = static_cast<std::uint32_t>(size < Spare ? size : size + Spare);
        m_bytes = std::make_unique_for_overwrite<char[]>(m_room);
    }
    revision.line.copy(m_bytes.get(), size);
    m_size = static_cast<std::uint32_t>(size);
    m_objectOffset = static_cast<std::uint32_t>(revision.objectOffset);
    m_objectLength = static_cast<std::uint32_t>(revision.objectLength);
    m_depth = depth;
    m_values = std::move(values);
}

RecentLines::RecentLines(std::size_t maxBytes)
    : m_maxBytes(maxBytes)
{}

const RecentText *RecentLines::find(RevisionRef ref)
{
    const auto found = m_index.constFind(keyOf(ref));
    if (found == m_index.cend())
        return nullptr;
    unlink(*found);
    link(*found);
    return &m_lines[*found].text;
}

std::optional<RecentText> RecentLines::take(RevisionRef ref)
{
    const auto found = m_index.constFind(keyOf(ref));
    return found == m_index.cend() ? std::nullopt : std::optional(remove(*found));
}

void RecentLines::put(RevisionRef ref, RecentText text)
{
    const std::size_t bytes = takenBy(text);
    if (bytes > m_maxBytes / 8)
        return;
    while (m_bytes + bytes > m_maxBytes)
        remove(m_oldest);
    m_bytes += bytes;
    const std::uint32_t number = freeLine();
    m_lines[number].ref = ref;
    m_lines[number].text = std::move(text);
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

std::uint32_t RecentLines::freeLine()
{
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

RecentText RecentLines::remove(std::uint32_t number)
{
    unlink(number);
    m_index.remove(keyOf(m_lines[number].ref));
    m_bytes -= takenBy(m_lines[number].text);
    m_freeLines.push_back(number);
    return std::exchange(m_lines[number].text, {});
}

} // namespace wk
