// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/pluginnews.h"
#include "core/cluster/servernotes.h"
#include "core/resource/bodywriter.h"
#include "core/session/serverfacts.h"
#include "core/source/listerwatcher.h"
#include "core/source/watchscope.h"

#include <functional>
#include <memory>
#include <optional>

namespace wk {

struct ClusterAccess;

/// What a session watches: a Kubernetes API server, later etcd or a recording. It keeps nothing of what it brings.
/// Worker thread. Callbacks come in the same thread, never from inside the call, and not after the backend is gone.
class Backend
{
public:
    virtual ~Backend() = default;
    /// Calls `done` again while there are groups that have not answered (ServerFacts::pendingGroups), and as long as
    /// there is something to add.
    virtual void discover(std::function<void(Result<ServerFacts>)> done) = 0;
    /// Whether the server answers at all: without an error when it does, whatever it says; with one of kind ServerError
    /// when all that it says is that it fails (5xx). May be asked again before it has answered. Of several knocks the
    /// first that is answered well silences the others, but for the oldest, should it never be answered (TimedOut: a
    /// connection of its time is dead); and the one in the middle makes room for the fourth.
    virtual void probe(std::function<void(std::optional<Error>)> done) = 0;
    /// `bodies` keeps the objects' JSON; null: each is kept by itself.
    virtual std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter> bodies) = 0;
    /// The same for one who only lists, and needs no more of the objects than their metadata.
    virtual std::unique_ptr<ListerWatcher> metadata(const WatchScope &scope) { return source(scope, nullptr); }
    /// What it noticed of the server besides; may move with each answer.
    virtual ServerNotes notes() const { return {}; }
    /// Connections that are open cannot be trusted any more; what comes next starts afresh.
    virtual void forgetConnections() = 0;
    /// The kubeconfig has other credentials now: they are used from here on, in the way to the server that there is.
    virtual void renew(const ClusterAccess &) {}

    /// Tells what a credential plugin does while it is run. Called before the first question.
    virtual void listenToPlugin(PluginListener) {}
    /// Somebody does not want to wait for it: it is ended, and not run again before resumePlugin().
    virtual void cancelPlugin() {}
    /// Somebody wants to try again.
    virtual void resumePlugin() {}
};

/// Called once, in the session's thread; the clock outlives the backend.
using BackendFactory = std::function<Result<std::unique_ptr<Backend>>(Clock &clock)>;

} // namespace wk
