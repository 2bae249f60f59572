// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/filteredrows.h"

#include <algorithm>

namespace wk {

namespace {

/// How many rows are looked at between two looks at the clock: 0.2 ms when each object has to be fetched.
constexpr RowId RowsAtOnce = 256;

} // namespace

/// The rows that answer one query, as far as the log has been looked through. For all rows there is nothing to keep.
class FilteredRows::Answer
{
public:
    Answer(const EventLog &log, RowQuery query)
        : m_log(log)
        , m_filter(log, std::move(query))
        , m_begin(log.begin())
        , m_cursor(isAll() ? log.end() : log.begin())
    {}

    const RowQuery &query() const { return m_filter.query(); }
    bool isAll() const { return query().isAll(); }
    RowId cursor() const { return m_cursor; }
    bool isBehind() const { return m_cursor < m_log.end(); }
    std::size_t size() const { return isAll() ? static_cast<std::size_t>(m_cursor - m_begin) : m_rows.size(); }
    RowId at(std::size_t index) const { return isAll() ? m_begin + index : m_rows[index]; }
    const FacetCounts &facets() const { return isAll() ? m_log.facets() : m_facets; }

    FacetCounts facetsBefore(RowId upTo) const
    {
        if (isAll())
            return m_log.facetsBefore(upTo);
        FacetCounts counts;
        RowId counted = m_begin;
        for (const Counted &some : m_chunks) {
            const RowId end = (some.chunk + 1) * EventLog::ChunkRows;
            if (end > upTo)
                break;
            counts.add(some.facets);
            counted = end;
        }
        for (auto row = std::ranges::lower_bound(m_rows, counted); row != m_rows.end() && *row < upTo; ++row)
            m_log.countRow(counts, *row);
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

    /// Forgets what has fallen off the log; how many rows that were.
    std::size_t drop()
    {
        const std::size_t before = size();
        const RowId begin = std::max(m_begin, m_log.begin());
        const auto fallen = static_cast<std::size_t>(begin - m_begin);
        m_begin = begin;
        m_cursor = std::max(m_cursor, begin);
        if (isAll())
            return std::min(before, fallen);
        while (!m_chunks.empty() && (m_chunks.front().chunk + 1) * EventLog::ChunkRows <= begin) {
            m_facets.subtract(m_chunks.front().facets);
            m_chunks.pop_front();
        }
        m_rows.erase(m_rows.begin(), std::lower_bound(m_rows.begin(), m_rows.end(), begin));
        return before - m_rows.size();
    }

    /// Looks at rows until the log's end or the end of the time, at some in any case; how many came.
    std::size_t take(const Pace &mayGoOn)
    {
        const std::size_t before = size();
        if (isAll())
            m_cursor = m_log.end();
        while (isBehind()) {
            const RowId end = std::min(m_cursor + RowsAtOnce, m_log.end());
            for (; m_cursor < end; ++m_cursor) {
                if (m_filter.matches(m_cursor))
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
        const RowId chunk = row / EventLog::ChunkRows;
        if (m_chunks.empty() || m_chunks.back().chunk != chunk)
            m_chunks.push_back({chunk, {}});
        m_log.countRow(m_chunks.back().facets, row);
        m_log.countRow(m_facets, row);
        m_rows.push_back(row);
    }

    const EventLog &m_log;
    RowFilter m_filter;
    std::deque<RowId> m_rows; ///< no vector: a million of them are not moved when one comes, or the oldest go
    std::deque<Counted> m_chunks;
    FacetCounts m_facets;
    RowId m_begin = 0;
    RowId m_cursor = 0;
};

FilteredRows::FilteredRows(const EventLog &log)
    : m_log(log)
    , m_shown(std::make_unique<Answer>(log, RowQuery()))
{}

FilteredRows::~FilteredRows() = default;

void FilteredRows::ask(RowQuery query)
{
    m_next.reset();
    if (query != m_shown->query())
        m_next = std::make_unique<Answer>(m_log, std::move(query));
}

const RowQuery &FilteredRows::query() const
{
    return m_shown->query();
}

const RowQuery &FilteredRows::asked() const
{
    return m_next ? m_next->query() : m_shown->query();
}

FilteredRows::Step FilteredRows::advance(const Pace &mayGoOn)
{
    Step step;
    step.removed = m_shown->drop();
    step.added = m_shown->take(mayGoOn);
    if (!m_next)
        return step;
    m_next->drop();
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
    const RowId cursor = m_next ? std::max(m_next->cursor(), m_log.begin()) : m_log.end();
    return static_cast<std::size_t>(cursor - m_log.begin());
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

const FacetCounts &FilteredRows::facets() const
{
    return m_shown->facets();
}

FacetCounts FilteredRows::facetsBefore(RowId upTo) const
{
    return m_shown->facetsBefore(upTo);
}

} // namespace wk
