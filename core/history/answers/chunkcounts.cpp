// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/chunkcounts.h"

#include "core/history/answers/writernames.h"

#include <iterator>
#include <utility>

namespace wk {

namespace {

RowId endOf(RowId chunk)
{
    return (chunk + 1) * HistorySnapshot::ChunkRows;
}

} // namespace

FacetCounts &ChunkCounts::chunkOf(RowId row)
{
    const RowId chunk = row / HistorySnapshot::ChunkRows;
    if (m_chunks.empty() || m_chunks.back().chunk != chunk)
        m_chunks.push_back({chunk, {}});
    return m_chunks.back().facets;
}

void ChunkCounts::add(const HistorySnapshot &history, RowId row)
{
    history.countRow(chunkOf(row), row);
    history.countRow(m_all, row);
}

void ChunkCounts::addLikely(const HistorySnapshot &history, RowId row)
{
    countLikelyWriters(chunkOf(row), history, row);
    countLikelyWriters(m_all, history, row);
}

void ChunkCounts::append(ChunkCounts &&later)
{
    m_all.add(later.m_all);
    if (!m_chunks.empty() && !later.m_chunks.empty() && m_chunks.back().chunk == later.m_chunks.front().chunk) {
        m_chunks.back().facets.add(later.m_chunks.front().facets);
        later.m_chunks.pop_front();
    }
    m_chunks.insert(m_chunks.end(), std::make_move_iterator(later.m_chunks.begin()),
                    std::make_move_iterator(later.m_chunks.end()));
}

void ChunkCounts::dropBefore(RowId begin)
{
    while (!m_chunks.empty() && endOf(m_chunks.front().chunk) <= begin) {
        m_all.subtract(m_chunks.front().facets);
        m_chunks.pop_front();
    }
}

ChunkCounts::Before ChunkCounts::before(RowId upTo) const
{
    Before before;
    for (const Counted &some : m_chunks) {
        if (endOf(some.chunk) > upTo)
            break;
        before.facets.add(some.facets);
        before.end = endOf(some.chunk);
    }
    return before;
}

} // namespace wk
