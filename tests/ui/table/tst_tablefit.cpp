// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "tests/ui/table/tablebench.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"
#include "ui/table/objecttable.h"
#include "ui/table/rowdelegate.h"

#include <QTest>

namespace tst_tablefit {

using namespace wk;
using namespace wk::sample;

class TableFitTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anotherFilterFitsTheColumnsToWhatItShows()
    {
        test::TableBench bench(880);
        TableView &view = bench.view;
        const ObjectPtr brief = shared(pod({.name = "a", .status = "CrashLoopBackOff"}));
        const ObjectPtr lengthy = shared(pod({.name = "payment-gateway-callback-receiver-85999fc5ff-5ql47"}));
        view.applyBatch(batch({listed(1, podColumns(), {brief, lengthy})}));
        const int status = view.model().columnOf(QStringLiteral("Status"));
        const auto isCut = [&](int row) {
            return view.table().columnWidth(status) <
                   cellWidth(view.model(), row, status) + 2 * scaled(measure::CellPadding);
        };
        QVERIFY2(isCut(0), "the long name needs the room");
        bench.state.setFilter(QStringLiteral("name:a phase:crash"));
        QCOMPARE(view.model().rowCount(), 1);
        QVERIFY(!isCut(0));
        bench.state.setFilter(QString());
        QVERIFY(isCut(0));
    }

private:
    Theme m_theme;
};

} // namespace tst_tablefit

WK_TEST(tst_tablefit, TableFitTest, QApplication)
#include "tst_tablefit.moc"
