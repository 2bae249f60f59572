// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/credentials.h"
#include "core/cluster/lanes.h"
#include "core/cluster/requestguard.h"
#include "core/cluster/servernotes.h"

#include <QNetworkProxy>
#include <QSslConfiguration>

#include <optional>

namespace wk {

/// What all exchanges of one transport have in common. The transport's thread.
class ExchangeContext
{
public:
    ExchangeContext(ClusterAccess givenAccess, Clock &givenClock, CredentialSource &source);

    /// To be called with each credential before it is used: a new client certificate means new connections, since
    /// QNetworkAccessManager would send B's request over A's. ConfigBroken, ProxyFailed: no request can be made at all.
    Result<> adopt(const Credential &credential);

    /// Whether a 401 may be answered with another credential.
    bool canSignInAnew() const;

    ClusterAccess access;
    RequestGuard guard;
    Clock &clock;
    CredentialSource &credentials;
    QSslConfiguration tls;
    QNetworkProxy proxy;
    /// What was wrong with the server's certificate last. Qt tells one of several requests that wait for connections,
    /// and only ends the others.
    std::optional<Error> distrust;
    ServerNotes notes;
    Lanes lanes;

private:
    void configure();

    ClusterAccess m_given; ///< without what a plugin added
    Result<> m_ready = success();
};

} // namespace wk
