// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/cluster/execrequest.h"
#include "core/session/backend.h"

namespace wk {

/// A Kubernetes API server as a session's backend. `consent` is asked in the session's thread; empty: no plugin is run.
BackendFactory kubeBackend(ClusterAccess access, ExecConsent consent);

} // namespace wk
