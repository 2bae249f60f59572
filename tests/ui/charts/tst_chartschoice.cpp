// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/charts/chartsview.h"
#include "ui/charts/rvlegend.h"
#include "ui/charts/rvplot.h"
#include "ui/style/theme.h"

#include <QListView>
#include <QTest>

namespace tst_chartschoice {

using namespace wk;
using namespace std::chrono_literals;

namespace {

constexpr WatchId Pods = 1;

ObjectPtr web(int version)
{
    return sample::shared(sample::pod({.name = "web-1"}, version));
}

} // namespace

/// Which event a click in the charts chooses.
class tst_ChartsChoice : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(sample::Now);
        m_state = std::make_unique<WindowState>();
        m_state->learnScope(Pods, sample::scopeOf(sample::podInfo()));
        m_log = std::make_unique<TestHistory>();
        m_log->setWatch(Pods, sample::scopeOf(sample::podInfo()));
        m_view = std::make_unique<ChartsView>(*m_state, *m_log, m_clock);
        m_view->resize(720, 330);
        m_batch = sample::batch({sample::listed(Pods, sample::podColumns(), {}, sample::Now - 60s), // 0
                                 sample::added(Pods, web(1000), sample::Now - 50s),
                                 sample::at(sample::modified(Pods, web(1000), web(1300)), sample::Now - 30s), // 2
                                 sample::at(sample::modified(Pods, web(1300), web(1600)), sample::Now - 10s)},
                                {sample::live(Pods)});
        m_log->append(m_batch);
        m_view->applyBatch(m_batch);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void aClickOnALineChoosesItsEvent()
    {
        clickOnTheSecondEvent();
        QCOMPARE(m_state->selection().name, std::string("web-1"));
        QCOMPARE(m_state->chosenEvent(), std::optional<RowId>(2));
    }

private:
    void clickOnTheSecondEvent()
    {
        RvPlot &plot = m_view->plot();
        const auto base = m_batch.entries.front()->version;
        const double above = VersionNumber::of(ResourceVersion("1300"))->above(*VersionNumber::of(base));
        QTest::mouseClick(plot.viewport(), Qt::LeftButton, {}, plot.pointOf({sample::Now - 30s, above}).toPoint());
    }

    Theme m_theme;
    ManualClock m_clock;
    Batch m_batch;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<ChartsView> m_view;
};

} // namespace tst_chartschoice

WK_TEST(tst_chartschoice, tst_ChartsChoice, QApplication)
#include "tst_chartschoice.moc"
