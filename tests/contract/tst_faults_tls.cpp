// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/tlsidentity.h"
#include "core/cluster/certificatereload.h"
#include "tests/contract/cuttingrelay.h"
#include "tests/contract/securescene.h"
#include "tests/support/testregistry.h"

#include <QDateTime>
#include <QTest>

namespace tst_faults_tls {

using namespace wk;
using namespace wk::matrix;
using namespace std::chrono_literals;

/// Certificates that are not believed, changed or not accepted: A8, T1 to T3, T5, T6 and T8 of the fault matrix. That
/// an unverified server is asked about, and noted in the window while it is open, is tst_windowprogram's affair.
class TestFaultsTls : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theServerIsNotBelieved_data();
    void theServerIsNotBelieved();
    void theDatesAreWrong_data();
    void theDatesAreWrong();
    void theServersNameIsTold();
    void aSystemsAuthorityIsNotTheKubeconfigs();
    void anUncheckedServerIsTaken_data();
    void anUncheckedServerIsTaken();
    void theAuthorityIsReplaced_data();
    void theAuthorityIsReplaced();
    void theClientCertificateIsReplaced();
    void theClientCertificateHasExpired_data();
    void theClientCertificateHasExpired();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    QByteArray fingerprint(const QString &name) const
    {
        return QSslCertificate(m_keys.certificate(name)).digest(QCryptographicHash::Sha256).toHex(':').toUpper();
    }
    /// The server wants a client certificate of our CA, or only looks at one.
    QSslConfiguration askingTls(QSslSocket::PeerVerifyMode mode) const
    {
        QSslConfiguration tls = serverTls(m_keys, {"good"});
        tls.setPeerVerifyMode(mode);
        tls.setCaCertificates(QSslCertificate::fromData(m_keys.certificate(QStringLiteral("ca"))));
        return tls;
    }
    void use(ClusterAccess &access, const QString &client) const
    {
        access.clientCertPem = m_keys.certificate(client);
        access.clientKeyPem = Secret(m_keys.key(client));
    }

    TestKeys m_keys;
    Executed m_executed;
};

void TestFaultsTls::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    QVERIFY(makeUsualKeys(m_keys));
    const QString ca = QStringLiteral("ca");
    QVERIFY(m_keys.makeServer(QStringLiteral("self"), {}, QStringLiteral("IP:127.0.0.1")));
    QVERIFY(m_keys.makeServer(QStringLiteral("elsewhere"), ca, QStringLiteral("DNS:kubernetes")));
    QVERIFY(m_keys.makeServer(QStringLiteral("expired"), ca, QStringLiteral("IP:127.0.0.1"), -1));
    QVERIFY(m_keys.makeAuthority(QStringLiteral("newca")));
    QVERIFY(m_keys.makeServer(QStringLiteral("moved"), QStringLiteral("newca"), QStringLiteral("IP:127.0.0.1")));
    for (const char *client : {"alice", "bob"})
        QVERIFY(m_keys.makeClient(QString::fromLatin1(client), ca));
    QVERIFY(m_keys.makeClient(QStringLiteral("late"), ca, -1));
}

void TestFaultsTls::theServerIsNotBelieved_data()
{
    QTest::addColumn<QByteArray>("server");
    QTest::addColumn<QByteArray>("asked"); // tls-server-name
    QTest::addColumn<QByteArray>("word");  // empty: the server's fingerprint
    QTest::addColumn<bool>("isRunning");
    for (const bool isRunning : {false, true}) {
        const char *const when = isRunning ? "mid-watch" : "at the start";
        const auto row = [&](const char *name, const char *server, const char *asked, const char *word) {
            QTest::addRow("%s, %s", name, when)
                << QByteArray(server) << QByteArray(asked) << QByteArray(word) << isRunning;
        };
        row("T1 a server of an unknown CA", "foreign", "", "");
        row("T1 a server that signed itself", "self", "", "");
        row("T2 a server of another name", "elsewhere", "", "127.0.0.1");
        row("T3 a server whose certificate has expired", "expired", "", "has expired");
    }
    QTest::newRow("T2 a server without the name in tls-server-name")
        << QByteArray("good") << QByteArray("other") << QByteArray("\"other\"") << false;
}

/// Not a byte is sent to it, and there is no way around that but the kubeconfig's.
void TestFaultsTls::theServerIsNotBelieved()
{
    QFETCH(QByteArray, server);
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, word);
    QFETCH(bool, isRunning);
    SecureScene scene(m_keys);
    scene.access.signIn = Secret("one");
    scene.access.tlsServerName = asked.toStdString();
    if (isRunning)
        QVERIFY2(scene.watches(), scene.words());
    const Versions before = scene.server.truth();
    const auto requests = scene.server.requests.size();
    scene.server.setTls(serverTls(m_keys, {server}));
    int heard = 0;
    scene.server.onBytes = [&](QSslSocket &) { ++heard; };
    if (isRunning) {
        scene.server.goAway();
        scene.server.comeBack();
    } else {
        scene.start();
    }
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] {
                 scene.isLiveInTime();
                 return scene.said(WatchState::Misconfigured, ErrorKind::TlsUntrusted) != nullptr;
             }),
             scene.words());
    const QByteArray words = word.isEmpty() ? fingerprint(QString::fromLatin1(server)) : word;
    verifyWords(*scene.said(WatchState::Misconfigured, ErrorKind::TlsUntrusted)->error, {words.constData()});
    QCOMPARE(heard, 0);
    QCOMPARE(scene.server.requests.size(), requests);
    scene.server.onBytes = {};
    QVERIFY(versionsOf(scene.informers[0]->store()) == (isRunning ? before : Versions()));
    QCOMPARE(scene.informers[0]->status().staleSince.has_value(), isRunning);
    if (!asked.isEmpty())
        return;
    scene.server.setTls(serverTls(m_keys, {"good"}));
    verifyMended(scene);
}

void TestFaultsTls::theDatesAreWrong_data()
{
    QTest::addColumn<int>("years");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("T3 a certificate of two years ago") << -2 << QByteArray("has expired");
    QTest::newRow("T3 a certificate of two years ahead: our clock may be as much behind")
        << 2 << QByteArray("is not valid yet");
}

void TestFaultsTls::theDatesAreWrong()
{
    QFETCH(int, years);
    QFETCH(QByteArray, word);
    SecureScene scene(m_keys);
    const auto made = apiserver::makeTlsIdentity("127.0.0.1", scene.clock.wallNow() + years * 365 * 24h);
    QVERIFY(made.ok());
    QSslConfiguration tls;
    const QSslCertificate certificate(QByteArray::fromStdString(made->certificate));
    tls.setLocalCertificateChain({certificate});
    tls.setPrivateKey(QSslKey(made->key.reveal().toByteArray(), QSsl::Ec));
    scene.server.setTls(tls);
    scene.access.caPem = QByteArray::fromStdString(made->caCertificate);
    scene.start();
    QVERIFY2(soon([&] { return scene.said(WatchState::Misconfigured, ErrorKind::TlsUntrusted) != nullptr; }),
             scene.words());
    const auto day = [](const QDateTime &time) { return time.toUTC().toString(QStringLiteral("yyyy-MM-dd")).toUtf8(); };
    const QByteArray from = day(certificate.effectiveDate());
    const QByteArray to = day(certificate.expiryDate());
    verifyWords(*scene.said(WatchState::Misconfigured, ErrorKind::TlsUntrusted)->error,
                {word.constData(), from.constData(), to.constData(), "Check the clock of this machine"});
    QVERIFY(scene.server.requests.empty());
}

void TestFaultsTls::theServersNameIsTold()
{
    SecureScene scene(m_keys);
    scene.server.setTls(serverTls(m_keys, {"elsewhere"}));
    CuttingRelay relay(scene.server.serverPort());
    scene.access.server = relay.url();
    scene.access.tlsServerName = "kubernetes";
    QVERIFY2(scene.watches(), scene.words());
    QVERIFY(!relay.greetings.isEmpty());
    // The name as the greeting has it, with its kind and length before it. Source: RFC 6066, 3.
    for (const QByteArray &greeting : relay.greetings)
        QVERIFY(greeting.contains(QByteArray("\0\0\x0akubernetes", 13)));
    verifyMended(scene);
    m_executed.add("T2");
}

/// CVE-2023-34410: what the system trusts is no matter where the kubeconfig names its own CA.
void TestFaultsTls::aSystemsAuthorityIsNotTheKubeconfigs()
{
    const QByteArray file = m_keys.path(QStringLiteral("stranger.crt")).toLocal8Bit();
    qputenv("SSL_CERT_FILE", file);
    const QSslConfiguration usual = QSslConfiguration::defaultConfiguration();
    QSslConfiguration trusting = usual;
    trusting.setCaCertificates(QSslCertificate::fromData(m_keys.certificate(QStringLiteral("stranger"))));
    QSslConfiguration::setDefaultConfiguration(trusting);
    SecureScene scene(m_keys);
    scene.server.setTls(serverTls(m_keys, {"foreign"}));
    QSslSocket other; // as whoever takes what is there does
    other.connectToHostEncrypted(QStringLiteral("127.0.0.1"), scene.server.serverPort());
    const bool isTrustedElsewhere = soon([&] { return other.isEncrypted(); });
    scene.start();
    const bool isSaid = soon([&] { return scene.said(WatchState::Misconfigured, ErrorKind::TlsUntrusted) != nullptr; });
    QSslConfiguration::setDefaultConfiguration(usual);
    qunsetenv("SSL_CERT_FILE");
    QVERIFY(isTrustedElsewhere);
    QVERIFY2(isSaid, scene.words());
    QVERIFY(scene.server.requests.empty());
    m_executed.add("T5");
}

void TestFaultsTls::anUncheckedServerIsTaken_data()
{
    QTest::addColumn<QByteArray>("server");
    QTest::newRow("T6 unchecked: a server that signed itself") << QByteArray("self");
    QTest::newRow("T6 unchecked: a server of an unknown CA") << QByteArray("foreign");
    QTest::newRow("T6 unchecked: a server of another name") << QByteArray("elsewhere");
    QTest::newRow("T6 unchecked: a server whose certificate has expired") << QByteArray("expired");
}

void TestFaultsTls::anUncheckedServerIsTaken()
{
    QFETCH(QByteArray, server);
    SecureScene scene(m_keys);
    scene.server.setTls(serverTls(m_keys, {server}));
    scene.access.caPem.clear();
    scene.access.skipTlsVerify = true;
    QVERIFY2(scene.watches(), scene.words());
    verifyMended(scene);
}

void TestFaultsTls::theAuthorityIsReplaced_data()
{
    QTest::addColumn<bool>("isFirst");
    QTest::newRow("T8 the CA's file is replaced, and then the server has a certificate of it") << true;
    QTest::newRow("T8 the server has a certificate of a new CA, and then the CA's file is replaced") << false;
}

void TestFaultsTls::theAuthorityIsReplaced()
{
    QFETCH(bool, isFirst);
    SecureScene scene(m_keys);
    const QString file = QStringLiteral("used-ca.crt");
    m_keys.write(file, m_keys.certificate(QStringLiteral("ca")));
    scene.access.files.authority = m_keys.path(file).toStdString();
    QVERIFY2(scene.watches(), scene.words());
    const auto replace = [&] {
        m_keys.write(file, m_keys.certificate(QStringLiteral("newca")));
        if (isFirst) // who is wise has both for a while
            m_keys.write(file, m_keys.certificate(QStringLiteral("ca")) + m_keys.certificate(QStringLiteral("newca")));
        scene.clock.advance(CertificateReload::Period);
    };
    const Versions before = scene.server.truth();
    if (isFirst)
        replace();
    scene.server.setTls(serverTls(m_keys, {"moved"}));
    const int connections = scene.server.connections;
    scene.transport->retireConnections(); // as by the server's restart
    scene.server.endStreams();
    scene.server.put("made-meanwhile");
    if (!isFirst) {
        QVERIFY2(soon([&] { return scene.said(WatchState::Misconfigured, ErrorKind::TlsUntrusted) != nullptr; }),
                 scene.words());
        QVERIFY(versionsOf(scene.informers[0]->store()) == before);
        replace();
        QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    }
    QVERIFY2(soon([&] { return scene.isLive() && scene.server.connections > connections; }), scene.words());
    if (isFirst)
        QVERIFY2(scene.saidNothing(), scene.words());
    verifyMended(scene);
}

void TestFaultsTls::theClientCertificateIsReplaced()
{
    SecureScene scene(m_keys);
    QByteArray letsIn = "alice";
    scene.server.guard = [&](QSslSocket &socket, const ScriptServer::Request &) {
        if (socket.peerCertificate().subjectInfo(QSslCertificate::CommonName).value(0).toUtf8() == letsIn)
            return false;
        socket.write(FaultServer::status(401, "Unauthorized", "Unauthorized"));
        return true;
    };
    scene.server.setTls(askingTls(QSslSocket::VerifyPeer));
    const auto write = [&](const QString &pair) {
        m_keys.write(QStringLiteral("used.crt"), m_keys.certificate(pair));
        m_keys.write(QStringLiteral("used.key"), m_keys.key(pair));
    };
    write(QStringLiteral("alice"));
    use(scene.access, QStringLiteral("alice"));
    scene.access.files.clientCertificate = m_keys.path(QStringLiteral("used.crt")).toStdString();
    scene.access.files.clientKey = m_keys.path(QStringLiteral("used.key")).toStdString();
    QVERIFY2(scene.watches(3), scene.words());
    const std::size_t before = scene.server.requests.size();
    write(QStringLiteral("bob"));
    letsIn = "bob";
    scene.clock.advance(CertificateReload::Period);
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] { return scene.isLive() && scene.server.requests.size() == before + 3; }), scene.words());
    QVERIFY2(scene.saidNothing(), scene.words());
    QVERIFY(soon([&] { return scene.server.open == 3; })); // nobody is alice any more
    verifyMended(scene);
    m_executed.add("A8");
}

void TestFaultsTls::theClientCertificateHasExpired_data()
{
    QTest::addColumn<bool>("inHandshake");
    QTest::newRow("A8 the client certificate has expired: the server says 401") << false;
    QTest::newRow("A8 the client certificate has expired: the server hangs up in the handshake") << true;
}

void TestFaultsTls::theClientCertificateHasExpired()
{
    QFETCH(bool, inHandshake);
    SecureScene scene(m_keys);
    scene.server.setTls(askingTls(inHandshake ? QSslSocket::VerifyPeer : QSslSocket::QueryPeer));
    if (!inHandshake)
        scene.letsIn = "nobody";
    use(scene.access, QStringLiteral("late"));
    scene.start();
    const auto told = [&] {
        return std::find_if(scene.told.begin(), scene.told.end(),
                            [](const WatchStatus &status) { return status.error.has_value(); });
    };
    QVERIFY2(soon([&] { return told() != scene.told.end(); }), scene.words());
    if (!inHandshake)
        QCOMPARE(told()->state, WatchState::SignInNeeded);
    const QDateTime until = QSslCertificate(m_keys.certificate(QStringLiteral("late"))).expiryDate();
    const QByteArray day = until.toUTC().toString(QStringLiteral("yyyy-MM-dd")).toUtf8();
    verifyWords(*told()->error, {"has expired", "\"late\"", day.constData()});
    QCOMPARE(scene.informers[0]->store().size(), 0u);
    QCOMPARE(scene.server.requests.empty(), inHandshake);

    ClusterAccess newer = scene.access;
    use(newer, QStringLiteral("alice"));
    scene.letsIn.clear();
    scene.transport->renew(newer);
    verifyMended(scene);
}

} // namespace tst_faults_tls

WK_TEST(tst_faults_tls, TestFaultsTls, QCoreApplication)
#include "tst_faults_tls.moc"
