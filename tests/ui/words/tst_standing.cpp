// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/standing.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/style/formats.h"

#include <QTest>

namespace tst_standing {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

/// A letter a watch: Live, Polled, Silent for 20 s, listing (I), Waiting as long, Denied, in Trouble, Over.
Standing standingOf(const QString &letters)
{
    Standing standing;
    for (const QChar letter : letters) {
        WatchStatus status = live(1);
        switch (letter.toLatin1()) {
        case 'P': status.state = WatchState::Polled; break;
        case 'S': status.staleSince = Now - 20s; break;
        case 'I': status.state = WatchState::Listing; break;
        case 'W':
            status.state = WatchState::Waiting;
            status.staleSince = Now - 20s;
            break;
        case 'D': status.state = WatchState::NotAllowed; break;
        case 'T': status.state = WatchState::SignInNeeded; break;
        case 'O': status.state = WatchState::Stopped; break;
        default: break;
        }
        standing.add(status);
    }
    return standing;
}

} // namespace

class StandingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWordClaimsNoMoreThanTheWatchesDo_data()
    {
        QTest::addColumn<QString>("watches");
        QTest::addColumn<QString>("word");
        const auto row = [](const char *name, const char *watches, const QString &word) {
            QTest::newRow(name) << QString::fromLatin1(watches) << word;
        };
        const QString since = QStringLiteral("Stale since ") + format::clock(Now - 20s);
        row("without a watch there is no connection", "", QStringLiteral("Not connected"));
        row("one that is stopped is none", "O", QStringLiteral("Not connected"));
        row("all of them live is live", "LLL", QStringLiteral("Live"));
        row("what is polled is the present, too", "LLP", QStringLiteral("Live"));
        row("some of them are counted", "LLI", QStringLiteral("2 of 3 live"));
        row("some of them are counted while the rest is stale", "LLW", QStringLiteral("2 of 3 live"));
        row("one that is open and not heard is not live", "LLS", QStringLiteral("2 of 3 live"));
        row("none live is as old as its last word", "SW", since);
        row("none live yet is a list", "II", QStringLiteral("Listing"));
        row("none allowed is never live", "DDT", QStringLiteral("Not live"));
    }
    void theWordClaimsNoMoreThanTheWatchesDo()
    {
        QFETCH(const QString, watches);
        QTEST(standingWord(standingOf(watches), Now), "word");
    }

    void eachWatchCountsOnce()
    {
        const Standing standing = standingOf(QStringLiteral("LLPSIIIWDTTO"));
        QCOMPARE(standing.live, 2);
        QCOMPARE(standing.polled, 1);
        QCOMPARE(standing.waiting, 2);
        QCOMPARE(standing.listing, 3);
        QCOMPARE(standing.denied, 1);
        QCOMPARE(standing.trouble, 2);
        QCOMPARE(standing.all(), 11);
        QCOMPARE(standing.current(), 3);
    }

    void itIsStaleSinceTheFirstAndBrokenSinceTheLast()
    {
        Standing standing;
        for (const auto &[silent, broken] : {std::pair(90s, 15s), std::pair(40s, 20s)}) {
            WatchStatus status = live(1);
            status.state = WatchState::Waiting;
            status.staleSince = Now - silent;
            status.brokenSince = Now - broken;
            standing.add(status);
        }
        QVERIFY(standing.staleSince == Now - 90s);
        QVERIFY(standing.brokenSince == Now - 15s);
        QCOMPARE(standingWord(standing, Now), QStringLiteral("Stale since ") + format::clock(Now - 15s));
    }

    void aServerOfWhichNothingIsWatchedIsConnectedAllTheSame()
    {
        Standing standing;
        standing.isConnected = true;
        QCOMPARE(standingWord(standing, Now), QStringLiteral("Nothing watched"));
    }

    void whatIsADayOldHasItsDate()
    {
        WatchStatus status = live(1);
        status.state = WatchState::Waiting;
        status.staleSince = Now - 48h;
        Standing standing;
        standing.add(status);
        QVERIFY(standingWord(standing, Now).contains(format::moment(Now - 48h, Now)));
    }
};

} // namespace tst_standing

WK_TEST(tst_standing, StandingTest, QCoreApplication)
#include "tst_standing.moc"
