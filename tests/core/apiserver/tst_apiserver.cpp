// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiserver.h"

#include "core/apiserver/memorystorage.h"
#include "core/apiserver/responsetext.h"
#include "core/apiserver/watchcache.h"
#include "tests/core/apiserver/serverfixture.h"
#include "tests/support/nicethreads.h"
#include "tests/support/testregistry.h"

#include <QElapsedTimer>
#include <QTest>

namespace tst_apiserver {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// The server over a real socket.
class TestApiServer : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { ServerFixture::allowManyFiles(); }

    void init() { m.restart({}); }

    void cleanup() { m.end(); }

    void answersLookLikeThoseOfARealServer();
    void listsPageAtOneRevision();
    void anOldPageTokenIsGone();
    void aVersionToComeIsWaitedForThenRefused();
    void aVersionThatComesInTimeIsServed();
    void everySpellingOfAWatchWatches_data();
    void everySpellingOfAWatchWatches();
    void aWatchEndsByACleanLastChunkAndTheConnectionLives();
    void aWatchWithoutATimeoutEndsBetweenOnceAndTwiceTheLeast();
    void fiveHundredWatchesAtOnceAllGetTheirFirstEvent();
    void badRequests_data();
    void badRequests();
    void stoppedMeansNobodyIsConnected();
    void itsThreadGivesWayToTheWindow();
    void itsStorageIsClosedWhileTheCacheStillHears();

private:
    ServerFixture m;
};

void TestApiServer::answersLookLikeThoseOfARealServer()
{
    m.server->storage().create("pods", pod("a/x"));
    RawClient *list = m.answered("/api/v1/pods");
    QCOMPARE(list->status(), 200);
    QCOMPARE(list->header("Content-Type"), "application/json");
    QCOMPARE(list->header("Cache-Control"), "no-cache, private");
    QCOMPARE(list->header("Audit-Id").size(), 36);
    QVERIFY(list->header("Date").endsWith(" GMT"));
    QVERIFY(list->body().startsWith(
        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"2"},"items":[{"metadata":{"name":"x",)"));
    QCOMPARE(httpDate(WallTime(std::chrono::seconds(1795255677))), std::string("Sat, 21 Nov 2026 10:07:57 GMT"));

    RawClient *one = m.answered("/api/v1/namespaces/a/pods/x");
    QVERIFY(one->body().startsWith(R"({"kind":"Pod","apiVersion":"v1","metadata":)"));
    QCOMPARE(m.answered("/livez")->body(), "ok");
}

void TestApiServer::listsPageAtOneRevision()
{
    for (int i = 0; i < 5; ++i)
        m.server->storage().create("pods", pod("a/x" + std::to_string(i)));
    const Json first = *parseDocument(m.answered("/api/v1/pods?limit=2")->body().toStdString());
    QCOMPARE(numberOf(find(first, {"metadata", "remainingItemCount"})), 3);
    const std::string token = textOf(find(first, {"metadata", "continue"}));
    m.server->storage().remove("pods", "a/x3", 0);
    m.server->storage().create("pods", pod("a/x9"));
    const Json rest =
        *parseDocument(m.answered("/api/v1/pods?continue=" + QByteArray::fromStdString(token))->body().toStdString());
    QCOMPARE(rest.at("items").size(), 3u);
    QCOMPARE(textOf(find(rest.at("items").at(1), {"metadata", "name"})), std::string("x3"));
    QCOMPARE(textOf(find(rest, {"metadata", "resourceVersion"})), textOf(find(first, {"metadata", "resourceVersion"})));
    // A cache that may answer anything ignores the limit.
    QCOMPARE(
        parseDocument(m.answered("/api/v1/pods?limit=2&resourceVersion=0")->body().toStdString())->at("items").size(),
        5u);
}

void TestApiServer::anOldPageTokenIsGone()
{
    for (int i = 0; i < 5; ++i)
        m.server->storage().create("pods", pod("a/x" + std::to_string(i)));
    const Json first = *parseDocument(m.answered("/api/v1/pods?limit=2")->body().toStdString());
    m.server->storage().remove("pods", "a/x3", 0);
    m.server->watchCache().compact();
    RawClient *gone = m.answered("/api/v1/pods?limit=2&continue=" +
                                 QByteArray::fromStdString(textOf(find(first, {"metadata", "continue"}))));
    QCOMPARE(gone->status(), 410);
    const Json status = *parseDocument(gone->body().toStdString());
    QCOMPARE(textOf(find(status, {"reason"})), std::string("Expired"));
    // The refusal carries a token that goes on with an inconsistent rest.
    RawClient *rest = m.answered("/api/v1/pods?continue=" +
                                 QByteArray::fromStdString(textOf(find(status, {"metadata", "continue"}))));
    QCOMPARE(rest->status(), 200);
    QCOMPARE(parseDocument(rest->body().toStdString())->at("items").size(), 2u);
    QCOMPARE(m.answered("/api/v1/pods?resourceVersion=2&resourceVersionMatch=Exact")->status(), 410);
}

void TestApiServer::aVersionToComeIsWaitedForThenRefused()
{
    RawClient *late = m.answered("/api/v1/pods?resourceVersion=100");
    QCOMPARE(late->status(), 504);
    QCOMPARE(late->header("Retry-After"), "1");
    QVERIFY(late->body().contains("ResourceVersionTooLarge"));
}

void TestApiServer::aVersionThatComesInTimeIsServed()
{
    RawClient *early = m.client();
    early->get("/api/v1/pods?resourceVersion=3");
    RawClient *other = m.answered("/api/v1/pods");
    QCOMPARE(other->status(), 200);
    m.server->storage().create("pods", pod("a/x"));
    m.server->storage().create("pods", pod("a/y"));
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
    m.server->storage().create("pods", pod("a/x"));
    RawClient *watch = m.client();
    watch->get(target);
    QTRY_COMPARE(watch->lines().size(), 1);
    QCOMPARE(watch->header("Transfer-Encoding"), "chunked");
    m.server->storage().update("pods", pod("a/x"), 0);
    QTRY_COMPARE(watch->lines().size(), 2);
    QVERIFY(watch->lines().at(1).startsWith(R"({"type":"MODIFIED","object":{"kind":"Pod")"));
}

void TestApiServer::aWatchEndsByACleanLastChunkAndTheConnectionLives()
{
    RawClient *watch = m.answered("/api/v1/pods?watch=1&timeoutSeconds=1");
    QVERIFY(watch->body().isEmpty());
    QVERIFY(watch->isConnected());
    watch->get("/livez");
    QTRY_COMPARE(watch->body(), "ok");
}

void TestApiServer::aWatchWithoutATimeoutEndsBetweenOnceAndTwiceTheLeast()
{
    m.restart({.minRequestTimeout = 100ms});
    QElapsedTimer timer;
    timer.start();
    m.answered("/api/v1/pods?watch=1");
    QVERIFY(timer.elapsed() >= 99);
    QVERIFY(timer.elapsed() < 2000);
}

void TestApiServer::fiveHundredWatchesAtOnceAllGetTheirFirstEvent()
{
    m.server->storage().create("pods", pod("a/x"));
    QList<RawClient *> watches;
    for (int i = 0; i < 500; ++i) {
        watches << m.client();
        watches.last()->get("/api/v1/pods?watch=1", "Accept-Encoding: gzip, br\r\n");
    }
    const auto having = [&](int lines) {
        return std::count_if(watches.begin(), watches.end(), [&](RawClient *w) { return w->lines().size() >= lines; });
    };
    QTRY_COMPARE(having(1), 500);
    m.server->storage().update("pods", pod("a/x", "step=2"), 0);
    QTRY_COMPARE(having(2), 500);
}

void TestApiServer::badRequests_data()
{
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("extra");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("says");
    const QByteArray none;
    QTest::newRow("no such group") << QByteArray("/apis/none/v1/things") << none << 404
                                   << QByteArray("404 page not found");
    QTest::newRow("no such resource") << QByteArray("/api/v1/things") << none << 404
                                      << QByteArray("the server could not find the requested resource");
    QTest::newRow("no such object") << QByteArray("/api/v1/namespaces/a/pods/x") << none << 404
                                    << QByteArray(R"(pods \"x\" not found)");
    QTest::newRow("no such path") << QByteArray("/etc/passwd") << none << 404 << QByteArray("404 page not found");
    QTest::newRow("a path that climbs") << QByteArray("/api/../api/v1/pods") << none << 404
                                        << QByteArray("404 page not found");
    QTest::newRow("a version that is no number")
        << QByteArray("/api/v1/pods?resourceVersion=abc") << none << 500 << QByteArray("strconv.ParseUint");
    QTest::newRow("a field that is not offered") << QByteArray("/api/v1/pods?fieldSelector=spec.bogus%3D1") << none
                                                 << 400 << QByteArray("field label not supported: spec.bogus");
    QTest::newRow("a page and a version") << QByteArray("/api/v1/pods?continue=abc&resourceVersion=1") << none << 400
                                          << QByteArray("not allowed when using continue");
    QTest::newRow("a page token that is none")
        << QByteArray("/api/v1/pods?continue=garbage") << none << 400 << QByteArray("continue key is not valid");
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
    RawClient *refused = m.answered(target, extra);
    QTEST(refused->status(), "status");
    QVERIFY2(refused->body().contains(says), refused->body().constData());
}

void TestApiServer::stoppedMeansNobodyIsConnected()
{
    RawClient *watch = m.client();
    watch->get("/api/v1/pods?watch=1");
    QTRY_VERIFY(watch->hasHead());
    m.server->stop();
    QTRY_VERIFY(watch->isClosed());
    QVERIFY(!watch->isComplete());
    const auto again = m.server->start();
    QVERIFY(again);
    QVERIFY(again->readToken != m.endpoint.readToken);
}

void TestApiServer::itsThreadGivesWayToTheWindow()
{
    m.end();
    QTRY_COMPARE(test::threadsGivingWay(), 0);
    m.restart({});
    QTRY_COMPARE(test::threadsGivingWay(), test::canGiveWay() ? 1 : 0);
}

void TestApiServer::itsStorageIsClosedWhileTheCacheStillHears()
{
    /// Tells of a last change when it is closed.
    struct Storage : MemoryStorage {
        explicit Storage(bool &isClosed)
            : isClosed(isClosed)
        {}
        void close() override { isClosed = std::holds_alternative<ObjectPtr>(create("pods", pod("a/x"))); }
        bool &isClosed;
    };
    bool isClosed = false;
    ApiServer::Options options;
    options.makeStorage = [&isClosed](ResourceTable &) { return std::make_unique<Storage>(isClosed); };
    {
        const SystemClock clock;
        ApiServer server(options, clock);
        QVERIFY(server.start());
    }
    QVERIFY(isClosed);
}

} // namespace tst_apiserver

WK_TEST(tst_apiserver, TestApiServer, QCoreApplication)
#include "tst_apiserver.moc"
