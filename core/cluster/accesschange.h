// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"

#include <string>
#include <vector>

namespace wk {

/// What of the way to a cluster is another one, with both as texts for people; they are a kubeconfig's words, so they
/// go through displaySafe() before a screen. Empty: there is none. No secret is in them.
struct AccessChange {
    enum class Part { Server, Authority, Verification, ServerName, Proxy, Plugin, ActsAs };

    Part part;
    std::string before;
    std::string now;

    bool operator==(const AccessChange &) const = default;
};

/// What a person is asked about before a kubeconfig that says otherwise now is followed: who answers, who sees what is
/// sent, what is run, and as whom it is asked. Credentials are not among it, nor is a CA whose file has been replaced,
/// as those are rotated. Any thread.
std::vector<AccessChange> wayChanges(const ClusterAccess &before, const ClusterAccess &now);

/// Whether both lead to the same, in the same way and as the same; the namespace only says where to look first.
bool reachesAlike(ClusterAccess one, const ClusterAccess &other);

/// Whether one goes on with other credentials.
bool hasOtherCredentials(const ClusterAccess &before, const ClusterAccess &now);

} // namespace wk
