// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QBasicTimer>
#include <QCoreApplication>
#include <QElapsedTimer>

#include <chrono>

namespace wk {

/// Turns the event loop until it is so, and says whether it came to be. What another thread does wakes nobody here,
/// hence the tick, which is no QObject since some count those. Main thread.
template <class Condition>
bool soon(Condition condition, std::chrono::milliseconds limit = std::chrono::seconds(20))
{
    constexpr int TickMs = 2;
    QElapsedTimer since;
    since.start();
    QBasicTimer tick;
    tick.start(TickMs, QCoreApplication::instance());
    while (!condition()) {
        if (since.elapsed() > limit.count())
            return false;
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

} // namespace wk
