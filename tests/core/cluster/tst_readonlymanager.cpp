// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/readonlymanager.h"
#include "tests/support/scriptserver.h"
#include "tests/support/testregistry.h"

#include <QBuffer>
#include <QHttpMultiPart>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QSignalSpy>
#include <QTest>

#include <functional>

namespace tst_readonlymanager {

using namespace wk;

using Deed = std::function<QNetworkReply *(ReadOnlyManager &, QNetworkRequest)>;

} // namespace tst_readonlymanager

Q_DECLARE_METATYPE(tst_readonlymanager::Deed)

namespace tst_readonlymanager {

/// Nothing but a listed GET can leave, whatever is called (security.md, S2).
class TestReadOnlyManager : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingElseLeaves_data();
    void nothingElseLeaves();
    void aListedGetLeaves();
};

void TestReadOnlyManager::nothingElseLeaves_data()
{
    QTest::addColumn<Deed>("deed");
    const auto row = [](const char *name, Deed deed) { QTest::newRow(name) << std::move(deed); };
    row("HEAD", [](auto &manager, auto request) { return manager.head(request); });
    row("POST", [](auto &manager, auto request) { return manager.post(request, QByteArray("{}")); });
    row("POST without a body", [](auto &manager, auto request) { return manager.post(request, QByteArray()); });
    row("POST of parts",
        [](auto &manager, auto request) { return manager.post(request, new QHttpMultiPart(&manager)); });
    row("PUT", [](auto &manager, auto request) { return manager.put(request, QByteArray("{}")); });
    row("DELETE", [](auto &manager, auto request) { return manager.deleteResource(request); });
    row("PATCH",
        [](auto &manager, auto request) { return manager.sendCustomRequest(request, "PATCH", QByteArray("{}")); });
    row("GET with a body",
        [](auto &manager, auto request) { return manager.sendCustomRequest(request, "GET", QByteArray("{}")); });
    row("CONNECT", [](auto &manager, auto request) { return manager.sendCustomRequest(request, "CONNECT"); });
    row("GET under another name", [](auto &manager, auto request) {
        request.setAttribute(QNetworkRequest::CustomVerbAttribute, QByteArray("DELETE"));
        return manager.get(request);
    });
    for (const char *header : {"Upgrade", "Connection", "X-HTTP-Method-Override", "Cookie", "Range", "Impersonate-User",
                               "Sec-WebSocket-Key"}) {
        QTest::addRow("GET with %s", header) << Deed([header](auto &manager, auto request) {
            request.setRawHeader(header, "x");
            return manager.get(request);
        });
    }
    for (const char *path :
         {"/api/v1/namespaces/a/pods/b/exec", "/metrics", "/api/v1/pods?dryRun=All", "/api/v1/secrets", "/"}) {
        QTest::addRow("GET %s", path) << Deed([path](auto &manager, auto request) {
            QUrl url = request.url();
            const QString target = QString::fromLatin1(path);
            url.setPath(target.section(QLatin1Char('?'), 0, 0));
            url.setQuery(target.section(QLatin1Char('?'), 1));
            request.setUrl(url);
            return manager.get(request);
        });
    }
    row("GET from elsewhere", [](auto &manager, auto request) {
        QUrl url = request.url();
        url.setHost(QStringLiteral("localhost"));
        request.setUrl(url);
        return manager.get(request);
    });
    row("GET of a file", [](auto &manager, auto request) {
        request.setUrl(QUrl(QStringLiteral("file:///etc/passwd")));
        return manager.get(request);
    });
}

void TestReadOnlyManager::nothingElseLeaves()
{
    QFETCH(Deed, deed);
    ScriptServer server(
        [](QSslSocket &socket, const ScriptServer::Request &) { socket.write(ScriptServer::json("{}")); });
    ReadOnlyManager manager(RequestGuard(server.url()), QNetworkProxy::NoProxy);
    QUrl url = server.url();
    url.setPath(QStringLiteral("/api/v1/pods"));
    QNetworkReply *reply = deed(manager, QNetworkRequest(url));
    QSignalSpy finished(reply, &QNetworkReply::finished);
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(ReadOnlyManager::isRefused(*reply));
    QVERIFY(!reply->errorString().isEmpty());
    QCOMPARE(server.connections, 0);
}

void TestReadOnlyManager::aListedGetLeaves()
{
    ScriptServer server(
        [](QSslSocket &socket, const ScriptServer::Request &) { socket.write(ScriptServer::json("{}")); });
    ReadOnlyManager manager(RequestGuard(server.url()), QNetworkProxy::NoProxy);
    QUrl url = server.url();
    url.setPath(QStringLiteral("/api/v1/pods"));
    QNetworkReply *reply = manager.get(QNetworkRequest(url));
    QSignalSpy finished(reply, &QNetworkReply::finished);
    QTRY_COMPARE(finished.size(), 1);
    QVERIFY(!ReadOnlyManager::isRefused(*reply));
    QCOMPARE(reply->readAll(), QByteArray("{}"));
}

} // namespace tst_readonlymanager

WK_TEST(tst_readonlymanager, TestReadOnlyManager, QCoreApplication)
#include "tst_readonlymanager.moc"
