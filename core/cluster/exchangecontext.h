// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/certificatereload.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/credentials.h"
#include "core/cluster/dialect.h"
#include "core/cluster/servernotes.h"
#include "core/cluster/streampool.h"
#include "core/cluster/wirerequest.h"

#include <functional>

namespace wk {

/// Whether answers are asked for compressed: not from this machine, nor where the kubeconfig says no.
bool asksForCompression(const ClusterAccess &access);

/// What all exchanges of one transport have in common. The transport's thread.
class ExchangeContext
{
public:
    ExchangeContext(ClusterAccess givenAccess, Clock &givenClock, CredentialSource &source, Dialect givenDialect);

    /// To be called with each credential before it is used: a new client certificate means new connections, or B's
    /// request would go over A's. ConfigBroken, ProxyFailed: no request can be made at all.
    Result<> adopt(const Credential &credential);
    /// The same server and way to it, with other credentials.
    void renew(const ClusterAccess &newer);
    /// Called when connections are no longer what would be made now: who is on one keeps it until told otherwise.
    std::function<void()> retired;

    /// How a request is dressed. `authorization`: the header's value, empty for none.
    WireRequest::Parts partsOf(const QUrl &url, const HttpRequest &request, const QByteArray &authorization) const;

    ClusterAccess access;
    Dialect dialect;
    Clock &clock;
    CredentialSource &credentials;
    bool isProxied = false;
    ServerNotes notes;
    HttpStream::Way way;
    StreamPool pool;

private:
    void configure();
    void lookAtFiles();
    void useNewest();
    QByteArray userAgent() const;

    ClusterAccess m_given; ///< without what a plugin added
    Credential m_plugins;  ///< of which the client certificate is one's own, where it has one
    CertificateReload m_reload;
    Clock::Alarm m_nextLook;
    bool m_isAskedOfProxy = false; ///< an HTTP proxy sends requests on, as for http:// servers
    QByteArray m_proxyAuthorization;
    Result<> m_ready = success();
};

} // namespace wk
