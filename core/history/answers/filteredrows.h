// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/answers/chunkcounts.h"
#include "core/history/rowfilter.h"

#include <deque>
#include <optional>
#include <stop_token>

namespace wk {

/// Which rows of a history answer a query, in order, as far as they have been looked through. A function of a snapshot
/// and a query: take() makes it, in whichever thread, in one go or in parts that are put together by append(). A value.
class FilteredRows
{
public:
    /// Of rows from `from` on; none has been looked at.
    explicit FilteredRows(RowQuery query = {}, RowId from = 0);

    const RowQuery &query() const { return m_filter.query(); }
    /// The first row that has not been looked at.
    RowId next() const { return m_next; }
    /// The same question about the rows from there on.
    FilteredRows rest() const { return FilteredRows(query(), m_next); }

    /// Looks at the rows before `end`; how many of them answer. Where nobody waits for them any more, some stay out.
    std::size_t take(const HistorySnapshot &history, RowId end, const std::stop_token &stop = {});
    /// How far take() gets, before `end` at most, with so many comparisons of two revisions.
    RowId reach(const HistorySnapshot &history, RowId end, std::size_t comparisons) const
    {
        return m_filter.reach(history, m_next, end, comparisons);
    }
    /// What rest() has come to; how many answer.
    std::size_t append(FilteredRows &&rest);
    /// Rows before this one have fallen off; how many that answered are gone.
    std::size_t dropBefore(RowId begin);

    std::size_t size() const { return isAll() ? static_cast<std::size_t>(m_next - m_begin) : m_rows.size(); }
    RowId at(std::size_t index) const { return isAll() ? m_begin + index : m_rows[index]; }
    /// Where a row stands; empty when it is not among them.
    std::optional<std::size_t> indexOf(RowId row) const;
    /// What they are, counted; of the history that has been looked through, or a later one.
    FacetCounts facets(const HistorySnapshot &history) const { return facetsBefore(history, m_next); }
    /// … those before row `upTo`. A few hundred µs.
    FacetCounts facetsBefore(const HistorySnapshot &history, RowId upTo) const;

private:
    bool isAll() const { return query().isAll(); } // for all rows there is nothing to keep

    RowFilter m_filter;
    std::deque<RowId> m_rows; ///< no vector: a million of them are not moved when one comes, or the oldest go
    ChunkCounts m_counts;
    RowId m_begin = 0;
    RowId m_next = 0;
};

} // namespace wk
