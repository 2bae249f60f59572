// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"

#include <deque>

namespace wk {

/// The facets of some rows of a history, counted chunk by chunk, so that what falls off is subtracted and a moment of
/// the past is told without counting again. A value.
class ChunkCounts
{
public:
    /// Rows are added in their order.
    void add(const HistorySnapshot &history, RowId row);
    /// Of a row in doubt nothing but who may have written it.
    void addLikely(const HistorySnapshot &history, RowId row);
    /// Of rows that come behind these.
    void append(ChunkCounts &&later);
    /// Chunks that end there are gone.
    void dropBefore(RowId begin);

    const FacetCounts &all() const { return m_all; }
    /// Of the whole chunks before a row of the history, and where they end.
    struct Before {
        FacetCounts facets;
        RowId end = 0;
    };
    Before before(RowId upTo) const;

private:
    struct Counted {
        RowId chunk = 0;
        FacetCounts facets;
    };

    FacetCounts &chunkOf(RowId row);

    std::deque<Counted> m_chunks;
    FacetCounts m_all;
};

} // namespace wk
