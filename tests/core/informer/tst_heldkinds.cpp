// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/informer/heldrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

/// An informer that goes on from what an earlier watch held, of a kind that is polled, printed otherwise or gone.
namespace tst_heldkinds {

using namespace wk;
using namespace wk::heldrig;
using namespace std::chrono_literals;
using Rig = HeldRig;

class TestHeldKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void ofWhatIsPolledTheFirstLookIsARelist();
    void ofWhatIsPolledALongWaitIsNoReasonBesides();
    void underOtherColumnsAllIsToldAnew();
    void underTheSameColumnsNothingIsToldAnew();
    void C30_aKindThatIsGoneEndsWhatWasHeldWithTheGap();
};

void TestHeldKinds::ofWhatIsPolledTheFirstLookIsARelist()
{
    HeldState held;
    held.objects = {saying("a", "", R"({"x":1})"), saying("b", "", R"({"x":1})")};
    held.until = ManualClock().wallNow() - 10h;
    Rig rig(held);
    rig.source->offersWatch = false;
    rig.informer.start();
    QVERIFY(rig.informer.status().staleSince == rig.then);
    rig.lists({saying("a", "", R"({"x":1})"), saying("b", "", R"({"x":2})")}, "");
    QCOMPARE(rig.states(), QStringLiteral("GAP -, RELIST@, MODIFIED/inferred b@"));
    QCOMPARE(rig.gap->reason, std::string(Gap::NotWatched));
    QVERIFY(rig.informer.status().state == WatchState::Polled && !rig.informer.status().staleSince);
    rig.heard.clear();
    rig.clock.advance(30s);
    rig.lists({saying("a", "", R"({"x":3})"), saying("b", "", R"({"x":2})")}, "");
    QCOMPARE(rig.states(), QStringLiteral("MODIFIED/inferred a@")); // a look like any
}

void TestHeldKinds::ofWhatIsPolledALongWaitIsNoReasonBesides()
{
    Rig rig;
    rig.source->offersWatch = false;
    rig.informer.startHeld(makeError(ErrorKind::Refused));
    rig.clock.advance(1h);
    rig.informer.distrust(rig.clock.now());
    rig.lists({makeObject("n", "a", "ua", "3"), makeObject("n", "b", "ub", "5")}, "30");
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30"));
    QCOMPARE(rig.gap->reason, std::string(Gap::NotWatched));
}

void TestHeldKinds::underOtherColumnsAllIsToldAnew()
{
    HeldState held = yesterdays();
    held.columns = under("STATUS");
    Rig rig(held);
    rig.informer.start();
    ListPage page = Rig::page({makeObject("n", "a", "ua", "20"), makeObject("n", "b", "ub", "5")}, "30");
    page.columns = under("HEALTH");
    const ObjectPtr b = page.objects[1];
    (*rig.source)->listed(page);
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30, MODIFIED/inferred a@20, LIST/replayed 2@30"));
    QVERIFY(*rig.told.back()->columns == *page.columns);
    QCOMPARE(rig.informer.store().find("n", "b"), b); // its cells stand under them
}

void TestHeldKinds::underTheSameColumnsNothingIsToldAnew()
{
    HeldState held = yesterdays();
    held.columns = under("STATUS");
    Rig rig(held);
    rig.informer.start();
    ListPage page = Rig::page({makeObject("n", "a", "ua", "3"), makeObject("n", "b", "ub", "5")}, "30");
    page.columns = under("STATUS");
    (*rig.source)->listed(page);
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-30, RELIST@30"));
}

void TestHeldKinds::C30_aKindThatIsGoneEndsWhatWasHeldWithTheGap()
{
    Rig rig;
    rig.informer.start();
    rig.clock.advance(10s);
    (*rig.source)->listFailed(makeError(ErrorKind::NotFound));
    QCOMPARE(rig.states(), QStringLiteral("GAP 7-, DELETED/inferred a@3, DELETED/inferred b@5"));
    QCOMPARE(rig.gap->reason, std::string(Gap::NotWatched));
    QVERIFY(rig.gap->since == rig.then);
    QVERIFY(rig.informer.status().state == WatchState::KindGone);
    const WallTime gone = rig.clock.wallNow();
    rig.heard.clear();
    rig.clock.advance(1h);
    rig.informer.retryNow();
    rig.lists({makeObject("n", "c", "uc", "40")}, "41");
    QCOMPARE(rig.states(), QStringLiteral("GAP -41, RELIST@41, ADDED/inferred c@40"));
    QVERIFY(rig.gap->since == gone && !rig.gap->isNotWatched());
}

} // namespace tst_heldkinds

WK_TEST(tst_heldkinds, TestHeldKinds, QCoreApplication)
#include "tst_heldkinds.moc"
