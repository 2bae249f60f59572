// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusteraccess.h"
#include "core/cluster/servernotes.h"
#include "core/cluster/transport.h"

#include <memory>

namespace wk {

class Clock;
class CredentialSource;

/// Transport to a Kubernetes API server over HTTP/1.1, a connection for each request under way (StreamPool), all in one
/// thread. The one way of Watchkeeper to a cluster; what it can send is RequestGuard's list. One cluster, one identity:
/// connections are never shared with another's. A kubeconfig it cannot work with (TLS files, proxy) is the error of
/// every request. The thread that made it; its calls end with it, silently. Destroy it outside of its observers' calls.
/// Source: facts/qt-network.md, the last section: what QNetworkAccessManager costs.
class KubeTransport : public Transport
{
public:
    /// `clock` and `credentials` outlive the transport.
    KubeTransport(const ClusterAccess &access, Clock &clock, CredentialSource &credentials);
    ~KubeTransport() override;

    [[nodiscard]] std::unique_ptr<HttpCall> get(HttpRequest request, HttpObserver *observer) override;
    void forgetConnections() override;
    /// What comes next goes over new connections; calls under way stay where they are.
    void retireConnections();
    /// The kubeconfig has other credentials for the same server and way to it. Where a client certificate or CA is
    /// another one, watches under way end in order, so that they are asked anew.
    void renew(const ClusterAccess &access);

    /// Of all answers so far.
    const ServerNotes &notes() const;
    /// That are made, in use or kept.
    int connectionCount() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace wk
