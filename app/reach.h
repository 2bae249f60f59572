// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/session/backend.h"

namespace wk {

/// What stands for the kubeconfig in ClusterAccess::source of one that is an etcd cluster.
inline constexpr const char *EtcdSource = "etcd";
/// … of a recording, to which nothing connects.
inline constexpr const char *RecordingSource = "recording";

/// How a session comes to what it watches: what it is called, and what asks it.
struct Reach {
    ClusterAccess access;
    BackendFactory backend;
};

} // namespace wk
