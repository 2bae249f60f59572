// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/clusterid.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/pluginnews.h"
#include "core/informer/audit.h"
#include "core/informer/batch.h"
#include "core/informer/fulllist.h"
#include "core/resource/resourceinfo.h"
#include "core/session/backend.h"

#include <QObject>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace wk {

class RevisionBodies;
class WatchSink;
struct SessionNews;
struct NotesNews;
struct CountNews;
struct FetchNews;
struct AuditNews;
struct AuditProgress;

/// Where a session leaves what it brings.
struct SessionHistory {
    /// Told what the watches report, in the session's thread, and batchReady() no entries; null: they come with it. It
    /// outlives the session.
    WatchSink *sink = nullptr;
    /// What keeps the bodies that the history has of the cluster from an earlier run, once; null when there are none.
    /// Called in the session's thread, before the first watch.
    std::function<std::unique_ptr<RevisionBodies>(const ClusterId &)> earlierBodies{};
    /// What the history calls the cluster, where it was reached in the same way before; empty: nothing is known of it.
    ClusterId cluster{};
};

/// Where the connection to a cluster stands.
enum class SessionState { Idle, Connecting, Connected, Failed };

/// A connection to one cluster: its thread, its transport, what it serves, and the watches open on it. Gui thread; all
/// that costs time happens in the session's own thread, and comes back in batchReady(), one frame at a time.
class ClusterSession : public QObject
{
    Q_OBJECT

public:
    /// Of how many objects of lists that are under way batchReady() tells at most: a table takes them in in a quarter
    /// of a frame. More come with the next one.
    static constexpr std::size_t ArrivalsAtOnce = 1000;

    /// A Kubernetes API server. The rules' consent is asked in the session's thread.
    explicit ClusterSession(ClusterAccess access, PluginRules rules = {}, QObject *parent = nullptr);
    /// With a history, and for sources other than an API server.
    ClusterSession(ClusterAccess access, BackendFactory makeBackend, const SessionHistory &history = {},
                   QObject *parent = nullptr);
    /// Returns when the thread has ended; no signal comes after.
    ~ClusterSession() override;

    const ClusterAccess &access() const;
    /// Connects, asks for the version and for what is served. While that fails it is tried again by itself.
    void start();
    /// Goes on with the credentials of this access, which leads to the same server in the same way; what waits because
    /// of those before is tried again. Before start(), it is what is begun with.
    void renew(ClusterAccess access);
    /// Tries at once what waits to be tried again: the connection and every watch.
    void retryNow();
    /// The same for one watch; for all where the connection itself waits.
    void retryWatch(WatchId watch);

    SessionState state() const;
    /// As its history names it; known once it is connected. Empty without a history.
    const ClusterId &cluster() const;
    /// Why the last attempt failed; meaningful in Connecting and Failed.
    const Error &lastError() const;
    /// "v1.20.2"; empty before the server has said so.
    std::string serverVersion() const;
    /// All that is known of the server; each of the following is a part of it.
    const ServerFacts &facts() const;
    /// Everything that can be listed, preferred versions only, in discovery's order.
    const std::vector<ResourceInfo> &resources() const;
    /// Groups whose discovery failed, with the reason.
    const std::vector<std::pair<std::string, Error>> &failedGroups() const;
    /// Groups that have not answered yet: what is served is told again when they have.
    const std::vector<std::string> &pendingGroups() const;
    /// What the server's answers told besides themselves.
    const ServerNotes &notes() const;

    /// Watches a scope, or joins the watch that runs on it; each call needs its close(). The watch's state and then its
    /// objects (an entry of type List) come first, in a batch of their own if others watch it already. Where the
    /// history goes on with an earlier watch of the scope, under its number, they are what has changed since.
    WatchId open(const WatchScope &scope);
    void close(WatchId watch);
    /// The scope of an open watch.
    const WatchScope *scope(WatchId watch) const;

    /// Lists a scope once, page by page as the options' limit says, or gets one object of it by its name, and watches
    /// nothing; answered by fetched() under the number that this returns.
    WatchId fetch(const WatchScope &scope, const ListOptions &options);

    /// Asks how many objects there are without watching them (limit=1); answered by counted().
    void count(const WatchScope &scope);

    /// Compares what a watch holds with what the server has, by uid and resourceVersion (C29); answered by audited().
    void verify(WatchId watch);
    /// The answer is not wanted any more; it comes all the same, an error of kind Cancelled.
    void cancelVerify(WatchId watch);

    /// How many bytes of the objects' bodies may stay in memory, if there is a disk for the others.
    void setBodyMemory(std::size_t bytes);

    /// The credential plugin that runs is not waited for any longer: it is ended, and run again only by retryNow() or
    /// retryWatch().
    void cancelPlugin();

Q_SIGNALS:
    void stateChanged();
    void resourcesChanged();
    void notesChanged();
    void batchReady(const wk::Batch &batch);
    /// The answer to fetch(): all of it, or why there is none.
    void fetched(wk::WatchId fetch, const wk::Result<wk::FullList> &list);
    /// The answer to count(): a number, or why there is none (Forbidden: locked).
    void counted(const wk::WatchScope &scope, const wk::Result<std::int64_t> &count);
    /// The answer to verify(), or (`asked` is false then) what a regular audit has found: "412 objects equal at
    /// resourceVersion 88123", or the differences by name; of those the watch mends itself, with a gap and a list. An
    /// error only says why none could be made.
    void audited(wk::WatchId watch, const wk::Result<wk::AuditReport> &report);
    /// Of an audit that was asked for: how many objects the server has listed by now.
    void auditMoved(wk::WatchId watch, std::uint64_t listed);
    /// A credential plugin is run, to which somebody may have to do what it says.
    void pluginTold(const wk::PluginNews &news);

private:
    void rung();
    void drain();
    void deliver(const SessionNews &news);
    void deliver(const NotesNews &news);
    void deliver(const CountNews &news);
    void deliver(const FetchNews &news);
    void deliver(const AuditNews &news);
    void deliver(const AuditProgress &progress);
    void deliver(const PluginNews &news);
    void deliverEntries();

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
