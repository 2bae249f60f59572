// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "tests/support/kubefixture.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QProcess>
#include <QSslKey>
#include <QTest>

#include <algorithm>
#include <poll.h>

namespace tst_kubetransport_tls {

using namespace wk;

namespace {

/// Whether a connection waits to be accepted.
} // namespace

/// Which servers are believed, and that nothing is said to the others.
class TestKubeTransportTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void servers_data();
    void servers();
    void everyRequestOfManyIsToldWhy();
    void everyRequestOfManyMayTrustAnIntermediate();
    void aClientCertificateIsShown_data();
    void aClientCertificateIsShown();
    void aNewClientCertificateMeansNewConnections();
    void brokenFilesAreTheErrorOfEveryRequest();
    void aCutInTheHandshakeIsNoEndInOrder();
    void aSessionIsResumed();

private:
    QSslConfiguration serverTls(const QString &name) const
    {
        QSslConfiguration configuration;
        configuration.setLocalCertificateChain(QSslCertificate::fromData(m_keys.certificate(name)));
        configuration.setPrivateKey(QSslKey(m_keys.key(name), QSsl::Ec));
        configuration.setProtocol(QSsl::TlsV1_2OrLater);
        return configuration;
    }
    /// A server of that name, and our access to it by the CA "ca".
    void serve(KubeFixture &f, const QString &name) const
    {
        f.server.setTls(serverTls(name));
        f.access.server = f.server.url();
        f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
        f.credentials.give("t0ken");
        f.connect();
    }

    TestKeys m_keys;
};

void TestKubeTransportTls::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    QVERIFY(m_keys.makeAuthority(QStringLiteral("ca")));
    QVERIFY(m_keys.makeAuthority(QStringLiteral("stranger")));
    QVERIFY(
        m_keys.makeServer(QStringLiteral("good"), QStringLiteral("ca"), QStringLiteral("IP:127.0.0.1,DNS:kubernetes")));
    QVERIFY(m_keys.makeServer(QStringLiteral("elsewhere"), QStringLiteral("ca"), QStringLiteral("DNS:kubernetes")));
    QVERIFY(m_keys.makeServer(QStringLiteral("expired"), QStringLiteral("ca"), QStringLiteral("IP:127.0.0.1"), -1));
    QVERIFY(m_keys.makeServer(QStringLiteral("foreign"), QStringLiteral("stranger"), QStringLiteral("IP:127.0.0.1")));
    QVERIFY(m_keys.makeAuthority(QStringLiteral("intermediate"), QStringLiteral("stranger")));
    QVERIFY(m_keys.makeServer(QStringLiteral("below"), QStringLiteral("intermediate"), QStringLiteral("IP:127.0.0.1")));
    QVERIFY(m_keys.makeClient(QStringLiteral("alice"), QStringLiteral("ca")));
    QVERIFY(m_keys.makeClient(QStringLiteral("bob"), QStringLiteral("ca")));
}

void TestKubeTransportTls::servers_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QByteArray>("serverName");
    QTest::addColumn<bool>("skip");
    QTest::addColumn<QByteArray>("outcome");
    const auto row = [](const char *name, const char *server, const char *serverName, bool skip, const char *outcome) {
        QTest::newRow(name) << QString::fromLatin1(server) << QByteArray(serverName) << skip << QByteArray(outcome);
    };
    row("of our CA", "good", "", false, "ok");
    row("asked for by another name that it has", "elsewhere", "kubernetes", false, "ok");
    row("without the name we use", "elsewhere", "", false, "TlsUntrusted");
    row("without the name we ask for", "good", "other", false, "TlsUntrusted");
    row("of another CA", "foreign", "", false, "TlsUntrusted");
    row("expired", "expired", "", false, "TlsUntrusted");
    row("of another CA, unchecked", "foreign", "", true, "ok");
}

void TestKubeTransportTls::servers()
{
    QFETCH(QString, server);
    QFETCH(QByteArray, serverName);
    QFETCH(bool, skip);
    QFETCH(QByteArray, outcome);
    KubeFixture f(says(ScriptServer::json("{}")));
    f.access.tlsServerName = serverName.toStdString();
    f.access.skipTlsVerify = skip;
    serve(f, server);
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), outcome);
    QCOMPARE(f.server.requests.size(), outcome == "ok" ? 1u : 0u);
}

void TestKubeTransportTls::everyRequestOfManyIsToldWhy()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    serve(f, QStringLiteral("foreign"));
    std::vector<HttpRecorder> heard(9);
    std::vector<std::unique_ptr<HttpCall>> calls;
    for (std::size_t i = 0; i < heard.size(); ++i)
        calls.push_back(f.transport->get(getOf(i < 3   ? RequestLane::Control
                                               : i < 6 ? RequestLane::List
                                                       : RequestLane::Watch),
                                         &heard[i]));
    for (const HttpRecorder &one : heard)
        QTRY_COMPARE(one.outcome(), QByteArray("TlsUntrusted"));
    QVERIFY(f.server.requests.empty());
}

void TestKubeTransportTls::everyRequestOfManyMayTrustAnIntermediate()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    serve(f, QStringLiteral("below"));
    f.access.caPem = m_keys.certificate(QStringLiteral("intermediate"));
    f.connect();
    std::vector<HttpRecorder> heard(9);
    std::vector<std::unique_ptr<HttpCall>> calls;
    for (std::size_t i = 0; i < heard.size(); ++i)
        calls.push_back(f.transport->get(getOf(i < 3   ? RequestLane::Control
                                               : i < 6 ? RequestLane::List
                                                       : RequestLane::Watch),
                                         &heard[i]));
    for (const HttpRecorder &one : heard)
        QTRY_COMPARE(one.outcome(), QByteArray("ok"));
}

void TestKubeTransportTls::aClientCertificateIsShown_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("of an elliptic curve") << QString();
    QTest::newRow("of an RSA key") << QStringLiteral("rsa -pkeyopt rsa_keygen_bits:2048");
    QTest::newRow("of an Ed25519 key") << QStringLiteral("ed25519");
}

void TestKubeTransportTls::aClientCertificateIsShown()
{
    QFETCH(QString, kind);
    const QString name =
        kind.isEmpty() ? QStringLiteral("alice") : QString(QStringLiteral("alice-") + kind.section(u' ', 0, 0));
    if (!kind.isEmpty())
        QVERIFY(m_keys.openssl(QStringLiteral("genpkey -algorithm %1 -out %2.key").arg(kind, name)));
    QVERIFY(m_keys.makeClient(name, QStringLiteral("ca")));
    QByteArray seen;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        seen = socket.peerCertificate().subjectInfo(QSslCertificate::CommonName).value(0).toUtf8();
        socket.write(ScriptServer::json("{}"));
    });
    f.access.clientCertPem = m_keys.certificate(name);
    f.access.clientKeyPem = Secret(m_keys.key(name));
    serve(f, QStringLiteral("good"));
    auto tls = serverTls(QStringLiteral("good"));
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    tls.setCaCertificates(QSslCertificate::fromData(m_keys.certificate(QStringLiteral("ca"))));
    f.server.setTls(tls);
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(seen, name.toUtf8());
}

void TestKubeTransportTls::aNewClientCertificateMeansNewConnections()
{
    QByteArrayList seen;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        seen += socket.peerCertificate().subjectInfo(QSslCertificate::CommonName).value(0).toUtf8();
        socket.write(seen.size() == 2 ? ScriptServer::answer(401, {}, "{}") : ScriptServer::json("{}"));
    });
    f.access.signIn = ExecPlugin();
    for (const char *name : {"alice", "bob"})
        f.credentials.give(Credential{
            {}, m_keys.certificate(QString::fromLatin1(name)), Secret(m_keys.key(QString::fromLatin1(name))), {}});
    auto tls = serverTls(QStringLiteral("good"));
    tls.setPeerVerifyMode(QSslSocket::VerifyPeer);
    tls.setCaCertificates(QSslCertificate::fromData(m_keys.certificate(QStringLiteral("ca"))));
    f.server.setTls(tls);
    f.access.server = f.server.url();
    f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
    f.connect();
    for (int i = 1; i <= 2; ++i) {
        const auto call = f.transport->get(getOf(), &f.heard);
        QTRY_COMPARE(f.heard.ends, i);
    }
    QCOMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(seen, QByteArrayList({"alice", "alice", "bob"}));
}

void TestKubeTransportTls::brokenFilesAreTheErrorOfEveryRequest()
{
    KubeFixture f;
    f.access.server = QUrl(QStringLiteral("https://127.0.0.1:%1").arg(f.server.serverPort()));
    f.access.caPem = "-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n";
    f.connect();
    for (int i = 1; i <= 2; ++i) {
        const auto call = f.transport->get(getOf(), &f.heard);
        QTRY_COMPARE(f.heard.ends, i);
        QCOMPARE(f.heard.outcome(), QByteArray("ConfigBroken"));
    }
    QCOMPARE(f.server.connections, 0);
}

void TestKubeTransportTls::aCutInTheHandshakeIsNoEndInOrder()
{
    KubeFixture f;
    f.access.server = QUrl(QStringLiteral("https://127.0.0.1:%1").arg(f.server.serverPort()));
    f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
    f.connect();
    // The server speaks no TLS: it takes the client's greeting for garbage and hangs up.
    f.server.onBytes = [](QSslSocket &socket) { socket.abort(); };
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_VERIFY(f.heard.ends == 1);
    QVERIFY2(f.heard.outcome() == "ConnectionLost" || f.heard.outcome() == "TlsFailed", f.heard.outcome().constData());
}

/// … until all is to start afresh. OpenSSL's own server says so.
void TestKubeTransportTls::aSessionIsResumed()
{
    QProcess server;
    server.setProcessChannelMode(QProcess::MergedChannels);
    server.start(QStringLiteral("openssl"),
                 {QStringLiteral("s_server"), QStringLiteral("-accept"), QStringLiteral("127.0.0.1:0"),
                  QStringLiteral("-www"), QStringLiteral("-cert"), m_keys.path(QStringLiteral("good.crt")),
                  QStringLiteral("-key"), m_keys.path(QStringLiteral("good.key"))});
    QByteArray said;
    const auto hasSaid = [&](const char *words) {
        said += server.readAll();
        return said.contains(words);
    };
    QTRY_VERIFY(hasSaid("ACCEPT 127.0.0.1:") && said.endsWith('\n'));
    KubeFixture f;
    f.access.server =
        QUrl(QStringLiteral("https://127.0.0.1:") + QString::fromLatin1(said.mid(said.lastIndexOf(':') + 1).trimmed()));
    f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
    f.connect();
    HttpRequest wanted = getOf(RequestLane::Control, "/version");
    wanted.accept = "text/html";
    const auto says = [&](const char *words) {
        HttpRecorder heard;
        const auto call = f.transport->get(wanted, &heard);
        QTRY_COMPARE(heard.outcome(), QByteArray("ok"));
        QVERIFY2(heard.text.contains(words), heard.text.constData());
    };
    says("New, TLSv1.3");
    says("Reused, TLSv1.3");
    f.transport->forgetConnections();
    says("New, TLSv1.3");
    server.kill();
    server.waitForFinished();
}

} // namespace tst_kubetransport_tls

WK_TEST(tst_kubetransport_tls, TestKubeTransportTls, QCoreApplication)
#include "tst_kubetransport_tls.moc"
