// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/timeline/timelinezoom.h"

#include <QTest>

namespace tst_timelinezoom {

using namespace wk;
using namespace std::chrono_literals;

namespace {

const WallTime Noon(std::chrono::seconds(1'795'262'400));

TimelineZoom zoomOf()
{
    TimelineZoom zoom;
    zoom.setPixels(200, 900);
    return zoom;
}

} // namespace

class tst_TimelineZoom : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itBeginsWithTheLastQuarterOfAnHour()
    {
        const TimeAxis axis = zoomOf().axis(Noon);
        QCOMPARE(axis.to, Noon);
        QCOMPARE(axis.from, Noon - 15min);
        QCOMPARE(axis.left, 200.0);
    }

    void whatIsMadeToStandFollowsAgainWithItsSpan()
    {
        TimelineZoom zoom = zoomOf();
        zoom.show(Noon - 40s, Noon, Noon);
        zoom.stand(Noon);
        QCOMPARE(zoom.axis(Noon + 1h).to, Noon);
        zoom.show(Noon - 2h, Noon - 1h, Noon);
        zoom.followAgain();
        QCOMPARE(zoom.axis(Noon + 1h).from, Noon + 1h - 40s);
        QCOMPARE(zoom.axis(Noon + 1h).to, Noon + 1h);
    }

    void theUsualSpanGrowsWithWhatWasWatched_data()
    {
        QTest::addColumn<int>("watched");
        QTest::addColumn<int>("span");
        QTest::newRow("just begun") << 0 << 60;
        QTest::newRow("a minute") << 60 << 66;
        QTest::newRow("four minutes") << 240 << 264;
        QTest::newRow("five") << 300 << 330;
        QTest::newRow("fourteen") << 840 << 900;
        QTest::newRow("an hour") << 3600 << 900;
    }
    void theUsualSpanGrowsWithWhatWasWatched()
    {
        QFETCH(int, watched);
        QFETCH(int, span);
        TimelineZoom zoom = zoomOf();
        zoom.setWatchedFrom(Noon - std::chrono::seconds(watched));
        QCOMPARE(zoom.axis(Noon).span(), Micros(std::chrono::seconds(span)));
        zoom.drag(1, Noon);
        QCOMPARE(zoom.axis(Noon + 24h).span(), Micros(std::chrono::seconds(span)));
        zoom.reset();
        QCOMPARE(zoom.axis(Noon + 24h).span(), Micros(15min));
    }

    void itFollowsNow()
    {
        const TimelineZoom zoom = zoomOf();
        QVERIFY(zoom.follows());
        QCOMPARE(zoom.axis(Noon + 7s).to, Noon + 7s);
    }

    void zoomingInAtNowGoesOnFollowing()
    {
        TimelineZoom zoom = zoomOf();
        zoom.zoom(0.5, 1100, Noon);
        QVERIFY(zoom.follows());
        QCOMPARE(zoom.axis(Noon + 1s).from, Noon + 1s - 450s);
    }

    void zoomingInAtAnOldMarkStands()
    {
        TimelineZoom zoom = zoomOf();
        zoom.zoom(0.5, 300, Noon);
        QVERIFY(!zoom.follows());
        QCOMPARE(zoom.axis(Noon + 1min), zoom.axis(Noon));
    }

    void zoomingOutFollowsAgain()
    {
        TimelineZoom zoom = zoomOf();
        zoom.zoom(0.5, 300, Noon);
        zoom.zoom(4, 300, Noon);
        QVERIFY(zoom.follows());
        QCOMPARE(zoom.axis(Noon).to, Noon);
    }

    void draggingIntoThePastStandsAndBackFollows()
    {
        TimelineZoom zoom = zoomOf();
        zoom.drag(100, Noon);
        QVERIFY(!zoom.follows());
        QCOMPARE(zoom.axis(Noon).to, Noon - 100s);
        zoom.drag(-100, Noon);
        QVERIFY(zoom.follows());
    }

    void resetIsTheUsualSpanUpToNow()
    {
        TimelineZoom zoom = zoomOf();
        zoom.zoom(0.1, 300, Noon);
        zoom.reset();
        QCOMPARE(zoom.axis(Noon), zoomOf().axis(Noon));
    }

    void homeShowsTheBeginningAndEndShowsNow()
    {
        TimelineZoom zoom = zoomOf();
        zoom.showFrom(Noon - 3h, Noon);
        QCOMPARE(zoom.axis(Noon).from, Noon - 3h);
        QCOMPARE(zoom.axis(Noon).span(), Micros(15min));
        QVERIFY(!zoom.follows());
        zoom.toNow();
        QCOMPARE(zoom.axis(Noon).to, Noon);
    }

    void aRangeIsShownAsItIs()
    {
        TimelineZoom zoom = zoomOf();
        zoom.show(Noon - 2h, Noon - 1h, Noon);
        QCOMPARE(zoom.axis(Noon).from, Noon - 2h);
        QCOMPARE(zoom.axis(Noon).to, Noon - 1h);
        zoom.show(Noon - 2h, Noon - 2h, Noon);
        QCOMPARE(zoom.axis(Noon).span(), ShortestSpan);
    }
};

} // namespace tst_timelinezoom

WK_TEST(tst_timelinezoom, tst_TimelineZoom, NoApplication)
#include "tst_timelinezoom.moc"
