// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/models/slicedsort.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace tst_slicedsort {

using namespace wk;

struct CountingLess {
    std::size_t *compared;
    bool operator()(int a, int b) const
    {
        ++*compared;
        return a < b;
    }
};

class SlicedSortTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itSortsWhateverComes()
    {
        std::mt19937 random(20'261'123);
        for (const std::size_t size : {0, 1, 2, 511, 512, 513, 1'024, 1'025, 1'536, 2'049, 5'000, 20'000}) {
            for (const int below : {3, 1'000'000}) {
                std::vector<int> numbers(size);
                std::ranges::generate(numbers, [&] { return int(random()) % below; });
                std::vector<int> sorted = numbers;
                std::ranges::sort(sorted);
                SlicedSort sort(std::move(numbers), std::less<int>());
                while (sort.step([] { return false; })) {
                }
                QCOMPARE(sort.values(), sorted);
            }
        }
    }

    void noSliceComparesMany()
    {
        std::vector<int> numbers(20'000);
        std::iota(numbers.begin(), numbers.end(), 0);
        std::ranges::shuffle(numbers, std::mt19937(20'261'123));
        std::size_t compared = 0;
        SlicedSort sort(numbers, CountingLess{&compared});
        std::size_t slices = 0;
        std::size_t most = 0;
        for (bool hasMore = true; hasMore; ++slices) {
            const std::size_t before = compared;
            hasMore = sort.step([] { return false; });
            most = std::max(most, compared - before);
        }
        QVERIFY(std::ranges::is_sorted(sort.values()));
        QVERIFY2(slices > 200, qPrintable(QString::number(slices)));
        QVERIFY2(most < 20 * sort.AtOnce, qPrintable(QString::number(most)));
    }

    void whatIsNearlyInOrderTakesFewLooks()
    {
        std::vector<int> numbers(20'000);
        std::iota(numbers.begin(), numbers.end(), 0);
        for (const std::size_t at : {1, 300, 7'777, 9'999})
            std::swap(numbers[at], numbers[at + 100]);
        std::size_t compared = 0;
        SlicedSort sort(numbers, CountingLess{&compared});
        QVERIFY(!sort.step([] { return true; }));
        QVERIFY(std::ranges::is_sorted(sort.values()));
        QVERIFY2(compared < 3 * numbers.size(), qPrintable(QString::number(compared)));
    }

    /// As a second's changes do; to merge all of them run by run takes seven looks at each.
    void aFewFarFromTheirPlaceCostLittle()
    {
        std::vector<int> numbers(20'000);
        std::iota(numbers.begin(), numbers.end(), 0);
        std::mt19937 random(20'261'123);
        for (int changed = 0; changed < 1'000; ++changed)
            numbers[random() % numbers.size()] = int(random() % numbers.size());
        std::vector<int> sorted = numbers;
        std::ranges::sort(sorted);
        std::size_t compared = 0;
        SlicedSort sort(numbers, CountingLess{&compared});
        while (sort.step([] { return false; })) {
        }
        QCOMPARE(sort.values(), sorted);
        QVERIFY2(compared < 4 * numbers.size(), qPrintable(QString::number(compared)));
    }
};

} // namespace tst_slicedsort

WK_TEST(tst_slicedsort, SlicedSortTest, QCoreApplication)
#include "tst_slicedsort.moc"
