// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podhistory.h"

/// event-bytes: what an event costs in the history's memory: the growth of the process by 400,000 events on 20,000
/// pods, after the first 100,000 have filled the recent lines and trained the dictionaries. In it are records, chunks
/// and their directory; not yet the columns of the log. event-bytes-records: what the records take alone.
namespace wk::bench {

namespace {

constexpr std::size_t WarmUp = 100'000;
constexpr std::size_t Events = 400'000;

std::vector<Figure> measureEventBytes()
{
    PodHistory history;
    history.run(WarmUp);
    const std::size_t residentBefore = residentBytes();
    const std::size_t recordsBefore = history.store().memory().records;
    history.run(Events);
    const double resident = double(residentBytes() - residentBefore) / double(Events);
    const double records = double(history.store().memory().records - recordsBefore) / double(Events);
    history.requireTips();
    return {{.name = "event-bytes", .value = resident, .unit = "bytes", .runs = 1},
            {.name = "event-bytes-records", .value = records, .unit = "bytes", .runs = 1}};
}

const Registration registration("event-bytes", measureEventBytes);

} // namespace

} // namespace wk::bench
