// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
#include "ui/models/nearlysorted.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <tuple>
#include <vector>

namespace tst_tableorder {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

/// The order of a great table by a column in which many rows are equal.
class TableOrderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_model = std::make_unique<TestTable>(m_clock);
        m_model->setSource(podInfo(), {1});
        m_pods = manyPods(20'000);
        std::ranges::sort(m_pods, {}, [](const ObjectPtr &pod) { return std::hash<std::string>()(pod->name); });
        m_model->applyBatch(batch({listed(1, podColumns(), m_pods)}));
        m_restarts = m_model->columnOf(QStringLiteral("Restarts"));
    }

    void whatIsNearlyInOrderIsPutRightWithoutMuchToCompare()
    {
        constexpr int Count = 20'000;
        std::vector<int> numbers(Count);
        std::iota(numbers.begin(), numbers.end(), 0);
        for (const std::size_t at : {0, 1, 777, 9'999, 19'999})
            numbers[at] = Count - numbers[at];
        std::vector<int> sorted = numbers;
        std::ranges::sort(sorted);
        int compared = 0;
        sortNearlySorted(numbers, [&compared](int a, int b) {
            ++compared;
            return a < b;
        });
        QCOMPARE(numbers, sorted);
        QVERIFY2(compared < 3 * Count, qPrintable(QString::number(compared))); // to sort all: fourteen for each
    }

    void itSortsWhateverComes()
    {
        std::mt19937 random(20'261'123);
        for (int size = 0; size < 200; ++size) {
            std::vector<int> numbers(std::size_t(size), 0);
            std::ranges::generate(numbers, [&random] { return int(random() % 50); });
            std::vector<int> sorted = numbers;
            std::ranges::sort(sorted);
            sortNearlySorted(numbers, std::less());
            QCOMPARE(numbers, sorted);
        }
    }

    void aFewAmongManyAreFoundTheirPlace()
    {
        sortWhole(*m_model, m_restarts);
        std::vector<EntryPtr> news;
        for (const std::size_t at : {0, 1, 2, 777, 9'999, 10'000, 19'998, 19'999}) {
            Object after = *m_pods[at];
            after.cells[3] = std::to_string(at % 2 == 0 ? 99 : 0);
            news.push_back(modified(1, m_pods[at], shared(std::move(after))));
        }
        m_model->applyBatch(batch(std::move(news)));
        QVERIFY(isInOrder());
        sortWhole(*m_model, m_restarts, Qt::DescendingOrder);
        sortWhole(*m_model, m_restarts);
        QVERIFY(isInOrder());
    }

private:
    bool isInOrder() const
    {
        const auto key = [this](int row) {
            const Object &pod = *m_model->rowAt(row).object;
            return std::tuple(m_model->text(row, m_restarts).toInt(), pod.ns, pod.name);
        };
        for (int row = 1; row < m_model->rowCount(); ++row) {
            if (key(row) < key(row - 1))
                return false;
        }
        return m_model->rowCount() == int(m_pods.size());
    }

    ManualClock m_clock;
    std::unique_ptr<TestTable> m_model;
    std::vector<ObjectPtr> m_pods;
    int m_restarts = -1;
};

} // namespace tst_tableorder

WK_TEST(tst_tableorder, TableOrderTest, QApplication)
#include "tst_tableorder.moc"
