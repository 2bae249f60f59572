// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kubefixture.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"
#include "tests/support/tunnel.h"

#include <QNetworkInterface>
#include <QSslKey>
#include <QTest>

namespace tst_kubetransport_ways {

using namespace wk;

namespace {

/// An address of this machine that is not the loopback one; what is sent there still does not leave it.
QString ownAddress()
{
    for (const QHostAddress &address : QNetworkInterface::allAddresses()) {
        if (address.protocol() == QHostAddress::IPv4Protocol && !address.isLoopback() && !address.isLinkLocal())
            return address.toString();
    }
    return {};
}

QByteArray gzipOf(const QByteArray &text)
{
    // qCompress gives a length, a zlib head of two bytes, raw deflate and a checksum; gzip has other ends around the
    // middle.
    const QByteArray zlib = qCompress(text, 6).mid(4);
    QByteArray gzip = QByteArray::fromHex("1f8b0800000000000003") + zlib.mid(2, zlib.size() - 6);
    quint32 crc = 0xffffffff;
    for (const char c : text) {
        crc ^= quint8(c);
        for (int bit = 0; bit < 8; ++bit)
            crc = (crc >> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    for (const quint32 number : {~crc, quint32(text.size())}) {
        for (int shift = 0; shift < 32; shift += 8)
            gzip += char(number >> shift & 0xff);
    }
    return gzip;
}

} // namespace

/// What lies between us and a server: compression and proxies.
class TestKubeTransportWays : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void compressionIsAskedForElsewhereOnly_data();
    void compressionIsAskedForElsewhereOnly();
    void compressedAnswers_data();
    void compressedAnswers();
    void aProxyIsAskedByItsOwnRules();
    void aProxyLeadsToTheServer_data();
    void aProxyLeadsToTheServer();
    void aProxyThatRefuses_data();
    void aProxyThatRefuses();

private:
    TestKeys m_keys;
};

void TestKubeTransportWays::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    QVERIFY(m_keys.makeAuthority(QStringLiteral("ca")));
}

void TestKubeTransportWays::compressionIsAskedForElsewhereOnly_data()
{
    QTest::addColumn<bool>("here");
    QTest::addColumn<bool>("disabled");
    QTest::addColumn<bool>("asked");
    QTest::newRow("here") << true << false << false;
    QTest::newRow("elsewhere") << false << false << true;
    QTest::newRow("elsewhere, but the kubeconfig says no") << false << true << false;
}

void TestKubeTransportWays::compressionIsAskedForElsewhereOnly()
{
    QFETCH(bool, here);
    QFETCH(bool, disabled);
    QFETCH(bool, asked);
    if (ownAddress().isEmpty())
        QSKIP("this machine has the loopback address alone");
    KubeFixture f;
    ScriptServer server(says(ScriptServer::json("{}")), QHostAddress::Any);
    f.access.server = server.url(here ? QStringLiteral("127.0.0.1") : ownAddress());
    f.access.disableCompression = disabled;
    f.connect();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(server.requests.at(0).header("accept-encoding").contains("gzip"), asked);
}

void TestKubeTransportWays::compressedAnswers_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("outcome");
    const QByteArray small(R"({"items":[]})");
    // 226 to 1 and 11 MB: Qt's own check would take it for a bomb.
    const QByteArray large = "[" + QByteArray(11'400'000, ' ') + "]";
    QTest::newRow("small") << gzipOf(small) << small << QByteArray("ok");
    QTest::newRow("honest, but of a ratio that Qt doubts") << gzipOf(large) << large << QByteArray("ok");
    QTest::newRow("40 MB from a few kilobytes")
        << gzipOf(QByteArray(40'000'000, ' ')) << QByteArray() << QByteArray("TooLarge");
    QTest::newRow("garbage") << QByteArray("no gzip at all") << QByteArray() << QByteArray("BrokenFrame");
}

void TestKubeTransportWays::compressedAnswers()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, outcome);
    if (ownAddress().isEmpty())
        QSKIP("this machine has the loopback address alone");
    KubeFixture f;
    ScriptServer server(
        says(ScriptServer::answer(200, "Content-Type: application/json\r\nContent-Encoding: gzip\r\n", body)),
        QHostAddress::Any);
    f.access.server = server.url(ownAddress());
    f.connect();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE_WITH_TIMEOUT(f.heard.outcome(), outcome, 20'000);
    if (outcome == "ok")
        QVERIFY(f.heard.text == text);
    QVERIFY(f.heard.text.size() <= 32 * 1024 * 1024);
}

void TestKubeTransportWays::aProxyIsAskedByItsOwnRules()
{
    ScriptServer proxy(says(ScriptServer::json("{}")));
    KubeFixture f;
    f.access.server = QUrl(QStringLiteral("http://cluster.test:8001"));
    f.access.proxy = proxy.url();
    f.connect();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(proxy.requests.at(0).target, QByteArray("http://cluster.test:8001/api/v1/pods"));
    QCOMPARE(f.server.connections, 0);
}

void TestKubeTransportWays::aProxyLeadsToTheServer_data()
{
    QTest::addColumn<bool>("isSocks");
    QTest::addColumn<bool>("isTls");
    QTest::addColumn<QString>("sign");
    QTest::addColumn<QByteArray>("outcome");
    QTest::newRow("CONNECT") << false << true << QStringLiteral("u:p@") << QByteArray("ok");
    QTest::newRow("CONNECT with a wrong password")
        << false << true << QStringLiteral("u:x@") << QByteArray("ProxyRefused");
    QTest::newRow("SOCKS5, https") << true << true << QStringLiteral("u:p@") << QByteArray("ok");
    QTest::newRow("SOCKS5, http") << true << false << QStringLiteral("u:p@") << QByteArray("ok");
    QTest::newRow("SOCKS5 with a wrong password")
        << true << true << QStringLiteral("u:x@") << QByteArray("ProxyRefused");
}

/// By a name that only the proxy knows; the certificate is checked behind it.
void TestKubeTransportWays::aProxyLeadsToTheServer()
{
    QFETCH(bool, isSocks);
    QFETCH(bool, isTls);
    QFETCH(QString, sign);
    QFETCH(QByteArray, outcome);
    KubeFixture f(says(ScriptServer::json("{}")));
    if (isTls) {
        QVERIFY(m_keys.makeServer(QStringLiteral("far"), QStringLiteral("ca"), QStringLiteral("DNS:cluster.test")));
        QSslConfiguration tls;
        tls.setLocalCertificateChain(QSslCertificate::fromData(m_keys.certificate(QStringLiteral("far"))));
        tls.setPrivateKey(QSslKey(m_keys.key(QStringLiteral("far")), QSsl::Ec));
        f.server.setTls(tls);
    }
    Tunnel tunnel(isSocks ? Tunnel::Kind::Socks5 : Tunnel::Kind::Http, f.server.serverPort());
    f.access.server =
        QUrl((isTls ? QStringLiteral("https") : QStringLiteral("http")) + QStringLiteral("://cluster.test:6443"));
    f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
    f.access.proxy = QUrl((isSocks ? QStringLiteral("socks5://") : QStringLiteral("http://")) + sign +
                          QStringLiteral("127.0.0.1:%1").arg(tunnel.serverPort()));
    f.connect();
    for (int i = 1; i <= 2; ++i) {
        const auto call = f.transport->get(getOf(), &f.heard);
        QTRY_COMPARE(f.heard.ends, i);
        QCOMPARE(f.heard.outcome(), outcome);
    }
    QCOMPARE(f.server.connections, outcome == "ok" ? 1 : 0);
    if (outcome == "ok")
        QCOMPARE(tunnel.asked, QByteArrayList{isSocks ? "cluster.test" : "cluster.test:6443"});
}

void TestKubeTransportWays::aProxyThatRefuses_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("outcome");
    const auto row = [](const char *name, const char *answer, const char *outcome) {
        QTest::newRow(name) << QByteArray(answer) << QByteArray(outcome);
    };
    row("407", "HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n", "ProxyRefused");
    row("403", "HTTP/1.1 403 X\r\nContent-Length: 0\r\n\r\n", "ProxyFailed");
    row("502", "HTTP/1.1 502 X\r\nContent-Length: 0\r\n\r\n", "ProxyFailed");
    row("closes", "", "ProxyFailed");
    row("is not there", "-", "ProxyFailed");
}

void TestKubeTransportWays::aProxyThatRefuses()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, outcome);
    ScriptServer proxy(says(answer, true));
    KubeFixture f;
    f.access.server = QUrl(QStringLiteral("https://cluster.test:6443"));
    f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
    f.access.proxy = proxy.url();
    if (answer == "-")
        proxy.close();
    f.connect();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), outcome);
    QVERIFY(f.heard.error->text.find("roxy") != std::string::npos);
    for (const auto &seen : proxy.requests) {
        QCOMPARE(seen.method, QByteArray("CONNECT"));
        QCOMPARE(seen.header("user-agent"), QByteArray("watchkeeper/" WATCHKEEPER_VERSION));
    }
}

} // namespace tst_kubetransport_ways

WK_TEST(tst_kubetransport_ways, TestKubeTransportWays, QCoreApplication)
#include "tst_kubetransport_ways.moc"
