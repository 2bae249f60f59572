// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "ui/charts/rvchartdata.h"

#include <functional>
#include <set>

namespace wk::charts {

/// A chart that follows a history of its own.
class TestChart : public RvChartData
{
public:
    using ScopeOf = std::function<const WatchScope *(WatchId)>;

    explicit TestChart(ScopeOf scopeOf, const Batch &batch = {})
        : m_scopeOf(std::move(scopeOf))
    {
        add(batch);
    }
    void add(const Batch &batch)
    {
        for (const EntryPtr &entry : batch.entries)
            learn(entry->watch);
        for (const WatchStatus &status : batch.statuses)
            learn(status.watch);
        m_log.append(batch);
        follow(m_log.snapshot(), m_log.now().end());
        hear(batch.statuses);
    }
    void openAgain(WatchId watch)
    {
        m_log.setWatch(watch, *m_scopeOf(watch));
        follow(m_log.snapshot(), m_log.now().end());
    }
    void end(WatchId watch, WallTime now)
    {
        m_log.closeWatch(watch, now);
        follow(m_log.snapshot(), m_log.now().end());
    }

private:
    void learn(WatchId watch)
    {
        const WatchScope *scope = m_learnt.insert(watch).second ? m_scopeOf(watch) : nullptr;
        if (scope)
            m_log.setWatch(watch, *scope);
    }

    ScopeOf m_scopeOf;
    EventLog m_log;
    std::set<WatchId> m_learnt;
};

} // namespace wk::charts
