// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/deadends.h"
#include "tests/contract/networkcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_network {

using namespace wk;
using namespace wk::matrix;

/// Faults of the network, the group N of the fault matrix.
class TestFaultsNetwork : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListIsShownWhole_data() { addRows(network::casesOfLists()); }
    void aListIsShownWhole() { meet(network::casesOfLists(), {Way::Plain, Way::Tls}, meetTheList); }
    void aWatchGoesOnWhereItBroke_data() { addRows(network::casesOfWatches()); }
    void aWatchGoesOnWhereItBroke() { meet(network::casesOfWatches(), {Way::Tls}, meetTheWatch); }
    void nobodyListensAtTheStart_data();
    void nobodyListensAtTheStart();
    void nobodyListensInTheMiddle();
    void aConnectionThatIsNeverMade();
    void aSilentPeer_data();
    void aSilentPeer();
    void aStreamThatDripsIsNoIdleOne();
    void anEventThatNeverEnds();
    void aListThatStopsOnItsWay();
    void theWayToTheServerChanges();
    void fortyWatchesOfOneHost_data();
    void fortyWatchesOfOneHost();
    void aConnectionClosedJustAsItIsUsedAgain();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    /// A fault of bytes may look another way over TLS; without it the streams of tst_faults_cuts are cut.
    void meet(const std::vector<Case> &cases, const std::vector<Way> &ways, void (*meets)(Scene &, const Case &))
    {
        QFETCH(int, row);
        for (const Way way : ways) {
            Scene scene(way);
            meets(scene, cases[std::size_t(row)]);
            if (QTest::currentTestFailed())
                return;
        }
        m_executed.add(QByteArray(cases[std::size_t(row)].name).split(' ').first().toStdString(), int(ways.size()) - 1);
    }
    Executed m_executed;
};

void TestFaultsNetwork::nobodyListensAtTheStart_data()
{
    QTest::addColumn<double>("random");
    QTest::addColumn<int>("unit"); // of the first pause, in ms; each is twice the last
    QTest::newRow("N1 connection refused at the start, the shortest pauses") << 0.0 << 800;
    QTest::newRow("N1 connection refused at the start, the longest pauses") << 1.0 << 1600;
}

void TestFaultsNetwork::nobodyListensAtTheStart()
{
    QFETCH(double, random);
    QFETCH(int, unit);
    Scene scene({.port = steadyPort(), .random = [random] { return random; }});
    QVERIFY(scene.isServing);
    scene.server->stop();
    scene.start();
    for (const int factor : {1, 2, 4}) {
        QVERIFY(soon([&] { return scene.isPausing(); }));
        QCOMPARE(scene.informer->status().state, WatchState::Waiting);
        QCOMPARE(scene.informer->status().error->kind, ErrorKind::Refused);
        QCOMPARE(scene.pause().count(), unit * factor);
        scene.skipPause();
    }
    QVERIFY(soon([&] { return scene.isPausing(); }));
    QCOMPARE(scene.informer->store().size(), 0u);
    scene.serve();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
}

void TestFaultsNetwork::nobodyListensInTheMiddle()
{
    Scene scene({.port = steadyPort()});
    QVERIFY2(scene.watches(), scene.words());
    const Versions before = scene.truth();
    scene.server->stop();
    QVERIFY2(soon([&] { return scene.said(WatchState::Waiting, ErrorKind::Refused); }), scene.words());
    QVERIFY(scene.informer->status().staleSince);
    for (int i = 0; i < 10; ++i)
        scene.put("made-" + std::to_string(i));
    QCOMPARE(versionsOf(scene.informer->store()), before);
    scene.serve();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryClass::Resumed), 10);
    QCOMPARE(scene.count(EntryType::Gap), 0);
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("N2");
}

void TestFaultsNetwork::aConnectionThatIsNeverMade()
{
    Scene scene({.port = steadyPort()});
    QVERIFY2(scene.watches(), scene.words());
    scene.server->stop();
    {
        const FullListener full(scene.access.server.port());
        QVERIFY(full.isFull());
        QVERIFY(soon([&] { return scene.isPausing() || scene.clock.untilNext() > 1s; }));
        scene.skipPause();
        QVERIFY(soon([&] {
            scene.clock.advance(1s);
            return scene.said(WatchState::Waiting, ErrorKind::TimedOut);
        }));
    }
    scene.serve();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
    m_executed.add("N5");
}

void TestFaultsNetwork::aSilentPeer_data()
{
    QTest::addColumn<Place>("place");
    QTest::addColumn<bool>("bookmark");
    QTest::addColumn<int>("seconds"); // until it is found
    QTest::newRow("N11 half-open: a stream falls silent") << Place::Frames << false << 330;
    QTest::newRow("N11 half-open: a stream with bookmarks falls silent") << Place::Frames << true << 150;
    QTest::newRow("N11 half-open: a watch that is never answered") << Place::Watch << false << 30;
    QTest::newRow("N11 half-open: a watch whose head is cut short") << Place::WatchHead << false << 10;
}

void TestFaultsNetwork::aSilentPeer()
{
    QFETCH(Place, place);
    QFETCH(bool, bookmark);
    QFETCH(int, seconds);
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    if (bookmark) {
        scene.script.add(scene.addsBookmark());
        scene.put("settings");
        QVERIFY(soon([&] { return scene.informer->status().bookmarks == 1; }));
    }
    if (place != Place::Frames)
        scene.script.add(endsInOrder());
    scene.script.add(step(place, {.upTo = place == Place::WatchHead ? 20u : 0u, .then = Then::Silence}));
    const int done = scene.script.fired() + (place == Place::Frames ? 1 : 2);
    scene.told.clear();
    scene.put("settings");
    QVERIFY(soon([&] { return scene.script.fired() == done; }));
    if (place != Place::Frames)
        QVERIFY(soon([&] { return scene.clock.hasAlarm(std::chrono::seconds(seconds)); }));
    const auto isSaid = [&scene] {
        return scene.said(WatchState::Resuming, ErrorKind::TimedOut) ||
               scene.said(WatchState::Waiting, ErrorKind::TimedOut);
    };
    const auto since = place == Place::Frames && !bookmark ? 10s : 0s; // nothing has come for so long
    scene.clock.advance(std::chrono::seconds(seconds) - since - 1s);
    QCoreApplication::processEvents();
    QVERIFY2(!isSaid(), scene.words());
    scene.clock.advance(2s);
    QVERIFY2(soon(isSaid), scene.words());
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.lists(), 1);
}

void TestFaultsNetwork::aStreamThatDripsIsNoIdleOne()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    scene.script.add(scene.addsBookmark());
    scene.put("settings");
    QVERIFY(soon([&] { return scene.informer->status().bookmarks == 1; }));
    scene.script.add(step(Place::Frames, {.drip = 1ms}, FaultScript::Always));
    for (int i = 0; i < 8; ++i) { // one every 50 s; after 150 s of silence it would be over
        scene.put("settings");
        QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
        scene.clock.advance(50s);
    }
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.watches(), 1);
    m_executed.add("N12");
}

void TestFaultsNetwork::anEventThatNeverEnds()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    scene.script.add(step(Place::Frames, {.upTo = 300, .then = Then::Silence}));
    scene.put("settings");
    QVERIFY(soon([&] { return scene.clock.hasAlarm(60s); }));
    scene.clock.advance(59s);
    QCOMPARE(scene.script.watches(), 1);
    scene.clock.advance(2s);
    QVERIFY2(soon([&] { return scene.said(WatchState::Resuming, ErrorKind::TimedOut); }), scene.words());
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("N12");
}

void TestFaultsNetwork::aListThatStopsOnItsWay()
{
    Scene scene;
    for (int i = 0; i < 1200; ++i)
        scene.put("object-" + std::to_string(i));
    scene.script.add({Place::List,
                      [](const apiserver::Request &request, auto) {
                          const bool isSecond = !request.query.value("continue").empty();
                          return isSecond ? Deed{.then = Then::Silence} : Deed{};
                      },
                      2});
    scene.start();
    QVERIFY(soon([&] { return scene.informer->status().listed == 500 && scene.clock.hasAlarm(30s); }));
    const WatchStatus status = scene.informer->status();
    QCOMPARE(status.state, WatchState::Listing);
    QCOMPARE(status.listTotal.value_or(0), std::uint64_t(1203));
    QCOMPARE(scene.informer->store().size(), 0u);
    scene.clock.advance(31s);
    QVERIFY2(soon([&] { return scene.said(WatchState::Waiting, ErrorKind::TimedOut); }), scene.words());
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    m_executed.add("N14");
}

void TestFaultsNetwork::theWayToTheServerChanges()
{
    Scene scene;
    QVERIFY2(scene.watches(), scene.words());
    scene.script.add(step(Place::Frames, {.upTo = 0, .then = Then::Silence}));
    scene.put("settings");
    QVERIFY(soon([&] { return scene.script.fired() == 1; }));
    scene.put("made-meanwhile");
    scene.transport->forgetConnections();
    scene.informer->distrust(scene.clock.now());
    QVERIFY2(scene.said(WatchState::Resuming, ErrorKind::ConnectionLost), scene.words());
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words()); // at once: no clock was turned
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.script.watches(), 2);
    QCOMPARE(scene.script.lists(), 1);
    m_executed.add("N15");
}

void TestFaultsNetwork::fortyWatchesOfOneHost_data()
{
    QTest::addColumn<Way>("way");
    QTest::newRow("N16 forty watches of one host") << Way::Plain;
    QTest::newRow("N16 forty watches of one host over TLS") << Way::Tls;
}

void TestFaultsNetwork::fortyWatchesOfOneHost()
{
    QFETCH(Way, way);
    Scene scene(way);
    scene.start();
    std::vector<std::unique_ptr<SharedInformer>> others;
    for (WatchId id = 2; id <= 40; ++id) {
        others.push_back(scene.makeInformer(id));
        others.back()->start();
    }
    QVERIFY(soon([&] { return scene.script.heads() == 40; }));
    scene.put("made-later");
    for (const auto &informer : others)
        QVERIFY(soon([&] { return versionsOf(informer->store()) == scene.truth(); }));
    QVERIFY(scene.isLive());
}

void TestFaultsNetwork::aConnectionClosedJustAsItIsUsedAgain()
{
    Scene scene;
    for (int i = 0; i < 600; ++i)
        scene.put("object-" + std::to_string(i));
    scene.script.add(step(Place::ListAnswer, {.then = Then::Close})); // the second page is asked for on it
    scene.start();
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.script.lists(), 2);
    QCOMPARE(scene.wrongs(), QString());
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error, scene.words());
    m_executed.add("N17");
}

} // namespace tst_faults_network

WK_TEST(tst_faults_network, TestFaultsNetwork, QCoreApplication)
#include "tst_faults_network.moc"
