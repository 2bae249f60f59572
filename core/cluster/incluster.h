// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"

#include <string>

namespace wk {

/// What a pod is told of the API server of its own cluster, and the service account that it runs as. Source:
/// kubernetes.io "Accessing the Kubernetes API from a Pod"; client-go rest/config.go, InClusterConfig().
class InCluster
{
public:
    /// As this process was told.
    static InCluster ofThisProcess();
    InCluster(std::string host, std::string port, std::string folder);

    /// What the context is called that stands for it.
    static constexpr const char *Context = "in-cluster";

    /// Whether this is a pod with a service account. Any thread.
    bool isPossible() const;
    /// How to reach the API server as the service account, in the pod's namespace; the token is read again while it is
    /// used. FileUnreadable.
    Result<ClusterAccess> access() const;

private:
    std::string m_host;
    std::string m_port;
    std::string m_folder; ///< with token, ca.crt and namespace
};

} // namespace wk
