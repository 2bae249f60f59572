// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/matrixcases.h"
#include "tests/support/testregistry.h"

#include <QPointer>
#include <QTest>
#include <QTimer>

namespace tst_faults_segments {

using namespace wk;
using namespace wk::matrix;

/// Where the bytes of an answer end, H25, H27 and H28 of the fault matrix: what lies behind it answers nothing, and
/// where it is cut into segments makes no difference.
class TestFaultsSegments : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSecondAnswerIsNoOnes_data();
    void aSecondAnswerIsNoOnes();
    void aSecondAnswerThatComesLaterIsNoOnes();
    void answersAreTheSameWhereverTheyAreCut();
    void aHeadThatIsCutOffIsNone_data();
    void aHeadThatIsCutOffIsNone();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

std::string objectOf(const char *name, int version)
{
    return R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" + std::string(name) +
           R"(","namespace":"web","uid":"uid-)" + name + R"(","resourceVersion":")" + std::to_string(version) +
           R"("},"data":{"text":"x"}})";
}

std::string eventOf(const char *type, const std::string &object)
{
    return R"({"type":")" + std::string(type) + R"(","object":)" + object + "}\n";
}

/// Answers with something that is not there.
std::string forgedList()
{
    return text(ScriptServer::json(QByteArray::fromStdString(
        R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"2000"},"items":[)" +
        objectOf("intruder", 2000) + "]}")));
}

std::string forgedStream()
{
    return text(ScriptServer::streamHead()) + chunk(eventOf("ADDED", objectOf("intruder", 2000)));
}

void verifyNoIntruder(const Scene &scene)
{
    for (const EntryPtr &entry : scene.entries) {
        QVERIFY(!entry->object || entry->object->name != "intruder");
        for (const ObjectPtr &object : entry->objects ? *entry->objects : std::vector<ObjectPtr>())
            QVERIFY(object->name != "intruder");
    }
    QCOMPARE(scene.wrongs(), QString());
}

void TestFaultsSegments::aSecondAnswerIsNoOnes_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<Place>("place");
    QTest::addColumn<std::string>("second");
    for (const Way way : {Way::Plain, Way::Tls}) {
        const auto row = [way](const char *name, Place place, const std::string &second) {
            QTest::addRow("H25 %s%s", name, way == Way::Tls ? ", over TLS" : "") << way << place << second;
        };
        row("a second page behind the first, before it is asked for", Place::ListAnswer, forgedList());
        row("a stream behind a list", Place::List, forgedStream());
        row("half a head behind a list", Place::List, "HTTP/1.1 200 OK\r\nX-Note: ");
        row("a stream behind the end of a stream", Place::Frames, "0\r\n\r\n" + forgedStream());
        row("a stream behind an answer that the server is busy", Place::Watch,
            status(429, "TooManyRequests", "busy") + forgedStream());
    }
}

void TestFaultsSegments::aSecondAnswerIsNoOnes()
{
    QFETCH(Way, way);
    QFETCH(Place, place);
    QFETCH(std::string, second);
    Scene scene(way);
    const bool isOfPages = place == Place::ListAnswer;
    for (int i = 0; isOfPages && i < 600; ++i)
        scene.put("object-" + std::to_string(i));
    const bool isOfList = isOfPages || place == Place::List;
    if (isOfList) {
        scene.script.add({Place::ListAnswer, [&second](const auto &, std::string_view answer) {
                              return Deed{.instead = std::string(answer) + second};
                          }});
        scene.start();
    } else {
        QVERIFY2(scene.watches(), scene.words());
        if (place == Place::Watch)
            scene.script.add(endsInOrder());
        scene.script.add(place == Place::Watch ? says(place, second) : adds(second));
        scene.put("settings");
    }
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    scene.put("settings");
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    verifyNoIntruder(scene);
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), isOfPages ? 2 : 1);
    QCOMPARE(scene.script.connections(), place == Place::Watch ? 3 : 2);
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error || status.error->kind == ErrorKind::TooManyRequests, scene.words());
}

/// An API server of three config maps and a stream of three changes, which says both as the test wants it.
class SegmentServer : public ScriptServer
{
public:
    using Says = std::function<void(QSslSocket &, const QByteArray &)>;

    SegmentServer()
    {
        setScript([this](QSslSocket &socket, const Request &request) {
            socket.setSocketOption(QAbstractSocket::LowDelayOption, 1);
            const bool isWatch = request.target.contains("watch=true");
            (isWatch ? watch : list)(socket, isWatch ? stream() : page());
        });
    }

    /// In chunks, with all that may lie around them.
    static QByteArray page()
    {
        const std::string body =
            R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"100"},"items":[)" +
            objectOf("settings", 98) + "," + objectOf("certs", 99) + "," + objectOf("feature-flags", 100) + "]}";
        const std::string half = body.substr(0, body.size() / 2);
        char size[20];
        std::snprintf(size, sizeof size, "%zx", half.size());
        return "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + streamHead() +
               QByteArray::fromStdString(size + (";x=\"y\"\r\n" + half) + "\r\n" +
                                         matrix::chunk(body.substr(half.size()))) +
               "0;last\r\nX-Sum: 1\r\n\r\n";
    }
    static QByteArray stream()
    {
        return streamHead() + QByteArray::fromStdString(matrix::chunk(eventOf("MODIFIED", objectOf("settings", 101))) +
                                                        matrix::chunk(eventOf("ADDED", objectOf("made-later", 102)) +
                                                                      eventOf("DELETED", objectOf("certs", 103))));
    }
    static void whole(QSslSocket &socket, const QByteArray &bytes) { socket.write(bytes); }

    Says list = whole;
    Says watch = whole;
};

constexpr std::size_t Changes = 3;

/// What a client of a SegmentServer was told, in words.
QByteArray storyOf(const Scene &scene)
{
    QByteArray story;
    for (const EntryPtr &entry : scene.entries) {
        story += QByteArray::number(int(entry->type)) + ' ' + QByteArray::number(int(entry->origin));
        for (const ObjectPtr &object : entry->objects ? *entry->objects : std::vector<ObjectPtr>())
            story += ' ' + QByteArray::fromStdString(object->name + '@' + object->version.text());
        if (entry->object)
            story += ' ' + QByteArray::fromStdString(entry->object->name + '@' + entry->object->version.text());
        story += '\n';
    }
    for (const auto &[name, version] : versionsOf(scene.informer->store()))
        story += QByteArray::fromStdString(name + '@' + version + '\n');
    return story;
}

bool hasHeardAll(const Scene &scene)
{
    return std::size_t(std::count_if(scene.entries.begin(), scene.entries.end(),
                                     [](const EntryPtr &entry) { return isSeen(*entry); })) >= Changes;
}

/// A client that knows nothing yet.
void startAnew(Scene &scene, const SegmentServer &server)
{
    scene.informer.reset();
    scene.entries.clear();
    scene.told.clear();
    scene.access = {};
    scene.access.server = server.url();
    scene.start();
}

/// It comes when the connection has been kept and nobody has asked for anything.
void TestFaultsSegments::aSecondAnswerThatComesLaterIsNoOnes()
{
    SegmentServer server;
    QPointer<QSslSocket> kept;
    server.watch = [&](QSslSocket &socket, const QByteArray &) {
        kept = &socket;
        socket.write(FaultServer::status(429, "TooManyRequests", "busy"));
    };
    Scene scene;
    startAnew(scene, server);
    QVERIFY2(soon([&] { return scene.isPausing(); }), scene.words());
    QCOMPARE(server.connections, 1);
    QCOMPARE(server.open, 1);
    kept->write(QByteArray::fromStdString(forgedStream()));
    QVERIFY(soon([&] { return server.open == 0; }));
    server.watch = SegmentServer::whole;
    scene.skipPause();
    QVERIFY2(soon([&] { return hasHeardAll(scene); }), scene.words());
    QCOMPARE(server.connections, 2);
    QVERIFY(!storyOf(scene).contains("intruder"));
    m_executed.add("H25");
}

void TestFaultsSegments::answersAreTheSameWhereverTheyAreCut()
{
    SegmentServer server;
    qsizetype at = 0;
    server.list = server.watch = [&at](QSslSocket &socket, const QByteArray &bytes) {
        socket.write(bytes.first(std::min(at, bytes.size())));
        socket.flush();
        QTimer::singleShot(1, Qt::PreciseTimer, &socket, [&socket, rest = bytes.mid(at)] { socket.write(rest); });
    };
    Scene scene;
    QByteArray first;
    const qsizetype most = std::max(SegmentServer::page().size(), SegmentServer::stream().size());
    for (; at < most; ++at) {
        startAnew(scene, server);
        QVERIFY2(soon([&] { return hasHeardAll(scene); }), scene.words());
        if (at == 0)
            first = storyOf(scene);
        QCOMPARE(storyOf(scene), first);
        for (const WatchStatus &status : scene.told)
            QVERIFY2(!status.error, scene.words());
    }
    QVERIFY(first.endsWith("feature-flags@100\nmade-later@102\nsettings@101\n"));
    QCOMPARE(server.requests.size(), std::size_t(2 * most));
    m_executed.add("H27", int(most));
}

void TestFaultsSegments::aHeadThatIsCutOffIsNone_data()
{
    QTest::addColumn<bool>("isReset");
    QTest::addColumn<bool>("isWatch");
    for (const bool isReset : {false, true}) {
        for (const bool isWatch : {false, true})
            QTest::addRow("H28 %s behind each byte of the head of a %s", isReset ? "RST" : "FIN",
                          isWatch ? "watch" : "list")
                << isReset << isWatch;
    }
}

void TestFaultsSegments::aHeadThatIsCutOffIsNone()
{
    QFETCH(bool, isReset);
    QFETCH(bool, isWatch);
    SegmentServer server;
    Scene scene;
    const QByteArray answer = isWatch ? SegmentServer::stream() : SegmentServer::page();
    const qsizetype headBytes = answer.indexOf("\r\n\r\n", answer.indexOf(" 200 ")) + 4;
    for (qsizetype at = 0; at <= headBytes; ++at) {
        (isWatch ? server.watch : server.list) = [at, isReset](QSslSocket &socket, const QByteArray &bytes) {
            socket.write(bytes.first(at));
            socket.flush();
            if (isReset)
                ScriptServer::reset(socket);
            else
                socket.disconnectFromHost();
        };
        startAnew(scene, server);
        QVERIFY2(soon([&] { return scene.isPausing(); }), scene.words());
        QVERIFY2(scene.said(WatchState::Waiting, ErrorKind::ConnectionLost), scene.words());
        QCOMPARE(scene.informer->hasSynced(), isWatch);
        QCOMPARE(scene.informer->store().size(), isWatch ? Changes : 0);
        server.list = server.watch = SegmentServer::whole;
        scene.skipPause();
        QVERIFY2(soon([&] { return hasHeardAll(scene); }), scene.words());
        QVERIFY(storyOf(scene).endsWith("feature-flags@100\nmade-later@102\nsettings@101\n"));
        QCOMPARE(scene.count(EntryType::Gap), 0);
    }
    m_executed.add("H28", int(headBytes)); // and the row itself
}

} // namespace tst_faults_segments

WK_TEST(tst_faults_segments, TestFaultsSegments, QCoreApplication)
#include "tst_faults_segments.moc"
