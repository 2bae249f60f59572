// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/timeline/timelinebench.h"
#include "ui/style/theme.h"
#include "ui/style/tokens.h"
#include "ui/timeline/timelineframe.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

namespace tst_timelineplayhead {

using namespace wk;
using namespace std::chrono_literals;
using timeline::Bench;

namespace {

/// The pods of a rollout.
void play(Bench &bench)
{
    bench.state.setResource(sample::podInfo());
    bench.play(rollout::picture());
}

bool isInSight(Bench &bench, WallTime moment)
{
    const TimeAxis shown = bench.canvas().axis();
    return shown.from <= moment && moment <= shown.to;
}

} // namespace

/// The timeline while the window shows the past.
class tst_TimelinePlayhead : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itStandsAtTheMomentAndWhatCameAfterIsPaler()
    {
        Bench bench;
        play(bench);
        bench.show();
        const TimeAxis axis = bench.canvas().axis();
        const WallTime moment = axis.from + axis.span() / 2;
        const int x = int(xOf(axis, moment));
        const QImage before = bench.viewport()->grab().toImage();
        bench.state.setPlayhead(Moment{1, moment});
        const QImage after = bench.viewport()->grab().toImage();
        const int height = after.height() - 40;
        QCOMPARE(after.copy(300, 40, x - 310, height), before.copy(300, 40, x - 310, height));
        QVERIFY(after.copy(x + 10, 40, 200, height) != before.copy(x + 10, 40, 200, height));
        QVERIFY(after.copy(x - 30, 0, 60, 20) != before.copy(x - 30, 0, 60, 20));
        bench.state.setPlayhead({});
        QCOMPARE(bench.viewport()->grab().toImage(), before);
    }

    /// A pod of the picture comes at 36.1 s, another is deleted at 31.3.
    void namesArePalerOfWhatWasNotThereThen()
    {
        Bench bench;
        play(bench);
        bench.show();
        const auto names = [&](double seconds) {
            bench.state.setPlayhead(Moment{1, rollout::at(seconds)});
            return bench.viewport()->grab(QRect(0, 24, 150, bench.viewport()->height() - 24)).toImage();
        };
        const QImage before = names(31.2);
        QVERIFY(names(31.4) != before);
        QCOMPARE(names(31.2), before);
        QVERIFY(names(36.2) != names(36.0));
    }

    void onlyWhatHadHappenedByThenIsCounted()
    {
        Bench bench;
        play(bench);
        bench.show();
        const TimeAxis axis = bench.canvas().axis();
        const QString now = bench.view.resultText();
        QVERIFY2(now.endsWith(QStringLiteral("28 events on these lanes")), qPrintable(now));
        QSignalSpy said(&bench.view, &View::resultChanged);
        bench.state.setPlayhead(Moment{1, axis.from});
        QVERIFY(bench.view.resultText().endsWith(QStringLiteral("0 events on these lanes by then")));
        QTRY_VERIFY((bench.clock.advance(1s), said.count() > 0));
        bench.state.setPlayhead({});
        QVERIFY(bench.view.resultText().endsWith(QStringLiteral("28 events on these lanes")));
    }

    void noTimeOfTheRulerLiesHalfUnderItsPlate()
    {
        const WallTime from{1'700'000'000s};
        const TimeAxis axis{from, from + 60s, 0, 600}; // a label each 100 px, from 5 px behind its tick on
        const QPalette palette = QApplication::palette();
        const Tokens &colours = tokens(palette);
        const auto beside = [&](const std::optional<WallTime> &playhead) {
            QImage image(600, 24, QImage::Format_RGB32);
            QPainter painter(&image);
            paintRuler(painter, colours, axis, image.rect(), playhead);
            painter.end();
            return image.copy(140, 2, 20, 12);
        };
        QImage empty = beside({});
        QVERIFY(empty != beside(from + 10s));
        empty.fill(colours.header);
        QCOMPARE(beside(from + 10s), empty); // the plate ends before, and covers where the label begins
    }

    void aMomentOutOfSightIsBroughtIntoSight()
    {
        Bench bench;
        play(bench);
        bench.show();
        QVERIFY(bench.canvas().follows());
        const WallTime moment = bench.canvas().axis().from - 10min;
        bench.state.setPlayhead(Moment{1, moment});
        QVERIFY(isInSight(bench, moment));
        bench.state.setPlayhead({});
        QVERIFY(bench.canvas().follows());
    }

    void aMomentSetBeforeItWasSeenIsInSightWhenItIsOpened()
    {
        Bench bench;
        play(bench);
        const WallTime moment = sample::Now - 20min;
        bench.state.setPlayhead(Moment{1, moment});
        bench.show();
        QVERIFY(!bench.canvas().follows());
        QVERIFY(isInSight(bench, moment));
        bench.state.setPlayhead({});
        QVERIFY(bench.canvas().follows());
    }

    void aMomentThatWasLeftIsInSightWhenItIsShownAgain()
    {
        Bench bench;
        play(bench);
        bench.show();
        const WallTime moment = sample::Now - 20min;
        bench.state.setPlayhead(Moment{1, moment});
        bench.canvas().showUsual();
        QVERIFY(bench.canvas().axis().from > moment);
        bench.view.hide();
        bench.show();
        QVERIFY(isInSight(bench, moment));
    }

    void timeStandsInThePastAndGoesOnAsBefore()
    {
        Bench bench;
        play(bench);
        bench.show();
        bench.canvas().showTime(sample::Now - 40s, sample::Now);
        QVERIFY(bench.canvas().follows());
        const TimeAxis axis = bench.canvas().axis();
        bench.state.setPlayhead(Moment{1, sample::Now - 20s});
        bench.clock.advance(5min);
        QCOMPARE(bench.canvas().axis(), axis);
        bench.state.setPlayhead({});
        QVERIFY(bench.canvas().follows());
        QCOMPARE(bench.canvas().axis().span(), axis.span());
        QCOMPARE(bench.canvas().axis().to, bench.clock.wallNow());
    }

    void aRangeStaysWhereverTheMomentLies()
    {
        Bench bench;
        play(bench);
        bench.show();
        bench.state.setTimeRange(TimeRange{sample::Now - 5min, sample::Now - 4min});
        const TimeAxis range = bench.canvas().axis();
        bench.state.setPlayhead(Moment{1, sample::Now - 20min});
        QCOMPARE(bench.canvas().axis(), range);
        bench.state.setPlayhead({});
        bench.clock.advance(10s);
        QCOMPARE(bench.canvas().axis(), range);
    }

    void aRangeThatIsGivenUpLeavesTheMomentInSight()
    {
        Bench bench;
        play(bench);
        bench.show();
        const WallTime moment = sample::Now - 20min;
        bench.state.setPlayhead(Moment{1, moment});
        bench.state.setTimeRange(TimeRange{sample::Now - 5min, sample::Now - 4min});
        QCOMPARE(bench.canvas().axis().from, sample::Now - 5min);
        bench.state.setTimeRange({});
        QVERIFY(isInSight(bench, moment));
    }

    void aPlaceOnALaneLeadsThere()
    {
        Bench bench;
        play(bench);
        bench.show();
        const QSignalSpy asked(&bench.view, &TimelineView::momentAsked);
        QTimer::singleShot(0, this, [] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            menu->actions().last()->trigger();
            menu->close();
        });
        const TimeAxis axis = bench.canvas().axis();
        int row = 0;
        while (bench.canvas().chosen().rows[std::size_t(row)].lane < 0)
            ++row;
        const QPoint at = bench.canvas().rowPoint(row, axis.from + axis.span() / 2);
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, bench.viewport()->mapToGlobal(at));
        QApplication::sendEvent(bench.viewport(), &event);
        QCOMPARE(asked.count(), 1);
        const auto off = asked.at(0).at(0).value<WallTime>() - (axis.from + axis.span() / 2);
        QVERIFY(std::chrono::abs(off) <= 2 * pixelTime(axis));
    }

private:
    Theme m_theme;
};

} // namespace tst_timelineplayhead

WK_TEST(tst_timelineplayhead, tst_TimelinePlayhead, QApplication)
#include "tst_timelineplayhead.moc"
