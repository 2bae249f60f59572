// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/deadends.h"
#include "tests/contract/matrixcases.h"
#include "tests/contract/relay.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_way {

using namespace wk;
using namespace wk::matrix;

/// What lies between us and a server: slow and lossy ways, proxies, and what TLS offers: N13, N14, N18 and H21 of the
/// fault matrix.
class TestFaultsWay : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aBadWay_data();
    void aBadWay();
    void aNarrowWay();
    void aListIsGivenUpOnItsWay();
    void aProxyThatRefuses_data();
    void aProxyThatRefuses();
    void proxiesOfTheEnvironment_data();
    void proxiesOfTheEnvironment();
    void noHttp2IsOffered();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

/// The scene's client goes by the relay.
void goBy(const Relay &relay, Scene &scene)
{
    QVERIFY(relay.isListening());
    scene.access.server.setHost(QStringLiteral("127.0.0.2"));
    scene.access.tlsServerName = "127.0.0.1"; // what the certificate is for
}

void TestFaultsWay::aBadWay_data()
{
    QTest::addColumn<int>("delay"); // ms, each way
    QTest::addColumn<double>("loss");
    QTest::addColumn<Way>("way");
    QTest::newRow("N13 300 ms each way") << 300 << 0.0 << Way::Plain;
    QTest::newRow("N13 300 ms each way, over TLS") << 300 << 0.0 << Way::Tls;
    QTest::newRow("N13 half of the segments are lost and come again") << 1 << 0.5 << Way::Plain;
    QTest::newRow("N13 half of the segments are lost and come again, over TLS") << 1 << 0.5 << Way::Tls;
}

void TestFaultsWay::aBadWay()
{
    QFETCH(int, delay);
    QFETCH(double, loss);
    QFETCH(Way, way);
    Scene scene(way);
    Relay relay(scene.access.server.port());
    relay.behave({.delay = std::chrono::milliseconds(delay), .loss = loss});
    goBy(relay, scene);
    scene.start();
    QVERIFY2(soon([&] { return scene.isLive() && scene.script.heads() == 1; }), scene.words());
    for (int burst = 0; burst < 5; ++burst) {
        QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
        for (int i = 0; i < 10; ++i)
            scene.put("object-" + std::to_string(i % 7));
    }
    scene.remove("certs");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error, scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.lists(), 1);
    QCOMPARE(scene.script.watches(), 1);
}

void TestFaultsWay::aNarrowWay()
{
    constexpr int Objects = 2'000; // four pages
    Scene scene;
    for (int i = 0; i < Objects; ++i)
        scene.put("object-" + std::to_string(i), {{"text", std::string(200, 'x')}});
    Relay relay(scene.access.server.port());
    relay.behave({.bytesPerSecond = 1024 * 1024});
    goBy(relay, scene);
    scene.start();
    std::set<std::uint64_t> listed;
    QVERIFY2(soon([&] {
                 const WatchStatus status = scene.informer->status();
                 if (status.state == WatchState::Listing) {
                     listed.insert(status.listed);
                     if (scene.informer->store().size() > 0)
                         return true;
                 }
                 return scene.informer->hasSynced();
             }),
             scene.words());
    QVERIFY(scene.informer->hasSynced()); // and not a row before all were there
    QVERIFY2(listed.size() >= 4, QByteArray::number(qsizetype(listed.size())).constData());
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error, scene.words());
    QCOMPARE(scene.wrongs(), QString());
    m_executed.add("N14");
}

void TestFaultsWay::aListIsGivenUpOnItsWay()
{
    Scene scene;
    for (int i = 0; i < 2'000; ++i)
        scene.put("object-" + std::to_string(i), {{"text", std::string(200, 'x')}});
    Relay relay(scene.access.server.port());
    relay.behave({.bytesPerSecond = 256 * 1024});
    goBy(relay, scene);
    scene.start();
    QVERIFY(soon([&] { return scene.informer->status().listed > 0 && scene.script.lists() == 2; }));
    scene.informer->stop();
    QVERIFY(soon([&] { return relay.open == 0; })); // with what was still to come
    QCOMPARE(scene.informer->store().size(), 0u);
    QVERIFY(scene.entries.empty());
    m_executed.add("N14");
}

void TestFaultsWay::aProxyThatRefuses_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<WatchState>("state");
    QTest::addColumn<bool>("isWatch");
    const auto rows = [](const char *name, const QByteArray &answer, WatchState state) {
        QTest::addRow("N18 a proxy %s, at the start", name) << answer << state << false;
        QTest::addRow("N18 a proxy %s, in the middle", name) << answer << state << true;
    };
    rows("wants to be signed in to", "HTTP/1.1 407 X\r\nProxy-Authenticate: Basic realm=x\r\nContent-Length: 0\r\n\r\n",
         WatchState::Misconfigured);
    rows("does not get through", "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n", WatchState::Waiting);
    rows("does not let us through", "HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n", WatchState::Waiting);
    rows("hangs up", "", WatchState::Waiting);
}

void TestFaultsWay::aProxyThatRefuses()
{
    QFETCH(QByteArray, answer);
    QFETCH(WatchState, state);
    QFETCH(bool, isWatch);
    const Relay::Manner good{.isProxy = true};
    const Relay::Manner bad{.proxyAnswer = answer, .isProxy = true};
    Scene scene(Way::Tls);
    Relay relay(scene.access.server.port());
    relay.behave(isWatch ? good : bad);
    scene.access.proxy = relay.url();
    if (isWatch) {
        QVERIFY2(scene.watches(), scene.words());
        relay.behave(bad);
        scene.script.add(step(Place::Frames, {.upTo = 0, .then = Then::Reset}));
        scene.put("made-meanwhile");
    } else {
        scene.start();
    }
    QElapsedTimer since;
    since.start();
    const auto isSaid = [&] {
        if (answer.isEmpty() && since.elapsed() > 300) // Qt says nothing: our clock does
            scene.clock.advance(1s);
        return std::any_of(scene.told.begin(), scene.told.end(), [state](const WatchStatus &status) {
            return status.state == state && status.error &&
                   (status.error->kind == ErrorKind::ProxyFailed || status.error->kind == ErrorKind::ProxyRefused ||
                    status.error->kind == ErrorKind::TimedOut) &&
                   status.error->text.find("roxy") != std::string::npos;
        });
    };
    QVERIFY2(soon(isSaid), scene.words());
    QVERIFY(relay.asked > 0);
    QCOMPARE(scene.informer->status().staleSince.has_value(), isWatch);
    relay.behave(good);
    since.start();
    QVERIFY2(soon([&] {
                 if (answer.isEmpty() && since.elapsed() > 300) { // what was asked of it before it was mended
                     scene.clock.advance(11s);
                     since.start();
                 }
                 return scene.isLiveInTime();
             }),
             scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
}

void TestFaultsWay::proxiesOfTheEnvironment_data()
{
    QTest::addColumn<QByteArray>("exempt"); // OWN is the server's address
    QTest::addColumn<bool>("isLive");
    QTest::newRow("N18 a dead proxy of the environment") << QByteArray() << false;
    QTest::newRow("N18 NO_PROXY names the server") << QByteArray("other,OWN") << true;
    QTest::newRow("N18 NO_PROXY names the server's network") << QByteArray("OWN/24") << true;
    QTest::newRow("N18 NO_PROXY names another") << QByteArray("cluster.example") << false;
}

void TestFaultsWay::proxiesOfTheEnvironment()
{
    QFETCH(QByteArray, exempt);
    QFETCH(bool, isLive);
    if (ownAddress().isEmpty())
        QSKIP("this machine has the loopback address alone");
    qputenv("HTTPS_PROXY", QByteArray("http://127.0.0.1:" + QByteArray::number(steadyPort())));
    qputenv("NO_PROXY", exempt.replace("OWN", ownAddress().toLatin1()));
    Scene scene(Way::Gzip);
    scene.start();
    qunsetenv("HTTPS_PROXY");
    qunsetenv("NO_PROXY");
    QVERIFY2(soon([&] { return scene.isLive() || scene.isPausing(); }), scene.words());
    QCOMPARE(scene.isLive(), isLive);
    if (!isLive)
        QVERIFY(scene.said(WatchState::Waiting, ErrorKind::ProxyFailed));
    QCOMPARE(scene.script.connections() > 0, isLive);
}

/// The names in the extension "application_layer_protocol_negotiation" of a ClientHello. Source: RFC 8446, 4.1.2; RFC
/// 7301, 3.1.
QByteArrayList offeredProtocols(const QByteArray &hello)
{
    const auto number = [&hello](qsizetype at, int bytes) {
        qsizetype value = 0;
        for (int i = 0; i < bytes && at + i < hello.size(); ++i)
            value = value << 8 | quint8(hello[at + i]);
        return value;
    };
    qsizetype at = 5 + 4 + 2 + 32; // the record's head, the handshake's, the version, the random bytes
    at += 1 + number(at, 1);       // session
    at += 2 + number(at, 2);       // ciphers
    at += 1 + number(at, 1);       // compression
    const qsizetype end = at + 2 + number(at, 2);
    QByteArrayList names;
    for (at += 2; at + 4 <= end && at + 4 <= hello.size(); at += 4 + number(at + 2, 2)) {
        if (number(at, 2) != 16)
            continue;
        const qsizetype last = at + 4 + number(at + 2, 2);
        for (qsizetype name = at + 6; name < last; name += 1 + number(name, 1))
            names << hello.mid(name + 1, number(name, 1));
    }
    return names;
}

/// HTTP/2 is switched off (Qt below 6.5.7 has holes in it, and one connection would carry all watches): it is neither
/// offered nor used, so its faults cannot happen.
void TestFaultsWay::noHttp2IsOffered()
{
    QByteArray hello;
    Scene scene(Way::Tls);
    ScriptServer listener;
    listener.onBytes = [&hello](QSslSocket &socket) {
        hello += socket.readAll();
        socket.abort();
    };
    scene.access.server.setPort(listener.serverPort());
    scene.start();
    QVERIFY(soon([&] { return scene.isPausing(); }));
    QVERIFY(hello.size() > 100 && hello[0] == 22);
    QVERIFY2(!offeredProtocols(hello).contains("h2"), offeredProtocols(hello).join(' ').constData());
    QVERIFY(!hello.contains("h2c"));
    m_executed.add("H21");

    Scene real(Way::Tls);
    QVERIFY2(real.watches(), real.words()); // our server speaks HTTP/1.1 alone
    m_executed.add("H21");
}

} // namespace tst_faults_way

WK_TEST(tst_faults_way, TestFaultsWay, QCoreApplication)
#include "tst_faults_way.moc"
