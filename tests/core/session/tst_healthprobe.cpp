// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/healthprobe.h"
#include "tests/support/fakesource.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_healthprobe {

using namespace wk;
using namespace std::chrono_literals;

namespace {

struct FakeBackend : Backend {
    void discover(std::function<void(Result<ServerFacts>)>) override {}
    void probe(std::function<void(std::optional<Error>)> done) override
    {
        ++knocks;
        answer = std::move(done);
    }
    std::unique_ptr<ListerWatcher> source(const WatchScope &) override { return nullptr; }
    void forgetConnections() override {}

    int knocks = 0;
    std::function<void(std::optional<Error>)> answer;
};

struct Rig {
    ManualClock clock;
    FakeBackend backend;
    int lost = 0;
    int found = 0;
    Instant foundSince{};
    HealthProbe probe{backend,
                      clock,
                      {[this](const Error &) { ++lost; },
                       [this](Instant since) {
                           ++found;
                           foundSince = since;
                       }}};
};

} // namespace

class TestHealthProbe : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C22_knocksEachFifteenSecondsWhileAllIsWell();
    void C20_knocksAfterOneSecondThenEveryTwoWhileLost();
    void suspicionKnocksAtOnceButNotTwice();
    void anotherReasonIsToldToo();
    void C33_afterASleepAllStreamsAreOpenedAgain();
    void C22_whatWasOpenedSinceTheLastFailureIsTrusted();
    void C33_aServerThatStaysAwayOverASleepIsToldAnew();
};

void TestHealthProbe::C22_knocksEachFifteenSecondsWhileAllIsWell()
{
    Rig rig;
    rig.probe.start();
    for (int i = 1; i <= 4; ++i) {
        rig.clock.advance(15s);
        QCOMPARE(rig.backend.knocks, i);
        rig.backend.answer({});
    }
    QCOMPARE(rig.lost + rig.found, 0);
}

void TestHealthProbe::anotherReasonIsToldToo()
{
    Rig rig;
    rig.probe.start();
    rig.clock.advance(15s);
    rig.backend.answer(makeError(ErrorKind::Refused));
    rig.clock.advance(1s);
    rig.backend.answer(makeError(ErrorKind::TlsUntrusted));
    rig.clock.advance(2s);
    rig.backend.answer(makeError(ErrorKind::TlsUntrusted));
    QCOMPARE(rig.lost, 2);
}

void TestHealthProbe::C33_afterASleepAllStreamsAreOpenedAgain()
{
    Rig rig;
    rig.probe.start();
    rig.clock.advance(5s);
    rig.clock.sleep(1h);
    QCOMPARE(rig.found, 0);
    rig.clock.advance(10s);
    QCOMPARE(rig.found, 1);
    QVERIFY(rig.foundSince == rig.clock.now());
    QCOMPARE(rig.backend.knocks, 1);
}

void TestHealthProbe::C22_whatWasOpenedSinceTheLastFailureIsTrusted()
{
    Rig rig;
    rig.probe.start();
    rig.clock.advance(15s);
    rig.backend.answer(makeError(ErrorKind::Refused));
    rig.clock.advance(1s);
    rig.backend.answer(makeError(ErrorKind::Refused));
    const Instant lastFailure = rig.clock.now();
    rig.clock.advance(2s);
    rig.backend.answer({});
    QCOMPARE(rig.found, 1);
    QVERIFY(rig.foundSince == lastFailure);
}

void TestHealthProbe::C33_aServerThatStaysAwayOverASleepIsToldAnew()
{
    Rig rig;
    rig.probe.start();
    rig.clock.advance(15s);
    rig.backend.answer(makeError(ErrorKind::Refused));
    QCOMPARE(rig.lost, 1);
    rig.clock.sleep(1h);
    rig.clock.advance(1s);
    QCOMPARE(rig.found, 1);
    rig.backend.answer(makeError(ErrorKind::Refused));
    QCOMPARE(rig.lost, 2);
}

void TestHealthProbe::C20_knocksAfterOneSecondThenEveryTwoWhileLost()
{
    Rig rig;
    rig.probe.start();
    rig.clock.advance(15s);
    rig.backend.answer(makeError(ErrorKind::Refused));
    QCOMPARE(rig.lost, 1);
    QCOMPARE(rig.clock.untilNext(), 1000ms);
    rig.clock.advance(1s);
    rig.backend.answer(makeError(ErrorKind::Refused));
    for (int i = 0; i < 10; ++i) {
        QCOMPARE(rig.clock.untilNext(), 2000ms);
        rig.clock.advance(2s);
        rig.backend.answer(makeError(ErrorKind::Refused));
    }
    QCOMPARE(rig.lost, 1);
    rig.clock.advance(2s);
    rig.backend.answer({});
    QCOMPARE(rig.found, 1);
    QCOMPARE(rig.clock.untilNext(), 15'000ms);
}

void TestHealthProbe::suspicionKnocksAtOnceButNotTwice()
{
    Rig rig;
    rig.probe.start();
    rig.probe.suspect();
    rig.probe.suspect();
    QCOMPARE(rig.backend.knocks, 1);
    rig.backend.answer(makeError(ErrorKind::Refused));
    rig.probe.suspect();
    QCOMPARE(rig.backend.knocks, 1);
}

} // namespace tst_healthprobe

WK_TEST(tst_healthprobe, TestHealthProbe, QCoreApplication)
#include "tst_healthprobe.moc"
