// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/lifesearch.h"

#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_lifesearch {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestLifeSearch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tellsTheRevisionsOfALife();
    void tellsUnderWhichColumnsTheyStand();
    void tellsOnFromWhatStoodAtTheBeginning();
    void findsEachLifeOfAName();
    void anObjectIsOneUnderEachWatchOfItsKind();
    void saysSinceWhenNobodyHadLooked();
    void whatTwoWatchesTellAtOnceIsToldOnce();
    void whatAWatchItselfTellsIsNewsEvenWhenItGoesBack();
    void findsTheRowOfAnEvent();
    void findsWhatAnObjectOwns();
    void whatIsOwnedIsNotCreatedBeforeItsCause();
    void aNumberThatIsFreeIsNobody();
    void theSameNamesAndUidsOfAnotherClusterAreOthers();
};

namespace {

Counted<Object> named(std::string name, std::string uid, std::string version)
{
    auto made = object("web", std::move(name), std::move(version));
    made->uid = std::move(uid);
    return made;
}

EntryPtr timed(const EntryPtr &entry, std::chrono::milliseconds after)
{
    auto made = std::make_shared<Entry>(*entry);
    made->arrived = Start + after;
    return made;
}

WatchScope pods()
{
    WatchScope made = scope("Pod");
    made.resource.gvr.resource = "pods";
    return made;
}

/// Rows enough for the oldest to fall off.
void fill(EventLog &log)
{
    for (const RowId begin = log.now().begin(); log.now().begin() == begin;) {
        Batch batch;
        batch.entries.assign(1000, entry(9, EntryType::Bookmark));
        log.append(batch);
    }
}

QStringList versions(const std::vector<LifeRevision> &revisions)
{
    QStringList found;
    for (const LifeRevision &revision : revisions)
        found += QString::fromLatin1(typeName(revision.type)) + u' ' + QLatin1String(className(revision.origin)) +
                 u' ' + QString::fromStdString(revision.object->version.text());
    return found;
}

QStringList uids(const EventLog &log, const std::vector<LifeId> &lives)
{
    QStringList found;
    for (const LifeId life : lives)
        found += QString::fromStdString(log.now().newestOf(life).object->uid);
    return found;
}

} // namespace

void TestLifeSearch::tellsTheRevisionsOfALife()
{
    EventLog log;
    log.append(batch({listEntry(1, {named("a", "u1", "1"), named("b", "u2", "1")}),
                      entry(1, EntryType::Modified, named("a", "u1", "2")),
                      entry(1, EntryType::Modified, named("b", "u2", "3")),
                      entry(1, EntryType::Deleted, named("a", "u1", "4"))}));
    const LifeId life = log.now().lives().step(1).of;
    QCOMPARE(versions(revisionsOf(log.now(), {life})),
             QStringList({QStringLiteral("ADDED initial 1"), QStringLiteral("MODIFIED live 2"),
                          QStringLiteral("DELETED live 4")}));
    QCOMPARE(revisionsOf(log.now(), {life}).front().row, RowId(1));
    QCOMPARE(versions(revisionsOf(log.now(), {life}, {}, 2)),
             QStringList({QStringLiteral("MODIFIED live 2"), QStringLiteral("DELETED live 4")}));
    QCOMPARE(rowsOf(log.now(), {life}), (std::vector<ObjectRow>{{1, life}, {3, life}, {5, life}}));
    QCOMPARE(rowsOf(log.now(), {life}, 5), (std::vector<ObjectRow>{{1, life}, {3, life}}));
    QVERIFY(rowsOf(log.now(), {life}, 1).empty());
}

void TestLifeSearch::tellsUnderWhichColumnsTheyStand()
{
    EventLog log({1, limits::MiB});
    auto list = listEntry(1, {named("a", "u1", "1")});
    auto modified = entry(1, EntryType::Modified, named("a", "u1", "2"));
    list->columns = modified->columns = columnsNamed({"Name", "Status"});
    log.append(batch({list, modified}));
    const LifeId life = log.now().lives().step(1).of;
    const auto areUnder = [&](std::size_t count) {
        const std::vector<LifeRevision> revisions = revisionsOf(log.now(), {life});
        QCOMPARE(revisions.size(), count);
        for (const LifeRevision &revision : revisions)
            QVERIFY(revision.table && *revision.table == *list->columns);
    };
    areUnder(2);
    fill(log);
    auto again = entry(1, EntryType::Modified, named("a", "u1", "3"));
    again->columns = list->columns;
    log.append(batch({again}));
    areUnder(2);
}

void TestLifeSearch::tellsOnFromWhatStoodAtTheBeginning()
{
    EventLog log({1, limits::MiB});
    log.append(batch({listEntry(1, {named("a", "u1", "1")}), entry(1, EntryType::Modified, named("a", "u1", "2"))}));
    const LifeId life = log.now().lives().step(1).of;
    fill(log);
    QCOMPARE(versions(revisionsOf(log.now(), {life})), QStringList({QStringLiteral("MODIFIED live 2")}));
    log.append(batch({entry(1, EntryType::Modified, named("a", "u1", "3"))}));
    QCOMPARE(versions(revisionsOf(log.now(), {life})),
             QStringList({QStringLiteral("MODIFIED live 2"), QStringLiteral("MODIFIED live 3")}));
}

void TestLifeSearch::findsEachLifeOfAName()
{
    EventLog log;
    log.setWatch(1, pods());
    log.setWatch(2, scope("Node"));
    log.append(batch(
        {entry(1, EntryType::Added, named("a", "first", "1")), entry(1, EntryType::Deleted, named("a", "first", "2")),
         entry(2, EntryType::Added, named("a", "a node", "3")), entry(1, EntryType::Added, named("b", "other", "4")),
         entry(1, EntryType::Added, named("a", "second", "5"))}));
    QCOMPARE(uids(log, livesNamed(log.now(), {pods().resource.gvr, "web", "a", {}})),
             QStringList({QStringLiteral("first"), QStringLiteral("second")}));
    QVERIFY(livesNamed(log.now(), {pods().resource.gvr, "", "a", {}}).empty());
    QVERIFY(livesNamed(log.now(), {pods().resource.gvr, "web", "c", {}}).empty());
}

/// Other namespaces are chosen, and then all of them again: that makes other watches.
void TestLifeSearch::anObjectIsOneUnderEachWatchOfItsKind()
{
    EventLog log;
    for (const WatchId watch : {1, 2, 3})
        log.setWatch(watch, pods());
    log.append(batch({listEntry(1, {named("a", "u1", "1")}), entry(1, EntryType::Modified, named("a", "u1", "2")),
                      listEntry(2, {named("a", "u1", "2")}), listEntry(3, {named("a", "u1", "5")}),
                      entry(3, EntryType::Modified, named("a", "u1", "6")),
                      entry(3, EntryType::Added, named("a", "u2", "7"))}));
    const std::vector<ObjectLives> objects = objectsNamed(log.now(), {pods().resource.gvr, "web", "a", {}});
    QCOMPARE(objects.size(), std::size_t(2));
    QCOMPARE(objects.front().size(), std::size_t(3));
    QCOMPARE(versions(revisionsOf(log.now(), objects.front())),
             QStringList({QStringLiteral("ADDED initial 1"), QStringLiteral("MODIFIED live 2"),
                          QStringLiteral("MODIFIED inferred 5"), QStringLiteral("MODIFIED live 6")}));
    QCOMPARE(versions(revisionsOf(log.now(), objects.back())), QStringList({QStringLiteral("ADDED live 7")}));
    QCOMPARE(spanOf(revisionsOf(log.now(), objects.front())[2]), RevisionSpan::MaybeSeveral);
}

void TestLifeSearch::saysSinceWhenNobodyHadLooked()
{
    EventLog log;
    for (const WatchId watch : {1, 2})
        log.setWatch(watch, pods());
    const auto gap = std::make_shared<Entry>(*timed(entry(2, EntryType::Gap), 50s));
    gap->gap.since = Start + 40s;
    const auto found = std::make_shared<Entry>(*timed(entry(2, EntryType::Modified, named("a", "u1", "9")), 50s));
    found->origin = EntryClass::Inferred;
    log.append(batch({timed(listEntry(1, {named("a", "u1", "1")}), 10s)}));
    log.closeWatch(1, Start + 20s);
    log.append(batch({timed(listEntry(2, {named("a", "u1", "5")}), 30s),
                      timed(entry(2, EntryType::Modified, named("a", "u1", "6")), 35s), gap, found}));
    std::vector<std::optional<WallTime>> unseen;
    for (const LifeRevision &revision :
         revisionsOf(log.now(), objectsNamed(log.now(), {pods().resource.gvr, "web", "a", {}}).front()))
        unseen.push_back(revision.unseenSince);
    QVERIFY((unseen == std::vector<std::optional<WallTime>>{{}, Start + 20s, {}, Start + 40s}));
}

void TestLifeSearch::whatTwoWatchesTellAtOnceIsToldOnce()
{
    EventLog log;
    log.setWatch(1, pods());
    log.setWatch(2, pods());
    log.append(batch(
        {listEntry(1, {named("a", "u1", "1")}), listEntry(2, {named("a", "u1", "1")}),
         entry(1, EntryType::Modified, named("a", "u1", "2")), entry(1, EntryType::Modified, named("a", "u1", "3")),
         entry(2, EntryType::Modified, named("a", "u1", "2")), entry(2, EntryType::Modified, named("a", "u1", "3")),
         entry(2, EntryType::Modified, named("a", "u1", "4")), entry(1, EntryType::Modified, named("a", "u1", "4")),
         entry(1, EntryType::Deleted, named("a", "u1", "5")), entry(2, EntryType::Deleted, named("a", "u1", "5"))}));
    QCOMPARE(versions(revisionsOf(log.now(), objectsNamed(log.now(), {pods().resource.gvr, "web", "a", {}}).front())),
             QStringList({QStringLiteral("ADDED initial 1"), QStringLiteral("MODIFIED live 2"),
                          QStringLiteral("MODIFIED live 3"), QStringLiteral("MODIFIED live 4"),
                          QStringLiteral("DELETED live 5")}));
}

/// As that of a cluster does which is brought back from a backup.
void TestLifeSearch::whatAWatchItselfTellsIsNewsEvenWhenItGoesBack()
{
    EventLog log;
    log.setWatch(1, pods());
    log.setWatch(2, pods());
    log.append(batch({listEntry(1, {named("a", "u1", "1")}), listEntry(2, {named("a", "u1", "1")}),
                      entry(1, EntryType::Modified, named("a", "u1", "9")),
                      entry(1, EntryType::Modified, named("a", "u1", "3"))}));
    QCOMPARE(versions(revisionsOf(log.now(), objectsNamed(log.now(), {pods().resource.gvr, "web", "a", {}}).front())),
             QStringList({QStringLiteral("ADDED initial 1"), QStringLiteral("MODIFIED live 9"),
                          QStringLiteral("MODIFIED live 3")}));
}

void TestLifeSearch::findsTheRowOfAnEvent()
{
    EventLog log({1, limits::MiB});
    log.setWatch(1, pods());
    log.setWatch(2, pods());
    const std::vector<EntryPtr> events{
        entry(1, EntryType::Added, named("a", "first", "1")), entry(2, EntryType::Added, named("a", "first", "1")),
        entry(1, EntryType::Modified, named("a", "first", "2")), entry(1, EntryType::Deleted, named("a", "first", "2")),
        entry(1, EntryType::Added, named("a", "second", "3"))};
    QVERIFY2(!rowOf(log.now(), *events[0]), "it is not taken in yet");
    log.append(batch(events));
    for (RowId row = 0; row < events.size(); ++row)
        QCOMPARE(rowOf(log.now(), *events[row]), std::optional(row));
    QVERIFY(!rowOf(log.now(), *entry(1, EntryType::Bookmark)));
    fill(log);
    QVERIFY2(!rowOf(log.now(), *events[2]), "it has fallen off");
}

void TestLifeSearch::findsWhatAnObjectOwns()
{
    EventLog log;
    auto owned = named("a-1", "child", "1");
    owned->owners = {{"apps/v1", "ReplicaSet", "a", "parent", true}};
    log.append(batch({entry(1, EntryType::Added, named("a", "parent", "1")), entry(2, EntryType::Added, owned)}));
    QCOMPARE(uids(log, livesOwnedBy(log.now(), {}, "parent")), QStringList({QStringLiteral("child")}));
    QVERIFY(livesOwnedBy(log.now(), {}, "child").empty());
}

/// As of a cluster and another that was restored from its backup.
void TestLifeSearch::theSameNamesAndUidsOfAnotherClusterAreOthers()
{
    const ClusterId east = ClusterId::known("east");
    const ClusterId west = ClusterId::known("west");
    EventLog log;
    log.setWatch(1, pods(), east);
    log.setWatch(2, pods(), west);
    auto owned = named("a-1", "child", "1");
    owned->owners = {{"apps/v1", "ReplicaSet", "a", "parent", true}};
    log.append(batch({listEntry(1, {named("a", "u", "1"), owned}), listEntry(2, {named("a", "u", "1"), owned}),
                      entry(2, EntryType::Modified, named("a", "u", "2"))}));
    const auto rowsIn = [&](const ClusterId &cluster) {
        QList<RowId> rows;
        for (const ObjectLives &lives : objectsNamed(log.now(), {pods().resource.gvr, "web", "a", {}, cluster})) {
            for (const ObjectRow &row : wk::rowsOf(log.now(), lives))
                rows.append(row.row);
        }
        return rows;
    };
    QCOMPARE(rowsIn(east), QList<RowId>({1}));
    QCOMPARE(rowsIn(west), QList<RowId>({4, 6}));
    QCOMPARE(rowsIn({}), QList<RowId>());
    QCOMPARE(livesOwnedBy(log.now(), east, "parent").size(), std::size_t(1));
    QVERIFY(livesOwnedBy(log.now(), east, "parent") != livesOwnedBy(log.now(), west, "parent"));
    QCOMPARE(rowOf(log.now(), *entry(2, EntryType::Modified, named("a", "u", "2"))), std::optional(RowId(6)));
}

/// creationTimestamp has whole seconds.
void TestLifeSearch::whatIsOwnedIsNotCreatedBeforeItsCause()
{
    EventLog log;
    auto owned = named("a-1", "child", "1");
    owned->owners = {{"apps/v1", "ReplicaSet", "a", "parent", true}};
    owned->created = Start;
    auto was = named("a-0", "elder", "1");
    was->owners = owned->owners;
    was->created = Start - 60s;
    log.append(batch({timed(listEntry(2, {was}), 0s), timed(entry(2, EntryType::Added, owned), 400ms),
                      timed(entry(2, EntryType::Modified, owned), 700ms)}));
    const std::vector<LifeMoment> moments = momentsOfOwned(log.now(), {}, "parent");
    QCOMPARE(moments.size(), std::size_t(2));
    QCOMPARE(moments[0].time, Start - 60s); // nobody saw it come
    QCOMPARE(moments[1].time, Start + 400ms);
    QVERIFY(moments[1].isServersTime);
}

void TestLifeSearch::aNumberThatIsFreeIsNobody()
{
    EventLog log({1, limits::MiB});
    log.setWatch(1, pods());
    log.append(batch(
        {entry(1, EntryType::Added, named("a", "u1", "1")), entry(1, EntryType::Deleted, named("a", "u1", "2"))}));
    const LifeId life = log.now().lives().step(0).of;
    fill(log);
    QVERIFY(!log.now().newestOf(life).object);
    QVERIFY(revisionsOf(log.now(), {life}).empty());
    QVERIFY(livesNamed(log.now(), {pods().resource.gvr, "web", "a", {}}).empty());
}

} // namespace tst_lifesearch

WK_TEST(tst_lifesearch, TestLifeSearch, QCoreApplication)
#include "tst_lifesearch.moc"
