// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlogchunk.h"

namespace wk {

void EventLog::setSpill(RevisionSpill::Options options)
{
    Q_ASSERT(m_chunks.empty());
    m_spill = std::make_unique<RevisionSpill>(std::move(options));
}

std::optional<Error> EventLog::spillError() const
{
    return m_spill ? m_spill->error() : std::nullopt;
}

/// The last chunk stays: rows are still coming.
bool EventLog::isToSpill() const
{
    const std::size_t inMemory = m_chunks.size() - m_spilled;
    return m_spill && inMemory > 1 && inMemory * RowColumns::Bytes + m_objects.bytes() > m_bounds.memory &&
           m_spill->isDue(SIZE_MAX);
}

/// The columns, and behind them the objects.
void EventLog::spillOldest()
{
    Chunk &chunk = *m_chunks[m_spilled];
    const RowId first = begin() + m_spilled * ChunkRows;
    std::string bytes(chunk.columns.bytes());
    m_objects.appendChunk(first, bytes);
    const auto file = m_spill->put(static_cast<std::uint32_t>(first / ChunkRows), bytes, {});
    if (!file)
        return;
    m_objects.moveChunk(first, *file, RowColumns::Bytes);
    chunk.columns.moveTo(*file);
    ++m_spilled;
}

} // namespace wk
