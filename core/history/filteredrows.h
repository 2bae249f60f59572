// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rowfilter.h"

#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace wk {

/// The rows of a history that answer a query, in order: follows the history as it grows and loses its oldest, and
/// answers a new query in slices while the last good answer stays on show. One thread.
class FilteredRows
{
public:
    explicit FilteredRows(HistoryPtr history = HistorySnapshot::empty());
    ~FilteredRows();

    /// Asked from now on; answered when advance() says `isReset`, for all rows the next time.
    void ask(RowQuery query);
    /// The query whose answer is on show.
    const RowQuery &query() const;
    /// The one that is being answered, else the one on show.
    const RowQuery &asked() const;

    /// Asked every few hundred rows whether there is time for more.
    using Pace = std::function<bool()>;

    /// What a step has done to the rows on show: a model tells it as one remove at the top and one insert at the
    /// bottom, or as a reset.
    struct Step {
        bool isReset = false;
        std::size_t removed = 0;
        std::size_t added = 0;
    };

    /// Catches up with what became of the history, then goes on with a new query. Called whenever it is another, and
    /// while isBehind(). Rows from `end` on are not looked at. Each call gets on a bit, whatever the pace says.
    Step advance(HistoryPtr now, RowId end, const Pace &mayGoOn);
    /// True while rows of the history have not been looked at, or a new query is not answered.
    bool isBehind() const;
    /// How far a new query is answered, in rows of the history; its size when none is under way.
    std::size_t looked() const;

    std::size_t size() const;
    RowId at(std::size_t index) const;
    /// Where a row stands; empty when it is not among them.
    std::optional<std::size_t> indexOf(RowId row) const;
    /// Of the rows on show.
    FacetCounts facets() const;
    /// … before row `upTo` of the history. A few hundred µs.
    FacetCounts facetsBefore(RowId upTo) const;

private:
    class Answer;

    HistoryPtr m_history;
    RowId m_end = 0;
    std::unique_ptr<Answer> m_shown;
    std::unique_ptr<Answer> m_next; ///< null when nothing new was asked
};

} // namespace wk
