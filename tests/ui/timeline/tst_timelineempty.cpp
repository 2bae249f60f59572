// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"

#include <QTest>

namespace tst_timelineempty {

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
        QCOMPARE(bench.canvas().accessibleDescription(), u"No kind is chosen"_qs);
        bench.state.setResource(sample::podInfo());
        QCOMPARE(bench.canvas().accessibleDescription(), u"pods are not watched yet"_qs);
        WatchStatus listing = sample::live(rollout::Pods);
        listing.state = WatchState::Listing;
        listing.listed = 500;
        bench.play({{}, {listing}});
        QVERIFY(bench.canvas().accessibleDescription().startsWith(u"pods: Listing 500"_qs));
        WatchStatus denied = sample::live(rollout::Pods);
        denied.state = WatchState::NotAllowed;
        bench.play({{}, {denied}});
        QVERIFY(bench.canvas().accessibleDescription().contains(u"Not allowed"_qs));
        bench.play(
            sample::batch({sample::listed(rollout::Pods, sample::podColumns(), {})}, {sample::live(rollout::Pods)}));
        QCOMPARE(bench.canvas().accessibleDescription(), u"There are no pods"_qs);
    }

    void aFilterThatCameWhileNobodyLookedIsNamedAtOnce()
    {
        QWidget window;
        Bench bench;
        bench.state.setResource(sample::podInfo());
        bench.play(rollout::picture());
        bench.view.setParent(&window);
        window.show();
        bench.view.hide();
        bench.state.setFilter(u"name:nobody"_qs);
        bench.view.show();
        QCOMPARE(bench.canvas().accessibleDescription(), u"The filter hides all lanes"_qs);
    }
};

} // namespace tst_timelineempty

WK_TEST(tst_timelineempty, TimelineEmptyTest, QApplication)
#include "tst_timelineempty.moc"
