// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/pastkind.h"

#include "core/resource/namespacechoice.h"

#include <algorithm>
#include <map>

namespace wk {

namespace {

struct Watched {
    WatchId watch = 0;
    ClusterId cluster;
    std::string ns; ///< empty: all
    HistorySnapshot::Knowledge knowledge;
};

/// The watches that were ever listed of a kind, of one cluster if it is given. One with selectors tells of a part only.
std::vector<Watched> watchesOf(const HistorySnapshot &log, const GroupVersionResource &kind,
                               const ClusterId *cluster = nullptr)
{
    std::vector<Watched> watches;
    for (const auto &[watch, scope] : log.scopes()) {
        const bool isWhole = scope.labelSelector.empty() && scope.fieldSelector.empty();
        if (scope.resource.gvr != kind || !isWhole || (cluster && log.clusterOf(watch) != *cluster))
            continue;
        if (const auto knowledge = log.knowledge(watch))
            watches.push_back({watch, log.clusterOf(watch), scope.ns, *knowledge});
    }
    return watches;
}

/// The watches of a cluster by namespace; one of all namespaces, whose is empty, stands alone.
using ByNamespace = std::map<std::string, WatchId>;

/// Which of them is asked; of two the one that was begun later.
std::map<ClusterId, ByNamespace> watchesAt(const std::vector<Watched> &watches, RowId upTo)
{
    std::map<ClusterId, ByNamespace> known;
    for (const Watched &watched : watches) {
        if (watched.knowledge.covers(upTo))
            known[watched.cluster].insert_or_assign(watched.ns, watched.watch);
    }
    for (auto &[cluster, of] : known) {
        if (const auto whole = of.find(std::string()); whole != of.end())
            of = {*whole};
    }
    return known;
}

bool isWhole(const ByNamespace &watches)
{
    return watches.contains(std::string());
}

using StandingObjects = std::vector<LifeIndex::Standing>;

StandingObjects within(const HistorySnapshot &log, StandingObjects objects, const std::vector<std::string> &namespaces)
{
    if (namespaces.empty())
        return objects;
    std::erase_if(objects, [&](const LifeIndex::Standing &object) {
        return !isLookedAt(namespaces, object.row < log.begin() ? log.object(object)->ns.view() : log.ns(object.row));
    });
    return objects;
}

/// By those that tell of what is asked for.
void sayWhenKnown(PastKind &past, const std::vector<Watched> &watches, const std::vector<std::string> &asked,
                  RowId upTo)
{
    for (const auto &[watch, cluster, ns, knowledge] : watches) {
        if (!isLookedAt(asked, ns))
            continue;
        if (knowledge.from > upTo)
            past.knownFrom = std::min(past.knownFrom.value_or(knowledge.since), knowledge.since);
        else if (knowledge.until)
            past.knownUntil = std::max(past.knownUntil.value_or(*knowledge.until), *knowledge.until);
    }
}

/// After a row: when others than those of then had listed a cluster's namespace (empty: all).
std::optional<WallTime> knownAgain(const std::vector<Watched> &watches, const ClusterId &cluster, const std::string &ns,
                                   RowId upTo)
{
    std::optional<WallTime> first;
    for (const Watched &watched : watches) {
        const bool looks = watched.cluster == cluster && (watched.ns.empty() || watched.ns == ns);
        if (looks && watched.knowledge.from > upTo)
            first = std::min(first.value_or(watched.knowledge.since), watched.knowledge.since);
    }
    return first;
}

/// The last row on an object that a watch had told before `upTo`, whichever of its lives that was of. As many rows are
/// looked at as there are of it.
std::optional<LifeIndex::Standing> lastWordOn(const HistorySnapshot &log, WatchId watch, const ObjectRef &object,
                                              RowId upTo)
{
    std::optional<LifeIndex::Standing> last;
    for (const LifeId life : log.maybeNamed(object.name)) {
        const LastWord newest = log.newestOf(life);
        if (!newest.object || newest.watch != watch ||
            !names(object, object.resource, *newest.object, log.clusterOf(watch)))
            continue;
        std::optional<RowId> row = log.lives().newest(life);
        while (row && *row >= upTo)
            row = log.lives().previous(*row);
        if (row && (!last || *row > last->row))
            last = {life, *row};
    }
    return last;
}

} // namespace

PastKind pastKind(const HistorySnapshot &log, const ResourceInfo &kind, const std::vector<std::string> &namespaces,
                  RowId upTo)
{
    PastKind past;
    const std::vector<std::string> asked = kind.namespaced ? namespaces : std::vector<std::string>();
    const std::vector<Watched> watches = watchesOf(log, kind.gvr);
    const std::map<ClusterId, ByNamespace> known = watchesAt(watches, upTo);
    for (const auto &[cluster, of] : known) {
        for (const auto &[ns, watch] : of) {
            if (isWhole(of))
                past.known.push_back({watch, within(log, log.lives().standing(watch, upTo), asked)});
            else if (isLookedAt(asked, ns))
                past.known.push_back({watch, log.lives().standing(watch, upTo)});
            if (!isWhole(of) && asked.empty())
                past.onlyOf.push_back(ns);
        }
    }
    const auto isWatched = [&](const std::string &ns) {
        return std::ranges::any_of(known, [&](const auto &of) { return isWhole(of.second) || of.second.contains(ns); });
    };
    std::ranges::copy_if(asked, std::back_inserter(past.unwatched),
                         [&](const std::string &ns) { return !isWatched(ns); });
    if (!past.isKnown())
        sayWhenKnown(past, watches, asked, upTo);
    return past;
}

std::map<GroupVersionResource, std::int64_t> pastCounts(const HistorySnapshot &log,
                                                        const std::vector<std::string> &namespaces, RowId upTo)
{
    std::map<GroupVersionResource, bool> kinds; // … and whether they have namespaces
    for (const auto &[watch, scope] : log.scopes())
        kinds.emplace(scope.resource.gvr, scope.resource.namespaced);
    const auto standing = log.lives().standing(upTo);
    const auto countOf = [&](WatchId watch, const std::vector<std::string> &asked) {
        const auto objects = standing.find(watch);
        return objects == standing.end() ? 0 : std::int64_t(within(log, objects->second, asked).size());
    };
    std::map<GroupVersionResource, std::int64_t> counts;
    for (const auto &[kind, isNamespaced] : kinds) {
        const std::vector<std::string> asked = isNamespaced ? namespaces : std::vector<std::string>();
        const std::map<ClusterId, ByNamespace> known = watchesAt(watchesOf(log, kind), upTo);
        const auto areAllKnown = [&asked = asked](const auto &of) {
            const auto isIn = [&](const std::string &ns) { return of.second.contains(ns); };
            return isWhole(of.second) || (!asked.empty() && std::ranges::all_of(asked, isIn));
        };
        if (known.empty() || !std::ranges::all_of(known, areAllKnown))
            continue;
        std::int64_t &count = counts[kind];
        for (const auto &[cluster, of] : known) {
            for (const auto &[ns, watch] : of) {
                if (isWhole(of) || isLookedAt(asked, ns))
                    count += countOf(watch, isWhole(of) ? asked : std::vector<std::string>());
            }
        }
    }
    return counts;
}

void addOutage(KindOutages &outages, const GroupVersionResource &kind, const std::optional<Outage> &outage, WallTime at)
{
    const auto known = outages.find(kind);
    const auto graver = graverAt(at, known == outages.end() ? std::nullopt : std::optional(known->second), outage);
    if (graver)
        outages.insert_or_assign(kind, *graver);
}

std::optional<Outage> pastOutage(const HistorySnapshot &log, const GroupVersionResource &kind,
                                 const std::vector<std::string> &namespaces, const Moment &moment)
{
    const std::map<WatchId, Outage> outages = log.outagesAt(moment.upTo, moment.time);
    if (outages.empty())
        return {};
    const std::vector<Watched> watches = watchesOf(log, kind);
    std::optional<Outage> gravest;
    for (const auto &[cluster, of] : watchesAt(watches, moment.upTo)) {
        for (const auto &[ns, watch] : of) {
            const auto found = outages.find(watch);
            if (found == outages.end() || !isLookedAt(namespaces, ns))
                continue;
            Outage outage = found->second;
            if (!outage.until) // it was closed
                outage.until = knownAgain(watches, cluster, ns, moment.upTo);
            gravest = graverAt(moment.time, gravest, outage);
        }
    }
    return gravest;
}

KindOutages pastOutages(const HistorySnapshot &log, const std::vector<std::string> &namespaces, const Moment &moment)
{
    KindOutages outages;
    for (const auto &[watch, outage] : log.outagesAt(moment.upTo, moment.time)) {
        const WatchScope *scope = log.scope(watch);
        if (scope && !outages.contains(scope->resource.gvr))
            addOutage(outages, scope->resource.gvr, pastOutage(log, scope->resource.gvr, namespaces, moment),
                      moment.time);
    }
    return outages;
}

std::optional<KnownObject> pastObject(const HistorySnapshot &log, const ObjectRef &object, RowId upTo)
{
    const ByNamespace known = watchesAt(watchesOf(log, object.resource, &object.cluster), upTo)[object.cluster];
    const auto found = isWhole(known) ? known.begin() : known.find(object.ns);
    if (found == known.end())
        return {};
    const WatchId watch = found->second;
    const auto last = lastWordOn(log, watch, object, upTo);
    if (!last)
        return {};
    if (last->row >= log.begin()) {
        const bool isGone = log.type(last->row) == EntryType::Deleted;
        return KnownObject{log.object(last->row), watch, isGone ? std::optional(log.time(last->row)) : std::nullopt,
                           log.table(last->row)};
    }
    // Nothing has happened to it since the log's beginning; unless the watch was listed anew, without it.
    const std::vector<LifeIndex::Standing> standing = log.lives().standing(watch, upTo);
    const bool stands = std::ranges::binary_search(standing, last->life, {}, &LifeIndex::Standing::life);
    return stands ? std::optional(KnownObject{log.object(*last), watch, {}}) : std::nullopt;
}

WatchId watchFor(const ObjectRef &ref, const std::vector<std::pair<WatchId, WatchScope>> &open)
{
    WatchId found = 0;
    for (const auto &[watch, scope] : open) {
        if (scope.resource.gvr != ref.resource || (!scope.ns.empty() && scope.ns != ref.ns))
            continue;
        if (scope.labelSelector.empty() && scope.fieldSelector.empty())
            return watch;
        found = watch;
    }
    return found;
}

} // namespace wk
