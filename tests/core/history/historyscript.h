// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/history/historyteller.h"

#include <functional>
#include <vector>

namespace wk::test {

/// What is told, so that it can be told again.
class HistoryScript
{
public:
    HistoryScript(std::uint64_t seed, RowId rows)
        : m_teller(seed)
    {
        EventLog log;
        while (log.now().end() < rows) {
            m_teller.tell(*this);
            m_lines.back()(log);
        }
    }
    /// From the next line on, to so many rows.
    void tellTo(RowId row, std::size_t &line, EventLog &log) const
    {
        while (log.now().end() < row && line < m_lines.size())
            m_lines[line++](log);
    }

    RevisionBodies &bodies() { return m_teller.bodies(); }

    // As a HistoryTeller knows a log.
    void setWatch(WatchId watch, const WatchScope &scope)
    {
        m_lines.emplace_back([=](EventLog &log) { log.setWatch(watch, scope); });
    }
    void closeWatch(WatchId watch, WallTime time)
    {
        m_lines.emplace_back([=](EventLog &log) { log.closeWatch(watch, time); });
    }
    void append(const EntryPtr &entry)
    {
        m_lines.emplace_back([=](EventLog &log) { log.append(entry); });
    }

private:
    HistoryTeller m_teller;
    std::vector<std::function<void(EventLog &)>> m_lines;
};

} // namespace wk::test
