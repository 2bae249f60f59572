// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lifesearch.h"

#include <algorithm>

namespace wk {

namespace {

/// Calls `accepts` with the last that is known of each life.
template <class Accepts>
std::vector<LifeId> livesThat(const EventLog &log, Accepts accepts)
{
    std::vector<LifeId> found;
    for (LifeId life = 0; life < log.lives().lives(); ++life) {
        const StreamRow row = log.newestOf(life);
        if (row.entry && row.object() && accepts(row))
            found.push_back(life);
    }
    std::ranges::sort(found, {}, [&log](LifeId life) { return log.lives().newest(life); });
    return found;
}

} // namespace

std::vector<LifeRevision> revisionsOf(const EventLog &log, LifeId life)
{
    std::vector<LifeRevision> revisions;
    if (!log.newestOf(life).entry)
        return revisions;
    std::optional<RowId> row = log.lives().newest(life);
    for (; row && *row >= log.begin(); row = log.lives().previous(*row))
        revisions.push_back({*row, log.time(*row), log.type(*row), log.origin(*row), log.object(*row)});
    if (row) {
        const StreamRow *kept = log.keptOf(life);
        const bool isListed = kept->listObject != nullptr;
        revisions.push_back({*row, kept->entry->arrived, isListed ? EntryType::Added : kept->entry->type,
                             isListed ? EntryClass::Initial : kept->entry->origin, kept->object()});
    }
    std::ranges::reverse(revisions);
    return revisions;
}

std::vector<LifeId> livesNamed(const EventLog &log, const GroupVersionResource &resource, std::string_view ns,
                               std::string_view name)
{
    return livesThat(log, [&](const StreamRow &row) {
        const WatchScope *scope = log.scope(row.entry->watch);
        return scope && scope->resource.gvr == resource && row.object()->name == name && row.object()->ns == ns;
    });
}

std::vector<LifeId> livesOwnedBy(const EventLog &log, std::string_view uid)
{
    return livesThat(log, [uid](const StreamRow &row) {
        return std::ranges::find(row.object()->owners, uid, &OwnerReference::uid) != row.object()->owners.end();
    });
}

} // namespace wk
