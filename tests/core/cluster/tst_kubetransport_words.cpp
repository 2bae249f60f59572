// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/kubefixture.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"

#include <QProcess>
#include <QSslKey>
#include <QTest>

namespace tst_kubetransport_words {

using namespace wk;

/// What is said where a certificate or an answer is not as it should be, over real sockets.
class TestKubeTransportWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theFingerprintIsTheServersOwn_data();
    void theFingerprintIsTheServersOwn();
    void aWeakKeyIsSaidToBeOne_data();
    void aWeakKeyIsSaidToBeOne();
    void aClientCertificateThatHasExpiredIsNamedWithItsDates_data();
    void aClientCertificateThatHasExpiredIsNamedWithItsDates();
    void anIllegalNamespaceIsWarnedOf();
    void aLongRefusalIsToldByItsBeginning_data();
    void aLongRefusalIsToldByItsBeginning();

private:
    QSslConfiguration serverTls(const QByteArrayList &chain) const
    {
        QByteArray pem;
        for (const QByteArray &name : chain)
            pem += m_keys.certificate(QString::fromLatin1(name));
        QSslConfiguration configuration;
        configuration.setLocalCertificateChain(QSslCertificate::fromData(pem));
        configuration.setPrivateKey(QSslKey(m_keys.key(QString::fromLatin1(chain.front())), QSsl::Ec));
        return configuration;
    }
    void serve(KubeFixture &f, const QByteArrayList &chain) const
    {
        f.server.setTls(serverTls(chain));
        f.access.server = f.server.url();
        f.access.user = "u";
        f.access.caPem = m_keys.certificate(QStringLiteral("ca"));
        f.connect();
    }
    QByteArray fingerprint(const QString &name) const
    {
        return QSslCertificate(m_keys.certificate(name)).digest(QCryptographicHash::Sha256).toHex(':').toUpper();
    }
    static bool says(const std::string &text, const QByteArray &word)
    {
        return text.find(word.toStdString()) != std::string::npos;
    }

    TestKeys m_keys;
};

void TestKubeTransportWords::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    const QString address = QStringLiteral("IP:127.0.0.1");
    for (const char *authority : {"ca", "stranger"})
        QVERIFY(m_keys.makeAuthority(QString::fromLatin1(authority)));
    QVERIFY(m_keys.makeAuthority(QStringLiteral("middle"), QStringLiteral("stranger")));
    QVERIFY(m_keys.makeServer(QStringLiteral("good"), QStringLiteral("ca"), address));
    QVERIFY(m_keys.makeServer(QStringLiteral("foreign"), QStringLiteral("stranger"), address));
    QVERIFY(m_keys.makeServer(QStringLiteral("below"), QStringLiteral("middle"), address));
    QVERIFY(m_keys.openssl(QStringLiteral("genrsa -out weak.key 1024")));
    QVERIFY(m_keys.makeServer(QStringLiteral("weak"), QStringLiteral("ca"), address));
    QVERIFY(m_keys.openssl(QStringLiteral("genrsa -out feeble.key 1024")));
    QVERIFY(m_keys.makeClient(QStringLiteral("feeble"), QStringLiteral("ca")));
    QVERIFY(m_keys.makeClient(QStringLiteral("alice"), QStringLiteral("ca")));
}

void TestKubeTransportWords::theFingerprintIsTheServersOwn_data()
{
    QTest::addColumn<QByteArrayList>("chain");
    QTest::newRow("the server's certificate alone") << QByteArrayList{"foreign"};
    QTest::newRow("with the root that signed it") << QByteArrayList{"foreign", "stranger"};
    QTest::newRow("with an intermediate and the root") << QByteArrayList{"below", "middle", "stranger"};
}

void TestKubeTransportWords::theFingerprintIsTheServersOwn()
{
    QFETCH(QByteArrayList, chain);
    KubeFixture f(wk::says(ScriptServer::json("{}")));
    serve(f, chain);
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("TlsUntrusted"));
    const std::string &text = f.heard.error->text;
    QVERIFY2(says(text, fingerprint(QString::fromLatin1(chain.front()))), text.c_str());
    QVERIFY2(says(text, "It is for \"" + chain.front() + "\""), text.c_str());
}

void TestKubeTransportWords::aWeakKeyIsSaidToBeOne_data()
{
    QTest::addColumn<bool>("isServers");
    QTest::newRow("the server's") << true;
    QTest::newRow("the client's own") << false;
}

/// OpenSSL's own server shows one, where it is let.
void TestKubeTransportWords::aWeakKeyIsSaidToBeOne()
{
    QFETCH(bool, isServers);
    const QString name = isServers ? QStringLiteral("weak") : QStringLiteral("good");
    QProcess server;
    server.setProcessChannelMode(QProcess::MergedChannels);
    server.start(QStringLiteral("openssl"),
                 {QStringLiteral("s_server"), QStringLiteral("-accept"), QStringLiteral("127.0.0.1:0"),
                  QStringLiteral("-www"), QStringLiteral("-cipher"), QStringLiteral("DEFAULT@SECLEVEL=0"),
                  QStringLiteral("-cert"), m_keys.path(name + QStringLiteral(".crt")), QStringLiteral("-key"),
                  m_keys.path(name + QStringLiteral(".key"))});
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
    if (!isServers) {
        f.access.clientCertPem = m_keys.certificate(QStringLiteral("feeble"));
        f.access.clientKeyPem = Secret(m_keys.key(QStringLiteral("feeble")));
    }
    f.connect();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.ends, 1);
    const std::string &text = f.heard.error->text;
    QVERIFY2(says(text, "too weak") && says(text, "2048"), (describe(*f.heard.error)).c_str());
    QVERIFY2(says(text, isServers ? "\"weak\" has a key of 1024 bits" : "client certificate"), text.c_str());
    server.kill();
    server.waitForFinished();
}

void TestKubeTransportWords::aClientCertificateThatHasExpiredIsNamedWithItsDates_data()
{
    QTest::addColumn<int>("days"); // from when it was issued
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("valid") << 1 << QByteArray();
    QTest::newRow("expired") << 31 << QByteArray("\"alice\" has expired: it is valid from ");
    QTest::newRow("not valid yet") << -2 << QByteArray("\"alice\" is not valid yet: it is valid from ");
}

/// It is shown all the same: the server decides, by its own clock.
void TestKubeTransportWords::aClientCertificateThatHasExpiredIsNamedWithItsDates()
{
    QFETCH(int, days);
    QFETCH(QByteArray, word);
    KubeFixture f(wk::says(ScriptServer::answer(401, {}, "{\"kind\":\"Status\",\"message\":\"Unauthorized\"}")));
    const QDateTime issued = QSslCertificate(m_keys.certificate(QStringLiteral("alice"))).effectiveDate();
    f.clock.setWall(WallTime(std::chrono::milliseconds(issued.addDays(days).toMSecsSinceEpoch())));
    f.access.clientCertPem = m_keys.certificate(QStringLiteral("alice"));
    f.access.clientKeyPem = Secret(m_keys.key(QStringLiteral("alice")));
    serve(f, {"good"});
    QCOMPARE(f.transport->notes().doubts.size(), word.isEmpty() ? 0u : 1u);
    if (!word.isEmpty())
        QVERIFY2(says(f.transport->notes().doubts.front(), word), f.transport->notes().doubts.front().c_str());
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("Unauthorized"));
    const std::string &text = f.heard.error->text;
    QCOMPARE(says(text, "valid from"), !word.isEmpty());
    QVERIFY2(says(text, word) && says(text, "Unauthorized"), text.c_str());
}

void TestKubeTransportWords::anIllegalNamespaceIsWarnedOf()
{
    KubeFixture f;
    QVERIFY(f.transport->notes().doubts.empty());
    f.access.context = "c";
    f.access.ns = "Team A";
    f.connect();
    QCOMPARE(f.transport->notes().doubts.size(), 1u);
    const std::string &text = f.transport->notes().doubts.front();
    QVERIFY2(says(text, "context \"c\" names an invalid namespace \"Team A\""), text.c_str());
}

void TestKubeTransportWords::aLongRefusalIsToldByItsBeginning_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<bool>("isCut");
    const auto bodyOf = [](qsizetype size) {
        QByteArray body = "{\"kind\":\"Status\",\"message\":\"pods \\\"a\\\" is \\u00e4rgerlich ";
        const QByteArray end = "\",\"reason\":\"Forbidden\",\"code\":403}";
        return QByteArray(body + QByteArray(size - body.size() - end.size(), 'x') + end);
    };
    constexpr qsizetype Most = 64 * 1024;
    QTest::newRow("a byte less than is read") << bodyOf(Most - 1) << false;
    QTest::newRow("a megabyte") << bodyOf(1024 * 1024) << true;
}

void TestKubeTransportWords::aLongRefusalIsToldByItsBeginning()
{
    QFETCH(QByteArray, body);
    QFETCH(bool, isCut);
    KubeFixture f(wk::says(ScriptServer::answer(403, "Content-Type: application/json\r\n", body)));
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("Forbidden"));
    const std::string &text = f.heard.error->text;
    QVERIFY2(text.starts_with("pods \"a\" is \u00e4rgerlich x"), text.c_str());
    QCOMPARE(says(text, "more than 64 KiB"), isCut);
    QVERIFY(text.size() < 4096);
}

} // namespace tst_kubetransport_words

WK_TEST(tst_kubetransport_words, TestKubeTransportWords, QCoreApplication)
#include "tst_kubetransport_words.moc"
