// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/exchangecontext.h"

#include "core/cluster/pem.h"
#include "core/cluster/proxychoice.h"
#include "core/cluster/requestguard.h"
#include "core/cluster/requesturl.h"
#include "core/cluster/status.h"
#include "core/cluster/tlsconfig.h"
#include "core/resource/namespacename.h"

#include <QNetworkProxy>
#include <QSslConfiguration>

namespace wk {

namespace {

QByteArray basicAuthorization(const QNetworkProxy &proxy)
{
    const QByteArray pair = proxy.user().toUtf8() + ':' + proxy.password().toUtf8();
    return proxy.user().isEmpty() ? QByteArray() : "Basic " + pair.toBase64();
}

bool canSignInAnew(const ClusterAccess &access)
{
    return std::holds_alternative<TokenFile>(access.signIn) || std::holds_alternative<ExecPlugin>(access.signIn);
}

} // namespace

bool asksForCompression(const ClusterAccess &access)
{
    return !access.disableCompression && !isLoopback(access.server);
}

Dialect kubeDialect(const ClusterAccess &access)
{
    return {std::make_unique<RequestGuard>(access.server), "Bearer ", canSignInAnew(access), &statusError};
}

ExchangeContext::ExchangeContext(ClusterAccess givenAccess, Clock &givenClock, CredentialSource &source,
                                 Dialect givenDialect)
    : access(givenAccess)
    , dialect(std::move(givenDialect))
    , clock(givenClock)
    , credentials(source)
    , pool(givenClock, way)
    , m_given(std::move(givenAccess))
    , m_reload(m_given.files)
{
    configure();
    if (m_reload.isNeeded())
        lookAtFiles();
}

void ExchangeContext::lookAtFiles()
{
    if (m_reload.readInto(m_given))
        useNewest();
    m_nextLook = clock.after(CertificateReload::Period, [this] { lookAtFiles(); });
}

void ExchangeContext::renew(const ClusterAccess &newer)
{
    m_given = newer;
    m_reload = CertificateReload(newer.files);
    access.user = newer.user;
    access.signIn = newer.signIn;
    access.files = newer.files;
    dialect.canSignInAnew = canSignInAnew(newer);
    m_nextLook.cancel();
    useNewest();
    if (m_reload.isNeeded())
        lookAtFiles();
}

void ExchangeContext::useNewest()
{
    const bool isPlugins = !m_plugins.clientCertPem.isEmpty();
    const QByteArray &certificate = isPlugins ? m_plugins.clientCertPem : m_given.clientCertPem;
    const Secret &key = isPlugins ? m_plugins.clientKeyPem : m_given.clientKeyPem;
    if (certificate == access.clientCertPem && key == access.clientKeyPem && m_given.caPem == access.caPem)
        return;
    access.clientCertPem = certificate;
    access.clientKeyPem = key;
    access.caPem = m_given.caPem;
    configure();
    pool.retireAll();
    if (retired)
        retired();
}

void ExchangeContext::configure()
{
    // Reading the system's certificates takes nearly half a second: not for a server that has no use for them.
    const bool isTls = access.server.scheme() == QLatin1String("https");
    const auto configuration = isTls ? tlsConfiguration(access) : Result<QSslConfiguration>(QSslConfiguration());
    notes.doubts.clear(); // what was used before is of no matter
    if (const auto fault = namespaceFault(access.ns))
        notes.doubt("The context \"" + access.context + "\" names an " + *fault + ".");
    if (const auto warning = isTls ? authorityWarning(access.caPem) : std::nullopt)
        notes.doubt(*warning);
    if (const auto dates = isTls ? clientDatesFault(access, clock.wallNow()) : std::nullopt)
        notes.doubt(*dates);
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
    way.tls = *configuration;
    way.peerName = peerName(access);
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
    m_plugins.clientCertPem = credential.clientCertPem;
    m_plugins.clientKeyPem = credential.clientKeyPem;
    useNewest();
    return m_ready;
}

} // namespace wk
