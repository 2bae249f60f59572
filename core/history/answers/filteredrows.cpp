// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/answers/filteredrows.h"

#include <algorithm>

namespace wk {

namespace {

/// How many rows are looked at between two looks at whether anybody waits: 0.2 ms when each object has to be fetched.
constexpr RowId RowsALook = 256;

} // namespace

FilteredRows::FilteredRows(RowQuery query, RowId from)
    : m_filter(std::move(query))
    , m_begin(from)
    , m_next(from)
{}

std::size_t FilteredRows::take(const HistorySnapshot &history, RowId end, const std::stop_token &stop)
{
    const std::size_t before = size();
    m_next = std::max(m_next, history.begin());
    if (isAll())
        m_next = std::max(m_next, end);
    for (; m_next < end; ++m_next) {
        if (m_next % RowsALook == 0 && stop.stop_requested())
            break;
        if (!m_filter.matches(history, m_next))
            continue;
        m_rows.push_back(m_next);
        m_counts.add(history, m_next);
    }
    return size() - before;
}

std::size_t FilteredRows::append(FilteredRows &&rest)
{
    const std::size_t before = size();
    if (m_rows.empty())
        m_rows.swap(rest.m_rows);
    else
        m_rows.insert(m_rows.end(), rest.m_rows.begin(), rest.m_rows.end());
    m_counts.append(std::move(rest.m_counts));
    m_next = std::max(m_next, rest.m_next);
    return size() - before;
}

std::size_t FilteredRows::dropBefore(RowId begin)
{
    if (begin <= m_begin)
        return 0;
    const std::size_t before = size();
    const auto fallen = static_cast<std::size_t>(begin - m_begin);
    m_begin = begin;
    m_next = std::max(m_next, begin);
    if (isAll())
        return std::min(before, fallen);
    m_counts.dropBefore(begin);
    m_rows.erase(m_rows.begin(), std::ranges::lower_bound(m_rows, begin));
    return before - m_rows.size();
}

std::optional<std::size_t> FilteredRows::indexOf(RowId row) const
{
    if (isAll())
        return row >= m_begin && row < m_next ? std::optional(static_cast<std::size_t>(row - m_begin)) : std::nullopt;
    const auto found = std::ranges::lower_bound(m_rows, row);
    if (found == m_rows.end() || *found != row)
        return {};
    return found - m_rows.begin();
}

FacetCounts FilteredRows::facetsBefore(const HistorySnapshot &history, RowId upTo) const
{
    if (isAll())
        return upTo >= history.end() ? history.facets() : history.facetsBefore(std::min(upTo, m_next));
    if (upTo >= m_next)
        return m_counts.all();
    auto [counts, counted] = m_counts.before(upTo);
    for (auto row = std::ranges::lower_bound(m_rows, counted); row != m_rows.end() && *row < upTo; ++row)
        history.countRow(counts, *row);
    return counts;
}

} // namespace wk
