// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/clustersession.h"

#include <QObject>

#include <map>
#include <string>
#include <vector>

namespace wk {

/// Which kinds a window watches, and over which namespaces: keeps the session's open watches equal to that. A kind is
/// watched from the first time somebody looks at it until it is told to leave it, so that the stream goes on telling of
/// it. Gui thread.
class WatchSet : public QObject
{
    Q_OBJECT

public:
    /// The session outlives the set, unless another takes its place.
    explicit WatchSet(ClusterSession &session, QObject *parent = nullptr);

    /// Watches nothing more by the one before, and by this one, from resume() on, what is wanted.
    void moveTo(ClusterSession &session);
    void resume();

    /// Watches a kind from now on.
    void want(const ResourceInfo &resource);
    /// Watches a kind no longer, until it is wanted again.
    void leave(const GroupVersionResource &resource);
    /// Empty: all. Cluster-scoped kinds are watched whole in any case.
    void setNamespaces(const std::vector<std::string> &namespaces);
    /// The watches of a kind, one for each namespace; empty for a kind that is not wanted.
    std::vector<WatchId> watchesOf(const GroupVersionResource &resource) const;

Q_SIGNALS:
    /// Comes before any batch of the watch.
    void opened(wk::WatchId watch, const wk::WatchScope &scope);
    void closed(wk::WatchId watch);
    /// The watches of a kind are others.
    void changed(const wk::GroupVersionResource &resource);

private:
    struct Wanted {
        ResourceInfo resource;
        std::vector<WatchId> watches;
    };
    std::vector<WatchScope> scopesOf(const ResourceInfo &resource) const;
    void open(Wanted &wanted);
    void close(const std::vector<WatchId> &watches);

    ClusterSession *m_session;
    bool m_isResting = false; ///< between moveTo() and resume()
    std::vector<std::string> m_namespaces;
    std::map<GroupVersionResource, Wanted> m_wanted;
};

} // namespace wk
