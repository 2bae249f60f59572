// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/deadends.h"
#include "tests/contract/matrixcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <deque>

namespace tst_faults_cuts {

using namespace wk;
using namespace wk::matrix;

/// Streams and lists that are cut at every byte: N7, N8, N10 of the fault matrix.
class TestFaultsCuts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStreamCutAtEveryByte_data();
    void aStreamCutAtEveryByte();
    void aStreamWithoutLengthCutByFin();
    void aListCutAtEveryByte_data();
    void aListCutAtEveryByte();
    void aListWithoutLengthCutByFin();
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

QByteArray cutAt(std::size_t byte)
{
    return "cut at byte " + QByteArray::number(qulonglong(byte));
}

const std::string HeadWithoutLength = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";

/// Streams as the test hands them out, one by one: to everyone else the server is busy. The client waits for its next
/// try from the beginning to the end and between two calls.
class Streams
{
public:
    using Answer = FaultScript::Decide;

    explicit Streams(Scene &scene)
        : m_scene(scene)
    {
        using apiserver::Request;
        scene.script.add({Place::Watch,
                          [this](const Request &request, std::string_view) {
                              const std::lock_guard lock(m_mutex);
                              if (m_instead)
                                  return std::exchange(m_instead, {})(request, {});
                              return m_frames.empty() ? Deed{.instead = status(429, "TooManyRequests", "busy")}
                                                      : Deed{};
                          },
                          FaultScript::Always});
        scene.script.add({Place::Frames,
                          [this](const Request &request, std::string_view frames) {
                              const std::lock_guard lock(m_mutex);
                              if (m_frames.empty())
                                  return WholeAndFin(request, frames);
                              const Answer answer = m_frames.front();
                              m_frames.pop_front();
                              return answer(request, frames);
                          },
                          FaultScript::Always});
        scene.put("settings");
        arrived();
    }

    /// Three changes; of the stream that brings them so much comes as `frames` says, and the rest by the next.
    bool meetThreeChanges(const Answer &frames)
    {
        hand({frames, WholeAndFin}, {});
        return arrived();
    }
    /// The same with an answer of the test's own in place of the first stream.
    bool meetThreeChangesInstead(const Answer &answer)
    {
        hand({WholeAndFin}, answer);
        return arrived();
    }

private:
    static Deed WholeAndFin(const apiserver::Request &, std::string_view) { return {.then = Then::Close}; }

    void hand(std::deque<Answer> frames, Answer instead)
    {
        for (const char *name : {"settings", "certs", "feature-flags"})
            m_scene.put(name);
        const std::lock_guard lock(m_mutex);
        m_frames = std::move(frames);
        m_instead = std::move(instead);
    }
    bool arrived()
    {
        return soon([this] {
            if (!m_scene.isPausing())
                return false;
            const std::lock_guard lock(m_mutex);
            if (versionsOf(m_scene.informer->store()) == m_scene.truth()) {
                m_frames.clear();
                return true;
            }
            m_scene.skipPause();
            return false;
        });
    }

    Scene &m_scene;
    std::mutex m_mutex;
    std::deque<Answer> m_frames; ///< of the streams that may be opened
    Answer m_instead;            ///< of the next watch
};

void TestFaultsCuts::aStreamCutAtEveryByte_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<Then>("then");
    QTest::addColumn<int>("stride");
    QTest::addColumn<QByteArray>("id");
    const auto row = [](const char *name, Way way, Then then, int stride) {
        QTest::newRow(name) << way << then << stride << QByteArray(name).left(2);
    };
    row("N7 RST at every byte of a stream of three events", Way::Plain, Then::Reset, 1);
    row("N7 RST at every 50th byte over TLS", Way::Tls, Then::Reset, 50);
    row("N8 FIN at every third byte of a stream of three events", Way::Plain, Then::Close, 3);
    row("N8 FIN at every 50th byte over TLS", Way::Tls, Then::Close, 50);
}

void TestFaultsCuts::aStreamCutAtEveryByte()
{
    QFETCH(Way, way);
    QFETCH(Then, then);
    QFETCH(int, stride);
    QFETCH(QByteArray, id);
    Scene scene(way);
    QVERIFY2(scene.watches(), scene.words());
    Streams streams(scene);
    std::atomic<std::size_t> whole = 1;
    int cuts = 0;
    for (std::size_t at = 0; at < whole; at += std::size_t(stride), ++cuts) {
        const std::size_t before = scene.entries.size();
        const bool isWhole = streams.meetThreeChanges([&whole, at, then](const auto &, std::string_view frames) {
            whole = frames.size();
            return Deed{.upTo = at, .then = then};
        });
        QVERIFY2(isWhole, cutAt(at).constData());
        QCOMPARE(std::count_if(scene.entries.begin() + std::ptrdiff_t(before), scene.entries.end(),
                               [](const EntryPtr &entry) { return isSeen(*entry); }),
                 3);
    }
    QVERIFY(cuts * stride > 1000);
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add(id.toStdString(), cuts);
}

void TestFaultsCuts::aStreamWithoutLengthCutByFin()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    Streams streams(scene);
    std::atomic<std::size_t> whole = 1;
    int cuts = 0;
    for (std::size_t at = 0; at < whole; at += 7, ++cuts) {
        const auto answer = [&scene, &whole, at](const apiserver::Request &request, auto) {
            const std::string lines = scene.linesAfter(std::stoull(request.query.value("resourceVersion")));
            whole = lines.size();
            return Deed{.instead = HeadWithoutLength + lines.substr(0, at), .then = Then::Close};
        };
        QVERIFY2(streams.meetThreeChangesInstead(answer), cutAt(at).constData());
    }
    QVERIFY(cuts > 50);
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("N10", cuts);
}

void TestFaultsCuts::aListCutAtEveryByte_data()
{
    QTest::addColumn<Way>("way");
    QTest::addColumn<int>("places"); // 0: every byte
    QTest::newRow("N8 FIN at every byte of a list") << Way::Plain << 0;
    QTest::newRow("N8 FIN at fifty places of a list over TLS") << Way::Tls << 50;
    QTest::newRow("N8 FIN at a hundred places of a compressed list") << Way::Gzip << 100;
}

void TestFaultsCuts::aListCutAtEveryByte()
{
    QFETCH(Way, way);
    QFETCH(int, places);
    if (way == Way::Gzip && ownAddress().isEmpty())
        QSKIP("this machine has the loopback address alone");
    Scene scene(way);
    if (way == Way::Gzip)
        scene.fill(); // answers from 128 KiB on are compressed
    scene.connect();
    std::atomic<std::size_t> whole = 1;
    int cuts = 0;
    for (std::size_t at = 0; at < whole; ++cuts) {
        scene.script.add({Place::ListAnswer,
                          [&whole, at](const auto &, std::string_view answer) {
                              whole = answer.size();
                              return Deed{.upTo = at, .then = Then::Close};
                          },
                          FaultScript::Always});
        const auto informer = scene.makeInformer(1);
        informer->start();
        QVERIFY2(soon([&] { return informer->status().nextTry || informer->hasSynced(); }), cutAt(at).constData());
        // Once its JSON is whole, what ends the answer is of no account.
        const bool isWhole = informer->hasSynced();
        QVERIFY2(!isWhole || at + 10 >= whole, cutAt(at).constData());
        QVERIFY2(versionsOf(informer->store()) == (isWhole ? scene.truth() : Versions()), cutAt(at).constData());
        scene.script.heal();
        at += places == 0 ? 1 : std::max<std::size_t>(whole / std::size_t(places), 1);
    }
    QVERIFY(cuts >= (places == 0 ? 1000 : places));
    scene.informer->start();
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    m_executed.add("N8", cuts);
}

void TestFaultsCuts::aListWithoutLengthCutByFin()
{
    Scene scene;
    scene.connect();
    std::atomic<std::size_t> whole = 1;
    int cuts = 0;
    for (std::size_t at = 0; at < whole; at += 13, ++cuts) {
        scene.script.add({Place::ListAnswer,
                          [&whole, at](const auto &, std::string_view answer) {
                              const std::string body(answer.substr(answer.find("\r\n\r\n") + 4));
                              whole = body.size();
                              return Deed{.instead = HeadWithoutLength + body.substr(0, at), .then = Then::Close};
                          },
                          FaultScript::Always});
        const auto informer = scene.makeInformer(1);
        informer->start();
        QVERIFY2(soon([&] { return informer->status().nextTry || informer->hasSynced(); }), cutAt(at).constData());
        QVERIFY2(!informer->hasSynced() || at + 1 == whole, cutAt(at).constData()); // a newline ends the list
        scene.script.heal();
    }
    QVERIFY(cuts > 50);
    m_executed.add("N10", cuts);
}

} // namespace tst_faults_cuts

WK_TEST(tst_faults_cuts, TestFaultsCuts, QCoreApplication)
#include "tst_faults_cuts.moc"
