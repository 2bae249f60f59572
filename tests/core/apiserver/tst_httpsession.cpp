// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/httpsession.h"

#include "core/apiserver/responsetext.h"
#include "tests/core/apiserver/serverfixture.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QSslConfiguration>
#include <QSslSocket>
#include <QTest>

namespace tst_httpsession {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// Connections: who is let in, how long anybody may take, and what is on the wire.
class TestHttpSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void initTestCase() { ServerFixture::allowManyFiles(); }

    void init() { m.restart({}); }

    void cleanup() { m.end(); }

    void longListsAreGzippedWhenAskedAndWatchesNever();
    void aLongAnswerComesInChunksOfTwoKibibytes();
    void aWatchsLinesAreChunkedAsGoDoesIt();
    void aStuckWatcherIsDropped();
    void onlyLoopbackListens();
    void strangersAreTurnedAway_data();
    void strangersAreTurnedAway();
    void aHeadThatDripsIsCutOff();
    void aHeadOverSixteenKibibytesIsRefused();
    void moreThanAThousandConnectionsAreTooMany();
    void overTlsOnlyTheRightCaIsTrusted();
    void plainHttpOnTheTlsPortIsToldSo();
    void readingDoesNotGiveTheRightToWrite();
    void aBodyMayComeLate();

private:
    ServerFixture m;
};

void TestHttpSession::longListsAreGzippedWhenAskedAndWatchesNever()
{
    for (int i = 0; i < 1000; ++i)
        m.server->storage().create("pods", pod("a/x" + std::to_string(i)));
    RawClient *plain = m.answered("/api/v1/pods");
    QVERIFY(plain->header("Content-Encoding").isEmpty());
    RawClient *packed = m.answered("/api/v1/pods", "Accept-Encoding: gzip, br\r\n");
    QCOMPARE(packed->header("Content-Encoding"), "gzip");
    QCOMPARE(packed->header("Vary"), "Accept-Encoding");
    QVERIFY(packed->body().size() * 5 < plain->body().size());
    RawClient *small = m.answered("/api/v1/pods?limit=3", "Accept-Encoding: gzip\r\n");
    QVERIFY(small->header("Content-Encoding").isEmpty());
    RawClient *watch = m.answered("/api/v1/pods?watch=1&timeoutSeconds=1", "Accept-Encoding: gzip\r\n");
    QVERIFY(watch->header("Content-Encoding").isEmpty());
    QCOMPARE(watch->lines().size(), 1000);
}

void TestHttpSession::aLongAnswerComesInChunksOfTwoKibibytes()
{
    for (int i = 0; i < 100; ++i)
        m.server->storage().create("pods", pod("a/x" + std::to_string(i)));
    RawClient *list = m.answered("/api/v1/pods");
    QList<int> sizes = list->chunkSizes();
    QVERIFY(sizes.size() > 3);
    sizes.removeLast();
    QCOMPARE(sizes, QList<int>(sizes.size(), 2048));
    QCOMPARE(parseDocument(list->body().toStdString())->at("items").size(), 100u);
}

void TestHttpSession::aWatchsLinesAreChunkedAsGoDoesIt()
{
    const auto sizes = [](const QList<int> &lines) {
        std::string text;
        for (const int bytes : lines)
            text += std::string(std::size_t(bytes) - 1, 'x') + "\n";
        const std::string chunks = watchChunks(text);
        QList<int> found;
        std::string whole;
        for (std::size_t at = 0; at < chunks.size();) {
            const int bytes = std::stoi(chunks.substr(at), nullptr, 16);
            at = chunks.find("\r\n", at) + 2;
            whole += chunks.substr(at, std::size_t(bytes));
            at += std::size_t(bytes) + 2;
            found << bytes;
        }
        return whole == text ? found : QList<int>();
    };
    QCOMPARE(sizes({700}), QList<int>({700}));
    QCOMPARE(sizes({7000}), QList<int>({7000}));
    QCOMPARE(sizes({7000, 8000, 9000}), QList<int>({7000, 8000, 9000}));
    QCOMPARE(sizes({700, 700, 700, 700, 700}), QList<int>({2048, 1452}));
    QCOMPARE(sizes({700, 7000, 700}), QList<int>({2048, 5652, 700}));
    QCOMPARE(sizes({700, 1400, 700}), QList<int>({2048, 752}));
    QCOMPARE(sizes({2048, 2048}), QList<int>({2048, 2048}));
}

void TestHttpSession::aStuckWatcherIsDropped()
{
    m.restart({.watchQueue = 20});
    RawClient *stuck = m.client();
    stuck->getStuck();
    stuck->get("/api/v1/pods?watch=1&resourceVersion=1");
    RawClient *healthy = m.client();
    healthy->get("/api/v1/pods?watch=1&resourceVersion=1");
    QTRY_VERIFY(healthy->hasHead());
    StoredObject big = pod("a/big");
    big.json.insert(big.json.size() - 1, R"(,"filler":")" + std::string(250'000, 'x') + "\"");
    m.server->storage().create("pods", big);
    // More than the sockets' buffers hold, and a queue's length beyond that.
    constexpr int Writes = 80;
    for (int i = 2; i <= Writes; ++i) {
        m.server->storage().update("pods", big, 0);
        if (i % 10 == 0)
            QTRY_COMPARE(healthy->lines().size(), i);
    }
    stuck->comeBack();
    QTRY_VERIFY(stuck->isClosed());
    QVERIFY(stuck->lines().size() < Writes);
    QVERIFY(!stuck->isComplete());
}

void TestHttpSession::onlyLoopbackListens()
{
    QFile table(QStringLiteral("/proc/net/tcp"));
    QVERIFY(table.open(QIODevice::ReadOnly));
    const QByteArray port = QByteArray::number(m.endpoint.port, 16).toUpper().rightJustified(4, '0');
    QList<QByteArray> listening;
    for (const QByteArray &line : table.readAll().split('\n')) {
        const QList<QByteArray> columns = line.simplified().split(' ');
        if (columns.value(1).endsWith(QByteArray(":" + port)) && columns.value(3) == "0A")
            listening << columns.value(1);
    }
    QCOMPARE(listening, QList<QByteArray>{QByteArray("0100007F:" + port)});
}

void TestHttpSession::strangersAreTurnedAway_data()
{
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<int>("status");
    const QByteArray get = "GET /api/v1/pods HTTP/1.1\r\n";
    QTest::newRow("a name that was rebound") << get + "Host: evil.example:PORT\r\nAuthorization: Bearer TOKEN\r\n"
                                             << 403;
    QTest::newRow("two hosts")
        << get + "Host: 127.0.0.1:PORT\r\nHost: evil.example:PORT\r\nAuthorization: Bearer TOKEN\r\n"
        << 400;
    QTest::newRow("the same one twice")
        << get + "Host: 127.0.0.1:PORT\r\nHost: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\n"
        << 400;
    QTest::newRow("another port") << get + "Host: 127.0.0.1:1\r\nAuthorization: Bearer TOKEN\r\n" << 403;
    QTest::newRow("no port") << get + "Host: 127.0.0.1\r\nAuthorization: Bearer TOKEN\r\n" << 403;
    QTest::newRow("an address that is not loopback") << get + "Host: 10.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\n"
                                                     << 403;
    QTest::newRow("a web page") << get + "Host: 127.0.0.1:PORT\r\nOrigin: null\r\nAuthorization: Bearer TOKEN\r\n"
                                << 403;
    QTest::newRow("no token") << get + "Host: 127.0.0.1:PORT\r\n" << 401;
    QTest::newRow("a wrong token") << get + "Host: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN1\r\n" << 401;
    QTest::newRow("another scheme") << get + "Host: 127.0.0.1:PORT\r\nAuthorization: Basic TOKEN\r\n" << 401;
    QTest::newRow("localhost is welcome") << get + "Host: localhost:PORT\r\nAuthorization: Bearer TOKEN\r\n" << 200;
    QTest::newRow("so is the address itself") << get + "Host: 127.0.0.1:PORT\r\nAuthorization: Bearer TOKEN\r\n" << 200;
}

void TestHttpSession::strangersAreTurnedAway()
{
    QFETCH(QByteArray, head);
    RawClient *stranger = m.client();
    stranger->send(head.replace("PORT", QByteArray::number(m.endpoint.port))
                       .replace("TOKEN", m.endpoint.readToken.reveal().toByteArray()) +
                   "\r\n");
    QTRY_VERIFY(stranger->isComplete());
    QTEST(stranger->status(), "status");
    QVERIFY(!stranger->body().contains("evil"));
}

void TestHttpSession::aHeadThatDripsIsCutOff()
{
    m.restart({.headTime = 50ms});
    RawClient *drip = m.client();
    drip->send("GET /api/v1/pods HTTP/1.1\r\nHost: ");
    QTRY_VERIFY(drip->isClosed());
    RawClient *silent = m.client();
    QTRY_VERIFY(silent->isClosed());
}

void TestHttpSession::aHeadOverSixteenKibibytesIsRefused()
{
    RawClient *heavy = m.client();
    heavy->get("/api/v1/pods", "X-Filler: " + QByteArray(17'000, 'x') + "\r\n");
    QTRY_COMPARE(heavy->status(), 431);
    QTRY_VERIFY(heavy->isClosed());
    RawClient *light = m.client();
    light->get("/api/v1/pods", "X-Filler: " + QByteArray(15'000, 'x') + "\r\n");
    QTRY_COMPARE(light->status(), 200);
}

void TestHttpSession::moreThanAThousandConnectionsAreTooMany()
{
    if (ServerFixture::allowManyFiles() < 2200)
        QSKIP("not enough files may be open here");
    m.restart({.headTime = 60s});
    QList<RawClient *> crowd;
    for (int i = 0; i < 1100; ++i)
        crowd << m.client();
    const auto closed = [&] {
        return std::count_if(crowd.begin(), crowd.end(), [](RawClient *one) { return one->isClosed(); });
    };
    QTRY_COMPARE(closed(), 1100 - 1024);
    // Who goes makes room, as soon as the server has noticed.
    delete crowd.takeFirst();
    RawClient *next = nullptr;
    const auto isServed = [&] {
        if (!next || next->isClosed()) {
            next = m.client();
            next->get("/livez");
        }
        return next->status() == 200;
    };
    QTRY_VERIFY(isServed());
}

void TestHttpSession::overTlsOnlyTheRightCaIsTrusted()
{
    m.restart({.tls = true});
    QVERIFY(m.endpoint.url.starts_with("https://127.0.0.1:"));
    QSslConfiguration trust;
    trust.setCaCertificates(QSslCertificate::fromData(QByteArray::fromStdString(m.endpoint.caCertificate)));
    QSslSocket socket;
    socket.setSslConfiguration(trust);
    socket.connectToHostEncrypted(QStringLiteral("127.0.0.1"), m.endpoint.port);
    QTRY_VERIFY2(socket.isEncrypted(), qPrintable(socket.errorString()));
    QVERIFY(socket.sslHandshakeErrors().isEmpty());
    socket.write("GET /livez HTTP/1.1\r\nHost: 127.0.0.1:" + QByteArray::number(m.endpoint.port) +
                 "\r\nAuthorization: Bearer " + m.endpoint.readToken.reveal().toByteArray() + "\r\n\r\n");
    QByteArray answer;
    QTRY_VERIFY((answer += socket.readAll()).endsWith("ok"));

    QSslSocket stranger;
    stranger.connectToHostEncrypted(QStringLiteral("127.0.0.1"), m.endpoint.port);
    QTRY_COMPARE(stranger.state(), QAbstractSocket::UnconnectedState);
    QVERIFY(!stranger.isEncrypted());
}

void TestHttpSession::plainHttpOnTheTlsPortIsToldSo()
{
    m.restart({.tls = true});
    RawClient *plain = m.client();
    plain->get("/livez");
    QTRY_COMPARE(plain->status(), 400);
    QVERIFY(plain->body().contains("Client sent an HTTP request to an HTTPS server."));
}

void TestHttpSession::readingDoesNotGiveTheRightToWrite()
{
    const QByteArray body = R"({"metadata":{"name":"n"}})";
    RawClient *reader = m.client();
    reader->request("POST", "/api/v1/namespaces", "Content-Type: application/json\r\n", body);
    QTRY_COMPARE(reader->status(), 403);
    QTRY_VERIFY(reader->body().contains(R"(cannot create resource \"namespaces\")"));
    RawClient *writer = m.client();
    writer->setToken(m.endpoint.writeToken.reveal().toByteArray());
    writer->request("POST", "/api/v1/namespaces", "Content-Type: application/json\r\n", body);
    QTRY_COMPARE(writer->status(), 201);
    QVERIFY(m.server->storage().get("namespaces", "n"));
}

void TestHttpSession::aBodyMayComeLate()
{
    RawClient *writer = m.client();
    writer->setToken(m.endpoint.writeToken.reveal().toByteArray());
    writer->request("POST", "/api/v1/namespaces", "Expect: 100-continue\r\nContent-Length: 25\r\n");
    QTRY_COMPARE(writer->status(), 100);
    writer->forget();
    writer->send(R"({"metadata":{"name":"n"}})");
    QTRY_COMPARE(writer->status(), 201);
}

} // namespace tst_httpsession

WK_TEST(tst_httpsession, TestHttpSession, QCoreApplication)
#include "tst_httpsession.moc"
