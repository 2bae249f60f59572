// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historysnapshot.h"
#include "core/recording/exportjob.h"
#include "core/recording/watchlines.h"

#include <vector>

namespace wk {

/// Rows of a history as watch JSON Lines. What is written is of the moment that the snapshot is of, whatever falls off
/// the history meanwhile; it needs a few bytes a row.
class LogLinesSource : public ExportSource
{
public:
    /// `rows` are written in their order.
    LogLinesSource(HistoryPtr history, std::vector<RowId> rows);

    std::size_t total() const override { return m_rows.size(); }
    std::string piece(std::size_t index) override;
    /// What could not be read.
    std::uint64_t leftOut() const override { return m_lines.unreadable(); }
    /// What a watch says of itself, and no API server: LIST, RELIST, RECONNECT, GAP.
    std::uint64_t unsayable() const override { return m_unsayable; }

private:
    HistoryPtr m_history;
    std::vector<RowId> m_rows;
    std::uint64_t m_unsayable = 0;
    WatchLines m_lines;
};

} // namespace wk
