// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_clock {

using namespace wk;
using namespace std::chrono_literals;

class TestClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void alarmsRingInOrderAtTheirOwnTime();
    void aDestroyedAlarmIsSilent();
    void anAlarmMayReplaceItself();
    void theSystemClockRings();
    void anAlarmOfThePastRings();
};

void TestClock::alarmsRingInOrderAtTheirOwnTime()
{
    ManualClock clock;
    const Instant start = clock.now();
    std::vector<std::pair<int, qint64>> rung;
    const auto note = [&](int id) { rung.emplace_back(id, (clock.now() - start).count()); };
    const auto late = clock.after(30ms, [&] { note(2); });
    const auto early = clock.after(10ms, [&] { note(1); });
    clock.advance(29ms);
    QCOMPARE(rung.size(), 1u);
    clock.advance(1ms);
    QVERIFY((rung == std::vector<std::pair<int, qint64>>{{1, 10}, {2, 30}}));
}

void TestClock::aDestroyedAlarmIsSilent()
{
    ManualClock clock;
    bool rung = false;
    {
        const auto alarm = clock.after(1ms, [&] { rung = true; });
    }
    clock.advance(1s);
    QVERIFY(!rung);
    QVERIFY(clock.isIdle());
}

void TestClock::anAlarmMayReplaceItself()
{
    ManualClock clock;
    Clock::Alarm alarm;
    int count = 0;
    std::function<void()> again = [&] {
        if (++count < 3)
            alarm = clock.after(1s, again);
    };
    alarm = clock.after(1s, again);
    clock.advance(10s);
    QCOMPARE(count, 3);
}

void TestClock::theSystemClockRings()
{
    SystemClock clock;
    bool rung = false;
    Clock::Alarm alarm;
    alarm = clock.after(1ms, [&] {
        alarm.cancel();
        rung = true;
    });
    QTRY_VERIFY(rung);
}

void TestClock::anAlarmOfThePastRings()
{
    SystemClock clock;
    bool rung = false;
    const Clock::Alarm past = clock.after(-1ms, [&rung] { rung = true; });
    const Clock::Alarm farOff = clock.after(std::chrono::hours(24 * 365), [] { QFAIL("a year is not over"); });
    QTRY_VERIFY(rung);
}

} // namespace tst_clock

WK_TEST(tst_clock, TestClock, QCoreApplication)
#include "tst_clock.moc"
