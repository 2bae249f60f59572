// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/session/clustersession.h"
#include "tests/support/realcluster.h"

#include <QMap>
#include <QStringList>

#include <vector>

namespace wk {

/// How to reach a real cluster by one of its kubeconfigs: "admin", or "token", who has the same rights by RBAC.
ClusterAccess accessTo(const RealCluster &cluster, const char *user = "admin");

/// Every watchable kind of a cluster, watched at once by one session, and the state that the batches add up to.
class ClusterMirror
{
public:
    explicit ClusterMirror(ClusterAccess access);

    ClusterSession &session() { return m_session; }
    int count() const { return int(m_watches.size()); }
    /// The watch of a resource; 0 when there is none.
    WatchId find(const QString &resource) const;
    WatchState state(WatchId watch) const { return m_watches[watch].status.state; }
    int objects(WatchId watch) const { return int(m_watches[watch].objects.size()); }

    /// All lists have come, every stream is open, and nothing shown may be old.
    bool allLive() const;
    /// The window says of each that what it shows may be old.
    bool allStale() const;
    /// Per watch, how long after `since` it went live for the last time, in ms; 0 when it was before.
    std::vector<qint64> liveAfter(Instant since) const;
    /// The same of when it became stale.
    std::vector<qint64> staleAfter(Instant since) const;

    /// Empty when the mirror holds what kubectl lists now of these kinds, object by object; else what differs.
    QStringList differencesNow(const RealCluster &cluster, const QList<WatchId> &watches) const;
    /// Of all kinds, asking again where the cluster moved between the two looks.
    QStringList differences(const RealCluster &cluster) const;
    /// What the session's own audit (C29) finds of each kind; empty when all are equal.
    QStringList auditDifferences();

    int relists = 0;
    int gaps = 0;
    int reconnects = 0;

private:
    struct Watched {
        ResourceInfo resource;
        WatchStatus status;
        bool isListed = false;
        bool isLive = false;
        Instant liveSince{};
        Instant staleSince{};
        QMap<QString, ObjectPtr> objects; ///< by "namespace/name"
    };

    void openAll(); ///< those that come later, too: of a slow server part is told after a second
    void take(const Batch &batch);
    void take(const WatchStatus &status);
    void take(const Entry &entry);

    SystemClock m_clock;
    QMap<WatchId, Watched> m_watches;
    QMap<WatchId, QString> m_audits; ///< what was answered, in words; empty: equal
    ClusterSession m_session;
};

} // namespace wk
