// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/source/etcd/etcdlisterwatcher.h"

#include <QElapsedTimer>
#include <QTimer>

namespace wk::etcdruns {

/// A clock that runs so many times as fast as the machine's, for a client that waits by it for a server that does not.
/// What is waited for a server's own pace (EtcdListerWatcher::MergeTime) takes as long as ever. One thread, with an
/// event loop.
class HurriedClock : public Clock
{
public:
    static constexpr int Times = 25;

    HurriedClock() { m_since.start(); }
    Instant now() const override { return Instant(std::chrono::hours(1) + elapsed()); }
    WallTime wallNow() const override { return WallTime(std::chrono::seconds(1'795'252'867)) + elapsed(); }
    [[nodiscard]] Alarm after(std::chrono::milliseconds delay, std::function<void()> ring) override
    {
        const bool isServers = delay == EtcdListerWatcher::MergeTime;
        auto bell = std::make_unique<Bell>(m_alarms);
        bell->timer.setSingleShot(true);
        bell->timer.setTimerType(Qt::PreciseTimer);
        QObject::connect(&bell->timer, &QTimer::timeout, &bell->timer, [ring = std::move(ring)] {
            const auto call = ring; // it may destroy the timer, and with it this
            call();
        });
        const auto rounded = (std::max<std::chrono::milliseconds::rep>(delay.count(), 0) + Times - 1) / Times;
        bell->timer.start(isServers ? delay : std::chrono::milliseconds(rounded));
        return Alarm(std::move(bell));
    }
    int alarms() const { return *m_alarms; }

private:
    struct Bell : Alarm::Bell {
        explicit Bell(std::shared_ptr<int> set)
            : alarms(std::move(set))
        {
            ++*alarms;
        }
        ~Bell() override { --*alarms; }
        QTimer timer;
        std::shared_ptr<int> alarms;
    };
    std::chrono::milliseconds elapsed() const
    {
        return std::chrono::milliseconds(m_since.nsecsElapsed() / 1'000'000 * Times);
    }

    QElapsedTimer m_since;
    std::shared_ptr<int> m_alarms = std::make_shared<int>(0);
};

} // namespace wk::etcdruns
