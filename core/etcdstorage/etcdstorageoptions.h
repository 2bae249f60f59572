// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/etcd/etcdaccess.h"

#include <chrono>
#include <functional>
#include <string>

namespace wk {

/// Where in which etcd a server's objects are. A value.
struct EtcdStorageOptions {
    EtcdAccess etcd;
    std::string prefix = "/watchkeeper"; ///< begins with a slash
    /// So much of its past etcd keeps, at least: what is older than twice that is compacted; 0: nothing is. The time
    /// of kube-apiserver's --etcd-compaction-interval.
    std::chrono::milliseconds compactEvery = std::chrono::minutes(5);
    /// Is told what an operator wants to read, a sentence at a time, in a thread of the server's. May be empty.
    std::function<void(const std::string &)> log{};
};

} // namespace wk
