// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace wk::bench {

/// The middle one; of an even number the lower of two.
double median(std::vector<double> values);

/// What this thread has spent, in seconds. The clock for what is promised of code: other load hardly moves it.
double threadSeconds();
/// What this process has spent (RUSAGE_SELF), or those that it has waited for (RUSAGE_CHILDREN), in seconds.
double cpuSeconds(int whose);
/// Since some moment, in seconds. For what a person waits for.
double wallSeconds();

/// The median of `runs` runs, in microseconds of thread CPU an item, each run doing `items` of them.
double microseconds(int runs, std::size_t items, const std::function<void()> &run);

/// What is measured, and how many items one run of it does.
struct Work {
    std::size_t items;
    std::function<void()> run;
};
struct Compared {
    double ours;
    double yardstick;
};
/// The same of two, run in turn: a machine that is slower for a while is so for both.
Compared microsecondsInTurn(int runs, const Work &ours, const Work &yardstick);

/// What the process has in memory, in bytes: its resident set, once malloc has given back what it only keeps, and what
/// malloc has given out.
std::size_t residentBytes();
std::size_t allocatedBytes();

} // namespace wk::bench
