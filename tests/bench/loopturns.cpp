// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/loopturns.h"

#include "tests/bench/measure.h"

#include <QAbstractEventDispatcher>
#include <QElapsedTimer>

#include <algorithm>
#include <thread>

namespace wk::bench {

bool LoopTurns::run(std::chrono::milliseconds longest, const std::function<bool()> &isOver)
{
    QElapsedTimer since;
    since.start();
    QAbstractEventDispatcher &loop = *QAbstractEventDispatcher::instance();
    while (since.elapsed() < longest.count()) {
        const double wall = wallSeconds();
        const double cpu = threadSeconds();
        if (loop.processEvents(QEventLoop::AllEvents))
            m_turns.push_back({(wallSeconds() - wall) * 1e3, (threadSeconds() - cpu) * 1e3});
        else
            std::this_thread::sleep_for(std::chrono::microseconds(200));
        if (isOver())
            return true;
    }
    return false;
}

void LoopTurns::run(std::chrono::milliseconds time)
{
    run(time, [] { return false; });
}

double longest(const std::vector<double> &times)
{
    return times.empty() ? 0 : *std::ranges::max_element(times);
}

double percentile99(std::vector<double> times)
{
    if (times.empty())
        return 0;
    const auto place = times.begin() + std::ptrdiff_t(times.size() * 99 / 100);
    std::ranges::nth_element(times, place);
    return *place;
}

} // namespace wk::bench
