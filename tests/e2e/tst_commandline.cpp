// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/commandfaults.h"
#include "tests/e2e/program.h"
#include "tests/support/faultserver.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <csignal>

#include <sys/resource.h>

#include <fcntl.h>
#include <unistd.h>

namespace tst_commandline {

using namespace wk;
using namespace wk::commandfaults;

/// The built program without a window, against a server that goes wrong as it is told.
class TestCommandLine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void failuresSayWhatWhyAndWhatToDo_data();
    void failuresSayWhatWhyAndWhatToDo();
    void anEmptyListNamesTheNamespace_data();
    void anEmptyListNamesTheNamespace();
    void aBreakAndItsEndAreSaid();
    void aBreakThatIsOverAtOnceIsSaidToo();
    void aKubeconfigMayBeAPipeOrAFolder_data();
    void aKubeconfigMayBeAPipeOrAFolder();
    void whatMayBeMissingIsSaid();
    void theDemoCanBeAsked();
    void severalKindsAreTablesUnderEachOther_data();
    void severalKindsAreTablesUnderEachOther();
    void itEndsWithWhoReadItsOutput();
    void outputWithoutRoomIsSaid();
    void aRecordingIsWholeHoweverItEnds_data();
    void aRecordingIsWholeHoweverItEnds();
    void aRecordingSaysThatChangesMayBeMissing();
    void aRecordingThatNeverBeganLeavesNoFile();
    void aFullDiskLeavesWhatCameBefore();

private:
    QStringList with(const QByteArray &config, const QStringList &arguments)
    {
        const QStringList option = kubeconfigOption(home(), config);
        return arguments.contains(option.constFirst()) ? arguments : arguments + option;
    }
    QString home() const { return m_home.path(); }
    QStringList leftovers() const { return QDir(home()).entryList({text("recorded*")}, QDir::Files); }

    QTemporaryDir m_home;
};

void TestCommandLine::failuresSayWhatWhyAndWhatToDo_data()
{
    QTest::addColumn<int>("row");
    int count = 0;
    for (const Case &row : failures())
        QTest::newRow(row.name) << count++;
}

void TestCommandLine::failuresSayWhatWhyAndWhatToDo()
{
    QFETCH(int, row);
    const Case fault = failures()[std::size_t(row)];
    FaultServer server;
    const QByteArray config = fault.strike(server);
    Program program(home(), with(config, text("get").split(u' ') + text(fault.arguments).split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.out.isEmpty(), program.out.constData());
    QVERIFY2(program.err.startsWith(fault.words.front()), program.err.constData());
    for (const char *words : fault.words)
        QVERIFY2(program.err.contains(words), program.err.constData());
    QCOMPARE(program.err.count('\n'), fault.lines);
}

void TestCommandLine::anEmptyListNamesTheNamespace_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("the context's") << text("get configmaps") << QByteArray("No resources found in quiet namespace.\n");
    QTest::newRow("the one that was asked for")
        << text("get configmaps -n other") << QByteArray("No resources found in other namespace.\n");
    QTest::newRow("with a label that none has")
        << text("get configmaps -l app=x") << QByteArray("No resources found in quiet namespace.\n");
    QTest::newRow("none as JSON: the list says so itself") << text("get configmaps -o json") << QByteArray();
}

void TestCommandLine::anEmptyListNamesTheNamespace()
{
    QFETCH(QString, arguments);
    QFETCH(QByteArray, said);
    FaultServer server;
    Program program(home(), with(kubeconfig(server.url(), {}, {}, "quiet"), arguments.split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    QCOMPARE(program.err, said);
    QCOMPARE(program.out.isEmpty(), !said.isEmpty());
}

void TestCommandLine::aKubeconfigMayBeAPipeOrAFolder_data()
{
    QTest::addColumn<QString>("command"); // of a shell; $PROGRAM is ours
    QTest::newRow("the standard input") << text("cat config | \"$PROGRAM\" get configmaps --kubeconfig /dev/stdin");
    QTest::newRow("the output of a command")
        << text("\"$PROGRAM\" get configmaps --kubeconfig <(sleep 0.2; cat config)");
    QTest::newRow("in the environment") << text("KUBECONFIG=<(cat config) \"$PROGRAM\" get configmaps");
    QTest::newRow("a folder") << text("\"$PROGRAM\" get configmaps --kubeconfig .");
}

void TestCommandLine::aKubeconfigMayBeAPipeOrAFolder()
{
    QFETCH(QString, command);
    if (QStandardPaths::findExecutable(text("bash")).isEmpty())
        QSKIP("there is no bash");
    FaultServer server;
    kubeconfigOption(home(), well(server));
    QProcess shell;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(text("PROGRAM"), text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"));
    environment.insert(text("HOME"), home());
    shell.setProcessEnvironment(environment);
    shell.setWorkingDirectory(home());
    shell.start(text("bash"), {text("-c"), command});
    QTRY_COMPARE_WITH_TIMEOUT(shell.state(), QProcess::NotRunning, Patience);
    const QByteArray said = shell.readAllStandardOutput();
    QVERIFY2(said.startsWith("NAME") && said.contains("settings"),
             QByteArray(said + shell.readAllStandardError()).constData());
}

void TestCommandLine::aBreakAndItsEndAreSaid()
{
    FaultServer server;
    Program program(home(), with(well(server), text("get configmaps -n web -w --output-watch-events").split(u' ')));
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    QTRY_COMPARE_WITH_TIMEOUT(program.out.count('\n'), 4, Patience);
    server.put("settings");
    QTRY_VERIFY_WITH_TIMEOUT(program.out.contains("MODIFIED   settings"), Patience);
    QVERIFY2(program.err.isEmpty(), program.err.constData());

    server.goAway();
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("The watch broke: "), program.err.constData(), Patience);
    server.put("made-meanwhile");
    server.remove("certs");
    const auto knocks = [&server] {
        return std::count_if(server.requests.begin(), server.requests.end(),
                             [](const auto &request) { return request.target.startsWith("/livez"); });
    };
    const auto knocked = knocks();
    server.comeBack();
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("The watch continues from resourceVersion 104.\n"),
                              program.err.constData(), Patience);
    QTRY_VERIFY_WITH_TIMEOUT(program.out.contains("DELETED    certs"), Patience);
    QCOMPARE(program.out.count("ADDED      made-meanwhile"), 1);
    // Whether the probe finds the server again before the stream does or after it: there was one break.
    QTRY_VERIFY_WITH_TIMEOUT(knocks() > knocked, Patience);
    server.put("settings");
    QTRY_COMPARE_WITH_TIMEOUT(program.out.count("MODIFIED   settings"), 2, Patience);
    QVERIFY2(program.err.count('\n') == 2, program.err.constData());
    QVERIFY(!program.hasEnded());
}

void TestCommandLine::aBreakThatIsOverAtOnceIsSaidToo()
{
    FaultServer server;
    Program program(home(), with(well(server), text("get configmaps -w").split(u' ')));
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    server.say("{\"type\":\"MODIFIED\",\"obj\n");
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("The watch continues from resourceVersion 103.\n"),
                              program.err.constData(), Patience);
    QVERIFY2(program.err.startsWith("The watch broke: The answer ended early or cannot be read"),
             program.err.constData());
    server.put("settings");
    QTRY_VERIFY_WITH_TIMEOUT(program.out.contains("MODIFIED   settings"), Patience);
}

void TestCommandLine::whatMayBeMissingIsSaid()
{
    FaultServer server;
    Program program(home(), with(well(server), text("get configmaps -w -o name").split(u' ')));
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    server.cutStreams();
    server.put("settings");
    server.put("settings");
    server.compact();
    QTRY_VERIFY2_WITH_TIMEOUT(
        program.err.contains("Changes may be missing between resourceVersion 103 and 105: too old"),
        program.err.constData(), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(program.out.count("configmap/settings\n"), 2, Patience);
}

void TestCommandLine::itEndsWithWhoReadItsOutput()
{
    Program program(home(), text("get namespaces --demo -w").split(u' '), [] {
        int ends[2];
        if (::pipe(ends) == 0 && ::close(ends[0]) == 0)
            ::dup2(ends[1], STDOUT_FILENO);
    });
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitStatus(), QProcess::CrashExit); // by SIGPIPE, as others do
    QCOMPARE(program.err, QByteArray());
}

void TestCommandLine::outputWithoutRoomIsSaid()
{
    Program program(home(), text("get namespaces --demo").split(u' '),
                    [] { ::dup2(::open("/dev/full", O_WRONLY), STDOUT_FILENO); });
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.contains("standard output cannot be written"), program.err.constData());
}

void TestCommandLine::theDemoCanBeAsked()
{
    Program program(home(), text("get namespaces --demo -o name").split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QVERIFY2(program.out.contains("namespace/kube-system\n"), program.err.constData());
    QCOMPARE(program.exitCode(), 0);
}

void TestCommandLine::severalKindsAreTablesUnderEachOther_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("out"); // a regular expression of the whole
    QTest::addColumn<QByteArray>("err");
    QTest::newRow("each under its headings, named with its kind")
        << text("svc/cart cm/cart-config")
        << text("NAME           TYPE        CLUSTER-IP.*\nservice/cart   ClusterIP.*\n\n"
                "NAME                    DATA   AGE\nconfigmap/cart-config   .*\n")
        << QByteArray();
    QTest::newRow("what is not there is said behind the rest, which is of one kind then")
        << text("svc,cm cart") << text("NAME   TYPE .*\ncart   ClusterIP.*\n")
        << QByteArray("Error from server (NotFound): configmaps \"cart\" not found\n");
    QTest::newRow("one kind under two of its names is one table")
        << text("configmaps,cm cart-config checkout-config --no-headers")
        << text("(cart-config [^\n]*\ncheckout-config [^\n]*\n){2}") << QByteArray();
    QTest::newRow("one kind listed under two of its names is listed once")
        << text("pods,po -l app=sessions --no-headers") << text("(sessions-\\d [^\n]*\n){3}") << QByteArray();
    QTest::newRow("one List as JSON") << text("svc/cart cm/cart-config -o json")
                                      << text(".*\"kind\": \"Service\".*\"kind\": \"ConfigMap\".*\"kind\": \"List\".*")
                                      << QByteArray();
    QTest::newRow("a category") << text("all -o name") << text("pod/cart.*\nservice/cart\n.*\ndeployment.apps/cart\n.*")
                                << QByteArray();
    QTest::newRow("watched is one kind at a time")
        << text("svc,cm -w") << QString() << QByteArray("error: you may only specify a single resource type\n");
}

void TestCommandLine::severalKindsAreTablesUnderEachOther()
{
    QFETCH(QString, arguments);
    QFETCH(QString, out);
    QFETCH(QByteArray, err);
    Program program(home(), text("get --demo -n web").split(u' ') + arguments.split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    const QRegularExpression shape(QRegularExpression::anchoredPattern(out),
                                   QRegularExpression::DotMatchesEverythingOption);
    QVERIFY2(shape.match(QString::fromUtf8(program.out)).hasMatch(), program.out.constData());
    QCOMPARE(program.exitCode(), err.isEmpty() ? 0 : 1);
    QVERIFY2(program.err.contains(err) && program.err.isEmpty() == err.isEmpty(), program.err.constData());
}

void TestCommandLine::aRecordingIsWholeHoweverItEnds_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("by Ctrl+C") << SIGINT;
    QTest::newRow("by being asked to end") << SIGTERM;
    QTest::newRow("by its terminal's end") << SIGHUP;
}

void TestCommandLine::aRecordingIsWholeHoweverItEnds()
{
    QFETCH(int, signal);
    FaultServer server;
    const QString path = m_home.filePath(text("recorded"));
    QFile::remove(path);
    Program program(home(), with(well(server), {text("record"), path, text("configmaps")}));
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("3 objects so far. Ctrl+C ends it.\n"), program.err.constData(),
                              Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    server.put("settings", 8'000'000);
    server.cutStreams("{\"type\":\"MODIF");
    server.remove("certs");
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("The watch continues"), program.err.constData(), Patience);
    server.put("last");
    QVERIFY(!QFile::exists(path));
    // The mark that all has been taken: what was said last has come before what is said now.
    server.say("garbage\n");
    QTRY_COMPARE_WITH_TIMEOUT(program.err.count("The watch continues"), 2, Patience);
    program.interrupt(signal);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(program.err.endsWith(QByteArray("6 events in " + path.toUtf8() + ".\n")), program.err.constData());

    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArrayList types;
    for (const QByteArray &line : file.readAll().chopped(1).split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        const QJsonObject object = event[text("object")].toObject();
        QCOMPARE(object[text("kind")].toString(), text("ConfigMap"));
        types.append(
            (event[text("type")].toString() + text(" ") + object[text("metadata")].toObject()[text("name")].toString())
                .toUtf8());
    }
    QCOMPARE(types, QByteArrayList({"ADDED certs", "ADDED feature-flags", "ADDED settings", "MODIFIED settings",
                                    "DELETED certs", "ADDED last"}));
    QCOMPARE(file.permissions() & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    QCOMPARE(leftovers(), QStringList{text("recorded")});
}

void TestCommandLine::aRecordingSaysThatChangesMayBeMissing()
{
    FaultServer server;
    server.remove("certs");
    server.remove("feature-flags");
    const QString path = m_home.filePath(text("recorded"));
    QFile::remove(path);
    Program program(home(), with(well(server), {text("record"), path, text("configmaps")}));
    QTRY_VERIFY2_WITH_TIMEOUT(program.err.contains("1 object so far. Ctrl+C ends it.\n"), program.err.constData(),
                              Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    server.cutStreams();
    server.put("settings");
    server.compact();
    QTRY_VERIFY_WITH_TIMEOUT(program.err.contains("The watch continues"), Patience);
    program.interrupt(SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(program.err.contains("Changes may be missing between resourceVersion 105 and 106: too old"),
             program.err.constData());
    QVERIFY2(program.err.contains("Changes may be missing in 1 place, as said above"), program.err.constData());
}

void TestCommandLine::aRecordingThatNeverBeganLeavesNoFile()
{
    FaultServer server;
    server.onList = [](QSslSocket &, const ScriptServer::Request &) {};
    const QString path = m_home.filePath(text("recorded"));
    QFile::remove(path);
    Program program(home(), with(well(server), {text("record"), path, text("configmaps")}));
    QTRY_VERIFY_WITH_TIMEOUT(!server.requests.empty() && server.requests.back().target.contains("configmaps"),
                             Patience);
    program.interrupt(SIGINT);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QCOMPARE(program.err, QByteArray("watchkeeper: Nothing had arrived yet, so no file was written.\n"));
    QVERIFY(leftovers().isEmpty());
}

void TestCommandLine::aFullDiskLeavesWhatCameBefore()
{
    FaultServer server;
    const QString path = m_home.filePath(text("recorded"));
    QFile::remove(path);
    Program program(home(), with(well(server), {text("record"), path, text("configmaps")}), [] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit room = {1'000'000, 1'000'000};
        ::setrlimit(RLIMIT_FSIZE, &room);
    });
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    server.put("settings", 8'000'000);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.contains("error: The file cannot be written. "), program.err.constData());
    QVERIFY2(program.err.contains("Check whether the disk is full"), program.err.constData());
    QVERIFY2(program.err.endsWith(QByteArray("What had been written by then is in " + path.toUtf8() + ".\n")),
             program.err.constData());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().count('\n'), 3);
    QCOMPARE(leftovers(), QStringList{text("recorded")});
}

} // namespace tst_commandline

WK_TEST(tst_commandline, TestCommandLine, QCoreApplication)
#include "tst_commandline.moc"
