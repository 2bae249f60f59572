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
    void whatIsLeftIsReadableUntilItIsDropped()
    {
        m_rows->leaveWatch(Watch);
        m_touched = m_rows->takeTouched();
        QCOMPARE(m_rows->count(), std::size_t(0));
        QCOMPARE(leftNames(), std::vector<std::string>({"a", "b", "c"}));
        dropLeft();
        QCOMPARE(leftNames(), std::vector<std::string>());
        QVERIFY(!slotOf("a"));
    }

    /// The pool puts them in order meanwhile.
    void aCopyStaysAsItWas()
    {
        const TableRows::Rows copy(m_rows->rows());
        const Slot slot = *slotOf("b");
        happens(deleted(Watch, podNamed("b")));
        QVERIFY(m_rows->row(slot).isGone && !copy[slot].isGone);
    }

    void slotsAreFreeAgain()
    {
        for (int round = 0; round < 3; ++round) {
            happens(added(Watch, podNamed("old")));
            happens(deleted(Watch, podNamed("old")));
            m_rows->leave(*slotOf("old"));
            m_touched = m_rows->takeTouched();
            dropLeft();
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
    std::optional<Slot> slotOf(const char *name) const { return m_rows->find(0, podNamed(name)->uid, "web", name); }
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
