// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/facetvalues.h"
#include "core/history/filteredrows.h"

#include <array>
#include <memory>

namespace wk {

/// The rows that the values of a facet are counted in: those that answer a query but for what it asks of the facet
/// itself, so that of a type nobody asks for it is known how many there are. They cost as much as an answer for each
/// facet that is asked of. One thread.
class FacetRows
{
public:
    explicit FacetRows(HistoryPtr history = HistorySnapshot::empty())
        : m_history(std::move(history))
    {}

    void ask(const RowQuery &query);
    /// See FilteredRows::advance() and isBehind().
    void advance(const HistoryPtr &now, RowId end, const FilteredRows::Pace &mayGoOn);
    bool isBehind() const;
    /// Null where nothing is asked of the facet: then they are those that answer the query.
    const FilteredRows *of(Facet facet) const { return m_rows[static_cast<std::size_t>(facet)].get(); }

private:
    HistoryPtr m_history;
    std::array<std::unique_ptr<FilteredRows>, Facets.size()> m_rows; ///< by facet
};

} // namespace wk
