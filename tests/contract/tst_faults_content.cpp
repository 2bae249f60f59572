// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/displaysafe.h"
#include "core/resource/bodystore.h"
#include "core/resource/kubeevent.h"
#include "tests/contract/contentrows.h"
#include "tests/contract/deadends.h"
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
    void whatIsShownIsSafe_data() { content::addOddTexts(); }
    void whatIsShownIsSafe();
    void aCountIsKeptWithinBounds_data();
    void aCountIsKeptWithinBounds();
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
        return object && (object->unreadable == Unreadable::No) == isReadable &&
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
    SharedInformer informer(1, std::make_unique<KubeListerWatcher>(transport, clock, WatchScope{pods, "web", {}, {}}),
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
    QTest::newRow("J12 a leap second") << std::string("2016-12-31T23:59:60Z") << false;
    QTest::newRow("J12 Go's time that is not known") << std::string("0001-01-01T00:00:00Z") << false;
    QTest::newRow("J12 the year 1") << std::string("0001-01-01T00:00:01Z") << true;
    QTest::newRow("J12 the last second of the year 9999") << std::string("9999-12-31T23:59:59Z") << true;
    QTest::newRow("J12 microseconds") << std::string("2026-11-21T10:41:07.000001Z") << true;
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
    if (const std::size_t point = text.find('.'); isTime && point != std::string::npos) // to the microsecond
        QVERIFY(formatMicroTime(*object->created).find(text.substr(point, 7)) != std::string::npos);
    QVERIFY(object->body.object().find("\"" + text + "\"") != std::string::npos);
}

/// Of a stranger's text, wherever it stands in an object.
void TestFaultsContent::whatIsShownIsSafe()
{
    QFETCH(std::string, text);
    QFETCH(std::string, shown);
    Scene scene;
    scene.put("odd", {{"text", "x"}}, {{"label", text}});
    scene.start();
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    const auto object = scene.informer->store().find("web", "odd");
    QVERIFY(object && object->labels.size() == 1);
    QCOMPARE(object->labels[0].second, text);
    const std::string safe = displaySafe(object->labels[0].second);
    QCOMPARE(safe, shown.empty() ? text : shown);
    QCOMPARE(displaySafe(safe), safe);
    QVERIFY(QString::fromStdString(safe).toUcs4().size() <= qsizetype(limits::CellChars));
}

void TestFaultsContent::aCountIsKeptWithinBounds_data()
{
    QTest::addColumn<std::string>("members");
    QTest::addColumn<int>("count");
    const auto row = [](const char *name, const char *members, int count) {
        QTest::newRow(name) << std::string(members) << count;
    };
    row("J13 an event's count below zero", R"("count":-5)", 1);
    row("J13 an event's count of 2^63", R"("count":9223372036854775808)", 1);
    row("J13 an event's count with a fraction", R"("count":1.5)", 1);
    row("J13 a series' count below zero", R"("series":{"count":-1})", 1);
    row("J13 a series' count of 2^63", R"("series":{"count":9223372036854775808})", 1);
    row("J13 a series' count as it should be", R"("series":{"count":12})", 12);
}

void TestFaultsContent::aCountIsKeptWithinBounds()
{
    QFETCH(std::string, members);
    QFETCH(int, count);
    Object object;
    BodyStore bodies;
    const std::string json = R"({"kind":"Event","apiVersion":"v1","reason":"Killing",)" + members + "}";
    object.body = bodies.keep(json);
    const auto event = readKubeEvent(object);
    QVERIFY(event);
    QCOMPARE(event->count, count);
    QVERIFY(object.body.object().find(members) != std::string::npos); // as it was written
}

/// In memory, so that only we hold it. With 800 bytes an object weighs a quarter of a pod.
void TestFaultsContent::aListOfThousands()
{
    constexpr int Items = IsSlow ? 30'000 : 300'000;
    const std::string filler(600, 'f');
    std::string item;
    const auto text = [&](int i) -> const std::string & {
        const std::string number = std::to_string(i);
        item = std::string(i > 0 ? "," : "") + R"({"metadata":{"name":"object-)" + number +
               R"(","namespace":"web","uid":"0e1b5e4c-8f0c-4c58-9d0a-)" + number +
               R"(","resourceVersion":"9","creationTimestamp":"2026-11-21T10:41:07Z","annotations":{"note":")" +
               number + filler + "\"}}}";
        return item;
    };
    ManualClock clock;
    FakeTransport transport;
    ResourceInfo info;
    info.gvr = {"", "v1", "configmaps"};
    info.kind = "ConfigMap";
    SharedInformer::Options options;
    options.random = [] { return 0.0; };
    SharedInformer informer(1, std::make_unique<KubeListerWatcher>(transport, clock, WatchScope{info, "web", {}, {}}),
                            clock, std::move(options));
    informer.start();
    forgetPeak();
    const long before = memoryKiB("VmRSS");
    std::size_t raw = 0;
    const auto say = [&](const std::string &bytes) {
        raw += bytes.size();
        transport.last().say(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())));
    };
    transport.last().ok();
    say(R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[)");
    for (int i = 0; i < Items; ++i)
        say(text(i));
    say("]}");
    transport.last().end();
    QVERIFY(informer.hasSynced());
    QCOMPARE(informer.store().size(), std::size_t(Items));
    const auto peak = std::size_t(memoryKiB("VmHWM") - before) * 1024;
    if (!IsSanitized)
        QVERIFY2(peak <= 3 * raw, std::to_string(double(peak) / double(raw)).c_str());
    m_executed.add("J14");
}

} // namespace tst_faults_content

WK_TEST(tst_faults_content, TestFaultsContent, QCoreApplication)
#include "tst_faults_content.moc"
