// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/memorystorage.h"
#include "tests/core/apiserver/objects.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_storage {

using namespace wk::apiserver;

class TestStorage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyWriteTakesTheNextRevision();
    void theTextCarriesTheRevision();
    void aDeletionDeliversTheLastStateUnderItsOwnRevision();
    void aStaleWriteIsRefused();
    void aNameIsTakenOnce();
    void listsAreSortedAsEtcdSorts();
    void dependentsAreFoundByTheirOwner();
    void theWatcherHearsEverythingInOrder();
    void aRestoredBackupIsTheStateAtAHigherRevision();
};

void TestStorage::everyWriteTakesTheNextRevision()
{
    MemoryStorage storage;
    const auto first = stored(storage.create("pods", pod("a/x")))->revision;
    QCOMPARE(stored(storage.create("pods", pod("a/y")))->revision, first + 1);
    QCOMPARE(stored(storage.update("pods", pod("a/x"), 0))->revision, first + 2);
    QCOMPARE(stored(storage.remove("pods", "a/y", 0))->revision, first + 3);
    QCOMPARE(storage.revision(), first + 3);
    QVERIFY(first > 1); // A client that lists an empty server watches from "1", not from "0" which means any.
}

void TestStorage::theTextCarriesTheRevision()
{
    MemoryStorage storage;
    for (int i = 0; i < 200; ++i) {
        const ObjectPtr object = stored(storage.create("pods", pod("a/x" + std::to_string(i))));
        const Json document = *parseDocument(object->json);
        QCOMPARE(textOf(find(document, {"metadata", "resourceVersion"})), std::to_string(object->revision));
        const std::string metadata =
            object->json.substr(object->metadata.begin, object->metadata.end - object->metadata.begin);
        QVERIFY(parseDocument(metadata)->dump() == find(document, {"metadata"}).dump());
        QVERIFY(parseDocument("{" + object->json.substr(object->body))->contains("status"));
    }
}

void TestStorage::aDeletionDeliversTheLastStateUnderItsOwnRevision()
{
    MemoryStorage storage;
    std::vector<StorageEvent> events;
    storage.watch([&](const std::string &, const StorageEvent &event) { events.push_back(event); });
    const ObjectPtr created = stored(storage.create("pods", pod("a/x", "app=web")));
    storage.remove("pods", "a/x", 0);
    QCOMPARE(events.size(), 2u);
    QVERIFY(events[1].type == StorageEvent::Type::Deleted);
    QCOMPARE(events[1].object->revision, created->revision + 1);
    QCOMPARE(events[1].object->labels.size(), 1u);
    QCOMPARE(events[1].previous, created);
    QVERIFY(!storage.get("pods", "a/x"));
    QVERIFY(!storage.hasUid("uid-of-a/x"));
}

void TestStorage::aStaleWriteIsRefused()
{
    MemoryStorage storage;
    const auto first = stored(storage.create("pods", pod("a/x")))->revision;
    const auto second = stored(storage.update("pods", pod("a/x", "step=2"), first))->revision;
    QVERIFY(std::get<StorageRefusal>(storage.update("pods", pod("a/x"), first)) == StorageRefusal::Stale);
    QVERIFY(std::get<StorageRefusal>(storage.remove("pods", "a/x", first)) == StorageRefusal::Stale);
    QCOMPARE(storage.revision(), second);
    QVERIFY(std::get<StorageRefusal>(storage.update("pods", pod("a/none"), 0)) == StorageRefusal::Missing);
}

void TestStorage::aNameIsTakenOnce()
{
    MemoryStorage storage;
    storage.create("pods", pod("a/x"));
    QVERIFY(std::get<StorageRefusal>(storage.create("pods", pod("a/x"))) == StorageRefusal::Exists);
    QVERIFY(stored(storage.create("pods", pod("b/x"))));
}

void TestStorage::listsAreSortedAsEtcdSorts()
{
    MemoryStorage storage;
    for (const char *key : {"b/x", "a/y", "a-b/x", "a/x"})
        storage.create("pods", pod(key));
    // By bytes of the whole key: "-" stands before "/".
    QCOMPARE(names(storage.list("pods").objects), std::string("a-b/x a/x a/y b/x"));
    QCOMPARE(storage.list("nothing").objects.size(), 0u);
    QCOMPARE(storage.inNamespace("a").size(), 2u);
}

void TestStorage::dependentsAreFoundByTheirOwner()
{
    MemoryStorage storage;
    StoredObject child = pod("a/child");
    child.owners = {"owner-1"};
    storage.create("pods", child);
    QCOMPARE(storage.dependents("owner-1").size(), 1u);
    child.owners = {"owner-2"};
    storage.update("pods", child, 0);
    QCOMPARE(storage.dependents("owner-1").size(), 0u);
    QCOMPARE(storage.dependents("owner-2").front().key, std::string("a/child"));
    storage.remove("pods", "a/child", 0);
    QCOMPARE(storage.dependents("owner-2").size(), 0u);
}

void TestStorage::theWatcherHearsEverythingInOrder()
{
    MemoryStorage storage;
    std::string heard;
    storage.watch([&](const std::string &resource, const StorageEvent &event) {
        heard += resource + std::to_string(event.object->revision) + (event.previous ? "+ " : " ");
    });
    storage.create("pods", pod("a/x"));
    storage.create("nodes", pod("n/1"));
    storage.update("pods", pod("a/x"), 0);
    storage.update("pods", pod("a/none"), 0);
    storage.remove("nodes", "n/1", 0);
    QCOMPARE(heard, std::string("pods2 nodes3 pods4+ nodes5+ "));
}

void TestStorage::aRestoredBackupIsTheStateAtAHigherRevision()
{
    MemoryStorage storage;
    const auto kept = stored(storage.create("pods", pod("a/x")));
    const MemoryStorage::Snapshot backup = storage.snapshot();
    storage.remove("pods", "a/x", 0);
    const auto lost = stored(storage.create("pods", pod("a/y")));
    storage.restore(backup, 1000);
    QCOMPARE(storage.get("pods", "a/x")->revision, kept->revision);
    QVERIFY(!storage.get("pods", "a/y"));
    QVERIFY(storage.hasUid(kept->uid));
    QVERIFY(lost->uid == kept->uid || !storage.hasUid(lost->uid));
    QCOMPARE(stored(storage.create("pods", pod("a/z")))->revision, std::uint64_t(1001));
}

} // namespace tst_storage

WK_TEST(tst_storage, TestStorage, QCoreApplication)
#include "tst_storage.moc"
