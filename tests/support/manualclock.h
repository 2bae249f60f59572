// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"

#include <map>

namespace wk {

/// A clock whose hands the test turns. One thread.
class ManualClock : public Clock
{
public:
    Instant now() const override { return m_awake + m_slept; }
    WallTime wallNow() const override { return m_wall; }
    [[nodiscard]] Alarm after(std::chrono::milliseconds delay, std::function<void()> ring) override
    {
        const int id = m_nextId++;
        m_alarms.emplace(std::pair(m_awake + delay, id), std::move(ring));
        return Alarm(std::make_unique<Entry>(this, std::pair(m_awake + delay, id)));
    }

    /// Turns the hands, ringing what falls due, in order, at its own moment.
    void advance(std::chrono::milliseconds by)
    {
        const Instant end = m_awake + by;
        while (!m_alarms.empty() && m_alarms.begin()->first.first <= end) {
            auto due = m_alarms.extract(m_alarms.begin());
            moveTo(std::max(m_awake, due.key().first));
            due.mapped()();
        }
        moveTo(end);
    }
    /// The machine sleeps: time goes by, and every alarm rings that much later.
    void sleep(std::chrono::milliseconds by)
    {
        m_slept += by;
        m_wall += by;
    }
    /// The process is stopped: time goes by, and what falls due meanwhile rings late, at the next turn.
    void stop(std::chrono::milliseconds by) { moveTo(m_awake + by); }
    /// Moves the wall clock alone, as a user or NTP does.
    void setWall(WallTime wall) { m_wall = wall; }

    /// Whether something rings in exactly that time.
    bool hasAlarm(std::chrono::milliseconds in) const
    {
        const auto next = m_alarms.lower_bound({m_awake + in, 0});
        return next != m_alarms.end() && next->first.first == m_awake + in;
    }
    bool isIdle() const { return m_alarms.empty(); }
    std::size_t alarmCount() const { return m_alarms.size(); }
    /// How long until the next alarm; -1 ms when none is set.
    std::chrono::milliseconds untilNext() const
    {
        return isIdle() ? std::chrono::milliseconds(-1) : m_alarms.begin()->first.first - m_awake;
    }

private:
    using Key = std::pair<Instant, int>;
    struct Entry : Alarm::Bell {
        Entry(ManualClock *clock, Key key)
            : clock(clock)
            , key(key)
        {}
        ~Entry() override { clock->m_alarms.erase(key); }
        ManualClock *clock;
        Key key;
    };

    void moveTo(Instant to)
    {
        m_wall += to - m_awake;
        m_awake = to;
    }

    Instant m_awake{std::chrono::hours(1)}; ///< what alarms go by: it stands still in sleep
    std::chrono::milliseconds m_slept{0};
    WallTime m_wall{std::chrono::seconds(1795252867)};
    int m_nextId = 0;
    std::map<Key, std::function<void()>> m_alarms;
};

} // namespace wk
