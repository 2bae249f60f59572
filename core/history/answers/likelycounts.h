// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/answers/chunkcounts.h"
#include "core/history/rowfilter.h"

#include <stop_token>

namespace wk {

/// Whose rows LikelyCounts counts.
struct LikelyQuery {
    RowQuery rows;
    bool isLookedAt = false; ///< else nothing is counted, and nothing compared

    bool operator==(const LikelyQuery &) const = default;
};

/// Who may have written the rows in doubt, counted among the rows that the values of the facet of managers are counted
/// in: those that answer a query but for what it asks of managers. Apart from those counts because each row costs a
/// comparison of two revisions once, which is worth it only while somebody looks. As FilteredRows a function of a
/// snapshot and a query, and a value.
class LikelyCounts
{
public:
    explicit LikelyCounts(LikelyQuery query = {}, RowId from = 0);

    const LikelyQuery &query() const { return m_query; }
    RowId next() const { return m_next; }
    LikelyCounts rest() const { return LikelyCounts(m_query, m_next); }

    /// See FilteredRows; no rows are shown, so that none come and none go.
    std::size_t take(const HistorySnapshot &history, RowId end, const std::stop_token &stop = {});
    RowId reach(const HistorySnapshot &history, RowId end, std::size_t comparisons) const;
    std::size_t append(LikelyCounts &&rest);
    std::size_t dropBefore(RowId begin);

    /// Adds those before row `upTo`, as far as they have been looked at.
    void addTo(FacetCounts &counts, const HistorySnapshot &history, RowId upTo) const;

private:
    LikelyQuery m_query;
    RowFilter m_filter;
    ChunkCounts m_counts;
    RowId m_next = 0;
};

} // namespace wk
