// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/replay/replayedclock.h"

#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_replayedclock {

using namespace wk;
using namespace std::chrono_literals;

class TestReplayedClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itGoesOnAsFastAsItIsTold();
    void itEndsWhereTheRecordingDoes();
};

void TestReplayedClock::itGoesOnAsFastAsItIsTold()
{
    ReplayedClock clock(test::Start, test::Start + 1h, 100);
    QCOMPARE(clock.wallNow(), test::Start);
    QCOMPARE(clock.until(test::Start + 1s), 10ms);
    clock.start();
    QTRY_VERIFY(clock.wallNow() > test::Start + 1s); // after ten ms
    QVERIFY(clock.wallNow() < test::Start + 1h);
    ReplayedClock standing(test::Start, test::Start + 1h, 0);
    standing.start();
    QTest::qWait(5);
    QCOMPARE(standing.wallNow(), test::Start);
}

void TestReplayedClock::itEndsWhereTheRecordingDoes()
{
    ReplayedClock clock(test::Start, test::Start + 1s, 1000);
    clock.start();
    QTRY_COMPARE(clock.wallNow(), test::Start + 1s);
    QCOMPARE(clock.until(test::Start), 0ms);
    const ReplayedClock beyond(test::Start + 2s, test::Start + 1s, 1);
    QCOMPARE(beyond.end(), test::Start + 2s); // nothing is still to come
}

} // namespace tst_replayedclock

WK_TEST(tst_replayedclock, tst_replayedclock::TestReplayedClock, QCoreApplication)
#include "tst_replayedclock.moc"
