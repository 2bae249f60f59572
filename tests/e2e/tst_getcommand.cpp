// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/commandfaults.h"
#include "tests/e2e/program.h"
#include "tests/support/faultserver.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QUrl>

namespace tst_getcommand {

using namespace wk;
using namespace wk::commandfaults;

/// What `watchkeeper get` asks for and prints; how it fails is tst_commandline's.
class TestGetCommand : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNameIsOneGetOfTheObject_data();
    void aNameIsOneGetOfTheObject();
    void aNameThatNoPathCanHaveIsSelectedExactly_data();
    void aNameThatNoPathCanHaveIsSelectedExactly();
    void aPlainGetOpensNoWatch();
    void aBusyServerIsAskedAgainWhenItSays_data();
    void aBusyServerIsAskedAgainWhenItSays();
    void whatTheServerWarnsOfIsSaidOnce();
    void whatIsDoubtfulInTheKubeconfigIsSaidOnce();
    void everyPageOfAListIsPrinted();
    void whatIsAllowedIsPrintedAndTheRestIsSaid();
    void aNameThatDoesNotExistIsNotWaitedFor();
    void aNameThatDoesIsWatchedAlone();
    void whatMayOnlyBeListedIsListedAndTheRefusalSaid();
    void aSlipIsSaidAsOneWhileAGroupIsDown_data();
    void aSlipIsSaidAsOneWhileAGroupIsDown();
    void ofSecretsOnlyTheirIdentityIsWritten_data();
    void ofSecretsOnlyTheirIdentityIsWritten();

private:
    QStringList with(FaultServer &server, const QStringList &arguments)
    {
        return QStringList(text("get")) + kubeconfigOption(home(), well(server)) + arguments;
    }
    QString home() const { return m_home.path(); }

    QTemporaryDir m_home;
};

namespace {

FaultServer::Fault refusing()
{
    return answers(status(403, "Forbidden", "configmaps is forbidden: User \\\"bob\\\" cannot list them"));
}

} // namespace

void TestGetCommand::aNameIsOneGetOfTheObject_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("out");
    QTest::addColumn<QStringList>("paths");
    const auto row = [](const char *arguments, const char *out, const QStringList &names) {
        QStringList paths;
        for (const QString &name : names)
            paths.append(text("/api/v1/namespaces/web/configmaps/") + name + text("?includeObject=Object"));
        QTest::newRow(arguments) << text(arguments).split(u' ') << QByteArray(out) << paths;
    };
    row("cm settings -o name", "configmap/settings\n", {text("settings")});
    row("cm/settings cm/certs -o name", "configmap/settings\nconfigmap/certs\n", {text("certs"), text("settings")});
    row("configmaps,cm certs -o name", "configmap/certs\nconfigmap/certs\n", {text("certs"), text("certs")});
    row("cm,cm certs -o name", "configmap/certs\n", {text("certs")});
    row("cm settings --no-headers --show-labels", "settings   2026-11-21T10:41:07Z   <none>\n", {text("settings")});
}

/// Nobody may list here, nor watch.
void TestGetCommand::aNameIsOneGetOfTheObject()
{
    QFETCH(QStringList, arguments);
    FaultServer server;
    server.onList = server.onWatch = refusing();
    Program program(home(), with(server, arguments));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.err, QByteArray());
    QCOMPARE(program.exitCode(), 0);
    QTEST(program.out, "out");
    QStringList paths = asked(server); // which come in any order
    paths.sort();
    QTEST(paths, "paths");
}

void TestGetCommand::aNameThatNoPathCanHaveIsSelectedExactly_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("selector");
    const auto row = [](const char *name, const char *selector) {
        QTest::newRow(name) << text(name) << text(selector);
    };
    row("a=b,c", R"(metadata.name=a\=b\,c)");
    row("x,metadata.name!=zzz", R"(metadata.name=x\,metadata.name!\=zzz)");
    row("..", "metadata.name=..");
    row("größe 1", "metadata.name=größe 1");
}

void TestGetCommand::aNameThatNoPathCanHaveIsSelectedExactly()
{
    QFETCH(QString, name);
    QFETCH(QString, selector);
    FaultServer server;
    Program program(home(), with(server, {text("cm"), name}));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.contains(
                 QByteArray("Error from server (NotFound): configmaps \"" + name.toUtf8() + "\" not found\n")),
             program.err.constData());
    QCOMPARE(asked(server).size(), 1);
    QVERIFY2(asked(server).constFirst().contains(text("fieldSelector=") + selector),
             qPrintable(asked(server).constFirst()));
}

void TestGetCommand::aPlainGetOpensNoWatch()
{
    FaultServer server;
    server.onWatch = refusing();
    Program program(home(), with(server, {text("cm"), text("-o"), text("name")}));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.out, QByteArray("configmap/certs\nconfigmap/feature-flags\nconfigmap/settings\n"));
    QCOMPARE(program.err, QByteArray());
    QCOMPARE(program.exitCode(), 0);
    QCOMPARE(asked(server).size(), 1);
}

void TestGetCommand::aBusyServerIsAskedAgainWhenItSays_data()
{
    QTest::addColumn<FaultServer::Fault FaultServer::*>("place");
    QTest::addColumn<bool>("isWatched");
    QTest::newRow("a list") << &FaultServer::onList << false;
    QTest::newRow("the first list of a watch") << &FaultServer::onList << true;
    QTest::newRow("a group's kinds") << &FaultServer::onKinds << false;
    QTest::newRow("anything") << &FaultServer::onAny << false;
}

void TestGetCommand::aBusyServerIsAskedAgainWhenItSays()
{
    QFETCH(FaultServer::Fault FaultServer::*, place);
    QFETCH(bool, isWatched);
    FaultServer server;
    int busy = 0;
    server.*place = [&, place](QSslSocket &socket, const ScriptServer::Request &) {
        socket.write(FaultServer::status(429, "TooManyRequests", "too many requests", "Retry-After: 1\r\n"));
        if (++busy == 2)
            QTimer::singleShot(0, &server, [&server, place] { server.*place = {}; });
    };
    Program program(home(), with(server, text(isWatched ? "cm -o name -w" : "cm -o name").split(u' ')));
    QTRY_COMPARE_WITH_TIMEOUT(program.out.count('\n'), 3, Patience);
    if (isWatched)
        program.interrupt(SIGTERM);
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.err, QByteArray());
    QVERIFY(busy >= 2);
}

void TestGetCommand::whatTheServerWarnsOfIsSaidOnce()
{
    FaultServer server;
    server.onGet = [](QSslSocket &socket, const ScriptServer::Request &) {
        socket.write(ScriptServer::answer(200,
                                          "Content-Type: application/json\r\n"
                                          "Warning: 299 - \"v1 ConfigMap is \\\"old\\\"\"\r\n",
                                          R"({"kind":"ConfigMap","metadata":{"name":"x"}})"));
    };
    Program program(home(), with(server, text("cm settings certs -o name").split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.err, QByteArray("Warning: v1 ConfigMap is \"old\"\n"));
    QCOMPARE(program.out, QByteArray("configmap/x\nconfigmap/x\n"));
    QCOMPARE(program.exitCode(), 0);
}

/// Of which the second has expired before it is asked for.
void TestGetCommand::whatIsDoubtfulInTheKubeconfigIsSaidOnce()
{
    FaultServer server;
    Program program(home(), QStringList(text("get")) +
                                kubeconfigOption(home(), kubeconfig(server.url(), {}, {}, "Web")) +
                                text("configmaps -n web -o name").split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(program.err.startsWith("Warning: The context \"it\" names an invalid namespace \"Web\""),
             program.err.constData());
    QCOMPARE(program.err.count('\n'), 1);
}

void TestGetCommand::everyPageOfAListIsPrinted()
{
    FaultServer server;
    server.onList = [](QSslSocket &socket, const ScriptServer::Request &request) {
        const auto page = [](const char *name, const char *token) {
            return ScriptServer::json(
                QByteArray(R"({"kind":"ConfigMapList","metadata":{"resourceVersion":"9","continue":")") + token +
                R"("},"items":[{"metadata":{"name":")" + name + R"("}}]})");
        };
        if (!request.target.contains("limit="))
            socket.write(page("whole", ""));
        else if (!request.target.contains("continue="))
            socket.write(page("first", "t1"));
        else if (request.target.contains("continue=t1"))
            socket.write(page("second", "t2"));
        else
            socket.write(status(410, "Expired", "too old"));
    };
    Program program(home(), with(server, {text("cm"), text("-o"), text("name")}));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.err, QByteArray());
    QCOMPARE(program.out, QByteArray("configmap/whole\n"));
    QCOMPARE(asked(server).size(), 4);
}

void TestGetCommand::whatIsAllowedIsPrintedAndTheRestIsSaid()
{
    FaultServer server;
    server.onGet = [](QSslSocket &socket, const ScriptServer::Request &request) {
        if (request.target.contains("certs"))
            socket.write(status(403, "Forbidden", "User \\\"bob\\\" cannot get resource"));
        else
            socket.write(ScriptServer::json(R"({"kind":"ConfigMap","metadata":{"name":"settings"}})"));
    };
    Program program(home(), with(server, text("cm certs settings -o name").split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.out, QByteArray("configmap/settings\n"));
    QCOMPARE(program.err, QByteArray("Error from server (Forbidden): User \"bob\" cannot get resource\n"));
    QCOMPARE(program.exitCode(), 1);
}

void TestGetCommand::aNameThatDoesNotExistIsNotWaitedFor()
{
    FaultServer server;
    Program program(home(), with(server, text("cm nope -w").split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QCOMPARE(program.out, QByteArray());
    QCOMPARE(program.err, QByteArray("Error from server (NotFound): configmaps \"nope\" not found\n"));
}

void TestGetCommand::aNameThatDoesIsWatchedAlone()
{
    FaultServer server;
    Program watching(home(), with(server, text("cm settings -w -o name").split(u' ')));
    QTRY_COMPARE_WITH_TIMEOUT(watching.out, QByteArray("configmap/settings\n"), Patience);
    QTRY_COMPARE_WITH_TIMEOUT(server.streams(), 1, Patience);
    QVERIFY(asked(server).constLast().contains(text("fieldSelector=metadata.name=settings")));
    server.put("settings");
    QTRY_COMPARE_WITH_TIMEOUT(watching.out.count('\n'), 2, Patience);
    QVERIFY(!watching.hasEnded());
}

void TestGetCommand::whatMayOnlyBeListedIsListedAndTheRefusalSaid()
{
    FaultServer server;
    server.onWatch = answers(status(403, "Forbidden", "User \\\"bob\\\" cannot watch resource"));
    Program program(home(), with(server, text("cm -w -o name").split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.out.count('\n'), 3);
    QCOMPARE(program.err, QByteArray("Error from server (Forbidden): User \"bob\" cannot watch resource\n"));
    QCOMPARE(program.exitCode(), 1);
}

void TestGetCommand::aSlipIsSaidAsOneWhileAGroupIsDown_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("a slip") << text("pdos") << QByteArray("error: the server doesn't have a resource type \"pdos\"\n");
    QTest::newRow("a kind of that group")
        << text("nodes.metrics.k8s.io") << QByteArray("error: the server doesn't have a resource type \"nodes\"\n");
}

void TestGetCommand::aSlipIsSaidAsOneWhileAGroupIsDown()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, said);
    FaultServer server;
    server.groups = R"({"name":"metrics.k8s.io","versions":[{"groupVersion":"metrics.k8s.io/v1","version":"v1"}],)"
                    R"("preferredVersion":{"groupVersion":"metrics.k8s.io/v1","version":"v1"}})";
    Program program(home(), with(server, {kind}));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QCOMPARE(program.err, said + "It may be in metrics.k8s.io/v1, whose kinds could not be asked for. The server has "
                                 "failed (503): try later. If this persists, look at the API server's log.\n");
}

void TestGetCommand::ofSecretsOnlyTheirIdentityIsWritten_data()
{
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("out");
    QTest::newRow("a list") << text("secrets -o json")
                            << text("\\{.*\"name\": \"registry\".*\"name\": \"web-tls\".*\\}\n");
    QTest::newRow("beside other kinds") << text("secret,cm -o json")
                                        << text("\\{.*\"kind\": \"Secret\".*\"kind\": \"ConfigMap\".*\\}\n");
    QTest::newRow("one") << text("secret web-tls -o yaml")
                         << text("apiVersion: v1\nkind: Secret\nmetadata:\n  creationTimestamp: [^\n]*\n"
                                 "  name: web-tls\n  namespace: web\n  resourceVersion: [^\n]*\n  uid: [^\n]*\n");
}

void TestGetCommand::ofSecretsOnlyTheirIdentityIsWritten()
{
    QFETCH(QString, arguments);
    QFETCH(QString, out);
    Program program(m_home.path(), text("get --demo -n web").split(u' ') + arguments.split(u' '));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    const QRegularExpression shape(QRegularExpression::anchoredPattern(out),
                                   QRegularExpression::DotMatchesEverythingOption);
    QVERIFY2(shape.match(QString::fromUtf8(program.out)).hasMatch(), program.out.constData());
    QCOMPARE(program.err, QByteArray("Of Secrets only what identifies them is written: their values are withheld, and "
                                     "never fetched.\n"));
}

} // namespace tst_getcommand

WK_TEST(tst_getcommand, TestGetCommand, QCoreApplication)
#include "tst_getcommand.moc"
