// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"

#include <QTimer>

#include <algorithm>
#include <ctime>
#include <limits>

namespace wk {

namespace {

constexpr std::chrono::milliseconds LongestDelay{std::numeric_limits<int>::max()}; ///< 24 days

struct TimerBell : Clock::Alarm::Bell {
    QTimer timer;
};

} // namespace

Instant SystemClock::now() const
{
#ifdef CLOCK_BOOTTIME
    // The steady clock of Linux stands still while the machine sleeps; this one does not, and sleep has to be seen
    // (C33).
    timespec time = {};
    ::clock_gettime(CLOCK_BOOTTIME, &time);
    return Instant(std::chrono::milliseconds(time.tv_sec * 1000LL + time.tv_nsec / 1'000'000));
#else
    return std::chrono::floor<std::chrono::milliseconds>(std::chrono::steady_clock::now());
#endif
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
    // Of a time below zero QTimer makes an alarm that never rings, and its longest is an int.
    bell->timer.start(std::clamp(delay, std::chrono::milliseconds(0), LongestDelay));
    return Alarm(std::move(bell));
}

} // namespace wk
