// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"
#include "ui/models/slotordermodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <numeric>
#include <random>

namespace tst_slotordermodel {

using namespace wk;
using Order = SlotOrderModel::Order;

constexpr std::size_t Slots = 60;

class Model : public SlotOrderModel
{
public:
    using SlotOrderModel::orderWithout;
    using SlotOrderModel::rearrange;

    int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : 1; }
    QVariant data(const QModelIndex &index, int role) const override
    {
        return role == Qt::DisplayRole ? QVariant(slotAt(index.row())) : QVariant();
    }
};

/// Some of the slots, in any order.
Order anyOrder(std::mt19937_64 &random)
{
    Order order(Slots);
    std::iota(order.begin(), order.end(), SlotOrderModel::Slot(0));
    std::ranges::shuffle(order, random);
    order.resize(random() % (Slots + 1));
    return order;
}

/// As a batch leaves it: few have come, gone or moved.
Order nearBy(Order order, std::mt19937_64 &random)
{
    const auto anyPlace = [&] { return order.begin() + std::ptrdiff_t(random() % (order.size() + 1)); };
    for (SlotOrderModel::Slot slot = 0; slot < Slots; ++slot) {
        if (random() % 20 != 0)
            continue;
        const bool wasThere = std::erase(order, slot) > 0;
        if (!wasThere || random() % 2 == 0)
            order.insert(anyPlace(), slot);
    }
    return order;
}

class SlotOrderModelTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// What a view holds on to goes with its slot, and no view is told more than it needs.
    void anyOrderTakesThePlaceOfAnyOther()
    {
        std::mt19937_64 random(test::seed());
        Model model;
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QSignalSpy inserted(&model, &Model::rowsInserted);
        QSignalSpy removed(&model, &Model::rowsRemoved);
        for (int round = 0; round < 500; ++round) {
            const Order before = model.order();
            const Order next = random() % 4 == 0 ? anyOrder(random) : nearBy(before, random);
            std::vector<QPersistentModelIndex> held;
            for (int row = 0; row < model.rowCount(); ++row)
                held.emplace_back(model.index(row, 0));
            inserted.clear();
            removed.clear();
            model.rearrange(next, Slots);
            QCOMPARE(model.order(), next);
            QVERIFY(inserted.size() <= 1 && removed.size() <= 1);
            for (SlotOrderModel::Slot slot = 0; slot < Slots; ++slot) {
                const auto at = std::ranges::find(next, slot);
                QCOMPARE(model.placeOf(slot), at == next.end() ? -1 : int(at - next.begin()));
            }
            for (std::size_t row = 0; row < held.size(); ++row)
                QCOMPARE(held[row].isValid() ? held[row].row() : -1, model.placeOf(before[row]));
        }
    }

    void whatStandsInOrderIsNotLaidOutAnew()
    {
        Model model;
        model.rearrange({1, 2, 3, 4, 5, 6}, Slots);
        const QSignalSpy laidOut(&model, &Model::layoutChanged);
        model.rearrange({1, 2, 5, 6}, Slots);
        model.rearrange({1, 2, 7, 8, 5, 6}, Slots);
        model.rearrange({1, 2, 7, 8, 5, 6}, Slots);
        QCOMPARE(laidOut.size(), 0);
    }

    /// Few rows are sorted, many are marked.
    void anOrderWithoutSomeRowsKeepsTheOthers()
    {
        std::mt19937_64 random(test::seed());
        Model model;
        for (int round = 0; round < 100; ++round) {
            model.rearrange(anyOrder(random), Slots);
            std::vector<int> rows(model.order().size());
            std::iota(rows.begin(), rows.end(), 0);
            std::ranges::shuffle(rows, random);
            rows.resize(random() % (rows.size() + 1));
            Order rest;
            for (int row = 0; row < model.rowCount(); ++row) {
                if (std::ranges::find(rows, row) == rows.end())
                    rest.push_back(model.slotAt(row));
            }
            QCOMPARE(model.orderWithout(rows), rest);
        }
    }
};

} // namespace tst_slotordermodel

WK_TEST(tst_slotordermodel, SlotOrderModelTest, QCoreApplication)
#include "tst_slotordermodel.moc"
