// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/tlsconfig.h"

#include "core/base/limits.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QNetworkProxy>
#include <QSignalSpy>
#include <QSslCertificate>
#include <QSslConfiguration>
#include <QSslError>
#include <QSslKey>
#include <QSslServer>
#include <QSslSocket>
#include <QTest>

namespace tst_tlsconfig {

using namespace wk;

namespace {

/// Answers each request with 200 and counts the bytes it was sent.
class Server : public QSslServer
{
public:
    Server(const QByteArray &chainPem, const QByteArray &keyPem, QSsl::SslProtocol protocol)
    {
        QSslConfiguration configuration;
        configuration.setLocalCertificateChain(QSslCertificate::fromData(chainPem));
        configuration.setPrivateKey(QSslKey(keyPem, QSsl::Ec));
        configuration.setProtocol(protocol);
        setSslConfiguration(configuration);
        connect(this, &QTcpServer::pendingConnectionAvailable, this, &Server::answer);
        listen(QHostAddress::LocalHost);
    }
    qint64 received() const { return m_received; }

private:
    void answer()
    {
        QTcpSocket *socket = nextPendingConnection();
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
            m_received += socket->readAll().size();
            socket->write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        });
    }

    qint64 m_received = 0;
};

} // namespace

class TestTlsConfig : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyUsualKeyIsLoaded_data();
    void everyUsualKeyIsLoaded();
    void whatCannotBeUsedIsRefusedInWords_data();
    void whatCannotBeUsedIsRefusedInWords();
    void theGivenAuthorityReplacesTheSystems();
    void oldProtocolsAndUnverifiedServersAreRefused();
    void theDotBehindANameIsNoPartOfIt();
    void handshakes_data();
    void handshakes();
    void errorsSayWhatWhyAndWhatToDo_data();
    void errorsSayWhatWhyAndWhatToDo();

private:
    QSslCertificate certificate(const char *name) const
    {
        return QSslCertificate(m_keys->certificate(QString::fromLatin1(name)));
    }

    std::unique_ptr<TestKeys> m_keys;
};

void TestTlsConfig::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("openssl is not installed");
    m_keys = std::make_unique<TestKeys>();
    for (const char *command :
         {"genrsa -traditional -out rsa1.key 2048", "pkcs8 -topk8 -nocrypt -in rsa1.key -out rsa8.key",
          "ecparam -name prime256v1 -genkey -noout -out sec1.key", "ecparam -name secp384r1 -genkey -out params.key",
          "pkcs8 -topk8 -nocrypt -in sec1.key -out ec8.key", "genpkey -algorithm ed25519 -out ed.key",
          "pkcs8 -topk8 -v2 aes-256-cbc -passout pass:x -in rsa1.key -out locked8.key",
          "rsa -in rsa1.key -traditional -aes128 -passout pass:x -out locked1.key",
          "genpkey -algorithm ed448 -out ed448.key", "genpkey -algorithm x25519 -out x.key"})
        QVERIFY2(m_keys->openssl(QString::fromLatin1(command)), command);
    QVERIFY(m_keys->makeAuthority(QStringLiteral("ca")));
    for (const char *name : {"rsa1", "rsa8", "sec1", "params", "ec8", "ed", "ed448"})
        QVERIFY(m_keys->makeClient(QString::fromLatin1(name), QStringLiteral("ca")));
    QVERIFY(m_keys->makeServer(QStringLiteral("server"), QStringLiteral("ca"),
                               QStringLiteral("DNS:kubernetes,IP:127.0.0.1")));
    QVERIFY(m_keys->makeAuthority(QStringLiteral("middle"), QStringLiteral("ca")));
    QVERIFY(m_keys->makeAuthority(QStringLiteral("stranger")));
    QVERIFY(m_keys->makeServer(QStringLiteral("below"), QStringLiteral("middle"), QStringLiteral("IP:127.0.0.1")));
    QVERIFY(m_keys->makeServer(QStringLiteral("elsewhere"), QStringLiteral("middle"), QStringLiteral("DNS:elsewhere")));
    QVERIFY(m_keys->makeServer(QStringLiteral("expired"), QStringLiteral("ca"), QStringLiteral("DNS:h"), -1));
}

void TestTlsConfig::everyUsualKeyIsLoaded_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("begins");
    QTest::addColumn<int>("algorithm");
    QTest::newRow("RSA PKCS#1") << QByteArray("rsa1") << QByteArray("-----BEGIN RSA PRIVATE KEY") << int(QSsl::Rsa);
    QTest::newRow("RSA PKCS#8") << QByteArray("rsa8") << QByteArray("-----BEGIN PRIVATE KEY") << int(QSsl::Rsa);
    QTest::newRow("EC SEC1") << QByteArray("sec1") << QByteArray("-----BEGIN EC PRIVATE KEY") << int(QSsl::Ec);
    QTest::newRow("EC SEC1 behind its parameters")
        << QByteArray("params") << QByteArray("-----BEGIN EC PARAMETERS") << int(QSsl::Ec);
    QTest::newRow("EC PKCS#8") << QByteArray("ec8") << QByteArray("-----BEGIN PRIVATE KEY") << int(QSsl::Ec);
    QTest::newRow("Ed25519") << QByteArray("ed") << QByteArray("-----BEGIN PRIVATE KEY") << int(QSsl::Opaque);
}

void TestTlsConfig::everyUsualKeyIsLoaded()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, begins);
    QFETCH(int, algorithm);
    ClusterAccess access;
    access.clientCertPem = m_keys->certificate(QString::fromLatin1(name)) + m_keys->certificate(QStringLiteral("ca"));
    access.clientKeyPem = Secret(m_keys->key(QString::fromLatin1(name)));
    QVERIFY(access.clientKeyPem.reveal().toByteArray().startsWith(begins));
    const auto configuration = tlsConfiguration(access);
    QVERIFY2(configuration.ok(), configuration.ok() ? "" : describe(configuration.error()).c_str());
    QVERIFY(!configuration->privateKey().isNull());
    QCOMPARE(int(configuration->privateKey().algorithm()), algorithm);
    QCOMPARE(configuration->localCertificateChain().size(), 2);
    QCOMPARE(configuration->localCertificate(), QSslCertificate(access.clientCertPem));
}

void TestTlsConfig::whatCannotBeUsedIsRefusedInWords_data()
{
    QTest::addColumn<QByteArray>("certificate");
    QTest::addColumn<QByteArray>("key");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("word");
    const auto row = [](const char *name, const char *certificate, const char *key, const char *place,
                        const char *word) {
        QTest::newRow(name) << QByteArray(certificate) << QByteArray(key) << QByteArray(place) << QByteArray(word);
    };
    row("a kind that no server knows", "ed448", "ed448", "client-key", "Ed448");
    row("a kind that signs nothing", "rsa1", "x", "client-key", "not supported");
    row("locked PKCS#8", "rsa1", "locked8", "client-key", "passphrase");
    row("locked PKCS#1", "rsa1", "locked1", "client-key", "passphrase");
    row("a key of another certificate", "rsa1", "sec1", "client-key", "does not belong");
    row("no key at all", "sec1", "absent", "client-key", "no private key");
    row("a damaged certificate", "damaged", "rsa1", "client-certificate", "damaged");
}

void TestTlsConfig::whatCannotBeUsedIsRefusedInWords()
{
    QFETCH(QByteArray, certificate);
    QFETCH(QByteArray, key);
    QFETCH(QByteArray, word);
    m_keys->write(QStringLiteral("damaged.crt"),
                  m_keys->certificate(QStringLiteral("rsa1")).replace(200, 8, "AAAAAAAA").replace(40, 4, "!!!!"));
    ClusterAccess access;
    access.clientCertPem = m_keys->certificate(QString::fromLatin1(certificate));
    access.clientKeyPem = Secret(m_keys->key(QString::fromLatin1(key)));
    const auto configuration = tlsConfiguration(access);
    QVERIFY(!configuration.ok());
    QCOMPARE(configuration.error().kind, ErrorKind::ConfigBroken);
    QTEST(QByteArray::fromStdString(configuration.error().place), "place");
    QVERIFY2(configuration.error().text.find(word.toStdString()) != std::string::npos,
             configuration.error().text.c_str());
}

void TestTlsConfig::theGivenAuthorityReplacesTheSystems()
{
    ClusterAccess access;
    QCOMPARE(tlsConfiguration(access)->caCertificates(), QSslConfiguration::systemCaCertificates());
    access.caPem = "# a comment\r\n" + m_keys->certificate(QStringLiteral("ca")).replace("\n", "\r\n");
    QCOMPARE(tlsConfiguration(access)->caCertificates(), QList{certificate("ca")});
}

void TestTlsConfig::oldProtocolsAndUnverifiedServersAreRefused()
{
    ClusterAccess access;
    const auto strict = tlsConfiguration(access);
    QCOMPARE(strict->protocol(), QSsl::TlsV1_2OrLater);
    QCOMPARE(strict->peerVerifyMode(), QSslSocket::VerifyPeer);
    access.skipTlsVerify = true;
    QCOMPARE(tlsConfiguration(access)->peerVerifyMode(), QSslSocket::VerifyNone);
}

void TestTlsConfig::theDotBehindANameIsNoPartOfIt()
{
    ClusterAccess access;
    access.server = QUrl(QStringLiteral("https://api.example.:6443"));
    QCOMPARE(peerName(access), QStringLiteral("api.example"));
    access.tlsServerName = "other.example.";
    QCOMPARE(peerName(access), QStringLiteral("other.example"));
    access.tlsServerName = "other.example";
    QCOMPARE(peerName(access), QStringLiteral("other.example"));
}

void TestTlsConfig::handshakes_data()
{
    QTest::addColumn<QByteArrayList>("served");  // certificates, the leaf first
    QTest::addColumn<QByteArrayList>("trusted"); // CAs; none: verification is off
    QTest::addColumn<int>("protocol");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("works");
    const auto row = [](const char *name, const QByteArrayList &served, const QByteArrayList &trusted, bool works,
                        const char *serverName = "", QSsl::SslProtocol protocol = QSsl::TlsV1_2OrLater) {
        QTest::newRow(name) << served << trusted << int(protocol) << QByteArray(serverName) << works;
    };
    row("its CA", {"server"}, {"ca"}, true);
    row("its CA among others", {"server"}, {"stranger", "ca"}, true);
    row("TLS 1.2 alone", {"server"}, {"ca"}, true, "", QSsl::TlsV1_2);
    row("another CA", {"server"}, {"stranger"}, false);
    row("another name", {"elsewhere", "middle"}, {"ca"}, false);
    row("another name that was asked for", {"server"}, {"ca"}, true, "kubernetes");
    row("an asked name that is not there", {"server"}, {"ca"}, false, "other");
    row("an expired certificate", {"expired"}, {"ca"}, false, "h");
    row("a chain through an intermediate", {"below", "middle"}, {"ca"}, true);
    row("an intermediate as the CA", {"below"}, {"middle"}, true);
    row("an intermediate as the CA, served as well", {"below", "middle"}, {"middle"}, true);
    row("an intermediate as the CA of another server", {"server"}, {"middle"}, false);
    row("an intermediate as the CA, but another name", {"elsewhere"}, {"middle"}, false);
    row("its own certificate as the CA", {"server"}, {"server"}, true);
    row("its own certificate as the CA, below an intermediate", {"below", "middle"}, {"below"}, true);
    row("its own certificate as the CA, but another name", {"elsewhere"}, {"elsewhere"}, false);
    row("its own certificate as the CA, expired", {"expired"}, {"expired"}, false, "h");
    row("another server's certificate as the CA", {"server"}, {"below"}, false);
    row("no verification", {"server"}, {}, true, "other");
}

void TestTlsConfig::handshakes()
{
    QFETCH(QByteArrayList, served);
    QFETCH(QByteArrayList, trusted);
    QFETCH(int, protocol);
    QFETCH(QByteArray, name);
    QFETCH(bool, works);
    QByteArray chain;
    for (const QByteArray &certificate : served)
        chain += m_keys->certificate(QString::fromLatin1(certificate));
    Server server(chain, m_keys->key(QString::fromLatin1(served.first())), QSsl::SslProtocol(protocol));
    ClusterAccess access;
    for (const QByteArray &certificate : trusted)
        access.caPem += m_keys->certificate(QString::fromLatin1(certificate));
    access.skipTlsVerify = trusted.isEmpty();
    access.server = QUrl(QStringLiteral("https://127.0.0.1:%1").arg(server.serverPort()));
    access.tlsServerName = name.toStdString();

    QSslSocket socket;
    socket.setProxy(QNetworkProxy::NoProxy);
    socket.setSslConfiguration(*tlsConfiguration(access));
    std::optional<Error> error;
    connect(&socket, &QSslSocket::sslErrors, this, [&](const QList<QSslError> &errors) {
        if (access.skipTlsVerify || endsAtGiven(errors, socket.sslConfiguration()))
            socket.ignoreSslErrors(errors);
        else
            error = tlsError(errors, socket.peerCertificate(), access, {});
    });
    connect(&socket, &QSslSocket::encrypted, this, [&] { socket.write("GET / HTTP/1.1\r\n\r\n"); });
    const QString peer = name.isEmpty() ? access.server.host() : QString::fromLatin1(name);
    socket.connectToHostEncrypted(access.server.host(), server.serverPort(), peer);
    QTRY_VERIFY(socket.bytesAvailable() > 0 || socket.state() == QAbstractSocket::UnconnectedState);
    QCOMPARE(socket.readAll().startsWith("HTTP/1.1 200"), works);
    QCOMPARE(server.received() > 0, works);
    if (!works) {
        QCOMPARE(socket.error(), QAbstractSocket::SslHandshakeFailedError);
        QVERIFY(error && error->kind == ErrorKind::TlsUntrusted);
    }
}

void TestTlsConfig::errorsSayWhatWhyAndWhatToDo_data()
{
    QTest::addColumn<QList<QSslError>>("errors");
    QTest::addColumn<QByteArrayList>("words");
    const QSslCertificate server = certificate("server");
    const QSslCertificate expired = certificate("expired");
    const QByteArray fingerprint = server.digest(QCryptographicHash::Sha256).toHex(':').toUpper();
    QTest::newRow("an unknown CA is named with the fingerprint")
        << QList{QSslError(QSslError::UnableToGetLocalIssuerCertificate, server)}
        << QByteArrayList{"issued by \"ca\"", fingerprint, "fresh kubeconfig"};
    QTest::newRow("another name lists the names")
        << QList{QSslError(QSslError::HostNameMismatch, server)}
        << QByteArrayList{"\"api.example\"", "127.0.0.1, kubernetes", "tls-server-name"};
    QTest::newRow("an expired certificate names both dates")
        << QList{QSslError(QSslError::CertificateExpired, expired)}
        << QByteArrayList{
               "has expired", expired.effectiveDate().toUTC().toString(QStringLiteral("yyyy-MM-dd")).toLatin1(),
               expired.expiryDate().toUTC().toString(QStringLiteral("yyyy-MM-dd")).toLatin1(), "clock here says 2126"};
    QTest::newRow("of several faults the stranger comes first, with the server's own fingerprint")
        << QList{QSslError(QSslError::HostNameMismatch, server),
                 QSslError(QSslError::SelfSignedCertificateInChain, certificate("ca"))}
        << QByteArrayList{"was not issued by", fingerprint};
    QTest::newRow("anything else in the library's words")
        << QList{QSslError(QSslError::InvalidPurpose, server)} << QByteArrayList{"purpose"};
    QTest::newRow("nothing said") << QList<QSslError>() << QByteArrayList{"could not be verified"};
}

void TestTlsConfig::errorsSayWhatWhyAndWhatToDo()
{
    QFETCH(QList<QSslError>, errors);
    QFETCH(QByteArrayList, words);
    const QSslCertificate shown = certificate("server");
    ClusterAccess access;
    access.server = QUrl(QStringLiteral("https://api.example:6443"));
    access.caPem = m_keys->certificate(QStringLiteral("ca"));
    const Error error = tlsError(errors, shown, access, *parseTime("2126-01-01T00:00:00Z"));
    QCOMPARE(error.kind, ErrorKind::TlsUntrusted);
    QCOMPARE(error.place, std::string("https://api.example:6443"));
    for (const QByteArray &word : words)
        QVERIFY2(error.text.find(word.toStdString()) != std::string::npos,
                 (error.text + " has no " + word.toStdString()).c_str());
}

} // namespace tst_tlsconfig

WK_TEST(tst_tlsconfig, TestTlsConfig, QCoreApplication)
#include "tst_tlsconfig.moc"
