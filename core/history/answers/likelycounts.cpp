// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/likelycounts.h"

#include "core/query/filteredit.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr RowId LikelyRowsALook = 256;

RowQuery whateverTheManager(RowQuery query)
{
    query.filter = cleared(query.filter, FilterField::Manager);
    return query;
}

} // namespace

LikelyCounts::LikelyCounts(LikelyQuery query, RowId from)
    : m_query(std::move(query))
    , m_filter(whateverTheManager(m_query.rows))
    , m_next(from)
{}

std::size_t LikelyCounts::take(const HistorySnapshot &history, RowId end, const std::stop_token &stop)
{
    m_next = std::max(m_next, m_query.isLookedAt ? history.begin() : end);
    for (; m_next < end; ++m_next) {
        if (m_next % LikelyRowsALook == 0 && stop.stop_requested())
            break;
        if (history.isWriterInDoubt(m_next) && m_filter.matches(history, m_next))
            m_counts.addLikely(history, m_next);
    }
    return 0;
}

RowId LikelyCounts::reach(const HistorySnapshot &history, RowId end, std::size_t comparisons) const
{
    return m_query.isLookedAt ? reachOfComparisons(history, m_next, end, comparisons) : end;
}

std::size_t LikelyCounts::append(LikelyCounts &&rest)
{
    m_counts.append(std::move(rest.m_counts));
    m_next = std::max(m_next, rest.m_next);
    return 0;
}

std::size_t LikelyCounts::dropBefore(RowId begin)
{
    m_next = std::max(m_next, begin);
    m_counts.dropBefore(begin);
    return 0;
}

void LikelyCounts::addTo(FacetCounts &counts, const HistorySnapshot &history, RowId upTo) const
{
    if (upTo >= m_next)
        return counts.add(m_counts.all());
    const auto [before, counted] = m_counts.before(upTo);
    counts.add(before);
    RowFilter filter(m_filter.query());
    for (RowId row = std::max(counted, history.begin()); row < upTo; ++row) {
        if (history.isWriterInDoubt(row) && filter.matches(history, row))
            countLikelyWriters(counts, history, row);
    }
}

} // namespace wk
