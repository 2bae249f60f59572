// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/replay.h"

#include "tests/support/entries.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/timetravel.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_replay {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class ReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_replay.reset();
        m_log = std::make_unique<TestHistory>();
        m_state = std::make_unique<WindowState>();
        m_travel = std::make_unique<TimeTravel>(*m_state, *m_log, m_clock);
        m_log->setWatch(1, scope("Pod"));
        m_log->append(batch({
            timed(listEntry(1, {object("web", "a", "1"), object("web", "b", "2")}), 0s), // 0, 1, 2
            timed(entry(1, EntryType::Modified, object("web", "a", "3")), 10s),          // 3
            timed(entry(1, EntryType::Deleted, object("web", "b", "5")), 40s),           // 4
        }));
        m_clock.setWall(Start + 60s);
        m_replay = std::make_unique<Replay>(*m_state, *m_travel, *m_log, m_clock);
    }

    void itBeginsAtTheBeginningAndEndsAtTheEnd()
    {
        const QSignalSpy changed(m_replay.get(), &Replay::changed);
        m_replay->play();
        QVERIFY(m_replay->isPlaying());
        QCOMPARE(m_state->playhead()->time, Start);
        QCOMPARE(m_state->playhead()->upTo, RowId(3));
        m_clock.advance(5s);
        QCOMPARE(m_state->playhead()->time, Start + 5s);
        m_clock.advance(6s);
        QCOMPARE(m_state->playhead()->upTo, RowId(4));
        m_clock.advance(30s);
        QVERIFY(!m_state->playhead());
        QVERIFY(!m_replay->isPlaying());
        QCOMPARE(changed.count(), 2);
    }

    void itGoesAsFastAsItIsTold()
    {
        m_replay->setSpeed(10);
        m_replay->play();
        m_clock.advance(1s);
        QCOMPARE(m_state->playhead()->time, Start + 10s);
        m_replay->setSpeed(0.1);
        m_clock.advance(10s);
        QCOMPARE(m_state->playhead()->time, Start + 11s);
        m_replay->setSpeed(1'000'000);
        QCOMPARE(m_replay->speed(), 1000.0);
    }

    void whoMovesThePlayheadIsFollowed()
    {
        m_replay->play();
        m_clock.advance(5s);
        m_travel->goTo(Start + 20s);
        QVERIFY(m_replay->isPlaying());
        m_clock.advance(2s);
        QCOMPARE(m_state->playhead()->time, Start + 22s);
        m_travel->backToLive();
        QVERIFY(!m_replay->isPlaying());
        m_clock.advance(5s);
        QVERIFY(!m_state->playhead());
    }

    void whereItStopsItGoesOn()
    {
        m_travel->goTo(Start + 20s);
        m_replay->play();
        m_clock.advance(1s);
        m_replay->pause();
        m_clock.advance(9s);
        QCOMPARE(m_state->playhead()->time, Start + 21s);
        m_replay->play();
        m_clock.advance(1s);
        QCOMPARE(m_state->playhead()->time, Start + 22s);
    }

    void ofNothingNothingIsReplayed()
    {
        m_log = std::make_unique<TestHistory>();
        m_travel = std::make_unique<TimeTravel>(*m_state, *m_log, m_clock);
        m_replay = std::make_unique<Replay>(*m_state, *m_travel, *m_log, m_clock);
        m_replay->play();
        QVERIFY(!m_replay->isPlaying());
    }

private:
    static EntryPtr timed(std::shared_ptr<Entry> entry, std::chrono::seconds after)
    {
        entry->arrived = Start + after;
        return entry;
    }

    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TimeTravel> m_travel;
    std::unique_ptr<Replay> m_replay;
};

} // namespace tst_replay

WK_TEST(tst_replay, ReplayTest, QCoreApplication)
#include "tst_replay.moc"
