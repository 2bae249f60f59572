// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/demo/demoscene.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <set>

namespace tst_demotrouble {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::numberOf;
using apiserver::textOf;

class TestDemoTrouble : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aCrashLoopWaitsLongerEachTimeAndSaysSo()
    {
        std::vector<std::string> waits; // each as it was first said: a state may be over before anybody looks
        std::int64_t restarts = 0;
        Scene scene;
        SharedInformer &pods = scene.watch(resources::Pods);
        SharedInformer &events = scene.watch(resources::Events);
        pods.addHandler(ResourceEventHandler{
            [](const ObjectPtr &, bool) {},
            [&](const ObjectPtr &, const ObjectPtr &pod) {
                const Json entries = find(documentOf(pod), {"status", "containerStatuses"});
                if (!pod->name.view().starts_with("sick-") || !entries.is_array())
                    return;
                restarts = numberOf(find(entries.front(), "restartCount"));
                const std::string said = textOf(find(entries.front(), {"state", "waiting", "message"}));
                const std::string delay = said.substr(0, said.find(' ', 9));
                if (said.starts_with("back-off ") && (waits.empty() || waits.back() != delay))
                    waits.push_back(delay);
            },
            [](const ObjectPtr &, bool) {}});
        scene.informers.start();
        QTRY_VERIFY_WITH_TIMEOUT(pods.hasSynced() && events.hasSynced(), Patience);
        Json set = replicaSet("sick", 1);
        set["spec"]["template"]["spec"]["containers"][0]["image"] = "registry.demo/hand/made:1.0.1-rc.1";
        QCOMPARE(scene.person.post("/apis/apps/v1/namespaces/default/replicasets", set), 201);
        QTRY_VERIFY_WITH_TIMEOUT(waits.size() >= 3, Patience);
        QCOMPARE(waits[0], std::string("back-off 10s"));
        QCOMPARE(waits[1], std::string("back-off 20s"));
        QCOMPARE(waits[2], std::string("back-off 40s"));
        QVERIFY(restarts >= 3);
        const auto counted = [&] {
            for (const ObjectPtr &event : events.store().byIndex(ObjectStore::Index::Namespace, "default")) {
                const Json document = documentOf(event);
                if (textOf(find(document, "reason")) == "BackOff")
                    return numberOf(find(document, "count"));
            }
            return std::int64_t(0);
        };
        QTRY_VERIFY_WITH_TIMEOUT(counted() >= 2, Patience);
    }

    void aSilentNodeIsGivenUpAndComesBack()
    {
        std::set<std::string> troubled;
        DemoOptions options = quiet();
        if (IsSlow)
            options.speed = 2; // a sign of life that is late is a silence, too
        Scene scene(options);
        SharedInformer &nodes = scene.watch(resources::Nodes);
        SharedInformer &pods = scene.watch(resources::Pods);
        scene.informers.start();
        QTRY_VERIFY_WITH_TIMEOUT(nodes.hasSynced() && pods.hasSynced(), Patience);
        nodes.addHandler(ResourceEventHandler{
            [](const ObjectPtr &, bool) {},
            [&](const ObjectPtr &, const ObjectPtr &node) {
                if (node->ready == Readiness::Unknown && find(documentOf(node), {"spec", "taints"}).is_array())
                    troubled.insert(node->name);
            },
            [](const ObjectPtr &, bool) {}});
        scene.cluster.run(Scenario::NodeTrouble);
        QTRY_VERIFY_WITH_TIMEOUT(!troubled.empty(), Patience);
        if (!IsSlow)
            QCOMPARE(int(troubled.size()), 1);
        const auto allReady = [&] {
            const auto all = nodes.store().all();
            return std::all_of(all.begin(), all.end(),
                               [](const ObjectPtr &node) { return node->ready == Readiness::True; });
        };
        QTRY_VERIFY_WITH_TIMEOUT(allReady(), Patience);
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=ledger"), 3, Patience);
    }

    void aCrowdIsLookedAfterToo()
    {
        DemoOptions options = quiet();
        options.pods = 300;
        Scene scene(options);
        SharedInformer &pods = scene.watch(resources::Pods);
        scene.informers.start();
        QTRY_VERIFY_WITH_TIMEOUT(pods.hasSynced(), Patience);
        QVERIFY(pods.store().size() >= 300);
        QCOMPARE(scene.person.post("/apis/apps/v1/namespaces/default/replicasets", replicaSet("hand", 3)), 201);
        QTRY_COMPARE_WITH_TIMEOUT(readyPods(pods, "app=hand"), 3, Patience);
    }
};

} // namespace tst_demotrouble

WK_TEST(tst_demotrouble, TestDemoTrouble, QCoreApplication)
#include "tst_demotrouble.moc"
