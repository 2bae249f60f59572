// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rowfilter.h"
#include "core/query/foldedsearch.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace wk {

/// What a find bar asks of a stream.
struct StreamNeedle {
    RowQuery shown;      ///< whose rows are searched
    std::string needle;  ///< nothing is found of an empty one
    RowId wholeFrom = 0; ///< rows before it are found by kind, namespace and name only

    bool operator==(const StreamNeedle &) const = default;
};

/// The rows of a stream that say something, who may have written them too, in order; times, versions and sizes are not
/// looked into. An answer about a history as FilteredRows is: a value, made in any thread.
class FoundRows
{
public:
    explicit FoundRows(StreamNeedle query = {}, RowId from = 0);

    const StreamNeedle &query() const { return m_query; }
    RowId next() const { return m_next; }
    FoundRows rest() const { return FoundRows(m_query, m_next); }

    std::size_t take(const HistorySnapshot &history, RowId end, const std::stop_token &stop = {});
    RowId reach(const HistorySnapshot &history, RowId end, std::size_t comparisons) const;
    std::size_t append(FoundRows &&rest);
    std::size_t dropBefore(RowId begin);

    const std::vector<RowId> &rows() const { return m_rows; }

private:
    /// Which texts of a pool say it, by their numbers: not asked yet, yes or no.
    using Answers = std::vector<char>;

    bool saysWhereAndWhat(const HistorySnapshot &history, RowId row);
    bool saysMore(const HistorySnapshot &history, RowId row) const;
    bool saysIn(const Changes &changes) const;
    bool isByLikelyWriter(const HistorySnapshot &history, RowId row) const;

    StreamNeedle m_query;
    RowFilter m_filter;
    FoldedSearch m_needle;
    std::uint64_t m_reuses = 0; ///< of the texts' numbers, when these were asked:
    Answers m_kinds;
    Answers m_namespaces;
    Answers m_names;
    std::vector<RowId> m_rows;
    RowId m_next = 0;
};

} // namespace wk
