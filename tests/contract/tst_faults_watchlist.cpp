// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/matrixcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_watchlist {

using namespace wk;
using namespace wk::matrix;

/// Lists that come as a watch's initial events, and servers that do not keep to it: H2 and P14 of the fault matrix.
class TestFaultsWatchList : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aServerThatDoesNotStreamIsAskedForAList_data();
    void aServerThatDoesNotStreamIsAskedForAList();
    void whatIsDeletedBeforeTheMarkIsNotThere();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    static Scene::Setup streaming()
    {
        Scene::Setup setup;
        setup.streamsLists = true;
        return setup;
    }
    Executed m_executed;
};

std::string added(const std::string &name)
{
    return R"({"type":"ADDED","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":")" + name +
           R"(","namespace":"web","uid":"u","resourceVersion":"2"}}})"
           "\n";
}

/// A bookmark of version 9 with this for its annotations.
std::string bookmark(const std::string &annotations)
{
    return R"({"type":"BOOKMARK","object":{"kind":"ConfigMap","apiVersion":"v1","metadata":{"resourceVersion":"9")" +
           annotations + "}}}\n";
}

void TestFaultsWatchList::aServerThatDoesNotStreamIsAskedForAList_data()
{
    QTest::addColumn<std::string>("answer");
    QTest::addColumn<Then>("then");
    const std::string head = text(ScriptServer::streamHead());
    const auto row = [](const char *name, const std::string &answer, Then then) {
        QTest::newRow(name) << answer << then;
    };
    row("H2 422 to sendInitialEvents", status(422, "Invalid", "sendInitialEvents: Forbidden"), Then::GoOn);
    row("H2 400 to sendInitialEvents", status(400, "BadRequest", "unknown option"), Then::GoOn);
    row("H2 sendInitialEvents without an answer", head, Then::Silence);
    row("P14 the stream ends before the bookmark", head + chunk(added("x")) + "0\r\n\r\n", Then::Close);
    row("P14 a bookmark without the annotation", head + chunk(added("x") + bookmark("")), Then::Silence);
    row("P14 the annotation says \"false\"",
        head + chunk(added("x") + bookmark(R"(,"annotations":{"k8s.io/initial-events-end":"false"})")), Then::Silence);
}

void TestFaultsWatchList::aServerThatDoesNotStreamIsAskedForAList()
{
    QFETCH(std::string, answer);
    QFETCH(Then, then);
    Scene scene(streaming());
    scene.script.add(says(Place::Watch, answer, then));
    scene.start();
    QVERIFY2(soon([&] {
                 if (then == Then::Silence && scene.script.fired() == 1 && scene.script.lists() == 0)
                     scene.clock.advance(100ms);
                 return scene.informer->hasSynced();
             }),
             scene.words());
    QVERIFY(scene.script.askedWatches().front().query.isSet("sendInitialEvents"));
    QCOMPARE(scene.script.lists(), 1);
    QVERIFY2(soon([&] { return scene.isLive() && scene.script.heads() == 1; }), scene.words());
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error, scene.words());
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
}

void TestFaultsWatchList::whatIsDeletedBeforeTheMarkIsNotThere()
{
    std::string deleted = added("ghost");
    deleted.replace(deleted.find("ADDED"), 5, "DELETED");
    Scene scene(streaming());
    scene.script.add(says(Place::Watch,
                          text(ScriptServer::streamHead()) +
                              chunk(added("ghost") + added("rock") + deleted +
                                    bookmark(R"(,"annotations":{"k8s.io/initial-events-end":"true"})")),
                          Then::Silence));
    scene.start();
    QVERIFY2(soon([&] { return scene.informer->hasSynced(); }), scene.words());
    QCOMPARE(versionsOf(scene.informer->store()), (Versions{{"rock", "2"}}));
    QCOMPARE(scene.informer->status().state, WatchState::Live);
    QCOMPARE(scene.informer->status().version.text(), std::string("9"));
    QCOMPARE(scene.script.lists(), 0);
    m_executed.add("P14");
}

} // namespace tst_faults_watchlist

WK_TEST(tst_faults_watchlist, TestFaultsWatchList, QCoreApplication)
#include "tst_faults_watchlist.moc"
