// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/cluster/clusteraccess.h"
#include "core/cluster/credential.h"

#include <QByteArray>
#include <QUrl>

namespace wk {

/// The one place where a credential becomes a header's value; empty when there is no token. It is bound to the
/// cluster's origin (scheme, host and port), and plain http carries it only to this machine (security.md, S6).
/// CredentialFailed for a token that cannot stand in a header: QNetworkRequest would take its line breaks for further
/// headers. `scheme` stands before the token. Any thread.
Result<QByteArray> authorizationFor(const QUrl &url, const ClusterAccess &access, const Credential &credential,
                                    const QByteArray &scheme);

} // namespace wk
