// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/informer/sharedinformer.h"
#include "tests/core/informer/informerrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_sharedinformer {

using namespace wk;
using Rig = InformerRig;
using namespace std::chrono_literals;

class TestSharedInformer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C4_aListOfPagesIsAppliedAsOne();
    void C4_aLongFirstListIsToldAsItArrives();
    void C4_aListThatTakesLongIsToldMoreRarely();
    void C4_aListThatFailsTakesItsArrivalsBack();
    void C9_eventsReachStoreAndHandlersInOrder();
    void C5_aRelistIsAGapAndTheDifference();
    void C16_aRestoredServerMayUseAVersionAgain();
    void C30_aKindThatGoesTakesItsObjectsAlong();
    void lateHandlersHearTheStateFirst();
    void aRemovedHandlerHearsNoMore();
    void C31_onlyTheFirstListIsToldAsInitial();
    void theServersWordIsCheckedAgainstTheStore();
    void C17_anErrorInTheStreamIsShown();
    void statusIsToldOnceASecondAtMost();
    void staleIsSaidAndTakenBack();
    void aStreamThatOpensTakesADoubtBack();
    void C11_everyEventOfAReadIsTold();
    void C26_aDeletionUnderASelectorMayBeALeaving_data();
    void C26_aDeletionUnderASelectorMayBeALeaving();
    void C27_aDeletionHasItsOwnVersion();
    void C28_whatIsQuietIsNotToldAgain();
    void C34_stopIsFinal();
};

void TestSharedInformer::C4_aListOfPagesIsAppliedAsOne()
{
    Rig rig;
    rig.informer.start();
    (*rig.source)->listed(Rig::page({makeObject("n", "a", "ua", "3")}, "7", "next"));
    QVERIFY(!rig.informer.hasSynced());
    QCOMPARE(rig.informer.store().size(), 0u);
    QVERIFY(rig.heard.isEmpty());
    QCOMPARE(rig.informer.status().listed, 1u);
    (*rig.source)->listed(Rig::page({makeObject("n", "b", "ub", "5")}, "7"));
    QVERIFY(rig.informer.hasSynced());
    QCOMPARE(rig.heard, QStringList(QStringLiteral("LIST 2@7")));
    QCOMPARE(rig.source->lastWatch.from.text(), std::string("7"));
    QVERIFY(rig.source->lastWatch.timeout >= 300s);
}

void TestSharedInformer::C4_aLongFirstListIsToldAsItArrives()
{
    const std::vector<ObjectPtr> page(limits::ListPageItems, makeObject("n", "a", "ua", "3"));
    Rig rig;
    rig.informer.start();
    (*rig.source)->arriving({}, {page[0], page[1]});
    QVERIFY(rig.arrived.isEmpty()); // it may be whole with the next
    (*rig.source)->listed(Rig::page(page, "7", "next"));
    (*rig.source)->arriving({}, {page[0]});
    QCOMPARE(rig.arrived.join(u' '), QStringLiteral("502"));
    rig.clock.advance(250ms);
    (*rig.source)->arriving({}, {page[0]});
    QCOMPARE(rig.arrived.join(u' '), QStringLiteral("502 2"));
    QCOMPARE(rig.informer.store().size(), 0u);
    QVERIFY(rig.heard.isEmpty());
    // The rest is told before the List that holds all of it, and a relist shows nothing before it is whole.
    (*rig.source)->arriving({}, {page[0], page[1], page[2]});
    (*rig.source)->listed(Rig::page({makeObject("n", "c", "uc", "6")}, "7"));
    QCOMPARE(rig.arrived.join(u' '), QStringLiteral("502 2 3"));
    QCOMPARE(rig.heard.size(), 1);
    (*rig.source)->watchOpened();
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    (*rig.source)->listed(Rig::page(page, "9", "next"));
    QCOMPARE(rig.arrived.join(u' '), QStringLiteral("502 2 3"));
}

void TestSharedInformer::C4_aListThatTakesLongIsToldMoreRarely()
{
    const std::vector<ObjectPtr> page(limits::ListPageItems, makeObject("n", "a", "ua", "3"));
    Rig rig;
    rig.informer.start();
    QList<int> toldAt; // ms
    for (int passed = 0; passed <= 10'000; passed += 50) {
        const auto before = rig.arrived.size();
        (*rig.source)->arriving({}, page);
        if (rig.arrived.size() > before)
            toldAt << passed;
        rig.clock.advance(50ms);
    }
    QCOMPARE(toldAt.first(5), QList<int>({0, 250, 500, 750, 1000}));
    QCOMPARE(toldAt[5], 1250);
    QCOMPARE(toldAt[6], 1600); // a quarter of the time it has taken
    QCOMPARE(toldAt.last(3), QList<int>({7950, 8950, 9950}));
    QCOMPARE(rig.arrived.size(), toldAt.size());
}

void TestSharedInformer::C4_aListThatFailsTakesItsArrivalsBack()
{
    const std::vector<ObjectPtr> page(limits::ListPageItems, makeObject("n", "a", "ua", "3"));
    Rig rig;
    rig.informer.start();
    (*rig.source)->listed(Rig::page(page, "7", "next"));
    (*rig.source)->listFailed(makeError(ErrorKind::ServerError));
    QCOMPARE(rig.arrived.join(u' '), QStringLiteral("500 anew"));
    // A page token that has expired begins the list anew.
    Rig other;
    other.informer.start();
    (*other.source)->listed(Rig::page(page, "7", "next"));
    (*other.source)->listFailed(makeError(ErrorKind::Expired));
    (*other.source)->listed(Rig::page(page, "9", "next"));
    QCOMPARE(other.arrived.join(u' '), QStringLiteral("500 anew 500"));
}

void TestSharedInformer::C9_eventsReachStoreAndHandlersInOrder()
{
    Rig rig;
    rig.bringUp();
    (*rig.source)
        ->eventsArrived({makeEvent(EventType::Added, makeObject("n", "c", "uc", "8")),
                         makeEvent(EventType::Modified, makeObject("n", "a", "ua", "9")), makeBookmark("12"),
                         makeEvent(EventType::Deleted, makeObject("n", "b", "ub", "13"))});
    QCOMPARE(rig.heard, QStringList({QStringLiteral("ADDED c@8"), QStringLiteral("MODIFIED a@9"),
                                     QStringLiteral("BOOKMARK@12"), QStringLiteral("DELETED b@13")}));
    QCOMPARE(rig.informer.store().size(), 2u);
    QCOMPARE(rig.informer.store().find("n", "a")->version.text(), std::string("9"));
    QCOMPARE(rig.informer.status().version.text(), std::string("13"));
}

void TestSharedInformer::C5_aRelistIsAGapAndTheDifference()
{
    Rig rig;
    rig.bringUp();
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    QVERIFY(rig.heard.isEmpty());
    (*rig.source)->listed(Rig::page({makeObject("n", "a", "ua", "20"), makeObject("n", "d", "ud", "18")}, "30"));
    QCOMPARE(rig.heard, QStringList({QStringLiteral("GAP 7-30"), QStringLiteral("RELIST@30"),
                                     QStringLiteral("DELETED/inferred b@5"), QStringLiteral("MODIFIED/inferred a@20"),
                                     QStringLiteral("ADDED/inferred d@18")}));
    QCOMPARE(rig.informer.status().relists, 1u);
    QVERIFY(rig.found == (RelistCounts{2, 1, 1, 1}));
}

void TestSharedInformer::C16_aRestoredServerMayUseAVersionAgain()
{
    Rig rig;
    rig.bringUp();
    (*rig.source)->eventsArrived({makeEvent(EventType::Modified, makeObject("n", "a", "ua", "9"))});
    (*rig.source)->watchEnded(makeError(ErrorKind::VersionTooLarge));
    (*rig.source)->listed(Rig::page({makeObject("n", "a", "ua", "3")}, "7"));
    (*rig.source)->watchOpened();
    rig.heard.clear();
    (*rig.source)->eventsArrived({makeEvent(EventType::Modified, makeObject("n", "a", "ua", "9"))});
    QCOMPARE(rig.heard, QStringList(QStringLiteral("MODIFIED a@9")));
    QCOMPARE(rig.informer.store().find("n", "a")->version.text(), std::string("9"));
}

void TestSharedInformer::C30_aKindThatGoesTakesItsObjectsAlong()
{
    Rig rig;
    rig.bringUp();
    (*rig.source)->watchEnded(makeError(ErrorKind::NotFound));
    QCOMPARE(rig.heard, QStringList({QStringLiteral("DELETED/inferred a@3"), QStringLiteral("DELETED/inferred b@5")}));
    QVERIFY(rig.informer.status().state == WatchState::KindGone);
    QCOMPARE(rig.informer.store().size(), 0u);
}

void TestSharedInformer::lateHandlersHearTheStateFirst()
{
    Rig rig;
    rig.bringUp();
    QStringList late;
    rig.informer.addHandler([&](const std::vector<EntryPtr> &entries) {
        for (const EntryPtr &entry : entries)
            late.append(print(*entry));
    });
    QCOMPARE(late, QStringList(QStringLiteral("LIST/replayed 2@7")));
    QVERIFY(rig.heard.isEmpty());
    (*rig.source)->eventsArrived({makeEvent(EventType::Added, makeObject("n", "c", "uc", "8"))});
    QCOMPARE(late.last(), QStringLiteral("ADDED c@8"));
}

void TestSharedInformer::aRemovedHandlerHearsNoMore()
{
    Rig rig;
    rig.bringUp();
    rig.informer.removeHandler(rig.handler);
    (*rig.source)->eventsArrived({makeEvent(EventType::Added, makeObject("n", "c", "uc", "8"))});
    QVERIFY(rig.heard.isEmpty());
}

void TestSharedInformer::C31_onlyTheFirstListIsToldAsInitial()
{
    Rig rig;
    QStringList calls;
    rig.informer.addHandler(ResourceEventHandler{
        [&](const ObjectPtr &object, bool initial) {
            calls.append(QStringLiteral("add %1 %2").arg(QString::fromStdString(object->name)).arg(initial));
        },
        [&](const ObjectPtr &before, const ObjectPtr &after) {
            calls.append(QStringLiteral("update %1-%2")
                             .arg(QString::fromStdString(before->version.text()),
                                  QString::fromStdString(after->version.text())));
        },
        [&](const ObjectPtr &last, bool unseen) {
            calls.append(QStringLiteral("delete %1 %2").arg(QString::fromStdString(last->name)).arg(unseen));
        }});
    rig.bringUp();
    (*rig.source)
        ->eventsArrived({makeEvent(EventType::Modified, makeObject("n", "a", "ua", "9")),
                         makeEvent(EventType::Deleted, makeObject("n", "a", "ua", "10"))});
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    (*rig.source)->listed(Rig::page({}, "30"));
    QCOMPARE(calls, QStringList({QStringLiteral("add a 1"), QStringLiteral("add b 1"), QStringLiteral("update 3-9"),
                                 QStringLiteral("delete a 0"), QStringLiteral("delete b 1")}));
}

void TestSharedInformer::theServersWordIsCheckedAgainstTheStore()
{
    Rig rig;
    rig.bringUp();
    (*rig.source)
        ->eventsArrived({makeEvent(EventType::Added, makeObject("n", "a", "ua", "8")),
                         makeEvent(EventType::Modified, makeObject("n", "x", "ux", "9")),
                         makeEvent(EventType::Deleted, makeObject("n", "y", "uy", "10"))});
    QCOMPARE(rig.heard, QStringList({QStringLiteral("MODIFIED a@8"), QStringLiteral("ADDED x@9"),
                                     QStringLiteral("DELETED y@10")}));
    QCOMPARE(rig.informer.store().size(), 3u);
}

void TestSharedInformer::C17_anErrorInTheStreamIsShown()
{
    Rig rig;
    rig.bringUp();
    WatchEvent event;
    event.type = EventType::Error;
    event.error = makeError(ErrorKind::Expired);
    (*rig.source)
        ->eventsArrived({makeEvent(EventType::Added, makeObject("n", "c", "uc", "8")), event,
                         makeEvent(EventType::Added, makeObject("n", "lost", "ul", "9"))});
    QCOMPARE(rig.heard, QStringList({QStringLiteral("ADDED c@8"), QStringLiteral("ERROR@")}));
    QVERIFY(rig.informer.status().state == WatchState::Relisting);
}

void TestSharedInformer::statusIsToldOnceASecondAtMost()
{
    Rig rig;
    rig.bringUp();
    rig.clock.advance(2s);
    const int before = rig.statuses;
    for (int i = 8; i < 100; ++i)
        (*rig.source)
            ->eventsArrived({makeEvent(EventType::Modified, makeObject("n", "a", "ua", std::to_string(i).c_str()))});
    QCOMPARE(rig.statuses, before + 1);
    rig.clock.advance(1s);
    QCOMPARE(rig.statuses, before + 2);
    rig.clock.advance(10s);
    QCOMPARE(rig.statuses, before + 2);
}

void TestSharedInformer::staleIsSaidAndTakenBack()
{
    Rig rig;
    rig.bringUp();
    QVERIFY(!rig.informer.status().staleSince);
    rig.clock.advance(10s);
    (*rig.source)->eventsArrived({makeEvent(EventType::Added, makeObject("n", "c", "uc", "8"))});
    const WallTime lastWord = rig.clock.wallNow();
    rig.clock.advance(10s);
    (*rig.source)->watchEnded(makeError(ErrorKind::ConnectionLost));
    (*rig.source)->watchEnded(makeError(ErrorKind::Refused));
    QVERIFY(rig.informer.status().staleSince == lastWord);
    QVERIFY(rig.informer.status().nextTry > rig.clock.wallNow());
    rig.clock.advance(1s);
    (*rig.source)->watchOpened();
    QVERIFY(!rig.informer.status().staleSince);
    QCOMPARE(rig.informer.status().reconnects, 1u);
    QCOMPARE(rig.heard, (QStringList{QStringLiteral("ADDED c@8"), QStringLiteral("RECONNECT@8")}));
    (*rig.source)->eventsArrived({makeEvent(EventType::Added, makeObject("n", "d", "ud", "9"))});
    QCOMPARE(rig.heard.last(), QStringLiteral("ADDED/resumed d@9"));
}

void TestSharedInformer::aStreamThatOpensTakesADoubtBack()
{
    Rig rig;
    rig.bringUp();
    rig.clock.advance(10s);
    const Instant lost = rig.clock.now();
    rig.informer.setDoubt(makeError(ErrorKind::Refused));
    QVERIFY(rig.informer.status().staleSince);
    (*rig.source)->watchEnded(makeError(ErrorKind::ConnectionLost));
    rig.clock.advance(2s);
    (*rig.source)->watchOpened();
    QVERIFY(!rig.informer.status().staleSince && !rig.informer.status().error);
    rig.clock.advance(1s);
    rig.informer.distrust(lost);
    QVERIFY(!rig.informer.status().staleSince);
    QCOMPARE(rig.informer.status().reconnects, 1u);
    QCOMPARE(rig.heard, QStringList(QStringLiteral("RECONNECT@7")));
}

void TestSharedInformer::C11_everyEventOfAReadIsTold()
{
    Rig rig;
    rig.bringUp();
    std::vector<WatchEvent> events;
    QStringList told;
    for (int i = 8; i < 1008; ++i) {
        events.push_back(makeEvent(EventType::Modified, makeObject("n", "a", "ua", std::to_string(i).c_str())));
        told.append(QStringLiteral("MODIFIED a@%1").arg(i));
    }
    (*rig.source)->eventsArrived(std::move(events));
    QCOMPARE(rig.heard, told);
}

void TestSharedInformer::C26_aDeletionUnderASelectorMayBeALeaving_data()
{
    QTest::addColumn<bool>("filtered");
    QTest::addColumn<bool>("relist");
    QTest::newRow("seen, under a selector") << true << false;
    QTest::newRow("inferred, under a selector") << true << true;
    QTest::newRow("seen, of everything") << false << false;
    QTest::newRow("inferred, of everything") << false << true;
}

void TestSharedInformer::C26_aDeletionUnderASelectorMayBeALeaving()
{
    QFETCH(bool, filtered);
    QFETCH(bool, relist);
    ManualClock clock;
    auto *source = new FakeSource;
    SharedInformer informer(7, std::unique_ptr<ListerWatcher>(source), clock, {[] { return 0.0; }, {}, {}, filtered});
    std::vector<EntryPtr> heard;
    informer.addHandler([&](const std::vector<EntryPtr> &entries) { heard = entries; });
    informer.start();
    (*source)->listed(Rig::page({makeObject("n", "a", "ua", "3")}, "7"));
    (*source)->watchOpened();
    if (relist) {
        (*source)->watchEnded(makeError(ErrorKind::Expired));
        (*source)->listed(Rig::page({}, "9"));
    } else {
        (*source)->eventsArrived({makeEvent(EventType::Deleted, makeObject("n", "a", "ua", "9"))});
    }
    QVERIFY(heard.back()->type == EntryType::Deleted);
    QCOMPARE(heard.back()->mayHaveLeftFilter, filtered);
}

void TestSharedInformer::C27_aDeletionHasItsOwnVersion()
{
    Rig rig;
    EntryPtr last;
    rig.informer.addHandler([&](const std::vector<EntryPtr> &entries) { last = entries.back(); });
    rig.bringUp();
    (*rig.source)->eventsArrived({makeEvent(EventType::Deleted, makeObject("n", "b", "ub", "13"))});
    QCOMPARE(last->version.text(), std::string("13"));
    QCOMPARE(last->previous->version.text(), std::string("5"));
    QCOMPARE(rig.informer.status().version.text(), std::string("13"));
}

void TestSharedInformer::C28_whatIsQuietIsNotToldAgain()
{
    Rig rig;
    rig.bringUp();
    rig.clock.advance(24h);
    QVERIFY(rig.heard.isEmpty());
}

void TestSharedInformer::C34_stopIsFinal()
{
    Rig rig;
    rig.bringUp();
    rig.informer.stop();
    rig.clock.advance(1h);
    (*rig.source)->watchEnded({});
    QVERIFY(rig.heard.isEmpty());
    QVERIFY(rig.clock.isIdle());
}

} // namespace tst_sharedinformer

WK_TEST(tst_sharedinformer, TestSharedInformer, QCoreApplication)
#include "tst_sharedinformer.moc"
