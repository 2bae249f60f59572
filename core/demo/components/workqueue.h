// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace wk::demo {

/// Keys that have to be looked at, each once, at its time: what client-go calls a delaying work queue. A turn that
/// takes long lets others have theirs before it goes on. One thread.
class WorkQueue
{
public:
    using Handler = std::function<void(const std::string &key)>;

    /// `clock` outlives the queue.
    WorkQueue(Clock &clock, Handler handler)
        : m_clock(clock)
        , m_handler(std::move(handler))
    {}

    /// A key that waits already keeps the earlier of its times.
    void add(const std::string &key, std::chrono::milliseconds delay);
    void clear();

    std::size_t size() const { return m_due.size(); }

private:
    void setAlarm();
    void ring();

    Clock &m_clock;
    Handler m_handler;
    std::unordered_map<std::string, Instant> m_due;
    std::set<std::pair<Instant, std::string>> m_order; ///< the same by time
    Instant m_set{};                                   ///< what the alarm is set to; its zero: it is not
    Clock::Alarm m_alarm;
};

} // namespace wk::demo
