// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/timetravel.h"

#include "tests/support/entries.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/testhistory.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_timetravel {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;
using Direction = TimeTravel::Direction;
using Note = TimeTravel::Note;

class TimeTravelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_log = std::make_unique<TestHistory>();
        m_state = std::make_unique<WindowState>();
        m_travel = std::make_unique<TimeTravel>(*m_state, *m_log, m_clock);
        m_log->setWatch(1, scope("Pod"));
        m_log->append(batch({
            timed(listEntry(1, {object("web", "a", "1"), object("web", "b", "2")}), 0s), // 0, 1, 2
            timed(entry(1, EntryType::Modified, object("web", "a", "3")), 10s),          // 3
            timed(entry(1, EntryType::Bookmark), 20s),                                   // 4
            timed(entry(1, EntryType::Added, object("db", "c", "4")), 30s),              // 5
            timed(entry(1, EntryType::Deleted, object("web", "b", "5")), 40s),           // 6
        }));
        m_clock.setWall(Start + 60s);
    }

    void aTimeIsTheRowsBeforeIt()
    {
        m_travel->goTo(Start + 25s);
        QCOMPARE(m_state->playhead(), std::optional(Moment{5, Start + 25s, false}));
        m_travel->goTo(Start - 1s);
        QCOMPARE(m_state->playhead()->upTo, RowId(0));
    }

    void nowAndLaterIsLive()
    {
        m_travel->goTo(Start + 25s);
        m_travel->goTo(Start + 60s);
        QVERIFY(!m_state->playhead());
    }

    void anEventHasJustHappened()
    {
        m_travel->goAfter(5);
        QCOMPARE(m_state->playhead(), std::optional(Moment{6, Start + 30s, true}));
    }

    void aListIsOneEvent()
    {
        for (const RowId row : {0, 1, 2}) {
            m_travel->goAfter(row);
            QCOMPARE(m_state->playhead()->upTo, RowId(3));
        }
    }

    void stepsGoFromChangeToChange()
    {
        QCOMPARE(steps({Direction::Earlier, Direction::Earlier, Direction::Earlier, Direction::Earlier}),
                 (std::vector<RowId>{6, 4, 3, 3}));
        QCOMPARE(m_travel->note(), Note::NothingEarlier);
        QCOMPARE(steps({Direction::Later, Direction::Later, Direction::Later, Direction::Later}),
                 (std::vector<RowId>{4, 6, 7, 7}));
        QCOMPARE(m_travel->note(), Note::NothingLater);
        m_travel->goTo(Start + 25s);
        QCOMPARE(m_travel->note(), Note::None);
    }

    void noStepStopsWhereAServerForgotAnEvent()
    {
        WatchScope events = scope("Event");
        events.resource.gvr = {"", "v1", "events"};
        m_log->setWatch(2, events);
        m_log->append(batch({
            timed(entry(2, EntryType::Added, object("web", "b.17a", "6")), 50s),   // 7
            timed(entry(2, EntryType::Deleted, object("web", "b.17a", "7")), 55s), // 8
            timed(entry(1, EntryType::Modified, object("web", "a", "8")), 56s),    // 9
        }));
        QCOMPARE(steps({Direction::Earlier, Direction::Earlier}), (std::vector<RowId>{8, 7}));
        m_travel->backToLive();
        m_state->setFilter(QStringLiteral("type:DELETED"));
        QCOMPARE(steps({Direction::Earlier, Direction::Earlier}), (std::vector<RowId>{9, 7}));
    }

    void stepsKeepToTheFilter()
    {
        m_state->setFilter(QStringLiteral("type:DELETED or type:BOOKMARK"));
        QCOMPARE(steps({Direction::Earlier, Direction::Earlier}), (std::vector<RowId>{5, 5}));
        QCOMPARE(m_travel->note(), Note::NothingEarlier);
        QCOMPARE(steps({Direction::Later}), std::vector<RowId>{7});
    }

    void stepsKeepToTheNamespaces()
    {
        m_state->setNamespaces({"web"});
        QCOMPARE(steps({Direction::Earlier, Direction::Later}), (std::vector<RowId>{4, 7}));
    }

    void aLongSearchIsDoneInThePool()
    {
        std::vector<EntryPtr> many;
        for (int i = 0; i < 60'000; ++i)
            many.push_back(timed(entry(1, EntryType::Bookmark), 41s));
        many.push_back(timed(entry(1, EntryType::Modified, object("web", "a", "9")), 42s));
        m_log->append(Batch{many, {}});
        m_travel->goTo(Start + 40s);
        m_travel->step(Direction::Later);
        QTRY_COMPARE(m_state->playhead()->upTo, m_log->now().end());
        m_travel->step(Direction::Earlier);
        QTRY_COMPARE(m_state->playhead()->upTo, RowId(7));
    }

    void otherObjectsInAPauseAreThoseOfItsBeginning()
    {
        m_clock.setWall(Start + 35s);
        m_state->setPaused(true);
        m_clock.setWall(Start + 60s);
        m_state->setResource(scope("Node").resource);
        QVERIFY(!m_state->isPaused());
        QCOMPARE(m_state->playhead(), std::optional(Moment{6, Start + 35s, false}));
        m_travel->backToLive();
        m_state->setNamespaces({"web"}); // no pause any more
        QVERIFY(!m_state->playhead());
        m_state->setPaused(true);
        m_clock.setWall(Start + 70s);
        m_state->setNamespaces({"db"});
        QCOMPARE(m_state->playhead()->time, Start + 60s);
    }

    void goingIntoThePastEndsAPause()
    {
        m_state->setPaused(true);
        m_travel->goTo(Start + 25s);
        QVERIFY(!m_state->isPaused());
        QVERIFY(m_state->playhead());
        m_travel->backToLive();
        QVERIFY(!m_state->isPaused());
        QVERIFY(!m_state->playhead());
    }

    void aStepFromAPauseStartsAtWhatIsSeen()
    {
        m_state->setPaused(true);
        connect(m_state.get(), &WindowState::pausedChanged, this,
                [this] { m_log->append(batch({timed(entry(1, EntryType::Modified, object("web", "a", "8")), 50s)})); });
        m_travel->step(Direction::Earlier);
        QCOMPARE(m_state->playhead()->upTo, RowId(6));
    }

    void whatIsLateIsStillOfItsTime()
    {
        m_travel->goTo(Start + 45s);
        QCOMPARE(m_state->playhead()->upTo, RowId(7));
        m_log->append(batch({timed(entry(1, EntryType::Modified, object("web", "a", "8")), 44s),
                             timed(entry(1, EntryType::Modified, object("web", "a", "9")), 46s)}));
        QCOMPARE(m_state->playhead(), std::optional(Moment{8, Start + 45s, false}));
        m_travel->goAfter(5);
        QCOMPARE(m_state->playhead()->upTo, RowId(6));
    }

    void aGreatListHasHappenedWhole()
    {
        std::vector<ObjectPtr> many;
        for (std::size_t i = 0; i < EventLog::ChunkRows; ++i)
            many.push_back(object("web", "p" + std::to_string(i)));
        m_log->append(batch({timed(listEntry(2, many), 50s)}));
        m_travel->stop();
        QCOMPARE(m_state->playhead()->upTo, m_log->now().end());
    }

    void whatFallsOffIsSaid()
    {
        TestHistory log({1, limits::MiB});
        TimeTravel travel(*m_state, log, m_clock);
        const auto fill = [&](std::chrono::seconds when) {
            std::vector<EntryPtr> many(EventLog::ChunkRows, timed(entry(1, EntryType::Bookmark), when));
            log.append(Batch{many, {}});
        };
        fill(0s);
        travel.goTo(Start + 5s);
        fill(10s);
        const QSignalSpy noted(&travel, &TimeTravel::noted);
        fill(20s);
        QCOMPARE(m_state->playhead()->upTo, log.now().begin());
        QCOMPARE(m_state->playhead()->time, log.now().time(log.now().begin()));
        QCOMPARE(travel.note(), Note::FellOff);
        QCOMPARE(noted.count(), 1);
        travel.goTo(Start);
        QCOMPARE(m_state->playhead()->upTo, log.now().begin());
        QCOMPARE(travel.note(), Note::HistoryBegins);
    }

private:
    static EntryPtr timed(std::shared_ptr<Entry> entry, std::chrono::seconds after)
    {
        entry->arrived = Start + after;
        return entry;
    }
    std::vector<RowId> steps(const std::vector<Direction> &directions)
    {
        std::vector<RowId> stood;
        for (const Direction direction : directions) {
            m_travel->step(direction);
            stood.push_back(m_state->playhead() ? m_state->playhead()->upTo : m_log->now().end());
        }
        return stood;
    }

    ManualClock m_clock;
    std::unique_ptr<TestHistory> m_log;
    std::unique_ptr<WindowState> m_state;
    std::unique_ptr<TimeTravel> m_travel;
};

} // namespace tst_timetravel

WK_TEST(tst_timetravel, TimeTravelTest, QCoreApplication)
#include "tst_timetravel.moc"
