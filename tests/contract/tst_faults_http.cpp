// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/responsetext.h"
#include "tests/contract/httpcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_http {

using namespace wk;
using namespace wk::matrix;

/// Faults of what an HTTP server answers, the group H of the fault matrix.
class TestFaultsHttp : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListIsShownWhole_data() { addRows(http::casesOfLists()); }
    void aListIsShownWhole() { meet(http::casesOfLists(), meetTheList); }
    void aWatchSaysWhy_data() { addRows(http::casesOfWatches()); }
    void aWatchSaysWhy() { meet(http::casesOfWatches(), meetTheWatch); }
    void noRedirectIsFollowed_data();
    void noRedirectIsFollowed();
    void aRefusedTableIsAskedForPlainly();
    void anExpiredTokenRestartsTheList_data();
    void anExpiredTokenRestartsTheList();
    void theServerSaysHowLongToWait_data();
    void theServerSaysHowLongToWait();
    void aServerThatFailsIsAskedAgain_data();
    void aServerThatFailsIsAskedAgain();
    void aServerThatHasNotComeSoFar_data();
    void aServerThatHasNotComeSoFar();
    void aListAnsweredOddly_data();
    void aListAnsweredOddly();
    void aCookieIsNeverSentBack();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    static void meet(const std::vector<Case> &cases, void (*meets)(Scene &, const Case &))
    {
        QFETCH(int, row);
        Scene scene;
        meets(scene, cases[std::size_t(row)]);
    }
    Executed m_executed;
};

/// A row each for a list and for a watch.
void addBoth(const QByteArray &name, const std::function<void(QTestData &, bool isWatch)> &fill)
{
    fill(QTest::newRow(QByteArray(name + " to a list").constData()), false);
    fill(QTest::newRow(QByteArray(name + " to a watch").constData()), true);
}

/// The row's answer meets the first list, or an old stream that has to be opened again.
void meetAnswer(Scene &scene, bool isWatch, const std::string &answer, WatchState state, ErrorKind kind, bool leavesGap)
{
    Case row{.name = "", .steps = {}, .state = state, .kind = kind, .leavesGap = leavesGap};
    if (isWatch)
        row.steps.push_back(endsInOrder());
    row.steps.push_back(says(isWatch ? Place::Watch : Place::List, answer));
    isWatch ? meetTheWatch(scene, row) : meetTheList(scene, row);
}

void TestFaultsHttp::noRedirectIsFollowed_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("here");
    QTest::addColumn<bool>("isWatch");
    for (const int code : {301, 302, 303, 307, 308}) {
        for (const bool here : {true, false}) {
            addBoth("H1 " + QByteArray::number(code) + (here ? " to the same host, said" : " to another host, said"),
                    [&](QTestData &row, bool isWatch) { row << code << here << isWatch; });
        }
    }
}

void TestFaultsHttp::noRedirectIsFollowed()
{
    QFETCH(int, code);
    QFETCH(bool, here);
    QFETCH(bool, isWatch);
    ScriptServer other;
    Scene scene;
    const QByteArray to = here ? scene.access.server.toEncoded() : other.url().toEncoded();
    const std::string answer =
        text(ScriptServer::answer(code, "Location: " + to + "/moved/api/v1/configmaps\r\n", "moved"));
    meetAnswer(scene, isWatch, answer, WatchState::Misconfigured, ErrorKind::Redirected, false);
    QCOMPARE(other.connections, 0);
    for (const auto &asked : scene.script.askedLists())
        QVERIFY(asked.path.find("moved") == std::string::npos);
}

void TestFaultsHttp::aRefusedTableIsAskedForPlainly()
{
    const std::string refusal = status(406, "NotAcceptable", "only the following media types are accepted");
    Scene scene;
    scene.script.add(says(Place::List, refusal));
    scene.start();
    QVERIFY2(soon([&] { return scene.isLive() && scene.script.heads() == 1; }), scene.words());
    const auto lists = scene.script.askedLists();
    QCOMPARE(lists.size(), 2u);
    QVERIFY(lists[0].accept.find("as=Table") != std::string::npos);
    QVERIFY(lists[1].accept.find("as=Table") == std::string::npos);
    for (const WatchStatus &status : scene.told)
        QVERIFY2(!status.error, scene.words());
    scene.put("made-later");
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QCOMPARE(scene.wrongs(), QString());
    m_executed.add("H4");
}

void TestFaultsHttp::anExpiredTokenRestartsTheList_data()
{
    QTest::addColumn<int>("times");
    QTest::newRow("H5 410 on the second page") << 1;
    QTest::newRow("H5 410 on the second page, twice: all is asked for at once") << 2;
}

void TestFaultsHttp::anExpiredTokenRestartsTheList()
{
    QFETCH(int, times);
    Scene scene;
    for (int i = 0; i < 600; ++i)
        scene.put("object-" + std::to_string(i));
    int left = times;
    scene.script.add({Place::List,
                      [&left](const apiserver::Request &request, auto) {
                          if (request.query.value("continue").empty() || left == 0)
                              return Deed{};
                          --left;
                          return Deed{.instead = status(410, "Expired", "The provided continue parameter is too old")};
                      },
                      FaultScript::Always});
    scene.start();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    const auto lists = scene.script.askedLists();
    QCOMPARE(lists.size(), times == 1 ? 4u : 5u);
    QCOMPARE(lists.back().query.has("limit"), times == 1);
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryType::Gap), 0);
}

void TestFaultsHttp::theServerSaysHowLongToWait_data()
{
    QTest::addColumn<QByteArray>("header");
    QTest::addColumn<int>("pause"); // ms; our own shortest is 800
    QTest::addColumn<bool>("isWatch");
    const auto rows = [](const char *name, const QByteArray &header, int pause) {
        addBoth(name, [&](QTestData &row, bool isWatch) { row << header << pause << isWatch; });
    };
    rows("H6 429 for seven seconds", "Retry-After: 7\r\n", 7'000);
    rows("H6 429 for no time", "Retry-After: 0\r\n", 800);
    rows("H6 429 for a second less than none", "Retry-After: -1\r\n", 800);
    rows("H6 429 for three years", "Retry-After: 99999999\r\n", 300'000);
    const std::string date = apiserver::httpDate(ManualClock().wallNow() + 60s);
    rows("H6 429 until a date", "Retry-After: " + QByteArray::fromStdString(date) + "\r\n", 0);
    rows("H6 429 for garbage", "Retry-After: soon, I hope\r\n", 800);
    rows("H6 429 without a time", "", 800);
}

void TestFaultsHttp::theServerSaysHowLongToWait()
{
    QFETCH(QByteArray, header);
    QFETCH(int, pause);
    QFETCH(bool, isWatch);
    Scene scene;
    Case row{.name = "", .steps = {}, .state = WatchState::Waiting, .kind = ErrorKind::TooManyRequests};
    if (isWatch)
        row.steps.push_back(endsInOrder());
    row.steps.push_back(says(isWatch ? Place::Watch : Place::List, status(429, "TooManyRequests", "busy", header)));
    row.check = [pause, isWatch](Scene &seen) {
        // A date is a minute from when the clock was made; the watch row has turned it by ten seconds.
        QCOMPARE(seen.pause().count(), pause > 0 ? pause : isWatch ? 50'000 : 60'000);
        QCOMPARE(seen.script.lists(), 1); // C19: none for a watch's 429
    };
    row.after = [isWatch](Scene &seen) { QCOMPARE(seen.script.lists(), isWatch ? 1 : 2); };
    isWatch ? meetTheWatch(scene, row) : meetTheList(scene, row);
}

void TestFaultsHttp::aServerThatFailsIsAskedAgain_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("hasStatus");
    QTest::addColumn<bool>("isWatch");
    for (const int code : {500, 502, 503, 504}) {
        for (const bool hasStatus : {true, false}) {
            addBoth("H7 " + QByteArray::number(code) + (hasStatus ? " with a Status" : " with a web page"),
                    [&](QTestData &row, bool isWatch) { row << code << hasStatus << isWatch; });
        }
    }
}

void TestFaultsHttp::aServerThatFailsIsAskedAgain()
{
    QFETCH(int, code);
    QFETCH(bool, hasStatus);
    QFETCH(bool, isWatch);
    const std::string page =
        text(ScriptServer::answer(code, "Content-Type: text/html\r\n", "<html><b>Bad gateway</b></html>"));
    Scene scene;
    meetAnswer(scene, isWatch, hasStatus ? status(code, "InternalError", "etcdserver: request timed out") : page,
               WatchState::Waiting, ErrorKind::ServerError, false);
}

void TestFaultsHttp::aServerThatHasNotComeSoFar_data()
{
    QTest::addColumn<std::string>("answer");
    for (const auto &[name, object] : http::tooLargeVersions()) {
        QTest::addRow("H8 504 Too large resource version, %s", name)
            << text(ScriptServer::answer(504, "Content-Type: application/json\r\n", object));
        QTest::addRow("H8 Too large resource version in the stream, %s", name)
            << text(ScriptServer::streamHead()) + errorChunk(object);
    }
}

void TestFaultsHttp::aServerThatHasNotComeSoFar()
{
    QFETCH(std::string, answer);
    Scene scene;
    meetAnswer(scene, true, answer, WatchState::Relisting, ErrorKind::VersionTooLarge, true);
    const auto lists = scene.script.askedLists();
    QCOMPARE(lists.size(), 2u);
    QVERIFY(!lists[1].query.has("resourceVersion"));
}

void TestFaultsHttp::aListAnsweredOddly_data()
{
    QTest::addColumn<std::string>("head"); // before the body
    QTest::addColumn<std::string>("tail");
    QTest::addColumn<bool>("isGood");
    const std::string ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
    const auto row = [](const char *name, const std::string &head, const std::string &tail, bool isGood) {
        QTest::newRow(name) << head << tail << isGood;
    };
    row(
        "H14 ten thousand headers",
        ok +
            [] {
                std::string headers;
                for (int i = 0; i < 10'000; ++i)
                    headers += "X-" + std::to_string(i) + ": y\r\n";
                return headers;
            }() +
            "Content-Length: LENGTH\r\n\r\n",
        "", false);
    row("H14 a header of two megabytes that does not end", "HTTP/1.1 200 OK\r\nX-A: " + std::string(2'000'000, 'a'),
        "", false);
    row("H14 a head that stops in the middle", "HTTP/1.1 200 OK\r\nContent-Ty", "NOTHING", false);
    std::string often;
    for (int i = 0; i < 20'000; ++i)
        often += "HTTP/1.1 100 Continue\r\n\r\n";
    row("H15 twenty thousand times 100 Continue, then the list", often + ok + "Content-Length: LENGTH\r\n\r\n", "",
        true);
    row("H15 twenty thousand times 100 Continue, then nothing", often, "NOTHING", false);
    row("H16 a length that is too short", ok + "Content-Length: 100\r\n\r\n", "", false);
    row("H16 a length that is too long", ok + "Content-Length: 100000\r\n\r\n", "", false);
    row("H16 a length below zero", ok + "Content-Length: -5\r\n\r\n", "", false);
    row("H16 two lengths", ok + "Content-Length: 10\r\nContent-Length: LENGTH\r\n\r\n", "", false);
    row("H17 a chunk of 2^64-1 bytes", ok + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n", "", false);
    row("H17 a chunk of a size that is no number", ok + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", "", false);
    row("H17 a chunk with an extension", ok + "Transfer-Encoding: chunked\r\n\r\nHEX;name=\"value\"\r\n",
        "\r\n0\r\n\r\n", true);
    row("H17 trailers behind the chunks", ok + "Transfer-Encoding: chunked\r\n\r\nHEX\r\n",
        "\r\n0\r\nX-Trailer: a\r\nX-Other: b\r\n\r\n", true);
}

std::string replaced(std::string text, const std::string &word, const std::string &by)
{
    const std::size_t at = text.find(word);
    return at == std::string::npos ? text : text.replace(at, word.size(), by);
}

void TestFaultsHttp::aListAnsweredOddly()
{
    QFETCH(std::string, head);
    QFETCH(std::string, tail);
    QFETCH(bool, isGood);
    Scene scene;
    scene.script.add({Place::ListAnswer,
                      [&](const auto &, std::string_view answer) {
                          const std::string body(answer.substr(answer.find("\r\n\r\n") + 4));
                          char hex[20];
                          std::snprintf(hex, sizeof hex, "%zx", body.size());
                          const std::string front =
                              replaced(replaced(head, "LENGTH", std::to_string(body.size())), "HEX", hex);
                          const std::string rest = tail == "NOTHING" ? std::string() : body + tail;
                          return Deed{.instead = front + rest, .then = Then::Silence};
                      },
                      FaultScript::Always});
    scene.start();
    QElapsedTimer since;
    since.start();
    QVERIFY2(soon([&] {
                 if (!isGood && since.elapsed() > 500) // what does not end is ended by the clock
                     scene.waitForPause(61s);
                 return scene.isPausing() || scene.informer->hasSynced();
             }),
             scene.words());
    QCOMPARE(scene.informer->hasSynced(), isGood);
    QCOMPARE(versionsOf(scene.informer->store()), isGood ? scene.truth() : Versions());
    QVERIFY(isGood || scene.informer->status().error);
    scene.script.heal();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }, 60s), scene.words());
    QCOMPARE(scene.wrongs(), QString());
}

void TestFaultsHttp::aCookieIsNeverSentBack()
{
    FaultServer server;
    server.onList = [&server](QSslSocket &socket, const ScriptServer::Request &) {
        server.heal();
        socket.write(FaultServer::status(500, "InternalError", "no", "Set-Cookie: session=stolen; Path=/\r\n"));
    };
    Scene scene;
    scene.access = {};
    scene.access.server = server.url();
    scene.start();
    QVERIFY2(soon([&] {
                 scene.skipPause();
                 return server.streams() == 1;
             }),
             scene.words());
    QVERIFY(server.requests.size() >= 3);
    for (const ScriptServer::Request &request : server.requests)
        QCOMPARE(request.header("cookie"), QByteArray());
    m_executed.add("H18");
}

} // namespace tst_faults_http

WK_TEST(tst_faults_http, TestFaultsHttp, QCoreApplication)
#include "tst_faults_http.moc"
