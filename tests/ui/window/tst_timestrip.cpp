// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/timestrip.h"

#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/painted.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/windowstate.h"
#include "ui/style/nowchip.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QWheelEvent>

#include <memory>

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
        m_strip.reset();
        m_state = std::make_unique<WindowState>();
        m_history = std::make_unique<TestHistory>();
        m_strip = std::make_unique<TimeStrip>(*m_state, m_clock);
        m_strip->resize(1440, 92);
        m_strip->tick();
    }

    void timesAndPixelsAreInverse()
    {
        for (const auto back : {0s, 1s, 600s, 1400s}) {
            const auto off = m_strip->timeAt(m_strip->xOf(Now - back)) - (Now - back);
            QVERIFY(std::chrono::abs(off) < 1ms);
        }
        QVERIFY(m_strip->xOf(Now) <= 1440 - 12);
        QVERIFY(m_strip->xOf(Now) > 1440 - 12 - 6);
    }

    void whatComesIsPaintedFiveTimesASecond()
    {
        m_strip->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_strip.get()));
        test::Painted painted(*m_strip);
        for (int frame = 0; frame < 30; ++frame) {
            add(batch({bookmark(1, frame, Now)}));
            QCoreApplication::processEvents();
            m_clock.advance(33ms);
            QCoreApplication::processEvents();
        }
        QVERIFY2(painted.count >= 4 && painted.count <= 5, qPrintable(QString::number(painted.count)));
    }

    void aPauseStandsWhereItBegan()
    {
        const double right = m_strip->playheadX();
        m_state->setPaused(true);
        m_clock.advance(100s);
        m_strip->tick();
        QVERIFY(std::abs(m_strip->playheadX() - m_strip->xOf(Now)) < 1);
        QVERIFY(m_strip->playheadX() < right - 50);
        m_state->setPaused(false);
        QCOMPARE(m_strip->playheadX(), right);
    }

    void keysMoveThePlayhead_data()
    {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("back"); // s; 0: the present
        QTest::newRow("left") << int(Qt::Key_Left) << 605;
        QTest::newRow("right") << int(Qt::Key_Right) << 595;
        QTest::newRow("a page back") << int(Qt::Key_PageUp) << 660;
        QTest::newRow("a page on") << int(Qt::Key_PageDown) << 540;
        QTest::newRow("the beginning") << int(Qt::Key_Home) << 3600;
        QTest::newRow("the present") << int(Qt::Key_End) << 0;
    }
    void keysMoveThePlayhead()
    {
        QFETCH(int, key);
        QFETCH(int, back);
        knownSince(Now - 3600s);
        m_state->setPlayhead(Moment{1, Now - 600s});
        const QSignalSpy moved(m_strip.get(), &TimeStrip::momentAsked);
        const QSignalSpy live(m_strip.get(), &TimeStrip::liveAsked);
        QTest::keyClick(m_strip.get(), Qt::Key(key));
        QCOMPARE(live.count(), back == 0 ? 1 : 0);
        QCOMPARE(moved.count(), back == 0 ? 0 : 1);
        if (back > 0)
            QCOMPARE(moved.first().first().value<WallTime>(), Now - std::chrono::seconds(back));
    }

    void keysMoveItNoFurtherThanThereIs()
    {
        knownSince(Now - 62s);
        m_state->setPlayhead(Moment{1, Now - 4s});
        const QSignalSpy moved(m_strip.get(), &TimeStrip::momentAsked);
        const QSignalSpy live(m_strip.get(), &TimeStrip::liveAsked);
        QTest::keyClick(m_strip.get(), Qt::Key_Right);
        QCOMPARE(live.count(), 1);
        QTest::keyClick(m_strip.get(), Qt::Key_PageUp);
        QCOMPARE(moved.first().first().value<WallTime>(), Now - 62s);
    }

    void keysZoomAtThePlayhead()
    {
        knownSince(Now - 3600s);
        m_state->setPlayhead(Moment{1, Now - 600s});
        const double x = m_strip->playheadX();
        QTest::keyClick(m_strip.get(), Qt::Key_Plus);
        QCOMPARE(m_strip->binSeconds(), 1);
        QVERIFY(std::abs(m_strip->playheadX() - x) <= 5);
        QTest::keyClick(m_strip.get(), Qt::Key_Minus);
        QCOMPARE(m_strip->binSeconds(), 5);
    }

    void tabReachesItAndAClickDoesNot()
    {
        QCOMPARE(m_strip->focusPolicy(), Qt::TabFocus);
        m_strip->show();
        QVERIFY(QTest::qWaitForWindowActive(m_strip.get()));
        m_strip->clearFocus();
        const QImage without = m_strip->grab().toImage();
        m_strip->setFocus(Qt::TabFocusReason);
        QVERIFY(m_strip->grab().toImage() != without);
    }

    void barsAreSeenWhereEventsWere()
    {
        knownSince(Now - 3600s);
        const QImage before = m_strip->grab().toImage();
        add(batch({at(added(1, shared(pod({.name = "web-1"}))), Now - 60s)}));
        const QImage after = m_strip->grab().toImage();
        const int x = static_cast<int>(m_strip->xOf(Now - 60s));
        QVERIFY(before.copy(x - 6, 26, 12, 40) != after.copy(x - 6, 26, 12, 40));
        QCOMPARE(before.copy(0, 26, x - 12, 40), after.copy(0, 26, x - 12, 40));
    }

    /// Nothing was watched before the first batch: none is not zero.
    void beforeTheFirstBatchNothingIsCounted()
    {
        const auto tip = [this](WallTime time) {
            const QPoint at(static_cast<int>(m_strip->xOf(time)) - 2, 40);
            QHelpEvent help(QEvent::ToolTip, at, m_strip->mapToGlobal(at));
            QCoreApplication::sendEvent(m_strip.get(), &help);
            return QToolTip::text();
        };
        add(batch({at(added(1, shared(pod({.name = "web-1"}))), Now)}));
        m_clock.advance(60s);
        m_strip->tick();
        QVERIFY2(tip(Now + 30s).contains(QStringLiteral("0 added")), qPrintable(tip(Now + 30s)));
        QVERIFY2(tip(Now - 30s).contains(QStringLiteral("nothing was counted before")), qPrintable(tip(Now - 30s)));
    }

    void whatWasListedIsSaidNotToBeCounted()
    {
        const auto tip = [this](WallTime time) {
            const QPoint at(static_cast<int>(m_strip->xOf(time)) + 1, 40);
            QHelpEvent help(QEvent::ToolTip, at, m_strip->mapToGlobal(at));
            QCoreApplication::sendEvent(m_strip.get(), &help);
            return QToolTip::text();
        };
        knownSince(Now - 3600s);
        add(batch({listed(1, podColumns(), {shared(pod({.name = "web-1"}))}, Now - 60s),
                   at(added(1, shared(pod({.name = "web-2"}))), Now - 40s)}));
        const QString words = QStringLiteral("not counted");
        QVERIFY2(tip(Now - 60s).contains(words) && tip(Now - 60s).contains(u"0 added"), qPrintable(tip(Now - 60s)));
        QVERIFY2(!tip(Now - 40s).contains(words) && tip(Now - 40s).contains(u"1 added"), qPrintable(tip(Now - 40s)));
    }

    void theWheelZoomsAtThePointer()
    {
        knownSince(Now - 3600s);
        const WallTime there = m_strip->timeAt(500);
        turn({0, 120}, 500);
        QCOMPARE(m_strip->binSeconds(), 1);
        QVERIFY(!m_strip->followsNow());
        QVERIFY(std::abs(m_strip->xOf(there) - 500) <= 5);
        turn({0, -120}, 500);
        turn({0, -120}, 500);
        QCOMPARE(m_strip->binSeconds(), 15);
        QVERIFY2(m_strip->followsNow(), "there is nothing behind the present");
    }

    void nearThePresentTheWheelKeepsIt()
    {
        knownSince(Now - 3600s);
        turn({0, 120}, 1420);
        QCOMPARE(m_strip->binSeconds(), 1);
        QVERIFY(m_strip->followsNow());
    }

    void turnedSidewaysTheWheelLooksBack()
    {
        knownSince(Now - 3600s);
        const WallTime end = m_strip->timeAt(1428);
        turn({120, 0}, 500);
        QCOMPARE(end - m_strip->timeAt(1428), WallTime::duration(60s));
        for (int i = 0; i < 500; ++i)
            turn({120, 0}, 500);
        QVERIFY2(m_strip->timeAt(1428) >= Now - 3600s, "there is nothing before the first batch");
        for (int i = 0; i < 500; ++i)
            turn({-120, 0}, 500);
        QVERIFY(m_strip->followsNow());
    }

    void beforeThereIsAPastItFollows()
    {
        turn({120, 0}, 500);
        QVERIFY2(m_strip->followsNow(), "nothing is watched yet");
        knownSince(Now);
        turn({0, 120}, 500);
        QVERIFY2(m_strip->followsNow(), "all that is known is of the present's bin");
    }

    void itStandsWhileTimeGoesOn()
    {
        knownSince(Now - 3600s);
        turn({0, 120}, 500);
        const WallTime there = m_strip->timeAt(500);
        m_clock.advance(60s);
        m_strip->tick();
        QCOMPARE(m_strip->timeAt(500), there);
    }

    void aDoubleClickShowsWhatItShowedAtFirst()
    {
        knownSince(Now - 3600s);
        const WallTime end = m_strip->timeAt(1428);
        turn({0, 120}, 500);
        QTest::mouseDClick(m_strip.get(), Qt::LeftButton, {}, {300, 40});
        QVERIFY(m_strip->followsNow());
        QCOMPARE(m_strip->binSeconds(), 5);
        QCOMPARE(m_strip->timeAt(1428), end);
    }

    void whereItEndsBeforeNowAChipLeadsBack()
    {
        knownSince(Now - 3600s);
        auto *chip = m_strip->findChild<NowChip *>();
        QVERIFY(chip->isHidden());
        turn({0, 120}, 500);
        QVERIFY(!chip->isHidden());
        QVERIFY(m_strip->rect().contains(chip->geometry()));
        m_state->setPlayhead(Moment{0, Now - 600s});
        QVERIFY2(chip->isHidden(), "the window's banner leads back then");
        m_state->setPlayhead({});
        turn({0, 120}, 500);
        QTest::mouseClick(chip, Qt::LeftButton);
        QVERIFY(m_strip->followsNow());
        QCOMPARE(m_strip->binSeconds(), 1);
        QVERIFY(chip->isHidden());
    }

    void aMomentOutOfSightIsBroughtIntoIt()
    {
        knownSince(Now - 7200s);
        m_state->setPlayhead(Moment{0, Now - 3600s, false});
        QVERIFY(m_strip->isPlayheadInSight());
        QVERIFY(std::abs(m_strip->playheadX() - m_strip->xOf(Now - 3600s)) < 1);
        m_state->setPlayhead({});
        QVERIFY(m_strip->followsNow());
    }

    void aMomentFarBeforeAnythingWasWatchedLeavesWhatThereIsInSight()
    {
        knownSince(Now - 7200s);
        turn({0, 120}, 500);
        m_state->setPlayhead(Moment{0, Now - 24h, false});
        QVERIFY(!m_strip->isPlayheadInSight());
        const double began = m_strip->xOf(Now - 7200s);
        QVERIFY2(began > 0 && began < m_strip->width() / 2, qPrintable(QString::number(began)));
    }

    void aPlayheadOutOfSightLooksOtherwise()
    {
        knownSince(Now - 7200s);
        m_state->setPlayhead(Moment{0, m_strip->timeAt(12), false});
        QVERIFY(m_strip->isPlayheadInSight());
        const QImage within = m_strip->grab().toImage();
        m_clock.advance(60s);
        m_strip->tick();
        QVERIFY(!m_strip->isPlayheadInSight());
        QCOMPARE(m_strip->playheadX(), 12.0);
        const QImage beyond = m_strip->grab().toImage();
        QVERIFY(within.copy(0, 45, 14, 21) != beyond.copy(0, 45, 14, 21));
        const QRect legend(0, 0, 40, 26);
        m_state->setPlayhead({});
        QCOMPARE(beyond.copy(legend), m_strip->grab().toImage().copy(legend));
    }

    void whereTheStripStandsItsEndIsNotThePresent()
    {
        knownSince(Now - 3600s);
        turn({120, 0}, 500);
        QSignalSpy live(m_strip.get(), &TimeStrip::liveAsked);
        QSignalSpy moment(m_strip.get(), &TimeStrip::momentAsked);
        QTest::mouseClick(m_strip.get(), Qt::LeftButton, {}, {1435, 80});
        QCOMPARE(live.count(), 0);
        QCOMPARE(moment.value(0).value(0).value<WallTime>(), m_strip->timeAt(1428));
    }

    void whereWatchingBeganIsMarked()
    {
        const auto began = [this] { return m_strip->grab().toImage().copy(0, 26, 1420, 39); };
        const QImage empty = began();
        knownSince(Now - 600s);
        const QImage marked = began();
        const int x = static_cast<int>(m_strip->xOf(Now - 600s));
        QVERIFY(marked.copy(x - 4, 0, 8, 39) != empty.copy(x - 4, 0, 8, 39));
        QVERIFY2(marked.copy(x - 100, 0, 90, 39) != empty.copy(x - 100, 0, 90, 39), "it is said");
        QCOMPARE(marked.copy(x + 4, 0, 1000 - x, 39), empty.copy(x + 4, 0, 1000 - x, 39));
    }

private:
    /// With a list of nothing.
    void knownSince(WallTime time)
    {
        m_clock.setWall(time);
        add(batch({bookmark(1, 1, time)}));
        m_clock.setWall(Now);
        m_strip->tick();
    }
    void add(const Batch &batch)
    {
        m_history->append(batch);
        m_strip->follow(m_history->newest());
    }
    void turn(QPoint angle, double x)
    {
        const QPointF at(x, 40);
        QWheelEvent event(at, m_strip->mapToGlobal(at), {}, angle, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QCoreApplication::sendEvent(m_strip.get(), &event);
    }

    ManualClock m_clock;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TestHistory> m_history;
    std::unique_ptr<TimeStrip> m_strip;
};

} // namespace tst_timestrip

WK_TEST(tst_timestrip, TimeStripTest, QApplication)
#include "tst_timestrip.moc"
