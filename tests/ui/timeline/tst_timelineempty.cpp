// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"

#include <QTest>

namespace tst_timelineempty {

using namespace Qt::StringLiterals;
using namespace wk;
using timeline::Bench;

/// What the timeline says where there is no lane.
class TimelineEmptyTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSaysInWordsWhyThereIsNoLane()
    {
        Bench bench;
        QCOMPARE(title(bench), u"Nothing is watched yet"_s);
        WatchStatus listing = sample::live(rollout::Pods);
        listing.state = WatchState::Listing;
        listing.listed = 500;
        bench.play({{}, {listing}});
        QVERIFY(bench.canvas().accessibleDescription().startsWith(u"Pods: Listing 500"_s));
        WatchStatus denied = sample::live(rollout::Pods);
        denied.state = WatchState::NotAllowed;
        bench.play({{}, {denied}});
        QVERIFY(bench.canvas().accessibleDescription().contains(u"Not allowed"_s));
        bench.play(
            sample::batch({sample::listed(rollout::Pods, sample::podColumns(), {})}, {sample::live(rollout::Pods)}));
        QCOMPARE(title(bench), u"There are no objects"_s);
        WatchStatus polled = sample::live(rollout::Pods);
        polled.state = WatchState::Polled;
        bench.play({{}, {polled}});
        QCOMPARE(bench.canvas().accessibleDescription(), u"There are no objects\nLooked at every 30 s, not watched"_s);
    }

    void aFilterOfEventsIsSaidToBeOne()
    {
        Bench bench;
        play(bench);
        bench.state.setFilter(u"type:DELETED"_s);
        QVERIFY(bench.canvas().accessibleDescription().contains(u"“type” is about events"_s));
        bench.state.setFilter(u"name:nobody"_s);
        QVERIFY(!bench.canvas().accessibleDescription().contains(u"about events"_s));
    }

    /// It gives up the range and the moment first.
    void whatEscDoesIsSaidOnlyWhereItDoesIt()
    {
        Bench bench;
        play(bench);
        bench.state.setFilter(u"name:nobody"_s);
        QVERIFY(bench.canvas().accessibleDescription().contains(u"Esc"_s));
        bench.state.setPlayhead(Moment{1, rollout::at(20)});
        QVERIFY(!bench.canvas().accessibleDescription().contains(u"Esc"_s));
        bench.state.setTimeRange(TimeRange{rollout::at(10), rollout::at(20)});
        bench.state.setPlayhead({});
        QVERIFY(!bench.canvas().accessibleDescription().contains(u"Esc"_s));
        bench.state.setTimeRange({});
        QVERIFY(bench.canvas().accessibleDescription().contains(u"Esc"_s));
    }

    void aFilterThatCameWhileNobodyLookedIsNamedAtOnce()
    {
        QWidget window;
        Bench bench;
        play(bench);
        bench.view.setParent(&window);
        window.show();
        bench.view.hide();
        bench.state.setFilter(u"name:nobody"_s);
        bench.view.show();
        QCOMPARE(bench.canvas().accessibleDescription(),
                 u"The filter hides all lanes\n14 objects do not match it. Esc clears it."_s);
    }

private:
    static void play(Bench &bench)
    {
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
    }
    static QString title(Bench &bench) { return bench.canvas().accessibleDescription().section(u'\n', 0, 0); }
};

} // namespace tst_timelineempty

WK_TEST(tst_timelineempty, TimelineEmptyTest, QApplication)
#include "tst_timelineempty.moc"
