// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/charts/chartsbench.h"
#include "ui/charts/marklegend.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QSignalSpy>
#include <QTest>
#include <QtCharts/QLineSeries>

namespace tst_chartsview {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;
using charts::Bench;
using charts::infoOf;
using charts::withVersion;

class tst_ChartsView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = new Theme(this); }

    void theLegendNamesWhatIsHatched()
    {
        const Bench bench;
        const auto *legend = bench.view.findChild<MarkLegend *>();
        QVERIFY(legend);
        QVERIFY2(legend->accessibleName().contains(QStringLiteral("not seen, in doubt")),
                 qPrintable(legend->accessibleName()));
    }

    void theLegendTellsWhoIsBehind()
    {
        Bench bench;
        QAbstractItemModelTester tester(&bench.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        bench.playPicture();
        bench.show();
        QCOMPARE(bench.rows().rowCount(), 8);
        QCOMPARE(bench.rows().index(1, 0).data().toString(), u"pods"_s);
        QVERIFY(bench.behind(1) == u"0\u00a0s"_s);
        QVERIFY2(bench.behind(5).startsWith(u"1"_s), qPrintable(bench.behind(5))); // 1 m 25 s: its last bookmark
        QVERIFY(bench.toolTip(1).contains(u"up to version 8123"_s));
        QVERIFY(bench.toolTip(5).contains(u"up to version 812"_s) && bench.toolTip(5) != bench.toolTip(1));
        QCOMPARE(bench.behind(6), u"off scale"_s);
        QCOMPARE(bench.behind(7), u"not a number"_s);
        QVERIFY(bench.rows().index(7, 0).data(Qt::ToolTipRole).toString().contains(u"no line to draw"_s));
        bench.history.closeWatch(3, bench.clock.wallNow());
        bench.clock.advance(1s);
        QCOMPARE(bench.rows().rowCount(), 8); // what it brought is still seen
        QCOMPARE(bench.behind(7), u"ended"_s);
        bench.clock.advance(RvChartData::Kept);
        QCOMPARE(bench.rows().rowCount(), 7);
    }

    /// Another namespace was chosen, and then the same again.
    void aWatchThatAnotherGoesOnWithHasNoRowOfItsOwn()
    {
        Bench bench;
        QAbstractItemModelTester tester(&bench.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        bench.playPicture();
        bench.show();
        const auto colour = [&](int row) { return bench.rows().index(row, 0).data(RvLegendModel::ColourRole).toInt(); };
        const int was = colour(3);
        bench.history.closeWatch(3, bench.clock.wallNow());
        bench.clock.advance(1s);
        QCOMPARE(bench.behind(7), u"ended"_s);
        bench.learn(20, *bench.state.scopeOf(3));
        bench.apply(sample::batch(
            {withVersion(sample::listed(20, sample::podColumns(), {}, bench.clock.wallNow()), 8'123'400)}));
        bench.clock.advance(1s);
        QCOMPARE(bench.rows().rowCount(), 8);
        QCOMPARE(bench.rows().index(7, 0).data().toString(), u"leases.coordination.k8s.io"_s);
        QCOMPARE(colour(7), was);
        QVERIFY(bench.behind(7) != u"ended"_s);
    }

    void linesAreReplacedTenTimesASecondAtMost()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const auto series = bench.view.plot().chart()->series();
        auto *line = qobject_cast<QLineSeries *>(series.last());
        QSignalSpy replaced(line, &QXYSeries::pointsReplaced);
        for (int frame = 0; frame < 90; ++frame) { // three seconds of frames
            bench.apply(sample::batch({withVersion(sample::bookmark(1, 1, bench.clock.wallNow()), 8'123'400 + frame)}));
            bench.clock.advance(33ms);
        }
        QVERIFY2(replaced.size() >= 15 && replaced.size() <= 30, qPrintable(QString::number(replaced.size())));
    }

    void anUnseenChartDrawsNothing()
    {
        Bench bench;
        bench.playPicture();
        bench.clock.advance(1s);
        QVERIFY(bench.clock.isIdle());
        QCOMPARE(bench.view.plot().chart()->series().size(), 1);
    }

    void noLineHasMoreThanTwoPointsAPixel()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        for (QAbstractSeries *series : bench.view.plot().chart()->series())
            QVERIFY(qobject_cast<QLineSeries *>(series)->count() <= 2 * bench.view.plot().width() + 2);
    }

    void aClickOnALineSelectsTheObjectOfTheNearestEvent_data()
    {
        QTest::addColumn<double>("pixels");
        QTest::addColumn<QString>("name");
        QTest::newRow("at the event") << 0.0 << u"p5750"_s;
        QTest::newRow("a few pixels before it") << -4.0 << u"p5750"_s;
        QTest::newRow("a few pixels behind it") << 4.0 << u"p5750"_s;
        QTest::newRow("where nothing has come for long") << 12.0 << QString();
    }
    void aClickOnALineSelectsTheObjectOfTheNearestEvent()
    {
        QFETCH(double, pixels);
        Bench bench;
        bench.playPicture();
        // All lines are close to each other: the others have ended, too long ago to be seen.
        bench.clock.setWall(sample::Now - RvChartData::Kept - 1min);
        for (const WatchId other : {1, 2, 4, 5, 6, 7})
            bench.history.closeWatch(other, bench.clock.wallNow());
        bench.clock.setWall(sample::Now);
        bench.show();
        RvPlot &plot = bench.view.plot();
        const RvPoint event{sample::Now - 25s, double(Bench::versionAt(575) - 8'116'300)};
        const QPointF at = plot.pointOf(event) + QPointF(pixels, 0);
        const RvPlot::Hit hit = plot.hitAt(at.toPoint());
        QVERIFY2(hit.watch == 3 && !hit.mark, "the pointer is on the line");
        QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, at.toPoint());
        QTEST(QString::fromStdString(bench.state.selection().name), "name");
    }

    void aClickOnAMarkAsksForItsWatch()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        QSignalSpy asked(&bench.view, &ChartsView::watchAsked);
        RvPlot &plot = bench.view.plot();
        const RvPoint bookmark{sample::Now - 600s + 590s, double(Bench::versionAt(590) - 8'116'300)};
        const RvPlot::Hit hit = plot.hitAt(plot.pointOf(bookmark));
        QCOMPARE(hit.watch, WatchId(4));
        QVERIFY(hit.mark);
        QVERIFY(plot.textOf(hit).endsWith(u"BOOKMARK"_s));
        QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, plot.pointOf(bookmark).toPoint());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().value<WatchId>(), WatchId(4));
        QVERIFY(bench.state.selection().isEmpty());
    }

    void aGapIsHatchedAlongItsOwnLineAndLeadsToTheStream()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        RvPlot &plot = bench.view.plot();
        const double before = double(Bench::versionAt(64) - 8'116'300); // its bookmark, the last word before the gap
        const QPointF inside = plot.pointOf({sample::Now - 440s, before});
        const RvPlot::Hit hit = plot.hitAt(inside + QPointF(0, 8));
        QCOMPARE(hit.watch, WatchId(5));
        QVERIFY(hit.gap);
        const QString text = plot.textOf(hit);
        QVERIFY2(text.contains(u"configmaps"_s) && text.contains(u"410 Expired"_s), qPrintable(text));
        QVERIFY(!plot.hitAt(inside + QPointF(0, 60)).gap);
        QSignalSpy asked(&bench.view, &ChartsView::gapAsked);
        QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, (inside + QPointF(0, 8)).toPoint());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toUInt(), WatchId(5));
        QCOMPARE(asked[0][1].value<WallTime>(), sample::Now - 430s);
    }

    void whatIsInDoubtBesideAGapIsNamedSo()
    {
        Bench bench;
        bench.playPicture(165s);
        bench.show();
        const RvPlot &plot = bench.view.plot();
        const double before = double(Bench::versionAt(64) - 8'116'300);
        const QPointF inside = plot.pointOf({sample::Now - 445s, before});
        const RvPlot::Hit hit = plot.hitAt(inside + QPointF(0, 8));
        QVERIFY(hit.gap);
        const QString text = plot.textOf(hit);
        QVERIFY2(text.contains(u"unseen for 5"_s) && text.contains(u"In doubt since "_s), qPrintable(text));
        const QImage picture = bench.view.plot().grab().toImage();
        const auto inkAt = [&](WallTime time) { // of a whole slant of the hatch
            const QPoint at = (plot.pointOf({time, before}) + QPointF(0, 8)).toPoint();
            int ink = 0;
            for (int i = 0; i < 9; ++i)
                ink += std::abs(qGray(picture.pixel(at + QPoint(i, 0))) - qGray(picture.pixel(at + QPoint(0, 60))));
            return ink;
        };
        QVERIFY(inkAt(sample::Now - 434s) > inkAt(sample::Now - 445s));
    }

    void aClickInTheLegendKeepsALineStrong()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const QSignalSpy chosen(&bench.view, &ChartsView::objectChosen);
        QWidget *legend = bench.view.legend().viewport();
        const auto click = [&](int row) {
            QTest::mouseClick(legend, Qt::LeftButton, {},
                              bench.view.legend().visualRect(bench.rows().index(row, 0)).center());
        };
        const auto leave = [legend] {
            QEvent event(QEvent::Leave);
            QCoreApplication::sendEvent(legend, &event);
        };
        RvPlot &plot = bench.view.plot();
        click(3);
        leave();
        QCOMPARE(plot.highlighted(), WatchId(3));
        click(2);
        leave();
        QCOMPARE(plot.highlighted(), bench.rows().index(2, 0).data(RvLegendModel::WatchRole).toUInt());
        click(2);
        leave();
        QCOMPARE(plot.highlighted(), WatchId(0));
        QVERIFY(!bench.view.legend().selectionModel()->hasSelection());
        click(3);
        click(0);
        QCOMPARE(plot.highlighted(), WatchId(0));
        QVERIFY2(chosen.isEmpty() && bench.state.selection().isEmpty(), "it opens nothing");
    }

    void aLineStandsOutWhileItIsPointedAtAndNoLonger()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        QWidget *legend = bench.view.legend().viewport();
        RvPlot &plot = bench.view.plot();
        const QPoint leases = bench.view.legend().visualRect(bench.rows().index(3, 0)).center();
        QTest::mouseMove(legend, leases);
        QTRY_COMPARE(plot.highlighted(), WatchId(3));
        QEvent leave(QEvent::Leave);
        QCoreApplication::sendEvent(legend, &leave);
        QCOMPARE(plot.highlighted(), WatchId(0));
        const RvPoint bookmark{sample::Now - 600s + 590s, double(Bench::versionAt(590) - 8'116'300)};
        const QPoint at = plot.pointOf(bookmark).toPoint();
        QHelpEvent help(QEvent::ToolTip, at, plot.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(plot.viewport(), &help);
        QCOMPARE(plot.highlighted(), WatchId(4)); // what the tooltip speaks of
    }

    void theLinesOfTheLegendAreThoseOfTheChart()
    {
        Bench bench;
        Batch batch;
        for (WatchId watch = 10; watch < 20; ++watch) {
            bench.learn(watch, sample::scopeOf(infoOf("", ("k" + std::to_string(watch)).c_str())));
            batch.entries.push_back(withVersion(sample::listed(watch, sample::podColumns(), {}), 100));
        }
        bench.apply(batch);
        bench.show();
        const QModelIndex eighth = bench.rows().index(8, 0);
        QCOMPARE(eighth.data(RvLegendModel::StrokeRole).toInt(), int(RvStroke::Dashed));
        QCOMPARE(bench.behind(0), u"behind by"_s);
        int dashed = 0;
        for (QAbstractSeries *series : bench.view.plot().chart()->series())
            dashed += qobject_cast<QLineSeries *>(series)->pen().style() == Qt::CustomDashLine ? 1 : 0;
        QCOMPARE(dashed, 3);
    }

    void theNewestVersionIsSaid()
    {
        Bench bench;
        bench.playPicture();
        QVERIFY(bench.view.resultText().contains(u"812"_s));
    }

    void itLooksLikeThePicture_data()
    {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    void itLooksLikeThePicture()
    {
        QFETCH(bool, dark);
        m_theme->setScheme(dark ? ColourScheme::Dark : ColourScheme::Light);
        Bench bench;
        bench.view.resize(960, 400);
        bench.playPicture();
        bench.show();
        QCoreApplication::sendPostedEvents();
        const QString folder = QStringLiteral(WATCHKEEPER_BINARY_DIR "/../screenshots");
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(bench.view.grab().save(folder + (dark ? u"/charts-dark.png"_s : u"/charts-light.png"_s)));
        m_theme->setScheme(ColourScheme::System);
    }

private:
    Theme *m_theme = nullptr;
};

} // namespace tst_chartsview

WK_TEST(tst_chartsview, tst_ChartsView, QApplication)
#include "tst_chartsview.moc"
