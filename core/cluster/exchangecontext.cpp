// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/exchangecontext.h"

#include "core/cluster/proxychoice.h"
#include "core/cluster/readonlymanager.h"
#include "core/cluster/tlsconfig.h"

namespace wk {

ExchangeContext::ExchangeContext(ClusterAccess givenAccess, Clock &givenClock, CredentialSource &source)
    : access(givenAccess)
    , guard(givenAccess.server)
    , clock(givenClock)
    , credentials(source)
    , lanes([this] { return std::make_unique<ReadOnlyManager>(guard, proxy); })
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
    tls = *configuration;
    proxy = *chosen;
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
        lanes.retireAll();
    }
    return m_ready;
}

bool ExchangeContext::canSignInAnew() const
{
    return std::holds_alternative<TokenFile>(access.signIn) || std::holds_alternative<ExecPlugin>(access.signIn);
}

} // namespace wk
