// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/requestguard.h"
#include "core/cluster/wirerequest.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_wirerequest {

using namespace wk;

namespace {

const QUrl Server(QStringLiteral("https://10.0.0.1:6443/prefix"));

WireRequest::Parts partsOf(const char *target)
{
    const QString path = QString::fromLatin1(target);
    QUrl url = Server;
    url.setPath(Server.path() + path.section(QLatin1Char('?'), 0, 0));
    url.setQuery(path.contains(QLatin1Char('?')) ? path.section(QLatin1Char('?'), 1) : QString());
    return {url, "application/json", "watchkeeper/1"};
}

QByteArray made(const WireRequest::Parts &parts)
{
    const auto request = WireRequest::make(RequestGuard(Server), parts);
    return request ? request->bytes() : QByteArray("refused");
}

} // namespace

/// Nothing but a listed GET can be written (security.md, S2).
class TestWireRequest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListedGetIsWritten()
    {
        WireRequest::Parts parts = partsOf("/api/v1/pods?watch=true");
        parts.authorization = "Bearer t0ken";
        QCOMPARE(made(parts), QByteArray("GET /prefix/api/v1/pods?watch=true HTTP/1.1\r\nHost: 10.0.0.1:6443\r\n"
                                         "Accept: application/json\r\nAccept-Encoding: identity\r\n"
                                         "Accept-Language: en\r\nUser-Agent: watchkeeper/1\r\n"
                                         "Authorization: Bearer t0ken\r\n\r\n"));
        parts.isCompressed = true;
        QVERIFY(made(parts).contains("\r\nAccept-Encoding: gzip\r\n"));
    }

    void aProxyIsAskedByTheWholeAddress()
    {
        WireRequest::Parts parts = partsOf("/version");
        parts.isByProxy = true;
        parts.proxyAuthorization = "Basic eA==";
        QVERIFY(made(parts).startsWith("GET https://10.0.0.1:6443/prefix/version HTTP/1.1\r\nHost: 10.0.0.1:6443\r\n"));
        QVERIFY(made(parts).endsWith("\r\nProxy-Authorization: Basic eA==\r\n\r\n"));
    }

    void whomItActsAsIsSaid()
    {
        WireRequest::Parts parts = partsOf("/version");
        parts.impersonation = {{"Impersonate-User", "Jürgen"}, {"Impersonate-Group", "a"}, {"Impersonate-Group", "b"}};
        QVERIFY(made(parts).endsWith(
            "\r\nImpersonate-User: Jürgen\r\nImpersonate-Group: a\r\nImpersonate-Group: b\r\n\r\n"));
        for (const Header &header : {Header("Impersonate-User", "a\r\nX: y"), Header("Impersonate-Extra-a\r\nX", "y"),
                                     Header("X-HTTP-Method-Override", "DELETE")}) {
            parts.impersonation = {header};
            QCOMPARE(made(parts), QByteArray("refused"));
        }
    }

    void nothingElseIsWritten_data()
    {
        QTest::addColumn<QByteArray>("target");
        for (const char *target : {"/api/v1/namespaces/a/pods/b/exec", "/metrics", "/api/v1/pods?dryRun=All",
                                   "/api/v1/secrets", "/", "/api/v1/pods/%2e%2e", "/api/v1/pods\r\nX: y"})
            QTest::newRow(target) << QByteArray(target);
    }
    void nothingElseIsWritten()
    {
        QFETCH(QByteArray, target);
        QCOMPARE(made(partsOf(target.constData())), QByteArray("refused"));
    }

    void nothingIsSentElsewhere_data()
    {
        QTest::addColumn<QString>("url");
        QTest::newRow("another host") << QStringLiteral("https://10.0.0.2:6443/prefix/version");
        QTest::newRow("another port") << QStringLiteral("https://10.0.0.1:443/prefix/version");
        QTest::newRow("another scheme") << QStringLiteral("http://10.0.0.1:6443/prefix/version");
        QTest::newRow("a file") << QStringLiteral("file:///etc/passwd");
        QTest::newRow("with a user") << QStringLiteral("https://u:p@10.0.0.1:6443/prefix/version");
    }
    void nothingIsSentElsewhere()
    {
        QFETCH(QString, url);
        WireRequest::Parts parts = partsOf("/version");
        parts.url = QUrl(url);
        QCOMPARE(made(parts), QByteArray("refused"));
    }

    void aValueIsOneLine_data()
    {
        QTest::addColumn<QByteArray>("value");
        for (const char *value : {"x\r\nX-HTTP-Method-Override: DELETE", "x\ny", "x\ry", "x\ty", "\x01"})
            QTest::newRow(value) << QByteArray(value);
        QTest::newRow("a zero") << QByteArray("a\0b", 3);
    }
    void aValueIsOneLine()
    {
        QFETCH(QByteArray, value);
        for (const auto member : {&WireRequest::Parts::userAgent, &WireRequest::Parts::authorization,
                                  &WireRequest::Parts::proxyAuthorization}) {
            WireRequest::Parts parts = partsOf("/version");
            parts.*member = value;
            QCOMPARE(made(parts), QByteArray("refused"));
        }
    }
};

} // namespace tst_wirerequest

WK_TEST(tst_wirerequest, TestWireRequest, NoApplication)
#include "tst_wirerequest.moc"
