// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/proxychoice.h"
#include "tests/support/testregistry.h"

#include <QNetworkProxy>
#include <QTest>

namespace tst_proxychoice {

using namespace wk;

namespace {

/// "direct", "http a:3128", "socks a:1080", or the kind of an error.
QByteArray summary(const Result<QNetworkProxy> &proxy)
{
    if (!proxy)
        return kindName(proxy.error().kind);
    if (proxy->type() == QNetworkProxy::NoProxy)
        return "direct";
    return QByteArray(proxy->type() == QNetworkProxy::HttpProxy ? "http " : "socks ") + proxy->hostName().toUtf8() +
           ":" + QByteArray::number(proxy->port());
}

} // namespace

class TestProxyChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theEnvironmentByGosRules_data();
    void theEnvironmentByGosRules();
    void theKubeconfigsWordGoesFirst_data();
    void theKubeconfigsWordGoesFirst();
    void upperCaseGoesFirst();
};

void TestProxyChoice::theEnvironmentByGosRules_data()
{
    QTest::addColumn<QString>("server");
    QTest::addColumn<QByteArray>("noProxy");
    QTest::addColumn<QByteArray>("chosen");
    const auto row = [](const char *name, const char *server, const char *noProxy, const char *chosen) {
        QTest::newRow(name) << QString::fromLatin1(server) << QByteArray(noProxy) << QByteArray(chosen);
    };
    row("https", "https://api.example.com:6443", "", "http secure:3128");
    row("http has its own", "http://api.example.com", "", "http plain:80");
    row("localhost", "https://localhost:6443", "", "direct");
    row("loopback", "https://127.0.0.5", "", "direct");
    row("IPv6 loopback", "https://[::1]:6443", "", "direct");
    row("everything exempted", "https://api.example.com", "*", "direct");
    row("the name", "https://api.example.com", "api.example.com", "direct");
    row("the name in capitals", "https://API.example.com", "api.EXAMPLE.com", "direct");
    row("a domain and all below it", "https://api.example.com", "example.com", "direct");
    row("the domain itself", "https://example.com", "example.com", "direct");
    row("only below", "https://example.com", ".example.com", "http secure:3128");
    row("below", "https://a.b.example.com", ".example.com", "direct");
    row("a star is a dot", "https://a.example.com", "*.example.com", "direct");
    row("half a name is no name", "https://notexample.com", "example.com", "http secure:3128");
    row("one of a list, with blanks", "https://b.test", "a.test, b.test ,,c.test", "direct");
    row("an address", "https://10.0.0.1:6443", "10.0.0.1", "direct");
    row("another address", "https://10.0.0.2:6443", "10.0.0.1", "http secure:3128");
    row("an IPv6 address", "https://[fd00::1]:6443", "fd00::1", "direct");
    row("a network", "https://10.1.2.3:6443", "10.0.0.0/8", "direct");
    row("another network", "https://11.1.2.3:6443", "10.0.0.0/8", "http secure:3128");
    row("a name is in no network", "https://a.test", "10.0.0.0/8", "http secure:3128");
    row("the port", "https://a.test:6443", "a.test:6443", "direct");
    row("another port", "https://a.test:6444", "a.test:6443", "http secure:3128");
    row("the usual port", "https://a.test", "a.test:443", "direct");
    row("the port of an address", "https://10.0.0.1:6443", "10.0.0.1:6443", "direct");
}

void TestProxyChoice::theEnvironmentByGosRules()
{
    QFETCH(QString, server);
    QFETCH(QByteArray, noProxy);
    QTEST(summary(proxyFor(QUrl(server), {}, {"plain", "http://secure:3128", noProxy})), "chosen");
    QCOMPARE(summary(proxyFor(QUrl(server), {}, {{}, {}, noProxy})), QByteArray("direct"));
}

void TestProxyChoice::theKubeconfigsWordGoesFirst_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QByteArray>("chosen");
    QTest::newRow("http") << QStringLiteral("http://p:8080") << QByteArray("http p:8080");
    QTest::newRow("socks5") << QStringLiteral("socks5://p") << QByteArray("socks p:1080");
    QTest::newRow("https is not spoken") << QStringLiteral("https://p:8080") << QByteArray("ProxyFailed");
    QTest::newRow("another scheme") << QStringLiteral("ftp://p") << QByteArray("ProxyFailed");
    QTest::newRow("no host") << QStringLiteral("http://:80") << QByteArray("ProxyFailed");
    QTest::newRow("none") << QString() << QByteArray("direct");
}

void TestProxyChoice::theKubeconfigsWordGoesFirst()
{
    QFETCH(QString, url);
    QTEST(summary(proxyFor(QUrl(QStringLiteral("https://127.0.0.1")), QUrl(url), {{}, "http://other", "*"})), "chosen");
    const auto withUser = proxyFor(QUrl(QStringLiteral("https://a")), QUrl(QStringLiteral("https://u:pass@p")), {});
    QVERIFY(describe(withUser.error()).find("pass") == std::string::npos);
}

void TestProxyChoice::upperCaseGoesFirst()
{
    qputenv("HTTPS_PROXY", "");
    qputenv("https_proxy", "lower");
    QCOMPARE(ProxyEnvironment::current().httpsProxy, QByteArray("lower"));
    qputenv("HTTPS_PROXY", "upper");
    QCOMPARE(ProxyEnvironment::current().httpsProxy, QByteArray("upper"));
}

} // namespace tst_proxychoice

WK_TEST(tst_proxychoice, TestProxyChoice, QCoreApplication)
#include "tst_proxychoice.moc"
