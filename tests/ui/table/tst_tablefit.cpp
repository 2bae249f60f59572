// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/uisettings.h"
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/theme.h"
#include "ui/table/objecttable.h"
#include "ui/table/rowdelegate.h"
#include "ui/table/tableview.h"

#include <QSettings>
#include <QTemporaryDir>
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
        ManualClock clock;
        clock.setWall(Now);
        WindowState state;
        const QTemporaryDir folder;
        QSettings store(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
        UiSettings settings(store);
        TableView view(state, settings, clock);
        view.resize(880, 400);
        view.setWatches(podInfo(), {1});
        view.show();
        const ObjectPtr brief = shared(pod({.name = "a", .status = "CrashLoopBackOff"}));
        const ObjectPtr lengthy = shared(pod({.name = "payment-gateway-callback-receiver-85999fc5ff-5ql47"}));
        view.applyBatch(batch({listed(1, podColumns(), {brief, lengthy})}));
        const int status = view.model().columnOf(QStringLiteral("Status"));
        const auto isCut = [&](int row) {
            return view.table().columnWidth(status) <
                   cellWidth(view.model(), row, status) + 2 * scaled(measure::CellPadding);
        };
        QVERIFY2(isCut(0), "the long name needs the room");
        state.setFilter(QStringLiteral("name:a phase:crash"));
        QCOMPARE(view.model().rowCount(), 1);
        QVERIFY(!isCut(0));
        state.setFilter(QString());
        QVERIFY(isCut(0));
    }

private:
    Theme m_theme;
};

} // namespace tst_tablefit

WK_TEST(tst_tablefit, TableFitTest, QApplication)
#include "tst_tablefit.moc"
