// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/slicedorder.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

#include <algorithm>
#include <deque>
#include <vector>

namespace tst_slicedorder {

using namespace wk;
using namespace wk::sample;

std::vector<std::size_t> rowsOf(const SlicedOrder &order)
{
    std::vector<std::size_t> rows;
    for (std::size_t place = 0; place < order.size(); ++place)
        rows.push_back(order[place]);
    return rows;
}

class SlicedOrderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_rows.clear();
        for (const ObjectPtr &pod : manyPods(Count)) {
            m_rows.emplace_back().object = pod;
            m_rows.back().changes = std::uint32_t(m_rows.size() * 7'919 % 1'000);
        }
    }

    void noSliceReadsMany()
    {
        std::size_t read = 0;
        std::size_t most = 0;
        SlicedOrder order(m_rows.size(), m_byChanges, [&](std::size_t row) {
            ++read;
            return &m_rows[row];
        });
        for (bool hasMore = true; hasMore;) {
            const std::size_t before = read;
            hasMore = order.step([] { return false; });
            most = std::max(most, read - before);
        }
        QVERIFY(order.isMade());
        QCOMPARE(read, Count);
        QVERIFY2(most <= 512, qPrintable(QString::number(most)));
        QVERIFY(isRight(rowsOf(order)));
        QCOMPARE(order.size(), Count);
    }

    void whatIsNotShownIsLeftOut()
    {
        SlicedOrder order(m_rows.size(), m_byChanges,
                          [this](std::size_t row) { return m_rows[row].changes < 100 ? &m_rows[row] : nullptr; });
        QVERIFY(!order.step([] { return true; }));
        QVERIFY(isRight(rowsOf(order)));
        QCOMPARE(order.size(),
                 std::size_t(std::ranges::count_if(m_rows, [](const TableRow &row) { return row.changes < 100; })));
    }

    void aRowThatGoesMeanwhileStandsWhereItStood()
    {
        SlicedOrder whole(m_rows.size(), m_byChanges, [this](std::size_t row) { return &m_rows[row]; });
        while (whole.step([] { return false; })) {
        }
        std::size_t read = 0;
        SlicedOrder order(m_rows.size(), m_byChanges, [&](std::size_t row) {
            ++read;
            return &m_rows[row];
        });
        while (read < m_rows.size())
            order.step([] { return false; });
        std::ranges::fill(m_rows, TableRow());
        QVERIFY(!order.step([] { return true; }));
        QCOMPARE(rowsOf(order), rowsOf(whole));
    }

    void whatIsNeededNoMoreGoesInPieces()
    {
        SlicedOrder order(m_rows.size(), m_byChanges, [this](std::size_t row) { return &m_rows[row]; });
        QVERIFY(!order.step([] { return true; }));
        const auto held = [this] {
            return std::ranges::count_if(m_rows, [](const TableRow &row) { return row.object.useCount() > 1; });
        };
        QCOMPARE(held(), std::ptrdiff_t(Count));
        for (std::size_t left = Count - 1000; left > 0; left -= 1000) {
            QVERIFY(order.forget(1000));
            QCOMPARE(held(), std::ptrdiff_t(left));
        }
        QVERIFY(!order.forget(1000));
        QCOMPARE(held(), std::ptrdiff_t(0));
    }

private:
    static constexpr std::size_t Count = 5'000;

    bool isRight(const std::vector<std::size_t> &rows) const
    {
        return std::ranges::is_sorted(rows, [this](std::size_t a, std::size_t b) {
            return m_byChanges.isBefore(m_byChanges.key(m_rows[a]), m_byChanges.key(m_rows[b]));
        });
    }

    static TableOrder byChanges()
    {
        const std::vector<TableColumn> columns = tableColumns(podColumns(), true, {});
        return {*std::ranges::find(columns, TableColumn::Kind::Changes, &TableColumn::kind), true};
    }

    std::deque<TableRow> m_rows;
    TableOrder m_byChanges = byChanges();
};

} // namespace tst_slicedorder

WK_TEST(tst_slicedorder, SlicedOrderTest, QCoreApplication)
#include "tst_slicedorder.moc"
