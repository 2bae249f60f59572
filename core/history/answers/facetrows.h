// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/answers/chunkcounts.h"
#include "core/history/facetvalues.h"
#include "core/history/rowfilter.h"

#include <array>
#include <optional>
#include <stop_token>

namespace wk {

/// The rows that the values of a facet are counted in: those that answer a query but for what it asks of the facet
/// itself, so that of a type nobody asks for it is known how many there are. They cost as much as an answer for each
/// facet that is asked of, and are counted, not kept. As FilteredRows a function of a snapshot and a query, and a
/// value.
class FacetRows
{
public:
    explicit FacetRows(RowQuery query = {}, RowId from = 0);

    const RowQuery &query() const { return m_query; }
    RowId next() const { return m_next; }
    FacetRows rest() const { return FacetRows(m_query, m_next); }

    /// See FilteredRows; nothing is shown of the rows themselves, so that none come and none go.
    std::size_t take(const HistorySnapshot &history, RowId end, const std::stop_token &stop = {});
    RowId reach(const HistorySnapshot &history, RowId end, std::size_t comparisons) const;
    std::size_t append(FacetRows &&rest);
    std::size_t dropBefore(RowId begin);

    /// Not when nothing is asked of the facet: then the rows that answer the query are the ones.
    bool isAskedOf(Facet facet) const { return m_asked[static_cast<std::size_t>(facet)].has_value(); }
    /// Of a facet that is asked of: what its rows before row `upTo` are, as far as they have been looked at.
    FacetCounts facetsBefore(const HistorySnapshot &history, Facet facet, RowId upTo) const;

private:
    struct Others {
        RowFilter filter;
        ChunkCounts counts;
    };

    RowQuery m_query;
    std::array<std::optional<Others>, Facets.size()> m_asked; ///< by facet
    RowId m_next = 0;
};

} // namespace wk
