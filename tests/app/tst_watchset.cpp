// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/watchset.h"

#include "core/history/eventlog.h"
#include "tests/app/watchrig.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

namespace tst_watchset {

using namespace wk;
using namespace wk::test;

class TestWatchSet : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoLooksAtAWatchedKindOpensNoOtherWatch();
    void aKindThatIsLeftIsWatchedAnewWhenItIsWanted();
    void earlierWatchesWaitUntilTheyGoOn();
};

void TestWatchSet::earlierWatchesWaitUntilTheyGoOn()
{
    const WallTime ended = *parseTime("2026-11-28T20:45:00Z");
    EventLog log;
    const auto scopeOf = [](const ResourceInfo &resource) { return WatchScope{resource, {}, {}, {}}; };
    log.setWatch(1, scopeOf(pods()));
    log.append(listEntry(1, {}));
    log.setWatch(2, scopeOf(nodes()));
    log.append(listEntry(2, {}));
    log.closeWatch(1, ended);
    log.setWatch(1, scopeOf(pods())); // open again, and has told nothing yet
    const Batch batch = WatchSet::statusesOfEarlier(*log.snapshot());
    QCOMPARE(batch.statuses.size(), std::size_t(1));
    QCOMPARE(batch.statuses.front().watch, WatchId(1));
    QVERIFY(batch.statuses.front().state == WatchState::Waiting);
    QVERIFY(batch.statuses.front().staleSince == ended);

    ClusterSession session(ClusterAccess{}, [](Clock &clock) -> Result<std::unique_ptr<Backend>> {
        return std::unique_ptr<Backend>(std::make_unique<OnePodBackend>(clock));
    });
    WatchSet set(session);
    std::vector<WatchId> opened;
    std::vector<WatchId> closed;
    connect(&set, &WatchSet::opened, this, [&](WatchId watch) { opened.push_back(watch); });
    connect(&set, &WatchSet::closed, this, [&](WatchId watch) { closed.push_back(watch); });
    set.rest();
    set.setEarlier(*log.snapshot());
    QCOMPARE(opened, std::vector<WatchId>({1, 2}));
    set.resume();
    std::ranges::sort(closed);
    QCOMPARE(closed, std::vector<WatchId>({1, 2})); // what was said of them is over
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
