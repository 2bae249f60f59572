// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/clustersession.h"
#include "core/session/kubebackend.h"
#include "tests/support/faultserver.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QTest>

#include <fstream>

#include <sys/stat.h>

namespace tst_pluginnews {

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// Says a code, waits until somebody has done something with it, and gives a token for ten minutes of the test's time.
const QByteArray DeviceLogin =
    "echo run >> $DIR/runs; echo 'Open https://idp.example/device and type ABCD-1234.' >&2\n"
    "read x < $DIR/gate\n"
    "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":"
    "{\"token\":\"abc\",\"expirationTimestamp\":\"'$(cat $DIR/expires)'\"}}'\n";

/// A server, and a user whose plugin waits for a person.
struct Scene {
    Scene()
    {
        qputenv("KUBERC", "off");
        ::mkfifo(scripts.path(QStringLiteral("gate")).toLocal8Bit().constData(), 0600);
        setExpiry("2126-11-21T12:00:00Z");
        ExecPlugin plugin;
        plugin.apiVersion = "client.authentication.k8s.io/v1";
        plugin.command = "device-login";
        plugin.program = scripts.write(QStringLiteral("device-login"), DeviceLogin);
        plugin.env = {{"DIR", scripts.path(QString()).toStdString()}};
        access.server = server.url();
        access.signIn = plugin;
    }
    void setExpiry(const char *time) const
    {
        std::ofstream(scripts.path(QStringLiteral("expires")).toStdString()) << time;
    }
    /// Somebody has typed the code in.
    void openGate() const { std::ofstream(scripts.path(QStringLiteral("gate")).toStdString()) << "\n"; }
    int runs() const { return int(scripts.read(QStringLiteral("runs")).count('\n')); }
    BackendFactory backend() const
    {
        return kubeBackend(access, {[](const ExecRequest &) { return ExecAnswer::Allow; }});
    }

    TestScripts scripts;
    FaultServer server;
    ClusterAccess access;
};

struct Rig : Scene {
    Rig()
        : session(access, backend())
    {
        QObject::connect(&session, &ClusterSession::pluginTold, &session, [this](const PluginNews &news) {
            isRunning = news.kind != PluginNews::Kind::Ended;
            command += news.command;
            words += news.words;
        });
        session.start();
    }

    ClusterSession session;
    bool isRunning = false;
    std::string command;
    std::string words;
};

} // namespace

class TestPluginNews : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatThePluginSaysIsHeardWhileItWaits();
    void aCancelledPluginIsRunAgainByThePersonAlone();
    void aServerIsNotSilentWhileThePluginWaitsForAPerson();
};

void TestPluginNews::whatThePluginSaysIsHeardWhileItWaits()
{
    Rig rig;
    QTRY_COMPARE(rig.words, std::string("Open https://idp.example/device and type ABCD-1234.\n"));
    QCOMPARE(rig.command, std::string("device-login"));
    QVERIFY(rig.isRunning);
    QVERIFY(rig.session.state() == SessionState::Connecting);
    rig.openGate();
    QTRY_VERIFY(rig.session.state() == SessionState::Connected);
    QVERIFY(!rig.isRunning);
    QCOMPARE(rig.runs(), 1);
}

void TestPluginNews::aCancelledPluginIsRunAgainByThePersonAlone()
{
    Rig rig;
    QTRY_VERIFY(!rig.words.empty());
    rig.session.cancelPlugin();
    QTRY_VERIFY(rig.session.state() == SessionState::Failed);
    QCOMPARE(rig.session.lastError().kind, ErrorKind::Cancelled);
    QVERIFY2(rig.session.lastError().text.find("device-login") != std::string::npos,
             rig.session.lastError().text.c_str());
    QVERIFY(!rig.isRunning);
    rig.session.retryNow();
    QTRY_VERIFY(rig.isRunning);
    rig.openGate();
    QTRY_VERIFY(rig.session.state() == SessionState::Connected);
    QCOMPARE(rig.runs(), 2);
}

void TestPluginNews::aServerIsNotSilentWhileThePluginWaitsForAPerson()
{
    Scene scene;
    ManualClock clock;
    clock.setWall(*parseTime("2026-11-21T12:00:00Z"));
    scene.setExpiry("2026-11-21T12:10:00Z");
    const auto backend = scene.backend()(clock).value();
    int words = 0;
    backend->listenToPlugin([&words](const PluginNews &news) { words += news.kind == PluginNews::Kind::Said; });
    bool isConnected = false;
    backend->discover([&](const Result<ServerFacts> &facts) { isConnected = facts.ok(); });
    QTRY_COMPARE(words, 1);
    scene.openGate();
    QTRY_VERIFY(isConnected);

    clock.advance(10min); // what it gave has expired
    std::vector<std::optional<Error>> answers;
    const auto hear = [&](const std::optional<Error> &error) { answers.push_back(error); };
    backend->probe(hear);
    QTRY_COMPARE(words, 2);
    clock.advance(1min);
    QVERIFY(answers.empty());
    scene.setExpiry("2026-11-21T13:00:00Z");
    scene.openGate();
    backend->probe(hear);
    QTRY_COMPARE(answers.size(), 1u);
    QVERIFY(!answers[0]);
}

} // namespace tst_pluginnews

WK_TEST(tst_pluginnews, TestPluginNews, QCoreApplication)
#include "tst_pluginnews.moc"
