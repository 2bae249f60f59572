// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podhistory.h"

#include <algorithm>
#include <cstdlib>
#include <random>

/// revision: any revision of any object read back byte for byte, in any order, from a history of 20,000 pods and
/// 400,000 events: of 100 revisions the slowest but one, in µs of thread CPU; revision-p50: every other one is quicker.
/// Each is read some times, with nothing of it in the caches, and its median counts: the tick of a guest's clock alone
/// takes 25 to 50 µs and hits one read in eighty.
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

/// Puts other things into the processor's caches.
void coolCaches()
{
    static std::vector<char> other(256 << 20);
    for (std::size_t i = 0; i < other.size(); i += 64)
        ++other[i];
}

/// Of each.
std::vector<double> readTimes(const RevisionSnapshot &snapshot, const std::vector<RevisionRef> &revisions)
{
    std::vector<double> times;
    for (const RevisionRef ref : revisions) {
        const double start = threadSeconds();
        const auto text = snapshot.read(ref);
        times.push_back((threadSeconds() - start) * 1e6);
        if (!text || text->object().empty())
            std::abort();
    }
    return times;
}

std::vector<double> medians(const std::vector<std::vector<double>> &runs)
{
    std::vector<double> of;
    for (std::size_t i = 0; i < runs.front().size(); ++i) {
        std::vector<double> times;
        for (const std::vector<double> &run : runs)
            times.push_back(run[i]);
        of.push_back(median(std::move(times)));
    }
    return of;
}

std::vector<Figure> measureRevision()
{
    PodHistory history;
    history.run(Events);
    history.requireTips();
    std::mt19937_64 random(1);
    std::vector<RevisionRef> revisions;
    while (revisions.size() < Reads)
        revisions.push_back(history.refs()[random() % history.refs().size()]);
    const RevisionSnapshot snapshot = history.store().snapshot();
    std::vector<std::vector<double>> runs;
    for (int run = 0; run < Runs; ++run) {
        coolCaches();
        runs.push_back(readTimes(snapshot, revisions));
    }
    std::vector<double> reads = medians(runs);
    std::vector<double> appends = history.appendTimes();
    double sum = 0;
    for (const double time : appends)
        sum += time;
    return {{.name = "revision", .value = percentile(reads, 99), .unit = "us", .runs = Runs},
            {.name = "revision-p50", .value = percentile(reads, 50), .unit = "us", .runs = Runs},
            {.name = "revision-append", .value = sum / double(appends.size()), .unit = "us", .runs = 1},
            {.name = "revision-append-p50", .value = percentile(appends, 50), .unit = "us", .runs = 1}};
}

const Registration registration("revision", measureRevision);

} // namespace

} // namespace wk::bench
