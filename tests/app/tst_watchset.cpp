// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchset.h"

#include "core/history/rows/historywriter.h"
#include "core/session/clustersession.h"
#include "tests/support/fakesource.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_watchset {

using namespace wk;

namespace {

/// Lists one pod, opens its watch and then says nothing more; or says that it is not allowed.
class OnePod : public ListerWatcher
{
public:
    explicit OnePod(Clock &clock, bool isAllowed = true)
        : m_clock(clock)
        , m_isAllowed(isAllowed)
    {}
    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    void list(const ListOptions &) override
    {
        m_alarm = m_clock.after({}, [this] {
            if (!m_isAllowed)
                return m_observer->listFailed(makeError(ErrorKind::Forbidden));
            ListPage page;
            page.version = ResourceVersion("7");
            page.objects = {makeObject("n", "a", "ua", "3")};
            m_observer->listed(std::move(page));
        });
    }
    void watch(const WatchOptions &) override
    {
        m_alarm = m_clock.after({}, [this] { m_observer->watchOpened(); });
    }
    void stop() override { m_alarm.cancel(); }

private:
    Clock &m_clock;
    const bool m_isAllowed;
    SourceObserver *m_observer = nullptr;
    Clock::Alarm m_alarm;
};

struct OnePodBackend : Backend {
    explicit OnePodBackend(Clock &clock, bool allowsAll = true)
        : clock(clock)
        , allowsAll(allowsAll)
    {}
    void discover(std::function<void(Result<ServerFacts>)> done) override
    {
        alarm = clock.after({}, [done] { done(ServerFacts()); });
    }
    void probe(std::function<void(std::optional<Error>)>) override {}
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter>) override
    {
        const bool isAllowed = allowsAll || !scope.resource.namespaced || !scope.ns.empty();
        return std::make_unique<OnePod>(clock, isAllowed && scope.ns != "theirs");
    }
    void forgetConnections() override {}

    Clock &clock;
    const bool allowsAll; ///< else only what is in a namespace, and never what is in "theirs"
    Clock::Alarm alarm;
};

ResourceInfo nodes()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "nodes"};
    info.kind = "Node";
    return info;
}

ResourceInfo pods()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "pods"};
    info.kind = "Pod";
    info.namespaced = true;
    return info;
}

/// A set as a program has it: what the watches tell goes into a history, which the set follows.
struct Rig {
    explicit Rig(bool allowsAll = true, std::string own = {})
        : session(
              accessOf(std::move(own)),
              [allowsAll](Clock &clock) -> Result<std::unique_ptr<Backend>> {
                  return std::unique_ptr<Backend>(std::make_unique<OnePodBackend>(clock, allowsAll));
              },
              SessionHistory{&writer})
    {
        QObject::connect(&session, &ClusterSession::batchReady, &set,
                         [this](const Batch &batch) { set.hear(batch.statuses); });
        QObject::connect(&feed, &HistoryFeed::moved, &set, [this] { set.follow(feed); });
        QObject::connect(&set, &WatchSet::opened, &set, [this](WatchId, const WatchScope &scope) {
            opened << QString::fromStdString(scope.ns.empty() ? "*" : scope.ns);
        });
        session.start();
    }
    static ClusterAccess accessOf(std::string own)
    {
        ClusterAccess access;
        access.ns = std::move(own);
        return access;
    }
    /// The namespaces of the watches that are open on pods, but for `*`: all.
    QString open() const
    {
        QStringList names;
        for (const auto &[watch, scope] : feed.now().openWatches()) {
            if (scope.resource.gvr == pods().gvr && session.scope(watch))
                names << QString::fromStdString(scope.ns.empty() ? "*" : scope.ns);
        }
        names.sort();
        return names.join(u' ');
    }
    QString looked() const
    {
        QStringList names;
        for (const WatchId watch : set.watchesOf(pods().gvr))
            names << QString::fromStdString(session.scope(watch)->ns.empty() ? "*" : session.scope(watch)->ns);
        return names.join(u' ');
    }
    /// How many lists were told.
    std::uint32_t lists() const { return feed.now().facets().types[std::size_t(EntryType::List)]; }

    HistoryFeed feed;
    HistoryWriter writer{{}, std::nullopt, [this](HistoryPtr newer) { feed.offer(std::move(newer)); }};
    ClusterSession session;
    WatchSet set{session};
    QStringList opened;
};

} // namespace

class TestWatchSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoLooksAtAWatchedKindOpensNoOtherWatch();
    void aKindThatIsLeftIsWatchedAnewWhenItIsWanted();
    void whoHasLookedAtAllOpensAndClosesNothingForSome();
    void whoBeginsInOneNamespaceOpensTheWholeWatchOnceAllAreAskedFor();
    void theWatchOnOneStaysUntilTheOneOnAllHasToldItsList();
    void anotherNamespaceOpensOneMoreAndNarrowingClosesNone();
    void watchingOnlyTheChosenLeavesTheOthers();
    void whoMayNotWatchAllHasAWatchForEachNamespace();
    void withoutANamespaceToGoToTheRefusalStands();
    void whatIsInNoNamespaceIsWatchedWholeInAnyCase();
};

void TestWatchSet::whoHasLookedAtAllOpensAndClosesNothingForSome()
{
    Rig rig;
    rig.set.want(pods());
    QTRY_COMPARE(rig.lists(), 1u);
    for (const std::vector<std::string> &chosen : {std::vector<std::string>{"payments"}, {"web"}, {"web", "db"}, {}}) {
        rig.set.setNamespaces(chosen);
        QCOMPARE(rig.looked(), QStringLiteral("*"));
    }
    QCOMPARE(rig.opened, QStringList(QStringLiteral("*")));
    QCOMPARE(rig.open(), QStringLiteral("*"));

    rig.set.setNamespaces({"web"});
    rig.set.want(nodes());
    ResourceInfo services = pods();
    services.gvr.resource = "services";
    rig.set.want(services);
    QVERIFY2(rig.session.scope(rig.set.watchesOf(services.gvr).front())->ns.empty(), "nor for another kind");
}

void TestWatchSet::whoBeginsInOneNamespaceOpensTheWholeWatchOnceAllAreAskedFor()
{
    Rig rig;
    rig.set.setNamespaces({"web"});
    rig.set.want(pods());
    QTRY_COMPARE(rig.lists(), 1u);
    QCOMPARE(rig.open(), QStringLiteral("web"));
    rig.set.setNamespaces({});
    QTRY_COMPARE(rig.open(), QStringLiteral("*"));
    QCOMPARE(rig.looked(), QStringLiteral("*"));
    rig.set.setNamespaces({"web"});
    rig.set.setNamespaces({});
    QCOMPARE(rig.opened.join(u' '), QStringLiteral("web *"));
    QCOMPARE(rig.lists(), 2u);
}

void TestWatchSet::theWatchOnOneStaysUntilTheOneOnAllHasToldItsList()
{
    Rig rig;
    rig.set.setNamespaces({"web"});
    rig.set.want(pods());
    QTRY_COMPARE(rig.lists(), 1u);
    const WatchId one = rig.set.watchesOf(pods().gvr).front();
    rig.feed.setPaused(true); // what is shown is from before
    rig.set.setNamespaces({});
    QTRY_COMPARE(rig.lists(), 2u);
    QVERIFY(rig.session.scope(one));
    QCOMPARE(rig.looked(), QStringLiteral("*")); // of all no other tells
    rig.set.setNamespaces({"web"});
    QCOMPARE(rig.looked(), QStringLiteral("web"));
    rig.feed.setPaused(false);
    QTRY_VERIFY(!rig.session.scope(one));
    QCOMPARE(rig.looked(), QStringLiteral("*"));
    const auto listed = rig.feed.now().knowledge(rig.set.watchesOf(pods().gvr).front());
    QTRY_COMPARE(rig.feed.now().closings().size(), 1u);
    QVERIFY(rig.feed.now().closings().front().row >= listed->from);
}

void TestWatchSet::anotherNamespaceOpensOneMoreAndNarrowingClosesNone()
{
    Rig rig;
    rig.set.setNamespaces({"web"});
    rig.set.want(pods());
    rig.set.setNamespaces({"payments"});
    QCOMPARE(rig.looked(), QStringLiteral("payments"));
    rig.set.setNamespaces({"web", "payments"});
    QCOMPARE(rig.looked(), QStringLiteral("payments web"));
    rig.set.setNamespaces({"web"});
    QCOMPARE(rig.looked(), QStringLiteral("web"));
    QTRY_COMPARE(rig.open(), QStringLiteral("payments web"));
    QCOMPARE(rig.opened.join(u' '), QStringLiteral("web payments"));
}

void TestWatchSet::watchingOnlyTheChosenLeavesTheOthers()
{
    Rig rig;
    rig.set.want(pods());
    rig.set.setOnlyChosen(true);
    QTRY_COMPARE(rig.open(), QStringLiteral("*")); // while all are looked at there is nothing to leave
    rig.set.setNamespaces({"web"});
    QTRY_COMPARE(rig.open(), QStringLiteral("web"));
    rig.set.setNamespaces({"web", "db"});
    QTRY_COMPARE(rig.open(), QStringLiteral("db web"));
    rig.set.setNamespaces({"db"});
    QTRY_COMPARE(rig.open(), QStringLiteral("db"));
    QCOMPARE(rig.opened.join(u' '), QStringLiteral("* web db"));
    rig.set.setOnlyChosen(false);
    QTRY_COMPARE(rig.open(), QStringLiteral("*"));
    QCOMPARE(rig.looked(), QStringLiteral("*"));
}

void TestWatchSet::whoMayNotWatchAllHasAWatchForEachNamespace()
{
    Rig rig(false, "team-a");
    QStringList narrowed;
    connect(&rig.set, &WatchSet::narrowed, this,
            [&](const ResourceInfo &kind) { narrowed << QString::fromStdString(kind.gvr.resource); });
    rig.set.want(pods());
    rig.set.want(nodes());
    QTRY_COMPARE(rig.open(), QStringLiteral("team-a"));
    QCOMPARE(narrowed, QStringList(QStringLiteral("pods")));
    QCOMPARE(rig.set.watchesOf(nodes().gvr).size(), 1u);
    rig.set.setNamespaces({"team-b"});
    QTRY_COMPARE(rig.open(), QStringLiteral("team-a team-b"));
    QCOMPARE(rig.looked(), QStringLiteral("team-b"));
    rig.set.setNamespaces({}); // the server is asked anew, and refuses
    QTRY_COMPARE(narrowed.size(), 2);
    QCOMPARE(rig.looked(), QStringLiteral("team-a team-b"));
    QCOMPARE(rig.opened.count(QStringLiteral("team-a")), 1);

    rig.set.setNamespaces({"theirs"});
    bool isRefused = false;
    connect(&rig.session, &ClusterSession::batchReady, this, [&](const Batch &batch) {
        for (const WatchStatus &status : batch.statuses)
            isRefused = isRefused || status.state == WatchState::NotAllowed;
    });
    QTRY_VERIFY(isRefused);
    QCOMPARE(rig.looked(), QStringLiteral("theirs"));
    rig.set.setNamespaces({"team-a"});
    QTRY_COMPARE(rig.open(), QStringLiteral("team-a team-b")); // there was nothing to see
}

void TestWatchSet::withoutANamespaceToGoToTheRefusalStands()
{
    Rig rig(false);
    rig.set.want(pods());
    bool isRefused = false;
    connect(&rig.session, &ClusterSession::batchReady, this, [&](const Batch &batch) {
        for (const WatchStatus &status : batch.statuses)
            isRefused = isRefused || status.state == WatchState::NotAllowed;
    });
    QTRY_VERIFY(isRefused);
    QCOMPARE(rig.looked(), QStringLiteral("*"));
    rig.set.setNamespaces({"team-b"});
    QCOMPARE(rig.looked(), QStringLiteral("team-b"));
    QTRY_COMPARE(rig.open(), QStringLiteral("team-b"));
}

void TestWatchSet::whatIsInNoNamespaceIsWatchedWholeInAnyCase()
{
    Rig rig;
    rig.set.setOnlyChosen(true);
    rig.set.setNamespaces({"web"});
    rig.set.want(nodes());
    const std::vector<WatchId> watches = rig.set.watchesOf(nodes().gvr);
    QCOMPARE(watches.size(), 1u);
    rig.set.setNamespaces({"db"});
    QCOMPARE(rig.set.watchesOf(nodes().gvr), watches);
}

void TestWatchSet::whoLooksAtAWatchedKindOpensNoOtherWatch()
{
    ClusterSession session(ClusterAccess{}, [](Clock &clock) -> Result<std::unique_ptr<Backend>> {
        return std::unique_ptr<Backend>(std::make_unique<OnePodBackend>(clock));
    });
    std::vector<EntryPtr> entries;
    connect(&session, &ClusterSession::batchReady, this,
            [&](const Batch &batch) { entries.insert(entries.end(), batch.entries.begin(), batch.entries.end()); });
    session.start();
    WatchSet set(session);
    set.want(pods());
    QTRY_COMPARE(entries.size(), 1u);
    const std::vector<WatchId> watches = set.watchesOf(pods().gvr);

    set.want(pods());
    QCOMPARE(set.watchesOf(pods().gvr), watches);

    // Looking again took no further part in the watch: it ends with the set's own.
    session.close(watches.front());
    QVERIFY(!session.scope(watches.front()));
}

void TestWatchSet::aKindThatIsLeftIsWatchedAnewWhenItIsWanted()
{
    ClusterSession session(ClusterAccess{}, [](Clock &clock) -> Result<std::unique_ptr<Backend>> {
        return std::unique_ptr<Backend>(std::make_unique<OnePodBackend>(clock));
    });
    WatchSet set(session);
    std::vector<WatchId> closed;
    int changed = 0;
    connect(&set, &WatchSet::closed, this, [&](WatchId watch) { closed.push_back(watch); });
    connect(&set, &WatchSet::changed, this, [&] { ++changed; });
    session.start();
    set.setNamespaces({"a", "b"});
    set.want(pods());
    const std::vector<WatchId> watches = set.watchesOf(pods().gvr);
    QCOMPARE(watches.size(), 2u);

    set.leave(pods().gvr);
    QCOMPARE(closed, watches);
    QCOMPARE(changed, 2);
    QVERIFY(set.watchesOf(pods().gvr).empty());
    QVERIFY(!session.scope(watches.front()));
    set.setNamespaces({"a"}); // it is not opened by that
    set.leave(pods().gvr);
    QCOMPARE(changed, 2);

    set.want(pods());
    QCOMPARE(set.watchesOf(pods().gvr).size(), 1u);
    QVERIFY(set.watchesOf(pods().gvr).front() != watches.front());
}

} // namespace tst_watchset

WK_TEST(tst_watchset, TestWatchSet, QCoreApplication)
#include "tst_watchset.moc"
