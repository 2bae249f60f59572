// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/contentrows.h"
#include "tests/support/faketransport.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_content {

using namespace wk;
using namespace wk::matrix;

/// Faults of what objects hold, the group J of the fault matrix: one odd object costs nobody else anything.
class TestFaultsContent : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOddValueCostsNoOtherObject_data() { content::addOddValues(); }
    void anOddValueCostsNoOtherObject();
    void aFrameIsOneValue_data();
    void aFrameIsOneValue();
    void everyFieldMayBeOdd_data() { content::addOddFields(); }
    void everyFieldMayBeOdd();
    void aTimeIsReadOrLeft_data();
    void aTimeIsReadOrLeft();
    void aListOfThousands();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

/// In the first list and in an event, over a socket, in a Table.
void TestFaultsContent::anOddValueCostsNoOtherObject()
{
    QFETCH(std::string, value);
    QFETCH(bool, isReadable);
    Scene scene;
    scene.putRaw("odd", value);
    scene.start();
    const auto isAsExpected = [&] {
        const auto object = scene.informer->store().find("web", "odd");
        return object && object->unreadable.empty() == isReadable &&
               object->body.object().find(value) != std::string::npos;
    };
    QVERIFY2(soon([&] { return scene.isLive() && scene.script.heads() == 1; }), scene.words());
    QVERIFY(isAsExpected());
    scene.putRaw("odd", value);
    scene.put("settings");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QVERIFY(isAsExpected());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.lists(), 1);
    QCOMPARE(scene.script.watches(), 1);
}

void TestFaultsContent::aFrameIsOneValue_data()
{
    QTest::addColumn<std::string>("frame");
    const std::string event =
        R"({"type":"MODIFIED","object":{"kind":"ConfigMap","metadata":{"name":"x","resourceVersion":"999"}}})";
    QTest::newRow("J7 garbage behind the value of a frame") << event + " garbage\n";
    QTest::newRow("J7 two values in one frame") << event + event + "\n";
    QTest::newRow("J7 a byte order mark before a frame") << "\xef\xbb\xbf" + event + "\n";
    QTest::newRow("J7 a frame that is a number") << std::string("42\n");
}

void TestFaultsContent::aFrameIsOneValue()
{
    QFETCH(std::string, frame);
    Scene scene;
    const Case row{.name = "",
                   .steps = {adds(chunk(frame))},
                   .state = WatchState::Resuming,
                   .kind = ErrorKind::BrokenFrame,
                   .after = [](Scene &seen) { QCOMPARE(seen.script.lists(), 1); }};
    meetTheWatch(scene, row);
}

/// In memory: as the odd one of three in a list, and in an event.
void TestFaultsContent::everyFieldMayBeOdd()
{
    QFETCH(std::string, object);
    const std::string good = R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"NAME","namespace":"web","uid":"u",)"
                             R"("resourceVersion":"7"}})";
    const auto named = [&good](const char *name) {
        std::string text = good;
        return text.replace(text.find("NAME"), 4, name);
    };
    const QByteArray list = QByteArray::fromStdString(
        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[)" + named("first") + "," +
        object + "," + named("last") + "]}");
    ManualClock clock;
    FakeTransport transport;
    ResourceInfo pods;
    pods.gvr = {"", "v1", "pods"};
    pods.kind = "Pod";
    pods.namespaced = true;
    SharedInformer::Options options;
    options.random = [] { return 0.0; };
    SharedInformer informer(1, std::make_unique<KubeListerWatcher>(transport, clock, KubeScope{pods, "web", {}, {}}),
                            clock, std::move(options));
    informer.start();
    transport.last().answer(list);
    QVERIFY(informer.hasSynced());
    QCOMPARE(informer.store().size(), 3u);
    transport.last().ok();
    transport.last().say(QByteArray::fromStdString(R"({"type":"MODIFIED","object":)" + object + "}\n"));
    for (int tries = 0; tries < 5 && informer.status().state != WatchState::Live; ++tries) {
        clock.advance(1s); // an event without a version is a reason to list again
        if (!transport.last().observer)
            continue;
        const bool isWatch = transport.last().target().contains("watch=true");
        isWatch ? transport.last().ok() : transport.last().answer(list);
    }
    QCOMPARE(informer.status().state, WatchState::Live);
    QVERIFY(informer.store().find("web", "first"));
    QVERIFY(informer.store().find("web", "last"));
}

void TestFaultsContent::aTimeIsReadOrLeft_data()
{
    QTest::addColumn<std::string>("text");
    QTest::addColumn<bool>("isTime");
    QTest::newRow("J12 no time") << std::string() << false;
    QTest::newRow("J12 nine digits behind the second") << std::string("2026-11-21T10:41:07.123456789Z") << true;
    QTest::newRow("J12 fourteen hours east") << std::string("2026-11-21T10:41:07+14:00") << true;
    QTest::newRow("J12 the year 9999999") << std::string("9999999-01-01T00:00:00Z") << false;
    QTest::newRow("J12 yesterday") << std::string("yesterday") << false;
}

void TestFaultsContent::aTimeIsReadOrLeft()
{
    QFETCH(std::string, text);
    QFETCH(bool, isTime);
    Scene scene;
    scene.script.add(
        says(Place::List, ScriptServer::json(QByteArray::fromStdString(
                                                 R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":)"
                                                 R"({"resourceVersion":"9"},"items":[{"metadata":{"name":"a",)"
                                                 R"("namespace":"web","resourceVersion":"9","creationTimestamp":")" +
                                                 text + "\"}}]}"))
                              .toStdString()));
    scene.start();
    QVERIFY2(soon([&] { return scene.informer->hasSynced(); }), scene.words());
    const auto object = scene.informer->store().find("web", "a");
    QVERIFY(object);
    QCOMPARE(object->created.has_value(), isTime);
    QVERIFY(object->body.object().find("\"" + text + "\"") != std::string::npos);
}

void TestFaultsContent::aListOfThousands()
{
    constexpr int Items = 30'000;
    std::string items;
    for (int i = 0; i < Items; ++i)
        items += std::string(i > 0 ? "," : "") + R"({"metadata":{"name":"object-)" + std::to_string(i) +
                 R"(","namespace":"web","uid":"u)" + std::to_string(i) + R"(","resourceVersion":"9"}})";
    Scene scene;
    scene.script.add(says(Place::List, ScriptServer::json(QByteArray::fromStdString(
                                                              R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":)"
                                                              R"({"resourceVersion":"9"},"items":[)" +
                                                              items + "]}"))
                                           .toStdString()));
    scene.start();
    QVERIFY2(soon([&] { return scene.informer->hasSynced(); }), scene.words());
    QCOMPARE(scene.informer->store().size(), std::size_t(Items));
    QVERIFY(scene.informer->status().memoryBytes < 10 * items.size());
    m_executed.add("J14");
}

} // namespace tst_faults_content

WK_TEST(tst_faults_content, TestFaultsContent, QCoreApplication)
#include "tst_faults_content.moc"
