// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/history/rows/historyfeed.h"

namespace wk {

/// A history that a test writes, and that views follow.
class TestHistory : public HistoryFeed
{
public:
    TestHistory() = default;
    explicit TestHistory(const EventLog::Bounds &bounds)
        : m_log(bounds)
    {}

    void setWatch(WatchId watch, const WatchScope &scope, const ClusterId &cluster = {})
    {
        m_log.setWatch(watch, scope, cluster);
        publish();
    }
    void append(const Batch &batch)
    {
        m_log.append(batch);
        publish();
    }
    void nameCluster(const ClusterId &cluster, const std::string &name)
    {
        m_log.nameCluster(cluster, name);
        publish();
    }
    void closeWatch(WatchId watch, WallTime now)
    {
        m_log.closeWatch(watch, now);
        publish();
    }
    void setBounds(const EventLog::Bounds &bounds)
    {
        m_log.setBounds(bounds);
        publish();
    }

private:
    void publish()
    {
        while (m_log.step()) {
        }
        take(m_log.snapshot());
    }

    EventLog m_log;
};

} // namespace wk
