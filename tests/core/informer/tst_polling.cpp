// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/sharedinformer.h"
#include "core/resource/bodystore.h"
#include "tests/core/informer/informerrig.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <random>

/// What can be listed and not watched, as componentstatuses and the metrics are.
namespace tst_polling {

using namespace wk;
using Rig = InformerRig;
using namespace std::chrono_literals;

namespace {

/// As of componentstatuses: neither uid nor version.
ObjectPtr saying(const std::string &name, const std::string &body)
{
    static BodyStore bodies;
    Object made = *makeObject("", name.c_str(), "", "");
    made.body = bodies.keep({made.uid, body, body, false});
    return makeCounted<const Object>(std::move(made));
}

struct Polled : Rig {
    Polled()
    {
        source->offersWatch = false;
        informer.start();
    }
    void look(std::vector<ObjectPtr> objects) { (*source)->listed(page(std::move(objects), "")); }
    WatchState state() const { return informer.status().state; }
};

} // namespace

class TestPolling : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsListedAgainAndNeverWatched();
    void aLookThatFoundNothingNewTellsNothing();
    void whatTwoLooksDifferByIsInferred();
    void anotherOrderIsNoChange();
    void oneVersionWithOtherContentIsAChange();
    void whatHasNotChangedStaysTheSameObject();
    void otherColumnsAreToldWithAllObjects();
    void aFailedLookIsStaleAndNoGap();
    void whenNobodyCouldLookForLongThereIsAGap();
    void aServerThatIsAwayMakesItDoubtfulUntilTheNextLook();
    void whateverHappensItEndsEqualToTheServer();
};

void TestPolling::itIsListedAgainAndNeverWatched()
{
    QStringList calls;
    ManualClock clock;
    auto *source = new FakeSource(&calls);
    source->offersWatch = false;
    SharedInformer informer(7, std::unique_ptr<ListerWatcher>(source), clock, {[] { return 0.5; }, {}, {}});
    informer.start();
    QVERIFY(source->lastList.watchTimeout == 0s); // no stream may stand in for a list that no watch follows
    (*source)->listed(Rig::page({saying("a", "{}")}, ""));
    QVERIFY(informer.status().state == WatchState::Polled);
    QVERIFY(informer.status().nextTry == clock.wallNow() + 33s);
    calls.clear();
    clock.advance(32s);
    QCOMPARE(calls, QStringList());
    clock.advance(1s);
    QCOMPARE(calls, QStringList(QStringLiteral("list@")));
    (*source)->listed(Rig::page({saying("a", "{}")}, ""));
    calls.clear();
    informer.retryNow();
    QCOMPARE(calls, QStringList(QStringLiteral("list@"))); // at once
}

void TestPolling::aLookThatFoundNothingNewTellsNothing()
{
    Polled rig;
    rig.look({saying("a", "{}"), saying("b", "{}")});
    QCOMPARE(rig.heard, QStringList(QStringLiteral("LIST 2@")));
    QVERIFY(rig.informer.status().lastList == rig.clock.wallNow());
    rig.heard.clear();
    for (int i = 0; i < 10; ++i) {
        rig.clock.advance(30s);
        rig.look({saying("a", "{}"), saying("b", "{}")});
    }
    QCOMPARE(rig.heard, QStringList());
    QVERIFY(rig.informer.status().lastList == rig.clock.wallNow());
    QCOMPARE(rig.informer.status().relists, 0u);
    QCOMPARE(rig.states, QList<WatchState>({WatchState::Listing, WatchState::Polled}));
}

void TestPolling::whatTwoLooksDifferByIsInferred()
{
    Polled rig;
    rig.look({saying("a", R"({"x":1})"), saying("b", R"({"x":1})"), saying("c", "{}")});
    rig.heard.clear();
    rig.clock.advance(30s);
    rig.look({saying("a", R"({"x":1})"), saying("b", R"({"x":2})"), saying("d", "{}")});
    QCOMPARE(rig.heard, QStringList({QStringLiteral("DELETED/inferred c@"), QStringLiteral("MODIFIED/inferred b@"),
                                     QStringLiteral("ADDED/inferred d@")}));
    QCOMPARE(rig.informer.status().relists, 0u); // nothing was wrong
}

void TestPolling::anotherOrderIsNoChange()
{
    Polled rig;
    rig.look({saying("a", "{}"), saying("b", "{}")});
    rig.heard.clear();
    rig.clock.advance(30s);
    rig.look({saying("b", "{}"), saying("a", "{}")});
    QCOMPARE(rig.heard, QStringList());
}

void TestPolling::oneVersionWithOtherContentIsAChange()
{
    const auto versioned = [](const char *body) {
        Object made = *saying("a", body);
        made.version = ResourceVersion("7");
        return makeCounted<const Object>(std::move(made));
    };
    Polled rig;
    rig.look({versioned(R"({"x":1})")});
    rig.heard.clear();
    rig.clock.advance(30s);
    rig.look({versioned(R"({"x":2})")});
    QCOMPARE(rig.heard, QStringList(QStringLiteral("MODIFIED/inferred a@7")));
}

void TestPolling::whatHasNotChangedStaysTheSameObject()
{
    Polled rig;
    const ObjectPtr first = saying("a", "{}");
    rig.look({first, saying("b", "{}")});
    rig.clock.advance(30s);
    rig.look({saying("a", "{}"), saying("b", R"({"x":1})")});
    QCOMPARE(rig.informer.store().find("", "a"), first);
}

void TestPolling::otherColumnsAreToldWithAllObjects()
{
    const auto under = [](const char *column) {
        ListPage page = Rig::page({saying("a", "{}")}, "");
        page.columns = std::make_shared<const std::vector<Column>>(std::vector<Column>{{column, "string", "", ""}});
        return page;
    };
    Polled rig;
    (*rig.source)->listed(under("STATUS"));
    rig.heard.clear();
    rig.clock.advance(30s);
    (*rig.source)->listed(under("HEALTH"));
    QCOMPARE(rig.heard, QStringList(QStringLiteral("LIST/replayed 1@")));
}

void TestPolling::aFailedLookIsStaleAndNoGap()
{
    Polled rig;
    rig.look({saying("a", "{}")});
    const WallTime looked = rig.clock.wallNow();
    rig.heard.clear();
    rig.clock.advance(30s);
    (*rig.source)->listFailed(makeError(ErrorKind::ServerError));
    QVERIFY(rig.state() == WatchState::Waiting);
    QVERIFY(rig.informer.status().staleSince == looked);
    rig.clock.advance(1s);
    rig.look({saying("a", "{}")});
    QVERIFY(rig.state() == WatchState::Polled && !rig.informer.status().staleSince && !rig.informer.status().error);
    QCOMPARE(rig.heard, QStringList());
}

void TestPolling::whenNobodyCouldLookForLongThereIsAGap()
{
    Polled rig;
    rig.look({saying("a", "{}")});
    rig.heard.clear();
    rig.clock.advance(30s);
    (*rig.source)->listFailed(makeError(ErrorKind::Forbidden));
    QVERIFY(rig.state() == WatchState::NotAllowed);
    rig.clock.advance(1s);
    (*rig.source)->listFailed(makeError(ErrorKind::TooManyRequests, 60s));
    rig.clock.advance(60s);
    rig.look({saying("a", "{}")});
    QCOMPARE(rig.heard, QStringList({QStringLiteral("GAP -"), QStringLiteral("RELIST@")}));
}

void TestPolling::aServerThatIsAwayMakesItDoubtfulUntilTheNextLook()
{
    Polled rig;
    rig.look({saying("a", "{}")});
    rig.clock.advance(5s);
    rig.informer.setDoubt(makeError(ErrorKind::Refused));
    QVERIFY(rig.state() == WatchState::Polled && rig.informer.status().staleSince);
    QVERIFY(rig.informer.status().error->kind == ErrorKind::Refused);
    rig.clock.advance(60s); // nobody looks while another knocks
    QVERIFY(rig.informer.status().staleSince);
    rig.informer.distrust(rig.clock.now());
    rig.look({saying("a", "{}")});
    QVERIFY(rig.state() == WatchState::Polled && !rig.informer.status().staleSince && !rig.informer.status().error);

    rig.clock.advance(29s);
    rig.clock.advance(1s);
    rig.informer.setDoubt(makeError(ErrorKind::Refused)); // the look under way is answered all the same
    rig.clock.advance(1s);
    rig.look({saying("a", "{}")});
    QVERIFY(!rig.informer.status().staleSince && !rig.informer.status().error);
}

/// The handlers' picture is kept up from what is told alone.
void TestPolling::whateverHappensItEndsEqualToTheServer()
{
    std::mt19937_64 random(test::seed());
    std::map<std::string, std::string> server;
    std::map<std::string, std::string> told;
    const auto current = [&] {
        std::vector<ObjectPtr> objects;
        for (const auto &[name, body] : server)
            objects.push_back(saying(name, body));
        std::shuffle(objects.begin(), objects.end(), random);
        return objects;
    };
    Polled rig;
    Instant looked{};
    bool hasGap = false;
    rig.informer.addListener([&](const std::vector<EntryPtr> &entries) {
        for (const EntryPtr &entry : entries) {
            hasGap = hasGap || entry->type == EntryType::Gap;
            if (entry->type == EntryType::List)
                told.clear();
            for (const ObjectPtr &object : entry->objects ? *entry->objects : std::vector<ObjectPtr>())
                told[object->name] = object->body.object();
            if (entry->type == EntryType::Deleted)
                told.erase(entry->object->name);
            else if (entry->object)
                told[entry->object->name] = entry->object->body.object();
            QVERIFY(!entry->object || entry->origin == EntryClass::Inferred);
        }
    });
    rig.look(current());
    looked = rig.clock.now();
    for (int round = 0; round < 500; ++round) {
        const std::string name(1, char('a' + random() % 8));
        if (random() % 3 == 0)
            server.erase(name);
        else
            server[name] = R"({"x":)" + std::to_string(random() % 4) + "}";
        hasGap = false;
        rig.informer.retryNow();
        const ErrorKind ills[] = {ErrorKind::ServerError, ErrorKind::Refused, ErrorKind::Forbidden,
                                  ErrorKind::Unauthorized};
        for (auto fails = random() % 4; fails > 1; --fails) {
            (*rig.source)->listFailed(makeError(ills[random() % 4]));
            QVERIFY(rig.informer.status().staleSince);
            const auto wait = *rig.informer.status().nextTry - rig.clock.wallNow();
            rig.clock.advance(std::chrono::floor<std::chrono::milliseconds>(wait * int(random() % 100) / 100));
            rig.informer.retryNow();
        }
        const auto since = rig.clock.now() - looked;
        rig.heard.clear();
        const bool isSame = told == server;
        rig.look(current());
        looked = rig.clock.now();
        QVERIFY(told == server);
        QVERIFY(rig.state() == WatchState::Polled && !rig.informer.status().staleSince);
        QCOMPARE(hasGap, since > 72s);
        QCOMPARE(rig.heard.isEmpty(), isSame && !hasGap);
        rig.clock.advance(std::chrono::seconds(random() % 30));
    }
}

} // namespace tst_polling

WK_TEST(tst_polling, TestPolling, QCoreApplication)
#include "tst_polling.moc"
