// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/occurrences.h"

#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace tst_occurrences {

using namespace wk;
using namespace wk::test;

class TestOccurrences : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void areToldByWhatRevisionsCount_data();
    void areToldByWhatRevisionsCount();
    void holdEveryTimeItHappenedWhateverWasSeen();
    void areTheSameWhenAWordIsHeardTwice();
};

namespace {

WallTime second(int seconds)
{
    return Start + std::chrono::seconds(seconds);
}

EventTally tally(int count, int first, int last)
{
    return {count, second(first), second(last)};
}

/// "3 of 0-20, 1 at 30": seconds; a ' for what the cluster counted before anybody watched.
QString text(const std::vector<Occurrence> &occurrences)
{
    const auto seconds = [](WallTime time) { return int((time - Start) / std::chrono::seconds(1)); };
    QStringList words;
    for (const Occurrence &some : occurrences) {
        const QString span = some.from == some.to
                                 ? QStringLiteral(" at %1").arg(seconds(some.to))
                                 : QStringLiteral(" of %1-%2").arg(seconds(some.from)).arg(seconds(some.to));
        words += QString::number(some.times) + QLatin1String(some.wasCounted ? "'" : "") + span;
    }
    return words.join(QStringLiteral(", "));
}

/// Something that happens again and again, and what was told of it: some of the counts, as a writer that is held back
/// leaves some out.
struct Series {
    std::vector<WallTime> happened;
    std::vector<EventTally> told;
};

Series anySeries(std::mt19937_64 &random)
{
    Series series;
    WallTime now = Start;
    const int times = std::uniform_int_distribution(1, 30)(random);
    for (int i = 0; i < times; ++i) {
        now += std::chrono::seconds(std::uniform_int_distribution(1, 40)(random));
        series.happened.push_back(now);
        if (i == times - 1 || random() % 3 != 0)
            series.told.push_back({i + 1, series.happened.front(), now});
    }
    return series;
}

} // namespace

void TestOccurrences::areToldByWhatRevisionsCount_data()
{
    QTest::addColumn<std::vector<EventTally>>("tallies");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char *name, std::vector<EventTally> tallies, const char *expected) {
        QTest::newRow(name) << std::move(tallies) << QString::fromLatin1(expected);
    };
    row("nothing is told of nothing", {}, "");
    row("what happens once is a moment", {tally(1, 5, 5)}, "1 at 5");
    row("the first word tells of those before as a span", {tally(12, 0, 60)}, "12' of 0-60");
    row("each that raises the count is one, at its time", {tally(1, 0, 0), tally(2, 0, 10), tally(3, 0, 40)},
        "1 at 0, 1 at 10, 1 at 40");
    row("of several at once only the last has a time", {tally(2, 0, 10), tally(6, 0, 40)}, "2' of 0-10, 4 of 10-40");
    row("what was written without being counted is none", {tally(2, 0, 10), tally(2, 0, 10)}, "2' of 0-10");
    row("a series that is begun with a count of one is the second time", {tally(1, 0, 0), tally(1, 0, 9)},
        "1 at 0, 1 at 9");
    row("a count without a later time still counts", {tally(1, 0, 0), tally(2, 0, 0)}, "1 at 0, 1 at 0");
    row("a count that begins again is another series", {tally(9, 0, 50), tally(3, 60, 80)}, "9' of 0-50, 3 of 60-80");
    row("a lower count with a later time is once", {tally(9, 0, 50), tally(3, 0, 80)}, "9' of 0-50, 1 at 80");
    row("an older word is none", {tally(9, 0, 50), tally(3, 0, 20)}, "9' of 0-50");
    row("a last time before the first is no span", {tally(4, 30, 10)}, "4' at 10");
    row("a clock that was set back leaves them in order", {tally(1, 50, 50), tally(2, 50, 20)}, "1 at 20, 1 at 50");
    row("counts without end add up", {tally(1, 0, 0), {2'147'483'647, second(0), second(9)}},
        "1 at 0, 2147483646 of 0-9");
}

void TestOccurrences::areToldByWhatRevisionsCount()
{
    QFETCH(std::vector<EventTally>, tallies);
    QTEST(text(occurrencesOf(tallies)), "expected");
}

/// Each occurrence holds as many of the times as it says, between its ends and behind the one before.
void TestOccurrences::holdEveryTimeItHappenedWhateverWasSeen()
{
    std::mt19937_64 random(seed());
    for (int round = 0; round < 500; ++round) {
        const Series series = anySeries(random);
        const std::size_t joined = random() % series.told.size();
        const auto found = occurrencesOf(std::span(series.told).subspan(joined));
        auto next = series.happened.begin();
        for (const Occurrence &some : found) {
            QVERIFY(some.times <= series.happened.end() - next);
            QVERIFY2(*next >= some.from, qPrintable(text(found)));
            next += some.times;
            QVERIFY2(*std::prev(next) == some.to, qPrintable(text(found)));
        }
        QVERIFY2(next == series.happened.end(), qPrintable(text(found)));
        QCOMPARE(timesOf(found), std::int64_t(series.happened.size()));
    }
}

void TestOccurrences::areTheSameWhenAWordIsHeardTwice()
{
    std::mt19937_64 random(seed());
    for (int round = 0; round < 500; ++round) {
        const Series series = anySeries(random);
        std::vector<EventTally> doubled;
        for (const EventTally &told : series.told)
            doubled.insert(doubled.end(), 1 + random() % 3, told);
        QCOMPARE(text(occurrencesOf(doubled)), text(occurrencesOf(series.told)));
    }
}

} // namespace tst_occurrences

WK_TEST(tst_occurrences, TestOccurrences, NoApplication)
#include "tst_occurrences.moc"
