// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablesubject.h"

#include "core/query/filterparser.h"
#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"

#include <QTest>

namespace tst_tablesubject {

using namespace wk;
using namespace wk::sample;

class TableSubjectTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void onlyThisKeepsTheRowAndNotThisHidesIt_data()
    {
        QTest::addColumn<Object>("object");
        QTest::addColumn<Columns>("columns");
        QTest::newRow("a pod that restarted")
            << pod({.name = "a", .status = "CrashLoopBackOff", .restarts = "7 (5m ago)"}) << podColumns();
        Object bare = pod({.name = "b", .status = "Pending", .node = ""});
        auto cells = bare.cells.vector();
        cells[5] = Cell();
        bare.cells = cells;
        QTest::newRow("a pod without node and address") << bare << podColumns();
        QTest::newRow("a deployment") << deployment("web", 1, 3) << deploymentColumns();
        QTest::newRow("a node") << node("n", "Ready,SchedulingDisabled") << nodeColumns();
        QTest::newRow("a source that prints nothing") << pod({.name = "c"}) << Columns();
    }
    void onlyThisKeepsTheRowAndNotThisHidesIt()
    {
        QFETCH(Object, object);
        QFETCH(Columns, columns);
        TableRow row;
        row.object = shared(object);
        row.changes = 3;
        row.lastManager = "kubelet";
        const std::vector<TableColumn> all =
            tableColumns(columns, {false, true, {QStringLiteral("app"), QStringLiteral("none")}});
        const std::string kind = "Pod";
        const auto isShown = [&](const Filter &filter) {
            return parseFilter(print(filter)).filter.value().matches(TableSubject(row, {kind, all, Now}));
        };
        for (const TableColumn &column : all) {
            if (column.kind == TableColumn::Kind::Mark ||
                (column.kind == TableColumn::Kind::Namespace && object.ns.empty()))
                continue;
            const auto point = pointOf(row, column, Now);
            QVERIFY2(point, qPrintable(column.key));
            QVERIFY2(isShown(withOnly({}, *point)), print(withOnly({}, *point)).c_str());
            QVERIFY2(!isShown(without({}, *point)), print(without({}, *point)).c_str());
        }
    }

    void aFilterThatInsistsOnAnEventsFieldIsFoundOut_data()
    {
        QTest::addColumn<QByteArray>("filter");
        QTest::addColumn<QByteArray>("field");
        QTest::newRow("a type") << QByteArray("type == DELETED") << QByteArray("type");
        QTest::newRow("a class beside a name") << QByteArray("name:web class == live") << QByteArray("class");
        QTest::newRow("a changed path") << QByteArray("changed:replicas") << QByteArray("changed");
        QTest::newRow("a size") << QByteArray("size > 5kB") << QByteArray("size");
        QTest::newRow("a writer in doubt") << QByteArray("manager == \"?\"") << QByteArray("manager");
        QTest::newRow("a writer in doubt or a manager")
            << QByteArray("manager in {\"?\", \"kubelet\"}") << QByteArray();
        QTest::newRow("any manager") << QByteArray("manager") << QByteArray();
        QTest::newRow("each alternative") << QByteArray("type == DELETED or class == live") << QByteArray("type");
        QTest::newRow("one of the alternatives") << QByteArray("type == DELETED or name:web") << QByteArray();
        QTest::newRow("none of a type") << QByteArray("not type == DELETED") << QByteArray();
        QTest::newRow("what objects have") << QByteArray("name:web manager == kubelet") << QByteArray();
        QTest::newRow("nothing") << QByteArray() << QByteArray();
    }
    void aFilterThatInsistsOnAnEventsFieldIsFoundOut()
    {
        QFETCH(QByteArray, filter);
        const auto parsed = parseFilter(filter.toStdString()).filter;
        QVERIFY(parsed);
        const auto found = eventFieldAskedFor(*parsed);
        QTEST(found ? QByteArray(fieldName(*found).data()) : QByteArray(), "field");
    }

    void aFilterForAnotherKindSaysWhichIsMeant_data()
    {
        QTest::addColumn<QByteArray>("filter");
        QTest::addColumn<QByteArray>("resource");
        const auto row = [](const char *filter, const char *resource) {
            QTest::newRow(filter) << QByteArray(filter) << QByteArray(resource);
        };
        row("kind:Deployment", "deployments");
        row("kind:deployment ns:web", "deployments");
        row("kind:deployments", "deployments");
        row("kind:deploy", "deployments");
        row("kind == Deployment", "deployments");
        row("kind:Service", "services");
        row("kind in {\"Job\", \"CronJob\"}", "jobs");
        row("kind:Deployment or kind:Service", "deployments");
        row("kind:Serv", "");
        row("kind:Pod", "");
        row("kind:Po", "");
        row("kind:Unserved", "");
        row("not kind:Deployment", "");
        row("kind:Deployment or ns:web", "");
        row("ns:web", "");
        row("", "");
    }
    void aFilterForAnotherKindSaysWhichIsMeant()
    {
        QFETCH(QByteArray, filter);
        const auto resource = [](const char *name, const char *kind) {
            ResourceInfo info;
            info.gvr.resource = name;
            info.kind = kind;
            return info;
        };
        const std::vector<ResourceInfo> served = {resource("pods", "Pod"),
                                                  resource("services", "Service"),
                                                  resource("jobs", "Job"),
                                                  resource("cronjobs", "CronJob"),
                                                  resource("serviceaccounts", "ServiceAccount"),
                                                  resource("deployments", "Deployment")};
        const auto parsed = parseFilter(filter.toStdString()).filter;
        QVERIFY(parsed);
        const auto found = kindAskedFor(*parsed, "Pod", served);
        QTEST(found ? QByteArray::fromStdString(found->gvr.resource) : QByteArray(), "resource");
    }
};

} // namespace tst_tablesubject

WK_TEST(tst_tablesubject, TableSubjectTest, QCoreApplication)
#include "tst_tablesubject.moc"
