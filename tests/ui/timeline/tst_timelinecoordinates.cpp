// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/timeline/timelinecoordinates.h"

#include <QTest>

#include <limits>

namespace tst_timelinecoordinates {

using namespace wk;
using namespace std::chrono_literals;

namespace {

const WallTime Noon(std::chrono::seconds(1'795'262'400));

TimeAxis axis(Micros span, double left, double width)
{
    return {Noon, Noon + span, left, width};
}

} // namespace

class tst_TimelineCoordinates : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aMomentHasItsPixel_data()
    {
        QTest::addColumn<qint64>("micros");
        QTest::addColumn<double>("x");
        QTest::newRow("the first moment is the left edge") << qint64(0) << 200.0;
        QTest::newRow("the last moment is the right edge") << qint64(10'000'000) << 1200.0;
        QTest::newRow("the middle is the middle") << qint64(5'000'000) << 700.0;
        QTest::newRow("before the axis is left of it") << qint64(-1'000'000) << 100.0;
        QTest::newRow("after the axis is right of it") << qint64(20'000'000) << 2200.0;
    }
    void aMomentHasItsPixel()
    {
        QFETCH(qint64, micros);
        QFETCH(double, x);
        QCOMPARE(xOf(axis(10s, 200, 1000), Noon + Micros(micros)), x);
    }

    void pixelsAndMomentsRoundTrip_data()
    {
        QTest::addColumn<qint64>("span");
        QTest::addColumn<double>("width");
        QTest::newRow("ten milliseconds on a wide screen") << qint64(10'000) << 3840.0;
        QTest::newRow("fifteen minutes") << qint64(900'000'000) << 900.0;
        QTest::newRow("a year on a narrow strip") << qint64(31'622'400'000'000) << 7.0;
        QTest::newRow("one pixel") << qint64(1'000'000) << 1.0;
        QTest::newRow("a fraction of a pixel (scaled screens)") << qint64(1'000'000) << 0.75;
    }
    void pixelsAndMomentsRoundTrip()
    {
        QFETCH(qint64, span);
        QFETCH(double, width);
        const TimeAxis a = axis(Micros(span), 232, width);
        for (int i = -20; i <= 120; ++i) {
            const WallTime time = Noon + Micros(span / 100 * i + i);
            QCOMPARE(timeAt(a, xOf(a, time)), time);
        }
    }

    void anEmptyAxisStaysAtItsLeft_data()
    {
        QTest::addColumn<qint64>("span");
        QTest::addColumn<double>("width");
        QTest::newRow("no time") << qint64(0) << 100.0;
        QTest::newRow("time backwards") << qint64(-5) << 100.0;
        QTest::newRow("no pixels") << qint64(5) << 0.0;
        QTest::newRow("negative pixels, as a layout gives before its first turn") << qint64(5) << -30.0;
    }
    void anEmptyAxisStaysAtItsLeft()
    {
        QFETCH(qint64, span);
        QFETCH(double, width);
        const TimeAxis a = axis(Micros(span), 17, width);
        QCOMPARE(xOf(a, Noon + 1h), 17.0);
        QCOMPARE(timeAt(a, 99), Noon);
        QCOMPARE(pixelTime(a), Micros(1));
        QCOMPARE(zoomed(a, 0.5, 20), a);
        QCOMPARE(dragged(a, 20), a);
    }

    void zoomKeepsTheMomentUnderThePointer_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<double>("x");
        QTest::newRow("in, in the middle") << 0.5 << 600.0;
        QTest::newRow("in, at the left edge") << 0.8 << 100.0;
        QTest::newRow("out, at the right edge") << 1.25 << 1100.0;
        QTest::newRow("out, left of the lanes") << 3.0 << 0.0;
    }
    void zoomKeepsTheMomentUnderThePointer()
    {
        QFETCH(double, factor);
        QFETCH(double, x);
        const TimeAxis before = axis(15min, 100, 1000);
        const TimeAxis after = zoomed(before, factor, x);
        const auto off = std::chrono::abs(timeAt(after, x) - timeAt(before, x));
        QVERIFY2(off <= Micros(1), "the anchor moved");
        QCOMPARE(after.span(), Micros(std::llround(900e6 * factor)));
    }

    void zoomEndsAtItsLimits()
    {
        QCOMPARE(zoomed(axis(15min, 0, 1000), 1e-12, 500).span(), ShortestSpan);
        QCOMPARE(zoomed(axis(15min, 0, 1000), 1e12, 500).span(), LongestSpan);
        QCOMPARE(zoomed(axis(15min, 0, 1000), 0, 500).span(), Micros(15min));
        QCOMPARE(zoomed(axis(15min, 0, 1000), -1, 500).span(), Micros(15min));
        QCOMPARE(zoomed(axis(15min, 0, 1000), std::numeric_limits<double>::quiet_NaN(), 500).span(), Micros(15min));
    }

    void draggingMovesThePaperWithTheHand()
    {
        const TimeAxis before = axis(10s, 200, 1000);
        const TimeAxis after = dragged(before, 100);
        QCOMPARE(xOf(after, Noon), 300.0);
        QCOMPARE(dragged(after, -100), before);
        QCOMPARE(after.span(), before.span());
    }

    void anAxisFollowsNow()
    {
        const TimeAxis after = endingAt(axis(10s, 0, 100), Noon + 1h);
        QCOMPARE(after.to, Noon + 1h);
        QCOMPARE(after.span(), Micros(10s));
    }

    void everyLaneIsFoundWhereItIsDrawn()
    {
        const LaneStack stack{.top = 24, .rowHeight = 24, .scroll = 55, .count = 100};
        for (int lane = 3; lane < 100; ++lane) {
            QCOMPARE(laneAt(stack, laneTop(stack, lane)), lane);
            QCOMPARE(laneAt(stack, laneTop(stack, lane) + 23), lane);
        }
    }

    void thereIsNoLaneBesideTheLanes_data()
    {
        QTest::addColumn<int>("y");
        QTest::newRow("on the ruler") << 10;
        QTest::newRow("below the last lane") << 24 + 5 * 24;
        QTest::newRow("above the widget") << -300;
    }
    void thereIsNoLaneBesideTheLanes()
    {
        QFETCH(int, y);
        QCOMPARE(laneAt({.top = 24, .rowHeight = 24, .scroll = 0, .count = 5}, y), -1);
        QCOMPARE(laneAt({.top = 24, .rowHeight = 0, .scroll = 0, .count = 5}, 60), -1);
    }

    void aStripTouchesItsLanes_data()
    {
        QTest::addColumn<int>("y0");
        QTest::addColumn<int>("y1");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("last");
        QTest::newRow("all of the widget") << 0 << 500 << 2 << 9;
        QTest::newRow("one lane") << 30 << 40 << 2 << 2;
        QTest::newRow("two lanes at their border") << 43 << 44 << 2 << 3;
        QTest::newRow("only the ruler") << 0 << 23 << 2 << -1;
    }
    void aStripTouchesItsLanes()
    {
        QFETCH(int, y0);
        QFETCH(int, y1);
        const LaneRange range = lanesBetween({.top = 24, .rowHeight = 20, .scroll = 40, .count = 10}, y0, y1);
        QTEST(range.first, "first");
        QTEST(range.last, "last");
    }
};

} // namespace tst_timelinecoordinates

WK_TEST(tst_timelinecoordinates, tst_TimelineCoordinates, NoApplication)
#include "tst_timelinecoordinates.moc"
