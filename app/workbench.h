// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/historycontrol.h"
#include "app/kepthistory.h"
#include "app/knownnamespaces.h"
#include "app/verification.h"
#include "app/watchset.h"
#include "core/history/rows/historyfeed.h"
#include "core/history/rows/historywriter.h"
#include "core/session/clustersession.h"
#include "ui/window/mainwindow.h"

#include <QObject>

#include <memory>
#include <set>

namespace wk {

class ChartsView;
class Inspector;
class Navigator;
class StreamView;
class TableView;
class TimelineView;
class WatchesView;
struct ConnectionWord;
struct OtherClusters;
enum class WayOut;

/// A window on one cluster: makes the views, and leads what the session brings to them and what the user does to the
/// session. Another cluster is another workbench. Gui thread.
class Workbench : public QObject
{
    Q_OBJECT

public:
    /// `makeBackend` is what the session asks: for a Kubernetes API server kubeBackend().
    Workbench(const WindowContext &context, ClusterAccess access, BackendFactory makeBackend,
              const KeptHistory &kept = {});
    ~Workbench() override;

    MainWindow &window() { return *m_window; }
    /// The one that was made last; while reconnect() has not come to anything, what is shown is another's.
    ClusterSession &session() { return m_coming ? *m_coming : *m_session; }
    /// Goes on with the same history by another way to the cluster, as soon as that leads there; start() the session
    /// then. Until then the way before is not given up, and what it has brought stays in sight.
    void reconnect(ClusterAccess access, BackendFactory makeBackend);
    /// Tries again now: one watch, or all (0) and the connection, and says so if that is in order.
    void retry(WatchId watch);
    StreamView &stream() { return *m_stream; }
    const HistoryFeed &history() const { return m_history; }
    /// What the session brings goes in there, and nothing of what the window does.
    HistoryWriter &writer() { return m_writer; }
    /// There is nothing to connect to: says why, and offers to try again unless a yes is wanted.
    void fail(const Error &error);
    /// The cluster itself is being made.
    void sayMaking(const QString &sentence, int made, int total);
    bool hasFailed() const { return m_hasFailed; }
    /// What is offered while there is no way to the cluster.
    void setOtherClusters(const OtherClusters &others);
    /// Shows the table of a kind, watching it from now on.
    void showKind(const ResourceInfo &resource);
    /// The tabs, in order, by a name that is not translated: for the tour and for tests.
    std::vector<std::pair<QString, View *>> views() const;

Q_SIGNALS:
    /// The first table has its rows.
    void ready();
    /// The user does not want to wait for the cluster to be made.
    void cancelAsked();
    /// The user wants to have tried again what fails: one watch, or all (0).
    void retryAsked(wk::WatchId watch);
    /// What answers after reconnect() is another cluster than the one whose history this is.
    void anotherCluster();
    /// Another cluster is wanted, or the one of another kubeconfig.
    void clusterChosen(const QString &name);
    void wayAsked(wk::WayOut way);

private:
    std::unique_ptr<ClusterSession> sessionFor(ClusterAccess access, BackendFactory makeBackend, ClusterId cluster);
    void showEarlier();
    void makeViews(const WindowContext &context);
    void connectSession();
    void connectWatches();
    void connectViews();
    void resourcesKnown();
    void sessionMoved();
    void comingMoved();
    void moveToComing();
    void sayState(const ClusterSession &session);
    void sayNotes();
    void sayConnection(const QString &brief, ConnectionWord word);
    void takeBatch(const Batch &batch);
    void follow();
    void boundHistory();
    void fallBackToOwnNamespace(const ResourceInfo &kind);
    void showWatch(WatchId watch);
    void showGap(WatchId watch, WallTime ended);
    void watchClosed(WatchId watch);
    void kindChanged(const GroupVersionResource &resource);

    Clock &m_clock;
    const KeptHistory m_kept;
    const ClusterId m_provisional; ///< the cluster by how it is reached
    ClusterId m_cluster;           ///< whose history this is; empty before it was reached, unless it has been before
    bool m_showsEarlier = false;   ///< what was kept before was what there was to show
    HistoryFeed m_history;
    std::unique_ptr<HistoryControl> m_control; ///< gone behind the writer, which tells it
    HistoryWriter m_writer;                    ///< gone before the feed
    std::unique_ptr<ClusterSession> m_session; ///< … and after the session; never null
    std::unique_ptr<ClusterSession> m_coming;  ///< takes its place once it is connected
    WatchSet m_watches;
    std::set<GroupVersionResource> m_started; ///< watched without having been asked for
    std::unique_ptr<MainWindow> m_window;
    TableView *m_table = nullptr;
    StreamView *m_stream = nullptr;
    TimelineView *m_timeline = nullptr;
    ChartsView *m_charts = nullptr;
    WatchesView *m_watchesView = nullptr;
    Navigator *m_navigator = nullptr;
    Inspector *m_inspector = nullptr;
    std::unique_ptr<Verification> m_verification;
    KnownNamespaces m_namespaces;
    bool m_isSpillFailing = false;
    bool m_isFirstShown = false;
    bool m_isRetried = false;     ///< the user wants to know whether it is connected
    bool m_hasFailed = false;     ///< there was nothing to connect to
    bool m_hasFallenBack = false; ///< to the context's namespace; whoever asks for all again has all that may be listed
};

} // namespace wk
