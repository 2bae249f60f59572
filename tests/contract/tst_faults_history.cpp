// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/recording/watchlines.h"
#include "tests/contract/matrixcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_history {

using namespace wk;
using namespace wk::matrix;

/// What a server forgets, and how much it says: P3, P4, P10, P22 and P23 of the fault matrix.
class TestFaultsHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void compactedBetweenListAndWatch_data();
    void compactedBetweenListAndWatch();
    void noBookmarkEverAndThenGone();
    void aBurstOfEvents();
    void aStormOfEvents();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

void TestFaultsHistory::compactedBetweenListAndWatch_data()
{
    QTest::addColumn<int>("times");
    QTest::addColumn<bool>("elsewhere"); // something else was written meanwhile
    QTest::newRow("P3 compacted between list and watch, and nothing was written") << 1 << false;
    QTest::newRow("P3 compacted between list and watch, and something else was written") << 1 << true;
    QTest::newRow("P4 compacted again during the relist, five times, and nothing was written") << 5 << false;
    QTest::newRow("P4 compacted again during the relist, five times") << 5 << true;
}

/// The gap says from where to where nothing was seen: of no version at all where none was written, and else of those in
/// which an object may have come and gone.
void TestFaultsHistory::compactedBetweenListAndWatch()
{
    QFETCH(int, times);
    QFETCH(bool, elsewhere);
    Scene scene;
    const std::string gone = status(410, "Expired", "too old resource version");
    scene.script.add({Place::Watch,
                      [&](const auto &, auto) {
                          if (!elsewhere)
                              return Deed{.instead = gone};
                          scene.putElsewhere(); // the list's version is no longer the newest
                          scene.server->watchCache().compact();
                          return Deed{};
                      },
                      times});
    scene.start();
    QVERIFY2(soon([&] { return scene.isLiveInTime() && scene.script.watches() == times + 1; }), scene.words());
    QVERIFY(scene.said(WatchState::Relisting, ErrorKind::Expired));
    QCOMPARE(scene.script.lists(), times + 1);
    QCOMPARE(scene.count(EntryType::Gap), times);
    for (const EntryPtr &entry : scene.entries) {
        if (entry->type == EntryType::Gap)
            QCOMPARE(entry->gap.from != entry->gap.to, elsewhere);
    }
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryClass::Inferred), 0); // nothing was lost
}

/// Until its end in order a stream has told all there was, however long ago that was.
void TestFaultsHistory::noBookmarkEverAndThenGone()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    scene.clock.advance(290s);
    const auto closed = scene.clock.wallNow();
    scene.putElsewhere();
    scene.server->watchCache().compact();
    scene.server->watchCache().end("configmaps");
    QVERIFY2(soon([&] { return scene.said(WatchState::Relisting, ErrorKind::Expired); }), scene.words());
    QVERIFY2(soon([&] { return scene.isLiveInTime() && scene.script.lists() == 2; }), scene.words());
    QCOMPARE(scene.informer->status().bookmarks, 0u);
    QCOMPARE(scene.count(EntryType::Gap), 1);
    for (const EntryPtr &entry : scene.entries) {
        if (entry->type != EntryType::Gap)
            continue;
        QVERIFY(entry->gap.since == closed);
        QVERIFY(entry->arrived - entry->gap.since < 1s);
    }
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    m_executed.add("P10");
}

Scene::Setup roomFor(int events)
{
    Scene::Setup setup;
    setup.options.window = setup.options.watchQueue = std::size_t(events) + 1'000;
    return setup;
}

void TestFaultsHistory::aBurstOfEvents()
{
    constexpr int Events = IsSlow ? 5'000 : 50'000;
    Scene scene(roomFor(Events));
    QVERIFY2(scene.watches(), scene.words());
    const std::size_t before = scene.entries.size();
    for (int i = 0; i < Events; ++i)
        scene.put("object-" + std::to_string(i % 100));
    QVERIFY2(soon([&] { return scene.entries.size() == before + Events; }, 120s), scene.words());
    QVERIFY2(scene.isLive(), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.watches(), 1);
    m_executed.add("P22");
}

/// Ten thousand objects that all change, again and again, while they are read, added up and recorded.
void TestFaultsHistory::aStormOfEvents()
{
    constexpr int Objects = IsSlow ? 1'000 : 10'000;
    constexpr int Rounds = 4;
    Scene scene(roomFor(Objects * Rounds));
    for (int i = 0; i < Objects; ++i)
        scene.put("object-" + std::to_string(i));
    QVERIFY2(scene.watches(), scene.words());
    WatchLines recorder;
    WatchScope scope;
    scope.resource.gvr = {"", "v1", "configmaps"};
    scope.resource.kind = "ConfigMap";
    recorder.setWatch(1, scope);
    std::map<std::string, int> seen;
    std::size_t recorded = 0;
    scene.informer->addListener([&](const std::vector<EntryPtr> &turn) {
        for (const EntryPtr &entry : turn) {
            ++seen[entry->object->name];
            recorded += recorder.linesOf(*entry).size() > 10;
        }
    });
    const std::uint64_t before = scene.informer->status().events;
    for (int round = 0; round < Rounds; ++round) {
        for (int i = 0; i < Objects; ++i)
            scene.put("object-" + std::to_string(i));
        const std::uint64_t earlier = before + std::uint64_t(Objects) * std::uint64_t(round);
        QVERIFY2(soon([&] { return scene.informer->status().events > earlier; }), scene.words());
    }
    constexpr std::uint64_t All = std::uint64_t(Objects) * Rounds;
    QVERIFY2(soon([&] { return scene.informer->status().events == before + All; }, 120s), scene.words());
    QVERIFY2(scene.isLive(), scene.words());
    QCOMPARE(recorded, std::size_t(All));
    QCOMPARE(recorder.unreadable(), 0u);
    QCOMPARE(seen.size(), std::size_t(Objects));
    for (const auto &[name, times] : seen)
        QVERIFY2(times == Rounds, name.c_str());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.watches(), 1);
    m_executed.add("P23");
}

} // namespace tst_faults_history

WK_TEST(tst_faults_history, TestFaultsHistory, QCoreApplication)
#include "tst_faults_history.moc"
