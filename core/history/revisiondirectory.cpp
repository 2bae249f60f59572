// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisiondirectory.h"

#include <algorithm>
#include <span>

namespace wk {

const DictionaryPtr &RevisionDirectory::dictionary(std::uint32_t number) const
{
    static const DictionaryPtr None;
    return number == 0 || number > m_dictionaries.size() ? None : m_dictionaries[number - 1];
}

std::size_t RevisionDirectory::memoryBytes() const
{
    std::size_t bytes = sizeof *this + m_chunks.capacity() * sizeof(Chunk) +
                        m_dictionaries.capacity() * sizeof(DictionaryPtr) +
                        m_moves->capacity() * sizeof(Moves::value_type);
    for (const Chunk &chunk : m_chunks)
        bytes += chunk.bytes->heapBytes();
    for (const DictionaryPtr &dictionary : m_dictionaries)
        bytes += dictionary ? dictionary->memoryBytes() : 0;
    return bytes;
}

std::size_t RevisionDirectory::recordBytes(std::size_t lastUsed) const
{
    std::size_t bytes = lastUsed;
    for (const Chunk &chunk : std::span(m_chunks).first(m_chunks.empty() ? 0 : m_chunks.size() - 1))
        bytes += chunk.used;
    return bytes;
}

std::size_t RevisionDirectory::fullBytes(std::uint32_t fromChunk) const
{
    std::size_t bytes = 0;
    for (std::uint32_t chunk = std::max(fromChunk, m_first); chunk + 1 < endChunk(); ++chunk)
        bytes += m_chunks[chunk - m_first].bytes->heapBytes();
    return bytes;
}

RevisionRef RevisionDirectory::locate(RevisionRef name) const
{
    if (name.chunk >= m_first)
        return name.chunk < endChunk() ? name : RevisionRef();
    const auto found = std::lower_bound(m_moves->begin(), m_moves->end(), name,
                                        [](const auto &move, RevisionRef ref) { return move.first < ref; });
    return found != m_moves->end() && found->first == name ? found->second : RevisionRef();
}

std::string_view RevisionDirectory::bytesFrom(RevisionRef place, std::size_t lastUsed) const
{
    if (place.chunk < m_first || place.chunk >= endChunk())
        return {};
    const Chunk &chunk = m_chunks[place.chunk - m_first];
    const std::size_t used = place.chunk + 1 == endChunk() ? lastUsed : chunk.used;
    return chunk.bytes->from(place.offset, used);
}

void RevisionDirectory::add(std::shared_ptr<const RevisionChunk> chunk)
{
    m_chunks.push_back({std::move(chunk), 0});
}

void RevisionDirectory::replace(std::uint32_t chunk, std::shared_ptr<const RevisionChunk> by)
{
    m_chunks[chunk - m_first].bytes = std::move(by);
}

void RevisionDirectory::forget(std::uint32_t beforeChunk, Moves moves)
{
    const std::size_t count = std::min<std::size_t>(beforeChunk - m_first, m_chunks.size());
    m_chunks.erase(m_chunks.begin(), m_chunks.begin() + static_cast<std::ptrdiff_t>(count));
    m_first = beforeChunk;
    std::sort(moves.begin(), moves.end());
    moves.shrink_to_fit();
    m_moves = std::make_shared<const Moves>(std::move(moves));
}

} // namespace wk
