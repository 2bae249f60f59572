// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/loopturns.h"

#include "tests/bench/measure.h"

#include <QAbstractEventDispatcher>
#include <QCoreApplication>
#include <QDeadlineTimer>
#include <QTimer>

#include <algorithm>
#include <optional>
#include <utility>

namespace wk::bench {

namespace {

/// How long the loop has slept: from when it said so to the first event after.
class Sleep : public QObject
{
public:
    explicit Sleep(QAbstractEventDispatcher &loop)
    {
        connect(&loop, &QAbstractEventDispatcher::aboutToBlock, this, [this] { m_since = wallSeconds(); });
        QCoreApplication::instance()->installEventFilter(this);
    }
    /// In s, since it was asked last.
    double take()
    {
        wake();
        return std::exchange(m_slept, 0);
    }

protected:
    bool eventFilter(QObject *, QEvent *) override
    {
        wake();
        return false;
    }

private:
    void wake()
    {
        if (const auto since = std::exchange(m_since, std::nullopt))
            m_slept += wallSeconds() - *since;
    }

    std::optional<double> m_since;
    double m_slept = 0;
};

} // namespace

bool LoopTurns::run(std::chrono::milliseconds longest, const std::function<bool()> &isOver)
{
    const QDeadlineTimer end(longest);
    QTimer::singleShot(longest, Qt::PreciseTimer, QCoreApplication::instance(), [] {}); // nothing else may wake it
    QAbstractEventDispatcher &loop = *QAbstractEventDispatcher::instance();
    Sleep sleep(loop);
    while (!end.hasExpired()) {
        const double wall = wallSeconds();
        const double cpu = threadSeconds();
        loop.processEvents(QEventLoop::AllEvents | QEventLoop::WaitForMoreEvents);
        m_turns.push_back({(wallSeconds() - wall - sleep.take()) * 1e3, (threadSeconds() - cpu) * 1e3});
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
