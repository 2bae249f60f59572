// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "ui/models/resourcetablemodel.h"

#include <QTest>

namespace tst_lastwriter {

using namespace wk;
using namespace wk::sample;

/// Who made the last change of a row, as a resource table says it.
class LastWriterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeThatNobodysEntryIsAboutIsInDoubt()
    {
        ManualClock clock;
        clock.setWall(Now);
        ResourceTableModel model(clock);
        model.setSource(podInfo(), {pods});
        model.applyBatch(batch({listed(pods, podColumns(), {podOf("d")})}, {live(pods)}));
        const auto change = std::make_shared<Entry>(*modified(pods, podOf("d"), podOf("d")));
        const auto nobodys = std::make_shared<Changes>();
        change->changes = nobodys;
        model.applyBatch(batch({change}));
        QCOMPARE(model.lastWriter(0), QStringLiteral("?"));
        QVERIFY(model.text(0, model.columnOf(QStringLiteral("@last"))).endsWith(QStringLiteral("  ?")));
        nobodys->managers = {"kubelet"};
        model.applyBatch(batch({change}));
        QCOMPARE(model.lastWriter(0), QStringLiteral("kubelet"));
    }
};

} // namespace tst_lastwriter

WK_TEST(tst_lastwriter, LastWriterTest, QCoreApplication)
#include "tst_lastwriter.moc"
