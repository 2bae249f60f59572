// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/store.h"

#include "core/apiserver/apiserver.h"
#include "core/apiserver/storage.h"
#include "core/demo/build/workload.h"
#include "core/demo/decide/daemonset.h"
#include "core/demo/decide/deployment.h"
#include "core/demo/decide/podstep.h"
#include "core/demo/decide/replicaset.h"
#include "core/demo/decide/statefulset.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <set>

Q_DECLARE_METATYPE(wk::DemoOptions)

namespace tst_seed {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::textOf;

namespace {

/// All that a server would answer with, resource by resource.
std::string contentOf(const DemoOptions &options)
{
    ManualClock clock;
    ApiServer server({.seed = options.seed}, clock);
    if (const Result<> stored = storeSeed(server, seedCluster(options, Noon)); !stored)
        return describe(stored.error());
    std::string text;
    for (const apiserver::TypePtr &type : server.types().all()) {
        for (const apiserver::ObjectPtr &object : server.storage().list(type->resource()).objects)
            text += object->json + "\n";
    }
    return text;
}

std::vector<Json> of(const std::vector<SeedObject> &objects, const std::string &resource)
{
    std::vector<Json> found;
    for (const SeedObject &each : objects) {
        if (each.resource == resource)
            found.push_back(each.object);
    }
    return found;
}

PodFacts factsOf(const Json &pod)
{
    PodFacts facts =
        podFacts(nameOf(pod), textOf(find(pod, {"status", "phase"})), isConditionTrue(find(pod, "status"), "Ready"));
    facts.templateHash = textOf(find(pod, {"metadata", "labels", "controller-revision-hash"}));
    facts.node = textOf(find(pod, {"spec", "nodeName"}));
    return facts;
}

std::vector<PodFacts> podsOf(const std::vector<SeedObject> &objects, const Json &owner)
{
    std::vector<PodFacts> pods;
    for (const Json &pod : of(objects, resources::Pods)) {
        if (controllerUid(pod) == uidOf(owner))
            pods.push_back(factsOf(pod));
    }
    return pods;
}

} // namespace

class TestSeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void equalSeedsFillTheStorageEqually()
    {
        const std::string one = contentOf({});
        QVERIFY(one.size() > 300'000);
        QVERIFY(one == contentOf({}));
        DemoOptions other;
        other.seed = 8;
        QVERIFY(one != contentOf(other));
    }

    void theControllersFindNothingToDo_data()
    {
        QTest::addColumn<DemoOptions>("options");
        for (const std::uint64_t seed : {7ULL, 8ULL, 9ULL}) {
            DemoOptions options;
            options.seed = seed;
            QTest::addRow("seed %d", int(seed)) << options;
        }
        DemoOptions many;
        many.nodes = 50;
        QTest::newRow("as many nodes as there can be") << many;
        DemoOptions one;
        one.nodes = 1;
        QTest::newRow("one node") << one;
    }

    /// What is seeded is at rest but for crashing pods: otherwise every start would begin with a storm of
    /// rollouts.
    void theControllersFindNothingToDo()
    {
        QFETCH(DemoOptions, options);
        const std::vector<SeedObject> objects = seedCluster(options, Noon);
        Random random(1);
        for (const Json &set : of(objects, resources::ReplicaSets))
            QCOMPARE(inWords(syncReplicaSet(set, podsOf(objects, set), random)), QString());
        for (const Json &set : of(objects, resources::StatefulSets))
            QCOMPARE(inWords(syncStatefulSet(set, podsOf(objects, set))), QString());
        std::vector<std::string> nodes;
        for (const Json &node : of(objects, resources::Nodes))
            nodes.push_back(nameOf(node));
        for (const Json &set : of(objects, resources::DaemonSets)) {
            std::vector<DaemonPod> pods;
            for (const PodFacts &pod : podsOf(objects, set))
                pods.push_back({pod, pod.node});
            QCOMPARE(inWords(syncDaemonSet(set, pods, nodes, random)), QString());
        }
        for (const Json &deployment : of(objects, resources::Deployments)) {
            std::vector<Json> sets;
            for (const Json &set : of(objects, resources::ReplicaSets)) {
                if (controllerUid(set) == uidOf(deployment))
                    sets.push_back(set);
            }
            QCOMPARE(inWords(syncDeployment(deployment, sets, Noon)), QString());
        }
    }

    void theKubeletsFindOnlyCrashedPodsToWaitFor()
    {
        int waiting = 0;
        for (const Json &pod : of(seedCluster({}, Noon), resources::Pods)) {
            const std::string node = textOf(find(pod, {"spec", "nodeName"}));
            if (node.empty())
                continue;
            const PodStep step = nextPodStep(pod, {"10.0.0.11", "10.244.1.9"}, Noon);
            QVERIFY(step.kind == PodStep::Kind::Rest || step.kind == PodStep::Kind::Wait);
            waiting += step.kind == PodStep::Kind::Wait ? 1 : 0;
        }
        QVERIFY2(waiting >= 1 && waiting <= 5, qPrintable(QString::number(waiting)));
    }

    void everythingHasItsNamespaceOwnerAndPlace()
    {
        const std::vector<SeedObject> objects = seedCluster({}, Noon);
        std::set<std::string> nameSpaces;
        std::set<std::string> uids;
        std::map<std::string, int> addresses;
        for (const SeedObject &each : objects) {
            const Json &object = each.object;
            if (each.resource == "namespaces")
                nameSpaces.insert(nameOf(object));
            QVERIFY2(nameSpaceOf(object).empty() || nameSpaces.contains(nameSpaceOf(object)), nameOf(object).c_str());
            QVERIFY2(controllerUid(object).empty() || uids.contains(controllerUid(object)), nameOf(object).c_str());
            QVERIFY2(uids.insert(uidOf(object)).second, nameOf(object).c_str());
            QVERIFY2(timeOf(find(object, {"metadata", "creationTimestamp"})).value() <= Noon, nameOf(object).c_str());
            const std::string address = textOf(find(object, {"status", "podIP"}));
            QVERIFY2(address.empty() || ++addresses[address] == 1, nameOf(object).c_str());
        }
        const std::size_t pods = of(objects, resources::Pods).size();
        QVERIFY2(pods >= 60 && pods <= 120, qPrintable(QString::number(pods)));
    }

    void aCrowdIsAsLargeAsAskedFor()
    {
        DemoOptions options;
        options.pods = 600;
        ManualClock clock;
        ApiServer server({}, clock);
        QVERIFY(seedCluster(options, Noon, [&](const std::vector<SeedObject> &part) {
                    return storeSeed(server, part);
                }).ok());
        const std::vector<apiserver::ObjectPtr> pods = server.storage().list(resources::Pods).objects;
        QVERIFY2(pods.size() >= 590 && pods.size() <= 610, qPrintable(QString::number(pods.size())));
        QCOMPARE(server.storage().list(resources::Nodes).objects.size(), std::size_t(12));
        std::set<std::string> uids;
        std::set<std::string> addresses;
        std::map<std::string, int> phases;
        for (const apiserver::ObjectPtr &pod : pods) {
            const Result<Json> document = apiserver::parseDocument(pod->json);
            QVERIFY(document.ok());
            QCOMPARE(nameOf(*document), pod->name);
            QCOMPARE(uidOf(*document), pod->uid);
            QCOMPARE(textOf(find(*document, {"metadata", "resourceVersion"})), std::to_string(pod->revision));
            QCOMPARE(pod->json.substr(pod->metadata.end - 1, 1), std::string("}"));
            QVERIFY(uids.insert(pod->uid).second);
            const std::string address = textOf(find(*document, {"status", "podIP"}));
            QVERIFY2(address.empty() || addresses.insert(address).second, address.c_str());
            ++phases[textOf(find(*document, {"status", "phase"}))];
        }
        QVERIFY(phases["Running"] > 450);
        QVERIFY(phases["Succeeded"] > 0);
    }

    void everyWriterLeftItsName()
    {
        ManualClock clock;
        ApiServer server({}, clock);
        QVERIFY(storeSeed(server, seedCluster({}, Noon)).ok());
        std::set<std::string> managers;
        for (const apiserver::ObjectPtr &pod : server.storage().list(resources::Pods).objects) {
            const Result<Json> document = apiserver::parseDocument(pod->json);
            for (const Json &entry : find(*document, {"metadata", "managedFields"}))
                managers.insert(textOf(find(entry, "manager")));
        }
        QCOMPARE(managers, (std::set<std::string>{"kube-controller-manager", "kubelet", "kube-scheduler"}));
    }
};

} // namespace tst_seed

WK_TEST(tst_seed, TestSeed, QCoreApplication)
#include "tst_seed.moc"
