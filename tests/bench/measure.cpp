// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/measure.h"

#include <gperftools/malloc_extension.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace wk::bench {

namespace {

double seconds(clockid_t clock)
{
    timespec time{};
    clock_gettime(clock, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

double microsecondsOf(const Work &work)
{
    const double start = threadSeconds();
    work.run();
    return (threadSeconds() - start) * 1e6 / double(work.items);
}

} // namespace

double median(std::vector<double> values)
{
    const auto middle = values.begin() + std::ptrdiff_t((values.size() - 1) / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

double threadSeconds()
{
    return seconds(CLOCK_THREAD_CPUTIME_ID);
}

double cpuSeconds(int whose)
{
    rusage used{};
    getrusage(whose, &used);
    const auto seconds = [](const timeval &time) { return double(time.tv_sec) + double(time.tv_usec) * 1e-6; };
    return seconds(used.ru_utime) + seconds(used.ru_stime);
}

double wallSeconds()
{
    return seconds(CLOCK_MONOTONIC);
}

double microseconds(int runs, std::size_t items, const std::function<void()> &run)
{
    std::vector<double> values;
    for (int count = 0; count < runs; ++count)
        values.push_back(microsecondsOf({items, run}));
    return median(std::move(values));
}

Compared microsecondsInTurn(int runs, const Work &ours, const Work &yardstick)
{
    std::vector<double> values;
    std::vector<double> yardsticks;
    for (int count = 0; count < runs; ++count) {
        values.push_back(microsecondsOf(ours));
        yardsticks.push_back(microsecondsOf(yardstick));
    }
    return {median(std::move(values)), median(std::move(yardsticks))};
}

std::size_t residentBytes()
{
    MallocExtension::instance()->ReleaseFreeMemory();
    std::ifstream file("/proc/self/statm");
    std::size_t whole = 0;
    std::size_t resident = 0;
    file >> whole >> resident;
    return resident * std::size_t(sysconf(_SC_PAGESIZE));
}

std::size_t allocatedBytes()
{
    std::size_t bytes = 0;
    if (!MallocExtension::instance()->GetNumericProperty("generic.current_allocated_bytes", &bytes))
        std::abort();
    return bytes;
}

} // namespace wk::bench
