// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/facetrows.h"

#include "core/query/filteredit.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr RowId FacetRowsALook = 256;

} // namespace

FacetRows::FacetRows(RowQuery query, RowId from)
    : m_query(std::move(query))
    , m_next(from)
{
    for (const Facet facet : Facets) {
        RowQuery others = m_query;
        others.filter = cleared(m_query.filter, fieldOf(facet));
        if (others != m_query)
            m_asked[static_cast<std::size_t>(facet)] = Others{RowFilter(std::move(others)), ChunkCounts()};
    }
}

std::size_t FacetRows::take(const HistorySnapshot &history, RowId end, const std::stop_token &stop)
{
    const bool isNoneAsked = std::ranges::none_of(m_asked, &std::optional<Others>::has_value);
    m_next = std::max(m_next, isNoneAsked ? end : history.begin());
    for (; m_next < end; ++m_next) {
        if (m_next % FacetRowsALook == 0 && stop.stop_requested())
            break;
        for (std::optional<Others> &others : m_asked) {
            if (others && others->filter.matches(history, m_next))
                others->counts.add(history, m_next);
        }
    }
    return 0;
}

RowId FacetRows::reach(const HistorySnapshot &history, RowId end, std::size_t comparisons) const
{
    RowId reach = end;
    for (const std::optional<Others> &others : m_asked)
        reach = others ? others->filter.reach(history, m_next, reach, comparisons) : reach;
    return reach;
}

std::size_t FacetRows::append(FacetRows &&rest)
{
    for (std::size_t facet = 0; facet < m_asked.size(); ++facet) {
        if (m_asked[facet])
            m_asked[facet]->counts.append(std::move(rest.m_asked[facet]->counts));
    }
    m_next = std::max(m_next, rest.m_next);
    return 0;
}

std::size_t FacetRows::dropBefore(RowId begin)
{
    m_next = std::max(m_next, begin);
    for (std::optional<Others> &others : m_asked) {
        if (others)
            others->counts.dropBefore(begin);
    }
    return 0;
}

FacetCounts FacetRows::facetsBefore(const HistorySnapshot &history, Facet facet, RowId upTo) const
{
    const Others &others = *m_asked[static_cast<std::size_t>(facet)];
    if (upTo >= m_next)
        return others.counts.all();
    auto [counts, counted] = others.counts.before(upTo);
    RowFilter filter(others.filter.query());
    for (RowId row = std::max(counted, history.begin()); row < upTo; ++row) {
        if (filter.matches(history, row))
            history.countRow(counts, row);
    }
    return counts;
}

} // namespace wk
