// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/exchangecontext.h"

#include "core/cluster/proxychoice.h"
#include "core/cluster/requestguard.h"
#include "core/cluster/requesturl.h"
#include "core/cluster/status.h"
#include "core/cluster/tlsconfig.h"

#include <QNetworkProxy>
#include <QSslConfiguration>

namespace wk {

namespace {

QByteArray basicAuthorization(const QNetworkProxy &proxy)
{
    const QByteArray pair = proxy.user().toUtf8() + ':' + proxy.password().toUtf8();
    return proxy.user().isEmpty() ? QByteArray() : "Basic " + pair.toBase64();
}

} // namespace

bool asksForCompression(const ClusterAccess &access)
{
    return !access.disableCompression && !isLoopback(access.server);
}

Dialect kubeDialect(const ClusterAccess &access)
{
    const bool canSignInAnew =
        std::holds_alternative<TokenFile>(access.signIn) || std::holds_alternative<ExecPlugin>(access.signIn);
    return {std::make_unique<RequestGuard>(access.server), "Bearer ", canSignInAnew, &statusError};
}

ExchangeContext::ExchangeContext(ClusterAccess givenAccess, Clock &givenClock, CredentialSource &source,
                                 Dialect givenDialect)
    : access(givenAccess)
    , dialect(std::move(givenDialect))
    , clock(givenClock)
    , credentials(source)
    , pool(givenClock, way)
    , m_given(std::move(givenAccess))
{
    configure();
}

void ExchangeContext::configure()
{
    // Reading the system's certificates takes nearly half a second: not for a server that has no use for them.
    const bool isTls = access.server.scheme() == QLatin1String("https");
    const auto configuration = isTls ? tlsConfiguration(access) : Result<QSslConfiguration>(QSslConfiguration());
    const auto chosen = proxyFor(access.server, access.proxy, ProxyEnvironment::current());
    if (!configuration)
        m_ready = configuration.error();
    else if (!chosen)
        m_ready = chosen.error();
    else
        m_ready = success();
    if (!m_ready)
        return;
    const QNetworkProxy &proxy = *chosen;
    isProxied = proxy.type() != QNetworkProxy::NoProxy;
    m_isAskedOfProxy = !isTls && proxy.type() == QNetworkProxy::HttpProxy;
    m_proxyAuthorization = m_isAskedOfProxy ? basicAuthorization(proxy) : QByteArray();
    const QString name = QString::fromStdString(access.tlsServerName);
    way.tls = *configuration;
    way.peerName = name.isEmpty() ? access.server.host() : name;
    if (m_isAskedOfProxy)
        way.goal = {proxy.hostName(), proxy.port(), QNetworkProxy::NoProxy, false};
    else
        way.goal = {access.server.host(), static_cast<quint16>(access.server.port(isTls ? 443 : 80)), proxy, isTls};
    if (proxy.type() == QNetworkProxy::HttpProxy) // else Qt says that it is a browser
        way.goal.proxy.setRawHeader("User-Agent", userAgent());
}

/// One that begins with Mozilla gets its JSON indented, to twice its size.
QByteArray ExchangeContext::userAgent() const
{
    return access.userAgent.isEmpty() ? QByteArray("watchkeeper/" WATCHKEEPER_VERSION) : access.userAgent;
}

WireRequest::Parts ExchangeContext::partsOf(const QUrl &url, const HttpRequest &request,
                                            const QByteArray &authorization) const
{
    return {url,
            request.accept,
            userAgent(),
            authorization,
            asksForCompression(access),
            m_isAskedOfProxy,
            m_proxyAuthorization,
            request.posted,
            request.needsLeader,
            request.isSentOnce,
            headersOf(access.as)};
}

Result<> ExchangeContext::adopt(const Credential &credential)
{
    const bool isPlugins = !credential.clientCertPem.isEmpty();
    const QByteArray &certificate = isPlugins ? credential.clientCertPem : m_given.clientCertPem;
    const Secret &key = isPlugins ? credential.clientKeyPem : m_given.clientKeyPem;
    if (certificate != access.clientCertPem || !(key == access.clientKeyPem)) {
        access.clientCertPem = certificate;
        access.clientKeyPem = key;
        configure();
        pool.retireAll();
    }
    return m_ready;
}

} // namespace wk
