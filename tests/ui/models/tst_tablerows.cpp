// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablerows.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testhistory.h"
#include "ui/models/rowchanges.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tst_tablerows {

using namespace wk;
using namespace wk::sample;

using Side = TableRows::Side;
using Slot = TableRows::Slot;

constexpr WatchId Watch = 1;

ObjectPtr podNamed(const char *name)
{
    PodRow row;
    row.name = name;
    return shared(pod(row));
}

std::string nameIn(const TableRows &rows, Slot slot)
{
    return std::string(rows.row(slot).object->name.view());
}

class TableRowsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_history = std::make_unique<TestHistory>();
        m_rows = std::make_unique<TableRows>();
        for (const char *name : {"a", "b", "c"})
            happens(added(Watch, podNamed(name)));
        (void)m_rows->takeTouched();
    }

    void whatIsUnknownHasNotChanged()
    {
        Object before;
        before.cells = {"a", "1/1", "Running"};
        Object after;
        after.cells = {"a", UnknownCell, "Pending"};
        QCOMPARE(changedCells(before, after), std::uint64_t(4));
        QCOMPARE(changedCells(after, before), std::uint64_t(4));
    }

    /// A view may ask for them while they are taken out.
    void whatTheOtherSideHasNotIsReadableUntilItIsDropped()
    {
        m_rows->putPast(past("b"));
        turnTo(Side::Past);
        QCOMPARE(m_rows->count(), std::size_t(1));
        QCOMPARE(leftNames(), std::vector<std::string>({"a", "c"}));
        dropLeft();
        turnTo(Side::Present);
        QCOMPARE(m_rows->count(), std::size_t(3));
        QCOMPARE(leftNames(), std::vector<std::string>());
        QVERIFY(slotOf("a"));
    }

    /// … also if it leaves the side that it stood on.
    void whatIsStruckThroughIsReadableUntilItIsDropped()
    {
        happens(deleted(Watch, podNamed("a")));
        (void)m_rows->takeTouched();
        const Slot gone = *slotOf("a");
        m_rows->turnTo(Side::Past, std::vector<Slot>{gone}, TableRows::Turned::ComingAndGoing);
        m_touched = m_rows->takeTouched();
        QCOMPARE(leftNames(), std::vector<std::string>({"a", "b", "c"}));
        dropLeft();
        turnTo(Side::Present);
        QCOMPARE(m_rows->count(), std::size_t(2));
        QVERIFY(!slotOf("a"));
    }

    /// Whatever way they have been gone from.
    void slotsAreFreeAgain()
    {
        for (int round = 0; round < 3; ++round) {
            m_rows->putPast(past("old"));
            turnTo(Side::Past);
            dropLeft();
            turnTo(Side::Present);
            dropLeft();
            while (m_rows->clearPast(1)) {
            }
        }
        QCOMPARE(m_rows->capacity(), std::size_t(4));
        QVERIFY(!slotOf("old"));
    }

private:
    void happens(const EntryPtr &entry)
    {
        m_history->append(batch({entry}));
        m_rows->apply(m_history->now(), m_history->now().end() - 1, Instant());
    }
    static TableRow past(const char *name)
    {
        TableRow row;
        row.object = podNamed(name);
        row.watch = Watch;
        return row;
    }
    std::optional<Slot> slotOf(const char *name) const { return m_rows->find(podNamed(name)->uid, "web", name); }
    void turnTo(Side side)
    {
        m_rows->turnTo(side, {}, TableRows::Turned::ComingAndGoing);
        m_touched = m_rows->takeTouched();
    }
    std::vector<std::string> leftNames() const
    {
        std::vector<std::string> names;
        for (const Slot slot : m_touched) {
            if (m_rows->isLeft(slot))
                names.push_back(nameIn(*m_rows, slot));
        }
        std::ranges::sort(names);
        return names;
    }
    void dropLeft()
    {
        for (const Slot slot : m_touched) {
            if (m_rows->isLeft(slot))
                m_rows->drop(slot);
        }
        while (m_rows->forgetDropped(1)) {
        }
    }

    std::unique_ptr<TestHistory> m_history;
    std::unique_ptr<TableRows> m_rows;
    std::vector<Slot> m_touched;
};

} // namespace tst_tablerows

WK_TEST(tst_tablerows, TableRowsTest, QCoreApplication)
#include "tst_tablerows.moc"
