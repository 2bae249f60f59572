// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/informer/objectstore.h"
#include "tests/support/fakesource.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <map>
#include <random>
#include <set>

namespace tst_objectstore {

using namespace wk;

namespace {

QStringList names(const std::vector<ObjectPtr> &objects)
{
    QStringList list;
    for (const ObjectPtr &object : objects)
        list.append(QString::fromStdString(objectKey(object->ns, object->name)));
    return list;
}

ObjectPtr makePod(const char *name, const char *version, const char *node, const char *app)
{
    auto pod = makeCounted<Object>(*makeObject("web", name, name, version));
    pod->node = node;
    pod->labels = {{"app", app}};
    pod->owners = {{"apps/v1", "ReplicaSet", "rs", std::string("uid-of-") + app, true}};
    return pod;
}

} // namespace

class TestObjectStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void indexesFollowEveryChange();
    void C5_replaceTellsTheDifferenceExactly();
    void C6_aRecreatedObjectIsARemovalAndAnAddition();
    void anyHistoryEndsInTheSameIndexesAsAFreshList();
    void anyHistoryOfPutsAndRemovalsIsTheMaps();
};

void TestObjectStore::indexesFollowEveryChange()
{
    ObjectStore store;
    store.put(makePod("a", "1", "", "web"));
    store.put(makePod("b", "2", "node-1", "web"));
    QCOMPARE(names(store.byIndex(ObjectStore::Index::Label, "app=web")),
             QStringList({QStringLiteral("web/a"), QStringLiteral("web/b")}));
    QCOMPARE(names(store.byIndex(ObjectStore::Index::Node, "node-1")), QStringList(QStringLiteral("web/b")));
    store.put(makePod("a", "3", "node-1", "db"));
    QCOMPARE(names(store.byIndex(ObjectStore::Index::Node, "node-1")),
             QStringList({QStringLiteral("web/a"), QStringLiteral("web/b")}));
    QCOMPARE(names(store.byIndex(ObjectStore::Index::Label, "app=web")), QStringList(QStringLiteral("web/b")));
    QCOMPARE(names(store.byIndex(ObjectStore::Index::OwnerUid, "uid-of-db")), QStringList(QStringLiteral("web/a")));
    QVERIFY(store.remove("web", "b"));
    QVERIFY(!store.remove("web", "b"));
    QVERIFY(store.byIndex(ObjectStore::Index::Label, "app=web").empty());
    QCOMPARE(names(store.byIndex(ObjectStore::Index::Namespace, "web")), QStringList(QStringLiteral("web/a")));
    store.remove("web", "a");
    QCOMPARE(store.memoryBytes(), 0u);
}

void TestObjectStore::C5_replaceTellsTheDifferenceExactly()
{
    ObjectStore store;
    store.replace(
        {makeObject("n", "gone", "1", "1"), makeObject("n", "same", "2", "2"), makeObject("n", "moved", "3", "3")});
    const auto differences = store.replace(
        {makeObject("n", "same", "2", "2"), makeObject("n", "moved", "3", "9"), makeObject("n", "new", "4", "8")});
    QCOMPARE(differences.size(), 3u);
    QCOMPARE(differences[0].before->name, std::string("gone"));
    QVERIFY(!differences[0].after);
    QCOMPARE(differences[1].before->version.text(), std::string("3"));
    QCOMPARE(differences[1].after->version.text(), std::string("9"));
    QVERIFY(!differences[2].before);
    QCOMPARE(differences[2].after->name, std::string("new"));
}

void TestObjectStore::C6_aRecreatedObjectIsARemovalAndAnAddition()
{
    ObjectStore store;
    store.replace({makeObject("n", "a", "old-uid", "1")});
    const auto differences = store.replace({makeObject("n", "a", "new-uid", "5")});
    QCOMPARE(differences.size(), 2u);
    QCOMPARE(differences[0].before->uid, std::string("old-uid"));
    QCOMPARE(differences[1].after->uid, std::string("new-uid"));
}

void TestObjectStore::anyHistoryEndsInTheSameIndexesAsAFreshList()
{
    std::mt19937_64 random(test::seed());
    ObjectStore store;
    store.byIndex(ObjectStore::Index::Node, {}); // is kept up from here on; the others are made at the end
    const int steps = test::rounds(3000);
    for (int i = 0; i < steps; ++i) {
        const std::string name(1, char('a' + random() % 20));
        const std::string node = "node-" + std::to_string(random() % 4);
        const std::string app(1, char('k' + random() % 5));
        if (random() % 4 == 0)
            store.remove("web", name);
        else
            store.put(makePod(name.c_str(), std::to_string(i + 1).c_str(), node.c_str(), app.c_str()));
    }
    ObjectStore fresh;
    fresh.replace(store.all());
    QCOMPARE(store.memoryBytes(), fresh.memoryBytes());
    QVERIFY(store.all() == fresh.all());
    for (int i = 0; i < 4; ++i)
        QVERIFY(store.byIndex(ObjectStore::Index::Node, "node-" + std::to_string(i)) ==
                fresh.byIndex(ObjectStore::Index::Node, "node-" + std::to_string(i)));
    for (char app = 'k'; app < 'p'; ++app)
        QVERIFY(store.byIndex(ObjectStore::Index::Label, std::string("app=") + app) ==
                fresh.byIndex(ObjectStore::Index::Label, std::string("app=") + app));
}

void TestObjectStore::anyHistoryOfPutsAndRemovalsIsTheMaps()
{
    std::mt19937_64 random(test::seed());
    NamedObjects table;
    std::map<std::string, ObjectPtr> map;
    const int steps = test::rounds(20'000);
    for (int i = 0; i < steps; ++i) {
        // Now many names, now few: the table grows, and gaps are closed all over it.
        const std::string ns = random() % 2 ? "a" : "";
        const std::string name = "pod-" + std::to_string(random() % (i % 5000 < 2500 ? 600 : 40));
        const std::string key = objectKey(ns, name);
        const ObjectPtr before = map.contains(key) ? map[key] : nullptr;
        QVERIFY(table.find(ns, name) == before);
        if (random() % 3 == 0) {
            QVERIFY(table.remove(ns, name) == before);
            map.erase(key);
        } else {
            const ObjectPtr object = makeObject(ns.c_str(), name.c_str(), "u", std::to_string(i + 1).c_str());
            QVERIFY(table.put(object) == before);
            map[key] = object;
        }
        QCOMPARE(table.size(), map.size());
    }
    std::set<ObjectPtr> left;
    table.forEach([&](const ObjectPtr &object) { left.insert(object); });
    QCOMPARE(left.size(), map.size());
    for (const auto &[key, object] : map)
        QVERIFY(left.contains(object));
}

} // namespace tst_objectstore

WK_TEST(tst_objectstore, TestObjectStore, QCoreApplication)
#include "tst_objectstore.moc"
