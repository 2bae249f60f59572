// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/timestrip.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/windowstate.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>

namespace tst_timestrip {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class TimeStripTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now);
        m_strip.resize(1440, 92);
        m_strip.tick();
    }

    void timesAndPixelsAreInverse()
    {
        for (const auto back : {0s, 1s, 600s, 1400s}) {
            const auto off = m_strip.timeAt(m_strip.xOf(Now - back)) - (Now - back);
            QVERIFY(std::chrono::abs(off) < 1ms);
        }
        QVERIFY(m_strip.xOf(Now) <= 1440 - 12);
        QVERIFY(m_strip.xOf(Now) > 1440 - 12 - 6);
    }

    void draggingChoosesATimeRange()
    {
        const QSignalSpy spy(&m_state, &WindowState::timeRangeChanged);
        QTest::mousePress(&m_strip, Qt::LeftButton, {}, {400, 40});
        QTest::mouseMove(&m_strip, {300, 40});
        QTest::mouseRelease(&m_strip, Qt::LeftButton, {}, {300, 40});
        QVERIFY(spy.count() > 0);
        QVERIFY(m_state.timeRange().has_value());
        QVERIFY(m_state.timeRange()->from < m_state.timeRange()->to);
        QVERIFY(std::abs(m_strip.xOf(m_state.timeRange()->from) - 300) < 1);
        QTest::mouseDClick(&m_strip, Qt::LeftButton, {}, {300, 40});
        QVERIFY(!m_state.timeRange().has_value());
    }

    void aClickIsNoRange()
    {
        QTest::mouseClick(&m_strip, Qt::LeftButton, {}, {400, 40});
        QVERIFY(!m_state.timeRange().has_value());
    }

    void barsAreSeenWhereEventsWere()
    {
        const QImage before = m_strip.grab().toImage();
        m_strip.add(batch({at(added(1, shared(pod({.name = "web-1"}))), Now - 60s)}));
        const QImage after = m_strip.grab().toImage();
        const int x = static_cast<int>(m_strip.xOf(Now - 60s));
        QVERIFY(before.copy(x - 6, 26, 12, 40) != after.copy(x - 6, 26, 12, 40));
        QCOMPARE(before.copy(0, 26, x - 12, 40), after.copy(0, 26, x - 12, 40));
    }

    /// Nothing was watched before the first batch: none is not zero.
    void beforeTheFirstBatchNothingIsCounted()
    {
        const auto tip = [this](WallTime time) {
            const QPoint at(static_cast<int>(m_strip.xOf(time)) - 2, 40);
            QHelpEvent help(QEvent::ToolTip, at, m_strip.mapToGlobal(at));
            QCoreApplication::sendEvent(&m_strip, &help);
            return QToolTip::text();
        };
        m_strip.add(batch({at(added(1, shared(pod({.name = "web-1"}))), Now)}));
        m_clock.advance(60s);
        m_strip.tick();
        QVERIFY2(tip(Now + 30s).contains(QStringLiteral("0 added")), qPrintable(tip(Now + 30s)));
        QVERIFY2(tip(Now - 30s).contains(QStringLiteral("nothing is counted from before")), qPrintable(tip(Now - 30s)));
    }

    void whatIsNotLiveIsHatchedUntilNow()
    {
        m_strip.setStanding({1, 0, 1, {}, {}});
        const QImage live = m_strip.grab().toImage();
        m_strip.setStanding({0, 0, 1, Now - 60s, Now - 60s});
        const QImage stale = m_strip.grab().toImage();
        const int x = static_cast<int>(m_strip.xOf(Now - 60s));
        QCOMPARE(stale.copy(0, 26, x - 1, 40), live.copy(0, 26, x - 1, 40));
        QVERIFY(stale.copy(x + 1, 26, 12, 40) != live.copy(x + 1, 26, 12, 40));
        QVERIFY(stale.copy(1400, 26, 20, 40) != live.copy(1400, 26, 20, 40));
        QVERIFY2(stale.copy(1200, 4, 200, 16) != live.copy(1200, 4, 200, 16), "the word is another");
    }

    void whereOnlySomeAreMissingIsPaler()
    {
        m_strip.setStanding({0, 0, 2, Now - 600s, Now - 600s});
        const QImage all = m_strip.grab().toImage();
        m_strip.setStanding({0, 0, 2, Now - 600s, Now - 60s});
        const QImage some = m_strip.grab().toImage();
        const int x = static_cast<int>(m_strip.xOf(Now - 300s));
        QVERIFY(all.copy(x, 26, 12, 40) != some.copy(x, 26, 12, 40));
    }

    void barsStandInAGapOfOtherWatches()
    {
        m_strip.add(batch({gap(2, 7, 9, Now - 30s)}));
        const QImage before = m_strip.grab().toImage();
        m_strip.add(batch({at(added(1, shared(pod({.name = "web-1"}))), Now - 30s)}));
        const QImage after = m_strip.grab().toImage();
        const int x = static_cast<int>(m_strip.xOf(Now - 30s));
        QVERIFY(before.copy(x - 6, 26, 12, 40) != after.copy(x - 6, 26, 12, 40));
    }

private:
    ManualClock m_clock;
    WindowState m_state;
    TimeStrip m_strip{m_state, m_clock};
};

} // namespace tst_timestrip

WK_TEST(tst_timestrip, TimeStripTest, QApplication)
#include "tst_timestrip.moc"
