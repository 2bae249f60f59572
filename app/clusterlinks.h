// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clusterlink.h"

#include <QTimer>

#include <memory>
#include <set>
#include <vector>

namespace wk {

/// A cluster that a window is to show: what it is called there, and how it is reached.
struct ChosenCluster {
    QString name;
    Reach reach;
    ClusterLook look{};
};

/// The clusters of a window together: what one wants of them is wanted of each, and what they tell is told with its
/// cluster. Gui thread.
class ClusterLinks : public QObject
{
    Q_OBJECT

public:
    /// There is at least one cluster; the writer outlives them.
    ClusterLinks(std::vector<ChosenCluster> clusters, HistoryWriter &writer, const KeptHistory &kept);

    const std::vector<std::unique_ptr<ClusterLink>> &all() const { return m_links; }
    ClusterLink &first() { return *m_links.front(); }
    bool areSeveral() const { return m_links.size() > 1; }
    /// The one with that watch; null for a strange one.
    ClusterLink *of(WatchId watch) const;
    std::vector<ClusterSession *> sessions() const;
    /// Whose history it is that is kept of them together, whether they have been reached or not.
    ClusterId together() const;
    /// By which kubectl reaches a cluster as this window does, and as whom; none for what no kubeconfig has, as the
    /// demo.
    QList<std::pair<QString, QString>> kubectlOptions(const ClusterId &cluster) const;

    /// Tries again now: one watch, or all (0) and the connections.
    void retry(WatchId watch);
    /// Watches a kind from now on, in each cluster that serves it, be it later.
    void want(const ResourceInfo &kind);
    void leave(const ResourceInfo &kind);
    /// See WatchSet::watchesOf().
    std::vector<WatchId> watchesOf(const GroupVersionResource &kind) const;
    /// What a window watches from its start, in a cluster that has told what it serves. Where nobody wanted anything
    /// before that is also what it shows: the kind that is returned.
    std::optional<ResourceInfo> beginWith(ClusterLink &link, const ResourceInfo &shown);
    /// What the history knows of each cluster that has been reached before; see WatchSet::setEarlier().
    std::vector<ResourceInfo> setEarlier(const HistorySnapshot &history);
    /// The history tells of kinds before anybody was asked.
    void setShowsEarlier() { m_hasBegun = true; }
    /// All are connected, and have told of all that they serve.
    bool areComplete() const;

    void setNamespaces(const std::vector<std::string> &namespaces);
    void setOnlyChosen(bool isOnlyChosen);
    void follow(const HistoryFeed &history);
    /// For the bodies of all.
    void setBodyMemory(std::size_t bytes);

Q_SIGNALS:
    /// Comes before any batch of the watch.
    void opened(wk::WatchId watch, const wk::WatchScope &scope, const wk::ClusterId &cluster);
    void closed(wk::WatchId watch);
    void changed(const wk::GroupVersionResource &kind);
    void narrowed(wk::ClusterLink *link, const wk::ResourceInfo &kind);
    void moved();
    void known(wk::ClusterLink *link);
    void served(wk::ClusterLink *link);
    void notesChanged();
    void batchReady(const wk::Batch &batch);
    void anotherCluster();

private:
    void connectLink(ClusterLink *link);
    void linkMoved(const ClusterLink &link);
    void tick();
    void take(ClusterLink *link);

    std::vector<std::unique_ptr<ClusterLink>> m_links;
    std::set<GroupVersionResource> m_wanted;
    QTimer m_tick;           ///< while one is waited for, whose words say how long
    bool m_hasBegun = false; ///< kinds are watched that nobody has asked for
};

} // namespace wk
