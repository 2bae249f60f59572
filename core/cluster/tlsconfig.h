// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/time.h"
#include "core/cluster/clusteraccess.h"

#include <QList>

#include <optional>
#include <string>

class QSslCertificate;
class QSslConfiguration;
class QSslError;

namespace wk {

/// The TLS of one cluster and identity: 1.2 at least, the server verified (but for skipTlsVerify) against the given CA,
/// which replaces the system's, and the client certificate if there is one. Any thread. ConfigBroken for a CA,
/// certificate or key that cannot be used. One set of connections belongs to one such
/// configuration. The name that the certificate must have is peerName(), which is the connection's affair.
Result<QSslConfiguration> tlsConfiguration(const ClusterAccess &access);

/// The name that the server is asked for and its certificate must have: without the dot at its end, which stands for
/// the root of all names. Source: Go's crypto/tls.
QString peerName(const ClusterAccess &access);

/// Whether a handshake with these faults goes on, in the one case in which Qt is stricter than Go: the CA we were given
/// is an intermediate, or the server's own certificate, the server's chain, which `seen` has, ends at it, and nothing
/// else is wrong.
bool endsAtGiven(const QList<QSslError> &errors, const QSslConfiguration &seen);

/// What a socket's sslErrors() about a server that shows this certificate mean, as one TlsUntrusted error in words;
/// `now` is for the dates.
Error tlsError(const QList<QSslError> &errors, const QSslCertificate &shown, const ClusterAccess &access, WallTime now);

/// That the client certificate is not valid at that time, with its dates, as a sentence; nothing where it is, or there
/// is none. It is shown to the server all the same: the clock here may be wrong.
std::optional<std::string> clientDatesFault(const ClusterAccess &access, WallTime now);

} // namespace wk
