// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/turn.h"

#include <QAbstractEventDispatcher>

#include <algorithm>
#include <ctime>

namespace wk {

namespace {

std::chrono::nanoseconds threadTime()
{
    timespec time = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

} // namespace

/// awake() is where each turn begins, of Qt's own loop and of GLib's: there it comes behind the one before, but while a
/// thread sleeps its time stands still.
Turn::Turn()
    : m_began(threadTime())
{
    if (const QAbstractEventDispatcher *loop = QAbstractEventDispatcher::instance())
        QObject::connect(loop, &QAbstractEventDispatcher::awake, &m_loop, [this] { m_began = threadTime(); });
}

std::chrono::nanoseconds Turn::used() const
{
    return threadTime() - m_began;
}

std::chrono::nanoseconds Turn::share(std::chrono::nanoseconds wish) const
{
    return std::clamp(Limit - used(), std::min<std::chrono::nanoseconds>(Least, wish), wish);
}

} // namespace wk
