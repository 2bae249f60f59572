// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/outagewords.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/style/formats.h"

#include <QTest>

namespace tst_outagewords {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

class OutageWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anOutageIsToldByWhatItMeansForAMoment()
    {
        const auto text = [](WallTime time) { return format::clock(time); };
        const Outage lost{Now - 50s, Now - 30s, Now - 10s};
        QCOMPARE(outageWords(lost, Now - 40s, Now),
                 QStringLiteral("in doubt from %1 to %2").arg(text(Now - 50s), text(Now - 30s)));
        QCOMPARE(outageWords(lost, Now - 30s, Now),
                 QStringLiteral("not seen from %1 to %2").arg(text(Now - 30s), text(Now - 10s)));
        const Outage late{Now - 30s, Now - 30s, Now - 10s, false};
        QCOMPARE(outageWords(late, Now - 20s, Now),
                 QStringLiteral("stale from %1 to %2").arg(text(Now - 30s), text(Now - 10s)));
        const Outage open{Now - 30s, Now - 30s, {}};
        QCOMPARE(outageWords(open, Now, Now), QStringLiteral("stale since %1").arg(text(Now - 30s)));
        QCOMPARE(outageTitle(open, Now, Now), staleWords(Now - 30s, Now));
    }

    void ofAGapInWhichNobodyWatchedThatIsTheReason()
    {
        Gap gap;
        gap.since = Now - 30s;
        gap.reason = "410 Expired";
        QCOMPARE(gapReasonWords(gap, Now), QStringLiteral("410 Expired"));
        gap.reason = Gap::NotWatched;
        QCOMPARE(gapReasonWords(gap, Now),
                 QStringLiteral("not watched %1 – %2").arg(format::clock(Now - 30s), format::clock(Now)));
        gap.since = Now - 24h; // a day that is not the one it ended on is said
        QCOMPARE(gapReasonWords(gap, Now),
                 QStringLiteral("not watched %1 – %2").arg(format::moment(Now - 24h, Now), format::clock(Now)));
        gap.reason += "; history went back: 6 came after 7";
        QVERIFY(gapReasonWords(gap, Now).endsWith(format::clock(Now) +
                                                  QStringLiteral("; history went back: 6 came after 7")));
    }
};

} // namespace tst_outagewords

WK_TEST(tst_outagewords, OutageWordsTest, QCoreApplication)
#include "tst_outagewords.moc"
