// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "tests/core/informer/heldrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

/// An informer that goes on from what an earlier watch held.
namespace tst_heldstate {

using namespace wk;
using namespace wk::heldrig;
using namespace std::chrono_literals;

using Rig = HeldRig;

class TestHeldState : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theFirstListIsAGapAndTheDifference();
    void whatIsTheSameIsNoNewsAndStaysTheSameObject();
    void theGapSaysThatNobodyWatched();
    void aDifferenceIsDescribed();
    void theStreamBeginsAtTheListAndNotAtWhatIsHeld();
    void untilTheListComesWhatIsHeldIsOld();
    void whileTheServerIsAwayWhatIsHeldIsOld();
    void aListThatFailsForLongLeavesOneGapAndItsReason();
    void aRelistUnderWayIsNotToldAsItArrives();
    void C16_whatIsNewerThanTheListMayBeOfAnotherHistory();
    void C6_aNameThatAnotherHasTakenIsTwoEvents();
    void lateHandlersHearWhatIsHeldAndThenTheDifference();
    void aClockThatWasSetBackMakesNoGapThatEndsBeforeItBegins();
    void whatWasWatchedAndHeldNothingIsHeldToo();
    void aStateWithoutAVersionIsHeldToo();
    void anEndBeforeTheListKnewNoMoreThanWhatIsHeld();
};

void TestHeldState::theFirstListIsAGapAndTheDifference()
{
    Rig rig;
    QCOMPARE(rig.informer.store().size(), 2u);
    rig.informer.start();
    QCOMPARE(rig.states(), QString());
    rig.lists({makeObject("n", "a", "ua", "20"), makeObject("n", "d", "ud", "18")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30, DELETED/inferred b@5, MODIFIED/inferred a@20, "
                                          "ADDED/inferred d@18"));
    QVERIFY(rig.found == (RelistCounts{2, 1, 1, 1}));
    QCOMPARE(rig.told[3]->previous->version.text(), std::string("3"));
    QVERIFY(!rig.informer.status().staleSince);
    // It is a watch like any from then on.
    (*rig.source)->watchOpened();
    (*rig.source)->eventsArrived({makeEvent(EventType::Modified, makeObject("n", "a", "ua", "31"))});
    QCOMPARE(rig.heard.last(), QStringLiteral("MODIFIED a@31"));
    rig.heard.clear();
    (*rig.source)->watchEnded(makeError(ErrorKind::Expired));
    rig.lists({makeObject("n", "a", "ua", "31"), makeObject("n", "d", "ud", "18")}, "40");
    QCOMPARE(rig.states(), QStringLiteral("GAP 31-40, RELIST@40"));
    QVERIFY(!rig.gap->isNotWatched());
}

void TestHeldState::whatIsTheSameIsNoNewsAndStaysTheSameObject()
{
    const HeldState held = yesterdays();
    Rig rig(held);
    rig.informer.start();
    rig.lists({makeObject("n", "b", "ub", "5"), makeObject("n", "a", "ua", "3")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30"));
    QVERIFY(rig.found == (RelistCounts{2, 0, 0, 0}));
    QCOMPARE(rig.informer.store().find("n", "a"), held.objects[0]);
}

void TestHeldState::theGapSaysThatNobodyWatched()
{
    Rig rig;
    rig.informer.start();
    rig.clock.advance(5s);
    rig.lists({}, "30");
    QCOMPARE(rig.gap->reason, std::string(Gap::NotWatched));
    QVERIFY(rig.gap->isNotWatched());
    QVERIFY(rig.gap->since == rig.then);
    QVERIFY(rig.gap->lostFrom() == rig.then && !rig.gap->isDoubtfulAtFirst());
    QCOMPARE(rig.gap->from.text(), std::string("7"));
    QCOMPARE(rig.gap->to.text(), std::string("30"));
    QVERIFY(rig.told[0]->arrived == rig.clock.wallNow());
}

void TestHeldState::aDifferenceIsDescribed()
{
    ManualClock clock;
    auto *source = new FakeSource;
    const auto describe = [](const ObjectPtr &before, const ObjectPtr &after) -> ChangesPtr {
        const std::string words = (before ? before->version.text() : "-") + ">" + after->version.text();
        return std::make_shared<Changes>(Changes{{}, 1, {words}});
    };
    SharedInformer informer(7, std::unique_ptr<ListerWatcher>(source), clock,
                            {[] { return 0.0; }, describe, {}, false, {}, yesterdays()});
    std::vector<EntryPtr> told;
    informer.addListener([&](const std::vector<EntryPtr> &entries) { told = entries; });
    informer.start();
    (*source)->listed(Rig::page({makeObject("n", "a", "ua", "20"), makeObject("n", "d", "ud", "18")}, "30"));
    QCOMPARE(told.size(), 5u);
    QVERIFY(!told[2]->changes);
    QCOMPARE(told[3]->changes->managers[0], std::string_view("3>20"));
    QCOMPARE(told[4]->changes->managers[0], std::string_view("->18"));
}

void TestHeldState::theStreamBeginsAtTheListAndNotAtWhatIsHeld()
{
    QStringList calls;
    ManualClock clock;
    auto *source = new FakeSource(&calls);
    SharedInformer informer(7, std::unique_ptr<ListerWatcher>(source), clock,
                            {[] { return 0.0; }, {}, {}, false, {}, yesterdays()});
    informer.start();
    (*source)->listFailed(makeError(ErrorKind::ServerError));
    clock.advance(1s);
    informer.distrust(clock.now());
    informer.overtake(clock.now());
    (*source)->listed(Rig::page({}, "30"));
    calls.removeAll(QStringLiteral("stop"));
    QCOMPARE(calls, QStringList({QStringLiteral("list@"), QStringLiteral("list@"), QStringLiteral("list@"),
                                 QStringLiteral("watch@30")}));
}

void TestHeldState::untilTheListComesWhatIsHeldIsOld()
{
    Rig rig;
    const auto isOld = [&rig] {
        const WatchStatus status = rig.informer.status();
        return status.staleSince == rig.then && status.oldSince() == rig.then && !status.lastList &&
               status.objects == 2;
    };
    QVERIFY(isOld()); // before it has begun, too
    QVERIFY(rig.informer.hasSynced());
    rig.informer.start();
    QVERIFY(rig.informer.status().state == WatchState::Relisting);
    QVERIFY(isOld());
    rig.clock.advance(10s);
    const std::pair<ErrorKind, WatchState> ills[] = {{ErrorKind::ServerError, WatchState::Waiting},
                                                     {ErrorKind::Unauthorized, WatchState::SignInNeeded},
                                                     {ErrorKind::Forbidden, WatchState::NotAllowed},
                                                     {ErrorKind::Redirected, WatchState::Misconfigured}};
    for (const auto &[ill, state] : ills) {
        (*rig.source)->listFailed(makeError(ill));
        QVERIFY(rig.informer.status().state == state);
        QVERIFY(isOld());
        rig.informer.retryNow();
        QVERIFY(rig.informer.status().state == WatchState::Relisting);
        QVERIFY(isOld());
    }
    QCOMPARE(rig.told.size(), 0u);
}

void TestHeldState::whileTheServerIsAwayWhatIsHeldIsOld()
{
    Rig rig;
    rig.informer.startHeld(makeError(ErrorKind::Refused));
    QVERIFY(rig.informer.status().state == WatchState::Waiting);
    QVERIFY(rig.informer.status().staleSince == rig.then);
    rig.clock.advance(1h);
    QVERIFY(rig.informer.status().oldSince() == rig.then);
    rig.informer.setDoubt(makeError(ErrorKind::TimedOut), rig.clock.wallNow());
    QVERIFY(rig.informer.status().oldSince() == rig.then);
    QCOMPARE(rig.told.size(), 0u);
    rig.informer.distrust(rig.clock.now());
    rig.lists({makeObject("n", "a", "ua", "3")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30, DELETED/inferred b@5"));
    QVERIFY(rig.gap->since == rig.then);
    QVERIFY(!rig.informer.status().staleSince);
}

void TestHeldState::aListThatFailsForLongLeavesOneGapAndItsReason()
{
    Rig rig;
    rig.informer.start();
    for (int i = 0; i < 20; ++i) {
        (*rig.source)->listFailed(makeError(i % 2 ? ErrorKind::ServerError : ErrorKind::Refused));
        rig.clock.advance(1min);
    }
    rig.lists({makeObject("n", "a", "ua", "3"), makeObject("n", "b", "ub", "5")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30"));
    QCOMPARE(rig.gap->reason, std::string(Gap::NotWatched));
}

void TestHeldState::aRelistUnderWayIsNotToldAsItArrives()
{
    Rig rig;
    rig.informer.start();
    const std::vector<ObjectPtr> page(limits::ListPageItems, makeObject("n", "a", "ua", "3"));
    (*rig.source)->listed(Rig::page(page, "30", "next"));
    (*rig.source)->listFailed(makeError(ErrorKind::Expired));
    QCOMPARE(rig.arrived, QStringList());
    QCOMPARE(rig.informer.store().size(), 2u);
}

void TestHeldState::C16_whatIsNewerThanTheListMayBeOfAnotherHistory()
{
    HeldState held = yesterdays();
    held.objects = {saying("a", "3", R"({"x":1})"), saying("b", "5", R"({"x":1})")};
    const std::vector<ObjectPtr> now{saying("a", "3", R"({"x":1})"), saying("b", "5", R"({"x":2})")};
    Rig back(held);
    back.informer.start();
    back.lists(now, "6");
    QCOMPARE(back.states(), QStringLiteral("GAP 7-6, RELIST@6, MODIFIED/inferred b@5"));
    QVERIFY(back.gap->isNotWatched());
    QCOMPARE(back.gap->reason, std::string("not watched; history went back: 6 came after 7"));
    // A list that goes on has the right to its versions.
    Rig on(held);
    on.informer.start();
    on.lists(now, "8");
    QCOMPARE(on.states(), QStringLiteral("GAP 7-8, RELIST@8"));
}

void TestHeldState::C6_aNameThatAnotherHasTakenIsTwoEvents()
{
    Rig rig;
    rig.informer.start();
    rig.lists({makeObject("n", "a", "another", "20"), makeObject("n", "b", "ub", "5")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30, DELETED/inferred a@3, ADDED/inferred a@20"));
}

/// To whoever wants the state what is held is it, as long as there is no newer; as replayed, which is no news.
void TestHeldState::lateHandlersHearWhatIsHeldAndThenTheDifference()
{
    InformerRig rig(yesterdays());
    QCOMPARE(rig.heard, QStringList(QStringLiteral("LIST/replayed 2@")));
    rig.informer.start();
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
    (*rig.source)->listed(InformerRig::page({makeObject("n", "a", "ua", "20")}, "30"));
    QCOMPARE(calls, QStringList({QStringLiteral("add a 1"), QStringLiteral("add b 1"), QStringLiteral("delete b 1"),
                                 QStringLiteral("update 3-20")}));
    rig.informer.addHandler([&](const std::vector<EntryPtr> &entries) { calls = {print(*entries.front())}; });
    QCOMPARE(calls, QStringList(QStringLiteral("LIST/replayed 1@30")));
}

void TestHeldState::aClockThatWasSetBackMakesNoGapThatEndsBeforeItBegins()
{
    HeldState held = yesterdays();
    held.until = ManualClock().wallNow() + 5min;
    Rig rig(held);
    const WallTime begun = rig.clock.wallNow();
    rig.informer.start();
    rig.lists({}, "30");
    QVERIFY(rig.gap->since == begun);
}

void TestHeldState::whatWasWatchedAndHeldNothingIsHeldToo()
{
    HeldState held = yesterdays();
    held.objects.clear();
    Rig rig(held);
    rig.informer.start();
    rig.lists({makeObject("n", "a", "ua", "20")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30, ADDED/inferred a@20"));
}

void TestHeldState::aStateWithoutAVersionIsHeldToo()
{
    HeldState held = yesterdays();
    held.version = {};
    Rig rig(held);
    rig.informer.start();
    rig.lists({makeObject("n", "a", "ua", "3"), makeObject("n", "b", "ub", "5")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP -30, RELIST@30"));
}

void TestHeldState::anEndBeforeTheListKnewNoMoreThanWhatIsHeld()
{
    Rig rig;
    rig.informer.start();
    rig.clock.advance(1h);
    QVERIFY(rig.informer.status().oldSince() == rig.then);
    QCOMPARE(rig.informer.version().text(), std::string("7"));
    rig.informer.stop();
    QCOMPARE(rig.told.size(), 0u);
}

} // namespace tst_heldstate

WK_TEST(tst_heldstate, TestHeldState, QCoreApplication)
#include "tst_heldstate.moc"
