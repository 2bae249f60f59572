// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/charts/chartsbench.h"
#include "ui/style/formats.h"
#include "ui/style/nowchip.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"

#include <QImage>
#include <QSignalSpy>

namespace tst_chartsrange {

using namespace wk;
using namespace std::chrono_literals;
using charts::Bench;

/// A range of time that is drawn on the chart.
class tst_ChartsRange : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDragChoosesARange()
    {
        Bench bench;
        play(bench);
        const TimeAxis before = bench.view.plot().timeAxis();
        drag(bench, 420, 300); // to the left, too
        const auto range = bench.state.timeRange();
        QVERIFY(range);
        QVERIFY(std::chrono::abs(range->from - timeAt(before, 300)) <= Micros(2));
        QVERIFY(std::chrono::abs(range->to - timeAt(before, 420)) <= Micros(2));
        bench.clock.advance(1s);
        QCOMPARE(bench.view.plot().timeAxis().from, range->from);
        QCOMPARE(bench.view.plot().timeAxis().to, range->to);
    }

    void itChoosesNoEvent()
    {
        Bench bench;
        play(bench);
        const QSignalSpy clicked(&bench.view.plot(), &RvPlot::eventClicked);
        const QSignalSpy marked(&bench.view.plot(), &RvPlot::markClicked);
        for (int y = 20; y < 200; y += 4)
            drag(bench, 300, 500, y);
        QCOMPARE(clicked.count() + marked.count(), 0);
    }

    void theMomentThatWasPressedStays()
    {
        Bench bench;
        play(bench);
        const WallTime pressed = timeAt(bench.view.plot().timeAxis(), 300);
        press(bench, 300, Height);
        bench.clock.advance(20s); // the lines have moved on meanwhile
        QVERIFY(xOf(bench.view.plot().timeAxis(), pressed) < 299);
        moveTo(bench, 400);
        release(bench, 500, Height);
        QVERIFY(std::chrono::abs(bench.state.timeRange()->from - pressed) <= Micros(2));
    }

    void whatIsDrawnIsSeen()
    {
        Bench bench;
        play(bench);
        const QColor plain = colourAt(bench, 400);
        press(bench, 300, Height);
        moveTo(bench, 500);
        QVERIFY(colourAt(bench, 400) != plain);
        QCOMPARE(colourAt(bench, 300), tokens(bench.view.palette()).accent);
        release(bench, 500, Height);
    }

    void aClickChoosesNone()
    {
        Bench bench;
        play(bench);
        press(bench, 400, Height);
        release(bench, 401, Height);
        QVERIFY(!bench.state.timeRange());
    }

    void whatIsSaidIsOfTheRangesEnd()
    {
        Bench bench;
        play(bench);
        const QString newest = bench.view.resultText();
        bench.state.setTimeRange(TimeRange{sample::Now - 400s, sample::Now - 300s});
        bench.clock.advance(1s);
        const QString then = bench.view.resultText();
        QVERIFY2(then != newest && then.contains(format::moment(sample::Now - 300s, sample::Now)), qPrintable(then));
        const QString behind = bench.behind(1);
        bench.clock.advance(5s);
        QCOMPARE(bench.behind(1), behind);
        QCOMPARE(bench.view.resultText(), then);
    }

    void theWheelZoomsAtThePointer()
    {
        Bench bench;
        play(bench);
        const TimeAxis usual = bench.view.plot().timeAxis();
        const WallTime there = timeAt(usual, 300);
        turnWheel(bench, 300, 3);
        const TimeAxis closer = bench.view.plot().timeAxis();
        QVERIFY(closer.span() < usual.span());
        QVERIFY(std::chrono::abs(timeAt(closer, 300) - there) < closer.span() / 100);
        bench.clock.advance(10s);
        QCOMPARE(bench.view.plot().timeAxis(), closer);
        turnWheel(bench, 300, -20);
        QVERIFY2(bench.view.plot().timeAxis().to > usual.to, "all of it goes on with the present");
        turnWheel(bench, 300, 3);
        QTest::mouseDClick(bench.view.plot().viewport(), Qt::LeftButton, {}, {400, Height});
        bench.clock.advance(1s);
        QVERIFY(bench.view.plot().timeAxis().span() >= usual.span());
    }

    void whereItEndsBeforeNowAChipLeadsBack()
    {
        Bench bench;
        play(bench);
        const TimeAxis usual = bench.view.plot().timeAxis();
        auto *chip = bench.view.findChild<NowChip *>();
        QVERIFY(!chip->isVisible());
        turnWheel(bench, int(usual.left + usual.width), 3);
        QVERIFY2(!chip->isVisible(), "it goes on with the present");
        turnWheel(bench, 300, 3);
        QVERIFY(chip->isVisible());
        drag(bench, 420, 300);
        bench.clock.advance(1s);
        QVERIFY2(!chip->isVisible(), "the range's own chip leads back then");
        bench.state.setTimeRange({});
        turnWheel(bench, 300, 3);
        QTest::mouseClick(chip, Qt::LeftButton);
        bench.clock.advance(1s);
        QVERIFY(!chip->isVisible());
        QVERIFY(bench.view.plot().timeAxis().to > usual.to);
    }

    void nearThePresentTheWheelKeepsIt()
    {
        Bench bench;
        play(bench);
        const TimeAxis usual = bench.view.plot().timeAxis();
        turnWheel(bench, int(usual.left + usual.width), 3);
        const WallTime end = bench.view.plot().timeAxis().to;
        bench.clock.advance(10s);
        QCOMPARE(bench.view.plot().timeAxis().to - end, WallTime::duration(10s));
    }

    void aRangeIsShownWholeAgain()
    {
        Bench bench;
        play(bench);
        turnWheel(bench, 300, 3);
        drag(bench, 300, 420);
        const auto range = bench.state.timeRange();
        bench.clock.advance(1s);
        QCOMPARE(bench.view.plot().timeAxis().from, range->from);
        QCOMPARE(bench.view.plot().timeAxis().to, range->to);
    }

    void aDoubleClickGivesItUp()
    {
        Bench bench;
        play(bench);
        drag(bench, 300, 500);
        QTest::mouseDClick(bench.view.plot().viewport(), Qt::LeftButton, {}, {400, Height});
        QVERIFY(!bench.state.timeRange());
    }

private:
    static constexpr int Height = 150;

    static void play(Bench &bench)
    {
        bench.playPicture();
        bench.show();
        bench.clock.advance(1s);
    }
    static void press(Bench &bench, int x, int y)
    {
        QTest::mousePress(bench.view.plot().viewport(), Qt::LeftButton, {}, {x, y});
    }
    static void moveTo(Bench &bench, int x) { QTest::mouseMove(bench.view.plot().viewport(), {x, Height}); }
    static void release(Bench &bench, int x, int y)
    {
        QTest::mouseRelease(bench.view.plot().viewport(), Qt::LeftButton, {}, {x, y});
    }
    static void drag(Bench &bench, int from, int to, int y = Height)
    {
        press(bench, from, y);
        moveTo(bench, (from + to) / 2);
        moveTo(bench, to);
        release(bench, to, y);
    }
    static void turnWheel(Bench &bench, int x, int notches)
    {
        const QPointF at(x, Height);
        QWidget *plot = bench.view.plot().viewport();
        QWheelEvent event(at, plot->mapToGlobal(at), {}, {0, notches * 120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(plot, &event);
        bench.clock.advance(1ms);
    }
    /// Above the lines.
    static QColor colourAt(Bench &bench, int x)
    {
        return bench.view.plot().viewport()->grab().toImage().pixelColor({x, 20});
    }

    Theme m_theme;
};

} // namespace tst_chartsrange

WK_TEST(tst_chartsrange, tst_ChartsRange, QApplication)
#include "tst_chartsrange.moc"
