// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/arguments.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/execrequest.h"
#include "core/cluster/kubeconfigset.h"

namespace wk {

/// The context that the arguments name, or the current one, of the kubeconfig that they name, or the usual one; without
/// one, in a pod, the pod's own cluster. A context that switches certificate checks off, or names files in unusual
/// places, is refused with ConsentNeeded unless the arguments accept it.
Result<ClusterAccess> chooseCluster(const ClusterArguments &arguments);

/// Whether the cluster is looked at whose pod this is: there is no kubeconfig, and a service account.
bool isInCluster(const ClusterArguments &arguments);
/// What cannot be asked for is an Error of kind Invalid.
Result<ClusterAccess> actingAs(Result<ClusterAccess> access, const Impersonation &as);

/// The kubeconfigs that the arguments name, or the usual ones.
KubeconfigSources kubeconfigSources(const ClusterArguments &arguments);

/// Reads what of them are pipes, where a kubeconfig is what the arguments ask for. Waits for whoever writes to them, a
/// minute at most, and says so on the standard error.
void holdPipes(ClusterArguments &arguments);

/// What --allow-exec says about credential plugins: run them, or ask (the error then tells what would be run).
ExecConsent execConsent(const ClusterArguments &arguments);

/// Whether there is a kubeconfig, or one was asked for by the arguments or KUBECONFIG, be it there or not; without one
/// the window opens on the demo.
bool hasKubeconfig(const ClusterArguments &arguments);

} // namespace wk
