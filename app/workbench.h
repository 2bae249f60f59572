// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/clusterlinks.h"
#include "app/historycontrol.h"
#include "app/kepthistory.h"
#include "app/verification.h"
#include "core/history/rows/historyfeed.h"
#include "core/history/rows/historywriter.h"
#include "ui/window/mainwindow.h"

#include <QObject>

#include <memory>

namespace wk {

class ChartsView;
class Inspector;
class NamespaceOffer;
class Navigator;
class RecordingStage;
class StreamView;
class TableView;
class TimelineView;
class WatchesView;
class WindowRecorder;
struct OtherClusters;
enum class WayOut;

/// A window on one cluster or several: makes the views, and leads what the sessions bring to them and what the user
/// does to the sessions. Other clusters are another workbench. Gui thread.
class Workbench : public QObject
{
    Q_OBJECT

public:
    /// There is at least one cluster. What its session asks is for a Kubernetes API server kubeBackend().
    Workbench(const WindowContext &context, std::vector<ChosenCluster> clusters, const KeptHistory &kept = {});
    /// Of one cluster, by the name of its context.
    Workbench(const WindowContext &context, const ClusterAccess &access, BackendFactory makeBackend,
              const KeptHistory &kept = {});
    ~Workbench() override;

    MainWindow &window() { return *m_window; }
    ClusterLinks &clusters() { return m_clusters; }
    /// Of the first cluster, the one that was made last.
    ClusterSession &session() { return m_clusters.first().newest(); }
    /// Goes on with the same history by another way to a cluster: ClusterLink::reconnect().
    void reconnect(ClusterLink &link, Reach reach);
    /// Tries again now: one watch, or all (0) and the connections, and says so if that is in order.
    void retry(WatchId watch);
    StreamView &stream() { return *m_stream; }
    const HistoryFeed &history() const { return m_history; }
    WindowRecorder &recorder() const { return *m_recorder; }
    /// What the session brings goes in there, and nothing of what the window does.
    HistoryWriter &writer() { return m_writer; }
    /// The cluster itself is being made.
    void sayMaking(const QString &sentence, int made, int total);
    /// What is offered while there is no way to the cluster.
    void setOtherClusters(const OtherClusters &others);
    /// How the user wants to see the cluster of that name.
    void setLook(const QString &name, const ClusterLook &look);
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
    /// What answers is another cluster than one of those whose history this is.
    void anotherCluster();
    /// Another cluster is wanted, or the one of another kubeconfig.
    void clusterChosen(const QString &name);
    void wayAsked(wk::WayOut way);

private:
    void makeViews(const WindowContext &context);
    void connectClusters();
    void connectViews();
    void listen();
    void showCluster(const ClusterLink &link);
    void known(ClusterLink &link);
    void served(ClusterLink &link);
    void showEarlier();
    void sayConnections();
    void sayUnchecked();
    void sayNotes();
    void takeBatch(const Batch &batch);
    void follow();
    void boundHistory();
    void showWatch(WatchId watch);
    void showGap(WatchId watch, WallTime ended);
    void watchClosed(WatchId watch);
    void kindChanged(const GroupVersionResource &resource);
    void verify(const std::vector<WatchId> &watches);

    Clock &m_clock;
    const KeptHistory m_kept;
    HistoryFeed m_history;
    std::unique_ptr<HistoryControl> m_control; ///< gone behind the writer, which tells it
    HistoryWriter m_writer;                    ///< gone before the feed
    ClusterLinks m_clusters;                   ///< … and after the sessions
    std::unique_ptr<MainWindow> m_window;
    TableView *m_table = nullptr;
    WindowRecorder *m_recorder = nullptr;
    StreamView *m_stream = nullptr;
    TimelineView *m_timeline = nullptr;
    ChartsView *m_charts = nullptr;
    WatchesView *m_watchesView = nullptr;
    Navigator *m_navigator = nullptr;
    Inspector *m_inspector = nullptr;
    std::unique_ptr<RecordingStage> m_stage; ///< null for clusters
    std::unique_ptr<Verification> m_verification;
    std::unique_ptr<NamespaceOffer> m_namespaces;
    bool m_isSpillFailing = false;
    bool m_isFirstShown = false;
    bool m_isRetried = false; ///< the user wants to know whether it is connected
};

} // namespace wk
