// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/mailbox.h"
#include "tests/core/informer/informerrig.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <thread>

namespace tst_informerrules {

using namespace wk;
using namespace std::chrono_literals;
using Rig = InformerRig;

/// Rules of the list-watch contract that an informer keeps, each by its number.
class TestInformerRules : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C2_anEmptyPageIsNotTheLast();
    void C4_readersInOtherThreadsNeverSeeAMixture();
    void C6_recreatedInAGapIsTwoEvents();
    void C10_whatIsSentAgainAfterAResumeIsNotToldAgain();
    void C12_aBookmarkChangesNoObject();
    void C12_aGapBeginsAtTheEndInOrderWhereNoBookmarkEverCame();
    void C16_aRelistBelowTheWatchSaysThatHistoryWentBack();
    void C16_whatBothHistoriesWroteUnderOneVersionIsCompared();
    void C20_whileSomebodyKnocksForAllAPauseGoesOn();
    void C20_aWatchOpenedMeanwhileAsksForNothing();
    void C21_timeoutsAreSpreadOverFiveToTenMinutes_data();
    void C21_timeoutsAreSpreadOverFiveToTenMinutes();
    void C30_whatIsNotAllowedIsAskedEachMinuteMoreOrLess();
};

void TestInformerRules::C2_anEmptyPageIsNotTheLast()
{
    Rig rig;
    rig.informer.start();
    (*rig.source)->listed(Rig::page({}, "7", "next"));
    QVERIFY(!rig.informer.hasSynced());
    (*rig.source)->listed(Rig::page({makeObject("n", "a", "ua", "3")}, "7"));
    QCOMPARE(rig.heard, QStringList(QStringLiteral("LIST 1@7")));
}

void TestInformerRules::C4_readersInOtherThreadsNeverSeeAMixture()
{
    constexpr int Rounds = 500;
    Rig rig;
    Mailbox box;
    std::atomic<bool> done = false;
    std::atomic<int> mixed = 0;
    std::thread reader([&] {
        for (bool last = false; !last;) {
            last = done;
            for (const EntryPtr &entry : box.take().batch.entries) {
                const bool isFirst = entry->objects->size() == 2;
                mixed += !isFirst && entry->objects->size() != 20;
                for (const ObjectPtr &object : *entry->objects)
                    mixed += !isFirst && object->version != entry->objects->front()->version;
            }
        }
    });
    rig.bringUp();
    for (int round = 10; round < 10 + Rounds; ++round) {
        const std::string version = std::to_string(round);
        std::vector<ObjectPtr> objects;
        for (int i = 0; i < 20; ++i)
            objects.push_back(makeObject("n", ("o" + std::to_string(i)).c_str(), "u", version.c_str()));
        rig.informer.disprove("the test says so");
        const std::vector<ObjectPtr> second(objects.begin() + 10, objects.end());
        objects.resize(10);
        (*rig.source)->listed(Rig::page(std::move(objects), version.c_str(), "next"));
        std::ignore = box.post({rig.informer.stateEntry()}); // half of the new list has come
        (*rig.source)->listed(Rig::page(second, version.c_str()));
        (*rig.source)->watchOpened();
        std::ignore = box.post({rig.informer.stateEntry()});
    }
    done = true;
    reader.join();
    QCOMPARE(mixed.load(), 0);
}

void TestInformerRules::C6_recreatedInAGapIsTwoEvents()
{
    Rig rig;
    rig.bringUp();
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    (*rig.source)->listed(Rig::page({makeObject("n", "a", "another", "20"), makeObject("n", "b", "ub", "5")}, "30"));
    QCOMPARE(rig.heard.mid(1), QStringList({QStringLiteral("RELIST@30"), QStringLiteral("DELETED/inferred a@3"),
                                            QStringLiteral("ADDED/inferred a@20")}));
}

void TestInformerRules::C10_whatIsSentAgainAfterAResumeIsNotToldAgain()
{
    Rig rig;
    rig.bringUp();
    const WatchEvent eight = makeEvent(EventType::Modified, makeObject("n", "a", "ua", "8"));
    const WatchEvent nine = makeEvent(EventType::Modified, makeObject("n", "b", "ub", "9"));
    (*rig.source)->eventsArrived({eight, nine});
    rig.clock.advance(10s);
    (*rig.source)->watchEnded(makeError(ErrorKind::ConnectionLost));
    (*rig.source)->watchOpened();
    (*rig.source)->eventsArrived({eight, nine, makeEvent(EventType::Modified, makeObject("n", "a", "ua", "10"))});
    QCOMPARE(rig.heard, QStringList({QStringLiteral("MODIFIED a@8"), QStringLiteral("MODIFIED b@9"),
                                     QStringLiteral("RECONNECT@9"), QStringLiteral("MODIFIED/resumed a@10")}));
}

void TestInformerRules::C12_aBookmarkChangesNoObject()
{
    Rig rig;
    rig.bringUp();
    const auto before = rig.informer.store().all();
    WatchEvent mark = makeBookmark("12");
    mark.line = "as it came";
    (*rig.source)->eventsArrived({mark});
    QVERIFY(rig.informer.store().all() == before);
    QCOMPARE(rig.heard.last(), QStringLiteral("BOOKMARK@12: as it came"));
    QCOMPARE(rig.informer.status().version.text(), std::string("12"));
    QCOMPARE(rig.informer.status().events, 0u);
}

void TestInformerRules::C12_aGapBeginsAtTheEndInOrderWhereNoBookmarkEverCame()
{
    Rig rig;
    std::optional<Gap> gap;
    rig.informer.addHandler([&](const std::vector<EntryPtr> &entries) {
        for (const EntryPtr &entry : entries)
            gap = entry->type == EntryType::Gap ? entry->gap : gap;
    });
    rig.bringUp();
    rig.clock.advance(5min);
    const WallTime closed = rig.clock.wallNow();
    (*rig.source)->watchEnded({}); // whatever happened until now would have been told
    rig.clock.advance(200ms);
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    (*rig.source)->listed(Rig::page({makeObject("n", "a", "ua", "3")}, "9"));
    QVERIFY(gap);
    QVERIFY(gap->since == closed);
    QCOMPARE(gap->from.text(), std::string("7"));

    (*rig.source)->watchOpened();
    gap.reset();
    const WallTime listed = rig.clock.wallNow();
    rig.clock.advance(5min);
    (*rig.source)->watchEnded(makeError(ErrorKind::ConnectionLost)); // of a cut stream nobody knows
    (*rig.source)->watchOpened();
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    (*rig.source)->listed(Rig::page({}, "11"));
    QVERIFY(gap);
    QVERIFY(gap->since == listed);
}

void TestInformerRules::C16_whatBothHistoriesWroteUnderOneVersionIsCompared()
{
    const auto written = [](const char *name, const char *text) {
        auto object = makeCounted<Object>(*makeObject("n", name, "u", "3"));
        object->body = plainBody(text);
        return ObjectPtr(object);
    };
    Rig rig;
    rig.informer.start();
    (*rig.source)->listed(Rig::page({written("a", "{'text':'before'}"), written("b", "{}")}, "7"));
    (*rig.source)->watchOpened();
    rig.heard.clear();
    const std::vector<ObjectPtr> restored{written("a", "{'text':'after'}"), written("b", "{}")};

    rig.informer.disprove("history reset");
    (*rig.source)->listed(Rig::page(restored, "5"));
    QCOMPARE(rig.heard, QStringList({QStringLiteral("GAP 7-5"), QStringLiteral("RELIST@5"),
                                     QStringLiteral("MODIFIED/inferred a@3")}));
    QVERIFY(rig.informer.store().find("n", "a") == restored[0]);
}

void TestInformerRules::C20_aWatchOpenedMeanwhileAsksForNothing()
{
    QStringList calls;
    ManualClock clock;
    auto *source = new FakeSource(&calls);
    SharedInformer informer(1, std::unique_ptr<ListerWatcher>(source), clock, {[] { return 0.0; }, {}, {}});
    informer.startHeld(makeError(ErrorKind::Refused));
    clock.advance(1min);
    QVERIFY2(!calls.contains(QStringLiteral("list@")), qPrintable(calls.join(u' ')));
    QCOMPARE(informer.status().state, WatchState::Waiting);
    QVERIFY(informer.status().error->kind == ErrorKind::Refused);
    QVERIFY(!informer.status().nextTry);
    informer.distrust(clock.now());
    QVERIFY(calls.contains(QStringLiteral("list@")));
    QCOMPARE(informer.status().state, WatchState::Listing);
}

void TestInformerRules::C16_aRelistBelowTheWatchSaysThatHistoryWentBack()
{
    Rig rig;
    std::string reason;
    rig.informer.addHandler([&](const std::vector<EntryPtr> &entries) {
        for (const EntryPtr &entry : entries)
            reason += entry->gap.reason;
    });
    rig.bringUp();
    (*rig.source)->eventsArrived({makeBookmark("900")});
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    (*rig.source)->listed(Rig::page({makeObject("n", "a", "ua", "2")}, "400"));
    QCOMPARE(rig.heard.mid(1),
             QStringList({QStringLiteral("GAP 900-400"), QStringLiteral("RELIST@400"),
                          QStringLiteral("DELETED/inferred b@5"), QStringLiteral("MODIFIED/inferred a@2")}));
    QCOMPARE(reason, std::string("Expired; history went back: 400 came after 900"));
}

void TestInformerRules::C20_whileSomebodyKnocksForAllAPauseGoesOn()
{
    Rig rig;
    rig.bringUp();
    const auto opens = [&] {
        (*rig.source)->watchOpened();
        return rig.informer.status().state == WatchState::Live;
    };
    rig.informer.setDoubt(makeError(ErrorKind::Refused));
    (*rig.source)->watchEnded(makeError(ErrorKind::Refused));
    QVERIFY(rig.informer.status().nextTry);
    rig.clock.advance(1min);
    QVERIFY(!rig.informer.status().nextTry);
    QVERIFY(rig.clock.isIdle());
    rig.informer.distrust(rig.clock.now());
    QVERIFY(opens());
    (*rig.source)->watchEnded(makeError(ErrorKind::Refused)); // the next pause is an ordinary one
    rig.clock.advance(16s);
    QVERIFY(opens());
}

void TestInformerRules::C21_timeoutsAreSpreadOverFiveToTenMinutes_data()
{
    QTest::addColumn<double>("random");
    QTest::addColumn<int>("seconds");
    QTest::newRow("the shortest") << 0.0 << 300;
    QTest::newRow("in between") << 0.5 << 450;
    QTest::newRow("the longest") << 0.9999 << 599;
}

void TestInformerRules::C21_timeoutsAreSpreadOverFiveToTenMinutes()
{
    QFETCH(double, random);
    ManualClock clock;
    auto *source = new FakeSource;
    SharedInformer informer(7, std::unique_ptr<ListerWatcher>(source), clock, {[random] { return random; }, {}, {}});
    informer.start();
    (*source)->listed(Rig::page({}, "7"));
    QTEST(int(source->lastWatch.timeout.count()), "seconds");
}

void TestInformerRules::C30_whatIsNotAllowedIsAskedEachMinuteMoreOrLess()
{
    for (const double random : {0.0, 0.5, 0.9999}) {
        ManualClock clock;
        auto *source = new FakeSource;
        SharedInformer informer(7, std::unique_ptr<ListerWatcher>(source), clock,
                                {[random] { return random; }, {}, {}});
        informer.start();
        (*source)->listFailed(makeError(ErrorKind::Forbidden));
        QVERIFY(informer.status().state == WatchState::NotAllowed);
        QVERIFY(clock.untilNext() >= 54s && clock.untilNext() <= 66s);
    }
}

} // namespace tst_informerrules

WK_TEST(tst_informerrules, TestInformerRules, QCoreApplication)
#include "tst_informerrules.moc"
