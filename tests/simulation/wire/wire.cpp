// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/simulation/wire/wire.h"

#include "core/apiserver/tlsidentity.h"
#include "core/base/clock.h"
#include "tests/simulation/wire/wirecredentials.h"
#include "tests/support/steadyport.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QNetworkInterface>
#include <QSslCertificate>
#include <QSslKey>

namespace wk::sim {

namespace {

using namespace std::chrono_literals;

constexpr qint64 Bound = 20'000; ///< ms of real time in which loopback delivers whatever it delivers
constexpr auto Tick = 100ms;

QHostAddress ownAddress()
{
    for (const QHostAddress &address : QNetworkInterface::allAddresses()) {
        if (address.protocol() == QHostAddress::IPv4Protocol && !address.isLoopback() && !address.isLinkLocal())
            return address;
    }
    return QHostAddress(QHostAddress::LocalHost);
}

/// One for all runs: keys cost time, and no run is about them.
const Result<apiserver::TlsIdentity> &identity()
{
    static const auto made = apiserver::makeTlsIdentity(ownAddress().toString().toStdString(), SystemClock().wallNow());
    return made;
}

QSslConfiguration serverSide(const apiserver::TlsIdentity &identity)
{
    QSslConfiguration configuration = QSslConfiguration::defaultConfiguration();
    configuration.setLocalCertificate(QSslCertificate(QByteArray::fromStdString(identity.certificate)));
    configuration.setPrivateKey(QSslKey(identity.key.reveal().toByteArray(), QSsl::Ec));
    configuration.setPeerVerifyMode(QSslSocket::VerifyNone);
    return configuration;
}

} // namespace

Wire::Wire(SimTransport &server, Clock &clock, Dress dress, std::uint64_t seed)
    : m_credentials(std::make_unique<WireCredentials>(server, clock))
{
    const QHostAddress address = dress == Dress::Gzip ? ownAddress() : QHostAddress(QHostAddress::LocalHost);
    const bool isTls = dress != Dress::Plain;
    ClusterAccess access;
    std::optional<QSslConfiguration> tls;
    if (isTls && identity()) {
        tls = serverSide(*identity());
        access.caPem = QByteArray::fromStdString(identity()->caCertificate);
    }
    m_server = std::make_unique<WireServer>(server, m_links, std::move(tls), seed);
    if (!m_server->listen(address, steadyPort()))
        m_trouble = "no socket to listen on: " + m_server->errorString().toStdString();
    access.server.setScheme(isTls ? QStringLiteral("https") : QStringLiteral("http"));
    access.server.setHost(address.toString());
    access.server.setPort(m_server->serverPort());
    m_transport = std::make_unique<KubeTransport>(access, clock, *m_credentials);
    m_client = std::make_unique<WireClient>(*m_transport, server, m_links);
    m_tick.start(Tick);
}

Wire::~Wire() = default;

void Wire::settle()
{
    QElapsedTimer since;
    since.start();
    while (m_trouble.empty()) {
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        m_server->endWhatHasDrained();
        m_links.tidy();
        if (m_links.isQuiet())
            return;
        if (since.elapsed() > Bound)
            m_trouble = "the wire did not come to rest:\n" + m_links.words();
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }
}

void Wire::setAway(bool isAway)
{
    settle();
    if (!m_server->setAway(isAway))
        m_trouble = "the port is taken: " + m_server->errorString().toStdString();
    settle();
}

} // namespace wk::sim
