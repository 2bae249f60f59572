// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinewords.h"

#include <QTest>

namespace tst_timelineclosing {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace wk::timelinewords;
using namespace std::chrono_literals;

namespace {

/// "10-11 30-31": seconds after noon.
QString spansOf(const std::vector<GapSpan> &gaps)
{
    QStringList spans;
    for (const GapSpan &gap : gaps)
        spans << at(gap.since) + u'-' + at(gap.until);
    return spans.join(u' ');
}

} // namespace

/// What is left of watches that were closed, and goes on under others: namespaces were chosen.
class tst_TimelineClosing : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWatchThatIsClosedShowsNothing()
    {
        TestTimeline data({list(0s, {pod(u"a"_s)}), change(Modified, 1s, pod(u"a"_s))});
        data.close(Pods, Noon + 2s);
        QCOMPARE(textOf(data), QString());
        QVERIFY(!data.track(Pods));
        QVERIFY(!data.watched().from());
    }

    void oneThatHadNotListedLeavesNothing()
    {
        TestTimeline data({change(Added, 1s, pod(u"a"_s))});
        data.close(Pods, Noon + 2s);
        QCOMPARE(data.lanes().markCount(), 0U);
        QCOMPARE(data.lanes().findUid("a"), -1);
    }

    /// Other namespaces were chosen, and then the same again.
    void anotherWatchGoesOnWithItsLanes()
    {
        TestTimeline data({list(0s, {pod(u"a"_s), pod(u"b"_s)}), change(Modified, 1s, pod(u"a"_s)),
                           change(Deleted, 2s, pod(u"b"_s)), change(Added, 3s, pod(u"c"_s))});
        data.close(Pods, Noon + 10s);
        data.tell({list(20s, {pod(u"a"_s, u"Pending"_s)}, PodsAgain)});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 Pending@20 M1, b born:-3600 Running@0 D2 gone@2, "
                               u"c Running@3 A3 gone<20"_s);
        const Watched &web = data.watched().of(PodsAgain, "web");
        QCOMPARE(*web.from, Noon);
        QCOMPARE(web.gaps.size(), 1U);
        QVERIFY(web.gaps.front().isUnwatched());
        QCOMPARE(spansOf(web.gaps), u"10-20"_s);
        QCOMPARE(data.lanes().lane(0)->watch, PodsAgain);
    }

    void whatOneNamespaceToldMeanwhileStays()
    {
        const ObjectPtr other = podIn("db", u"x"_s);
        TestTimeline data({list(0s, {pod(u"a"_s), other}, AllPods)});
        data.close(AllPods, Noon + 10s);
        data.tell({list(11s, {pod(u"a"_s)}), change(Modified, 12s, pod(u"a"_s))});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 M12"_s);
        QCOMPARE(*data.watched().of(Pods, "web").from, Noon);
        data.close(Pods, Noon + 20s);
        data.tell({list(30s, {pod(u"a"_s), other}, AllPodsAgain)});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 M12, x born:-3600 Running@0"_s);
        const Watched &db = data.watched().of(AllPodsAgain, "db");
        QCOMPARE(*db.from, Noon);
        QCOMPARE(spansOf(db.gaps), u"10-30"_s); // one namespace is not all
    }

    void oneThatLookedAtLessSaysNothingOfTheRestAndGoesOn()
    {
        TestTimeline data({list(0s, {pod(u"a"_s)})});
        data.close(Pods, Noon + 10s);
        data.tell({list(20s, {pod(u"a"_s), podIn("db", u"x"_s)}, AllPods)});
        QCOMPARE(*data.watched().of(AllPods, "web").from, Noon);
        QCOMPARE(spansOf(data.watched().of(AllPods, "web").gaps), u"10-20"_s);
        QCOMPARE(textOf(data), u"a born:-3600 Running@0, x born:-3600 Running@20"_s);
        QCOMPARE(*data.watched().of(AllPods, "db").from, Noon + 20s);
        QVERIFY(data.watched().of(AllPods, "db").gaps.empty());
    }

    /// A namespace after the other had a watch; then one of all listed, and only after it those were closed.
    void whoWatchesAllWhileANamespaceIsWatchedTakesItOverWhole()
    {
        const ObjectPtr other = podIn("db", u"x"_s);
        TestTimeline data({list(0s, {pod(u"a"_s), pod(u"b"_s)}), change(Modified, 1s, pod(u"a"_s)),
                           list(2s, {pod(u"a"_s), pod(u"b"_s), other}, AllPods)});
        data.tell({change(Modified, 3s, pod(u"a"_s))});
        data.close(Pods, Noon + 4s);
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 M1 M3, b born:-3600 Running@0, x born:-3600 Running@2"_s);
        QCOMPARE(data.lanes().lane(0)->watch, AllPods);
        QCOMPARE(*data.watched().of(AllPods, "web").from, Noon);
        QVERIFY(data.watched().of(AllPods, "web").gaps.empty());
        // And only the one again, while all is still watched.
        data.tell({list(5s, {pod(u"a"_s), pod(u"b"_s)}, PodsAgain)});
        data.close(AllPods, Noon + 6s);
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 M1 M3, b born:-3600 Running@0"_s);
        QVERIFY(data.watched().of(PodsAgain, "web").gaps.empty());
        QCOMPARE(*data.watched().of(PodsAgain, "web").from, Noon);
    }

    void whatIsAsideGoesWithTheOldestMarks()
    {
        TestTimeline data({list(0s, {pod(u"a"_s)}, AllPods)}, {}, {.rows = EventLog::ChunkRows});
        data.close(AllPods, Noon + 1s);
        std::vector<EntryPtr> entries{list(2s, {pod(u"b"_s)})};
        for (int second = 3; second < 5000; ++second)
            entries.push_back(change(Modified, std::chrono::seconds(second), pod(u"b"_s)));
        data.tell(entries);
        QVERIFY(data.lanes().keptFrom());
        QCOMPARE(data.lanes().findUid("a"), -1);
        QVERIFY(data.lanes().findUid("b") >= 0);
    }

    void whatIsAsideMakesRoom()
    {
        TestTimeline data({list(0s, {pod(u"a"_s), pod(u"b"_s)}, AllPods)}, {.lanes = 2});
        data.close(AllPods, Noon + 1s);
        data.tell({list(2s, {pod(u"c"_s), pod(u"d"_s)})});
        QCOMPARE(textOf(data), u"c born:-3600 Running@2, d born:-3600 Running@2"_s);
    }

    void aNamespaceThatWasWatchedAloneHasGapsOfItsOwn()
    {
        const ObjectPtr other = podIn("db", u"x"_s);
        TestTimeline data({list(0s, {pod(u"a"_s), other}, AllPods)});
        data.close(AllPods, Noon + 10s);
        data.tell({list(11s, {pod(u"a"_s)})});
        data.close(Pods, Noon + 20s);
        data.tell({list(31s, {pod(u"a"_s), other}, AllPodsAgain), gap(AllPodsAgain, 40s, 41s)});
        QCOMPARE(spansOf(data.watched().of(AllPodsAgain, "web").gaps), u"10-11 20-31 40-41"_s);
        QCOMPARE(spansOf(data.watched().of(AllPodsAgain, "db").gaps), u"10-31 40-41"_s);
        // Web again, and all again: what is known of each goes on.
        data.close(AllPodsAgain, Noon + 50s);
        data.tell({list(52s, {pod(u"a"_s)}, PodsAgain)});
        QCOMPARE(spansOf(data.watched().of(PodsAgain, "web").gaps), u"10-11 20-31 40-41 50-52"_s);
        data.close(PodsAgain, Noon + 60s);
        data.tell({list(65s, {pod(u"a"_s), other}, AllPods)});
        QCOMPARE(spansOf(data.watched().of(AllPods, "web").gaps), u"10-11 20-31 40-41 50-52 60-65"_s);
        QCOMPARE(spansOf(data.watched().of(AllPods, "db").gaps), u"10-31 40-41 50-65"_s);
    }

    void aNamespaceOfItsOwnIsAsOldAsItsOwnGaps()
    {
        TestTimeline data({list(0s, {pod(u"a"_s)}, AllPods)});
        data.close(AllPods, Noon + 10s);
        data.tell({list(11s, {pod(u"a"_s)})});
        data.close(Pods, Noon + 20s);
        data.tell({list(21s, {pod(u"a"_s)}, AllPodsAgain)});
        data.close(AllPodsAgain, Noon + 30s);
        data.tell({list(35s, {pod(u"a"_s)}, AllPods)}); // all both times: web goes on as it was
        QCOMPARE(spansOf(data.watched().of(AllPods, "web").gaps), u"10-11 20-21 30-35"_s);
        QCOMPARE(spansOf(data.watched().of(AllPods, "db").gaps), u"10-21 30-35"_s);
    }

    void aWatchThatIsOpenedAgainGoesOnWithItsLanes()
    {
        TestTimeline data({list(0s, {pod(u"a"_s), pod(u"b"_s), pod(u"c"_s)}), change(Modified, 1s, pod(u"a"_s))});
        data.close(Pods, Noon + 10s);
        QCOMPARE(textOf(data), QString());
        data.openAgain(Pods); // it has told nothing yet
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 M1, b born:-3600 Running@0, c born:-3600 Running@0"_s);
        QVERIFY(data.track(Pods)->isListed);
        QVERIFY(data.watched().of(Pods, "web").gaps.empty());
        data.tell({gap(Pods, 10s, 20s), change(Deleted, 20s, pod(u"c"_s), EntryClass::Inferred),
                   change(Modified, 20s, pod(u"a"_s, u"Pending"_s), EntryClass::Inferred),
                   change(Modified, 30s, pod(u"b"_s))});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 Pending@20 M1 !M20, b born:-3600 Running@0 M30, "
                               u"c born:-3600 Running@0 !D20 gone<20"_s);
        const Watched &web = data.watched().of(Pods, "web");
        QCOMPARE(*web.from, Noon);
        QCOMPARE(spansOf(web.gaps), u"10-20"_s); // once
        QVERIFY(!web.gaps.front().isUnwatched());
    }

    void whoeverComesLaterFindsItAsItIs()
    {
        TestTimeline data({list(0s, {pod(u"a"_s)})});
        data.log().closeWatch(Pods, Noon + 10s);
        data.log().setWatch(Pods, *scopeOf(Pods));
        data.tell({gap(Pods, 10s, 20s), change(Modified, 20s, pod(u"a"_s), EntryClass::Inferred)});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 !M20"_s);
        QCOMPARE(spansOf(data.watched().of(Pods, "web").gaps), u"10-20"_s);
    }

    void oneThatWasOpenedAgainStaysWhenItsClosingHasFallenOff()
    {
        TestTimeline data({list(0s, {pod(u"a"_s), pod(u"b"_s)})}, {}, {.rows = EventLog::ChunkRows});
        data.log().closeWatch(Pods, Noon + 10s);
        data.log().setWatch(Pods, *scopeOf(Pods));
        std::vector<EntryPtr> entries{gap(Pods, 10s, 20s)};
        for (int second = 21; second < 5000; ++second)
            entries.push_back(change(Modified, std::chrono::seconds(second), pod(u"b"_s)));
        data.tell(entries);
        QVERIFY(data.history().begin() > 0);
        QVERIFY(data.lanes().findUid("a") >= 0);
        QVERIFY(!data.lanes().lane(data.lanes().findUid("a"))->aside);
        QVERIFY(data.track(Pods) && data.track(Pods)->isListed);
    }

    void whatAStatusSaidBeforeTheClosingWasComeToStays()
    {
        TestTimeline data({list(0s, {pod(u"a"_s)})});
        data.log().closeWatch(Pods, Noon + 10s);
        data.log().setWatch(Pods, *scopeOf(Pods));
        WatchStatus status;
        status.watch = Pods;
        status.state = WatchState::Relisting;
        status.staleSince = Noon + 10s;
        data.hear({status});
        data.tell({});
        QVERIFY(data.track(Pods)->status.staleSince);
    }
};

} // namespace tst_timelineclosing

WK_TEST(tst_timelineclosing, tst_TimelineClosing, NoApplication)
#include "tst_timelineclosing.moc"
