// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/validators/finding.h"

#include <algorithm>

namespace wk::sim {

namespace {

void checkMemory(const std::vector<std::size_t> &resident, Findings &found)
{
    const std::size_t warm = resident.size() / 5;
    if (warm == 0)
        return;
    const std::size_t early = *std::max_element(resident.begin(), resident.begin() + std::ptrdiff_t(warm));
    const std::size_t late = resident.back();
    if (late > early + MemoryGrowth)
        found.add("memory grew from " + std::to_string(early) + " MiB after a fifth of the runs to " +
                  std::to_string(late) + " MiB");
}

} // namespace

/// V14: after stop() no call, no alarm and no word is left of the client; once it is gone no exchange, no object, no
/// thread and no QObject. And over many runs memory stays flat: at the end no more than MemoryGrowth above the most of
/// the first fifth.
Violations checkNothingLeft(const History &history)
{
    Findings found("V14");
    for (const KindHistory &kind : history.kinds) {
        if (kind.callsLeft > 0)
            found.add(kind, std::to_string(kind.callsLeft) + " calls are still under way");
        if (kind.deliveredAfterStop > 0)
            found.add(kind, std::to_string(kind.deliveredAfterStop) + " entries came after stop()");
    }
    const auto check = [&found](int count, const char *words) {
        if (count > 0)
            found.add(std::to_string(count) + " " + words);
    };
    check(history.left.alarms, "alarms are still set");
    check(history.left.exchanges, "exchanges are still there");
    check(history.left.objects, "objects of stores are still there");
    check(history.left.threads, "threads more than before");
    check(history.left.qObjects, "QObjects more than before");
    checkMemory(history.resident, found);
    return found.take();
}

} // namespace wk::sim
