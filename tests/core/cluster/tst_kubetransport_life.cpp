// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "tests/support/kubefixture.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_kubetransport_life {

using namespace wk;
using namespace std::chrono_literals;

/// How requests wait, time out, sign in again and are given up.
class TestKubeTransportLife : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void twelveWatchesOnOneHostAllStart();
    void listsWaitForTheirTurnInOrder();
    void aWatchThatIsGivenUpTakesItsConnectionAlong();
    void C22_aHeadMustComeInTime_data();
    void C22_aHeadMustComeInTime();
    void aConnectionMustBeMadeInTime();
    void C22_silenceEndsAStream();
    void C22_silenceMayBeChanged();
    void C22_aProbeWaitsNoLongerThanItSays();
    void C30_a401IsAnsweredOnce();
    void C30_a401WithoutAnotherCredentialStays();
    void noCredentialNoRequest();
    void aTokenOverPlainHttpStaysHere();
    void C34_aDestroyedCallIsSilent_data();
    void C34_aDestroyedCallIsSilent();
    void aTransportMayGoBeforeItsCalls();
    void aFastServerDoesNotHoldTheThread();
};

void TestKubeTransportLife::twelveWatchesOnOneHostAllStart()
{
    KubeFixture f(says(ScriptServer::streamHead() + ScriptServer::chunk("x\n")));
    std::vector<HttpRecorder> heard(12);
    std::vector<std::unique_ptr<HttpCall>> calls;
    for (HttpRecorder &one : heard)
        calls.push_back(f.transport->get(getOf(RequestLane::Watch), &one));
    QTRY_VERIFY(std::all_of(heard.begin(), heard.end(), [](const HttpRecorder &one) { return one.text == "x\n"; }));
    QCOMPARE(f.transport->connectionCount(), 12);
    // They take nothing from a probe.
    f.server.setScript(says(ScriptServer::json("{}")));
    const auto probe = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
}

void TestKubeTransportLife::listsWaitForTheirTurnInOrder()
{
    std::vector<QSslSocket *> waiting;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) { waiting.push_back(&socket); });
    std::vector<HttpRecorder> heard(6);
    std::vector<std::unique_ptr<HttpCall>> calls;
    for (std::size_t i = 0; i < heard.size(); ++i)
        calls.push_back(
            f.transport->get(getOf(RequestLane::List, "/apis/g" + QByteArray::number(qulonglong(i))), &heard[i]));
    QTRY_COMPARE(waiting.size(), 4u);
    waiting[0]->write(ScriptServer::json("{}"));
    QTRY_COMPARE(waiting.size(), 5u);
    QCOMPARE(f.server.requests.back().target, QByteArray("/apis/g4"));
    calls[5].reset(); // gives its turn up
    waiting[1]->write(ScriptServer::json("{}"));
    QTRY_COMPARE(heard[0].ends + heard[1].ends + heard[2].ends + heard[3].ends, 2);
    HttpRecorder last;
    const auto call = f.transport->get(getOf(RequestLane::List, "/apis/last"), &last);
    QTRY_COMPARE(waiting.size(), 6u);
    QCOMPARE(f.server.requests.back().target, QByteArray("/apis/last"));
}

void TestKubeTransportLife::aWatchThatIsGivenUpTakesItsConnectionAlong()
{
    KubeFixture f(says(ScriptServer::streamHead() + ScriptServer::chunk("x\n")));
    std::vector<HttpRecorder> heard(11);
    std::vector<std::unique_ptr<HttpCall>> calls;
    for (HttpRecorder &one : heard)
        calls.push_back(f.transport->get(getOf(RequestLane::Watch), &one));
    QTRY_VERIFY(std::all_of(heard.begin(), heard.end(), [](const HttpRecorder &one) { return one.text == "x\n"; }));
    QCOMPARE(f.transport->connectionCount(), 11);
    calls.resize(10);
    QCOMPARE(f.transport->connectionCount(), 10);
    calls.clear();
    QCOMPARE(f.transport->connectionCount(), 0);
    QTRY_COMPARE(f.server.open, 0);
}

void TestKubeTransportLife::C22_aHeadMustComeInTime_data()
{
    QTest::addColumn<QByteArray>("begin");
    QTest::addColumn<std::chrono::milliseconds>("time");
    QTest::newRow("nothing comes") << QByteArray() << std::chrono::milliseconds(limits::HeadTime);
    QTest::newRow("a line without an end")
        << "HTTP/1.1 200 OK\r\nX-Long: " + QByteArray(1000, 'x') << std::chrono::milliseconds(limits::HeadReadTime);
}

void TestKubeTransportLife::C22_aHeadMustComeInTime()
{
    QFETCH(QByteArray, begin);
    QFETCH(std::chrono::milliseconds, time);
    KubeFixture f(says(begin));
    const auto call = f.transport->get(getOf(RequestLane::Watch), &f.heard);
    QTRY_COMPARE(f.server.requests.size(), 1u);
    QTRY_COMPARE(f.clock.untilNext(), time);
    f.clock.advance(time - 1ms);
    QCOMPARE(f.heard.outcome(), QByteArray("open"));
    f.clock.advance(1ms);
    QCOMPARE(f.heard.outcome(), QByteArray("TimedOut"));
    QTRY_COMPARE(f.server.open, 0);
    QVERIFY(f.clock.isIdle());
}

void TestKubeTransportLife::aConnectionMustBeMadeInTime()
{
    // A server that never says its part of the handshake.
    KubeFixture f;
    f.access.server.setScheme(QStringLiteral("https"));
    f.access.skipTlsVerify = true;
    f.connect();
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.server.connections, 1);
    f.clock.advance(limits::ConnectTime - 1ms);
    QCOMPARE(f.heard.outcome(), QByteArray("open"));
    f.clock.advance(1ms);
    QCOMPARE(f.heard.outcome(), QByteArray("TimedOut"));
    QVERIFY(f.server.requests.empty());
}

void TestKubeTransportLife::C22_silenceEndsAStream()
{
    QSslSocket *stream = nullptr;
    KubeFixture f([&](QSslSocket &socket, const ScriptServer::Request &) {
        stream = &socket;
        socket.write(ScriptServer::streamHead() + ScriptServer::chunk("a"));
    });
    HttpRequest wanted = getOf(RequestLane::Watch);
    wanted.silence = 150s;
    const auto call = f.transport->get(wanted, &f.heard);
    QTRY_COMPARE(f.heard.text, QByteArray("a"));
    for (int i = 2; i < 6; ++i) { // a byte every 100 s is not silence
        f.clock.advance(100s);
        stream->write(ScriptServer::chunk("a"));
        QTRY_COMPARE(f.heard.text.size(), i);
    }
    f.clock.advance(149s);
    QCOMPARE(f.heard.outcome(), QByteArray("open"));
    f.clock.advance(1s);
    QCOMPARE(f.heard.outcome(), QByteArray("TimedOut"));
}

void TestKubeTransportLife::C22_silenceMayBeChanged()
{
    KubeFixture f(says(ScriptServer::streamHead() + ScriptServer::chunk("a")));
    HttpRequest wanted = getOf(RequestLane::Watch);
    wanted.silence = 600s;
    const auto call = f.transport->get(wanted, &f.heard);
    call->setSilence(500s); // before it has begun
    QTRY_COMPARE(f.heard.text, QByteArray("a"));
    call->setSilence(150s);
    f.clock.advance(149s);
    QCOMPARE(f.heard.outcome(), QByteArray("open"));
    f.clock.advance(1s);
    QCOMPARE(f.heard.outcome(), QByteArray("TimedOut"));
    call->setSilence(1s); // after its end
}

void TestKubeTransportLife::C22_aProbeWaitsNoLongerThanItSays()
{
    KubeFixture f;
    HttpRequest wanted = getOf(RequestLane::Control, "/livez");
    wanted.silence = 10s;
    const auto call = f.transport->get(wanted, &f.heard);
    QTRY_COMPARE(f.server.requests.size(), 1u);
    QTRY_COMPARE(f.clock.untilNext(), 10'000ms);
    f.clock.advance(10s);
    QCOMPARE(f.heard.outcome(), QByteArray("TimedOut"));
}

void TestKubeTransportLife::C30_a401IsAnsweredOnce()
{
    KubeFixture f([](QSslSocket &socket, const ScriptServer::Request &request) {
        const bool known = request.header("authorization") == "Bearer new";
        socket.write(known ? ScriptServer::json("{}") : ScriptServer::answer(401, {}, "{}"));
    });
    f.access.signIn = TokenFile{"/nowhere", {}};
    f.connect();
    f.credentials.give("old");
    f.credentials.give("new");
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ok"));
    QCOMPARE(f.heard.heads.size(), 1u);
    QCOMPARE(f.server.requests.size(), 2u);
    QCOMPARE(f.credentials.refusals, 1);
}

void TestKubeTransportLife::C30_a401WithoutAnotherCredentialStays()
{
    KubeFixture f(says(ScriptServer::answer(401, {}, R"({"kind":"Status","message":"Unauthorized","code":401})")));
    f.access.signIn = TokenFile{"/nowhere", {}};
    f.connect();
    f.credentials.give("only");
    const auto same = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("Unauthorized"));
    QCOMPARE(f.heard.error->place, "127.0.0.1:" + std::to_string(f.server.url().port()));
    QCOMPARE(f.server.requests.size(), 1u);

    f.credentials.give("other, as bad");
    f.credentials.give("never tried");
    HttpRecorder again;
    const auto call = f.transport->get(getOf(), &again);
    QTRY_COMPARE(again.outcome(), QByteArray("CredentialFailed")); // blanks are in no token
    HttpRecorder third;
    const auto last = f.transport->get(getOf(), &third);
    QTRY_COMPARE(third.outcome(), QByteArray("CredentialFailed"));
    for (const auto &seen : f.server.requests)
        QCOMPARE(seen.header("authorization"), QByteArray("Bearer only"));
}

void TestKubeTransportLife::noCredentialNoRequest()
{
    KubeFixture f(says(ScriptServer::json("{}")));
    f.credentials.fail({ErrorKind::ConsentNeeded, "a plugin waits", {}, 0, {}});
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("ConsentNeeded"));
    QCOMPARE(f.server.connections, 0);
}

void TestKubeTransportLife::aTokenOverPlainHttpStaysHere()
{
    KubeFixture f;
    f.access.server = QUrl(QStringLiteral("http://192.0.2.1:6443")); // an address of nobody (RFC 5737)
    f.connect();
    f.credentials.give("t0ken");
    const auto call = f.transport->get(getOf(), &f.heard);
    QTRY_COMPARE(f.heard.outcome(), QByteArray("CredentialFailed"));
    QCOMPARE(f.transport->connectionCount(), 0);
}

void TestKubeTransportLife::C34_aDestroyedCallIsSilent_data()
{
    QTest::addColumn<QByteArray>("when");
    for (const char *when : {"at once", "in head()", "in body()", "in finished()"})
        QTest::newRow(when) << QByteArray(when);
}

void TestKubeTransportLife::C34_aDestroyedCallIsSilent()
{
    QFETCH(QByteArray, when);
    const QByteArray large(400'000, 'x');
    KubeFixture f(says(ScriptServer::streamHead() + ScriptServer::chunk(large) +
                       (when == "in finished()" ? ScriptServer::lastChunk() : "")));
    auto call = f.transport->get(getOf(RequestLane::Watch), &f.heard);
    bool gone = false;
    const auto drop = [&] {
        call.reset();
        gone = true;
    };
    if (when == "at once")
        drop();
    else if (when == "in head()")
        f.heard.onHead = drop;
    else if (when == "in body()")
        f.heard.onBody = drop;
    else
        f.heard.onFinished = drop;
    QTRY_VERIFY(gone);
    const auto text = f.heard.text.size();
    // What comes behind it on the same lane is as good as ever, and nothing more is heard of the first.
    f.server.setScript(says(ScriptServer::json("{}")));
    HttpRecorder next;
    const auto following = f.transport->get(getOf(RequestLane::Watch), &next);
    QTRY_COMPARE(next.outcome(), QByteArray("ok"));
    QCOMPARE(f.heard.text.size(), text);
    QCOMPARE(f.heard.ends, when == "in finished()" ? 1 : 0);
}

void TestKubeTransportLife::aTransportMayGoBeforeItsCalls()
{
    KubeFixture f(says(ScriptServer::streamHead() + ScriptServer::chunk("x")));
    HttpRecorder other;
    auto running = f.transport->get(getOf(RequestLane::Watch), &f.heard);
    QTRY_COMPARE(f.heard.text, QByteArray("x"));
    auto waiting = f.transport->get(getOf(RequestLane::Watch), &other);
    f.transport.reset();
    QTRY_COMPARE(f.server.open, 0);
    QCOMPARE(f.heard.ends + other.ends, 0);
    QVERIFY(f.clock.isIdle());
}

void TestKubeTransportLife::aFastServerDoesNotHoldTheThread()
{
    // 40 MB are there at once; between their slices others get their turn.
    KubeFixture f([](QSslSocket &socket, const ScriptServer::Request &) {
        socket.write(ScriptServer::streamHead());
        for (int i = 0; i < 40; ++i)
            socket.write(ScriptServer::chunk(QByteArray(1'000'000, 'x')));
        socket.write(ScriptServer::lastChunk());
    });
    qsizetype largestTurn = 0;
    qsizetype before = 0;
    const auto call = f.transport->get(getOf(RequestLane::List), &f.heard);
    f.heard.onBody = [&] {
        if (before == 0) {
            before = f.heard.text.size();
            QMetaObject::invokeMethod(
                this,
                [&] {
                    largestTurn = std::max(largestTurn, f.heard.text.size() - before);
                    before = 0;
                },
                Qt::QueuedConnection);
        }
    };
    QTRY_COMPARE_WITH_TIMEOUT(f.heard.outcome(), QByteArray("ok"), 30'000);
    QCOMPARE(f.heard.text.size(), 40'000'000);
    QVERIFY2(largestTurn <= 4 * 1024 * 1024, QByteArray::number(largestTurn).constData());
}

} // namespace tst_kubetransport_life

WK_TEST(tst_kubetransport_life, TestKubeTransportLife, QCoreApplication)
#include "tst_kubetransport_life.moc"
