// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlogsnapshot.h"
#include "core/history/revisionsnapshot.h"
#include "core/recording/exportjob.h"

#include <map>
#include <utility>
#include <vector>

namespace wk {

/// Rows of an event log as watch JSON Lines. An object whose JSON is a revision is read by snapshot at the moment it is
/// written; only of other rows (what a watch says of itself, Secrets, bodies that are kept nowhere) it takes what the
/// log has, before the writing begins. So it needs a few bytes a row, and of the log's thread next to nothing.
class LogLinesSource : public ExportSource
{
public:
    struct Snapshots {
        EventLogSnapshot log;
        RevisionSnapshot revisions; ///< of the same moment
    };

    /// `scopes` as EventLog::scopes() has them; `rows` are written in their order.
    LogLinesSource(Snapshots from, const std::map<WatchId, WatchScope> &scopes, std::vector<RowId> rows);

    RowId row(std::size_t index) const { return m_rows[index]; }
    /// Whether take() is to be called for it, while the log still has the row. What is not taken is left out.
    bool isNeeded(std::size_t index) const;
    /// EventLog::streamRow() of a row, in the order of the rows.
    void take(std::size_t index, StreamRow row) { m_taken.emplace_back(index, std::move(row)); }

    std::size_t total() const override { return m_rows.size(); }
    std::string piece(std::size_t index) override;
    /// What could not be read, and what had fallen off the log before it was taken.
    std::uint64_t leftOut() const override { return m_lines.unreadable() + m_notTaken; }
    /// What a watch says of itself, and no API server: LIST, RELIST, RECONNECT, GAP.
    std::uint64_t unsayable() const override { return m_unsayable; }

private:
    bool isRead(RowId row) const;

    Snapshots m_from;
    std::vector<RowId> m_rows;
    std::vector<std::pair<std::size_t, StreamRow>> m_taken;
    std::size_t m_nextTaken = 0;
    std::uint64_t m_notTaken = 0;
    std::uint64_t m_unsayable = 0;
    WatchLines m_lines;
};

} // namespace wk
