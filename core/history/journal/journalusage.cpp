// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalusage.h"

#include "core/history/journal/journalset.h"

#include <algorithm>

namespace wk {

namespace {

/// Where the front of a set has gone nothing says when the rest was begun: before its own last write.
WallTime firstTimeOf(const JournalSet &set)
{
    const JournalPiece &front = set.pieces.front();
    return front.number <= 1 ? set.name.begun() : front.file.written;
}

std::optional<JournalUsage::Cluster> usageIn(const std::string &folder, const std::vector<JournalSet> &sets,
                                             WallTime now)
{
    std::optional<JournalUsage::Cluster> usage;
    for (const JournalSet &set : sets) {
        if (set.pieces.empty())
            continue;
        if (!usage)
            usage = JournalUsage::Cluster{JournalRoot::clusterOf(folder), 0, firstTimeOf(set), set.end(now)};
        usage->bytes += set.bytes();
        usage->first = std::min(usage->first, firstTimeOf(set));
        usage->last = std::max(usage->last, set.end(now));
    }
    return usage;
}

} // namespace

Result<JournalUsage> usageOf(const JournalRoot &root, WallTime now)
{
    const auto folders = root.folders();
    if (!folders)
        return folders.error();
    JournalUsage all;
    for (const std::string &folder : *folders) {
        const auto sets = setsIn(folder);
        if (!sets)
            return sets.error();
        for (const JournalSet &set : *sets)
            all.bytes += set.bytes();
        if (auto usage = usageIn(folder, *sets, now))
            all.clusters.push_back(*std::move(usage));
    }
    std::ranges::sort(all.clusters, std::ranges::greater(), &JournalUsage::Cluster::last);
    return all;
}

} // namespace wk
