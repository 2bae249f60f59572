// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/facetrows.h"

#include "core/query/filteredit.h"

#include <algorithm>

namespace wk {

void FacetRows::ask(const RowQuery &query)
{
    for (const Facet facet : Facets) {
        RowQuery others = query;
        others.filter = cleared(query.filter, fieldOf(facet));
        std::unique_ptr<FilteredRows> &rows = m_rows[static_cast<std::size_t>(facet)];
        if (others == query) {
            rows.reset();
            continue;
        }
        if (!rows)
            rows = std::make_unique<FilteredRows>(m_history);
        rows->ask(std::move(others));
    }
}

void FacetRows::advance(const HistoryPtr &now, RowId end, const FilteredRows::Pace &mayGoOn)
{
    m_history = now;
    for (const auto &rows : m_rows) {
        if (rows)
            rows->advance(now, end, mayGoOn);
    }
}

bool FacetRows::isBehind() const
{
    return std::ranges::any_of(m_rows, [](const auto &rows) { return rows && rows->isBehind(); });
}

} // namespace wk
