// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/filteredrows.h"

#include <algorithm>

namespace wk {

namespace {

/// How many rows are looked at between two looks at the clock: 0.2 ms when each object has to be fetched.
constexpr RowId RowsAtOnce = 256;

} // namespace

/// The rows that answer one query, as far as the history has been looked through. For all rows there is nothing to
/// keep.
class FilteredRows::Answer
{
public:
    Answer(HistoryPtr history, RowId end, RowQuery query)
        : m_history(std::move(history))
        , m_end(end)
        , m_filter(std::move(query))
        , m_begin(m_history->begin())
        , m_cursor(isAll() ? end : m_begin)
    {}

    const RowQuery &query() const { return m_filter.query(); }
    bool isAll() const { return query().isAll(); }
    RowId cursor() const { return m_cursor; }
    bool isBehind() const { return m_cursor < m_end; }
    std::size_t size() const { return isAll() ? static_cast<std::size_t>(m_cursor - m_begin) : m_rows.size(); }
    RowId at(std::size_t index) const { return isAll() ? m_begin + index : m_rows[index]; }
    /// Of a history that stands still, all that has come is counted before `m_end` only.
    FacetCounts facets() const
    {
        if (!isAll())
            return m_facets;
        return m_end == m_history->end() ? m_history->facets() : m_history->facetsBefore(m_end);
    }

    FacetCounts facetsBefore(RowId upTo) const
    {
        if (isAll())
            return m_history->facetsBefore(std::min(upTo, m_end));
        FacetCounts counts;
        RowId counted = m_begin;
        for (const Counted &some : m_chunks) {
            const RowId end = (some.chunk + 1) * HistorySnapshot::ChunkRows;
            if (end > upTo)
                break;
            counts.add(some.facets);
            counted = end;
        }
        for (auto row = std::ranges::lower_bound(m_rows, counted); row != m_rows.end() && *row < upTo; ++row)
            m_history->countRow(counts, *row);
        return counts;
    }

    std::optional<std::size_t> indexOf(RowId row) const
    {
        if (isAll())
            return row >= m_begin && row < m_cursor ? std::optional(static_cast<std::size_t>(row - m_begin))
                                                    : std::nullopt;
        const auto found = std::lower_bound(m_rows.begin(), m_rows.end(), row);
        if (found == m_rows.end() || *found != row)
            return {};
        return found - m_rows.begin();
    }

    /// Forgets what has fallen off; how many rows that were.
    std::size_t drop(HistoryPtr now, RowId end)
    {
        m_history = std::move(now);
        m_end = end;
        const std::size_t before = size();
        const RowId begin = std::max(m_begin, m_history->begin());
        const auto fallen = static_cast<std::size_t>(begin - m_begin);
        m_begin = begin;
        m_cursor = std::max(m_cursor, begin);
        if (isAll())
            return std::min(before, fallen);
        while (!m_chunks.empty() && (m_chunks.front().chunk + 1) * HistorySnapshot::ChunkRows <= begin) {
            m_facets.subtract(m_chunks.front().facets);
            m_chunks.pop_front();
        }
        m_rows.erase(m_rows.begin(), std::lower_bound(m_rows.begin(), m_rows.end(), begin));
        return before - m_rows.size();
    }

    /// Looks at rows until the end or the end of the time, at some in any case; how many came.
    std::size_t take(const Pace &mayGoOn)
    {
        const std::size_t before = size();
        if (isAll())
            m_cursor = m_end;
        while (isBehind()) {
            const RowId end = std::min(m_cursor + RowsAtOnce, m_end);
            for (; m_cursor < end; ++m_cursor) {
                if (m_filter.matches(*m_history, m_cursor))
                    add(m_cursor);
            }
            if (!mayGoOn())
                break;
        }
        return size() - before;
    }

private:
    /// What was counted of one chunk of the log, to be subtracted when it falls off.
    struct Counted {
        RowId chunk = 0;
        FacetCounts facets;
    };

    void add(RowId row)
    {
        const RowId chunk = row / HistorySnapshot::ChunkRows;
        if (m_chunks.empty() || m_chunks.back().chunk != chunk)
            m_chunks.push_back({chunk, {}});
        m_history->countRow(m_chunks.back().facets, row);
        m_history->countRow(m_facets, row);
        m_rows.push_back(row);
    }

    HistoryPtr m_history;
    RowId m_end;
    RowFilter m_filter;
    std::deque<RowId> m_rows; ///< no vector: a million of them are not moved when one comes, or the oldest go
    std::deque<Counted> m_chunks;
    FacetCounts m_facets;
    RowId m_begin = 0;
    RowId m_cursor = 0;
};

FilteredRows::FilteredRows(HistoryPtr history)
    : m_history(std::move(history))
    , m_end(m_history->end())
    , m_shown(std::make_unique<Answer>(m_history, m_end, RowQuery()))
{}

FilteredRows::~FilteredRows() = default;

void FilteredRows::ask(RowQuery query)
{
    m_next.reset();
    if (query != m_shown->query())
        m_next = std::make_unique<Answer>(m_history, m_end, std::move(query));
}

const RowQuery &FilteredRows::query() const
{
    return m_shown->query();
}

const RowQuery &FilteredRows::asked() const
{
    return m_next ? m_next->query() : m_shown->query();
}

FilteredRows::Step FilteredRows::advance(HistoryPtr now, RowId end, const Pace &mayGoOn)
{
    m_history = std::move(now);
    m_end = end;
    Step step;
    step.removed = m_shown->drop(m_history, m_end);
    step.added = m_shown->take(mayGoOn);
    if (!m_next)
        return step;
    m_next->drop(m_history, m_end);
    m_next->take(mayGoOn);
    if (m_next->isBehind())
        return step;
    m_shown = std::move(m_next);
    return {true, 0, 0};
}

bool FilteredRows::isBehind() const
{
    return m_next || m_shown->isBehind();
}

std::size_t FilteredRows::looked() const
{
    const RowId cursor = m_next ? std::max(m_next->cursor(), m_history->begin()) : m_end;
    return static_cast<std::size_t>(cursor - m_history->begin());
}

std::size_t FilteredRows::size() const
{
    return m_shown->size();
}

RowId FilteredRows::at(std::size_t index) const
{
    return m_shown->at(index);
}

std::optional<std::size_t> FilteredRows::indexOf(RowId row) const
{
    return m_shown->indexOf(row);
}

FacetCounts FilteredRows::facets() const
{
    return m_shown->facets();
}

FacetCounts FilteredRows::facetsBefore(RowId upTo) const
{
    return m_shown->facetsBefore(upTo);
}

} // namespace wk
