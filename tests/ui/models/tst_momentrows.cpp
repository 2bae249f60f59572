// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/momentrows.h"

#include "tests/support/testregistry.h"

#include <QTest>

#include <array>
#include <vector>

namespace tst_momentrows {

using namespace wk;

using Slot = MomentRows::Slot;

class MomentRowsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_slots = {0, 1, 2, 3, 4}; }

    void whatStandsComesFirstAsItStands()
    {
        MomentRows rows(5);
        add(rows);
        while (rows.arrange({3, 1}, 1000)) {
        }
        QCOMPARE(slotsOf(rows), std::vector<Slot>({3, 1, 0, 2, 4}));
    }

    void whatHasNoSlotYetIsThere()
    {
        m_slots[1] = m_slots[3] = MomentRows::NoSlot;
        MomentRows rows(5);
        add(rows);
        while (rows.arrange({4}, 1000)) {
        }
        QCOMPARE(slotsOf(rows), std::vector<Slot>({4, 0, MomentRows::NoSlot, 2, MomentRows::NoSlot}));
        m_slots[1] = 7; // when the moment is shown
        QCOMPARE(slotsOf(rows)[2], Slot(7));
    }

    /// Two watches may know of one object.
    void ofTwoWithOneSlotTheLaterCounts()
    {
        m_slots = {2, 0, 2};
        MomentRows rows(3);
        add(rows);
        while (rows.arrange({0, 2}, 1000)) {
        }
        QCOMPARE(slotsOf(rows), std::vector<Slot>({0, 2}));
        QCOMPARE(rows[1].row, &m_rows[2]);
    }

    void whatStandsMayChangeBetweenTwoSlices()
    {
        MomentRows rows(5);
        add(rows);
        QVERIFY(rows.arrange({0, 1, 2, 3, 4}, 2));
        while (rows.arrange({1, 0, 9, 4}, 1)) { // 9 has come since
        }
        QCOMPARE(slotsOf(rows), std::vector<Slot>({0, 1, 4, 2, 3}));
    }

    void noSliceTakesMore()
    {
        MomentRows rows(5);
        add(rows);
        int slices = 1;
        for (std::size_t before = 0; rows.arrange({4, 3, 2}, 1); before = rows.size(), ++slices)
            QVERIFY(rows.size() <= before + 1);
        QCOMPARE(slices, 8); // three that stand, five that were added
        QCOMPARE(rows.size(), std::size_t(5));
    }

private:
    void add(MomentRows &rows) const
    {
        for (std::size_t i = 0; i < m_slots.size(); ++i)
            rows.add({&m_rows[i], &m_slots[i]});
    }
    static std::vector<Slot> slotsOf(const MomentRows &rows)
    {
        std::vector<Slot> slots;
        for (std::size_t place = 0; place < rows.size(); ++place)
            slots.push_back(*rows[place].slot);
        return slots;
    }

    std::vector<Slot> m_slots;
    std::array<TableRow, 5> m_rows;
};

} // namespace tst_momentrows

WK_TEST(tst_momentrows, tst_momentrows::MomentRowsTest, NoApplication)

#include "tst_momentrows.moc"
