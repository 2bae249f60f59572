// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/democluster.h"
#include "core/history/rows/historyfeed.h"
#include "core/history/rows/historywriter.h"
#include "core/session/clustersession.h"
#include "core/session/kubebackend.h"
#include "tests/core/demo/demoscene.h"
#include "tests/support/nicethreads.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_democluster {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

Json deployment(const SharedInformer &deployments, const char *ns, const char *name)
{
    return documentOf(deployments.store().find(ns, name));
}

bool isRolledOut(const Json &deployment)
{
    const Json &status = find(deployment, "status");
    const auto wanted = numberOf(find(deployment, {"spec", "replicas"}));
    return numberOf(find(status, "observedGeneration")) == numberOf(find(deployment, {"metadata", "generation"})) &&
           numberOf(find(status, "updatedReplicas")) == wanted && numberOf(find(status, "replicas")) == wanted &&
           numberOf(find(status, "availableReplicas")) == wanted;
}

/// The steps of one pod's way, as a watcher sees them: what is new about it, and whose name is new in
/// managedFields.
class Chain
{
public:
    Chain(SharedInformer &pods, std::string label)
        : m_label(std::move(label))
    {
        pods.addHandler(ResourceEventHandler{[this](const ObjectPtr &pod, bool) { see(*pod); },
                                             [this](const ObjectPtr &, const ObjectPtr &pod) { see(*pod); },
                                             [](const ObjectPtr &, bool) {}});
    }

    QStringList steps;

private:
    void see(const Object &pod)
    {
        const Text *app = labelValue(pod, "app");
        if (!app || "app=" + *app != m_label)
            return;
        const QString state = pod.node.empty()               ? QStringLiteral("made")
                              : pod.ready == Readiness::True ? QStringLiteral("ready")
                              : QString::fromStdString(pod.phase) == QStringLiteral("Running")
                                  ? QStringLiteral("running")
                              : pod.ready == Readiness::False ? QStringLiteral("creating")
                                                              : QStringLiteral("bound");
        // A binding leaves no trace in managedFields, as on a real server.
        const bool isBound = state == QStringLiteral("bound");
        const Text manager =
            pod.managers.empty() || isBound ? Text() : Text(pod.managers[pod.managers.size() - 1].manager);
        const QString step =
            isBound ? state : QString(state + QStringLiteral(" by ") + QString::fromStdString(manager));
        if (steps.isEmpty() || steps.last() != step)
            steps << step;
    }

    const std::string m_label;
};

} // namespace

class TestDemoCluster : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    /// Whatever the seed: what it brings about is its own.
    void eachStartIsAClusterOfItsOwn()
    {
        HistoryFeed feed;
        HistoryWriter writer({}, {}, [&feed](HistoryPtr newer) { feed.offer(std::move(newer)); });
        std::vector<ClusterId> ids;
        for (int start = 0; start < 2; ++start) {
            DemoCluster demo({.hasScenarios = false});
            const auto access = demo.start();
            QVERIFY(access);
            ClusterSession session(*access, kubeBackend(*access, {}), {&writer});
            session.start();
            QTRY_VERIFY(session.state() == SessionState::Connected);
            const WatchId watch = session.open({session.resources().front(), {}, {}, {}});
            QTRY_VERIFY(feed.now().scope(watch));
            ids.push_back(feed.now().clusterOf(watch));
            QVERIFY(!ids.back().isEmpty() && !ids.back().isProvisional());
        }
        QVERIFY(ids[0] != ids[1]);
    }

    void aReplicaSetMadeByHandBecomesRunningPods()
    {
        Scene scene;
        SharedInformer &pods = scene.watch(resources::Pods);
        Chain chain(pods, "app=hand");
        scene.informers.start();
        QTRY_VERIFY_WITH_TIMEOUT(pods.hasSynced(), Patience);
        QCOMPARE(scene.person.post("/apis/apps/v1/namespaces/default/replicasets", replicaSet("hand", 1)), 201);
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=hand"), 1, Patience);
        QCOMPARE(chain.steps, (QStringList{QStringLiteral("made by kube-controller-manager"), QStringLiteral("bound"),
                                           QStringLiteral("creating by kubelet"), QStringLiteral("running by kubelet"),
                                           QStringLiteral("ready by kubelet")}));
        const ObjectPtr pod = podsOf(pods, "app=hand").front();
        QCOMPARE(pod->owners.front().name, std::string("hand"));
        QVERIFY(pod->node.view().starts_with("node-0"));
    }

    void scalingMakesAndRemovesPods()
    {
        Scene scene;
        SharedInformer &pods = scene.watch(resources::Pods);
        SharedInformer &deployments = scene.watch(resources::Deployments);
        scene.informers.start();
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=cart"), 2, Patience);
        const char *path = "/apis/apps/v1/namespaces/web/deployments/cart/scale";
        QCOMPARE(scene.person.patch(path, Json{{"spec", {{"replicas", 5}}}}), 200);
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=cart"), 5, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(isRolledOut(deployment(deployments, "web", "cart")), Patience);
        QCOMPARE(scene.person.patch(path, Json{{"spec", {{"replicas", 1}}}}), 200);
        QTRY_COMPARE_WITH_TIMEOUT(int(podsOf(pods, "app=cart").size()), 1, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(isRolledOut(deployment(deployments, "web", "cart")), Patience);
    }

    void aDeletedPodIsReplaced()
    {
        Scene scene;
        SharedInformer &pods = scene.watch(resources::Pods);
        scene.informers.start();
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=tokens"), 2, Patience);
        const ObjectPtr victim = podsOf(pods, "app=tokens").front();
        QCOMPARE(
            scene.person.remove(QByteArray("/api/v1/namespaces/payments/pods/") + std::string(victim->name).c_str()),
            200);
        QTRY_VERIFY_WITH_TIMEOUT(!pods.store().find("payments", victim->name), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=tokens"), 2, Patience);
    }

    void aStatefulPodComesBackUnderItsName()
    {
        Scene scene;
        SharedInformer &pods = scene.watch(resources::Pods);
        scene.informers.start();
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=ledger"), 3, Patience);
        const std::string uid = pods.store().find("payments", "ledger-1")->uid;
        QCOMPARE(scene.person.remove("/api/v1/namespaces/payments/pods/ledger-1"), 200);
        const auto isBack = [&] {
            const ObjectPtr pod = pods.store().find("payments", "ledger-1");
            return pod && pod->uid != uid && pod->ready == Readiness::True;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isBack(), Patience);
    }

    void whatADeploymentOwnsGoesWithIt()
    {
        Scene scene;
        SharedInformer &pods = scene.watch(resources::Pods);
        SharedInformer &sets = scene.watch(resources::ReplicaSets);
        scene.informers.start();
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=images"), 2, Patience);
        QTRY_VERIFY_WITH_TIMEOUT(sets.hasSynced(), Patience);
        QCOMPARE(scene.person.remove("/apis/apps/v1/namespaces/web/deployments/images"), 200);
        QTRY_VERIFY_WITH_TIMEOUT(podsOf(pods, "app=images").empty() && podsOf(sets, "app=images").empty(), Patience);
    }

    void aNewImageRollsOut()
    {
        Scene scene;
        SharedInformer &pods = scene.watch(resources::Pods);
        SharedInformer &deployments = scene.watch(resources::Deployments);
        scene.informers.start();
        QTRY_VERIFY_WITH_TIMEOUT(deployments.hasSynced() && pods.hasSynced(), Patience);
        const Json before = deployment(deployments, "payments", "api");
        const Json container{{"name", "api"}, {"image", "registry.demo/payments/api:9.0.0"}};
        const Json patch{{"spec", {{"template", {{"spec", {{"containers", Json::array({container})}}}}}}}};
        QCOMPARE(scene.person.patch("/apis/apps/v1/namespaces/payments/deployments/api", patch,
                                    "application/strategic-merge-patch+json"),
                 200);
        const auto isDone = [&] {
            const Json now = deployment(deployments, "payments", "api");
            return numberOf(find(now, {"metadata", "generation"})) >
                       numberOf(find(before, {"metadata", "generation"})) &&
                   isRolledOut(now) && podsOf(pods, "app=api").size() == 3;
        };
        QTRY_VERIFY_WITH_TIMEOUT(isDone(), Patience);
        for (const ObjectPtr &pod : podsOf(pods, "app=api"))
            QCOMPARE(textOf(find(find(documentOf(pod), {"spec", "containers"}).front(), "image")),
                     std::string("registry.demo/payments/api:9.0.0"));
    }

    void itCanBeStoppedAndStartedAgain()
    {
        DemoCluster cluster(quiet());
        QVERIFY(cluster.kubeconfigText().empty());
        cluster.stop();
        for (int i = 0; i < 3; ++i) {
            const auto access = cluster.start();
            QVERIFY2(access.ok(), access.ok() ? "" : describe(access.error()).c_str());
            QCOMPARE(access->context, std::string("demo"));
            QVERIFY(!cluster.kubeconfigText().empty());
        }
        cluster.stop();
        cluster.run(Scenario::Rollout);
    }

    void itsThreadsGiveWayToTheWindow()
    {
        QTRY_COMPARE(test::threadsGivingWay(), 0);
        DemoCluster cluster(quiet());
        QVERIFY(cluster.start().ok());
        QTRY_VERIFY(test::threadsGivingWay() >= (test::canGiveWay() ? 2 : 0));
    }

    void aPortThatIsTakenIsAnError()
    {
        DemoCluster first(quiet());
        const auto access = first.start();
        QVERIFY(access.ok());
        DemoOptions options = quiet();
        options.port = static_cast<unsigned short>(access->server.port());
        DemoCluster second(options);
        const auto refused = second.start();
        QVERIFY(!refused.ok());
        QCOMPARE(refused.error().kind, ErrorKind::ListenFailed);
    }
};

} // namespace tst_democluster

WK_TEST(tst_democluster, TestDemoCluster, QCoreApplication)
#include "tst_democluster.moc"
