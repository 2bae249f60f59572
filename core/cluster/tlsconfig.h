// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/cluster/clusteraccess.h"

#include <QList>

class QNetworkReply;
class QSslConfiguration;
class QSslError;

namespace wk {

/// The TLS of one cluster and identity: 1.2 at least, the server verified (but for skipTlsVerify) against the given CA,
/// which replaces the system's, and the client certificate if there is one. Any thread. ConfigBroken for a CA,
/// certificate or key that cannot be used. One set of connections belongs to one such configuration:
/// QNetworkAccessManager does not look at it when it reuses a connection. The peer name is the request's affair
/// (QNetworkRequest::setPeerVerifyName with access.tlsServerName).
Result<QSslConfiguration> tlsConfiguration(const ClusterAccess &access);

/// To be called with a reply's sslErrors(). Lets the handshake go on, and answers true, in the one case in which Qt is
/// stricter than Go: the CA we were given is an intermediate, the server's chain ends at it, and nothing else is wrong.
/// The only place that ignores errors of TLS.
bool trustGivenIntermediate(QNetworkReply *reply, const QList<QSslError> &errors);

/// What a reply's sslErrors() mean, as one TlsUntrusted error in words; `now` is for the dates.
Error tlsError(const QList<QSslError> &errors, const ClusterAccess &access, WallTime now);

} // namespace wk
