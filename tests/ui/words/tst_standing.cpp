// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/standing.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/style/formats.h"

#include <QTest>

namespace tst_standing {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class StandingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theWordClaimsNoMoreThanTheWatchesDo_data()
    {
        QTest::addColumn<int>("live");
        QTest::addColumn<int>("listing");
        QTest::addColumn<int>("all");
        QTest::addColumn<int>("staleSeconds");
        QTest::addColumn<QString>("word");
        const auto row = [](const char *name, std::array<int, 4> is, const QString &word) {
            QTest::newRow(name) << is[0] << is[1] << is[2] << is[3] << word;
        };
        const QString since = QStringLiteral("Stale since ") + format::clock(Now - 20s);
        row("without a watch there is no connection", {0, 0, 0, 0}, QStringLiteral("Not connected"));
        row("all of them live is live", {11, 0, 11, 0}, QStringLiteral("Live"));
        row("some of them are counted", {10, 1, 11, 0}, QStringLiteral("10 of 11 live"));
        row("some of them are counted while the rest is stale", {10, 0, 11, 20}, QStringLiteral("10 of 11 live"));
        row("none live is as old as its last word", {0, 0, 11, 20}, since);
        row("none live yet is a list", {0, 4, 11, 0}, QStringLiteral("Listing"));
        row("none allowed is never live", {0, 0, 11, 0}, QStringLiteral("Not live"));
    }
    void theWordClaimsNoMoreThanTheWatchesDo()
    {
        QFETCH(const int, live);
        QFETCH(const int, listing);
        QFETCH(const int, all);
        QFETCH(const int, staleSeconds);
        QFETCH(const QString, word);
        Standing standing{live, listing, all, {}, {}};
        if (staleSeconds > 0)
            standing.lastHeard = Now - std::chrono::seconds(staleSeconds);
        QCOMPARE(standingWord(standing, Now), word);
    }

    void aServerOfWhichNothingIsWatchedIsConnectedAllTheSame()
    {
        Standing standing;
        standing.isConnected = true;
        QCOMPARE(standingWord(standing, Now), QStringLiteral("Nothing watched"));
    }

    void whatIsADayOldHasItsDate()
    {
        const Standing standing{0, 0, 1, Now - 50h, Now - 48h};
        QVERIFY(standingWord(standing, Now).contains(format::moment(Now - 48h, Now)));
    }
};

} // namespace tst_standing

WK_TEST(tst_standing, StandingTest, QCoreApplication)
#include "tst_standing.moc"
