// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historycursor.h"
#include "tests/support/entries.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/testhistory.h"
#include "ui/answers/livefold.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace tst_livefold {

using namespace wk;
using namespace wk::test;

/// The rows that it has come to, and how often something else has changed it.
struct Seen {
    HistoryCursor cursor;
    std::vector<RowId> rows;
    int changes = 0;

    RowId next() const { return cursor.next(); }
    void follow(const HistoryPtr &history, RowId end)
    {
        cursor.advance(
            *history, end, [this](RowId row) { rows.push_back(row); }, [](const HistorySnapshot::Closing &) {});
    }
};

namespace {

constexpr std::size_t Many = LiveFold<Seen>::RowsAtOnce + 1;

} // namespace

class LiveFoldTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin({}); }

    void fewRowsAreTakenInWhereTheyCome()
    {
        append(100);
        QVERIFY(!m_fold->isBehind());
        QVERIFY(isWhole());
        QCOMPARE(m_told, 1);
    }

    void manyAreTakenInElsewhereAndWhatIsShownStays()
    {
        append(10);
        append(Many);
        QVERIFY(m_fold->isBehind());
        QCOMPARE(m_fold->value().rows.size(), std::size_t(10));
        append(5); // while the pool is at it
        m_fold->change([](Seen &seen) { ++seen.changes; });
        QCOMPARE(m_fold->value().changes, 1);
        QTRY_VERIFY(!m_fold->isBehind());
        QVERIFY(isWhole());
        QCOMPARE(m_fold->value().changes, 1);
        QCOMPARE(m_told, 2);
    }

    void anotherTakesItsPlaceWhenItIsWhole()
    {
        append(Many);
        QTRY_VERIFY(!m_fold->isBehind());
        m_fold->restart({{}, {}, 100});
        QVERIFY(m_fold->isBehind());
        QCOMPARE(m_fold->value().changes, 0);
        QVERIFY(isWhole());
        QTRY_VERIFY(!m_fold->isBehind());
        QCOMPARE(m_fold->value().changes, 100);
        QVERIFY(isWhole());
    }

    void anotherOfFewRowsIsThereAtOnce()
    {
        append(10);
        m_fold->restart({{}, {}, 100});
        QCOMPARE(m_fold->value().changes, 100);
        QVERIFY(isWhole());
    }

    /// Whatever comes, falls off and changes meanwhile.
    void anyOrderOfStepsEndsAtTheTruth()
    {
        std::mt19937_64 random(seed());
        begin({100'000, limits::MiB * 1000});
        int changes = 0;
        for (int round = 0, end = rounds(100); round < end; ++round) {
            if (random() % 3 == 0)
                append(random() % 3 ? random() % 300 : random() % (3 * Many));
            if (random() % 3 == 0) {
                m_fold->change([](Seen &seen) { ++seen.changes; });
                ++changes;
            }
            if (random() % 12 == 0) {
                m_fold->restart({});
                changes = 0;
            }
            if (random() % 2)
                QCoreApplication::processEvents();
        }
        QTRY_VERIFY(!m_fold->isBehind());
        QVERIFY(isWhole());
        QCOMPARE(m_fold->value().changes, changes);
    }

private:
    void begin(const EventLog::Bounds &bounds)
    {
        m_fold.reset();
        m_told = 0;
        m_history = std::make_unique<TestHistory>(bounds);
        m_history->setWatch(1, scope("Pod"));
        m_fold = std::make_unique<LiveFold<Seen>>(Seen(), [this] { ++m_told; });
    }
    void append(std::size_t count)
    {
        Batch made;
        for (; count > 0; --count)
            made.entries.push_back(entry(1, EntryType::Modified, object("web", "n" + std::to_string(count % 300))));
        m_history->append(made);
        m_fold->follow(m_history->newest(), m_history->end());
    }
    /// Each row that is there once, in order.
    bool isWhole() const
    {
        const std::vector<RowId> &rows = m_fold->value().rows;
        const auto kept = std::ranges::lower_bound(rows, m_history->now().begin());
        return std::ranges::adjacent_find(rows, std::ranges::greater_equal()) == rows.end() &&
               std::size_t(rows.end() - kept) == m_history->now().size();
    }

    int m_told = 0;
    std::unique_ptr<TestHistory> m_history;
    std::unique_ptr<LiveFold<Seen>> m_fold;
};

} // namespace tst_livefold

WK_TEST(tst_livefold, LiveFoldTest, QCoreApplication)
#include "tst_livefold.moc"
