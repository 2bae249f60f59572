// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/window/timestrip.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QMenu>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

#include <memory>

namespace tst_timestriprange {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// The range of time that is chosen on the strip, and what pointing at its bars does.
class TimeStripRangeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_clock.setWall(Now - 3600s);
        m_strip.reset();
        m_state = std::make_unique<WindowState>();
        m_strip = std::make_unique<TimeStrip>(*m_state, m_clock);
        m_strip->resize(1440, 92);
        m_history = std::make_unique<TestHistory>();
        add(at(bookmark(1, 1), Now - 3600s));
        m_clock.setWall(Now);
        m_strip->tick();
    }

    void aDragChoosesARange()
    {
        drag(400, 300);
        QVERIFY(m_state->timeRange());
        QVERIFY(isNear(m_strip->xOf(m_state->timeRange()->from), 300));
        QVERIFY(isNear(m_strip->xOf(m_state->timeRange()->to), 400));
        QTest::mouseDClick(m_strip.get(), Qt::LeftButton, {}, {300, 40});
        QVERIFY(!m_state->timeRange());
    }

    void whereADragBeganIsATime()
    {
        press(400);
        const WallTime began = m_strip->timeAt(400);
        m_clock.advance(20s);
        m_strip->tick();
        moveTo(300);
        QCOMPARE(m_state->timeRange()->to, began);
        release(300);
    }

    void anEndIsMovedByItself_data()
    {
        QTest::addColumn<int>("end");
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("from");
        QTest::newRow("the right one") << 402 << 500 << 300;
        QTest::newRow("the left one") << 298 << 200 << 400;
        QTest::newRow("past the other") << 401 << 150 << 300;
    }
    void anEndIsMovedByItself()
    {
        QFETCH(int, end);
        QFETCH(int, to);
        QFETCH(int, from);
        drag(400, 300);
        drag(end, to);
        QVERIFY(isNear(m_strip->xOf(m_state->timeRange()->from), std::min(from, to)));
        QVERIFY(isNear(m_strip->xOf(m_state->timeRange()->to), std::max(from, to)));
    }

    void aClickOnAnEndChangesNothing()
    {
        drag(400, 300);
        const auto range = m_state->timeRange();
        QTest::mouseClick(m_strip.get(), Qt::LeftButton, {}, {401, 40});
        QCOMPARE(m_state->timeRange(), range);
    }

    void aClickOnABarChoosesItsTime_data()
    {
        QTest::addColumn<int>("beside");
        QTest::newRow("on it") << 0;
        QTest::newRow("left of it") << -5;
        QTest::newRow("right of it") << 5;
    }
    void aClickOnABarChoosesItsTime()
    {
        QFETCH(int, beside);
        const int x = barAt(Now - 60s);
        QTest::mouseClick(m_strip.get(), Qt::LeftButton, {}, {x + beside, 40});
        QVERIFY(m_state->timeRange());
        QVERIFY(m_state->timeRange()->from <= Now - 60s && Now - 60s < m_state->timeRange()->to);
        QCOMPARE(m_state->timeRange()->to - m_state->timeRange()->from, WallTime::duration(5s));
    }

    void whereNothingCameAClickChoosesNothing()
    {
        barAt(Now - 60s);
        QTest::mouseClick(m_strip.get(), Qt::LeftButton, {}, {400, 40});
        QVERIFY(!m_state->timeRange());
    }

    void theOtherButtonsChooseNothing()
    {
        const int x = barAt(Now - 60s);
        QTest::mouseClick(m_strip.get(), Qt::MiddleButton, {}, {x, 40});
        QVERIFY(!m_state->timeRange());
    }

    void theCursorSaysWhatAPressDoes()
    {
        drag(400, 300);
        const int x = barAt(Now - 60s);
        QCOMPARE(cursorAt(x), Qt::PointingHandCursor);
        QCOMPARE(cursorAt(400), Qt::SizeHorCursor);
        QCOMPARE(cursorAt(600), Qt::ArrowCursor);
    }

    void theMenuIsOfWhatIsPointedAt()
    {
        const int x = barAt(Now - 60s);
        const QSignalSpy moment(m_strip.get(), &TimeStrip::momentAsked);
        choose(0, QContextMenuEvent::Mouse, x);
        QVERIFY(m_state->timeRange());
        QVERIFY(m_state->timeRange()->from <= Now - 60s && Now - 60s < m_state->timeRange()->to);
        choose(1, QContextMenuEvent::Mouse, x);
        QCOMPARE(moment.value(0).value(0).value<WallTime>(), m_strip->timeAt(x));
        const QSignalSpy saved(m_strip.get(), &TimeStrip::saveRangeAsked);
        choose(3, QContextMenuEvent::Mouse, x);
        QCOMPARE(saved.value(0).value(0).value<TimeRange>(), *m_state->timeRange());
        choose(2, QContextMenuEvent::Mouse, x);
        QVERIFY(!m_state->timeRange());
    }

    void theMenuKeysIsOfThePlayhead()
    {
        m_state->setPlayhead(Moment{1, Now - 602s});
        choose(0, QContextMenuEvent::Keyboard, 0);
        QVERIFY(m_state->timeRange());
        QVERIFY(m_state->timeRange()->from <= Now - 602s && Now - 602s <= m_state->timeRange()->to);
    }

    void whatCannotBeIsNotOffered()
    {
        QCOMPARE(enabled(1430), (std::vector<bool>{true, false, false, false})); // now and all time is what is shown
        QCOMPARE(enabled(700), (std::vector<bool>{true, true, false, false}));
    }

private:
    void press(int x) { QTest::mousePress(m_strip.get(), Qt::LeftButton, {}, {x, 40}); }
    void moveTo(int x) { QTest::mouseMove(m_strip.get(), {x, 40}); }
    void release(int x) { QTest::mouseRelease(m_strip.get(), Qt::LeftButton, {}, {x, 40}); }
    void drag(int from, int to)
    {
        press(from);
        moveTo((from + to) / 2);
        moveTo(to);
        release(to);
    }
    Qt::CursorShape cursorAt(int x)
    {
        const QPoint at(x, 40);
        QMouseEvent move(QEvent::MouseMove, at, m_strip->mapToGlobal(at), Qt::NoButton, {}, {});
        QApplication::sendEvent(m_strip.get(), &move);
        return m_strip->cursor().shape();
    }
    static bool isNear(double x, double wanted) { return std::abs(x - wanted) <= 4; }
    void add(EntryPtr entry)
    {
        m_history->append(batch({std::move(entry)}));
        m_strip->follow(m_history->newest());
    }
    /// The middle of a bar with an event of then.
    int barAt(WallTime time)
    {
        add(at(added(1, shared(pod({.name = "web-1"}))), time));
        return int(m_strip->xOf(time)) + 1;
    }
    void openMenu(QContextMenuEvent::Reason reason, int x, const std::function<void(QMenu &)> &look)
    {
        bool isSeen = false;
        QTimer::singleShot(0, m_strip.get(), [&] {
            auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
            QVERIFY(menu);
            look(*menu);
            menu->close();
            isSeen = true;
        });
        const QPoint at(x, 40);
        QContextMenuEvent event(reason, at, m_strip->mapToGlobal(at));
        QApplication::sendEvent(m_strip.get(), &event);
        QVERIFY(isSeen);
    }
    static QList<QAction *> choicesOf(const QMenu &menu)
    {
        QList<QAction *> choices = menu.actions();
        choices.removeIf([](const QAction *action) { return action->isSeparator(); });
        return choices;
    }
    void choose(int number, QContextMenuEvent::Reason reason, int x)
    {
        openMenu(reason, x, [number](const QMenu &menu) { choicesOf(menu).at(number)->trigger(); });
    }
    std::vector<bool> enabled(int x)
    {
        std::vector<bool> states;
        openMenu(QContextMenuEvent::Mouse, x, [&states](const QMenu &menu) {
            for (const QAction *action : choicesOf(menu))
                states.push_back(action->isEnabled());
        });
        return states;
    }

    ManualClock m_clock;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TestHistory> m_history;
    std::unique_ptr<TimeStrip> m_strip;
};

} // namespace tst_timestriprange

WK_TEST(tst_timestriprange, TimeStripRangeTest, QApplication)
#include "tst_timestriprange.moc"
