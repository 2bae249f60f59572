// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"
#include "tests/ui/models/tablewords.h"
#include "tests/ui/support/sampledata.h"
#include "tests/ui/support/testtable.h"
#include "ui/style/formats.h"

#include <QSignalSpy>
#include <QTest>

namespace tst_lastwriter {

using namespace wk;
using namespace wk::sample;

namespace {

/// One whose kubelet wrote so many restarts, all within one second.
ObjectPtr restarted(int restarts)
{
    Object made = *podOf("d");
    made.version = ResourceVersion(std::to_string(1000 + restarts));
    made.body = plainBody("{'kind':'Pod','metadata':{'name':'d','managedFields':[{'manager':'kubelet','operation':"
                          "'Update','time':'2026-11-21T10:41:09Z','fieldsV1':{'f:status':{'f:restarts':{}}}}]},"
                          "'status':{'restarts':" +
                          std::to_string(restarts) + "}}");
    return shared(std::move(made));
}

EntryPtr nobodys(int restarts)
{
    const auto change =
        std::make_shared<Entry>(*modified(pods, restarted(restarts - 1), restarted(restarts), {"status.restarts 1 2"}));
    const auto changes = std::make_shared<Changes>(*change->changes);
    changes->managers.clear();
    change->changes = changes;
    return change;
}

} // namespace

/// Who made the last change of a row, as a resource table says it.
class LastWriterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aChangeThatNobodysEntryIsAboutIsInDoubt()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
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

    void whoMayHaveMadeItIsNamedOnceTheLogHasTold()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {pods});
        QSignalSpy found(&model, &ResourceTableModel::writersFound);
        model.applyBatch(batch({listed(pods, podColumns(), {restarted(0)})}, {live(pods)}));
        model.applyBatch(batch({nobodys(1)}));
        QCOMPARE(model.lastWriter(0), QStringLiteral("?"));
        QTRY_COMPARE(found.count(), 1);
        QCOMPARE(model.lastWriter(0), QStringLiteral("? kubelet"));
        const QString tip = model.tip(0, model.columnOf(QStringLiteral("@last")));
        QVERIFY2(tip.contains(QStringLiteral("? kubelet\nNot certain")), qPrintable(tip));
        model.applyBatch(batch({nobodys(2)}));
        QCOMPARE(model.lastWriter(0), QStringLiteral("? kubelet")); // who it was before, until it is known
        QTRY_COMPARE(found.count(), 2);
        QCOMPARE(model.lastWriter(0), QStringLiteral("? kubelet"));
    }

    void theCellOfAChangeInDoubtIsPointedAtAsWhoMayHaveMadeIt()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {pods});
        model.applyBatch(batch({listed(pods, podColumns(), {restarted(0)})}, {live(pods)}));
        const int column = model.columnOf(QStringLiteral("@last"));
        QCOMPARE(model.pointAt(0, column)->field, FilterField::Changes);
        model.applyBatch(batch({nobodys(1)}));
        const std::optional<FilterPoint> point = model.pointAt(0, column);
        QVERIFY(point && point->field == FilterField::Manager);
        QCOMPARE(point->value, std::string("kubelet"));
    }

    void whoItWasBeforeIsWhoMadeTheLastNotableChangeBefore()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {pods});
        const QSignalSpy found(&model, &ResourceTableModel::writersFound);
        model.applyBatch(batch({listed(pods, podColumns(), {restarted(0)}), nobodys(1)}));
        QCOMPARE(model.lastWriter(0), QStringLiteral("?"));
        QTRY_COMPARE(found.count(), 1);
        QCOMPARE(model.lastWriter(0), QStringLiteral("? kubelet"));
        const auto follows = std::make_shared<Entry>(*modified(pods, restarted(1), restarted(1)));
        const auto changes = std::make_shared<Changes>(*follows->changes);
        changes->worth = ChangeWorth::Status;
        follows->changes = changes;
        model.applyBatch(batch({follows, nobodys(2)}));
        QCOMPARE(model.lastWriter(0), QStringLiteral("? kubelet"));
    }

    void theTipHasTheLastWriteOfAnySort()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {pods});
        const auto tip = [&model] { return model.tip(0, model.columnOf(QStringLiteral("@last"))); };
        const auto change = [](ChangeWorth worth, std::vector<std::string> managers, std::chrono::seconds after) {
            const auto told = std::make_shared<Entry>(*modified(pods, podOf("d"), podOf("d")));
            const auto changes = std::make_shared<Changes>();
            changes->worth = worth;
            changes->managers = std::move(managers);
            told->changes = changes;
            told->arrived = Now + after;
            return EntryPtr(told);
        };
        model.applyBatch(batch({listed(pods, podColumns(), {podOf("d")})}, {live(pods)}));
        model.applyBatch(batch({change(ChangeWorth::Substance, {"kubectl-edit"}, std::chrono::seconds(1))}));
        QCOMPARE(tip(), format::dateTime(Now + std::chrono::seconds(1)) + QStringLiteral("\nkubectl-edit"));
        model.applyBatch(batch({change(ChangeWorth::Status, {"kube-controller-manager"}, std::chrono::seconds(3))}));
        QCOMPARE(model.lastWriter(0), QStringLiteral("kubectl-edit"));
        QCOMPARE(tip(), format::dateTime(Now + std::chrono::seconds(1)) +
                            QStringLiteral("\nkubectl-edit\nLast write of any sort: %1, kube-controller-manager")
                                .arg(format::dateTime(Now + std::chrono::seconds(3))));
        model.applyBatch(batch({change(ChangeWorth::Substance, {"kubectl-edit"}, std::chrono::seconds(5))}));
        QCOMPARE(tip(), format::dateTime(Now + std::chrono::seconds(5)) + QStringLiteral("\nkubectl-edit"));
    }

    void ofWhatWasOnlyListedItsFieldManagersTellTheLastWrite()
    {
        ManualClock clock;
        clock.setWall(Now);
        TestTable model(clock);
        model.setSource(podInfo(), {pods});
        Object made = *podOf("d");
        made.managers = {{"kubectl-edit", "Update", "", Now - std::chrono::hours(2), 1},
                         {"kubelet", "Update", "status", Now - std::chrono::hours(1), 2}};
        model.applyBatch(batch({listed(pods, podColumns(), {shared(std::move(made))})}, {live(pods)}));
        const QString tip = model.tip(0, model.columnOf(QStringLiteral("@last")));
        QCOMPARE(tip, format::dateTime(Now - std::chrono::hours(2)) +
                          QStringLiteral("\nkubectl-edit\nLast write of any sort: %1, kubelet")
                              .arg(format::dateTime(Now - std::chrono::hours(1))));
    }
};

} // namespace tst_lastwriter

WK_TEST(tst_lastwriter, LastWriterTest, QCoreApplication)
#include "tst_lastwriter.moc"
