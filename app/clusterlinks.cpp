// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/clusterlinks.h"

#include "core/cluster/kubeconfig.h"

#include <algorithm>
#include <iterator>
#include <map>

namespace wk {

ClusterLinks::ClusterLinks(std::vector<ChosenCluster> clusters, HistoryWriter &writer, const KeptHistory &kept)
{
    m_tick.setInterval(std::chrono::seconds(1));
    connect(&m_tick, &QTimer::timeout, this, &ClusterLinks::tick);
    for (ChosenCluster &chosen : clusters) {
        m_links.push_back(std::make_unique<ClusterLink>(std::move(chosen.name), std::move(chosen.reach), writer, kept));
        m_links.back()->setLook(chosen.look);
        connectLink(m_links.back().get());
    }
}

void ClusterLinks::connectLink(ClusterLink *link)
{
    connect(link, &ClusterLink::moved, this, [this, link] { linkMoved(*link); });
    connect(link, &ClusterLink::known, this, [this, link] { take(link); });
    connect(link, &ClusterLink::served, this, [this, link] { Q_EMIT served(link); });
    connect(link, &ClusterLink::notesChanged, this, &ClusterLinks::notesChanged);
    connect(link, &ClusterLink::batchReady, this, &ClusterLinks::batchReady);
    connect(link, &ClusterLink::anotherCluster, this, &ClusterLinks::anotherCluster);
    const WatchSet &watches = link->watches();
    connect(&watches, &WatchSet::opened, this,
            [this, link](WatchId watch, const WatchScope &scope) { Q_EMIT opened(watch, scope, link->cluster()); });
    connect(&watches, &WatchSet::closed, this, &ClusterLinks::closed);
    connect(&watches, &WatchSet::changed, this, &ClusterLinks::changed);
    connect(&watches, &WatchSet::narrowed, this,
            [this, link](const ResourceInfo &kind) { Q_EMIT narrowed(link, kind); });
}

void ClusterLinks::linkMoved(const ClusterLink &link)
{
    if (link.waited() && !m_tick.isActive())
        m_tick.start();
    Q_EMIT moved();
}

void ClusterLinks::tick()
{
    if (std::ranges::any_of(m_links, [](const auto &link) { return link->waited().has_value(); }))
        Q_EMIT moved();
    else
        m_tick.stop();
}

/// Two contexts may lead to one cluster, as those of two users do: it is shown once, as who was there first sees it.
void ClusterLinks::take(ClusterLink *link)
{
    const auto isTheSame = [link](const auto &other) {
        return other.get() != link && other->isKnown() && other->cluster() == link->cluster();
    };
    const auto other = std::ranges::find_if(m_links, isTheSame);
    if (other == m_links.end())
        return Q_EMIT known(link);
    link->yieldTo(**other);
    Q_EMIT moved();
}

ClusterLink *ClusterLinks::of(WatchId watch) const
{
    const auto found =
        std::ranges::find_if(m_links, [watch](const auto &link) { return link->session().scope(watch) != nullptr; });
    return found == m_links.end() ? nullptr : found->get();
}

std::vector<ClusterSession *> ClusterLinks::sessions() const
{
    std::vector<ClusterSession *> sessions;
    for (const auto &link : m_links)
        sessions.push_back(&link->session());
    return sessions;
}

ClusterId ClusterLinks::together() const
{
    std::vector<ClusterId> clusters;
    for (const auto &link : m_links)
        clusters.push_back(link->provisional());
    return ClusterId::ofAll(std::move(clusters));
}

std::vector<ResourceInfo> ClusterLinks::setEarlier(const HistorySnapshot &history)
{
    if (!areSeveral())
        return first().watches().setEarlier(history);
    std::set<ClusterId> taken{ClusterId()}; // two contexts may lead to one
    std::map<GroupVersionResource, ResourceInfo> kinds;
    for (const auto &link : m_links) {
        if (!taken.insert(link->cluster()).second)
            continue;
        for (const ResourceInfo &kind : link->setEarlier(history))
            kinds.try_emplace(kind.gvr, kind);
        for (const GroupVersionResource &kind : m_wanted)
            link->want(kind);
    }
    std::vector<ResourceInfo> known;
    for (auto &[gvr, kind] : kinds)
        known.push_back(std::move(kind));
    return known;
}

QList<std::pair<QString, QString>> ClusterLinks::kubectlOptions(const ClusterId &cluster) const
{
    const auto isIts = [&cluster](const auto &link) {
        const ClusterAccess &access = link->session().access();
        return link->cluster() == cluster && access.source != "demo" && !access.context.empty();
    };
    const auto link = std::ranges::find_if(m_links, isIts);
    if (link == m_links.end())
        return {};
    QList<std::pair<QString, QString>> options;
    const auto add = [&options](const char *name, const std::string &value) {
        if (!value.empty())
            options.emplaceBack(QString::fromLatin1(name), QString::fromStdString(value));
    };
    const ClusterAccess &access = (*link)->session().access();
    const std::vector<std::string> usual = defaultKubeconfigFiles();
    if (std::ranges::find(usual, access.source) == usual.end()) // a shell would find another
        add("--kubeconfig", access.source);
    add("--context", access.context);
    add("--as", access.as.user);
    add("--as-uid", access.as.uid);
    for (const std::string &group : access.as.groups)
        add("--as-group", group);
    return options;
}

void ClusterLinks::retry(WatchId watch)
{
    const ClusterLink *only = watch == 0 ? nullptr : of(watch);
    for (const auto &link : m_links) {
        if (watch == 0 || link.get() == only)
            link->retry(watch);
    }
}

void ClusterLinks::want(const ResourceInfo &kind)
{
    m_wanted.insert(kind.gvr);
    for (const auto &link : m_links) {
        if (areSeveral())
            link->want(kind.gvr);
        else
            link->watches().want(kind); // which may be known from before alone
    }
}

void ClusterLinks::leave(const ResourceInfo &kind)
{
    m_wanted.erase(kind.gvr);
    for (const auto &link : m_links)
        link->watches().leave(kind.gvr);
}

std::vector<WatchId> ClusterLinks::watchesOf(const GroupVersionResource &kind) const
{
    std::vector<WatchId> watches;
    for (const auto &link : m_links)
        std::ranges::copy(link->watches().watchesOf(kind), std::back_inserter(watches));
    return watches;
}

std::optional<ResourceInfo> ClusterLinks::beginWith(ClusterLink &link, const ResourceInfo &shown)
{
    for (const GroupVersionResource &kind : m_wanted)
        link.want(kind);
    const bool isShown = !shown.gvr.resource.empty();
    if (isShown && !m_hasBegun)
        return {}; // somebody was quicker
    m_hasBegun = true;
    const std::vector<ResourceInfo> kinds = link.takeStartKinds();
    const std::vector<ResourceInfo> &served = link.session().resources();
    for (const ResourceInfo &kind : kinds) {
        m_wanted.insert(kind.gvr);
        link.watches().want(kind);
    }
    if (isShown || served.empty())
        return {};
    if (!kinds.empty())
        return kinds.front();
    return link.session().pendingGroups().empty() ? std::optional(served.front()) : std::nullopt;
}

bool ClusterLinks::areComplete() const
{
    return std::ranges::all_of(m_links, [](const auto &link) {
        const bool isToBeHeard = link->yieldsTo().isEmpty();
        return !isToBeHeard || (link->isKnown() && link->session().pendingGroups().empty());
    });
}

void ClusterLinks::setNamespaces(const std::vector<std::string> &namespaces)
{
    for (const auto &link : m_links)
        link->watches().setNamespaces(namespaces);
}

void ClusterLinks::setOnlyChosen(bool isOnlyChosen)
{
    for (const auto &link : m_links)
        link->watches().setOnlyChosen(isOnlyChosen);
}

void ClusterLinks::follow(const HistoryFeed &history)
{
    for (const auto &link : m_links)
        link->watches().follow(history);
}

void ClusterLinks::setBodyMemory(std::size_t bytes)
{
    for (const auto &link : m_links)
        link->session().setBodyMemory(bytes / m_links.size());
}

} // namespace wk
