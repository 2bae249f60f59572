// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <QTimer>

namespace wk {

namespace {

struct TimerBell : Clock::Alarm::Bell {
    QTimer timer;
};

} // namespace

Instant SystemClock::now() const
{
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::steady_clock::now());
}

WallTime SystemClock::wallNow() const
{
    return std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now());
}

Clock::Alarm SystemClock::after(std::chrono::milliseconds delay, std::function<void()> ring)
{
    auto bell = std::make_unique<TimerBell>();
    bell->timer.setSingleShot(true);
    bell->timer.setTimerType(Qt::PreciseTimer);
    // The timer may be destroyed by what it calls: the callback is moved out first.
    QObject::connect(&bell->timer, &QTimer::timeout, &bell->timer, [ring = std::move(ring)] {
        const auto call = ring;
        call();
    });
    bell->timer.start(delay);
    return Alarm(std::move(bell));
}

} // namespace wk
