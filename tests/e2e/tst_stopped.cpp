// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/clock.h"
#include "tests/e2e/commandfaults.h"
#include "tests/e2e/figures.h"
#include "tests/e2e/program.h"
#include "tests/support/faultserver.h"
#include "tests/support/testregistry.h"

#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace tst_stopped {

using namespace wk;

namespace {

/// Shorter than this nobody takes it for a sleep: a probe's turn and how late it has to come (C33).
constexpr int SureOfSleep = 26; // s

/// The built program, and a server that writes down what it is asked.
struct Watched {
    explicit Watched(const QStringList &arguments)
        : program(home.path(), arguments + QStringList{text("--kubeconfig"), config()})
    {}
    QString config()
    {
        QFile file(home.filePath(text("config")));
        if (file.open(QIODevice::WriteOnly))
            file.write(commandfaults::kubeconfig(server.url()));
        return file.fileName();
    }
    bool isLive() const { return watches() > 0 && lists() > 0; }
    qsizetype lists() const
    {
        return std::count_if(server.requests.begin(), server.requests.end(), [](const auto &request) {
            return isOfConfigMaps(request) && !request.target.contains("watch=true") &&
                   !request.target.contains("limit=1&") && !request.target.endsWith("limit=1");
        });
    }
    qsizetype watches() const
    {
        return std::count_if(server.requests.begin(), server.requests.end(), [](const auto &request) {
            return isOfConfigMaps(request) && request.target.contains("watch=true") &&
                   !request.target.contains("sendInitialEvents");
        });
    }
    static bool isOfConfigMaps(const ScriptServer::Request &request) { return request.target.contains("/configmaps"); }

    QTemporaryDir home;
    FaultServer server;
    Program program;
};

} // namespace

/// The program stopped (SIGSTOP) and going on, by the account of its server: the command line, and the window.
class TestStopped : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void C33_aStoppedProgramGoesOnWithoutAList();
};

void TestStopped::C33_aStoppedProgramGoesOnWithoutAList()
{
    const int seconds = std::max(3, qEnvironmentVariableIntValue("WATCHKEEPER_STOPPED"));
    SystemClock clock;
    Watched line({text("get"), text("configmaps"), text("-A"), text("-w")});
    Watched window(QStringList{});
    QTRY_VERIFY_WITH_TIMEOUT(line.isLive() && window.isLive(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(line.program.out.contains("feature-flags"), Patience);
    const auto lineLists = line.lists();
    const auto windowLists = window.lists();
    const auto windowWatches = window.watches();

    for (Watched *watched : {&line, &window})
        watched->program.interrupt(SIGSTOP);
    QElapsedTimer stopped;
    stopped.start();
    for (Watched *watched : {&line, &window})
        watched->server.put("made-meanwhile");
    QTRY_VERIFY_WITH_TIMEOUT(stopped.hasExpired(seconds * 1'000), 120'000);
    QVERIFY(!line.program.out.contains("made-meanwhile"));

    const Instant back = clock.now();
    for (Watched *watched : {&line, &window})
        watched->program.interrupt(SIGCONT);
    if (seconds >= SureOfSleep) { // no stream is trusted that was open before
        QTRY_VERIFY_WITH_TIMEOUT(window.watches() > windowWatches && line.watches() > 1, Patience);
        printFigure("stopped_long_watching_ms", {(clock.now() - back).count()});
    }
    line.server.put("made-after");
    QTRY_VERIFY_WITH_TIMEOUT(line.program.out.contains("made-after"), Patience);
    const qint64 took = (clock.now() - back).count();
    printFigure(seconds >= SureOfSleep ? "stopped_long_live_ms" : "stopped_live_ms", {took});
    QVERIFY(took <= 5'000);
    QCOMPARE(line.program.out.count("made-meanwhile"), 1);
    QCOMPARE(line.lists(), lineLists);
    QCOMPARE(window.lists(), windowLists);
    QVERIFY2(!line.program.err.contains("missing"), line.program.err.constData());
    QVERIFY(!window.program.hasEnded());
}

} // namespace tst_stopped

WK_TEST(tst_stopped, TestStopped, QCoreApplication)
#include "tst_stopped.moc"
