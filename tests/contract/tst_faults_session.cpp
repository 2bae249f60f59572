// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/memorystorage.h"
#include "tests/contract/matrixcases.h"
#include "tests/contract/sessionscene.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_session {

using namespace wk;
using namespace wk::matrix;

/// Faults that a whole session has to get over, or to tell: H3, H20, P7, P24, K4 and K5 of the fault matrix.
class TestFaultsSession : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aKindThatGoesAndComesAgain_data();
    void aKindThatGoesAndComesAgain();
    void aServerThatWarns_data();
    void aServerThatWarns();
    void restoredFromABackup_data();
    void restoredFromABackup();
    void oneGroupIsDown();
    void oneGroupHangs();
    void theProcessIsStopped_data();
    void theProcessIsStopped();
    void theServersClockIsAnother_data();
    void theServersClockIsAnother();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

bool isOf(const apiserver::Request &request, std::string_view end)
{
    return request.path.ends_with(end);
}

/// Where these end a path, they are answered with 404.
FaultScript::Step isGone(Place place, std::string end)
{
    return {place,
            [end = std::move(end)](const apiserver::Request &request, auto) {
                return isOf(request, end) ? Deed{.instead = status(404, "NotFound", "no such thing")} : Deed{};
            },
            FaultScript::Always};
}

/// Discovery as it was before 1.26, group by group: what there is besides v1 and apps/v1 is not told.
FaultScript::Step discovers(bool configMaps)
{
    return {Place::ListAnswer,
            [configMaps](const apiserver::Request &request, auto) -> Deed {
                if (request.path == "/api")
                    return {.instead = text(ScriptServer::json(R"({"kind":"APIVersions","versions":["v1"]})"))};
                if (request.path == "/apis")
                    return {.instead = text(
                                ScriptServer::json(R"({"kind":"APIGroupList","apiVersion":"v1","groups":[)"
                                                   R"({"name":"apps","versions":[{"groupVersion":"apps/v1",)"
                                                   R"("version":"v1"}],"preferredVersion":{"groupVersion":"apps/v1",)"
                                                   R"("version":"v1"}}]})"))};
                if (request.path == "/api/v1" && !configMaps)
                    return {.instead =
                                text(ScriptServer::json(R"({"kind":"APIResourceList","groupVersion":"v1","resources":[)"
                                                        R"({"name":"pods","namespaced":true,"kind":"Pod",)"
                                                        R"("verbs":["get","list","watch"]}]})"))};
                return {};
            },
            FaultScript::Always};
}

void TestFaultsSession::aKindThatGoesAndComesAgain_data()
{
    QTest::addColumn<bool>("changes"); // while it is gone
    QTest::newRow("H3 404 on a kind: its objects go, and come again with it") << false;
    QTest::newRow("H3 404 on a kind: when it comes again, it is another") << true;
}

void TestFaultsSession::aKindThatGoesAndComesAgain()
{
    QFETCH(bool, changes);
    Scene scene;
    SessionScene session(scene);
    QVERIFY2(session.watches(), scene.words());
    QVERIFY(session.serves("configmaps"));
    scene.script.add(isGone(Place::Watch, "/configmaps"));
    scene.script.add(isGone(Place::List, "/configmaps"));
    scene.script.add(discovers(false));
    scene.server->watchCache().end("configmaps");
    QVERIFY2(session.reads([&] { return session.said(WatchState::KindGone, ErrorKind::NotFound); }), scene.words());
    QVERIFY(session.status()->staleSince);
    QCOMPARE(sumOf(session.entries), Versions());
    QCOMPARE(std::count_if(session.entries.begin(), session.entries.end(),
                           [](const EntryPtr &entry) {
                               return entry->type == EntryType::Deleted && entry->origin == EntryClass::Inferred;
                           }),
             3);
    session.pass(1s); // and what is served is asked for anew
    QVERIFY2(session.reads([&] { return !session.serves("configmaps"); }), scene.words());

    if (changes) {
        scene.put("made-meanwhile");
        scene.remove("certs");
    }
    scene.script.heal();
    QVERIFY2(session.passesUntil([&] { return session.isLive(); }, 40s), scene.words());
    session.pass(2s);
    QVERIFY2(session.reads([&] { return session.serves("configmaps"); }), scene.words());
    QCOMPARE(session.count(EntryType::Gap), 1);
    QCOMPARE(session.wrongs(), QString());
}

void TestFaultsSession::aServerThatWarns_data()
{
    QTest::addColumn<QByteArrayList>("headers");
    QTest::addColumn<std::vector<std::string>>("texts");
    QTest::newRow("H20 a warning, again and again, is one note")
        << QByteArrayList{"299 - \"v1 ConfigMap is deprecated\"", "299 - \"v1 ConfigMap is deprecated\""}
        << std::vector<std::string>{"v1 ConfigMap is deprecated"};
    QTest::newRow("H20 a warning of markup, quotes and commas")
        << QByteArrayList{R"(299 - "<b>a\"b\", c</b>")", "299 - \"other\""}
        << std::vector<std::string>{R"(<b>a"b", c</b>)", "other"};
    QByteArrayList many;
    std::vector<std::string> first;
    for (int i = 0; i < 30; ++i) {
        many << "299 - \"warning " + QByteArray::number(i) + "\"";
        if (i < 20)
            first.push_back("warning " + std::to_string(i));
    }
    QTest::newRow("H20 thirty warnings are twenty notes") << many << first;
    QTest::newRow("H20 a warning of 60,000 bytes is cut")
        << QByteArrayList{"299 - \"" + QByteArray(60'000, 'w') + "\""}
        << std::vector<std::string>{std::string(ServerNotes::WarningBytes, 'w')};
}

void TestFaultsSession::aServerThatWarns()
{
    QFETCH(QByteArrayList, headers);
    QFETCH(std::vector<std::string>, texts);
    Scene scene;
    for (const Place place : {Place::ListAnswer, Place::WatchHead}) {
        scene.script.add({place,
                          [&](const apiserver::Request &request, std::string_view answer) {
                              std::string said(answer);
                              if (!isOf(request, "/configmaps"))
                                  return Deed{};
                              std::size_t at = said.find("\r\n\r\n") + 2;
                              for (const QByteArray &header : headers) {
                                  const std::string line = "Warning: " + header.toStdString() + "\r\n";
                                  said.insert(at, line);
                                  at += line.size();
                              }
                              return Deed{.instead = said};
                          },
                          FaultScript::Always});
    }
    SessionScene session(scene);
    QVERIFY2(session.watches(), scene.words());
    QVERIFY(session.reads([&] { return !session.notes.warnings.empty(); }));
    QCOMPARE(session.notes.warnings, texts);
}

void TestFaultsSession::restoredFromABackup_data()
{
    QTest::addColumn<bool>("overtaken"); // the new history has come further than the watch had
    QTest::newRow("P7 restored from a backup, and the watch stays open and silent") << false;
    QTest::newRow("P7 restored from a backup, and written on beyond where the watch stands") << true;
}

void TestFaultsSession::restoredFromABackup()
{
    QFETCH(bool, overtaken);
    Scene scene;
    SessionScene session(scene);
    QVERIFY2(session.watches(), scene.words());
    auto &storage = dynamic_cast<apiserver::MemoryStorage &>(scene.server->storage());
    const auto backup = storage.snapshot();
    scene.put("certs", {{"text", "before"}});
    scene.put("lost-with-the-backup");
    scene.put("settings");
    QVERIFY2(session.reads([&] { return session.isLive(); }), scene.words());
    scene.script.add(step(Place::Frames, {.upTo = 0, .then = Then::Silence}));
    scene.putElsewhere();
    scene.put("feature-flags");
    QVERIFY(soon([&] { return scene.script.fired() == 1; }));

    storage.restore(backup, backup.revision);
    scene.server->watchCache().restart();
    scene.put("certs", {{"text", "after"}}); // under the version that the old history gave it
    for (int i = 0; i < (overtaken ? 5 : 0); ++i)
        scene.put("written-since");
    const auto shown = [&session] {
        std::string text;
        for (const EntryPtr &entry : session.entries) {
            if (entry->object && entry->object->name == "certs")
                text = entry->object->body.object();
        }
        return text;
    };
    session.pass(60s);
    QVERIFY(shown().find("before") != std::string::npos); // nothing says so yet
    session.worker.verify(1);
    QVERIFY2(session.passesUntil([&] { return session.count(EntryType::Gap) == 1; }, 2min), scene.words());
    QVERIFY2(session.reads([&] { return session.isLive(); }), scene.words());
    QVERIFY(shown().find("after") != std::string::npos);
    QVERIFY(session.passesUntil([&] { return session.audits.size() == 1; }, 1s));
    QVERIFY(session.audits[0]->verdict ==
            (overtaken ? AuditReport::Verdict::Drifted : AuditReport::Verdict::HistoryReset));
    // The first, the audit's (another where the watch has not come as far as the server), and the one that mends.
    QCOMPARE(session.lists(), overtaken ? 4 : 3);
}

void TestFaultsSession::oneGroupIsDown()
{
    Scene scene;
    const FaultScript::Step isDown{Place::List,
                                   [](const apiserver::Request &request, auto) {
                                       return isOf(request, "/apis/apps/v1")
                                                  ? Deed{.instead = status(503, "ServiceUnavailable", "x")}
                                                  : Deed{};
                                   },
                                   FaultScript::Always};
    scene.script.add(isDown);
    scene.script.add(discovers(true));
    SessionScene session(scene);
    QVERIFY2(session.watches(), scene.words());
    QCOMPARE(session.facts->failedGroups.size(), 1u);
    QCOMPARE(session.facts->failedGroups[0].first, std::string("apps/v1"));
    QVERIFY(session.facts->failedGroups[0].second.kind == ErrorKind::ServerError);
    QVERIFY(!session.serves("deployments"));
    scene.put("made-meanwhile");
    QVERIFY2(session.reads([&] { return session.isLive(); }), scene.words());
    scene.script.heal();
    QVERIFY2(session.passesUntil([&] { return session.serves("deployments"); }, 1min), scene.words());
    QVERIFY(session.facts->failedGroups.empty());

    scene.script.add(isDown);
    scene.script.add(discovers(true));
    QVERIFY2(session.passesUntil([&] { return !session.facts->failedGroups.empty(); }, 3min), scene.words());
    QVERIFY(session.serves("deployments")); // it has not lost its kinds
    QVERIFY2(session.reads([&] { return session.isLive(); }), scene.words());
    QCOMPARE(session.wrongs(), QString());
    QCOMPARE(session.count(EntryType::Gap), 0);
    m_executed.add("P24", 2);
}

void TestFaultsSession::oneGroupHangs()
{
    Scene scene;
    scene.script.add({Place::List,
                      [](const apiserver::Request &request, auto) {
                          return isOf(request, "/apis/apps/v1") ? Deed{.then = Then::Silence} : Deed{};
                      },
                      FaultScript::Always});
    scene.script.add(discovers(true));
    SessionScene session(scene);
    QVERIFY2(session.reads([&] { return scene.script.askedLists().size() == 5; }), scene.words());
    for (int seconds = 0; seconds < 5 && !session.reads([&] { return session.isConnected(); }, 500ms); ++seconds)
        scene.clock.advance(1s);
    QVERIFY2(session.isConnected(), scene.words());
    QCOMPARE(session.facts->pendingGroups, std::vector<std::string>{"apps/v1"});
    QVERIFY(session.facts->failedGroups.empty());
    QVERIFY(session.serves("configmaps"));
    QVERIFY2(session.watches(), scene.words());
    QVERIFY2(session.passesUntil([&] { return session.facts->pendingGroups.empty(); }, 40s), scene.words());
    QCOMPARE(session.facts->failedGroups.size(), 1u);
    QCOMPARE(session.facts->failedGroups[0].first, std::string("apps/v1"));
    QVERIFY(session.facts->failedGroups[0].second.kind == ErrorKind::TimedOut);
    QVERIFY2(session.reads([&] { return session.isLive(); }), scene.words());
    scene.script.heal();
    QVERIFY2(session.passesUntil([&] { return session.serves("deployments"); }, 1min), scene.words());
    QVERIFY(session.facts->failedGroups.empty());
    QCOMPARE(scene.script.watches(), 1); // the probe has had its place all the time
    QCOMPARE(session.wrongs(), QString());
    m_executed.add("P24", 1);
}

void TestFaultsSession::theProcessIsStopped_data()
{
    QTest::addColumn<bool>("half");
    QTest::newRow("K4 stopped for ten minutes, the stream half-open by then") << true;
    QTest::newRow("K4 stopped for ten minutes, the stream in order") << false;
}

void TestFaultsSession::theProcessIsStopped()
{
    QFETCH(bool, half);
    Scene scene;
    SessionScene session(scene);
    QVERIFY2(session.watches(), scene.words());
    if (half) {
        scene.script.add(step(Place::Frames, {.upTo = 0, .then = Then::Silence}));
        scene.put("settings");
        QVERIFY(soon([&] { return scene.script.fired() == 1; }));
    }
    scene.put("made-meanwhile");
    scene.remove("certs");
    session.read();
    scene.clock.stop(10min);
    scene.clock.advance(0ms); // what fell due rings, late
    const auto woken = scene.clock.now();
    const auto isSaid = [&] {
        scene.clock.advance(10ms);
        return session.said(WatchState::Resuming, ErrorKind::ConnectionLost) ||
               session.said(WatchState::Resuming, ErrorKind::TimedOut);
    };
    QVERIFY2(session.reads(isSaid), scene.words());
    QVERIFY2(session.reads([&] { return session.isLive() && scene.script.heads() == 2; }), scene.words());
    QVERIFY(scene.clock.now() - woken <= 5s);
    QCOMPARE(session.count(EntryType::Relist), 0); // the server may be asked for a list: an audit falls due by then
    QCOMPARE(session.count(EntryType::Gap), 0);
    QCOMPARE(session.wrongs(), QString());
}

void TestFaultsSession::theServersClockIsAnother_data()
{
    QTest::addColumn<int>("seconds");
    QTest::addColumn<bool>("isSaid");
    QTest::newRow("K5 the server's clock is an hour ahead") << 3600 << true;
    QTest::newRow("K5 the server's clock is an hour behind") << -3600 << true;
    QTest::newRow("K5 the server's clock is ten seconds ahead") << 10 << false;
}

void TestFaultsSession::theServersClockIsAnother()
{
    QFETCH(int, seconds);
    QFETCH(bool, isSaid);
    Scene scene;
    const auto turnTo = [&scene](std::chrono::seconds lead) {
        scene.clock.setWall(std::chrono::floor<std::chrono::microseconds>(std::chrono::system_clock::now()) - lead);
    };
    turnTo(std::chrono::seconds(seconds));
    SessionScene session(scene);
    QVERIFY2(session.watches(), scene.words());
    session.read();
    QCOMPARE(session.notes.clockLead.has_value(), isSaid);
    if (isSaid)
        QVERIFY(std::chrono::abs(*session.notes.clockLead - std::chrono::seconds(seconds)) <= 20s);
    turnTo(0s); // somebody sets it right
    QVERIFY(session.passesUntil(
        [&] {
            turnTo(0s);
            return !session.notes.clockLead;
        },
        3min)); // discovery comes by every other minute
    QVERIFY2(session.reads([&] { return session.isLive(); }), scene.words());
    QCOMPARE(scene.script.watches(), 1);
}

} // namespace tst_faults_session

WK_TEST(tst_faults_session, TestFaultsSession, QCoreApplication)
#include "tst_faults_session.moc"
