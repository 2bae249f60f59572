// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/charts/chartsbench.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QLabel>

namespace tst_chartspast {

using namespace Qt::StringLiterals;
using namespace wk;
using namespace std::chrono_literals;
using charts::Bench;

/// The charts while the window shows the past.
class tst_ChartsPast : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void inThePastTheLegendTellsWhoWasBehindThen()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const QString newest = bench.view.resultText();
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.clock.advance(1ms);
        QVERIFY2(bench.behind(5).startsWith(u"25"_s), qPrintable(bench.behind(5))); // its last bookmark was 85 s ago
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

    /// As the tables say it.
    void beforeAnythingWasWatchedItSaysSo()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const auto texts = [&bench] {
            QString all;
            for (const QLabel *label : bench.view.findChildren<QLabel *>())
                all += label->isVisible() ? label->text() + u'\n' : QString();
            return all;
        };
        QVERIFY(!texts().contains(QStringLiteral("Nothing was watched before")));
        bench.state.setPlayhead(Moment{0, sample::Now - 2h});
        bench.clock.advance(1ms);
        QVERIFY2(texts().contains(QStringLiteral("Nothing was watched before")), qPrintable(texts()));
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.clock.advance(1ms);
        QVERIFY(!texts().contains(QStringLiteral("Nothing was watched before")));
    }

    void theLegendTellsWhoWasBehindLongAgo()
    {
        Bench bench;
        bench.playPicture();
        bench.clock.advance(1h);
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.show();
        QVERIFY(bench.shows(sample::Now - 60s));
        QVERIFY2(bench.behind(5).startsWith(u"2"_s), qPrintable(bench.behind(5)));
    }

    void theLegendTellsOfAWatchThatWasClosedLongAgo()
    {
        Bench bench;
        QAbstractItemModelTester tester(&bench.rows(), QAbstractItemModelTester::FailureReportingMode::QtTest);
        bench.playPicture();
        bench.history.closeWatch(3, bench.clock.wallNow());
        bench.clock.advance(1h);
        bench.show();
        QCOMPARE(bench.rows().rowCount(), 7);
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.clock.advance(1ms);
        QCOMPARE(bench.rows().rowCount(), 8);
        QCOMPARE(bench.rows().index(3, 0).data().toString(), u"leases.coordination.k8s.io"_s);
        QVERIFY2(bench.behind(3).endsWith(u's'), qPrintable(bench.behind(3)));
        bench.state.setPlayhead({});
        bench.clock.advance(1ms);
        QCOMPARE(bench.rows().rowCount(), 7);
    }

    /// Each series has a part in every refresh, and a morning's work opens and closes a hundred watches.
    void aWatchThatEndedBeforeWhatIsShownHasNoSeries()
    {
        Bench bench;
        bench.playPicture();
        bench.show();
        const auto lines = [&bench] { return bench.view.plot().chart()->series().size(); };
        const auto all = lines();
        bench.history.closeWatch(3, bench.clock.wallNow());
        bench.clock.advance(1h);
        QCOMPARE(lines(), all - 1);
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.clock.advance(1ms);
        QCOMPARE(lines(), all);
        bench.state.setPlayhead({});
        bench.clock.advance(1ms);
        QCOMPARE(lines(), all - 1);
    }

    void whatIsTooLongAgoIsSaid()
    {
        Bench bench;
        bench.playPicture();
        bench.clock.advance(RvChartData::KeptRoughly);
        bench.show();
        bench.state.setPlayhead(Moment{1, sample::Now - 60s});
        bench.clock.advance(1ms);
        QVERIFY(!bench.view.plot().isVisible());
        bench.state.setPlayhead(Moment{1, sample::Now + 60s});
        bench.clock.advance(1ms);
        QVERIFY(bench.view.plot().isVisible());
        bench.state.setPlayhead({});
        bench.state.setTimeRange(TimeRange{sample::Now - 5min, sample::Now - 1min});
        bench.clock.advance(1ms);
        QVERIFY(!bench.view.plot().isVisible());
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

private:
    Theme m_theme;
};

} // namespace tst_chartspast

WK_TEST(tst_chartspast, tst_ChartsPast, QApplication)
#include "tst_chartspast.moc"
