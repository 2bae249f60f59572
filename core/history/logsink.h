// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/informer/watchsink.h"

#include <optional>
#include <vector>

namespace wk {

/// Writes a history of what watches tell, in the thread in which they do; what HistoryWriter does in one of its own.
/// The log outlives it.
class LogSink : public WatchSink
{
public:
    explicit LogSink(EventLog &log)
        : m_log(log)
    {}
    void opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope) override
    {
        m_log.setWatch(watch, scope, cluster);
    }
    void told(const std::vector<EntryPtr> &entries) override
    {
        for (const EntryPtr &entry : entries)
            m_log.append(entry);
    }
    void broke(WatchId watch, std::optional<WallTime> since) override { m_log.setBroken(watch, since); }
    void closed(WatchId watch, WallTime time) override { m_log.closeWatch(watch, time); }

private:
    EventLog &m_log;
};

} // namespace wk
