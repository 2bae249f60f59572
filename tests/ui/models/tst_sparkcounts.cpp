// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/sparkcounts.h"

#include <QTest>

#include <numeric>

namespace tst_sparkcounts {

using namespace wk;
using namespace std::chrono_literals;

namespace {

constexpr WallTime now{1795257660s};

QString bars(const SparkCounts &counts, WallTime when)
{
    QStringList words;
    for (const std::uint8_t bar : counts.bars(when))
        words.append(QString::number(bar));
    return words.join(QLatin1Char(' '));
}

} // namespace

class SparkCountsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thePresentMinuteStandsLast()
    {
        SparkCounts counts;
        QCOMPARE(bars(counts, now), QStringLiteral("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"));
        counts.add(now - 15min);
        counts.add(now - 1min);
        counts.add(now);
        counts.add(now + 59s);
        QCOMPARE(bars(counts, now), QStringLiteral("1 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2"));
    }

    void barsMoveLeftAsTimeGoesBy()
    {
        SparkCounts counts;
        counts.add(now);
        QCOMPARE(bars(counts, now + 2min), QStringLiteral("0 0 0 0 0 0 0 0 0 0 0 0 0 1 0 0"));
        QCOMPARE(bars(counts, now + 16min), QStringLiteral("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"));
        counts.add(now + 17min);
        QCOMPARE(bars(counts, now + 17min), QStringLiteral("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"));
    }

    void whatIsTooOldIsNotCounted()
    {
        SparkCounts counts;
        counts.add(now);
        counts.add(now - 16min);
        QCOMPARE(bars(counts, now), QStringLiteral("0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1"));
    }

    void aBarStopsGrowing()
    {
        SparkCounts counts;
        for (int i = 0; i < 1000; ++i)
            counts.add(now);
        QCOMPARE(int(counts.bars(now).back()), 255);
    }
};

} // namespace tst_sparkcounts

WK_TEST(tst_sparkcounts, SparkCountsTest, QCoreApplication)
#include "tst_sparkcounts.moc"
