// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/sharedinformer.h"
#include "core/source/kube/kubelisterwatcher.h"
#include "tests/simulation/plan.h"
#include "tests/simulation/simtransport.h"
#include "tests/simulation/worldobject.h"
#include "tests/support/fixtures.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <optional>

/// The model cluster as it is for who may only list, under the faults of lists.
namespace tst_polledworld {

using namespace wk;
using namespace wk::sim;
using namespace std::chrono_literals;

namespace {

constexpr PlanSize Small{.leastFaults = 1, .mostFaults = 1, .mostObjects = 60, .mostOps = 1};
constexpr int Kind = 0;

/// What is told, added up.
using Picture = std::map<std::string, ResourceVersion>;

struct Polled {
    explicit Polled(const Plan &plan)
        : world(plan, clock)
        , chronicle(clock, int(plan.kinds.size()))
        , net{world,
              desk,
              chronicle,
              clock,
              VersionStyle(plan.style, plan.seed & 0xffff),
              Random(plan.seed ^ 1),
              false,
              std::vector<SimNet::Kind>(plan.kinds.size())}
        , transport(net)
        , random(plan.seed ^ 2)
    {
        world.onChange([this](const std::string &resource) { transport.wake(resource); });
        world.fill(random);
        WatchScope scope{world.info(Kind), world.nameSpace(Kind), world.labelSelector(Kind), world.fieldSelector(Kind)};
        scope.resource.verbs = {"get", "list"};
        auto source = std::make_unique<KubeListerWatcher>(transport, clock, scope);
        source->setStreamsLists([] { return true; }); // not of what no watch is offered of
        SharedInformer::Options options;
        options.random = [this] { return random.share(); };
        informer.emplace(1, std::move(source), clock, std::move(options));
        informer->addHandler([this](const std::vector<EntryPtr> &entries) {
            for (const EntryPtr &entry : entries)
                hear(*entry);
        });
    }
    void hear(const Entry &entry)
    {
        if (entry.type == EntryType::List)
            told.clear();
        for (const wk::ObjectPtr &object : entry.objects ? *entry.objects : std::vector<wk::ObjectPtr>())
            told[objectKey(object->ns, object->name)] = object->version;
        if (!entry.object)
            return;
        hasClaimed = hasClaimed || entry.origin != EntryClass::Inferred;
        const std::string key = objectKey(entry.object->ns, entry.object->name);
        if (entry.type == EntryType::Deleted)
            told.erase(key);
        else
            told[key] = entry.object->version;
    }
    /// Until a look has succeeded that began after this, or for so long.
    bool settle(std::chrono::milliseconds limit)
    {
        const Instant end = clock.now() + limit;
        const WallTime begin = clock.wallNow();
        const auto isDone = [&] {
            const WatchStatus status = informer->status();
            return desk.isQuiet() && status.state == WatchState::Polled && status.lastList > begin + 40s;
        };
        while (!isDone() && clock.now() < end)
            clock.advance(std::clamp<std::chrono::milliseconds>(clock.untilNext(), 1ms, 1s));
        return isDone();
    }
    void strike(const FaultClass &fault)
    {
        world.operate(Kind, random);
        desk.arm(fault, Kind, random.next());
        for (int i = random.number(0, 5); i > 0; --i) {
            world.operate(Kind, random);
            clock.advance(std::chrono::milliseconds(random.number(0, 40'000)));
        }
        if (random.oneIn(3))
            informer->retryNow();
        settle(200s);
    }

    ManualClock clock;
    World world;
    FaultDesk desk;
    Chronicle chronicle;
    SimNet net;
    SimTransport transport;
    Random random;
    Picture told;
    bool hasClaimed = false; ///< that something was seen as it happened
    std::optional<SharedInformer> informer;
};

std::vector<const FaultClass *> faultsOfLists()
{
    std::vector<const FaultClass *> faults;
    for (const FaultClass &fault : faultClasses()) {
        if (fault.place == Place::List || fault.place == Place::Page)
            faults.push_back(&fault);
    }
    return faults;
}

} // namespace

class TestPolledWorld : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whateverFailsTheLooksEndEqualToTheServer();
};

void TestPolledWorld::whateverFailsTheLooksEndEqualToTheServer()
{
    const std::vector<const FaultClass *> faults = faultsOfLists();
    QVERIFY(faults.size() > 10);
    const std::uint64_t first = test::seed();
    for (int round = 0; round < test::rounds(5); ++round) {
        Polled polled(drawPlan(mixed(first + std::uint64_t(round)), Small));
        polled.informer->start();
        for (int i = 0; i < 30; ++i)
            polled.strike(*faults[polled.random.next() % faults.size()]);
        polled.desk.clear();
        QVERIFY(polled.settle(1000s));

        std::vector<State> held;
        Picture store;
        for (const wk::ObjectPtr &object : polled.informer->store().all()) {
            held.push_back({textHash(objectKey(object->ns, object->name)), textHash(object->uid.text()),
                            polled.net.style.revision(object->version.text()).value_or(0),
                            contentOf(object->body.object())});
            store[objectKey(object->ns, object->name)] = object->version;
        }
        std::vector<State> served = polled.world.selected(Kind);
        std::ranges::sort(held);
        std::ranges::sort(served);
        QCOMPARE(held.size(), served.size());
        QVERIFY(held == served);
        QVERIFY(polled.told == store); // each difference has been told
        QVERIFY(!polled.hasClaimed);
        const std::vector<Request> &requests = polled.chronicle.history(Kind).requests;
        QVERIFY(std::ranges::count_if(requests, &Request::hasFailed) >= 5);
        for (const Request &request : requests)
            QVERIFY(request.verb == Verb::List || request.verb == Verb::Page);
        polled.informer->stop();
    }
}

} // namespace tst_polledworld

WK_TEST(tst_polledworld, TestPolledWorld, QCoreApplication)
#include "tst_polledworld.moc"
