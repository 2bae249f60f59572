// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/discoverypace.h"

#include "tests/support/fakesource.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_discoverypace {

using namespace wk;
using namespace std::chrono_literals;

class TestDiscoveryPace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupsThatFailAreSoonAskedForAgainAndThenNowAndThen()
    {
        DiscoveryPace pace;
        ServerFacts facts;
        QVERIFY(pace.behind(facts, {}) == 2min);
        facts.failedGroups.emplace_back("metrics.k8s.io/v1beta1", makeError(ErrorKind::ServerError));
        Instant now{};
        for (const auto expected : {800ms, 1600ms, 3200ms, 6400ms, 12800ms, 30000ms, 30000ms}) {
            const auto pause = pace.behind(facts, now);
            QCOMPARE(int(pause.count()), int(expected.count()));
            now += pause;
        }
        facts.failedGroups.clear();
        QVERIFY(pace.behind(facts, now) == 2min);
        facts.failedGroups.emplace_back("apps/v1", makeError(ErrorKind::ServerError));
        QVERIFY(pace.behind(facts, now) == 800ms);
    }
    void whoIsNotKnownIsAskedEachTwoSecondsUnlessItSaysWhen()
    {
        DiscoveryPace pace;
        const Error away = makeError(ErrorKind::Refused);
        QVERIFY(pace.behind(away, false, {}) == 800ms);
        QVERIFY(pace.behind(away, false, {}) == 1600ms);
        QVERIFY(pace.behind(away, false, {}) == 2s);
        Error busy = makeError(ErrorKind::TooManyRequests);
        busy.retryAfter = 7s;
        QVERIFY(pace.behind(busy, false, {}) == 7s);
        QVERIFY(pace.behind(makeError(ErrorKind::Forbidden), false, {}) == 30s);
    }
    void whoWasAwayIsSoonAskedAgainWhatItServes()
    {
        DiscoveryPace pace;
        QVERIFY(pace.behind(makeError(ErrorKind::Refused), false, {}) == 800ms);
        for (const auto expected : {2s, 5s, 10s, 30s, 120s, 120s})
            QVERIFY(pace.behind(ServerFacts(), {}) == expected);
    }
    void whoIsKnownIsAskedWithoutHaste()
    {
        DiscoveryPace pace;
        QVERIFY(pace.behind(makeError(ErrorKind::Refused), true, {}) == 15s);
        QVERIFY(pace.behind(makeError(ErrorKind::Forbidden), true, {}) == 30s);
    }
};

} // namespace tst_discoverypace

WK_TEST(tst_discoverypace, TestDiscoveryPace, QCoreApplication)
#include "tst_discoverypace.moc"
