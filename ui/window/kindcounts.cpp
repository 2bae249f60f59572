// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/kindcounts.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace wk {

void KindCounts::setNamespaces(std::vector<std::string> namespaces)
{
    m_namespaces = std::move(namespaces);
    m_asked.clear();
    m_chosen.clear();
}

void KindCounts::heard(const WatchStatus &status, const WatchScope &scope, std::uint32_t cluster)
{
    const bool isLive = isCurrent(status.state) || status.staleSince.has_value();
    m_watches.insert_or_assign(status.watch, Watch{scope, cluster, std::int64_t(status.objects), isLive});
}

bool KindCounts::held(WatchId watch, std::int64_t objects)
{
    const auto [held, isFirst] = m_held.try_emplace(watch, objects);
    return isFirst || std::exchange(held->second, objects) != objects;
}

void KindCounts::forget(WatchId watch)
{
    m_watches.erase(watch);
    m_held.erase(watch);
}

/// By namespace what the live watches of a kind have in a cluster; empty: all namespaces, or of a kind that is in none.
std::map<std::string, std::int64_t> KindCounts::liveOf(const GroupVersionResource &resource,
                                                       std::uint32_t cluster) const
{
    std::map<std::string, std::int64_t> byNamespace;
    for (const auto &[id, watch] : m_watches) {
        const bool isWhole = watch.scope.labelSelector.empty() && watch.scope.fieldSelector.empty();
        const bool isOfIt = watch.scope.resource.gvr == resource && watch.cluster == cluster;
        if (!isOfIt || !watch.isLive || !isWhole)
            continue;
        const auto held = m_held.find(id);
        byNamespace[watch.scope.ns] = held == m_held.end() ? watch.objects : held->second;
    }
    return byNamespace;
}

std::set<std::uint32_t> KindCounts::clustersOf(const GroupVersionResource &resource) const
{
    std::set<std::uint32_t> clusters;
    for (const auto &[id, watch] : m_watches) {
        if (watch.scope.resource.gvr == resource)
            clusters.insert(watch.cluster);
    }
    return clusters;
}

/// What is held in the namespaces looked at is counted over all clusters at once.
std::optional<std::int64_t> KindCounts::watched(const GroupVersionResource &resource) const
{
    const auto chosen = m_namespaces.empty() ? m_chosen.end() : m_chosen.find(resource);
    const auto isWhole = [&](std::uint32_t cluster) { return liveOf(resource, cluster).contains(std::string()); };
    const std::set<std::uint32_t> clusters = clustersOf(resource);
    if (clusters.size() > 1 && chosen != m_chosen.end() && std::ranges::any_of(clusters, isWhole))
        return chosen->second;
    std::optional<std::int64_t> sum;
    for (const std::uint32_t cluster : clusters) {
        if (const auto own = watchedIn(resource, cluster))
            sum = sum.value_or(0) + *own;
    }
    return sum;
}

std::optional<std::int64_t> KindCounts::watchedIn(const GroupVersionResource &resource, std::uint32_t cluster) const
{
    const std::map<std::string, std::int64_t> live = liveOf(resource, cluster);
    const auto whole = live.find(std::string());
    bool isNamespaced = false;
    bool isWatchedWhole = false;
    for (const auto &[id, watch] : m_watches) {
        const bool isOfIt = watch.scope.resource.gvr == resource && watch.cluster == cluster;
        isNamespaced = isNamespaced || (isOfIt && watch.scope.resource.namespaced);
        isWatchedWhole = isWatchedWhole || (isOfIt && watch.scope.ns.empty());
    }
    std::vector<std::string> asked = isNamespaced ? m_namespaces : std::vector<std::string>();
    if (whole != live.end() && !asked.empty()) {
        const auto chosen = m_chosen.find(resource);
        return chosen == m_chosen.end() ? std::nullopt : std::optional(chosen->second);
    }
    if (asked.empty() && (isWatchedWhole || live.empty()))
        return whole == live.end() ? std::nullopt : std::optional(whole->second);
    if (asked.empty()) { // as many as may be seen
        for (const auto &[ns, objects] : live)
            asked.push_back(ns);
    }
    std::int64_t sum = 0;
    for (const std::string &ns : asked) {
        const auto one = live.find(ns);
        if (one == live.end())
            return {};
        sum += one->second;
    }
    return sum;
}

std::vector<WatchScope> KindCounts::scopesOf(const ResourceInfo &resource) const
{
    WatchScope scope;
    scope.resource = resource;
    if (!resource.namespaced || m_namespaces.empty())
        return {scope};
    std::vector<WatchScope> scopes;
    for (const std::string &ns : m_namespaces) {
        scope.ns = ns;
        scopes.push_back(scope);
    }
    return scopes;
}

std::vector<WatchScope> KindCounts::ask(const std::vector<ResourceInfo> &seen, Instant now)
{
    for (const ResourceInfo &resource : seen) {
        const auto before = m_asked.find(resource.gvr);
        const bool isDue = before == m_asked.end() || now - before->second.at >= Refresh;
        const auto isWhole = [&](std::uint32_t cluster) {
            return liveOf(resource.gvr, cluster).contains(std::string());
        };
        const bool isWatched = watched(resource.gvr) || std::ranges::any_of(clustersOf(resource.gvr), isWhole);
        if (!isDue || isWatched)
            continue;
        std::vector<WatchScope> scopes = scopesOf(resource);
        m_asked.insert_or_assign(resource.gvr, Asked{now, int(scopes.size()), {}, {}});
        return scopes;
    }
    return {};
}

void KindCounts::askedOf(const GroupVersionResource &resource, int clusters)
{
    m_asked[resource].open *= clusters;
}

std::optional<Result<std::int64_t>> KindCounts::answered(const WatchScope &scope, const Result<std::int64_t> &count)
{
    const auto it = m_asked.find(scope.resource.gvr);
    const bool isLookedAt = !scope.resource.namespaced || (scope.ns.empty() && m_namespaces.empty()) ||
                            std::find(m_namespaces.begin(), m_namespaces.end(), scope.ns) != m_namespaces.end();
    if (it == m_asked.end() || it->second.open == 0 || !isLookedAt)
        return {}; // asked before the namespaces changed
    Asked &asked = it->second;
    if (count)
        asked.sum = asked.sum.value_or(0) + *count;
    else
        asked.error = count.error();
    if (--asked.open > 0)
        return {};
    return asked.sum ? Result<std::int64_t>(*asked.sum) : Result<std::int64_t>(*asked.error);
}

} // namespace wk
