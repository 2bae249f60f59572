// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/livefigures.h"

#include "core/history/eventlog.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

namespace tst_livefigures {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

const ObjectPtr web = shared(pod({.name = "web-1"}, 4711));

WatchStatus in(WatchState state, WatchId watch)
{
    WatchStatus made = live(watch, 5);
    made.state = state;
    return made;
}

} // namespace

/// Figures that follow a history.
class TestFigures : public LiveFigures
{
public:
    void add(const Batch &batch, WallTime now)
    {
        m_log.append(batch);
        hear(batch.statuses);
        follow(*m_log.snapshot(), now);
    }

private:
    EventLog m_log;
};

class LiveFiguresTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void watchesAreCountedByHowTheyStand()
    {
        TestFigures figures;
        figures.add(batch({}, {live(1), live(2), in(WatchState::Waiting, 3), in(WatchState::NotAllowed, 4),
                               in(WatchState::Relisting, 5), in(WatchState::KindGone, 6), in(WatchState::Stopped, 7),
                               in(WatchState::Polled, 8)}),
                    Now);
        const Standing watches = figures.standing();
        QCOMPARE(watches.live, 2);
        QCOMPARE(watches.polled, 1);
        QCOMPARE(watches.all(), 7);
        QCOMPARE(watches.waiting, 1);
        QCOMPARE(watches.denied, 1);
        QCOMPARE(watches.listing, 1);
        QCOMPARE(watches.trouble, 1);
        figures.add(batch({}, {live(3)}), Now);
        figures.forget(1);
        QCOMPARE(figures.standing().live, 2);
    }

    void theStandingIsStaleSinceTheFirstThatFellSilent()
    {
        TestFigures figures;
        QCOMPARE(figures.standing(), Standing());
        WatchStatus silent = live(2);
        silent.staleSince = Now - 20s;
        WatchStatus waits = in(WatchState::Waiting, 3);
        waits.staleSince = Now - 40s;
        figures.add(batch({}, {live(1), silent, waits, in(WatchState::Listing, 4)}), Now);
        const Standing all = figures.standing();
        QCOMPARE(all.live, 1);
        QCOMPARE(all.listing, 1);
        QCOMPARE(all.all(), 4);
        QVERIFY(all.staleSince == Now - 40s && all.brokenSince == Now - 20s);
        figures.forget(3);
        QCOMPARE(figures.standing().all(), 3);
        QVERIFY(figures.standing().staleSince == Now - 20s && figures.standing().brokenSince == Now - 20s);
    }

    void whatIsPolledIsThePresentUnlessTheServerIsSilent()
    {
        TestFigures figures;
        WatchStatus polled = in(WatchState::Polled, 2);
        figures.add(batch({}, {live(1), polled}), Now);
        QVERIFY(figures.standing().isLive() && !figures.worst());
        polled.staleSince = Now - 40s;
        figures.add(batch({}, {polled}), Now);
        QVERIFY(!figures.standing().isLive());
        QCOMPARE(figures.worst()->watch, 2u);
        QCOMPARE(figures.standing().waiting, 1);
    }

    void theVersionIsTheHighestThatCanBeCompared()
    {
        TestFigures figures;
        QVERIFY(figures.version().isEmpty());
        figures.add(batch({added(1, web), bookmark(2, 4800), bookmark(1, 900)}), Now);
        QCOMPARE(figures.version().text(), std::string("4800"));
    }

    void theRateIsTheMeanOfFiveWholeSeconds()
    {
        TestFigures figures;
        for (int i = 0; i < 10; ++i)
            figures.add(batch({added(1, web)}), Now);
        QCOMPARE(figures.rate(Now), 0.0);
        QCOMPARE(figures.rate(Now + 1s), 2.0);
        QCOMPARE(figures.rate(Now + 5s), 2.0);
        QCOMPARE(figures.rate(Now + 6s), 0.0);
    }

    void theFirstListIsNeitherARateNorADelay()
    {
        TestFigures figures;
        figures.add(batch({listed(1, podColumns(), {web})}), Now + 1s);
        QCOMPARE(figures.rate(Now + 2s), 0.0);
        QVERIFY(!figures.behind());
        figures.add(batch({added(1, web)}), Now + 40ms);
        QCOMPARE(figures.behind().value(), 40ms);
    }

    void whatAnEarlierProgramHeardIsNeither()
    {
        TestFigures figures;
        figures.add(batch({added(1, web)}), Now + 1h);
        QCOMPARE(figures.rate(Now + 1h + 1s), 0.0);
        QVERIFY(!figures.behind());
    }
};

} // namespace tst_livefigures

WK_TEST(tst_livefigures, LiveFiguresTest, QCoreApplication)
#include "tst_livefigures.moc"
