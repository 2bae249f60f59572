// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"

#include <QImage>
#include <QTest>

namespace tst_timelinerange {

using namespace wk;
using namespace std::chrono_literals;
using timeline::Bench;

/// A range of time that is drawn on the timeline, on its ruler or over its lanes.
class tst_TimelineRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDragChoosesARange_data()
    {
        QTest::addColumn<int>("height");
        QTest::newRow("on the ruler") << Ruler;
        QTest::newRow("over the lanes") << 120;
        QTest::newRow("below them") << Below;
    }
    void aDragChoosesARange()
    {
        QFETCH(int, height);
        Bench bench;
        play(bench);
        const TimeAxis before = bench.canvas().axis();
        drag(bench, 700, 500, height); // to the left, too
        QVERIFY2(bench.state.selection().isEmpty(), "a drag is no click");
        const auto range = bench.state.timeRange();
        QVERIFY(range);
        QVERIFY(std::chrono::abs(range->from - timeAt(before, 500)) <= Micros(2));
        QVERIFY(std::chrono::abs(range->to - timeAt(before, 700)) <= Micros(2));
        QCOMPARE(bench.canvas().axis().from, range->from);
        QCOMPARE(bench.canvas().axis().to, range->to);
    }

    void aDragOverTheNamesChoosesNone()
    {
        Bench bench;
        play(bench);
        drag(bench, 20, 500, 120);
        QVERIFY(!bench.state.timeRange());
    }

    void itEndsWhereTheTimelineDoes()
    {
        Bench bench;
        play(bench);
        const TimeAxis shown = bench.canvas().axis();
        drag(bench, 700, bench.viewport()->width() + 50);
        QCOMPARE(bench.state.timeRange()->to, shown.to);
    }

    void whatComesLaterIsNoRowOfIt()
    {
        Bench bench;
        play(bench);
        bench.canvas().showTime(rollout::at(20), rollout::at(50));
        const auto rows = bench.canvas().chosen().rows.size();
        bench.state.setTimeRange(TimeRange{rollout::at(20), rollout::at(45)});
        rollout::Story story;
        story.added(rollout::Pods, 49, rollout::podOf("api-5f7b8d4c9", "aaaaa", "Pending", "payments"));
        bench.play(sample::batch(story.batch(-120).entries));
        bench.clock.advance(1s);
        QCOMPARE(bench.canvas().chosen().rows.size(), rows);
        bench.state.setTimeRange(TimeRange{rollout::at(20), rollout::at(50)});
        QCOMPARE(bench.canvas().chosen().rows.size(), rows + 1);
        bench.state.setTimeRange({});
        QCOMPARE(bench.canvas().chosen().rows.size(), rows + 1);
    }

    void aRangeUpToNowStays()
    {
        Bench bench;
        play(bench);
        const WallTime now = bench.canvas().now();
        bench.state.setTimeRange(TimeRange{now - 5s, now});
        bench.clock.advance(3s);
        QCOMPARE(bench.canvas().axis().from, now - 5s);
        QCOMPARE(bench.canvas().axis().to, now);
    }

    void whatIsDrawnIsSeen()
    {
        Bench bench;
        play(bench);
        const QColor plain = colourAt(bench, {600, Below});
        press(bench, 500);
        QTest::mouseMove(bench.viewport(), {700, Ruler});
        QVERIFY(colourAt(bench, {600, Below}) != plain);
        QCOMPARE(colourAt(bench, {500, Below}), tokens(bench.view.palette()).accent);
        QTest::mouseRelease(bench.viewport(), Qt::LeftButton, {}, {700, Ruler});
        bench.state.setTimeRange({});
        QCOMPARE(colourAt(bench, {600, Below}), plain);
    }

    void aClickOnTheRulerChoosesNothing()
    {
        Bench bench;
        play(bench);
        drag(bench, 500, 500);
        QVERIFY(!bench.state.timeRange());
        QCOMPARE(bench.canvas().toolTipAt({500, Ruler}), QStringLiteral("Drag to choose a range of time"));
        QVERIFY(bench.canvas().toolTipAt({20, Ruler}).isEmpty());
    }

    void aDoubleClickGivesItUp()
    {
        Bench bench;
        play(bench);
        const TimeAxis usual = bench.canvas().axis();
        drag(bench, 500, 700);
        QTest::mouseDClick(bench.viewport(), Qt::LeftButton, {}, {600, 200});
        QVERIFY(!bench.state.timeRange());
        QCOMPARE(bench.canvas().axis(), usual);
    }

private:
    static constexpr int Ruler = 8;
    static constexpr int Below = 600; ///< where no lane is

    static void play(Bench &bench)
    {
        bench.play(rollout::picture());
        bench.state.setResource(sample::podInfo());
        bench.show();
    }
    static void press(Bench &bench, int x, int y = Ruler)
    {
        QTest::mousePress(bench.viewport(), Qt::LeftButton, {}, {x, y});
    }
    static void drag(Bench &bench, int from, int to, int y = Ruler)
    {
        press(bench, from, y);
        QTest::mouseMove(bench.viewport(), {(from + to) / 2, y});
        QTest::mouseMove(bench.viewport(), {to, y});
        QTest::mouseRelease(bench.viewport(), Qt::LeftButton, {}, {to, y});
    }
    static QColor colourAt(Bench &bench, QPoint at) { return bench.viewport()->grab().toImage().pixelColor(at); }

    Theme m_theme;
};

} // namespace tst_timelinerange

WK_TEST(tst_timelinerange, tst_TimelineRange, QApplication)
#include "tst_timelinerange.moc"
