// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/authorization.h"

#include "core/cluster/bearertoken.h"
#include "core/cluster/requesturl.h"

namespace wk {

namespace {

bool isSameOrigin(const QUrl &a, const QUrl &b)
{
    const auto port = [](const QUrl &url) { return url.port(url.scheme() == QLatin1String("https") ? 443 : 80); };
    return a.scheme() == b.scheme() && a.host() == b.host() && port(a) == port(b);
}

} // namespace

Result<QByteArray> authorizationFor(const QUrl &url, const ClusterAccess &access, const Credential &credential,
                                    const QByteArray &scheme)
{
    const bool isBasic = !credential.basic.isEmpty();
    const QByteArrayView token = isBasic ? credential.basic.reveal() : credential.bearerToken.reveal().trimmed();
    if (token.isEmpty())
        return QByteArray();
    if (!isSameOrigin(url, access.server))
        return Error{ErrorKind::ReadOnlyViolation, "The credential belongs to another server.",
                     serverName(url).toStdString()};
    if (url.scheme() != QLatin1String("https") && !isLoopback(url))
        return Error{
            ErrorKind::CredentialFailed,
            "The server's address begins with http: what signs in there could be read on the way, so it is not sent. "
            "Use the server's https address.",
            serverName(url).toStdString()};
    if (const auto fault = tokenFault(std::string_view(token.data(), std::size_t(token.size()))))
        return Error{ErrorKind::CredentialFailed, *fault, access.user};
    return QByteArray(isBasic ? QByteArray("Basic ") : scheme).append(token);
}

} // namespace wk
