// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchset.h"

#include "core/resource/namespacechoice.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

const std::string AllNamespaces;

template <class Watches>
bool areOf(const Watches &watches, const std::set<std::string> &namespaces)
{
    return std::ranges::equal(watches, namespaces, {}, [](const auto &watch) { return watch.first; });
}

} // namespace

WatchSet::WatchSet(ClusterSession &session, QObject *parent)
    : QObject(parent)
    , m_session(&session)
{}

void WatchSet::moveTo(ClusterSession &session)
{
    m_isResting = true;
    for (auto &[gvr, wanted] : m_wanted) {
        close(std::exchange(wanted.coming, {}));
        close(std::exchange(wanted.watches, {}));
        wanted.isWholeDenied = false; // who is somebody else there
        Q_EMIT changed(gvr);
    }
    m_session = &session;
}

std::vector<ResourceInfo> WatchSet::setEarlier(const HistorySnapshot &history, const ClusterId &only)
{
    return takeEarlier(history, false, only);
}

std::vector<ResourceInfo> WatchSet::setRecorded(const HistorySnapshot &history)
{
    return takeEarlier(history, true);
}

std::vector<ResourceInfo> WatchSet::takeEarlier(const HistorySnapshot &history, bool isOfAnySelection,
                                                const ClusterId &only)
{
    std::map<GroupVersionResource, ResourceInfo> kinds;
    for (const auto &[watch, scope] : history.scopes()) {
        const bool isOfAll = scope.labelSelector.empty() && scope.fieldSelector.empty();
        const bool isOfAnother = !only.isEmpty() && history.clusterOf(watch) != only;
        if (!(isOfAll || isOfAnySelection) || isOfAnother || !history.knowledge(watch))
            continue;
        m_earlier[scope.resource.gvr][history.clusterOf(watch)][scope.ns] = watch; // the last one counts
        Q_EMIT opened(watch, scope);
        kinds[scope.resource.gvr] = scope.resource;
    }
    std::vector<ResourceInfo> known;
    for (const auto &[gvr, kind] : kinds)
        known.push_back(kind);
    return known;
}

Batch WatchSet::statusesOfEarlier(const HistorySnapshot &history)
{
    Batch batch;
    for (const auto &[watch, scope] : history.openWatches()) {
        const auto known = history.knowledge(watch);
        if (!known || !known->unknownSince)
            continue;
        WatchStatus status;
        status.watch = watch;
        status.state = WatchState::Waiting;
        status.staleSince = known->unknownSince;
        status.brokenSince = known->unknownSince;
        status.objects = history.lives().standingCount(watch);
        status.lastList = known->listed;
        batch.statuses.push_back(std::move(status));
    }
    return batch;
}

Batch WatchSet::statusesOfRecorded(const HistorySnapshot &history)
{
    Batch batch;
    for (const auto &[watch, scope] : history.scopes()) {
        const auto known = history.knowledge(watch);
        if (!known)
            continue;
        WatchStatus status;
        status.watch = watch;
        status.state = WatchState::Recorded;
        status.lastList = known->listed;
        status.objects = history.lives().standingCount(watch);
        batch.statuses.push_back(std::move(status));
    }
    return batch;
}

void WatchSet::resume()
{
    // What was said of them while they were waited for is over: those that go on speak for themselves.
    for (const auto &[kind, clusters] : std::exchange(m_earlier, {})) {
        for (const auto &[cluster, watches] : clusters) {
            for (const auto &[ns, watch] : watches)
                Q_EMIT closed(watch);
        }
    }
    if (std::exchange(m_isResting, false))
        updateAll();
}

void WatchSet::setOwnNamespaces(const std::set<std::string> &namespaces)
{
    m_own = namespaces;
}

void WatchSet::want(const ResourceInfo &resource)
{
    m_isWhole = m_isWhole || m_namespaces.empty();
    const auto [place, isNew] = m_wanted.emplace(resource.gvr, Wanted{resource});
    if (isNew)
        update(place->second);
}

void WatchSet::leave(const GroupVersionResource &resource)
{
    const auto left = m_wanted.extract(resource);
    if (left.empty())
        return;
    close(left.mapped().coming);
    close(left.mapped().watches);
    Q_EMIT changed(resource);
}

void WatchSet::setNamespaces(const std::vector<std::string> &namespaces)
{
    if (namespaces == m_namespaces)
        return;
    m_namespaces = namespaces;
    m_isWhole = m_isWhole || m_namespaces.empty();
    // Who asks for all asks the server anew: it may be allowed by now.
    for (auto &[gvr, wanted] : m_wanted)
        wanted.isWholeDenied = !m_namespaces.empty() && (wanted.isWholeDenied || isWholeRefused(wanted));
    updateAll();
}

void WatchSet::setOnlyChosen(bool isOnlyChosen)
{
    if (isOnlyChosen == m_isOnlyChosen)
        return;
    m_isOnlyChosen = isOnlyChosen;
    m_isWhole = m_isWhole || !m_isOnlyChosen;
    updateAll();
}

void WatchSet::hear(const std::vector<WatchStatus> &statuses)
{
    std::vector<ResourceInfo> kinds;
    for (const WatchStatus &status : statuses) {
        const WatchScope *scope = m_session->scope(status.watch);
        if (status.state != WatchState::NotAllowed)
            m_denied.erase(status.watch);
        else if (scope && !status.lastList) // what was known stays known, and is asked for every minute
            m_denied.insert(status.watch);
        const auto found = scope ? m_wanted.find(scope->resource.gvr) : m_wanted.end();
        if (found == m_wanted.end() || !isWholeRefused(found->second))
            continue;
        found->second.isWholeDenied = true;
        update(found->second);
        kinds.push_back(found->second.resource);
    }
    for (const ResourceInfo &kind : kinds)
        Q_EMIT narrowed(kind);
}

void WatchSet::follow(const HistoryFeed &history)
{
    const auto hasTold = [&](const Watches::value_type &watch) {
        const auto known = history.now().knowledge(watch.second);
        const bool isKnown = known && known->covers(history.end()) && !known->unknownSince;
        return isKnown || m_denied.contains(watch.second);
    };
    for (auto &[gvr, wanted] : m_wanted) {
        if (!wanted.coming.empty() && std::ranges::all_of(wanted.coming, hasTold))
            replace(wanted, std::exchange(wanted.coming, {}));
    }
}

std::vector<WatchId> WatchSet::watchesOf(const GroupVersionResource &resource) const
{
    const auto found = m_wanted.find(resource);
    if (found == m_wanted.end())
        return {};
    const Wanted &wanted = found->second;
    std::vector<WatchId> watches;
    if (const auto earlier = m_earlier.find(resource); m_isResting && earlier != m_earlier.end()) {
        for (const auto &[cluster, all] : earlier->second) {
            // One on all namespaces tells of each.
            const auto whole = all.find(AllNamespaces);
            for (const auto &[ns, watch] : whole != all.end() ? Watches{*whole} : all) {
                if (isLookedAt(m_namespaces, ns))
                    watches.push_back(watch);
            }
        }
        return watches;
    }
    for (const auto &[ns, watch] : wanted.coming.empty() || cover(wanted.watches) ? wanted.watches : wanted.coming) {
        if (isLookedAt(m_namespaces, ns))
            watches.push_back(watch);
    }
    return watches;
}

/// Which namespaces a kind is to be watched in, a watch each; one that is empty: whole.
std::set<std::string> WatchSet::namespacesFor(const Wanted &wanted) const
{
    const std::set<std::string> chosen(m_namespaces.begin(), m_namespaces.end());
    if (!wanted.resource.namespaced)
        return {AllNamespaces};
    if (m_isOnlyChosen && !chosen.empty())
        return chosen;
    if (m_isWhole && !wanted.isWholeDenied)
        return {AllNamespaces};
    return singleNamespaces(wanted);
}

/// Those looked at, where all are the user's own, and those that are watched already, as far as that is allowed.
std::set<std::string> WatchSet::singleNamespaces(const Wanted &wanted) const
{
    std::set<std::string> namespaces(m_namespaces.begin(), m_namespaces.end());
    if (m_namespaces.empty()) {
        namespaces = m_own;
        namespaces.insert(m_session->access().ns);
    }
    for (const auto &[ns, watch] : wanted.watches) {
        if (!m_denied.contains(watch))
            namespaces.insert(ns);
    }
    namespaces.erase(AllNamespaces);
    return namespaces;
}

void WatchSet::updateAll()
{
    for (auto &[gvr, wanted] : m_wanted)
        update(wanted);
}

void WatchSet::update(Wanted &wanted)
{
    if (m_isResting)
        return;
    const std::set<std::string> namespaces = namespacesFor(wanted);
    if (!areOf(wanted.coming, namespaces))
        close(std::exchange(wanted.coming, {}));
    const bool isAsBefore = areOf(wanted.watches, namespaces);
    const bool wasWhole = wanted.watches.contains(AllNamespaces);
    const bool isKept = !wanted.watches.empty() && wasWhole != namespaces.contains(AllNamespaces) &&
                        !areDenied(wanted.watches); // until the others tell as much
    Watches watches;
    for (const std::string &ns : isAsBefore || !wanted.coming.empty() ? std::set<std::string>() : namespaces) {
        const auto open = wanted.watches.find(ns);
        watches.emplace(ns, open == wanted.watches.end() ? this->open(wanted.resource, ns) : open->second);
    }
    if (isKept && !watches.empty())
        wanted.coming = std::move(watches);
    else if (!watches.empty())
        return replace(wanted, std::move(watches));
    Q_EMIT changed(wanted.resource.gvr);
}

/// Closes those before that are not among them.
void WatchSet::replace(Wanted &wanted, Watches watches)
{
    Watches before = std::exchange(wanted.watches, std::move(watches));
    std::erase_if(before, [&](const auto &watch) { return wanted.watches.contains(watch.first); });
    close(before);
    Q_EMIT changed(wanted.resource.gvr);
}

WatchId WatchSet::open(const ResourceInfo &resource, const std::string &ns)
{
    WatchScope scope;
    scope.resource = resource;
    scope.ns = ns;
    const WatchId watch = m_session->open(scope);
    Q_EMIT opened(watch, scope);
    return watch;
}

/// One that somebody else still uses stays.
void WatchSet::close(const Watches &watches)
{
    for (const auto &[ns, watch] : watches) {
        m_session->close(watch);
        m_denied.erase(watch);
        if (!m_session->scope(watch))
            Q_EMIT closed(watch);
    }
}

/// Whether they tell of all that is looked at.
bool WatchSet::cover(const Watches &watches) const
{
    return watches.contains(AllNamespaces) ||
           (!m_namespaces.empty() &&
            std::ranges::all_of(m_namespaces, [&](const std::string &ns) { return watches.contains(ns); }));
}

/// The server does not allow the watch on all namespaces, and there is something else to watch.
bool WatchSet::isWholeRefused(const Wanted &wanted) const
{
    const auto isRefused = [this](const Watches &watches) {
        const auto whole = watches.find(AllNamespaces);
        return whole != watches.end() && m_denied.contains(whole->second);
    };
    return wanted.resource.namespaced && (isRefused(wanted.watches) || isRefused(wanted.coming)) &&
           !singleNamespaces(wanted).empty();
}

bool WatchSet::areDenied(const Watches &watches) const
{
    return std::ranges::all_of(watches, [&](const auto &watch) { return m_denied.contains(watch.second); });
}

} // namespace wk
