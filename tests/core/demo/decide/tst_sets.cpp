// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/daemonset.h"
#include "core/demo/decide/statefulset.h"

#include "core/demo/build/workload.h"
#include "core/demo/random.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_sets {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

/// "0 1! 2x": ordinals; ! is unready, x on its way out, o of an old revision.
std::vector<PodFacts> statefulPods(const Json &set, const QString &words)
{
    std::vector<PodFacts> pods;
    for (const QString &word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        PodFacts pod =
            podFacts(nameOf(set) + "-" + word.left(1).toStdString(), "Running", !word.contains(QLatin1Char('!')));
        pod.deleting = word.contains(QLatin1Char('x'));
        pod.templateHash = word.contains(QLatin1Char('o')) ? "old" : nameOf(set) + "-" + hashOfTemplate(set);
        pods.push_back(pod);
    }
    return pods;
}

/// "node-01 node-02! node-03o", as above.
std::vector<DaemonPod> daemonPods(const Json &set, const QString &words)
{
    std::vector<DaemonPod> pods;
    for (const QString &word : words.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        PodFacts pod = podFacts("on-" + word.left(7).toStdString(), "Running", !word.contains(QLatin1Char('!')));
        pod.deleting = word.endsWith(QLatin1Char('x'));
        pod.templateHash = word.endsWith(QLatin1Char('o')) ? "old" : hashOfTemplate(set);
        pods.push_back({pod, word.left(7).toStdString()});
    }
    return pods;
}

QString podWrites(const Writes &writes)
{
    Writes pods;
    for (const Write &write : writes) {
        if (write.resource == resources::Pods)
            pods.push_back(write);
    }
    return inWords(pods);
}

} // namespace

class TestSets : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aStatefulSetGoesStepByStep_data()
    {
        QTest::addColumn<int>("replicas");
        QTest::addColumn<QString>("pods");
        QTest::addColumn<QString>("writes");
        QTest::newRow("the first comes alone") << 3 << QString() << QStringLiteral("create pods db-0");
        QTest::newRow("the next waits for the one before") << 3 << QStringLiteral("0!") << QString();
        QTest::newRow("and comes when it is ready") << 3 << QStringLiteral("0") << QStringLiteral("create pods db-1");
        QTest::newRow("a gap is filled first") << 3 << QStringLiteral("0 2") << QStringLiteral("create pods db-1");
        QTest::newRow("one on its way out is waited for") << 3 << QStringLiteral("0 1x 2") << QString();
        QTest::newRow("complete is left alone") << 2 << QStringLiteral("0 1") << QString();
        QTest::newRow("too many go from the highest")
            << 1 << QStringLiteral("0 1 2") << QStringLiteral("delete pods db-2");
        QTest::newRow("one after the other") << 1 << QStringLiteral("0 1 2x") << QString();
        QTest::newRow("old ones go from the highest")
            << 3 << QStringLiteral("0o 1o 2o") << QStringLiteral("delete pods db-2");
        QTest::newRow("the next old one after the new is ready")
            << 3 << QStringLiteral("0o 1o 2") << QStringLiteral("delete pods db-1");
        QTest::newRow("not before") << 3 << QStringLiteral("0o 1o 2!") << QString();
    }

    void aStatefulSetGoesStepByStep()
    {
        QFETCH(int, replicas);
        QFETCH(QString, pods);
        QFETCH(QString, writes);
        const Json set = workload("StatefulSet", "db", replicas, "db:1");
        QCOMPARE(podWrites(syncStatefulSet(set, statefulPods(set, pods))), writes);
    }

    void aStatefulPodCarriesItsOrdinal()
    {
        const Json pod = statefulPod(workload("StatefulSet", "db", 3, "db:1"), 2);
        QCOMPARE(nameOf(pod), std::string("db-2"));
        QCOMPARE(textOf(find(pod, {"metadata", "labels", "apps.kubernetes.io/pod-index"})), std::string("2"));
        QCOMPARE(textOf(find(pod, {"spec", "hostname"})), std::string("db-2"));
    }

    void aDaemonSetHasAPodOnEachNode_data()
    {
        QTest::addColumn<QString>("pods");
        QTest::addColumn<QString>("writes");
        QTest::newRow("an empty node gets one") << QStringLiteral("node-01") << QStringLiteral("create");
        QTest::newRow("complete is left alone") << QStringLiteral("node-01 node-02") << QString();
        QTest::newRow("a second one on a node goes")
            << QStringLiteral("node-01 node-02 node-02") << QStringLiteral("delete pods on-node-02");
        QTest::newRow("one on a node that is gone goes")
            << QStringLiteral("node-01 node-02 node-09") << QStringLiteral("delete pods on-node-09");
        QTest::newRow("one on its way out is waited for") << QStringLiteral("node-01 node-02x") << QString();
        QTest::newRow("an old one goes when all are ready")
            << QStringLiteral("node-01o node-02o") << QStringLiteral("delete pods on-node-01");
        QTest::newRow("not while another is not") << QStringLiteral("node-01o node-02!") << QString();
    }

    void aDaemonSetHasAPodOnEachNode()
    {
        QFETCH(QString, pods);
        QFETCH(QString, writes);
        const Json set = workload("DaemonSet", "agent", 0, "agent:1");
        Random random(1);
        const QString done = podWrites(syncDaemonSet(set, daemonPods(set, pods), {"node-01", "node-02"}, random));
        if (writes == QLatin1String("create"))
            QVERIFY2(done.startsWith(QStringLiteral("create pods agent-")), qPrintable(done));
        else
            QCOMPARE(done, writes);
    }

    void theStatusOfADaemonSetCounts()
    {
        const Json set = workload("DaemonSet", "agent", 0, "agent:1");
        Random random(1);
        const Json written = resultOf(
            syncDaemonSet(set, daemonPods(set, QStringLiteral("node-01 node-02!")), {"node-01", "node-02"}, random),
            Write::Verb::UpdateStatus, resources::DaemonSets);
        QCOMPARE(numberOf(find(written, {"status", "desiredNumberScheduled"})), 2);
        QCOMPARE(numberOf(find(written, {"status", "numberReady"})), 1);
        QCOMPARE(numberOf(find(written, {"status", "numberUnavailable"})), 1);
    }
};

} // namespace tst_sets

WK_TEST(tst_sets, TestSets, QCoreApplication)
#include "tst_sets.moc"
