// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rowfilter.h"
#include "core/history/rows/historysnapshot.h"
#include "core/informer/watchsink.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_set>
#include <vector>

namespace wk {

/// Which of a history's rows are told again. A value; without anything all are. Under a query what is told is what a
/// server tells under a selector: an object that comes to answer it is added, one that no longer does is deleted.
struct RetoldRows {
    std::set<GroupVersionResource> kinds{}; ///< empty: of any
    /// What a watch says of itself is told whatever it asks for: who reads the rest has to know what is missing.
    RowQuery query{};
};

/// Tells a sink again what a history has, as its watches told it: each that was opened, all that it told, that it was
/// closed, in the order and of the times in which it was. Bodies are those of the history, which a sink reads of the
/// snapshot. One thread.
class HistoryRetelling
{
public:
    explicit HistoryRetelling(WatchSink &to, RetoldRows rows = {});

    /// What stood before row `at`, as a first list of each watch that was open then; what comes behind is told next.
    void begin(const HistorySnapshot &history, RowId at, WallTime time);
    /// The sink knows all that the history has by now.
    void goOnBehind(const HistorySnapshot &history);
    /// The rows from where it stands to `end`, of the same history or a later snapshot of it.
    /// What is behind the last of them: watches that were closed there are told to be, or not; or more rows are still
    /// to come, so that a list of which some are missing waits for them.
    enum class Last { IsClosed, StaysOpen, GoesOn };
    void tell(const HistorySnapshot &history, RowId end, Last last = Last::IsClosed);
    /// That rows were lost before they could be told: each open watch missed what came between its last row and then.
    void tellGap(WallTime until, const std::string &why);
    /// All watches that are open are closed at that time.
    void close(WallTime time);
    /// Behind the last row that was told.
    RowId next() const { return m_next; }

private:
    /// Why the sink has a watch, or not.
    struct Told {
        bool isTaken = false;
        bool isOpen = false;
        RowId since = 0; ///< opened before this row
        WallTime last{}; ///< when it told something last
        std::unordered_set<Uid, Uid::Hash>
            inside{}; ///< of the objects, those that answer the query; where there is one
    };

    bool isAsked(const HistorySnapshot &history, RowId row);
    EntryPtr listAt(const HistorySnapshot &history, WatchId watch, RowId at, WallTime time);
    EntryPtr entryOf(const HistorySnapshot &history, HistorySnapshot::Rows rows);
    EntryPtr listOf(std::shared_ptr<Entry> list, std::shared_ptr<std::vector<ObjectPtr>> objects);
    void tellEntry(const HistorySnapshot &history, HistorySnapshot::Rows rows);
    bool open(const HistorySnapshot &history, WatchId watch, RowId at);
    void tellOpenings(const HistorySnapshot &history, RowId upTo);
    void tellClosings(const HistorySnapshot &history, RowId upTo);
    void add(EntryPtr entry);
    void flush();

    WatchSink &m_to;
    const RetoldRows m_rows;
    RowFilter m_filter;
    std::map<WatchId, Told> m_watches;
    std::size_t m_closings = 0; ///< that were told, or were before
    RowId m_next = 0;
    std::vector<EntryPtr> m_entries;
};

} // namespace wk
