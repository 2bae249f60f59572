// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/accesschange.h"
#include "core/cluster/kubeconfigwatch.h"
#include "core/session/kubebackend.h"
#include "core/session/sessionworker.h"
#include "tests/contract/securescene.h"
#include "tests/contract/sessionscene.h"
#include "tests/core/cluster/kubeconfigtext.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTest>

#include <cstdio>

namespace tst_faults_access {

using namespace wk;
using namespace wk::matrix;
using namespace std::chrono_literals;

/// What one may not see, and kubeconfigs that lead nowhere or elsewhere, over real TLS sockets: A9 to A12 of the fault
/// matrix.
class TestFaultsAccess : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void oneKindIsForbidden_data();
    void oneKindIsForbidden();
    void everythingIsForbidden_data();
    void everythingIsForbidden();
    void theKubeconfigIsOfNoUse_data();
    void theKubeconfigIsOfNoUse();
    void theKubeconfigChanges_data();
    void theKubeconfigChanges();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    QByteArray cluster(const FaultServer &server) const
    {
        return "{server: '" + server.url().toEncoded() +
               "', certificate-authority-data: " + m_keys.certificate(QStringLiteral("ca")).toBase64() + "}";
    }

    static void writeInPieces(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate | QIODevice::Unbuffered));
        file.write(bytes.left(50));
        file.write(bytes.mid(50));
    }

    TestKeys m_keys;
    Executed m_executed;
};

void TestFaultsAccess::initTestCase()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    QVERIFY(makeUsualKeys(m_keys));
}

void TestFaultsAccess::oneKindIsForbidden_data()
{
    QTest::addColumn<bool>("isRunning");
    QTest::newRow("A9 403 for one namespace from the start, granted later") << false;
    QTest::newRow("A9 403 for one namespace mid-watch, granted later") << true;
}

void TestFaultsAccess::oneKindIsForbidden()
{
    QFETCH(bool, isRunning);
    SecureScene scene(m_keys);
    bool isGranted = isRunning;
    scene.server.guard = [&](QSslSocket &socket, const ScriptServer::Request &request) {
        if (isGranted || !request.target.contains("/namespaces/web/"))
            return false;
        socket.write(FaultServer::status(403, "Forbidden", "User \\\"bob\\\" cannot list configmaps in \\\"web\\\""));
        return true;
    };
    scene.start();
    scene.addWatch({}); // of all namespaces, which bob may
    if (isRunning) {
        QVERIFY2(scene.settles(), scene.words());
    }
    const Versions before = isRunning ? scene.server.truth() : Versions();
    isGranted = false;
    scene.told.clear();
    scene.server.endStreams();
    const WatchStatus *denied = nullptr;
    QVERIFY2(soon([&] { return (denied = scene.said(WatchState::NotAllowed, ErrorKind::Forbidden)) != nullptr; }),
             scene.words());
    verifyWords(*denied->error, {"User \"bob\" cannot list configmaps"});
    QCOMPARE(denied->watch, WatchId(1));
    const SharedInformer &other = *scene.informers[1];
    QVERIFY2(soon([&] { return SecureScene::isCurrent(other.status()); }), scene.words());
    for (int i = 0; i < 3; ++i) {
        scene.server.put("seen-by-the-other-" + std::to_string(i));
        QVERIFY2(soon([&] { return versionsOf(other.store()) == scene.server.truth(); }), scene.words());
        scene.pass(60s);
    }
    QVERIFY(SecureScene::isCurrent(other.status()));
    QCOMPARE(scene.informers[0]->status().state, WatchState::NotAllowed);
    QVERIFY(versionsOf(scene.informers[0]->store()) == before);
    isGranted = true;
    for (int second = 0; second < 66 && !scene.isLive(); ++second) // a tenth more: nobody asks in step with others
        scene.pass(1s, 1s);
    QVERIFY2(scene.isLive(), scene.words());
    verifyMended(scene);
}

void TestFaultsAccess::everythingIsForbidden_data()
{
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QByteArray>("word");
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<WatchState>("state");
    QTest::newRow("A10 403 for everything, with markup and escapes in the name")
        << FaultServer::status(403, "Forbidden", R"(User \"<b>\u001b[31mbob</b>\" cannot get path)")
        << QByteArray("bob</b>\" cannot get") << ErrorKind::Forbidden << WatchState::NotAllowed;
    QTest::newRow("A10 403 for who is anonymous")
        << FaultServer::status(403, "Forbidden", R"(User \"system:anonymous\" cannot get path)")
        << QByteArray("system:anonymous") << ErrorKind::Forbidden << WatchState::NotAllowed;
    QTest::newRow("A10 401 for who is anonymous")
        << FaultServer::status(401, "Unauthorized", "Unauthorized") << QByteArray("Unauthorized")
        << ErrorKind::Unauthorized << WatchState::SignInNeeded;
}

/// A whole session says it once, and is there by itself when it may be; the watches, too.
void TestFaultsAccess::everythingIsForbidden()
{
    QFETCH(QByteArray, answer);
    QFETCH(QByteArray, word);
    QFETCH(ErrorKind, kind);
    QFETCH(WatchState, state);
    SecureScene scene(m_keys);
    bool isGranted = false;
    scene.server.guard = [&](QSslSocket &socket, const ScriptServer::Request &) {
        if (!isGranted)
            socket.write(answer);
        return !isGranted;
    };
    SessionPost post;
    post.ring = [] {};
    std::vector<SessionNews> news;
    SessionWorker worker(kubeBackend(scene.access, {}), post, {}, {}, std::make_unique<LentClock>(scene.clock));
    const auto isTold = [&](auto condition) {
        return soon([&] {
            for (const SessionLetter &letter : post.letters.take()) {
                if (const auto *session = std::get_if<SessionNews>(&letter))
                    news.push_back(*session);
            }
            return !news.empty() && condition(news.back());
        });
    };
    worker.start();
    QVERIFY(isTold([&](const SessionNews &last) { return last.error.kind == kind; }));
    QVERIFY(news.back().state != SessionState::Connected);
    verifyWords(news.back().error, {word.constData()});
    scene.start(3);
    QVERIFY2(soon([&] { return scene.told.size() >= 3 && scene.said(state, kind) != nullptr; }), scene.words());
    for (const auto &informer : scene.informers) {
        QVERIFY2(soon([&] { return informer->status().state == state; }), scene.words());
        verifyWords(*informer->status().error, {word.constData()});
        QVERIFY(!informer->hasSynced());
        QCOMPARE(informer->store().size(), 0u);
    }
    isGranted = true;
    const auto isConnected = [&](const SessionNews &last) {
        scene.clock.advance(1s);
        return last.state == SessionState::Connected;
    };
    QVERIFY(isTold(isConnected));
    verifyMended(scene);
}

void TestFaultsAccess::theKubeconfigIsOfNoUse_data()
{
    QTest::addColumn<QByteArray>("text"); // "SERVER" is the cluster's body
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<QByteArray>("place"); // behind the file's name
    const auto broken = [](const char *name, const QByteArray &text, const char *place) {
        QTest::newRow(name) << text << ErrorKind::ConfigBroken << QByteArray(place);
    };
    QByteArray bomb = "a: &a [x,x,x,x,x,x,x,x,x]\n";
    for (char level = 'b'; level <= 'i'; ++level) {
        const QByteArray below = QByteArray(" *") + char(level - 1);
        bomb += QByteArray(1, level) + ": &" + level + " [" + QByteArray(below + ",").repeated(8) + below + "]\n";
    }
    QTest::newRow("A11 the kubeconfig is not there")
        << QByteArray("absent") << ErrorKind::FileUnreadable << QByteArray();
    QTest::newRow("A11 the kubeconfig is a directory")
        << QByteArray("directory") << ErrorKind::FileUnreadable << QByteArray();
    QTest::newRow("A11 the kubeconfig has 100 MiB")
        << QByteArray("sparse") << ErrorKind::FileUnreadable << QByteArray();
    broken("A11 the kubeconfig has 0 bytes", "", "");
    broken("A11 the kubeconfig is an alias bomb",
           bomb + config("SERVER", "{exec: {apiVersion: client.authentication.k8s.io/v1, command: x, args: *i}}"), ":");
    QTest::newRow("A11 the kubeconfig has an alias bomb where nobody looks")
        << bomb + config("SERVER", "{token: one}") << ErrorKind::Internal << QByteArray();
    broken("A11 the kubeconfig is no YAML", "a: [\n", ":");
    broken("A11 the context is dangling", config("SERVER", "{token: one}").replace("cluster: k,", "cluster: other,"),
           ":9");
    broken("A11 the current context is not there",
           config("SERVER", "{token: one}").replace("current-context: c", "current-context: d"), ":1: contexts[d]");
    broken("A11 the kubeconfig is of another kind",
           config("SERVER", "{token: one}").replace("kind: Config", "kind: Pod"), ":2");
    QTest::newRow("A11 the kubeconfig is in UTF-16 with a BOM")
        << QByteArray("utf16") << ErrorKind::Internal << QByteArray();
    QTest::newRow("A11 the kubeconfig has fields that nobody knows")
        << config("SERVER", "{token: one, favourite-colour: blue}")
               .replace("kind: Config", "kind: Config\nmood: {a: [1]}")
        << ErrorKind::Internal << QByteArray();
}

/// Error kind Internal: it is of use all the same.
void TestFaultsAccess::theKubeconfigIsOfNoUse()
{
    QFETCH(QByteArray, text);
    QFETCH(ErrorKind, kind);
    QFETCH(QByteArray, place);
    SecureScene scene(m_keys);
    scene.letsIn = "one";
    const QString path = scene.scripts.path(QStringLiteral("config"));
    const QByteArray good = config(cluster(scene.server), "{token: one}");
    const auto write = [&](const QByteArray &bytes) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    };
    if (text == "directory") {
        QVERIFY(QDir().mkdir(path));
    } else if (text == "sparse") {
        write(good);
        QVERIFY(QFile::resize(path, 100 * 1024 * 1024));
    } else if (text == "utf16") {
        const QString wide = QString::fromUtf8(good);
        write("\xff\xfe" + QByteArray(reinterpret_cast<const char *>(wide.utf16()), wide.size() * 2));
    } else if (text != "absent") {
        write(text.replace("SERVER", cluster(scene.server)));
    }
    const auto read = [&]() -> Result<ClusterAccess> {
        const auto loaded = Kubeconfig::load({path.toStdString()});
        return loaded ? loaded->resolve({}) : Result<ClusterAccess>(loaded.error());
    };
    Result<ClusterAccess> access = read();
    if (kind != ErrorKind::Internal) {
        QVERIFY(!access);
        QVERIFY2(access.error().kind == kind, describe(access.error()).c_str());
        QVERIFY2(access.error().place.starts_with(path.toStdString() + place.toStdString()),
                 describe(access.error()).c_str());
        QCOMPARE(scene.server.connections, 0);
        QDir().rmdir(path);
        write(good);
        access = read();
    }
    QVERIFY2(access.ok(), access.ok() ? "" : describe(access.error()).c_str());
    scene.access = *access;
    scene.start();
    verifyMended(scene);
}

void TestFaultsAccess::theKubeconfigChanges_data()
{
    QTest::addColumn<bool>("isReplaced");
    QTest::addColumn<bool>("leadsElsewhere");
    QTest::newRow("A12 the kubeconfig is replaced: another token is used") << true << false;
    QTest::newRow("A12 the kubeconfig is cut and written: another token is used") << false << false;
    QTest::newRow("A12 the kubeconfig is replaced: another server is asked about") << true << true;
    QTest::newRow("A12 the kubeconfig is cut and written: another server is asked about") << false << true;
}

void TestFaultsAccess::theKubeconfigChanges()
{
    QFETCH(bool, isReplaced);
    QFETCH(bool, leadsElsewhere);
    SecureScene scene(m_keys);
    scene.letsIn = "one";
    FaultServer elsewhere;
    elsewhere.setTls(serverTls(m_keys, {"good"}));
    const QString path = scene.scripts.path(QStringLiteral("config"));
    writeInPieces(path, config(cluster(scene.server), "{token: one}"));
    std::shared_ptr<const KubeconfigSet> set;
    KubeconfigWatch watch(KubeconfigSources{{path.toStdString()}}, scene.clock,
                          [&](std::shared_ptr<const KubeconfigSet> now) { set = std::move(now); });
    QVERIFY(soon([&] {
        scene.clock.advance(KubeconfigWatch::Rest);
        return set != nullptr;
    }));
    scene.access = *set->resolve("c");
    QVERIFY2(scene.watches(), scene.words());
    const Versions before = scene.server.truth();
    scene.letsIn = "two";
    scene.server.endStreams();
    scene.server.put("made-meanwhile");
    QVERIFY2(soon([&] { return scene.said(WatchState::SignInNeeded, ErrorKind::Unauthorized) != nullptr; }),
             scene.words());
    QVERIFY(versionsOf(scene.informers[0]->store()) == before);

    set.reset();
    const QByteArray newer = config(cluster(leadsElsewhere ? elsewhere : scene.server), "{token: two}");
    writeInPieces(isReplaced ? path + QStringLiteral(".new") : path, newer);
    if (isReplaced)
        QVERIFY(std::rename((path + QStringLiteral(".new")).toLocal8Bit().constData(),
                            path.toLocal8Bit().constData()) == 0);
    QVERIFY(soon([&] {
        scene.clock.advance(KubeconfigWatch::Rest);
        return set != nullptr;
    }));
    const auto now = set->resolve("c");
    QVERIFY(now.ok());
    const std::vector<AccessChange> changes = wayChanges(scene.access, *now);
    QCOMPARE(changes.size(), leadsElsewhere ? 1u : 0u);
    if (leadsElsewhere) {
        QVERIFY(changes[0].part == AccessChange::Part::Server);
        scene.pass(60s);
        QCOMPARE(elsewhere.connections, 0); // nobody has agreed
        QVERIFY(versionsOf(scene.informers[0]->store()) == before);
        scene.letsIn = "one"; // and who stays is not worse off
    } else {
        QVERIFY(hasOtherCredentials(scene.access, *now));
        scene.credentials->renew(*now);
        scene.transport->renew(*now);
        scene.informers[0]->retryNow();
        QVERIFY2(soon([&] { return scene.isLive(); }), scene.words()); // at once: no clock was turned
    }
    verifyMended(scene);
}

} // namespace tst_faults_access

WK_TEST(tst_faults_access, TestFaultsAccess, QCoreApplication)
#include "tst_faults_access.moc"
