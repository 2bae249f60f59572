// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinewords.h"

#include <QTest>

namespace tst_timelinedata {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace wk::timelinewords;
using namespace std::chrono_literals;

class tst_TimelineData : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLifeIsPhasesAndMarks_data()
    {
        QTest::addColumn<std::vector<EntryPtr>>("entries");
        QTest::addColumn<QString>("lanes");
        const auto row = [](const char *name, std::vector<EntryPtr> entries, const QString &lanes) {
            QTest::newRow(name) << std::move(entries) << lanes;
        };
        row("seen from birth to death",
            {list(0s, {}), change(Added, 1s, pod(u"a"_s, u"Pending"_s)), change(Modified, 3s, pod(u"a"_s)),
             change(Deleted, 9s, pod(u"a"_s))},
            u"a Pending@1 Running@3 A1 M3 D9 gone@9"_s);
        row("there before we watched: born earlier, seen from the list on", {list(5s, {pod(u"a"_s)})},
            u"a born:-3600 Running@5"_s);
        row("a change that leaves the phase is a mark only",
            {list(0s, {pod(u"a"_s)}), change(Modified, 2s, pod(u"a"_s)), change(Modified, 3s, pod(u"a"_s))},
            u"a born:-3600 Running@0 M2 M3"_s);
        row("an inferred addition was there before",
            {list(0s, {}), change(Added, 4s, pod(u"a"_s), EntryClass::Inferred)}, u"a born:-3600 Running@4 !A4"_s);
        row("when an inferred deletion happened was not seen",
            {list(0s, {pod(u"a"_s)}), change(Deleted, 4s, pod(u"a"_s), EntryClass::Inferred)},
            u"a born:-3600 Running@0 !D4 gone<4"_s);
        row("the state told again changes nothing",
            {list(0s, {pod(u"a"_s), pod(u"b"_s)}), list(5s, {pod(u"a"_s), pod(u"b"_s)})},
            u"a born:-3600 Running@0, b born:-3600 Running@0"_s);
        row("what a later list does not hold is gone",
            {list(0s, {pod(u"a"_s), pod(u"b"_s)}), list(5s, {pod(u"b"_s, u"Failed"_s)})},
            u"a born:-3600 Running@0 gone<5, b born:-3600 Running@0 Failing@5"_s);
        row("back under a selector its lane goes on",
            {list(0s, {pod(u"a"_s)}), change(Deleted, 2s, pod(u"a"_s)), change(Added, 4s, pod(u"a"_s))},
            u"a born:-3600 Running@0 D2 A4"_s);
        row("a clock set back puts the mark where it belongs",
            {list(0s, {}), change(Added, 8s, pod(u"a"_s)), change(Modified, 6s, pod(u"a"_s))}, u"a Running@8 M6 A8"_s);
    }
    void aLifeIsPhasesAndMarks()
    {
        QFETCH(std::vector<EntryPtr>, entries);
        QTEST(textOf(TestTimeline(entries)), "lanes");
    }

    void kubernetesEventsStandOnWhatTheyRegard()
    {
        const TestTimeline data({list(0s, {pod(u"a"_s)}), list(0s, {kubeEvent(u"e1"_s, u"a"_s, false, 1)}, Events),
                                 change(Added, 5s, kubeEvent(u"e2"_s, u"a"_s, true, 3)),
                                 change(Modified, 6s, kubeEvent(u"e2"_s, u"a"_s, true, 4)),
                                 change(Deleted, 9s, kubeEvent(u"e1"_s, u"a"_s, false, 1))});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 Warn1@0 Note1@1 Warn3@3 Warn4@4"_s);
    }

    void aWordThatIsHeardTwiceIsOneNote()
    {
        const TestTimeline data({list(0s, {pod(u"a"_s)}), list(0s, {kubeEvent(u"e"_s, u"a"_s, true, 2)}, Events),
                                 change(Added, 5s, kubeEvent(u"e"_s, u"a"_s, true, 2))});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0 Warn1@0 Warn2@2"_s);
    }

    void anEventThatComesBeforeItsObjectWaits()
    {
        const TestTimeline data({list(0s, {kubeEvent(u"e"_s, u"late"_s, true, 2)}, Events), list(1s, {}),
                                 change(Added, 3s, pod(u"late"_s))});
        QCOMPARE(textOf(data), u"late Running@3 A3 Warn1@0 Warn2@2"_s);
    }

    void gapsAreKeptWithBothVersionsAndTimes()
    {
        const TestTimeline data({list(0s, {pod(u"a"_s)}), gap(Pods, 20s, 30s)});
        const Watched &pods = data.watched().of(Pods, "web");
        QCOMPARE(pods.gaps.size(), 1U);
        QCOMPARE(pods.gaps[0].since, Noon + 20s);
        QCOMPARE(pods.gaps[0].until, Noon + 30s);
        QCOMPARE(pods.gaps[0].to.text(), std::string("160"));
        QCOMPARE(pods.from, std::optional(Noon));
    }

    void aClosedWatchIsNotHeard()
    {
        const TestTimeline data({list(0s, {pod(u"a"_s)}, Closed)});
        QCOMPARE(textOf(data), QString());
        QVERIFY(!data.track(Closed));
    }

    void aBigListIsWorkedOffInSteps()
    {
        std::vector<ObjectPtr> objects;
        for (int i = 0; i < 1000; ++i)
            objects.push_back(pod(u"p%1"_s.arg(i)));
        TestTimeline data;
        data.queue({list(0s, objects), change(Deleted, 1s, pod(u"p0"_s))});
        QVERIFY(data.work(400));
        QVERIFY(data.lanes().count() >= 390 && data.lanes().count() <= 400);
        while (data.work(400)) {
        }
        QCOMPARE(data.lanes().count(), 1000);
        QVERIFY(data.lanes().lane(0)->ended);
    }

    void aCopyGoesOnForItself()
    {
        TestTimeline data({list(0s, {pod(u"a"_s), pod(u"b"_s)}), change(Modified, 1s, pod(u"a"_s))});
        const QString before = textOf(data);
        TimelineData ahead = data;
        data.queue(
            {change(Modified, 2s, pod(u"a"_s)), change(Deleted, 3s, pod(u"b"_s)), change(Added, 4s, pod(u"c"_s))});
        ahead.follow(data.log().snapshot(), data.log().now().end());
        QCOMPARE(ahead.behind(), std::size_t(3));
        QVERIFY(!ahead.work(10));
        QCOMPARE(textOf(data), before);
        QCOMPARE(data.lanes().findUid("c"), -1);
        const QString after = textOf(ahead);
        QVERIFY(data.work(1) && !data.work(10));
        QCOMPARE(textOf(data), after);
        QCOMPARE(data.lanes().markCount(), ahead.lanes().markCount());
    }

    void marksFallOffWithTheirRows()
    {
        std::vector<EntryPtr> entries{list(0s, {pod(u"a"_s), pod(u"b"_s)})};
        for (int i = 1; i <= 5000; ++i)
            entries.push_back(change(Modified, std::chrono::seconds(i), pod(i % 2 ? u"a"_s : u"b"_s)));
        TestTimeline data(entries, {}, {.rows = EventLog::ChunkRows});
        const RowId begin = data.history().begin();
        QCOMPARE(begin, 2 * EventLog::ChunkRows);
        QCOMPARE(data.lanes().markCount(), std::size_t(5003 - begin));
        QCOMPARE(data.lanes().keptFrom(), std::optional(data.history().time(begin)));
        for (int i = 0; i < 2; ++i)
            QVERIFY(data.lanes().lane(i)->marks.times.front() >= *data.lanes().keptFrom());
        QCOMPARE(data.lanes().lane(data.lanes().findUid("a"))->marks.times.back(), Noon + 4999s);
    }

    void whoBeginsLateKnowsWhatStoodBeforeTheFirstRow()
    {
        std::vector<EntryPtr> entries{list(0s, {pod(u"a"_s), pod(u"quiet"_s)}),
                                      list(0s, {kubeEvent(u"e"_s, u"quiet"_s, true, 2)}, Events)};
        for (int i = 1; i <= 5000; ++i)
            entries.push_back(change(Modified, std::chrono::seconds(i), pod(u"a"_s)));
        TestTimeline followed(entries, {}, {.rows = EventLog::ChunkRows});
        TimelineData late;
        late.follow(followed.log().snapshot(), followed.log().now().end());
        QVERIFY(late.behind() > followed.log().now().size());
        while (late.work(1000)) {
        }
        QCOMPARE(late.behind(), std::size_t(0));
        QCOMPARE(textOf(*late.lanes().lane(late.lanes().findUid("quiet"))),
                 u"quiet born:-3600 Running@0 Warn1@0 Warn2@2"_s);
        QCOMPARE(late.watched().from(), followed.watched().from());
        QCOMPARE(late.lanes().keptFrom(), followed.lanes().keptFrom());
        // One that has not looked for so long that rows have fallen off unseen.
        TimelineData absent = late;
        for (int i = 5001; i <= 14'000; ++i)
            followed.tell({change(Modified, std::chrono::seconds(i), pod(u"a"_s))});
        absent.follow(followed.log().snapshot(), followed.log().now().end());
        while (absent.work(1000)) {
        }
        QCOMPARE(absent.lanes().markCount(), followed.lanes().markCount());
        QCOMPARE(absent.lanes().lane(absent.lanes().findUid("quiet"))->life.size(), std::size_t(1));
        QVERIFY(!absent.lanes().lane(0)); // no number is another's
    }

    void lanesThatEndedLongestAgoMakeRoom()
    {
        const TestTimeline data({list(0s, {pod(u"a"_s), pod(u"b"_s)}), change(Deleted, 1s, pod(u"b"_s)),
                                 change(Added, 2s, pod(u"c"_s)), change(Added, 3s, pod(u"d"_s))},
                                {.lanes = 2});
        QCOMPARE(textOf(data), u"a born:-3600 Running@0, c Running@2 A2"_s);
        QCOMPARE(data.lanes().refused(), 1U);
    }

    void aLaneTellsItsOwner()
    {
        const TestTimeline data({list(0s, {pod(u"a"_s, u"Running"_s, u"rs"_s)})});
        const LaneIdentity identity = data.identity(0);
        QCOMPARE(identity.kind, std::string("Pod"));
        QCOMPARE(identity.ownerKind, std::string("ReplicaSet"));
        QCOMPARE(identity.ownerUid, std::string("rs"));
    }

    void thePhaseAtAMomentIsKnown()
    {
        const TestTimeline data({list(0s, {}), change(Added, 1s, pod(u"a"_s, u"Pending"_s)),
                                 change(Modified, 3s, pod(u"a"_s)), change(Deleted, 9s, pod(u"a"_s))});
        const Lane &lane = *data.lanes().lane(0);
        QCOMPARE(int(phaseAt(lane, Noon)), int(Phase::None));
        QCOMPARE(int(phaseAt(lane, Noon + 1s)), int(Phase::Pending));
        QCOMPARE(int(phaseAt(lane, Noon + 5s)), int(Phase::Running));
        QCOMPARE(int(phaseAt(lane, Noon + 9s)), int(Phase::None));
    }
};

} // namespace tst_timelinedata

WK_TEST(tst_timelinedata, tst_TimelineData, NoApplication)
#include "tst_timelinedata.moc"
