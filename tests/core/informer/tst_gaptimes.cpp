// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/informer/informerrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_gaptimes {

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// An informer that has listed, and the gaps that it declares.
struct Rig : InformerRig {
    Rig()
    {
        informer.addHandler([this](const std::vector<EntryPtr> &entries) {
            for (const EntryPtr &entry : entries) {
                if (entry->type == EntryType::Gap)
                    gap = entry->gap;
                if (entry->type == EntryType::Reconnect)
                    broke = entry->broke;
            }
        });
        bringUp();
    }
    void breaks(ErrorKind kind) { (*source)->watchEnded(makeError(kind)); }
    void opens() { (*source)->watchOpened(); }
    void lists() { (*source)->listed(page({}, "90")); }
    /// From when on nothing is known, and from when on nothing came, in seconds after the first list: "0 120".
    QString times() const
    {
        const auto seconds = [this](WallTime time) {
            return QString::number(std::chrono::duration<double>(time - begun).count());
        };
        return gap ? seconds(gap->since) + u' ' + seconds(gap->lostFrom()) : QStringLiteral("none");
    }

    std::optional<Gap> gap;
    std::optional<WallTime> broke; ///< by the last reconnect
    WallTime begun = clock.wallNow();
};

} // namespace

/// What of a gap is certain and what is in doubt.
class TestGapTimes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aQuietWatchHasLostOnlySinceItsStreamBroke();
    void whatIsLostAfterAnEventIsNotInDoubtBeforeIt();
    void aStreamThatOnlySaysItIsTooOldWasNone();
    void aStreamThatLivedInBetweenBreaksAnew();
    void anEndInOrderLeavesNoDoubt();
    void aDoubtedStreamIsOfNoUseSinceTheDoubt();
    void aDoubtedStreamIsOfNoUseSinceTheServerLastAnswered();
    void whatCameBehindTheServersLastAnswerWasBelieved();
    void aDoubtThatAnEventDisprovesIsForgotten();
    void whatNobodyWasAwakeForIsLost();
    void whatAnAuditFoundMayBeOfAnyTimeSinceTheLast();
    void aStreamOfAnotherHistoryToldNothingOfThisOne();
    void aStreamThatGoesOnSaysSinceWhenNoneWasOpen();
    void whileNothingIsHeardTheStatusSaysSinceWhenAndSinceWhenItIsBroken();
};

void TestGapTimes::aQuietWatchHasLostOnlySinceItsStreamBroke()
{
    Rig rig;
    rig.clock.advance(120s);
    rig.breaks(ErrorKind::ConnectionLost);
    rig.clock.advance(10s);
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("0 120"));
}

void TestGapTimes::whatIsLostAfterAnEventIsNotInDoubtBeforeIt()
{
    Rig rig;
    rig.clock.advance(120s);
    (*rig.source)->eventsArrived({makeBookmark("12")});
    rig.breaks(ErrorKind::ConnectionLost);
    rig.clock.advance(10s);
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("120 120"));
}

void TestGapTimes::aStreamThatOnlySaysItIsTooOldWasNone()
{
    Rig rig;
    rig.clock.advance(120s);
    rig.breaks(ErrorKind::ConnectionLost);
    rig.clock.advance(10s);
    rig.opens();
    rig.clock.advance(100ms);
    WatchEvent tooOld;
    tooOld.type = EventType::Error;
    tooOld.error = makeError(ErrorKind::Expired);
    (*rig.source)->eventsArrived({tooOld});
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("0 120"));
}

void TestGapTimes::aStreamThatLivedInBetweenBreaksAnew()
{
    Rig rig;
    rig.clock.advance(60s);
    rig.breaks(ErrorKind::ConnectionLost);
    rig.opens();
    rig.clock.advance(60s);
    rig.breaks(ErrorKind::ConnectionLost);
    rig.clock.advance(10s);
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("0 120"));
}

void TestGapTimes::anEndInOrderLeavesNoDoubt()
{
    Rig rig;
    rig.clock.advance(120s);
    (*rig.source)->watchEnded({});
    rig.clock.advance(10s);
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("120 120"));
}

void TestGapTimes::aDoubtedStreamIsOfNoUseSinceTheDoubt()
{
    Rig rig;
    rig.clock.advance(120s);
    rig.informer.setDoubt(makeError(ErrorKind::TimedOut));
    rig.clock.advance(5s);
    rig.informer.setDoubt(makeError(ErrorKind::Refused)); // another reason for the same
    rig.clock.advance(5s);
    rig.informer.distrust(rig.clock.now());
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("0 120"));
}

void TestGapTimes::aDoubtedStreamIsOfNoUseSinceTheServerLastAnswered()
{
    Rig rig;
    rig.clock.advance(100s);
    const WallTime answered = rig.clock.wallNow();
    rig.clock.advance(20s);
    rig.informer.setDoubt(makeError(ErrorKind::TimedOut), answered);
    rig.clock.advance(5s);
    rig.informer.distrust(rig.clock.now());
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("0 100"));
}

void TestGapTimes::whatCameBehindTheServersLastAnswerWasBelieved()
{
    Rig rig;
    rig.clock.advance(100s);
    const WallTime answered = rig.clock.wallNow();
    rig.clock.advance(10s);
    (*rig.source)->eventsArrived({makeBookmark("12")});
    rig.clock.advance(10s);
    rig.informer.setDoubt(makeError(ErrorKind::TimedOut), answered);
    rig.clock.advance(5s);
    rig.informer.distrust(rig.clock.now());
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("110 110"));
}

void TestGapTimes::aDoubtThatAnEventDisprovesIsForgotten()
{
    Rig rig;
    rig.clock.advance(60s);
    rig.informer.setDoubt(makeError(ErrorKind::TimedOut));
    rig.clock.advance(10s);
    (*rig.source)->eventsArrived({makeBookmark("12")});
    rig.clock.advance(50s);
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("70 120"));
}

void TestGapTimes::whatNobodyWasAwakeForIsLost()
{
    Rig rig;
    rig.clock.advance(120s);
    const WallTime asleep = rig.clock.wallNow();
    rig.clock.advance(1h);
    rig.informer.distrust(rig.clock.now(), asleep);
    rig.breaks(ErrorKind::Expired);
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("0 120"));
}

void TestGapTimes::whatAnAuditFoundMayBeOfAnyTimeSinceTheLast()
{
    Rig rig;
    rig.clock.advance(30s);
    rig.informer.verify(ResourceVersion("7"));
    rig.clock.advance(90s);
    rig.informer.disprove("drift");
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("30 30"));
}

void TestGapTimes::aStreamOfAnotherHistoryToldNothingOfThisOne()
{
    Rig rig;
    rig.clock.advance(120s);
    (*rig.source)->eventsArrived({makeEvent(EventType::Modified, makeObject("n", "a", "ua", "6"))}); // below the list
    rig.lists();
    QCOMPARE(rig.times(), QStringLiteral("0 0"));
}

void TestGapTimes::aStreamThatGoesOnSaysSinceWhenNoneWasOpen()
{
    Rig rig;
    rig.clock.advance(120s);
    rig.breaks(ErrorKind::ConnectionLost);
    rig.clock.advance(5s);
    rig.breaks(ErrorKind::Refused); // the first try
    rig.clock.advance(5s);
    rig.opens();
    QCOMPARE(rig.broke, std::optional(rig.begun + 120s));
    QVERIFY(!rig.gap);
}

void TestGapTimes::whileNothingIsHeardTheStatusSaysSinceWhenAndSinceWhenItIsBroken()
{
    Rig rig;
    rig.clock.advance(120s);
    QVERIFY(!rig.informer.status().brokenSince);
    rig.breaks(ErrorKind::Refused);
    rig.clock.advance(10s);
    QVERIFY(rig.informer.status().staleSince == rig.begun);
    QVERIFY(rig.informer.status().brokenSince == rig.begun + 120s);
    rig.opens();
    QVERIFY(!rig.informer.status().staleSince);
    QVERIFY(!rig.informer.status().brokenSince);
}

} // namespace tst_gaptimes

WK_TEST(tst_gaptimes, TestGapTimes, QCoreApplication)
#include "tst_gaptimes.moc"
