// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/scheduling.h"

#include "core/demo/decide/daemonset.h"
#include "core/demo/random.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_scheduling {

using namespace wk;
using namespace wk::demo;

namespace {

Json podAsking(const char *cpu)
{
    Json pod = podFrom(workload("ReplicaSet", "web", 1, "web:1"), "web-x1", "web-");
    pod["spec"]["containers"][0]["resources"]["requests"] = Json{{"cpu", cpu}, {"memory", "1Gi"}};
    return pod;
}

NodeFacts node(const char *name)
{
    NodeFacts facts;
    facts.name = name;
    facts.room = {4, 16.0 * 1024 * 1024 * 1024, 110};
    return facts;
}

QString placed(const Placement &placement)
{
    if (const auto *name = std::get_if<std::string>(&placement))
        return QString::fromStdString(*name);
    return QString::fromStdString(std::get<Refused>(placement).message);
}

} // namespace

class TestScheduling : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theEmptiestNodeIsChosen()
    {
        Random random(1);
        const std::map<std::string, Need> taken{
            {"node-01", {3, 1e9, 5}}, {"node-02", {1, 1e9, 5}}, {"node-03", {2, 1e9, 5}}};
        QCOMPARE(
            placed(placePod(podAsking("500m"), {node("node-01"), node("node-02"), node("node-03")}, taken, random)),
            QStringLiteral("node-02"));
    }

    void aNodeThatCannotTakeThePodIsPassedOverWithAReason_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("reason");
        QTest::newRow("cordoned") << QStringLiteral("unschedulable") << QStringLiteral("1 node(s) were unschedulable");
        QTest::newRow("tainted") << QStringLiteral("taint")
                                 << QStringLiteral(
                                        "1 node(s) had untolerated taint {node.kubernetes.io/unreachable: }");
        QTest::newRow("not ready") << QStringLiteral("unready") << QStringLiteral("1 node(s) were not ready");
        QTest::newRow("without the label")
            << QStringLiteral("selector") << QStringLiteral("1 node(s) didn't match Pod's node affinity/selector");
        QTest::newRow("full of pods") << QStringLiteral("pods") << QStringLiteral("1 Too many pods");
        QTest::newRow("too small") << QStringLiteral("cpu") << QStringLiteral("1 Insufficient cpu");
    }

    void aNodeThatCannotTakeThePodIsPassedOverWithAReason()
    {
        QFETCH(QString, what);
        QFETCH(QString, reason);
        NodeFacts only = node("node-01");
        Json pod = podAsking(what == QLatin1String("cpu") ? "16" : "1");
        only.isUnschedulable = what == QLatin1String("unschedulable");
        only.isReady = what != QLatin1String("unready");
        only.taint = what == QLatin1String("taint") ? "{node.kubernetes.io/unreachable: }" : "";
        if (what == QLatin1String("selector"))
            pod["spec"]["nodeSelector"] = Json{{"disk", "ssd"}};
        Random random(1);
        const int pods = what == QLatin1String("pods") ? 110 : 3;
        QCOMPARE(
            placed(placePod(pod, {only}, {{"node-01", {0, 0, pods}}}, random)),
            QStringLiteral("0/1 nodes are available: %1. preemption: 0/1 nodes are available: 1 No preemption victims "
                           "found for incoming pod.")
                .arg(reason));
    }

    void aDaemonsPodFitsNowhereElse()
    {
        Random random(1);
        const Json pod = daemonPod(workload("DaemonSet", "agent", 0, "agent:1"), "node-02", random);
        QCOMPARE(placed(placePod(pod, {node("node-01"), node("node-02"), node("node-03")}, {}, random)),
                 QStringLiteral("node-02"));
    }

    void aDaemonsPodToleratesATroubledNode()
    {
        Random random(1);
        NodeFacts troubled = node("node-02");
        troubled.taint = "{node.kubernetes.io/unreachable: }";
        const Json pod = daemonPod(workload("DaemonSet", "agent", 0, "agent:1"), "node-02", random);
        QCOMPARE(placed(placePod(pod, {troubled}, {}, random)), QStringLiteral("node-02"));
    }

    void quantitiesAreReadAsKubernetesWritesThem_data()
    {
        QTest::addColumn<Json>("text");
        QTest::addColumn<double>("value");
        QTest::newRow("thousandths") << Json("250m") << 0.25;
        QTest::newRow("whole") << Json("16") << 16.0;
        QTest::newRow("a number") << Json(2) << 2.0;
        QTest::newRow("binary") << Json("64Mi") << 67108864.0;
        QTest::newRow("decimal") << Json("1G") << 1e9;
        QTest::newRow("nonsense is nothing") << Json("a lot") << 0.0;
        QTest::newRow("an unknown suffix is nothing") << Json("4X") << 0.0;
    }

    void quantitiesAreReadAsKubernetesWritesThem()
    {
        QFETCH(Json, text);
        QFETCH(double, value);
        QCOMPARE(quantityOf(text), value);
    }
};

} // namespace tst_scheduling

WK_TEST(tst_scheduling, TestScheduling, QCoreApplication)
#include "tst_scheduling.moc"
