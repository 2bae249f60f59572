// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/memorystorage.h"
#include "core/apiserver/watchcache.h"
#include "tests/core/apiserver/objects.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_watchcache {

using namespace wk::apiserver;

class TestWatchCache : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWatchSeesWhatComesAfterItsRevision();
    void takingInPiecesMissesNothing();
    void behindTheWindowThereIsNothing();
    void aQuietWatcherIsNotBehindWhenOthersWrite();
    void compactionTurnsAwayNewcomersOnly();
    void aStuckWatcherIsTooSlowOnlyByWhatCameSinceItOpened();
    void theWindowPassingAWatcherEndsIt();
    void aRevisionToComeIsWaitedFor();
    void thePastIsRebuiltFromTheWindow();
    void stretchesOfThePastMakeUpTheWhole();
    void anEndedResourceEndsItsWatches();
    void aRestoredStorageEndsEveryWatch();
    void anEndedWatchIsNotDroppedForItsSlowness();
};

namespace {

std::string revisions(const WatchTake &take)
{
    std::string text;
    for (const StorageEvent &event : take.events)
        text += std::to_string(event.object->revision) + " ";
    return text + "to " + std::to_string(take.upTo);
}

/// A storage with a small cache; its first write is revision 2.
struct Fixture {
    MemoryStorage storage;
    WatchCache cache{storage, storage, {.window = 5, .queue = 3}};

    void write(int count, const std::string &resource = "pods")
    {
        for (int i = 0; i < count; ++i)
            storage.create(resource, pod("a/" + resource + std::to_string(storage.revision())));
    }

    std::string take(WatchPosition &position, size_t max = 100) { return revisions(cache.take("pods", position, max)); }
};

} // namespace

void TestWatchCache::aWatchSeesWhatComesAfterItsRevision()
{
    Fixture f;
    f.write(3);
    WatchPosition position = *f.cache.open("pods", 3);
    QCOMPARE(f.take(position), std::string("4 to 4"));
    QCOMPARE(f.take(position), std::string("to 4"));
    f.write(1);
    QCOMPARE(f.take(position), std::string("5 to 5"));
}

void TestWatchCache::takingInPiecesMissesNothing()
{
    Fixture f;
    WatchPosition position = *f.cache.open("pods", 1);
    f.write(3);
    QCOMPARE(f.take(position, 2), std::string("2 3 to 3"));
    QCOMPARE(f.take(position, 2), std::string("4 to 4"));
}

void TestWatchCache::behindTheWindowThereIsNothing()
{
    Fixture f;
    f.write(8); // 2 … 9; the window keeps 5 … 9
    QVERIFY(!f.cache.open("pods", 3));
    QCOMPARE(f.cache.oldest("pods"), 4u);
    WatchPosition position = *f.cache.open("pods", 4);
    QCOMPARE(f.take(position), std::string("5 6 7 8 9 to 9"));
}

void TestWatchCache::aQuietWatcherIsNotBehindWhenOthersWrite()
{
    Fixture f;
    WatchPosition position = *f.cache.open("pods", 1);
    f.write(20, "nodes");
    QVERIFY(!f.cache.isTooSlow("pods", position));
    QCOMPARE(f.take(position), std::string("to 21"));
    f.write(1);
    QCOMPARE(f.take(position), std::string("22 to 22"));
}

void TestWatchCache::compactionTurnsAwayNewcomersOnly()
{
    Fixture f;
    f.write(2);
    WatchPosition watcher = *f.cache.open("pods", 1);
    QCOMPARE(f.take(watcher), std::string("2 3 to 3"));
    f.write(1, "nodes");
    f.cache.compact();
    QVERIFY(!f.cache.open("pods", 3));
    QVERIFY(!f.cache.open("secrets", 3));
    QVERIFY(f.cache.open("pods", 4));
    f.write(1);
    QCOMPARE(f.take(watcher), std::string("5 to 5"));
}

void TestWatchCache::aStuckWatcherIsTooSlowOnlyByWhatCameSinceItOpened()
{
    Fixture f;
    f.write(5);
    const WatchPosition position = *f.cache.open("pods", 1);
    QVERIFY(!f.cache.isTooSlow("pods", position));
    f.storage.update("nodes", pod("n/1"), 0);
    WatchPosition fresh = *f.cache.open("pods", 6);
    f.write(3);
    QVERIFY(!f.cache.isTooSlow("pods", fresh));
    f.write(1);
    QVERIFY(f.cache.isTooSlow("pods", fresh));
}

void TestWatchCache::theWindowPassingAWatcherEndsIt()
{
    Fixture f;
    WatchPosition position = *f.cache.open("pods", 1);
    f.write(6);
    QVERIFY(f.cache.take("pods", position, 100).state == WatchTake::State::TooSlow);
}

void TestWatchCache::aRevisionToComeIsWaitedFor()
{
    Fixture f;
    WatchPosition position = *f.cache.open("pods", 3);
    f.write(1);
    QCOMPARE(f.take(position), std::string("to 3"));
    f.write(2);
    QCOMPARE(f.take(position), std::string("4 to 4"));
}

void TestWatchCache::thePastIsRebuiltFromTheWindow()
{
    Fixture f;
    f.storage.create("pods", pod("a/kept"));
    f.storage.create("pods", pod("a/changed", "step=1"));
    f.storage.create("pods", pod("a/deleted"));
    const auto then = f.storage.revision();
    f.storage.update("pods", pod("a/changed", "step=2"), 0);
    f.storage.update("pods", pod("a/changed", "step=3"), 0);
    f.storage.remove("pods", "a/deleted", 0);
    f.storage.create("pods", pod("a/new"));
    const Listing past = *f.cache.listAt("pods", then);
    QCOMPARE(names(past.objects), std::string("a/changed a/deleted a/kept"));
    QCOMPARE(past.objects.front()->labels.front().second, std::string("1"));
    QCOMPARE(past.revision, then);
    QCOMPARE(names(f.cache.listAt("pods", f.storage.revision())->objects), std::string("a/changed a/kept a/new"));
    QVERIFY(!f.cache.listAt("pods", 2));
}

/// As pages are read while others write.
void TestWatchCache::stretchesOfThePastMakeUpTheWhole()
{
    MemoryStorage storage;
    const WatchCache cache(storage, storage, {.window = 500, .queue = 3});
    for (int i = 100; i < 160; ++i)
        storage.create("pods", pod("a/p" + std::to_string(i)));
    const std::uint64_t then = storage.revision();
    const std::string whole = names(storage.list("pods").objects);
    std::vector<ObjectPtr> read;
    std::string from;
    for (int page = 0;; ++page) {
        const Stretch stretch = *cache.stretchAt("pods", then, from, 7);
        QCOMPARE(stretch.total, std::size_t(60));
        read.insert(read.end(), stretch.objects.begin(), stretch.objects.end());
        if (!stretch.hasMore)
            break;
        from = read.back()->key() + '\0';
        storage.remove("pods", "a/p" + std::to_string(159 - page), 0);
        storage.create("pods", pod("a/p" + std::to_string(100 + page) + "x"));
        storage.create("pods", pod("a/p" + std::to_string(150 - page) + "y"));
    }
    QCOMPARE(names(read), whole);
    QVERIFY(!cache.stretchAt("pods", 0, {}, 7));
}

void TestWatchCache::anEndedResourceEndsItsWatches()
{
    Fixture f;
    f.write(1);
    WatchPosition position = *f.cache.open("pods", 2);
    f.cache.end("pods");
    QVERIFY(f.cache.take("pods", position, 100).state == WatchTake::State::Ended);
    WatchPosition again = *f.cache.open("pods", 2);
    QCOMPARE(f.take(again), std::string("to 2"));
}

void TestWatchCache::aRestoredStorageEndsEveryWatch()
{
    Fixture f;
    f.write(2);
    const MemoryStorage::Snapshot backup = f.storage.snapshot();
    f.write(3);
    WatchPosition pods = *f.cache.open("pods", 6);
    WatchPosition quiet = *f.cache.open("nodes", 6);
    f.storage.restore(backup, 100);
    f.cache.restart();
    QVERIFY(f.cache.take("pods", pods, 100).state == WatchTake::State::Ended);
    QVERIFY(f.cache.take("nodes", quiet, 100).state == WatchTake::State::Ended);
    QVERIFY(!f.cache.open("pods", 6)); // 410
    WatchPosition position = *f.cache.open("pods", 100);
    f.write(1);
    QCOMPARE(f.take(position), "101 to 101");
}

/// One whose last write is still under way when the end comes: it is to hear of the end in order, not to be cut.
void TestWatchCache::anEndedWatchIsNotDroppedForItsSlowness()
{
    Fixture f;
    f.write(1);
    const WatchPosition position = *f.cache.open("pods", 2);
    f.write(1, "nodes");
    f.cache.end("pods");
    QVERIFY(!f.cache.isTooSlow("pods", position));
}

} // namespace tst_watchcache

WK_TEST(tst_watchcache, TestWatchCache, QCoreApplication)
#include "tst_watchcache.moc"
