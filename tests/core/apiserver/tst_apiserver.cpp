// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiserver.h"
#include "core/apiserver/responsetext.h"
#include "core/apiserver/watchcache.h"
#include "core/base/clock.h"
#include "tests/core/apiserver/objects.h"
#include "tests/core/apiserver/rawclient.h"



#include <QElapsedTimer>
#include <QFile>
#include <QTest>

#include <sys/resource.h>

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// The server over a real socket.
class TestApiServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void answersLookLikeThoseOfARealServer();
    void aLongAnswerComesInChunksOfTwoKibibytes();
    void longListsAreGzippedWhenAskedAndWatchesNever();
    void listsPageAtOneRevision();
    void anOldPageTokenIsGone();
    void aVersionToComeIsWaitedForThenRefused();
    void aVersionThatComesInTimeIsServed();
    void everySpellingOfAWatchWatches_data();
    void everySpellingOfAWatchWatches();
    void aWatchEndsByACleanLastChunkAndTheConnectionLives();
    void aWatchWithoutATimeoutEndsBetweenOnceAndTwiceTheLeast();
    void fiveHundredWatchesAtOnceAllGetTheirFirstEvent();
    void aStuckWatcherIsDropped();
    void onlyLoopbackListens();
    void strangersAreTurnedAway_data();
    void strangersAreTurnedAway();
    void aHeadThatDripsIsCutOff();
    void aHeadOverSixteenKibibytesIsRefused();
    void badRequests_data();
    void badRequests();
    void stoppedMeansNobodyIsConnected();

private:
    RawClient *client();
    RawClient *answered(const QByteArray &target, const QByteArray &extra = {});
    void restart(ApiServer::Options options);

    SystemClock m_clock;
    std::unique_ptr<ApiServer> m_server;
    ApiServer::Endpoint m_endpoint;
    std::unique_ptr<QObject> m_clients;
};

void TestApiServer::initTestCase()
{
    // 500 watches are 1000 files here, both ends being ours.
    rlimit files{};
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
}

void TestApiServer::init()
{
    m_clients = std::make_unique<QObject>();
    restart({});
}

void TestApiServer::cleanup()
{
    m_clients.reset();
    m_server.reset();
}

void TestApiServer::restart(ApiServer::Options options)
{
    m_server = std::make_unique<ApiServer>(std::move(options), m_clock);
    const auto endpoint = m_server->start();
    QVERIFY2(endpoint, endpoint ? "" : describe(endpoint.error()).c_str());
    m_endpoint = *endpoint;
}

RawClient *TestApiServer::client()
{
    auto *client = new RawClient(m_endpoint.port, m_clients.get());
    client->setToken(m_endpoint.readToken.reveal());
    return client;
}

/// A GET whose answer is complete.
RawClient *TestApiServer::answered(const QByteArray &target, const QByteArray &extra)
{
    RawClient *one = client();
    one->get(target, extra);
    [one] { QTRY_VERIFY(one->isComplete()); }();
    return one;
}

void TestApiServer::answersLookLikeThoseOfARealServer()
{
    m_server->storage().create("pods", pod("a/x"));
    RawClient *list = answered("/api/v1/pods");
    QCOMPARE(list->status(), 200);
    QCOMPARE(list->header("Content-Type"), "application/json");
    QCOMPARE(list->header("Cache-Control"), "no-cache, private");
    QCOMPARE(list->header("Audit-Id").size(), 36);
    QVERIFY(list->header("Date").endsWith(" GMT"));
    QVERIFY(list->body().startsWith(
        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"2"},"items":[{"metadata":{"name":"x",)"));
    QCOMPARE(httpDate(WallTime(std::chrono::seconds(1795255677))), std::string("Sat, 21 Nov 2026 10:07:57 GMT"));

    RawClient *one = answered("/api/v1/namespaces/a/pods/x");
    QVERIFY(one->body().startsWith(R"({"kind":"Pod","apiVersion":"v1","metadata":)"));
    QCOMPARE(answered("/livez")->body(), "ok");
}

void TestApiServer::aLongAnswerComesInChunksOfTwoKibibytes()
{
    for (int i = 0; i < 100; ++i)
        m_server->storage().create("pods", pod("a/x" + std::to_string(i)));
    RawClient *list = answered("/api/v1/pods");
    QList<int> sizes = list->chunkSizes();
    QVERIFY(sizes.size() > 3);
    sizes.removeLast();
    QCOMPARE(sizes, QList<int>(sizes.size(), 2048));
    QCOMPARE(parseDocument(list->body().toStdString())->at("items").size(), 100u);
}

void TestApiServer::longListsAreGzippedWhenAskedAndWatchesNever()
{
    for (int i = 0; i < 1000; ++i)
        m_server->storage().create("pods", pod("a/x" + std::to_string(i)));
    RawClient *plain = answered("/api/v1/pods");
    QVERIFY(plain->header("Content-Encoding").isEmpty());
    RawClient *packed = answered("/api/v1/pods", "Accept-Encoding: gzip, br\r\n");
    QCOMPARE(packed->header("Content-Encoding"), "gzip");
    QCOMPARE(packed->header("Vary"), "Accept-Encoding");
    QVERIFY(packed->body().size() * 5 < plain->body().size());
    RawClient *small = answered("/api/v1/pods?limit=3", "Accept-Encoding: gzip\r\n");
    QVERIFY(small->header("Content-Encoding").isEmpty());
    RawClient *watch = answered("/api/v1/pods?watch=1&timeoutSeconds=1", "Accept-Encoding: gzip\r\n");
    QVERIFY(watch->header("Content-Encoding").isEmpty());
    QCOMPARE(watch->lines().size(), 1000);
}

void TestApiServer::listsPageAtOneRevision()
{
    for (int i = 0; i < 5; ++i)
        m_server->storage().create("pods", pod("a/x" + std::to_string(i)));
    const Json first = *parseDocument(answered("/api/v1/pods?limit=2")->body().toStdString());
    QCOMPARE(numberOf(find(first, {"metadata", "remainingItemCount"})), 3);
    const std::string token = textOf(find(first, {"metadata", "continue"}));
    m_server->storage().remove("pods", "a/x3", 0);
    m_server->storage().create("pods", pod("a/x9"));
    const Json rest =
        *parseDocument(answered("/api/v1/pods?continue=" + QByteArray::fromStdString(token))->body().toStdString());
    QCOMPARE(rest.at("items").size(), 3u);
    QCOMPARE(textOf(find(rest.at("items").at(1), {"metadata", "name"})), std::string("x3"));
    QCOMPARE(textOf(find(rest, {"metadata", "resourceVersion"})), textOf(find(first, {"metadata", "resourceVersion"})));
    // A cache that may answer anything ignores the limit.
    QCOMPARE(parseDocument(answered("/api/v1/pods?limit=2&resourceVersion=0")->body().toStdString())->at("items").size(), 5u);
}

void TestApiServer::anOldPageTokenIsGone()
{
    for (int i = 0; i < 5; ++i)
        m_server->storage().create("pods", pod("a/x" + std::to_string(i)));
    const Json first = *parseDocument(answered("/api/v1/pods?limit=2")->body().toStdString());
    m_server->storage().remove("pods", "a/x3", 0);
    m_server->watchCache().compact();
    RawClient *gone = answered("/api/v1/pods?limit=2&continue="
                               + QByteArray::fromStdString(textOf(find(first, {"metadata", "continue"}))));
    QCOMPARE(gone->status(), 410);
    const Json status = *parseDocument(gone->body().toStdString());
    QCOMPARE(textOf(find(status, {"reason"})), std::string("Expired"));
    // The refusal carries a token that goes on with an inconsistent rest.
    RawClient *rest =
        answered("/api/v1/pods?continue=" + QByteArray::fromStdString(textOf(find(status, {"metadata", "continue"}))));
    QCOMPARE(rest->status(), 200);
    QCOMPARE(parseDocument(rest->body().toStdString())->at("items").size(), 2u);
    QCOMPARE(answered("/api/v1/pods?resourceVersion=2&resourceVersionMatch=Exact")->status(), 410);
}

void TestApiServer::aVersionToComeIsWaitedForThenRefused()
{
    RawClient *late = answered("/api/v1/pods?resourceVersion=100");
    QCOMPARE(late->status(), 504);
    QCOMPARE(late->header("Retry-After"), "1");
    QVERIFY(late->body().contains("ResourceVersionTooLarge"));
}

void TestApiServer::aVersionThatComesInTimeIsServed()
{
    RawClient *early = client();
    early->get("/api/v1/pods?resourceVersion=3");
    RawClient *other = answered("/api/v1/pods");
    QCOMPARE(other->status(), 200);
    m_server->storage().create("pods", pod("a/x"));
    m_server->storage().create("pods", pod("a/y"));
    QTRY_VERIFY(early->isComplete());
    QCOMPARE(early->status(), 200);
}

void TestApiServer::everySpellingOfAWatchWatches_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::newRow("watch=true") << QByteArray("/api/v1/pods?watch=true");
    QTest::newRow("watch=1") << QByteArray("/api/v1/pods?watch=1");
    QTest::newRow("watch, bare") << QByteArray("/api/v1/pods?watch");
    QTest::newRow("the old path") << QByteArray("/api/v1/watch/pods");
    QTest::newRow("the old path in a namespace") << QByteArray("/api/v1/watch/namespaces/a/pods");
    QTest::newRow("the old path of one object") << QByteArray("/api/v1/watch/namespaces/a/pods/x");
}

void TestApiServer::everySpellingOfAWatchWatches()
{
    QFETCH(QByteArray, target);
    m_server->storage().create("pods", pod("a/x"));
    RawClient *watch = client();
    watch->get(target);
    QTRY_COMPARE(watch->lines().size(), 1);
    QCOMPARE(watch->header("Transfer-Encoding"), "chunked");
    m_server->storage().update("pods", pod("a/x"), 0);
    QTRY_COMPARE(watch->lines().size(), 2);
    QVERIFY(watch->lines().at(1).startsWith(R"({"type":"MODIFIED","object":{"kind":"Pod")"));
}

void TestApiServer::aWatchEndsByACleanLastChunkAndTheConnectionLives()
{
    RawClient *watch = answered("/api/v1/pods?watch=1&timeoutSeconds=1");
    QVERIFY(watch->body().isEmpty());
    QVERIFY(watch->isConnected());
    watch->get("/livez");
    QTRY_COMPARE(watch->body(), "ok");
}

void TestApiServer::aWatchWithoutATimeoutEndsBetweenOnceAndTwiceTheLeast()
{
    restart({.minRequestTimeout = 100ms});
    QElapsedTimer timer;
    timer.start();
    answered("/api/v1/pods?watch=1");
    QVERIFY(timer.elapsed() >= 99);
    QVERIFY(timer.elapsed() < 2000);
}

void TestApiServer::fiveHundredWatchesAtOnceAllGetTheirFirstEvent()
{
    m_server->storage().create("pods", pod("a/x"));
    QList<RawClient *> watches;
    for (int i = 0; i < 500; ++i) {
        watches << client();
        watches.last()->get("/api/v1/pods?watch=1", "Accept-Encoding: gzip, br\r\n");
    }
    const auto having = [&](int lines) {
        return std::count_if(watches.begin(), watches.end(), [&](RawClient *w) { return w->lines().size() >= lines; });
    };
    QTRY_COMPARE(having(1), 500);
    m_server->storage().update("pods", pod("a/x", "step=2"), 0);
    QTRY_COMPARE(having(2), 500);
}

void TestApiServer::aStuckWatcherIsDropped()
{
    restart({.watchQueue = 20});
    RawClient *stuck = client();
    stuck->getStuck();
    stuck->get("/api/v1/pods?watch=1&resourceVersion=1");
    RawClient *healthy = client();
    healthy->get("/api/v1/pods?watch=1&resourceVersion=1");
    QTRY_VERIFY(healthy->hasHead());
    StoredObject big = pod("a/big");
    big.json.insert(big.json.size() - 1, R"(,"filler":")" + std::string(250'000, 'x') + "\"");
    m_server->storage().create("pods", big);
    // More than the sockets' buffers hold, and a queue's length beyond that.
    constexpr int Writes = 80;
    for (int i = 2; i <= Writes; ++i) {
        m_server->storage().update("pods", big, 0);
        if (i % 10 == 0)
            QTRY_COMPARE(healthy->lines().size(), i);
    }
    stuck->comeBack();
    QTRY_VERIFY(stuck->isClosed());
    QVERIFY(stuck->lines().size() < Writes);
    QVERIFY(!stuck->isComplete());
}

void TestApiServer::onlyLoopbackListens()
{
    QFile table(QStringLiteral("/proc/net/tcp"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArray port = QByteArray::number(m_endpoint.port, 16).toUpper().rightJustified(4, '0');
    QList<QByteArray> listening;
    for (const QByteArray &line : table.readAll().split('\n')) {
        const QList<QByteArray> columns = line.simplified().split(' ');
        if (columns.value(1).endsWith(QByteArray(":" + port)) && columns.value(3) == "0A")
            listening << columns.value(1);
    }
    QCOMPARE(listening, QList<QByteArray>{QByteArray("0100007F:" + port)});
}

void TestApiServer::strangersAreTurnedAway_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<int>("status");
    const QByteArray get = "GET /api/v1/pods HTTP/1.1\r\n";
    QTest::newRow("a name that was rebound") << get + "Host: evil.example:PORT\r\nAuthorization: Bearer TOKEN\r\n" << 403;
    QTest::newRow("another port") << get + "Host: 127.0.0.1:1\r\nAuthorization: Bearer TOKEN\r\n" << 403;
    QTest::newRow("no port") << get + "Host: 127.0.0.1\r\nAuthorization: Bearer TOKEN\r\n" << 403;
    QTest::newRow("an address that is not loopback") << get + "Host: 10.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\n" << 403;
    QTest::newRow("a web page") << get + "Host: 127.0.0.1:PORT\r\nOrigin: null\r\nAuthorization: Bearer TOKEN\r\n" << 403;
    QTest::newRow("no token") << get + "Host: 127.0.0.1:PORT\r\n" << 401;
    QTest::newRow("a wrong token") << get + "Host: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN1\r\n" << 401;
    QTest::newRow("another scheme") << get + "Host: 127.0.0.1:PORT\r\nAuthorization: Basic TOKEN\r\n" << 401;
    QTest::newRow("localhost is welcome") << get + "Host: localhost:PORT\r\nAuthorization: Bearer TOKEN\r\n" << 200;
    QTest::newRow("so is the address itself") << get + "Host: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\n" << 200;
}

void TestApiServer::strangersAreTurnedAway()
{
    QFETCH(QByteArray, head);
    RawClient *stranger = client();
    stranger->send(head.replace("PORT", QByteArray::number(m_endpoint.port))
                       .replace("TOKEN", m_endpoint.readToken.reveal())
                   + "\r\n");
    QTRY_VERIFY(stranger->isComplete());
    QTEST(stranger->status(), "status");
    QVERIFY(!stranger->body().contains("evil"));
}

void TestApiServer::aHeadThatDripsIsCutOff()
{
    restart({.headTime = 50ms});
    RawClient *drip = client();
    drip->send("GET /api/v1/pods HTTP/1.1\r\nHost: ");
    QTRY_VERIFY(drip->isClosed());
    RawClient *silent = client();
    QTRY_VERIFY(silent->isClosed());
}

void TestApiServer::aHeadOverSixteenKibibytesIsRefused()
{
    RawClient *heavy = client();
    heavy->get("/api/v1/pods", "X-Filler: " + QByteArray(17'000, 'x') + "\r\n");
    QTRY_COMPARE(heavy->status(), 431);
    QTRY_VERIFY(heavy->isClosed());
    RawClient *light = client();
    light->get("/api/v1/pods", "X-Filler: " + QByteArray(15'000, 'x') + "\r\n");
    QTRY_COMPARE(light->status(), 200);
}

void TestApiServer::badRequests_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("extra");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("says");
    const QByteArray none;
    QTest::newRow("no such group") << QByteArray("/apis/none/v1/things") << none << 404 << QByteArray("404 page not found");
    QTest::newRow("no such resource") << QByteArray("/api/v1/things") << none << 404
                                      << QByteArray("the server could not find the requested resource");
    QTest::newRow("no such object") << QByteArray("/api/v1/namespaces/a/pods/x") << none << 404
                                    << QByteArray(R"(pods \"x\" not found)");
    QTest::newRow("no such path") << QByteArray("/etc/passwd") << none << 404 << QByteArray("404 page not found");
    QTest::newRow("a path that climbs") << QByteArray("/api/../api/v1/pods") << none << 404 << QByteArray("404 page not found");
    QTest::newRow("a version that is no number") << QByteArray("/api/v1/pods?resourceVersion=abc") << none << 500
                                                 << QByteArray("strconv.ParseUint");
    QTest::newRow("a field that is not offered") << QByteArray("/api/v1/pods?fieldSelector=spec.bogus%3D1") << none
                                                 << 400 << QByteArray("field label not supported: spec.bogus");
    QTest::newRow("a page and a version") << QByteArray("/api/v1/pods?continue=abc&resourceVersion=1") << none << 400
                                          << QByteArray("not allowed when using continue");
    QTest::newRow("a page token that is none") << QByteArray("/api/v1/pods?continue=garbage") << none << 400
                                               << QByteArray("continue key is not valid");
    QTest::newRow("WatchList without a match") << QByteArray("/api/v1/pods?watch=1&sendInitialEvents=true") << none
                                               << 422 << QByteArray("sendInitialEvents requires setting");
    QTest::newRow("sendInitialEvents on a list") << QByteArray("/api/v1/pods?sendInitialEvents=true") << none << 422
                                                 << QByteArray("sendInitialEvents is forbidden for list");
    QTest::newRow("protobuf alone") << QByteArray("/api/v1/pods")
                                    << QByteArray("Accept: application/vnd.kubernetes.protobuf\r\n") << 406
                                    << QByteArray("NotAcceptable");
}

void TestApiServer::badRequests()
{
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, extra);
    QFETCH(QByteArray, says);
    RawClient *refused = answered(target, extra);
    QTEST(refused->status(), "status");
    QVERIFY2(refused->body().contains(says), refused->body().constData());
}

void TestApiServer::stoppedMeansNobodyIsConnected()
{
    RawClient *watch = client();
    watch->get("/api/v1/pods?watch=1");
    QTRY_VERIFY(watch->hasHead());
    m_server->stop();
    QTRY_VERIFY(watch->isClosed());
    QVERIFY(!watch->isComplete());
    const auto again = m_server->start();
    QVERIFY(again);
    QVERIFY(again->readToken != m_endpoint.readToken);
}

QTEST_GUILESS_MAIN(TestApiServer)
#include "tst_apiserver.moc"
