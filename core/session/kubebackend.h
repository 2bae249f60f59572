// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/cluster/execrequest.h"
#include "core/session/backend.h"

#include <string>

namespace wk {

/// A Kubernetes API server as a session's backend. `consent` is asked in the session's thread; empty: no plugin is run.
/// Bodies that are too many for the memory go into files in the history's folder (RevisionSpill::Options::folder);
/// empty: all stay in memory.
BackendFactory kubeBackend(ClusterAccess access, ExecConsent consent, std::string historyFolder = {});

} // namespace wk
