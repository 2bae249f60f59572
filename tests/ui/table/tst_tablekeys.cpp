// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/table/tablebench.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/table/objecttable.h"

#include <QTest>

namespace tst_tablekeys {

using namespace wk;

/// What the keyboard does in a table of rows.
class tst_TableKeys : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void homeAndEndGoToTheFirstAndTheLastRow()
    {
        test::TableBench bench(900);
        bench.view.applyBatch(sample::batch({sample::listed(1, sample::podColumns(), sample::manyPods(50))}));
        ObjectTable &table = bench.view.table();
        const int last = bench.view.model().rowCount() - 1;
        QCOMPARE(last, 49);
        table.selectRow(20);
        QTest::keyClick(&table, Qt::Key_End);
        QCOMPARE(table.currentIndex().row(), last);
        QCOMPARE(bench.state.selection(), bench.view.model().refAt(last));
        QTest::keyClick(&table, Qt::Key_Home, Qt::ShiftModifier);
        QCOMPARE(bench.view.selectedCount(), last + 1);
        QTest::keyClick(&table, Qt::Key_End);
        QTest::keyClick(&table, Qt::Key_Home);
        QCOMPARE(bench.view.selectedCount(), 1);
        QCOMPARE(bench.state.selection(), bench.view.model().refAt(0));
        QCOMPARE(table.currentIndex().column(), table.homeColumn());
    }

    void theFirstKeyGoesToTheFirstRow()
    {
        test::TableBench bench(1000);
        QVERIFY(QTest::qWaitForWindowExposed(&bench.view));
        bench.view.applyBatch(sample::batch({sample::listed(1, sample::podColumns(), sample::manyPods(3))}));
        ObjectTable &table = bench.view.table();
        for (const Qt::FocusReason reason : {Qt::OtherFocusReason, Qt::TabFocusReason, Qt::BacktabFocusReason}) {
            table.clearFocus();
            table.setFocus(reason);
            QVERIFY2(!table.currentIndex().isValid(), "nobody has chosen a row");
            QVERIFY(table.hasFocus() && bench.state.selection().isEmpty());
        }
        bench.state.setFilter(QStringLiteral("phase:crash"));
        bench.state.setFilter(QString());
        for (int row = 0; row < 2; ++row) {
            QTest::keyClick(&table, Qt::Key_Down);
            QCOMPARE(bench.state.selection(), bench.view.model().refAt(row));
            QCOMPARE(table.currentIndex().column(), bench.view.model().columnOf(QStringLiteral("@name")));
        }
    }
};

} // namespace tst_tablekeys

WK_TEST(tst_tablekeys, tst_TableKeys, QApplication)
#include "tst_tablekeys.moc"
