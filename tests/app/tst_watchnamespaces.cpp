// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchset.h"

#include "tests/app/watchrig.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>

namespace tst_watchnamespaces {

using namespace wk;
using namespace wk::test;

namespace {

/// Watches of all namespaces get no answer.
struct SilentOnAll : OnePodBackend {
    using OnePodBackend::OnePodBackend;
    std::unique_ptr<ListerWatcher> source(const WatchScope &scope, std::unique_ptr<BodyWriter> bodies) override
    {
        if (scope.ns.empty())
            return std::make_unique<FakeSource>();
        return OnePodBackend::source(scope, std::move(bodies));
    }
};

/// A history in which all pods were watched before.
struct KnewAll : HistoryWriter {
    explicit KnewAll(Published published)
        : HistoryWriter({}, std::move(published))
    {
        const WatchId all = numbers().next();
        auto list = std::make_shared<Entry>();
        list->watch = all;
        list->type = EntryType::List;
        list->objects = std::make_shared<const std::vector<ObjectPtr>>(state.objects);
        opened(all, {}, {pods(), {}, {}, {}});
        told({list});
        closed(all, state.until);
    }
    WatchId numberFor(const ClusterId &, const WatchScope &scope) override
    {
        return scope.ns.empty() ? 1 : numbers().next();
    }
    std::optional<HeldState> held(WatchId watch) override { return watch == 1 ? std::optional(state) : std::nullopt; }

    HeldState state{{makeObject("n", "a", "ua", "3")}, {}, {}, {}};
};

} // namespace

/// Which watches a WatchSet has open on the namespaces that are looked at.
class TestWatchNamespaces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoHasLookedAtAllOpensAndClosesNothingForSome();
    void whoBeginsInOneNamespaceOpensTheWholeWatchOnceAllAreAskedFor();
    void theWatchOnOneStaysUntilTheOneOnAllHasToldItsList();
    void whoGoesOnWithAnEarlierWatchHasToldWhenItIsOfToday();
    void anotherNamespaceOpensOneMoreAndNarrowingClosesNone();
    void watchingOnlyTheChosenLeavesTheOthers();
    void whoMayNotWatchAllHasAWatchForEachNamespace();
    void whatIsRefusedLaterStaysAsItWasKnown();
    void withoutANamespaceToGoToTheRefusalStands();
    void whateverIsChosenIsWatchedAndNothingTwice_data();
    void whateverIsChosenIsWatchedAndNothingTwice();
    void whatIsInNoNamespaceIsWatchedWholeInAnyCase();
};

void TestWatchNamespaces::whoHasLookedAtAllOpensAndClosesNothingForSome()
{
    WatchRig rig;
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

void TestWatchNamespaces::whoBeginsInOneNamespaceOpensTheWholeWatchOnceAllAreAskedFor()
{
    WatchRig rig;
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

void TestWatchNamespaces::theWatchOnOneStaysUntilTheOneOnAllHasToldItsList()
{
    WatchRig rig;
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

void TestWatchNamespaces::whoGoesOnWithAnEarlierWatchHasToldWhenItIsOfToday()
{
    HistoryFeed feed;
    KnewAll writer([&feed](HistoryPtr newer) { feed.offer(std::move(newer)); });
    ClusterSession session(
        {},
        [](Clock &clock) -> Result<std::unique_ptr<Backend>> {
            return std::unique_ptr<Backend>(std::make_unique<SilentOnAll>(clock));
        },
        SessionHistory{&writer});
    WatchSet set(session);
    connect(&feed, &HistoryFeed::moved, &set, [&] { set.follow(feed); });
    session.start();
    set.setNamespaces({"web"});
    set.want(pods());
    const WatchId one = set.watchesOf(pods().gvr).front();
    QTRY_VERIFY(feed.now().knowledge(one));
    set.setNamespaces({});
    QTRY_VERIFY(feed.now().isOpen(1));
    QVERIFY(feed.now().knowledge(1));
    QVERIFY(session.scope(one)); // until then it alone tells of today
}

void TestWatchNamespaces::anotherNamespaceOpensOneMoreAndNarrowingClosesNone()
{
    WatchRig rig;
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

void TestWatchNamespaces::watchingOnlyTheChosenLeavesTheOthers()
{
    WatchRig rig;
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

void TestWatchNamespaces::whoMayNotWatchAllHasAWatchForEachNamespace()
{
    WatchRig rig(false, "team-a");
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

void TestWatchNamespaces::whatIsRefusedLaterStaysAsItWasKnown()
{
    WatchRig rig(true, "team-a");
    rig.set.want(pods());
    QTRY_COMPARE(rig.lists(), 1u);
    WatchStatus refused;
    refused.watch = rig.set.watchesOf(pods().gvr).front();
    refused.state = WatchState::NotAllowed;
    refused.lastList = WallTime(std::chrono::hours(1));
    rig.set.hear({refused});
    QCOMPARE(rig.opened, QStringList(QStringLiteral("*")));
    QCOMPARE(rig.looked(), QStringLiteral("*"));
}

void TestWatchNamespaces::whateverIsChosenIsWatchedAndNothingTwice_data()
{
    QTest::addColumn<bool>("allowsAll");
    QTest::newRow("by who may watch all") << true;
    QTest::newRow("by who may not") << false;
}

void TestWatchNamespaces::whateverIsChosenIsWatchedAndNothingTwice()
{
    QFETCH(bool, allowsAll);
    const auto seed = std::random_device()();
    qInfo("seed %u", seed);
    std::mt19937 random(seed);
    const auto dice = [&random](int sides) { return std::uniform_int_distribution<>(0, sides - 1)(random); };
    WatchRig rig(allowsAll, "team-a");
    std::vector<std::string> chosen;
    bool isOnly = false;
    for (int round = 0; round < 30; ++round) {
        for (int step = dice(4); step >= 0; --step) {
            chosen.clear();
            for (const char *ns : {"team-a", "team-b", "web"}) {
                if (dice(3) == 0)
                    chosen.push_back(ns);
            }
            rig.set.setNamespaces(chosen);
            if (dice(3) == 0)
                rig.set.setOnlyChosen(isOnly = !isOnly);
            dice(8) == 0 ? rig.set.leave(pods().gvr) : rig.set.want(pods());
            if (dice(2) == 0)
                QCoreApplication::processEvents();
        }
        rig.set.want(pods());
        const std::vector<std::string> looked =
            chosen.empty() && !allowsAll ? std::vector<std::string>{"team-a"} : chosen;
        const auto isSettled = [&] {
            const QStringList open = rig.open().split(u' ');
            const QStringList shown = rig.looked().split(u' ');
            bool isEach = !open.contains(QStringLiteral("*")) || (allowsAll && open.size() == 1);
            for (const std::string &ns : looked)
                isEach = isEach &&
                         (shown == QStringList(QStringLiteral("*")) || shown.count(QString::fromStdString(ns)) == 1);
            const bool isExact = !isOnly || chosen.empty() || open.size() == qsizetype(chosen.size());
            return isEach && isExact && (!looked.empty() || open.contains(QStringLiteral("*")));
        };
        QTRY_VERIFY2(isSettled(), qPrintable(rig.open() + u'|' + rig.looked() + u'|' + QString::number(round)));
    }
    rig.set.leave(pods().gvr);
    QTRY_COMPARE(rig.open(), QString());
    QTRY_VERIFY(rig.feed.now().openWatches().empty());
}

void TestWatchNamespaces::withoutANamespaceToGoToTheRefusalStands()
{
    WatchRig rig(false);
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

void TestWatchNamespaces::whatIsInNoNamespaceIsWatchedWholeInAnyCase()
{
    WatchRig rig;
    rig.set.setOnlyChosen(true);
    rig.set.setNamespaces({"web"});
    rig.set.want(nodes());
    const std::vector<WatchId> watches = rig.set.watchesOf(nodes().gvr);
    QCOMPARE(watches.size(), 1u);
    rig.set.setNamespaces({"db"});
    QCOMPARE(rig.set.watchesOf(nodes().gvr), watches);
}

} // namespace tst_watchnamespaces

WK_TEST(tst_watchnamespaces, TestWatchNamespaces, QCoreApplication)
#include "tst_watchnamespaces.moc"
