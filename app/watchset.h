// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historyfeed.h"
#include "core/session/clustersession.h"

#include <QObject>

#include <map>
#include <set>
#include <string>
#include <vector>

namespace wk {

/// Which kinds a window watches, and over which namespaces: keeps the session's open watches equal to that. A kind is
/// watched from the first time somebody looks at it until it is told to leave it, so that the stream goes on telling of
/// it. Gui thread.
///
/// Once all namespaces have been looked at a kind is watched whole, and who then looks at some opens and closes
/// nothing. Before that there is a watch for each namespace that was ever looked at; so it is for good where the kind
/// may not be watched whole, beginning with the user's own namespace. With setOnlyChosen() just the namespaces that
/// are looked at are watched. Where a watch on all takes the place of some, or some of one on all, the new ones have
/// told their lists before the old ones are closed: nothing is missed in between.
class WatchSet : public QObject
{
    Q_OBJECT

public:
    /// The session outlives the set, unless another takes its place.
    explicit WatchSet(ClusterSession &session, QObject *parent = nullptr);

    /// Watches nothing from now on, until resume().
    void rest() { m_isResting = true; }
    /// What the history knows of earlier watches, of this cluster where it is named: while it rests, these tell of the
    /// kinds. Which there are.
    std::vector<ResourceInfo> setEarlier(const HistorySnapshot &history, const ClusterId &only = {});
    /// Somebody else goes on with them.
    void forgetEarlier() { m_earlier.clear(); }
    /// The same of a recording, whose watches may be of several clusters, and of some objects only.
    std::vector<ResourceInfo> setRecorded(const HistorySnapshot &history);
    /// How the watches fare that have not gone on yet: nothing has been heard of them since the program ended.
    static Batch statusesOfEarlier(const HistorySnapshot &history);
    /// … or that they are recorded.
    static Batch statusesOfRecorded(const HistorySnapshot &history);
    /// Watches nothing more by the one before, and by this one, from resume() on, what is wanted.
    void moveTo(ClusterSession &session);
    void resume();

    /// In which namespaces a kind is watched that may not be watched whole while all are looked at. At first the user's
    /// own is, as the access names it.
    void setOwnNamespaces(const std::set<std::string> &namespaces);
    /// Watches a kind from now on.
    void want(const ResourceInfo &resource);
    /// Watches a kind no longer, until it is wanted again.
    void leave(const GroupVersionResource &resource);
    /// Those that are looked at; empty: all. Cluster-scoped kinds are watched whole in any case.
    void setNamespaces(const std::vector<std::string> &namespaces);
    /// Whether what is not looked at is not watched either.
    void setOnlyChosen(bool isOnlyChosen);
    /// How the watches fare: where one on all namespaces is not allowed from the first there will be others.
    void hear(const std::vector<WatchStatus> &statuses);
    /// What is shown by now.
    void follow(const HistoryFeed &history);
    /// The watches that tell of a kind in the namespaces looked at: of all, or one for each; empty for a kind that is
    /// not wanted.
    std::vector<WatchId> watchesOf(const GroupVersionResource &resource) const;

Q_SIGNALS:
    /// Comes before any batch of the watch.
    void opened(wk::WatchId watch, const wk::WatchScope &scope);
    void closed(wk::WatchId watch);
    /// The watches of a kind, or which of them are looked at, may be others.
    void changed(const wk::GroupVersionResource &resource);
    /// A kind may not be watched whole, and is watched in some namespaces instead.
    void narrowed(const wk::ResourceInfo &resource);

private:
    using Watches = std::map<std::string, WatchId>; ///< by namespace; empty: all
    struct Wanted {
        ResourceInfo resource;
        Watches watches{};
        Watches coming{}; ///< take the place of `watches` as soon as they have told their lists
        bool isWholeDenied = false;
    };

    std::vector<ResourceInfo> takeEarlier(const HistorySnapshot &history, bool isOfAnySelection,
                                          const ClusterId &only = {});
    std::set<std::string> namespacesFor(const Wanted &wanted) const;
    std::set<std::string> singleNamespaces(const Wanted &wanted) const;
    void update(Wanted &wanted);
    void updateAll();
    void replace(Wanted &wanted, Watches watches);
    WatchId open(const ResourceInfo &resource, const std::string &ns);
    void close(const Watches &watches);
    bool cover(const Watches &watches) const;
    bool isWholeRefused(const Wanted &wanted) const;
    bool areDenied(const Watches &watches) const;

    ClusterSession *m_session;
    bool m_isResting = false; ///< between moveTo() or rest(), and resume()
    std::map<GroupVersionResource, std::map<ClusterId, Watches>> m_earlier;
    std::vector<std::string> m_namespaces;
    std::set<std::string> m_own; ///< besides the access's
    bool m_isWhole = false;      ///< all namespaces have been looked at
    bool m_isOnlyChosen = false;
    std::set<WatchId> m_denied; ///< of the open ones those that never told anything
    std::map<GroupVersionResource, Wanted> m_wanted;
};

} // namespace wk
