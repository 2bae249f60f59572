// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/cluster/execrequest.h"
#include "core/session/backend.h"

namespace wk {

/// A Kubernetes API server as a session's backend. The rules' consent is asked in the session's thread.
BackendFactory kubeBackend(ClusterAccess access, PluginRules rules);

} // namespace wk
