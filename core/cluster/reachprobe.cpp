// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/reachprobe.h"

#include "core/cluster/proxychoice.h"
#include "core/cluster/streamerror.h"
#include "core/cluster/tlsconfig.h"

#include <QHostInfo>
#include <QSslCertificate>
#include <QSslSocket>

#include <utility>

namespace wk {

namespace {

std::string commonName(const QStringList &parts)
{
    return parts.join(QStringLiteral(", ")).toStdString();
}

CertificateFacts factsOf(const QSslCertificate &certificate)
{
    const auto wall = [](const QDateTime &time) {
        return WallTime(std::chrono::milliseconds(time.toMSecsSinceEpoch()));
    };
    return {commonName(certificate.subjectInfo(QSslCertificate::CommonName)),
            commonName(certificate.issuerInfo(QSslCertificate::CommonName)), wall(certificate.effectiveDate()),
            wall(certificate.expiryDate()),
            certificate.digest(QCryptographicHash::Sha256).toHex(':').toUpper().toStdString()};
}

std::string wordOf(QSsl::SslProtocol protocol)
{
    return protocol == QSsl::TlsV1_3 ? "TLS 1.3" : protocol == QSsl::TlsV1_2 ? "TLS 1.2" : "TLS";
}

} // namespace

ReachProbe::ReachProbe(const ClusterAccess &access, Clock &clock, Told told, std::function<void()> done)
    : m_access(access)
    , m_clock(clock)
    , m_told(std::move(told))
    , m_done(std::move(done))
{
    QMetaObject::invokeMethod(this, &ReachProbe::begin, Qt::QueuedConnection);
}

ReachProbe::~ReachProbe()
{
    if (m_lookup >= 0)
        QHostInfo::abortHostLookup(m_lookup);
    // Either may be the one whose signal leads here.
    if (m_race) {
        m_race->cancel();
        m_race.release()->deleteLater();
    }
    if (m_socket) {
        m_socket->disconnect(this);
        m_socket.release()->deleteLater();
    }
}

void ReachProbe::startStep(ReachStep::Kind kind)
{
    const std::string proxy = m_step.proxy;
    m_step = {};
    m_step.kind = kind;
    m_step.proxy = proxy;
    m_began = m_clock.now();
    m_end = m_clock.after(StepTime, [this] {
        fail({ErrorKind::TimedOut, "There was no answer within " + std::to_string(StepTime.count()) + " seconds.",
              m_step.place});
    });
}

void ReachProbe::begin()
{
    startStep(ReachStep::Kind::Name);
    const bool isTls = m_access.server.scheme() == QLatin1String("https");
    auto tls = isTls ? tlsConfiguration(m_access) : Result<QSslConfiguration>(QSslConfiguration());
    if (!tls)
        return fail(tls.error());
    m_tls = *tls;
    const auto proxy = proxyFor(m_access.server, m_access.proxy, ProxyEnvironment::current());
    if (!proxy)
        return fail(proxy.error());
    m_goal = {m_access.server.host(), static_cast<quint16>(m_access.server.port(isTls ? 443 : 80)), *proxy, isTls};
    if (!isTls && proxy->type() == QNetworkProxy::HttpProxy)
        m_goal = {proxy->hostName(), proxy->port(), QNetworkProxy::NoProxy, false};
    if (proxy->type() != QNetworkProxy::NoProxy)
        m_step.proxy = QString(proxy->hostName() + u':' + QString::number(proxy->port())).toStdString();
    lookUp();
}

/// Of a server behind a proxy it is the proxy that knows the name.
void ReachProbe::lookUp()
{
    const bool isProxied = m_goal.proxy.type() != QNetworkProxy::NoProxy;
    const QString name = isProxied ? m_goal.proxy.hostName() : m_goal.host;
    m_lookup = QHostInfo::lookupHost(name, this, [this](const QHostInfo &info) { lookedUp(info); });
}

void ReachProbe::lookedUp(const QHostInfo &info)
{
    m_lookup = -1;
    if (m_isOver)
        return;
    for (const QHostAddress &address : info.addresses())
        m_step.addresses.push_back(address.toString().toStdString());
    if (info.error() != QHostInfo::NoError)
        return broke(QAbstractSocket::HostNotFoundError, info.errorString());
    pass();
    connectTo();
}

void ReachProbe::connectTo()
{
    startStep(ReachStep::Kind::Connection);
    m_step.place = QString(m_goal.host + u':' + QString::number(m_goal.port)).toStdString();
    m_race = std::make_unique<ConnectionRace>(m_clock, m_goal);
    connect(m_race.get(), &ConnectionRace::won, this, &ReachProbe::connected);
    connect(m_race.get(), &ConnectionRace::lost, this, &ReachProbe::broke);
}

void ReachProbe::connected()
{
    if (m_isOver)
        return;
    m_socket = m_race->takeSocket();
    pass();
    if (!m_goal.isTls)
        return end();
    startStep(ReachStep::Kind::Tls);
    m_step.isUnchecked = m_access.skipTlsVerify;
    auto *const socket = static_cast<QSslSocket *>(m_socket.get());
    socket->setSslConfiguration(m_tls);
    socket->setPeerVerifyName(peerName(m_access));
    connect(socket, &QSslSocket::sslErrors, this, &ReachProbe::untrusted);
    connect(socket, &QSslSocket::encrypted, this, &ReachProbe::greeted);
    connect(socket, &QAbstractSocket::errorOccurred, this,
            [this, socket](QAbstractSocket::SocketError error) { broke(error, socket->errorString()); });
    socket->startClientEncryption();
}

void ReachProbe::untrusted(const QList<QSslError> &errors)
{
    auto *const socket = static_cast<QSslSocket *>(m_socket.get());
    if (endsAtGiven(errors, socket->sslConfiguration()))
        socket->ignoreSslErrors(errors);
    else
        m_distrust = errors;
}

void ReachProbe::greeted()
{
    if (m_isOver)
        return;
    const auto *const socket = static_cast<QSslSocket *>(m_socket.get());
    m_step.certificate = factsOf(socket->peerCertificate());
    m_step.protocol = wordOf(socket->sessionProtocol());
    pass();
    end();
}

void ReachProbe::broke(QAbstractSocket::SocketError error, const QString &text)
{
    QSslCertificate shown;
    if (m_step.kind == ReachStep::Kind::Tls && m_socket)
        shown = static_cast<QSslSocket *>(m_socket.get())->peerCertificate();
    if (!shown.isNull())
        m_step.certificate = factsOf(shown);
    if (!m_distrust.isEmpty())
        return fail(tlsError(m_distrust, shown, m_access, m_clock.wallNow()));
    const QString server = m_access.server.host() + u':' + QString::number(m_goal.port);
    fail(streamError({error, text}, {server, !m_step.proxy.empty(), false}));
}

void ReachProbe::pass()
{
    m_step.took = std::chrono::duration_cast<std::chrono::milliseconds>(m_clock.now() - m_began);
    m_told(m_step);
}

void ReachProbe::fail(const Error &error)
{
    if (m_isOver)
        return;
    m_step.error = error;
    pass();
    end();
}

void ReachProbe::end()
{
    m_isOver = true;
    m_end.cancel();
    const auto done = m_done; // which may destroy us
    done();
}

} // namespace wk
