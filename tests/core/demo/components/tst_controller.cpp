// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/replicasetcontroller.h"
#include "core/demo/components/workqueue.h"
#include "core/demo/controlplane.h"
#include "core/demo/seed/store.h"

#include "core/apiserver/apiserver.h"
#include "core/apiserver/storage.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/fakesource.h"
#include "tests/support/manualclock.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>
#include <compare>

namespace tst_controller {

using namespace wk;
using namespace wk::demo;

namespace {

using namespace std::chrono_literals;

/// What an informer holds of an object: a body, and what the decoder would have read from it.
ObjectPtr decoded(const apiserver::ObjectPtr &stored)
{
    auto object = makeCounted<Object>();
    object->ns = stored->nameSpace;
    object->name = stored->name;
    object->uid = stored->uid;
    object->version = ResourceVersion(std::to_string(stored->revision));
    object->body = Body(makeCounted<PlainBody>(stored->json));
    object->phase = "Pending";
    std::vector<OwnerReference> owners;
    for (const std::string &owner : stored->owners)
        owners.push_back({"apps/v1", "ReplicaSet", "web", owner, true});
    object->owners = std::move(owners);
    return object;
}

/// A ReplicaSet controller whose informers the test plays by hand.
struct Scene {
    Scene()
        : informers([this](const WatchScope &scope) { return source(scope); }, clock, 1)
        , controller({server, clock, informers, "kube-controller-manager", 1, 1})
    {
        ApiWriter person(server, "kubectl");
        QVERIFY(person.create("namespaces", "", Json{{"metadata", {{"name", "web"}}}}).ok());
        Json set = workload("ReplicaSet", "web", 2, "web:1");
        set["metadata"].erase("uid");
        const auto made = person.create(resources::ReplicaSets, "web", set);
        QVERIFY(made.ok());
        informers.start();
        answer(pods, {});
        answer(sets, {decoded(*made)});
    }

    std::unique_ptr<ListerWatcher> source(const WatchScope &scope)
    {
        auto made = std::make_unique<FakeSource>();
        (scope.resource.kind == "Pod" ? pods : sets) = made.get();
        return made;
    }

    void answer(FakeSource *source, std::vector<ObjectPtr> objects)
    {
        ListPage page;
        page.version = ResourceVersion(std::to_string(server.storage().revision()));
        page.objects = std::move(objects);
        (*source)->listed(std::move(page));
        (*source)->watchOpened();
    }

    std::size_t storedPods() { return server.storage().list(resources::Pods).objects.size(); }

    void showPods()
    {
        std::vector<WatchEvent> events;
        for (const apiserver::ObjectPtr &pod : server.storage().list(resources::Pods).objects)
            events.push_back(makeEvent(EventType::Added, decoded(pod)));
        std::sort(events.begin(), events.end(), [](const WatchEvent &a, const WatchEvent &b) {
            return compare(a.version, b.version) == std::strong_ordering::less;
        });
        (*pods)->eventsArrived(std::move(events));
    }

    ManualClock clock;
    ApiServer server{{}, clock};
    FakeSource *pods = nullptr;
    FakeSource *sets = nullptr;
    Informers informers;
    ReplicaSetController controller;
};

} // namespace

class TestController : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void aKeyIsLookedAtOnceAtItsEarliestTime()
    {
        ManualClock clock;
        QStringList seen;
        WorkQueue queue(clock, [&](const std::string &key) { seen << QString::fromStdString(key); });
        queue.add("late", 50ms);
        queue.add("early", 100ms);
        queue.add("early", 10ms);
        queue.add("early", 70ms);
        clock.advance(20ms);
        QCOMPARE(seen, QStringList{QStringLiteral("early")});
        clock.advance(100ms);
        QCOMPARE(seen, (QStringList{QStringLiteral("early"), QStringLiteral("late")}));
        QVERIFY(clock.isIdle());
    }

    void aKeyMayComeBackWhileItIsLookedAt()
    {
        ManualClock clock;
        int looks = 0;
        WorkQueue *again = nullptr;
        WorkQueue queue(clock, [&](const std::string &key) {
            if (++looks < 3)
                again->add(key, 10ms);
        });
        again = &queue;
        queue.add("one", 0ms);
        clock.advance(100ms);
        QCOMPARE(looks, 3);
    }

    void nothingIsDoneTwiceWhileTheInformerLagsBehind()
    {
        Scene scene;
        scene.clock.advance(1s);
        QCOMPARE(scene.storedPods(), std::size_t(2));
        // The pods have not come back through the informer yet; however long that takes, no others are made.
        scene.clock.advance(60s);
        QCOMPARE(scene.storedPods(), std::size_t(2));
        scene.showPods();
        scene.clock.advance(1s);
        QCOMPARE(scene.storedPods(), std::size_t(2));
    }

    void aWriteOnStaleKnowledgeIsRefusedAndLeft()
    {
        Scene scene;
        scene.clock.advance(1s);
        // Somebody changes the set; our informer has not seen it, so the status we would write is stale.
        const ApiWriter person(scene.server, "kubectl");
        const auto edited = person.mergePatch({resources::ReplicaSets, "web", "web"},
                                              Json{{"metadata", {{"labels", {{"by", "hand"}}}}}});
        QVERIFY(edited.ok());
        scene.showPods();
        scene.clock.advance(5s);
        const auto stored = scene.server.storage().get(resources::ReplicaSets, "web/web");
        QCOMPARE(stored->revision, (*edited)->revision);
        (*scene.sets)->eventsArrived({makeEvent(EventType::Modified, decoded(*edited))});
        scene.clock.advance(1s);
        const auto after = scene.server.storage().get(resources::ReplicaSets, "web/web");
        QVERIFY(after->revision > stored->revision);
        QVERIFY(after->json.find("\"by\":\"hand\"") != std::string::npos);
    }

    /// The whole control plane with a server that answers nobody's LIST: it knows nothing, so it does
    /// nothing.
    void withoutReadingNothingHappens()
    {
        ManualClock clock;
        ApiServer server({}, clock);
        QVERIFY(storeSeed(server, seedCluster({}, clock.wallNow())).ok());
        QStringList calls;
        ControlPlane plane({}, server, clock, [&](const std::string &) -> MakeSource {
            return [&](const WatchScope &) { return std::make_unique<FakeSource>(&calls); };
        });
        const std::uint64_t before = server.storage().revision();
        plane.start();
        plane.run(Scenario::Rollout);
        clock.advance(10min);
        QVERIFY(calls.count(QStringLiteral("list@")) >= 20);
        QCOMPARE(server.storage().revision(), before);
    }
};

} // namespace tst_controller

WK_TEST(tst_controller, TestController, QCoreApplication)
#include "tst_controller.moc"
