// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/credential.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/pluginnews.h"

#include <functional>
#include <memory>

class QObject;

namespace wk {

/// Where a cluster's requests get their credential from, asked before each request: it is kept while it is good, and
/// had anew once for all who ask. One worker thread with an event loop, for it and all who ask.
class CredentialSource
{
public:
    using Answer = std::function<void(const Result<Credential> &)>;

    virtual ~CredentialSource() = default;
    /// Calls `answer` once, later, from the event loop, unless `context` or the source is destroyed before. Errors:
    /// ConsentNeeded, CredentialFailed (with retryAfter when the next attempt will not be made before).
    virtual void credential(QObject *context, Answer answer) = 0;
    /// The server said 401 to this one: it is not given out again, unless it is all there is to be had. A credential
    /// that has been replaced since is none of our concern any more, so every 401 may be told.
    virtual void refused(const Credential &credential) = 0;
    /// Begins afresh after a break or when somebody asks to: what failed is tried again without a pause. A credential
    /// that is still good stays, so that a connection that comes and goes runs no plugin.
    virtual void forget() = 0;

    /// Tells what a plugin does while it is run, from the event loop. Called before the first question.
    virtual void listen(PluginListener) {}
    /// Somebody does not want to wait for the plugin that runs: who asks gets Cancelled from now on, until resume().
    virtual void cancel() {}
    /// Somebody wants to try again: a plugin that they cancelled, or that missed them, may be run again.
    virtual void resume() {}
    /// Whether a plugin runs that all who ask wait for.
    virtual bool isBusy() const { return false; }
};

/// Of what the kubeconfig names: nothing, a token, a token file (read again each minute), a user name with a password,
/// an id-token while it is valid, an exec plugin. `access` is copied; `clock` must outlive the source.
std::unique_ptr<CredentialSource> makeCredentialSource(const ClusterAccess &access, Clock &clock, PluginRules rules);

} // namespace wk
