// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/charts/chartsview.h"
#include "ui/charts/rvlegend.h"
#include "ui/charts/rvplot.h"
#include "ui/models/windowstate.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QListView>
#include <QSignalSpy>
#include <QTest>
#include <QtCharts/QLineSeries>

#include <cmath>

namespace tst_chartsview {

using namespace wk;
using namespace std::chrono_literals;

namespace {

ResourceInfo infoOf(const char *group, const char *resource)
{
    ResourceInfo info = sample::podInfo();
    info.gvr = {group, "v1", resource};
    return info;
}

EntryPtr withVersion(const EntryPtr &entry, long version)
{
    auto made = std::make_shared<Entry>(*entry);
    made->version = ResourceVersion(std::to_string(version));
    return made;
}

/// Ten minutes of five watches as in the design's picture, and two that cannot share the scale.
struct Bench {
    Bench()
    {
        clock.setWall(sample::Now);
        WatchId id = 1;
        for (const auto &[group, resource] :
             {std::pair("", "pods"), std::pair("discovery.k8s.io", "endpointslices"),
              std::pair("coordination.k8s.io", "leases"), std::pair("", "services"), std::pair("", "configmaps"),
              std::pair("metrics.k8s.io", "nodes"), std::pair("search.karmada.io", "proxyings")})
            state.learnScope(id++, sample::scopeOf(infoOf(group, resource)));
        view.resize(720, 330);
    }

    static long versionAt(double seconds)
    {
        return 8'116'300 + std::lround(seconds * 11.5 + 300 * std::sin(seconds / 60));
    }

    void playPicture()
    {
        Batch batch;
        const WallTime start = sample::Now - 600s;
        for (WatchId watch = 1; watch <= 5; ++watch) {
            batch.statuses.push_back(sample::live(watch));
            batch.entries.push_back(withVersion(sample::listed(watch, sample::podColumns(), {}, start), versionAt(0)));
        }
        for (int tenth = 1; tenth < 6000; ++tenth) {
            const double seconds = tenth / 10.0;
            const WallTime time = start + std::chrono::milliseconds(tenth * 100);
            const std::array<int, 4> every{7, 90, 250, 620}; // tenths of a second between events
            for (WatchId watch = 1; watch <= 4; ++watch) {
                if (tenth % every[watch - 1] == 0)
                    batch.entries.push_back(withVersion(
                        sample::added(watch, sample::shared(sample::pod({.name = "p" + std::to_string(tenth)})), time),
                        versionAt(seconds)));
            }
            if (tenth % 600 == 500)
                batch.entries.push_back(withVersion(sample::bookmark(4, 1, time), versionAt(seconds)));
            if (tenth % 900 == 640)
                batch.entries.push_back(withVersion(sample::bookmark(5, 1, time), versionAt(seconds)));
        }
        auto gap = std::make_shared<Entry>(*sample::gap(5, int(versionAt(150)), int(versionAt(170)), start + 170s));
        gap->gap.since = start + 150s;
        batch.entries.push_back(gap);
        batch.entries.push_back(
            withVersion(sample::relisted(5, sample::podColumns(), 1, start + 170s), versionAt(170)));
        std::stable_sort(batch.entries.begin(), batch.entries.end(),
                         [](const EntryPtr &a, const EntryPtr &b) { return a->arrived < b->arrived; });
        batch.entries.push_back(withVersion(sample::listed(6, sample::podColumns(), {}, start + 590s), 42));
        auto opaque = std::make_shared<Entry>(*sample::bookmark(7, 1, start + 590s));
        opaque->version = ResourceVersion("eyJycyI6eyJ2MS9wb2RzIjoi");
        batch.entries.push_back(opaque);
        view.applyBatch(batch);
    }
    void show()
    {
        view.show();
        QVERIFY(QTest::qWaitForWindowExposed(&view));
    }
    QAbstractItemModel &rows() { return *view.legend().model(); }
    bool shows(WallTime moment)
    {
        const TimeAxis axis = view.plot().timeAxis();
        return axis.from <= moment && moment <= axis.to;
    }
    QString behind(int row) { return rows().index(row, 0).data(RvLegendModel::BehindRole).toString(); }

    ManualClock clock;
    WindowState state;
    ChartsView view{state, clock};
};

} // namespace

class tst_ChartsView : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_theme = new Theme(this); }

    void theLegendTellsWhoIsBehind()
    {
        Bench bench;
        QAbstractItemModelTester tester(&bench.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        bench.playPicture();
        bench.show();
        QCOMPARE(bench.rows().rowCount(), 8);
        QCOMPARE(bench.rows().index(1, 0).data().toString(), u"pods"_qs);
        QVERIFY(bench.behind(1) == u"0\u00a0s"_qs);
        QVERIFY2(bench.behind(5).startsWith(u"1"_qs), qPrintable(bench.behind(5))); // 1 m 25 s: its last bookmark
        QCOMPARE(bench.behind(6), u"off scale"_qs);
        QCOMPARE(bench.behind(7), u"not a number"_qs);
        QVERIFY(bench.rows().index(7, 0).data(Qt::ToolTipRole).toString().contains(u"no line to draw"_qs));
        bench.view.forgetWatch(3);
        bench.clock.advance(1s);
        QCOMPARE(bench.rows().rowCount(), 8); // what it brought is still seen
        QCOMPARE(bench.behind(3), u"ended"_qs);
        bench.clock.advance(RvChartData::Kept);
        QCOMPARE(bench.rows().rowCount(), 7);
    }

    void inThePastTheLegendTellsWhoWasBehindThen()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const QString newest = bench.view.resultText();
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.clock.advance(1ms);
        QVERIFY2(bench.behind(5).startsWith(u"25"_qs), qPrintable(bench.behind(5))); // its last bookmark was 85 s ago
        QVERIFY(bench.view.resultText() != newest);
        bench.state.setPlayhead(Moment{0, sample::Now - 700s});
        bench.clock.advance(1ms);
        QCOMPARE(bench.behind(1), QStringLiteral("–"));
        bench.state.setPlayhead({});
        bench.clock.advance(1ms);
        QCOMPARE(bench.view.resultText(), newest);
    }

    void aMomentSetBeforeItWasSeenIsInSightWhenItIsOpened()
    {
        Bench bench;
        bench.playPicture();
        const WallTime moment = sample::Now - 20min;
        bench.state.setPlayhead(Moment{0, moment});
        bench.show();
        QVERIFY(bench.shows(moment));
        bench.clock.advance(10min);
        QVERIFY(bench.shows(moment));
        bench.state.setPlayhead({});
        bench.clock.advance(0ms);
        QCOMPARE(bench.view.plot().timeAxis().to, bench.clock.wallNow());
    }

    void theLegendTellsWhoWasBehindLongAgo()
    {
        Bench bench;
        bench.playPicture();
        bench.clock.advance(1h);
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.show();
        QVERIFY(bench.shows(sample::Now - 60s));
        QVERIFY2(bench.behind(5).startsWith(u"2"_qs), qPrintable(bench.behind(5)));
    }

    void aRangeOfLongAgoIsDrawn()
    {
        Bench bench;
        bench.playPicture();
        bench.clock.advance(1h);
        bench.show();
        bench.state.setTimeRange(TimeRange{sample::Now - 5min, sample::Now - 1min});
        bench.clock.advance(0ms);
        QCOMPARE(bench.view.plot().timeAxis().from, sample::Now - 5min);
        QCOMPARE(bench.view.plot().timeAxis().to, sample::Now - 1min);
    }

    void timeStandsInThePast()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.clock.advance(1ms);
        const TimeAxis axis = bench.view.plot().timeAxis();
        bench.clock.advance(5s);
        QCOMPARE(bench.view.plot().timeAxis(), axis);
        bench.state.setPlayhead(Moment{1, sample::Now - 90s});
        bench.clock.advance(1ms);
        QCOMPARE(bench.view.plot().timeAxis(), axis);
        bench.state.setPlayhead({});
        bench.clock.advance(1s);
        QVERIFY(bench.view.plot().timeAxis().to > axis.to);
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
            bench.view.applyBatch(
                sample::batch({withVersion(sample::bookmark(1, 1, bench.clock.wallNow()), 8'123'400 + frame)}));
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
        QTest::newRow("at the event") << 0.0 << u"p5750"_qs;
        QTest::newRow("a few pixels before it") << -4.0 << u"p5750"_qs;
        QTest::newRow("a few pixels behind it") << 4.0 << u"p5750"_qs;
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
            bench.view.forgetWatch(other);
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
        QVERIFY(plot.textOf(hit).endsWith(u"BOOKMARK"_qs));
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
        QVERIFY2(text.contains(u"configmaps"_qs) && text.contains(u"410 Expired"_qs), qPrintable(text));
        QVERIFY(!plot.hitAt(inside + QPointF(0, 60)).gap);
        QSignalSpy asked(&bench.view, &ChartsView::gapAsked);
        QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, (inside + QPointF(0, 8)).toPoint());
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked[0][0].toUInt(), WatchId(5));
        QCOMPARE(asked[0][1].value<WallTime>(), sample::Now - 430s);
    }

    void aClickOnAnEventAsksThatItsObjectBeSeen()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const QSignalSpy chosen(&bench.view, &ChartsView::objectChosen);
        const QModelIndex leases = bench.rows().index(3, 0);
        QTest::mouseClick(bench.view.legend().viewport(), Qt::LeftButton, {},
                          bench.view.legend().visualRect(leases).center());
        QCOMPARE(chosen.size(), 1);
    }

    void aClickInTheLegendSelectsItsLastObject()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const QModelIndex leases = bench.rows().index(3, 0);
        QTest::mouseClick(bench.view.legend().viewport(), Qt::LeftButton, {},
                          bench.view.legend().visualRect(leases).center());
        QCOMPARE(bench.state.selection().resource.resource, std::string("leases"));
    }

    void theLinesOfTheLegendAreThoseOfTheChart()
    {
        Bench bench;
        Batch batch;
        for (WatchId watch = 10; watch < 20; ++watch) {
            bench.state.learnScope(watch, sample::scopeOf(infoOf("", ("k" + std::to_string(watch)).c_str())));
            batch.entries.push_back(withVersion(sample::listed(watch, sample::podColumns(), {}), 100));
        }
        bench.view.applyBatch(batch);
        bench.show();
        const QModelIndex eighth = bench.rows().index(8, 0);
        QCOMPARE(eighth.data(RvLegendModel::StrokeRole).toInt(), int(RvStroke::Dashed));
        QCOMPARE(bench.behind(0), u"older by"_qs);
        int dashed = 0;
        for (QAbstractSeries *series : bench.view.plot().chart()->series())
            dashed += qobject_cast<QLineSeries *>(series)->pen().style() == Qt::CustomDashLine ? 1 : 0;
        QCOMPARE(dashed, 3);
    }

    void theNewestVersionIsSaid()
    {
        Bench bench;
        bench.playPicture();
        QVERIFY(bench.view.resultText().contains(u"812"_qs));
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
        QVERIFY(bench.view.grab().save(folder + (dark ? u"/charts-dark.png"_qs : u"/charts-light.png"_qs)));
        m_theme->setScheme(ColourScheme::System);
    }

private:
    Theme *m_theme = nullptr;
};

} // namespace tst_chartsview

WK_TEST(tst_chartsview, tst_ChartsView, QApplication)
#include "tst_chartsview.moc"
