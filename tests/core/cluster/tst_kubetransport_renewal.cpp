// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/certificatereload.h"
#include "tests/support/kubefixture.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QSslKey>
#include <QTest>

namespace tst_kubetransport_renewal {

using namespace wk;

/// Certificates that are replaced while they are used (fault matrix A8, T8), over real TLS sockets.
class TestKubeTransportRenewal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void A8_aNewClientCertificateIsShownAndWatchesAreAskedAnew();
    void A8_halfOfAPairIsNotUsed();
    void T8_aNewAuthorityIsBelieved();
    void whatIsNoCertificateIsNotTaken_data();
    void whatIsNoCertificateIsNotTaken();
    void filesThatAreWrittenAgainAsTheyWereChangeNothing();
    void aListUnderWayGoesOnToItsEnd();
    void otherCredentialsOfTheKubeconfigAreUsed();
    void aDamagedCertificateAmongOthersIsWarnedOf();

private:
    QSslConfiguration serverTls(const QString &name) const
    {
        QSslConfiguration configuration;
        configuration.setLocalCertificateChain(QSslCertificate::fromData(m_keys.certificate(name)));
        configuration.setPrivateKey(QSslKey(m_keys.key(name), QSsl::Ec));
        configuration.setProtocol(QSsl::TlsV1_2OrLater);
        configuration.setPeerVerifyMode(QSslSocket::VerifyPeer);
        configuration.setCaCertificates(QSslCertificate::fromData(m_keys.certificate(QStringLiteral("ca"))));
        return configuration;
    }
    /// What is in use lies beside what it is made of, as "used.crt", "used.key" and "used-ca.crt".
    void use(const QString &pair)
    {
        m_keys.write(QStringLiteral("used.crt"), m_keys.certificate(pair));
        m_keys.write(QStringLiteral("used.key"), m_keys.key(pair));
    }
    void trust(const QByteArray &pem) { m_keys.write(QStringLiteral("used-ca.crt"), pem); }
    std::string pathOf(const char *name) const { return m_keys.path(QString::fromLatin1(name)).toStdString(); }
    /// Alice, by files, at the server "good".
    void connect(KubeFixture &f)
    {
        f.clock.setWall(SystemClock().wallNow()); // that the certificates are made by
        use(QStringLiteral("alice"));
        trust(m_keys.certificate(QStringLiteral("ca")));
        f.server.setTls(serverTls(QStringLiteral("good")));
        f.access.server = f.server.url();
        f.access.files = {pathOf("used-ca.crt"), pathOf("used.crt"), pathOf("used.key")};
        f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
        f.access.clientCertPem = m_keys.certificate(QStringLiteral("alice"));
        f.access.clientKeyPem = Secret(m_keys.key(QStringLiteral("alice")));
        f.connect();
    }
    static QByteArray nameOf(const QSslSocket &socket)
    {
        return socket.peerCertificate().subjectInfo(QSslCertificate::CommonName).value(0).toUtf8();
    }

    TestKeys m_keys;
};

void TestKubeTransportRenewal::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    for (const char *authority : {"ca", "newca"})
        QVERIFY(m_keys.makeAuthority(QString::fromLatin1(authority)));
    QVERIFY(m_keys.makeServer(QStringLiteral("good"), QStringLiteral("ca"), QStringLiteral("IP:127.0.0.1")));
    QVERIFY(m_keys.makeServer(QStringLiteral("moved"), QStringLiteral("newca"), QStringLiteral("IP:127.0.0.1")));
    for (const char *client : {"alice", "bob"})
        QVERIFY(m_keys.makeClient(QString::fromLatin1(client), QStringLiteral("ca")));
}

void TestKubeTransportRenewal::A8_aNewClientCertificateIsShownAndWatchesAreAskedAnew()
{
    QByteArrayList seen;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        seen += nameOf(socket);
        socket.write(ScriptServer::streamHead() + ScriptServer::chunk("{}\n"));
    });
    connect(f);
    const auto watch = f.transport->get(getOf(RequestLane::Watch), &f.heard);
    QTRY_COMPARE(f.heard.text, QByteArray("{}\n"));
    f.clock.advance(3 * CertificateReload::Period);
    QCoreApplication::processEvents();
    QCOMPARE(f.heard.ends, 0);

    use(QStringLiteral("bob"));
    f.clock.advance(CertificateReload::Period);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok")); // as if the server had closed it in order
    HttpRecorder again;
    const auto next = f.transport->get(getOf(RequestLane::Watch), &again);
    QTRY_COMPARE(again.text, QByteArray("{}\n"));
    QCOMPARE(seen, QByteArrayList({"alice", "bob"}));
    QTRY_COMPARE(f.server.open, 1);
}

void TestKubeTransportRenewal::A8_halfOfAPairIsNotUsed()
{
    QByteArrayList seen;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        seen += nameOf(socket);
        socket.write(ScriptServer::json("{}"));
    });
    connect(f);
    const auto ask = [&] {
        HttpRecorder heard;
        const auto call = f.transport->get(getOf(), &heard);
        QTRY_COMPARE(heard.outcome(), QByteArray("ok"));
    };
    ask();
    m_keys.write(QStringLiteral("used.crt"), m_keys.certificate(QStringLiteral("bob")));
    f.clock.advance(CertificateReload::Period);
    f.transport->retireConnections();
    ask();
    m_keys.write(QStringLiteral("used.key"), m_keys.key(QStringLiteral("bob")));
    f.clock.advance(CertificateReload::Period);
    ask();
    QCOMPARE(seen, QByteArrayList({"alice", "alice", "bob"}));
}

void TestKubeTransportRenewal::T8_aNewAuthorityIsBelieved()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    connect(f);
    f.server.setTls(serverTls(QStringLiteral("moved")));
    const auto ask = [&](const char *outcome) {
        HttpRecorder heard;
        const auto call = f.transport->get(getOf(), &heard);
        QTRY_COMPARE(heard.outcome(), QByteArray(outcome));
    };
    ask("TlsUntrusted");
    QVERIFY(f.server.requests.empty());
    trust(m_keys.certificate(QStringLiteral("newca")));
    f.clock.advance(CertificateReload::Period);
    ask("ok");
    f.server.setTls(serverTls(QStringLiteral("good")));
    f.transport->retireConnections();
    ask("TlsUntrusted");
}

void TestKubeTransportRenewal::whatIsNoCertificateIsNotTaken_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("an empty file, as while it is written") << QByteArray();
    QTest::newRow("the first half") << m_keys.certificate(QStringLiteral("newca")).left(200);
    QTest::newRow("another text") << QByteArray("none\n");
    QTest::newRow("more than is read") << QByteArray(1024 * 1024 + 1, 'x');
}

void TestKubeTransportRenewal::whatIsNoCertificateIsNotTaken()
{
    QFETCH(QByteArray, text);
    KubeFixture f(says(ScriptServer::json("{}")));
    connect(f);
    trust(text);
    m_keys.write(QStringLiteral("used.key"), text);
    f.clock.advance(CertificateReload::Period);
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
}

void TestKubeTransportRenewal::filesThatAreWrittenAgainAsTheyWereChangeNothing()
{
    KubeFixture f(says(ScriptServer::streamHead() + ScriptServer::chunk("{}\n")));
    connect(f);
    const auto watch = f.transport->get(getOf(RequestLane::Watch), &f.heard);
    QTRY_COMPARE(f.heard.text, QByteArray("{}\n"));
    use(QStringLiteral("alice"));
    trust(m_keys.certificate(QStringLiteral("ca")));
    f.clock.advance(2 * CertificateReload::Period);
    QCoreApplication::processEvents();
    QCOMPARE(f.heard.ends, 0);
    QCOMPARE(f.server.connections, 1);
}

void TestKubeTransportRenewal::aListUnderWayGoesOnToItsEnd()
{
    QSslSocket *asked = nullptr;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        asked = &socket;
        socket.write(ScriptServer::streamHead() + ScriptServer::chunk("{"));
    });
    connect(f);
    const auto list = f.transport->get(getOf(RequestLane::List), &f.heard);
    QTRY_COMPARE(f.heard.text, QByteArray("{"));
    use(QStringLiteral("bob"));
    f.clock.advance(CertificateReload::Period);
    QCoreApplication::processEvents();
    asked->write(ScriptServer::chunk("}") + ScriptServer::lastChunk());
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(f.heard.text, QByteArray("{}"));
}

void TestKubeTransportRenewal::otherCredentialsOfTheKubeconfigAreUsed()
{
    QByteArrayList seen;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        seen += nameOf(socket);
        socket.write(ScriptServer::streamHead() + ScriptServer::chunk("{}\n"));
    });
    connect(f);
    const auto watch = f.transport->get(getOf(RequestLane::Watch), &f.heard);
    QTRY_COMPARE(f.heard.text, QByteArray("{}\n"));
    ClusterAccess newer = f.access;
    newer.files = {};
    newer.clientCertPem = m_keys.certificate(QStringLiteral("bob"));
    newer.clientKeyPem = Secret(m_keys.key(QStringLiteral("bob")));
    f.transport->renew(newer);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    HttpRecorder again;
    const auto next = f.transport->get(getOf(RequestLane::Watch), &again);
    QTRY_COMPARE(again.text, QByteArray("{}\n"));
    QCOMPARE(seen, QByteArrayList({"alice", "bob"}));
    use(QStringLiteral("alice"));
    f.clock.advance(2 * CertificateReload::Period);
    QCoreApplication::processEvents();
    QCOMPARE(again.ends, 0);
}

void TestKubeTransportRenewal::aDamagedCertificateAmongOthersIsWarnedOf()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    connect(f);
    QVERIFY(f.transport->notes().doubts.empty());
    QByteArray damaged = m_keys.certificate(QStringLiteral("newca"));
    damaged.replace(100, 8, "!!!!!!!!");
    const QByteArray cut = m_keys.certificate(QStringLiteral("newca")).left(120) + '\n';
    trust(damaged + cut + m_keys.certificate(QStringLiteral("ca")));
    f.clock.advance(CertificateReload::Period);
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(f.transport->notes().doubts.size(), 1u);
    const std::string &said = f.transport->notes().doubts.front();
    QVERIFY2(said.find("3 certificates") != std::string::npos && said.find(": 1, 2.") != std::string::npos,
             said.c_str());
    trust(m_keys.certificate(QStringLiteral("ca"))); // whoever has put it right hears no more of it
    f.clock.advance(CertificateReload::Period);
    QVERIFY(f.transport->notes().doubts.empty());
}

} // namespace tst_kubetransport_renewal

WK_TEST(tst_kubetransport_renewal, TestKubeTransportRenewal, QCoreApplication)
#include "tst_kubetransport_renewal.moc"
