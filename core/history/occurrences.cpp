// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/occurrences.h"

#include <algorithm>
#include <numeric>

namespace wk {

namespace {

Occurrence occurrence(WallTime from, WallTime to, std::int64_t times)
{
    return {times == 1 ? to : std::min(from, to), to, times};
}

} // namespace

std::vector<Occurrence> occurrencesOf(std::span<const EventTally> tallies)
{
    std::vector<Occurrence> found;
    if (tallies.empty())
        return found;
    EventTally known = tallies.front();
    found.push_back(occurrence(known.first, known.last, known.count));
    found.back().wasCounted = known.count > 1;
    for (const EventTally &tally : tallies.subspan(1)) {
        const bool isLater = tally.last > known.last;
        if (tally.count > known.count)
            found.push_back(occurrence(known.last, tally.last, std::int64_t(tally.count) - known.count));
        else if (isLater && tally.count < known.count && tally.first > known.last)
            found.push_back(occurrence(tally.first, tally.last, tally.count));
        else if (isLater)
            found.push_back(occurrence(tally.last, tally.last, 1));
        known.count = tally.count;
        known.last = std::max(known.last, tally.last);
    }
    std::ranges::stable_sort(found, {}, &Occurrence::to);
    return found;
}

std::int64_t timesOf(std::span<const Occurrence> occurrences)
{
    return std::accumulate(occurrences.begin(), occurrences.end(), std::int64_t(0),
                           [](std::int64_t sum, const Occurrence &some) { return sum + some.times; });
}

} // namespace wk
