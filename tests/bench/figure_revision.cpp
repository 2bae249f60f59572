// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podhistory.h"

#include <algorithm>
#include <cstdlib>
#include <random>

/// revision: any revision of any object read back byte for byte, in any order, from a history of 20,000 pods and
/// 400,000 events: of 100 reads the slowest but one, in µs of thread CPU; revision-p50: every other read is quicker.
/// revision-append: what keeping an event costs its thread on average, the predecessor found among the recent lines or
/// not; revision-append-p50. Every tip is read back and compared.
namespace wk::bench {

namespace {

constexpr std::size_t Events = 400'000;
constexpr std::size_t Reads = 20'000;
constexpr int Runs = 5;

double percentile(std::vector<double> &values, std::size_t percent)
{
    const auto place = values.begin() + std::ptrdiff_t(values.size() * percent / 100);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

std::vector<double> readTimes(const PodHistory &history, std::mt19937_64 &random)
{
    const RevisionSnapshot snapshot = history.store().snapshot();
    std::vector<double> times;
    for (std::size_t i = 0; i < Reads; ++i) {
        const RevisionRef ref = history.refs()[random() % history.refs().size()];
        const double start = threadSeconds();
        const auto text = snapshot.read(ref);
        times.push_back((threadSeconds() - start) * 1e6);
        if (!text || text->object().empty())
            std::abort();
    }
    return times;
}

std::vector<Figure> measureRevision()
{
    PodHistory history;
    history.run(Events);
    history.requireTips();
    std::mt19937_64 random(1);
    std::vector<double> slow;
    std::vector<double> usual;
    for (int run = 0; run < Runs; ++run) {
        std::vector<double> times = readTimes(history, random);
        slow.push_back(percentile(times, 99));
        usual.push_back(percentile(times, 50));
    }
    std::vector<double> appends = history.appendTimes();
    double sum = 0;
    for (const double time : appends)
        sum += time;
    return {{.name = "revision", .value = median(slow), .unit = "us", .runs = Runs},
            {.name = "revision-p50", .value = median(usual), .unit = "us", .runs = Runs},
            {.name = "revision-append", .value = sum / double(appends.size()), .unit = "us", .runs = 1},
            {.name = "revision-append-p50", .value = percentile(appends, 50), .unit = "us", .runs = 1}};
}

const Registration registration("revision", measureRevision);

} // namespace

} // namespace wk::bench
