// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/contract/authcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_faults_auth {

using namespace wk;
using namespace wk::matrix;
using namespace wk::matrix::auth;

/// Credentials that expire, are refused or cannot be had, over real TLS sockets: A1 to A7 of the fault matrix.
class TestFaultsAuth : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theTokenExpires_data();
    void theTokenExpires();
    void theRefreshIsOfNoUse_data();
    void theRefreshIsOfNoUse();
    void thePluginFails_data();
    void thePluginFails();
    void aPluginLeavesAChildWithThePipe();
    void thePluginIsAnother_data();
    void thePluginIsAnother();
    void theTokenFileIsReplaced_data();
    void theTokenFileIsReplaced();
    void theTokenFileIsOfNoUse_data();
    void theTokenFileIsOfNoUse();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    TestKeys m_keys;
    Executed m_executed;
};

void TestFaultsAuth::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    QVERIFY(makeUsualKeys(m_keys));
}

void TestFaultsAuth::theTokenExpires_data()
{
    QTest::addColumn<bool>("isAnnounced");
    QTest::newRow("A1 the token expires mid-watch: one run for forty watches") << false;
    QTest::newRow("A1 the token expires when it said it would: the next one is had before") << true;
}

void TestFaultsAuth::theTokenExpires()
{
    QFETCH(bool, isAnnounced);
    constexpr int Watches = 40;
    SecureScene scene(m_keys);
    scene.letsIn = "one";
    const std::string until = formatTime(scene.clock.wallNow() + 2min);
    scene.usePlugin(isAnnounced ? SecureScene::gives(R"({"token":"one","expirationTimestamp":")" +
                                                     QByteArray::fromStdString(until) + R"("})")
                                : SecureScene::givesToken("one"));
    QVERIFY2(scene.watches(Watches), scene.words());
    QCOMPARE(scene.runs(), 1);
    scene.clock.advance(isAnnounced ? 100s : 5min); // a tenth of its life ahead
    const std::size_t before = scene.server.requests.size();
    scene.letsIn = "two";
    scene.writePlugin(SecureScene::givesToken("two"));
    scene.server.endStreams();
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] { return scene.isLive() && scene.server.streams() == Watches; }), scene.words());
    QVERIFY2(scene.saidNothing(), scene.words());
    QCOMPARE(scene.runs(), 2);
    const auto &requests = scene.server.requests;
    const auto stale = std::count_if(requests.begin() + qsizetype(before), requests.end(), [](const auto &request) {
        return request.header("authorization") == "Bearer one";
    });
    QVERIFY2(stale <= (isAnnounced ? 0 : Watches), scene.words());
    verifyMended(scene);
}

void TestFaultsAuth::theRefreshIsOfNoUse_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<ErrorKind>("kind");
    QTest::newRow("A2 the refresh brings the same bad token")
        << SecureScene::givesToken("one") << ErrorKind::Unauthorized;
    QTest::newRow("A2 the refresh brings another bad token each time")
        << QByteArray(R"(n=$(wc -l < $DIR/runs); echo '{"apiVersion":"client.authentication.k8s.io/v1",)"
                      R"("kind":"ExecCredential","status":{"token":"bad'$n'"}}')"
                      "\n")
        << ErrorKind::Unauthorized;
    QTest::newRow("A2 the refresh fails") << QByteArray("exit 1\n") << ErrorKind::CredentialFailed;
}

void TestFaultsAuth::theRefreshIsOfNoUse()
{
    QFETCH(QByteArray, script);
    QFETCH(ErrorKind, kind);
    SecureScene scene(m_keys);
    scene.letsIn = "one";
    scene.usePlugin(SecureScene::givesToken("one"));
    QVERIFY2(scene.watches(3), scene.words());
    scene.pass(70s, 70s);
    scene.told.clear();
    const Versions before = scene.server.truth();
    scene.letsIn = "two";
    scene.writePlugin(script);
    scene.server.endStreams();
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] { return scene.said(WatchState::SignInNeeded, kind) != nullptr; }), scene.words());
    const int runs = scene.runs();
    const auto asked = scene.server.requests.size();
    constexpr int Minutes = 5;
    for (int minute = 1; minute <= Minutes; ++minute) {
        scene.pass(60s);
        QVERIFY2(scene.runs() - runs <= minute, scene.words());
    }
    QVERIFY2(scene.server.requests.size() - asked <= 3u * 2u * (Minutes + 1), scene.words());
    for (const auto &informer : scene.informers) {
        QCOMPARE(informer->status().state, WatchState::SignInNeeded);
        QVERIFY(informer->status().staleSince);
        QVERIFY(versionsOf(informer->store()) == before);
    }
    scene.writePlugin(SecureScene::givesToken("two"));
    verifyMended(scene);
}

void TestFaultsAuth::thePluginFails_data()
{
    QTest::addColumn<PluginCase>("row");
    QTest::addColumn<bool>("isRunning");
    for (const auto &rows : {pluginFailures(), pluginConsents()}) {
        for (const PluginCase &row : rows) {
            QTest::addRow("%s, at the start", row.name) << row << false;
            QTest::addRow("%s, mid-watch", row.name) << row << true;
        }
    }
}

void TestFaultsAuth::thePluginFails()
{
    QFETCH(PluginCase, row);
    QFETCH(bool, isRunning);
    SecureScene scene(m_keys);
    scene.letsIn = "one";
    scene.usePlugin(SecureScene::givesToken("one"));
    if (isRunning) {
        QVERIFY2(scene.watches(), scene.words());
        scene.pass(70s, 70s);
    }
    const Versions before = scene.server.truth();
    const auto requests = scene.server.requests.size();
    scene.letsIn = "two";
    scene.consent = [&](const ExecRequest &) { return row.consent; };
    if (row.script.isEmpty())
        QVERIFY(QFile::remove(scene.scripts.path(QStringLiteral("plugin"))));
    else
        scene.writePlugin(row.script);
    if (isRunning)
        scene.server.endStreams();
    else
        scene.start();
    scene.server.put("made-meanwhile");
    if (row.pass)
        row.pass(scene);
    QVERIFY2(soon([&] { return scene.said(WatchState::SignInNeeded, row.kind) != nullptr; }), scene.words());
    verifyWords(*scene.said(WatchState::SignInNeeded, row.kind)->error, row.words);
    QCOMPARE(scene.server.requests.size() - requests, isRunning ? 1u : 0u); // the one that was refused
    QCOMPARE(scene.informers[0]->hasSynced(), isRunning);
    QVERIFY(versionsOf(scene.informers[0]->store()) == (isRunning ? before : Versions()));
    QCOMPARE(scene.informers[0]->status().staleSince.has_value(), isRunning);
    if (row.check)
        row.check(scene);
    scene.consent = [](const ExecRequest &) { return ExecAnswer::Allow; };
    scene.writePlugin(SecureScene::givesToken("two"));
    if (row.waitsForPerson) {
        scene.pass(3min, 60s);
        QCOMPARE(scene.informers[0]->status().state, WatchState::SignInNeeded);
        scene.credentials->resume(); // "Retry now"
    }
    verifyMended(scene);
}

/// What it leaves behind keeps its pipe open: nobody waits for that, nor ends it.
void TestFaultsAuth::aPluginLeavesAChildWithThePipe()
{
    SecureScene scene(m_keys);
    scene.letsIn = "one";
    scene.usePlugin("sleep 1000 & echo $! > $DIR/child\n" + SecureScene::givesToken("one"));
    QVERIFY2(scene.watches(), scene.words());
    QVERIFY2(scene.saidNothing(), scene.words());
    QVERIFY(scene.processIn("child") > 0);
    ::kill(pid_t(scene.processIn("child")), SIGKILL);
    verifyMended(scene);
    m_executed.add("A4");
}

void TestFaultsAuth::thePluginIsAnother_data()
{
    QTest::addColumn<QByteArray>("change");
    QTest::addColumn<bool>("isAsked");
    QTest::newRow("A6 the program has other bytes: it is run, and noted") << QByteArray("bytes") << false;
    QTest::newRow("A6 the program has other bytes where others may write: asked anew") << QByteArray("open") << true;
    QTest::newRow("A6 the kubeconfig names another program: asked anew") << QByteArray("path") << true;
    QTest::newRow("A6 the kubeconfig gives it other arguments: asked anew") << QByteArray("arguments") << true;
}

/// Somebody has agreed to one program at one place: rule S12 of SECURITY.md.
void TestFaultsAuth::thePluginIsAnother()
{
    QFETCH(QByteArray, change);
    QFETCH(bool, isAsked);
    SecureScene scene(m_keys);
    scene.letsIn = "one";
    scene.usePlugin(SecureScene::givesToken("one"));
    QByteArray agreed;
    scene.consent = [&](const ExecRequest &request) {
        if (agreed.isEmpty())
            agreed = request.subject;
        return request.subject == agreed && request.exposed.empty() ? ExecAnswer::Allow : ExecAnswer::Ask;
    };
    QVERIFY2(scene.watches(), scene.words());
    scene.pass(70s, 70s);
    const ExecRequest first = scene.asked.back();
    scene.letsIn = "two";
    ClusterAccess newer = scene.access;
    auto &plugin = std::get<ExecPlugin>(newer.signIn);
    scene.writePlugin(SecureScene::givesToken("two"));
    if (change == "open")
        QVERIFY(::chmod(scene.scripts.path(QStringLiteral(".")).toLocal8Bit().constData(), 0777) == 0);
    if (change == "path")
        plugin.program = scene.writePlugin(SecureScene::givesToken("two"), QStringLiteral("other"));
    if (change == "arguments")
        plugin.args = {"--as", "somebody"};
    scene.credentials->renew(newer);
    scene.transport->renew(newer);
    scene.server.endStreams();
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] {
                 return isAsked ? scene.said(WatchState::SignInNeeded, ErrorKind::ConsentNeeded) != nullptr
                                : scene.isLive() && scene.runs() == 2;
             }),
             scene.words());
    const ExecRequest second = scene.asked.back();
    QCOMPARE(second.subject == first.subject, change == "bytes" || change == "open");
    QCOMPARE(!second.exposed.empty(), change == "open");
    QVERIFY(second.programSha256 != first.programSha256 || change == "arguments");
    QCOMPARE(scene.runs(), isAsked ? 1 : 2);
    if (!isAsked)
        QVERIFY2(scene.saidNothing(), scene.words());
    scene.consent = [](const ExecRequest &) { return ExecAnswer::Allow; };
    verifyMended(scene);
}

void TestFaultsAuth::theTokenFileIsReplaced_data()
{
    QTest::addColumn<bool>("isRefused");
    QTest::newRow("A7 the token file is replaced, and the old token not taken any more") << true;
    QTest::newRow("A7 the token file is replaced: the new token is used within a minute") << false;
}

void TestFaultsAuth::theTokenFileIsReplaced()
{
    QFETCH(bool, isRefused);
    SecureScene scene(m_keys);
    const QString path = scene.scripts.path(QStringLiteral("token"));
    scene.letsIn = isRefused ? "one" : "";
    writeToken(path, "one\n");
    scene.access.signIn = TokenFile{path.toStdString(), {}};
    QVERIFY2(scene.watches(), scene.words());
    writeToken(path, "two\n");
    scene.letsIn = isRefused ? "two" : "";
    if (!isRefused)
        scene.clock.advance(1min);
    scene.server.endStreams();
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] { return scene.isLive() && scene.server.streams() == 1; }), scene.words());
    QVERIFY2(scene.saidNothing(), scene.words());
    QCOMPARE(scene.server.requests.back().header("authorization"), QByteArray("Bearer two"));
    verifyMended(scene);
}

void TestFaultsAuth::theTokenFileIsOfNoUse_data()
{
    QTest::addColumn<TokenCase>("row");
    QTest::addColumn<bool>("isRunning");
    for (const TokenCase &row : tokenFiles()) {
        QTest::addRow("%s, at the start", row.name) << row << false;
        QTest::addRow("%s, mid-watch", row.name) << row << true;
    }
}

/// The last token that could be read stays in use; when the server takes that no more, somebody has to sign in.
void TestFaultsAuth::theTokenFileIsOfNoUse()
{
    QFETCH(TokenCase, row);
    QFETCH(bool, isRunning);
    SecureScene scene(m_keys);
    const QString path = scene.scripts.path(QStringLiteral("token"));
    scene.letsIn = "one";
    writeToken(path, "one");
    scene.access.signIn = TokenFile{path.toStdString(), {}};
    const ErrorKind kind = isRunning ? ErrorKind::Unauthorized : ErrorKind::CredentialFailed;
    if (isRunning) {
        QVERIFY2(scene.watches(), scene.words());
        row.damage(path);
        scene.clock.advance(2min);
        scene.server.endStreams();
        QVERIFY2(scene.settles(), scene.words());
        QVERIFY2(scene.saidNothing(), scene.words());
        scene.letsIn = "two";
        scene.server.endStreams();
    } else {
        row.damage(path);
        scene.start();
    }
    const Versions before = scene.server.truth();
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] { return scene.said(WatchState::SignInNeeded, kind) != nullptr; }), scene.words());
    if (!isRunning) {
        verifyWords(*scene.said(WatchState::SignInNeeded, kind)->error, row.words);
        QVERIFY(scene.server.requests.empty());
    }
    QVERIFY(versionsOf(scene.informers[0]->store()) == (isRunning ? before : Versions()));
    QCOMPARE(scene.informers[0]->status().staleSince.has_value(), isRunning);
    writeToken(path, scene.letsIn);
    verifyMended(scene);
}

} // namespace tst_faults_auth

WK_TEST(tst_faults_auth, TestFaultsAuth, QCoreApplication)
#include "tst_faults_auth.moc"
