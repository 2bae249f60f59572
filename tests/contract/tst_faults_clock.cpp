// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/matrixcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_clock {

using namespace wk;
using namespace wk::matrix;

/// Clocks that jump, machines that sleep: the group K of the fault matrix, as far as it is not the window's.
class TestFaultsClock : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWallClockJumps_data();
    void theWallClockJumps();
    void theMachineSleeps_data();
    void theMachineSleeps();
    void alarmsOfOddLengths();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

void TestFaultsClock::theWallClockJumps_data()
{
    QTest::addColumn<int>("hours");
    QTest::newRow("K1 the wall clock goes a day forward") << 24;
    QTest::newRow("K1 the wall clock goes a day back") << -24;
    QTest::newRow("K1 the wall clock goes an hour forward, as for summer time") << 1;
    QTest::newRow("K1 the wall clock goes an hour back, as for winter time") << -1;
}

/// Waiting goes by the time that has passed, whatever the hands show.
void TestFaultsClock::theWallClockJumps()
{
    QFETCH(int, hours);
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    const auto jump = [&] { scene.clock.setWall(scene.clock.wallNow() + std::chrono::hours(hours)); };
    jump();
    scene.clock.advance(60s);
    scene.put("settings");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.script.watches(), 1);

    scene.script.add(endsInOrder());
    scene.script.add(says(Place::Watch, status(500, "InternalError", "no")));
    scene.put("settings");
    QVERIFY2(soon([&] { return scene.isPausing(); }), scene.words());
    jump();
    scene.clock.advance(799ms);
    QCOMPARE(scene.script.watches(), 2);
    scene.clock.advance(1ms);
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.lists(), 1);
}

void TestFaultsClock::theMachineSleeps_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<bool>("compacted");
    QTest::newRow("K2 suspended for eight hours, and nothing is forgotten") << 8 * 3600 << false;
    QTest::newRow("K2 suspended for eight hours, and the server has forgotten where we stood") << 8 * 3600 << true;
    QTest::newRow("K3 suspended for thirty seconds, the sockets left half-open") << 30 << false;
}

void TestFaultsClock::theMachineSleeps()
{
    QFETCH(int, seconds);
    QFETCH(bool, compacted);
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    scene.script.add(step(Place::Frames, {.upTo = 0, .then = Then::Silence}));
    scene.put("settings");
    QVERIFY(soon([&] { return scene.script.fired() == 1; }));
    scene.clock.sleep(std::chrono::seconds(seconds));
    scene.put("made-meanwhile");
    scene.remove("certs");
    if (compacted)
        scene.server->watchCache().compact();
    scene.put("settings");

    scene.transport->forgetConnections(); // as the session does once it is awake
    scene.informer->distrust(scene.clock.now());
    QVERIFY2(scene.said(WatchState::Resuming, ErrorKind::ConnectionLost), scene.words());
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words()); // no clock was turned
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), compacted ? 1 : 0);
    QCOMPARE(scene.script.lists(), compacted ? 2 : 1);
}

void TestFaultsClock::alarmsOfOddLengths()
{
    SystemClock clock;
    int rung = 0;
    std::vector<Clock::Alarm> alarms;
    for (const std::int64_t length : {std::int64_t(1) << 31, (std::int64_t(1) << 31) - 1, std::int64_t(1) << 32})
        alarms.push_back(clock.after(std::chrono::milliseconds(length), [&rung] { rung += 1000; }));
    for (int i = 0; i < 100; ++i)
        alarms.push_back(clock.after(std::chrono::milliseconds(-(i % 2)), [&rung] { ++rung; }));
    QVERIFY(soon([&] { return rung == 100; }));
    alarms.clear();
    m_executed.add("K6");
}

} // namespace tst_faults_clock

WK_TEST(tst_faults_clock, TestFaultsClock, QCoreApplication)
#include "tst_faults_clock.moc"
