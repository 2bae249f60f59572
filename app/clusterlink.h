// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/kepthistory.h"
#include "app/reach.h"
#include "app/watchset.h"
#include "core/history/rows/historywriter.h"
#include "core/session/clustersession.h"
#include "ui/style/clusterlook.h"

#include <QElapsedTimer>
#include <QObject>

#include <chrono>
#include <memory>
#include <set>

namespace wk {

/// One of the clusters of a window: the session with it, the next one while that is still on its way, and what is
/// watched there. Each cluster has a thread of its own, so that one which hangs keeps no other waiting. Gui thread.
class ClusterLink : public QObject
{
    Q_OBJECT

public:
    /// Not connected yet: see session(). `name` is the cluster's in the menu; `writer` outlives the link.
    ClusterLink(QString name, Reach reach, HistoryWriter &writer, const KeptHistory &kept);
    ~ClusterLink() override;

    const QString &name() const { return m_name; }
    /// What it is called for people, which is not more than its name where they have said nothing.
    QString word() const { return m_look.name.isEmpty() ? m_name : m_look.name; }
    const ClusterLook &look() const { return m_look; }
    void setLook(const ClusterLook &look);
    /// What is shown is of this one; never another object while it is, unless moved() says so.
    ClusterSession &session() { return *m_session; }
    const ClusterSession &session() const { return *m_session; }
    /// The one that was made last; while reconnect() has not come to anything, what is shown is another's.
    ClusterSession &newest() const { return m_coming ? *m_coming : *m_session; }
    WatchSet &watches() { return m_watches; }
    /// How it is reached, as the cluster is named before that.
    const ClusterId &provisional() const { return m_provisional; }
    /// Whose history this is; empty before it was reached, unless it has been before.
    const ClusterId &cluster() const { return m_cluster; }
    /// It is connected, and the cluster is the one that it is taken for.
    bool isKnown() const;

    /// Goes on with the same history by another way to the cluster, as soon as that leads there; start() newest() then.
    /// Until then the way before is not given up, and what it has brought stays in sight.
    void reconnect(Reach reach);
    /// Tries again now: one watch, or all (0) and the connection.
    void retry(WatchId watch);
    /// Another link leads to the same cluster: this one watches nothing, so that nothing is told twice.
    void yieldTo(const ClusterLink &other);
    /// The name of that one; empty: there is none.
    const QString &yieldsTo() const { return m_yieldsTo; }
    /// The credential plugin that runs is not waited for any longer.
    void cancelPlugin();
    /// How long nothing has come from the server that newest() asks; empty once something has, and before it asks.
    std::optional<std::chrono::seconds> waited() const;
    /// There is nothing to connect to.
    void fail(const Error &error);
    const std::optional<Error> &failure() const { return m_failure; }

    /// What the history knows of it, as WatchSet::setEarlier().
    std::vector<ResourceInfo> setEarlier(const HistorySnapshot &history);
    /// Watches a kind from now on, if the cluster serves it, or served it before it answers.
    void want(const GroupVersionResource &kind);
    /// Those kinds that a window begins with which have been asked for by nobody else; once each, whenever their group
    /// answers: what has been left since stays so.
    std::vector<ResourceInfo> takeStartKinds();

Q_SIGNALS:
    /// What there is to say of the connection may be another.
    void moved();
    /// It is known which cluster this is: once, and when another session() has taken the place of the one before.
    void known();
    /// What it serves may be more. Said of a cluster that is known.
    void served();
    void notesChanged();
    void batchReady(const wk::Batch &batch);
    /// A credential plugin is run, to which somebody may have to do what it says.
    void pluginTold(const wk::PluginNews &news);
    /// What answers is another cluster than the one whose history this is.
    void anotherCluster();

private:
    std::unique_ptr<ClusterSession> makeSession(Reach reach, ClusterId cluster);
    void connectSession();
    void noteWait();
    void sessionMoved();
    void comingMoved();
    void moveToComing();

    const QString m_name;
    HistoryWriter &m_writer;
    const KeptHistory m_kept;
    const ClusterId m_provisional;
    ClusterId m_cluster;
    QElapsedTimer m_asked;                     ///< since when newest() waits for the server; invalid while it does not
    std::unique_ptr<ClusterSession> m_session; ///< never null
    std::unique_ptr<ClusterSession> m_coming;  ///< takes its place once it is connected
    WatchSet m_watches;
    std::set<GroupVersionResource> m_started;
    std::vector<ResourceInfo> m_earlier; ///< kinds that the history knows of
    std::optional<Error> m_failure;
    QString m_yieldsTo;
    ClusterLook m_look;
};

} // namespace wk
