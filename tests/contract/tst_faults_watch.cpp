// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/watchcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_watch {

using namespace wk;
using namespace wk::matrix;

/// Faults of the watch protocol, the group P of the fault matrix.
class TestFaultsWatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aStreamSaysWhy_data() { addRows(watch::cases()); }
    void aStreamSaysWhy();
    void theLastEventsAreSaidAgain();
    void bookmarksAlone();
    void aServerThatNeverClosesAWatch();
    void aServerThatClosesEveryWatchAtOnce();
    void anEventThatContradictsTheStore_data();
    void anEventThatContradictsTheStore();
    void recreatedInAGap();
    void oneNameTwoKinds();
    void leavesTheSelector();
    void pagesThatAreOdd_data();
    void pagesThatAreOdd();
    void versionsThatAreOdd_data();
    void versionsThatAreOdd();
    void aShardIsNoList();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

void TestFaultsWatch::aStreamSaysWhy()
{
    QFETCH(int, row);
    Scene scene;
    meetTheWatch(scene, watch::cases()[std::size_t(row)]);
}

void TestFaultsWatch::theLastEventsAreSaidAgain()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    std::string said;
    scene.script.add({Place::Frames,
                      [&said](const auto &, std::string_view frames) {
                          said += frames;
                          return Deed{};
                      },
                      FaultScript::Always});
    for (const char *name : {"settings", "certs", "made-meanwhile"}) {
        scene.put(name);
        QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    }
    scene.script.heal();
    scene.script.add(endsInOrder());
    scene.script.add({Place::Frames, [&said](const auto &, std::string_view frames) {
                          return Deed{.instead = said + std::string(frames)};
                      }});
    scene.put("certs");
    QVERIFY2(soon([&] { return scene.isLive() && scene.script.fired() >= 2; }), scene.words());
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("P5");
}

void TestFaultsWatch::bookmarksAlone()
{
    Scene::Setup setup;
    setup.options.bookmarkInterval = 2ms;
    Scene scene(setup);
    scene.start();
    QVERIFY2(soon([&] { return scene.isLive() && scene.script.heads() == 1; }), scene.words());
    const auto version = [&scene] { return number(scene.informer->status().version); };
    for (int minute = 0; minute < 60; ++minute) {
        const auto before = version();
        scene.putElsewhere();
        QVERIFY2(soon([&] { return version() > before; }), scene.words());
        scene.clock.advance(60s);
    }
    QVERIFY2(scene.isLive(), scene.words());
    QCOMPARE(scene.informer->status().events, 0u);
    QCOMPARE(scene.script.watches(), 1);
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("P11");
}

void TestFaultsWatch::aServerThatNeverClosesAWatch()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    for (int minute = 0; minute < 20; ++minute) { // it was asked to close after five
        scene.put("settings");
        QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
        scene.clock.advance(60s);
    }
    QCOMPARE(scene.script.watches(), 1);
    scene.clock.advance(271s); // and now nothing comes for 331 s
    QVERIFY2(soon([&] { return scene.said(WatchState::Resuming, ErrorKind::TimedOut); }), scene.words());
    QVERIFY2(soon([&] { return scene.isLiveInTime() && scene.script.watches() == 2; }), scene.words());
    QCOMPARE(scene.script.lists(), 1);
    QCOMPARE(scene.wrongs(), QString());
    m_executed.add("P20");
}

void TestFaultsWatch::aServerThatClosesEveryWatchAtOnce()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    scene.script.add(says(Place::Watch, text(ScriptServer::streamHead() + ScriptServer::lastChunk()), Then::GoOn,
                          FaultScript::Always));
    scene.script.add(endsInOrder());
    scene.put("settings");
    for (int minute = 0; minute < 5; ++minute) {
        const int before = scene.script.watches();
        const auto end = scene.clock.wallNow() + 60s;
        for (;;) {
            QVERIFY2(soon([&] { return scene.isPausing(); }), scene.words());
            if (scene.clock.wallNow() + scene.pause() > end)
                break;
            scene.skipPause();
        }
        scene.clock.advance(std::chrono::duration_cast<std::chrono::milliseconds>(end - scene.clock.wallNow()));
        const int tries = scene.script.watches() - before;
        QVERIFY2(tries <= (minute == 0 ? 8 : 4), QByteArray::number(tries).constData());
    }
    QVERIFY(scene.said(WatchState::Waiting, ErrorKind::ConnectionLost));
    QVERIFY(scene.informer->status().staleSince);
    scene.script.heal();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("P21");
}

void TestFaultsWatch::anEventThatContradictsTheStore_data()
{
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<bool>("known");
    QTest::addColumn<EntryType>("shown");
    QTest::newRow("P12 ADDED for an object we have is a change") << QByteArray("ADDED") << true << EntryType::Modified;
    QTest::newRow("P13 MODIFIED for an unknown object is an addition")
        << QByteArray("MODIFIED") << false << EntryType::Added;
    QTest::newRow("P13 DELETED for an unknown object is shown, and changes nothing")
        << QByteArray("DELETED") << false << EntryType::Deleted;
}

void TestFaultsWatch::anEventThatContradictsTheStore()
{
    QFETCH(QByteArray, type);
    QFETCH(bool, known);
    QFETCH(EntryType, shown);
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    const std::string name = known ? "certs" : "stranger";
    scene.script.add(
        {Place::Frames, [&](const auto &, std::string_view frames) {
             const std::string version = std::to_string(scene.server->storage().revision() + 1);
             const auto held = scene.server->storage().get("configmaps", "web/" + name);
             const QByteArray object = R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" +
                                       QByteArray::fromStdString(name) + R"(","namespace":"web","uid":")" +
                                       QByteArray::fromStdString(held ? held->uid : "u") + R"(","resourceVersion":")" +
                                       QByteArray::fromStdString(version) + "\"}}";
             return Deed{.instead = std::string(frames) + chunk(FaultServer::event(type, object).toStdString())};
         }});
    const std::size_t before = scene.entries.size();
    scene.put("settings");
    QVERIFY2(soon([&] { return scene.entries.size() == before + 2; }), scene.words());
    QCOMPARE(scene.entries.back()->type, shown);
    QCOMPARE(scene.entries.back()->object->name, name);
    QCOMPARE(scene.informer->store().find("web", name) != nullptr, shown != EntryType::Deleted);
    QCOMPARE(scene.informer->status().state, WatchState::Live);
    QCOMPARE(scene.script.lists(), 1);
}

void TestFaultsWatch::recreatedInAGap()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    scene.script.add(endsInOrder());
    scene.script.add({Place::Watch, [&scene](const auto &, auto) {
                          scene.server->watchCache().compact();
                          return Deed{};
                      }});
    scene.put("settings");
    scene.remove("certs");
    scene.put("certs");
    QVERIFY2(soon([&] { return scene.script.lists() == 2 && scene.isLiveInTime(); }), scene.words());
    std::vector<EntryType> inferred;
    for (const EntryPtr &entry : scene.entries) {
        if (entry->object && entry->object->name == "certs" && entry->origin == EntryClass::Inferred)
            inferred.push_back(entry->type);
    }
    QCOMPARE(inferred, (std::vector{EntryType::Deleted, EntryType::Added}));
    QCOMPARE(scene.wrongs(), QString());
    m_executed.add("P15");
}

void TestFaultsWatch::oneNameTwoKinds()
{
    Scene scene;
    scene.start();
    const auto pods = scene.makeInformer(2, "pods", "Pod");
    pods->start();
    scene.putElsewhere();
    QVERIFY(soon([&] { return pods->store().size() == 1; }));
    const std::string name = pods->store().all().front()->name;
    scene.put(name);
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    scene.remove(name);
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QVERIFY(pods->store().find("web", name));
    QCOMPARE(scene.wrongs(), QString());
    m_executed.add("P16");
}

void TestFaultsWatch::leavesTheSelector()
{
    Scene::Setup setup;
    setup.labelSelector = "app=shop";
    Scene scene(setup);
    scene.put("settings", {}, {{"app", "shop"}});
    scene.put("certs", {}, {{"app", "shop"}});
    scene.start();
    QVERIFY(soon([&] { return scene.informer->store().size() == 2 && scene.script.heads() == 1; }));
    scene.put("certs", {}, {{"app", "bank"}});
    QVERIFY(soon([&] { return scene.informer->store().size() == 1; }));
    QCOMPARE(scene.entries.back()->type, EntryType::Deleted);
    QCOMPARE(number(scene.entries.back()->version), scene.server->storage().revision());
    QCOMPARE(scene.entries.back()->object->labels.front().second, std::string("shop")); // as it was before
    scene.put("certs", {}, {{"app", "shop"}});
    QVERIFY(soon([&] { return scene.informer->store().size() == 2; }));
    QCOMPARE(scene.entries.back()->type, EntryType::Added);
    m_executed.add("P17");
}

std::string page(const std::string &version, const std::string &token, const std::vector<std::string> &names)
{
    std::string items;
    for (const std::string &name : names)
        items += (items.empty() ? "" : ",") + (R"({"metadata":{"name":")" + name + R"(","namespace":"web","uid":"u-)" +
                                               name + R"(","resourceVersion":")" + version + "\"}}");
    return text(ScriptServer::json(
        QByteArray::fromStdString(R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":")" +
                                  version + R"(","continue":")" + token + R"("},"items":[)" + items + "]}")));
}

void TestFaultsWatch::pagesThatAreOdd_data()
{
    QTest::addColumn<QByteArrayList>("tokens"); // of each page; the last stays
    QTest::addColumn<int>("objects");           // of the list in the end; -1: it never ends
    QTest::newRow("P18 an empty page with a token") << QByteArrayList{"a", "empty", ""} << 2;
    QTest::newRow("P18 a token on what is the last page, and an empty one behind")
        << QByteArrayList{"a", "b", "empty-"} << 2;
    QTest::newRow("P18 the same token twice") << QByteArrayList{"a", "b", "b"} << -1;
}

void TestFaultsWatch::pagesThatAreOdd()
{
    QFETCH(QByteArrayList, tokens);
    QFETCH(int, objects);
    Scene scene;
    int pages = 0;
    scene.script.add({Place::List,
                      [&](const auto &, auto) {
                          const int at = pages++;
                          const QByteArray token = tokens.value(std::min<qsizetype>(at, tokens.size() - 1));
                          const bool isEmpty = token.startsWith("empty");
                          const std::string next = token.endsWith('-') ? "" : token.toStdString();
                          return Deed{.instead = page(std::to_string(scene.server->storage().revision()), next,
                                                      isEmpty ? std::vector<std::string>()
                                                              : std::vector{"object-" + std::to_string(at)})};
                      },
                      FaultScript::Always});
    scene.start();
    QVERIFY(soon([&] { return scene.informer->hasSynced() || scene.isPausing(); }));
    if (objects < 0) {
        QVERIFY2(scene.said(WatchState::Misconfigured, ErrorKind::NotKubernetes), scene.words());
        QCOMPARE(scene.informer->store().size(), 0u);
        scene.script.heal();
        QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
        return;
    }
    QCOMPARE(scene.informer->store().size(), std::size_t(objects));
    QCOMPARE(scene.script.lists(), 3);
    QVERIFY(soon([&] { return scene.script.heads() == 1; }));
}

void TestFaultsWatch::versionsThatAreOdd_data()
{
    QTest::addColumn<std::string>("listed");
    QTest::addColumn<std::string>("next");
    const auto row = [](const char *name, const std::string &listed, const std::string &next) {
        QTest::newRow(name) << listed << next;
    };
    row("P19 the list has the version \"0\"", "0", "1");
    row("P19 the list has no version", "", "1");
    row("P19 versions are words", "abc", "abd");
    row("P19 versions of forty digits", std::string(40, '9'), "1" + std::string(40, '0'));
    row("P19 versions are packed documents", "eyJyZXYiOjd9", "eyJyZXYiOjh9");
}

void TestFaultsWatch::versionsThatAreOdd()
{
    QFETCH(std::string, listed);
    QFETCH(std::string, next);
    const QByteArray object = R"({"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"a","namespace":"web",)"
                              R"("uid":"u-a","resourceVersion":")" +
                              QByteArray::fromStdString(next) + "\"}}";
    Scene scene;
    scene.script.add(says(Place::List, page(listed, "", {"a", "b"}), Then::GoOn, FaultScript::Always));
    scene.script.add(says(
        Place::Watch, text(ScriptServer::streamHead() + ScriptServer::chunk(FaultServer::event("MODIFIED", object))),
        Then::Silence, FaultScript::Always));
    scene.start();
    QVERIFY2(soon([&] { return scene.informer->status().events == 1; }), scene.words());
    QCOMPARE(scene.informer->status().state, WatchState::Live);
    QCOMPARE(scene.informer->store().size(), 2u);
    QCOMPARE(scene.informer->store().find("web", "a")->version.text(), next);
    QCOMPARE(scene.informer->status().version.text(), next);
    QCOMPARE(scene.script.lists(), 1);
    QCOMPARE(scene.script.askedWatches().front().query.value("resourceVersion"), listed);
}

void TestFaultsWatch::aShardIsNoList()
{
    Scene scene;
    scene.script.add(says(
        Place::List, text(ScriptServer::json(R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":)"
                                             R"({"resourceVersion":"9","shardInfo":{"selector":"x"}},"items":[]})"))));
    scene.start();
    QVERIFY2(soon([&] { return scene.said(WatchState::Misconfigured, ErrorKind::Invalid); }), scene.words());
    QVERIFY(!scene.informer->hasSynced());
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    m_executed.add("P25");
}

} // namespace tst_faults_watch

WK_TEST(tst_faults_watch, TestFaultsWatch, QCoreApplication)
#include "tst_faults_watch.moc"
