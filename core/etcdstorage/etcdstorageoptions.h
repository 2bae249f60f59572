// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/etcd/etcdaccess.h"

#include <chrono>
#include <string>

namespace wk {

/// Where in which etcd a server's objects are. A value.
struct EtcdStorageOptions {
    EtcdAccess etcd;
    std::string prefix = "/watchkeeper"; ///< begins with a slash
    /// So much of its past etcd keeps, at least: what is older than twice that is compacted; 0: nothing is. The time
    /// of kube-apiserver's --etcd-compaction-interval.
    std::chrono::milliseconds compactEvery = std::chrono::minutes(5);
};

} // namespace wk
