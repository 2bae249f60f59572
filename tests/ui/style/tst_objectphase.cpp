// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/testregistry.h"
#include "ui/style/objectphase.h"
#include "ui/style/phase.h"

#include <QTest>

namespace tst_objectphase {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

Columns columnsOf(const QStringList &names)
{
    std::vector<Column> columns;
    for (const QString &name : names)
        columns.push_back({name.toStdString(), "string", "", "", 0});
    return std::make_shared<const std::vector<Column>>(std::move(columns));
}

Cells cellsOf(const QStringList &values)
{
    Cells::Builder cells;
    for (const QString &value : values) {
        bool isNumber = false;
        const qlonglong number = value.toLongLong(&isNumber);
        if (isNumber)
            cells.add(std::int64_t(number));
        else
            cells.add(value.toStdString());
    }
    return cells.cells();
}

} // namespace

class tst_ObjectPhase : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyKindHasAPhase_data()
    {
        QTest::addColumn<QString>("columns");
        QTest::addColumn<QString>("cells");
        QTest::addColumn<int>("phase");
        QTest::newRow("a pod by its status")
            << u"Name Ready Status"_s << u"a 0/1 CrashLoopBackOff"_s << int(Phase::Failed);
        QTest::newRow("a node") << u"Name Status"_s << u"n Ready"_s << int(Phase::Running);
        QTest::newRow("a deployment with all replicas") << u"Name Ready"_s << u"d 3/3"_s << int(Phase::Running);
        QTest::newRow("a deployment that lacks one") << u"Name Ready"_s << u"d 2/3"_s << int(Phase::Pending);
        QTest::newRow("one scaled to nothing is as wanted") << u"Name Ready"_s << u"d 0/0"_s << int(Phase::Running);
        QTest::newRow("a replica set by numbers")
            << u"Name Desired Current Ready"_s << u"r 2 2 2"_s << int(Phase::Running);
        QTest::newRow("a replica set on its way")
            << u"Name Desired Current Ready"_s << u"r 2 2 1"_s << int(Phase::Pending);
        QTest::newRow("a custom resource by its state")
            << u"NAME STATE Ready"_s << u"x Failed 1/1"_s << int(Phase::Failed);
        QTest::newRow("a config map has none") << u"Name Data"_s << u"c 3"_s << int(Phase::None);
        QTest::newRow("words where numbers should be") << u"Name Ready"_s << u"d many/more"_s << int(Phase::None);
        QTest::newRow("a number too large") << u"Name Ready"_s << u"d 99999999999999999999/1"_s << int(Phase::None);
        QTest::newRow("fewer cells than columns") << u"Name Ready Status"_s << u"a"_s << int(Phase::None);
        QTest::newRow("no columns at all") << QString() << QString() << int(Phase::None);
    }
    void anyKindHasAPhase()
    {
        QFETCH(QString, columns);
        QFETCH(QString, cells);
        Object object;
        object.cells = cellsOf(cells.split(u' ', Qt::SkipEmptyParts));
        const PhaseColumns found = phaseColumns(columnsOf(columns.split(u' ', Qt::SkipEmptyParts)));
        QTEST(int(phaseOf(object, found)), "phase");
    }

    void whatIsAvailableMayLackReplicas()
    {
        const PhaseColumns columns = phaseColumns(columnsOf({u"Name"_s, u"Ready"_s}));
        Object deployment;
        deployment.ready = Readiness::True;
        deployment.cells = cellsOf({u"d"_s, u"8/9"_s});
        QCOMPARE(int(phaseOf(deployment, columns)), int(Phase::Pending));
        deployment.cells = cellsOf({u"d"_s, u"9/9"_s});
        QCOMPARE(int(phaseOf(deployment, columns)), int(Phase::Running));
        deployment.ready = Readiness::False;
        deployment.cells = cellsOf({u"d"_s, u"0/9"_s});
        QCOMPARE(int(phaseOf(deployment, columns)), int(Phase::Failed));
    }

    void aPodIsWhatItsStatusSays()
    {
        const PhaseColumns columns = phaseColumns(columnsOf({u"Name"_s, u"Ready"_s, u"Status"_s}));
        Object pod;
        pod.cells = cellsOf({u"p"_s, u"0/1"_s, u"Running"_s});
        QCOMPARE(int(phaseOf(pod, columns)), int(Phase::Running));
    }

    void withoutATableTheStatusItselfTells()
    {
        Object object;
        object.phase = "Pending";
        QCOMPARE(int(phaseOf(object, phaseColumns(nullptr))), int(Phase::Pending));
        object.phase = {};
        object.ready = Readiness::True;
        QCOMPARE(int(phaseOf(object, phaseColumns(nullptr))), int(Phase::Running));
    }
};

} // namespace tst_objectphase

WK_TEST(tst_objectphase, tst_ObjectPhase, NoApplication)
#include "tst_objectphase.moc"
