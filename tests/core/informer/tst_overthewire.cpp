// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/kubetransport.h"
#include "core/informer/sharedinformer.h"
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/support/fakecredentials.h"
#include "tests/support/faultserver.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_overthewire {

using namespace wk;
using namespace std::chrono_literals;

namespace {

FaultServer::Fault answers(const QByteArray &bytes)
{
    return [bytes](QSslSocket &socket, const ScriptServer::Request &) { socket.write(bytes); };
}

/// A server that fails as it is told, and an informer on it over real sockets, on a clock that the test turns.
struct Scene {
    Scene()
    {
        access.server = server.url();
        transport = std::make_unique<KubeTransport>(access, clock, credentials);
        WatchScope scope;
        scope.resource.gvr = {"", "v1", "configmaps"};
        scope.resource.kind = "ConfigMap";
        scope.ns = "web";
        informer = std::make_unique<SharedInformer>(1, std::make_unique<KubeListerWatcher>(*transport, clock, scope),
                                                    clock, SharedInformer::Options{[] { return 0.0; }, {}, {}});
        informer->addHandler([this](const std::vector<EntryPtr> &turn) {
            for (const EntryPtr &entry : turn)
                heard.append(QString::fromLatin1(typeName(entry->type)));
        });
        informer->start();
    }
    bool isLive() const { return informer->status().state == WatchState::Live && server.streams() > 0 && isEqual(); }
    bool isEqual() const
    {
        std::map<std::string, std::string> held;
        for (const ObjectPtr &object : informer->store().all())
            held[object->name] = object->version.text();
        return held == server.truth();
    }
    /// The same, waiting out what the informer waits for.
    bool isLiveInTime()
    {
        if (informer->status().nextTry)
            clock.advance(wait());
        return informer->status().state == WatchState::Live && server.streams() > 0;
    }
    /// The stream, grown old enough to be trusted, is cut: it is opened again at once.
    void cut()
    {
        server.put("settled"); // until this has come nobody knows whether the stream's head has
        [this] { QTRY_VERIFY(informer->store().find("web", "settled")); }();
        clock.advance(10s);
        server.cutStreams();
    }
    std::chrono::milliseconds wait() const
    {
        return std::chrono::ceil<std::chrono::milliseconds>(*informer->status().nextTry - clock.wallNow());
    }
    int lists() const
    {
        return int(std::count_if(server.requests.begin(), server.requests.end(),
                                 [](const ScriptServer::Request &asked) { return asked.target.contains("limit="); }));
    }

    ManualClock clock;
    FaultServer server;
    ClusterAccess access;
    FakeCredentials credentials;
    std::unique_ptr<KubeTransport> transport;
    std::unique_ptr<SharedInformer> informer;
    QStringList heard;
};

} // namespace

/// Rules of the list-watch contract over real sockets.
class TestOverTheWire : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C19_aBusyServerIsAskedWhenItSays_data();
    void C19_aBusyServerIsAskedWhenItSays();
    void relists_data();
    void relists();
    void C23_aPoisonObjectIsOneUnreadableObject();
};

void TestOverTheWire::C19_aBusyServerIsAskedWhenItSays_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("wait"); ///< ms; our own first pause is 800
    QTest::newRow("in seven seconds") << QByteArray("Retry-After: 7\r\n") << 7000;
    QTest::newRow("at once: our own pause") << QByteArray("Retry-After: 0\r\n") << 800;
    QTest::newRow("a negative number: our own pause") << QByteArray("Retry-After: -1\r\n") << 800;
    QTest::newRow("in three years: five minutes") << QByteArray("Retry-After: 99999999\r\n") << 300'000;
    QTest::newRow("at a date") << QByteArray("Retry-After: Sat, 21 Nov 2026 09:22:00 GMT\r\n") << 43'000;
    QTest::newRow("garbage: our own pause") << QByteArray("Retry-After: soon\r\n") << 800;
    QTest::newRow("nothing said: our own pause") << QByteArray() << 800;
}

void TestOverTheWire::C19_aBusyServerIsAskedWhenItSays()
{
    QFETCH(QByteArray, header);
    QFETCH(int, wait);
    Scene scene;
    QTRY_VERIFY(scene.isLive());
    scene.server.onWatch = answers(FaultServer::status(429, "TooManyRequests", "storage is (re)initializing", header));
    scene.cut();
    QTRY_VERIFY(scene.informer->status().state == WatchState::Waiting);
    QVERIFY(scene.informer->status().error->kind == ErrorKind::TooManyRequests);
    QCOMPARE(int(scene.wait().count()), wait);
    const std::size_t asked = scene.server.requests.size();
    scene.server.heal();
    scene.server.put("meanwhile");
    scene.clock.advance(std::chrono::milliseconds(wait - 1));
    QCOMPARE(scene.server.requests.size(), asked);
    scene.clock.advance(1ms);
    QTRY_VERIFY(scene.isLive());
    QCOMPARE(scene.lists(), 1);
    QCOMPARE(scene.heard.join(u' '), QStringLiteral("LIST ADDED RECONNECT ADDED"));
}

void TestOverTheWire::relists_data()
{
    QTest::addColumn<bool>("inStream");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("status");
    const auto row = [](const char *name, bool inStream, int code, const char *status) {
        QTest::newRow(name) << inStream << code << QByteArray(status);
    };
    const char *expired = R"({"kind":"Status","reason":"Expired","message":"too old resource version","code":410})";
    const char *gone = R"({"kind":"Status","reason":"Gone","code":410})";
    const char *cause =
        R"({"kind":"Status","reason":"Timeout","details":{"causes":[{"reason":"ResourceVersionTooLarge"}]},"code":504})";
    const char *message =
        R"({"kind":"Status","reason":"Timeout","details":{"causes":[{"message":"Too large resource version"}]},"code":504})";
    const char *text =
        R"({"kind":"Status","reason":"Timeout","message":"Too large resource version: 9, current: 5","code":504})";
    row("C17 410 Expired as an answer", false, 410, expired);
    row("C17 410 Expired in the stream", true, 410, expired);
    row("C17 410 Gone as an answer", false, 410, gone);
    row("C17 410 Gone in the stream", true, 410, gone);
    row("C18 too large a version as an answer: the cause's reason", false, 504, cause);
    row("C18 too large a version as an answer: the cause's message, 1.17", false, 504, message);
    row("C18 too large a version as an answer: the message, before 1.17", false, 504, text);
    row("C18 too large a version in the stream: the cause's reason", true, 504, cause);
    row("C18 too large a version in the stream: the cause's message, 1.17", true, 504, message);
    row("C18 too large a version in the stream: the message, before 1.17", true, 504, text);
}

void TestOverTheWire::relists()
{
    QFETCH(bool, inStream);
    QFETCH(int, code);
    QFETCH(QByteArray, status);
    Scene scene;
    QTRY_VERIFY(scene.isLive());
    if (inStream) {
        scene.clock.advance(10s);
        scene.server.say(FaultServer::event("ERROR", status));
        scene.server.silenceStreams();
    } else {
        scene.server.onWatch = [&](QSslSocket &socket, const ScriptServer::Request &) {
            socket.write(ScriptServer::answer(code, "Content-Type: application/json\r\n", status));
            scene.server.heal();
        };
        scene.cut();
    }
    scene.server.put("meanwhile");
    QTRY_VERIFY(scene.isLive());
    QCOMPARE(scene.lists(), 2);
    QCOMPARE(scene.heard.count(QStringLiteral("GAP")), 1);
    QCOMPARE(scene.heard.count(QStringLiteral("RELIST")), 1);
}

void TestOverTheWire::C23_aPoisonObjectIsOneUnreadableObject()
{
    const QByteArray odd =
        R"({"metadata":{"name":"odd","namespace":"web","uid":"u","resourceVersion":"103"},"data":{"v":"\x"}})";
    Scene scene;
    QTRY_VERIFY(scene.isLive());
    scene.clock.advance(10s);
    const QByteArray cutLine = R"({"type":"MODIFIED","object":{"metadata":{"name":"odd")"
                               "\n";
    scene.server.onWatch = answers(ScriptServer::streamHead() + ScriptServer::chunk(cutLine));
    scene.server.onList = answers(ScriptServer::json(
        R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"103"},"items":[)" + odd + "]}"));
    scene.server.say(cutLine);
    scene.server.silenceStreams();
    QTRY_VERIFY(scene.informer->store().find("web", "odd"));
    scene.server.heal();
    const ObjectPtr object = scene.informer->store().find("web", "odd");
    QVERIFY(object->unreadable != Unreadable::No);
    QCOMPARE(object->uid.text() + "@" + object->version.text(), std::string("u@103"));
    QVERIFY(QByteArray::fromStdString(object->body.object()).endsWith(odd.mid(1)));
    QCOMPARE(scene.heard.count(QStringLiteral("RELIST")), 1);
    QTRY_VERIFY(scene.isLiveInTime()); // one that was asked for before the server was healed may break yet
    scene.server.put("good");
    QTRY_VERIFY(scene.informer->store().find("web", "good"));
    QVERIFY(scene.informer->store().find("web", "odd"));
    QCOMPARE(scene.lists(), 2);
}

} // namespace tst_overthewire

WK_TEST(tst_overthewire, TestOverTheWire, QCoreApplication)
#include "tst_overthewire.moc"
