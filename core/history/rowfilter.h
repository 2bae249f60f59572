// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/answers/writernames.h"

#include <optional>
#include <string>
#include <vector>

namespace wk {

/// Which rows of the stream are asked for. Without a filter, a time and namespaces all are.
struct RowQuery {
    Filter filter;
    /// Rows of other namespaces are left out; what belongs to none, as a node or a watch as a whole, is not. Empty:
    /// all.
    std::vector<std::string> namespaces;
    std::optional<WallTime> from;
    std::optional<WallTime> to; ///< not included

    bool isAll() const { return filter.isEmpty() && namespaces.empty() && !from && !to; }
    bool operator==(const RowQuery &) const = default;
};

/// A query made ready for the columns of one history: what columns can answer is asked first and once a value, what
/// needs the object after that, and last who may have written a row of which nobody says it. One thread.
class RowFilter
{
public:
    explicit RowFilter(RowQuery query);

    const RowQuery &query() const { return m_query; }
    /// The history is the one of the call before, or what became of that.
    bool matches(const HistorySnapshot &history, RowId row);
    /// How far one gets from a row on, before `end` at most, with so many comparisons of two revisions: a filter that
    /// names a writer asks for the likely ones of rows in doubt.
    RowId reach(const HistorySnapshot &history, RowId from, RowId end, std::size_t comparisons) const
    {
        return m_asksLikely ? reachOfComparisons(history, from, end, comparisons) : end;
    }

private:
    /// A clause whose answer depends on one column alone; by the column's number: not asked yet, yes or no.
    struct ColumnClause {
        FilterClause clause;
        std::vector<char> answers;
        bool asksLikely = false; ///< of rows in doubt that is not so
    };

    bool isInNamespaces(const HistorySnapshot &history, RowId row);
    bool answersColumns(const HistorySnapshot &history, RowId row);
    bool answersWriters(const HistorySnapshot &history, RowId row) const;

    RowQuery m_query;
    std::vector<char> m_namespaces; ///< by the namespace's number: not asked yet, yes or no
    std::vector<ColumnClause> m_columns;
    bool m_asksLikely = false; ///< one of them, or some alternative
    Filter m_others;
    std::uint64_t m_reuses = 0;
};

} // namespace wk
