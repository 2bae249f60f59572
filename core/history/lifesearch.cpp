// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lifesearch.h"

#include <algorithm>
#include <numeric>

namespace wk {

namespace {

constexpr int RowsLookedThrough = 256;

/// Those of `lives` that `accepts` takes by the last that is known of each, the earliest first.
template <class Accepts>
std::vector<LifeId> livesThat(const HistorySnapshot &log, std::vector<LifeId> lives, Accepts accepts)
{
    std::erase_if(lives, [&](LifeId life) {
        const LastWord word = log.newestOf(life);
        return !word.object || !accepts(word);
    });
    std::ranges::sort(lives, {}, [&log](LifeId life) { return log.lives().newest(life); });
    return lives;
}

std::string kindOf(const HistorySnapshot &log, WatchId watch)
{
    const WatchScope *scope = log.scope(watch);
    return scope ? scope->resource.kind : std::string();
}

/// When the log was told that the object came. Empty where it has not seen that, or too much has happened since.
std::optional<WallTime> cameAt(const HistorySnapshot &log, LifeId life)
{
    RowId first = log.lives().newest(life);
    std::optional<RowId> row = first;
    for (int left = RowsLookedThrough; row && *row >= log.begin(); --left) {
        if (left == 0)
            return {};
        first = *row;
        row = log.lives().previous(first);
    }
    const bool isSeen = !row && log.type(first) == EntryType::Added && log.origin(first) == EntryClass::Live;
    return isSeen ? std::optional(log.time(first)) : std::nullopt;
}

void addRowsOfLife(const HistorySnapshot &log, LifeId life, std::optional<RowId> upTo, std::vector<ObjectRow> &rows)
{
    if (!log.newestOf(life).object)
        return;
    std::optional<RowId> row = log.lives().newest(life);
    for (; row && *row >= log.begin(); row = log.lives().previous(*row)) {
        if (!upTo || *row < *upTo)
            rows.push_back({*row, life});
    }
    if (row)
        rows.push_back({*row, life});
}

ResourceVersion versionAt(const HistorySnapshot &log, const ObjectRow &at)
{
    return at.row >= log.begin() ? ResourceVersion(log.version(at.row)) : log.keptOf(at.life)->object->version;
}

/// Without what another watch had told by then: two that are open at once tell the same, and the list of one that was
/// opened later most often brings what is known. What a watch itself tells later is news, even when it goes back.
std::vector<ObjectRow> eachOnce(const HistorySnapshot &log, const std::vector<ObjectRow> &rows)
{
    std::vector<ObjectRow> once;
    ResourceVersion newest;
    for (const ObjectRow &row : rows) {
        ResourceVersion version = versionAt(log, row);
        const bool isKnown =
            !once.empty() && once.back().life != row.life && (version == newest || isNotNewer(version, newest));
        if (isKnown)
            continue;
        const bool isAfterOther = !once.empty() && once.back().life != row.life;
        once.push_back({row.row, row.life, isAfterOther ? std::optional(once.back().life) : std::nullopt});
        newest = std::move(version);
    }
    return once;
}

/// When the gap began in which something came about that a list found; empty for what was seen.
std::optional<WallTime> unseenSince(const HistorySnapshot &log, RowId row)
{
    if (log.origin(row) != EntryClass::Inferred)
        return {};
    const std::vector<HistorySnapshot::GapTime> gaps = log.gapsOf(log.watch(row), row);
    return gaps.empty() ? std::nullopt : std::optional(gaps.back().from);
}

} // namespace

std::vector<ObjectRow> rowsOf(const HistorySnapshot &log, const ObjectLives &object, std::optional<RowId> upTo)
{
    std::vector<ObjectRow> rows;
    for (const LifeId life : object)
        addRowsOfLife(log, life, upTo, rows);
    std::ranges::sort(rows);
    return object.size() > 1 ? eachOnce(log, rows) : rows;
}

LifeRevision revisionAt(const HistorySnapshot &log, const ObjectRow &at, const Columns &later)
{
    const RowId row = at.row;
    if (row >= log.begin()) {
        const bool isListedAnew = at.after && log.origin(row) == EntryClass::Initial;
        return {row,
                log.time(row),
                isListedAnew ? EntryType::Modified : log.type(row),
                isListedAnew ? EntryClass::Inferred : log.origin(row),
                log.object(row),
                log.table(row),
                log.changesOf(row),
                isListedAnew ? log.closedBefore(log.newestOf(*at.after).watch, row) : unseenSince(log, row)};
    }
    const LastWord &kept = *log.keptOf(at.life);
    return {row, kept.arrived, kept.type, kept.origin, kept.object, later, kept.changes};
}

std::vector<LifeRevision> revisionsOf(const HistorySnapshot &log, const ObjectLives &object, std::optional<RowId> upTo,
                                      std::size_t most)
{
    return revisionsAt(log, rowsOf(log, object, upTo), most);
}

std::vector<LifeRevision> revisionsAt(const HistorySnapshot &log, const std::vector<ObjectRow> &rows, std::size_t most)
{
    std::vector<LifeRevision> revisions;
    for (auto row = rows.rbegin(); row != rows.rend() && revisions.size() < most; ++row)
        revisions.push_back(revisionAt(log, *row, revisions.empty() ? nullptr : revisions.back().table));
    std::ranges::reverse(revisions);
    return revisions;
}

std::vector<LifeId> livesNamed(const HistorySnapshot &log, const ObjectRef &named)
{
    return livesThat(log, log.maybeNamed(named.name), [&](const LastWord &word) {
        const WatchScope *scope = log.scope(word.watch);
        return scope && scope->resource.gvr == named.resource && word.object->name == named.name &&
               word.object->ns == named.ns && log.clusterOf(word.watch) == named.cluster;
    });
}

std::vector<ObjectLives> objectsNamed(const HistorySnapshot &log, const ObjectRef &named)
{
    std::vector<ObjectLives> objects;
    std::vector<Uid> uids;
    const std::vector<LifeId> lives = livesNamed(log, named);
    for (auto life = lives.rbegin(); life != lives.rend(); ++life) {
        const Uid uid = log.newestOf(*life).object->uid;
        const auto known = std::ranges::find(uids, uid);
        if (known == uids.end()) {
            uids.push_back(uid);
            objects.push_back({*life});
        } else {
            objects[std::size_t(known - uids.begin())].push_back(*life);
        }
    }
    std::ranges::reverse(objects);
    return objects;
}

std::optional<RowId> rowOf(const HistorySnapshot &log, const Entry &event)
{
    const WatchScope *scope = event.object ? log.scope(event.watch) : nullptr;
    if (!scope)
        return {};
    const auto isOf = [&](RowId row) {
        return log.time(row) == event.arrived && log.type(row) == event.type && log.watch(row) == event.watch &&
               log.version(row) == event.object->version.text();
    };
    const ObjectRef named = refOf(scope->resource.gvr, *event.object, log.clusterOf(event.watch));
    for (const LifeId life : livesNamed(log, named)) {
        std::optional<RowId> row = log.lives().newest(life);
        while (row && *row >= log.begin() && !isOf(*row))
            row = log.lives().previous(*row);
        if (row && *row >= log.begin())
            return row;
    }
    return {};
}

std::vector<LifeId> livesOwnedBy(const HistorySnapshot &log, const ClusterId &cluster, std::string_view uid)
{
    std::vector<LifeId> all(log.lives().lives());
    std::iota(all.begin(), all.end(), 0);
    return livesThat(log, std::move(all), [&](const LastWord &word) {
        return std::ranges::find(word.object->owners, uid, &OwnerReference::uid) != word.object->owners.end() &&
               log.clusterOf(word.watch) == cluster;
    });
}

std::vector<LifeMoment> momentsOfOwned(const HistorySnapshot &log, const ClusterId &cluster, std::string_view uid)
{
    std::vector<LifeId> lives = livesOwnedBy(log, cluster, uid);
    if (lives.size() > OwnedTold)
        lives.erase(lives.begin(), lives.end() - OwnedTold);
    std::vector<LifeMoment> moments;
    for (const LifeId life : lives) {
        const LastWord word = log.newestOf(life);
        const Object &object = *word.object;
        const RowId newest = log.lives().newest(life);
        LifeMoment moment{.kind = LifeMoment::Kind::Owned, .row = newest};
        moment.subject = kindOf(log, word.watch).append(1, ' ').append(object.name);
        if (object.created) {
            moment.time = withinItsSecond(*object.created, cameAt(log, life).value_or(*object.created));
            moment.isServersTime = true;
            moment.after = object.uid;
            moments.push_back(moment);
        }
        if (word.type == EntryType::Deleted) {
            moment.time = word.arrived;
            moment.isServersTime = false;
            moment.before = object.uid;
            moment.after.clear();
            moments.push_back(moment);
        }
    }
    return moments;
}

} // namespace wk
