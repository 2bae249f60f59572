// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/connectdialog.h"
#include "tests/e2e/windowdesk.h"
#include "tests/support/scriptserver.h"
#include "tests/support/testregistry.h"
#include "ui/window/banner.h"
#include "ui/window/navigator.h"

#include <QAbstractButton>
#include <QFileDialog>
#include <QMenu>
#include <QMessageBox>
#include <QProcess>
#include <QPushButton>
#include <QTest>

#include <algorithm>

namespace tst_windowprogram {

using namespace wk;

namespace {

QMessageBox *question(const WindowProgram &program)
{
    return program.bench()->window().findChild<QMessageBox *>();
}

void answer(QMessageBox &box, bool yes)
{
    for (QAbstractButton *button : box.buttons()) {
        if ((box.buttonRole(button) == QMessageBox::AcceptRole) == yes)
            return button->click();
    }
}

QStringList notes(const MainWindow &window)
{
    QStringList texts;
    for (const Banner *banner : window.findChildren<Banner *>()) {
        if (banner->isVisible())
            texts.append(banner->text());
    }
    return texts;
}

/// A server where only the pods of one namespace may be listed.
void answerTheLimited(QSslSocket &socket, const ScriptServer::Request &request)
{
    const QByteArray path = request.target.split('?').first();
    if (path == "/version")
        socket.write(ScriptServer::json(R"({"gitVersion":"v1.29.0"})"));
    else if (path == "/livez" || path == "/readyz")
        socket.write(ScriptServer::answer(200, "Content-Type: text/plain\r\n", "ok"));
    else if (path == "/api")
        socket.write(ScriptServer::json(R"({"kind":"APIVersions","versions":["v1"]})"));
    else if (path == "/apis")
        socket.write(ScriptServer::json(R"({"kind":"APIGroupList","apiVersion":"v1","groups":[]})"));
    else if (path == "/api/v1")
        socket.write(ScriptServer::json(R"({"kind":"APIResourceList","groupVersion":"v1","resources":[
            {"name":"pods","namespaced":true,"kind":"Pod","verbs":["get","list","watch"]}]})"));
    else if (path == "/api/v1/namespaces/team-a/pods" && request.target.contains("watch="))
        socket.write(ScriptServer::streamHead());
    else if (path == "/api/v1/namespaces/team-a/pods")
        socket.write(
            ScriptServer::json(R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[
            {"metadata":{"name":"portal-1","namespace":"team-a","uid":"u1","resourceVersion":"5"}}]})"));
    else
        socket.write(ScriptServer::answer(403, "Content-Type: application/json\r\n",
                                          R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Forbidden",
            "message":"pods is forbidden: User 'ann' cannot list resource 'pods' at the cluster scope","code":403})"));
}

} // namespace

/// The program from its start on, as somebody meets it who has a kubeconfig, a bad one, or none.
class TestWindowProgram : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qunsetenv("KUBECONFIG"); }
    void aPluginIsRunOnlyAfterAYesAndTheYesIsRemembered();
    void aNoIsNotAskedAboutAgainByItself();
    void uncheckedServersNeedAYesAndStandUnderARedBar();
    void aTestSendsNoTokenToWhomNobodyChecksUnasked();
    void withoutAKubeconfigTheDemoSaysThatItIsOne();
    void aContextCalledDemoIsNotHiddenByTheDemo();
    void whatCannotBeReachedIsToldInEveryEmptyPlace();
    void aBrokenKubeconfigLeavesTheDemoToChoose();
    void aClusterThatCannotBeReachedLeavesOthersToChoose();
    void whoMayNotSeeAllSeesTheirOwnNamespaceAndWhy();
    void thePlaceOfTheWindowGoesWithTheCluster();
    void withoutADisplayItSaysSo_data();
    void withoutADisplayItSaysSo();
    void theProgramLeavesStandardErrorAlone();
};

void TestWindowProgram::aPluginIsRunOnlyAfterAYesAndTheYesIsRemembered()
{
    Cluster cluster;
    Desk desk;
    desk.write(QStringLiteral("sign-in"),
               "#!/bin/sh\necho called >> \"$0.calls\"\necho '{\"apiVersion\":\"client.authentication.k8s.io/v1\","
               "\"kind\":\"ExecCredential\",\"status\":{\"token\":\"" +
                   cluster.token() + "\"}}'\n",
               true);
    const QString calls = desk.folder.filePath(QStringLiteral("sign-in.calls"));
    const QString config =
        desk.kubeconfig(cluster.trusted(),
                        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./sign-in, args: [--for, me], "
                        "interactiveMode: Never}}");
    auto program = desk.start(config);
    QTRY_VERIFY(question(*program));
    const QString facts = question(*program)->informativeText();
    QVERIFY2(facts.contains(desk.folder.filePath(QStringLiteral("sign-in"))), qPrintable(facts));
    QVERIFY2(facts.contains(QStringLiteral("--for")), qPrintable(facts));
    QVERIFY(question(*program)->defaultButton() == question(*program)->button(QMessageBox::Cancel));
    QVERIFY(!QFile::exists(calls));
    answer(*question(*program), true);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY(QFile::exists(calls));

    program.reset();
    program = desk.start(config);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY2(!question(*program), "the yes was given before");
}

void TestWindowProgram::aNoIsNotAskedAboutAgainByItself()
{
    Cluster cluster;
    Desk desk;
    desk.write(QStringLiteral("sign-in"), "#!/bin/sh\ntouch \"$0.ran\"\n", true);
    const QString config = desk.kubeconfig(
        cluster.trusted(),
        "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./sign-in, interactiveMode: Never}}");
    auto program = desk.start(config);
    QTRY_VERIFY(question(*program));
    answer(*question(*program), false);
    QTRY_VERIFY(!question(*program));
    const MainWindow &window = program->bench()->window();
    QVERIFY(says(window, QStringLiteral("consent")));
    QVERIFY2(!says(window, QStringLiteral("U+000A")), "the facts of the question are not poured into the window");

    int news = 0;
    connect(&program->bench()->session(), &ClusterSession::stateChanged, this, [&news] { ++news; });
    program->bench()->session().retryNow();
    QTRY_VERIFY(news > 0);
    QCoreApplication::sendPostedEvents();
    QVERIFY(!question(*program));

    Q_EMIT program->bench()->retryAsked(0); // the user wants to
    QTRY_VERIFY(question(*program));
    answer(*question(*program), false);
    QTRY_VERIFY(!question(*program));
    program->open({QStringLiteral("far")}); // the user chooses it again
    QTRY_VERIFY(question(*program));
    QVERIFY(!QFile::exists(desk.folder.filePath(QStringLiteral("sign-in.ran"))));
}

void TestWindowProgram::uncheckedServersNeedAYesAndStandUnderARedBar()
{
    Cluster cluster;
    Desk desk;
    const QString config = desk.kubeconfig("{" + cluster.server() + ", insecure-skip-tls-verify: true}",
                                           "{token: '" + cluster.token() + "'}");
    auto program = desk.start(config);
    QVERIFY2(program->bench(), "there is a window to ask over");
    QTRY_VERIFY(question(*program));
    answer(*question(*program), false);
    QTRY_VERIFY(!question(*program));
    QVERIFY(program->bench()->window().isVisible());
    QVERIFY(says(program->bench()->window(), QStringLiteral("insecure-skip-tls-verify")));
    QCOMPARE(program->bench()->session().state(), SessionState::Idle);

    program->open({QStringLiteral("far")});
    QTRY_VERIFY(question(*program));
    answer(*question(*program), true);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QTRY_COMPARE(notes(program->bench()->window()).size(), 1);
    QVERIFY(notes(program->bench()->window()).first().contains(QStringLiteral("Certificate checks are off")));

    program.reset();
    program = desk.start(config);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QTRY_COMPARE(notes(program->bench()->window()).size(), 1);
}

void TestWindowProgram::aTestSendsNoTokenToWhomNobodyChecksUnasked()
{
    ScriptServer server(answerTheLimited);
    Desk desk;
    auto program = desk.start(desk.kubeconfig(
        "{server: '" + server.url().toString().toUtf8() + "', insecure-skip-tls-verify: true}", "{token: secret}"));
    QTRY_VERIFY(question(*program));
    answer(*question(*program), false);
    QTRY_VERIFY(!question(*program));
    Q_EMIT program->bench()->window().clustersAsked();
    auto *dialog = program->bench()->window().findChild<ConnectDialog *>();
    QVERIFY(dialog && dialog->report().contains(QStringLiteral("Not checked")));
    const auto buttons = dialog->findChildren<QPushButton *>();
    const auto test = std::ranges::find(buttons, QStringLiteral("Test"), &QPushButton::text);
    QVERIFY(test != buttons.end());
    (*test)->click();
    QTRY_VERIFY(question(*program));
    QVERIFY(!dialog->test());
    answer(*question(*program), false);
    QTRY_VERIFY(!question(*program));
    QVERIFY(!dialog->test());
    QCOMPARE(server.requests.size(), decltype(server.requests)().size());
    (*test)->click();
    QTRY_VERIFY(question(*program));
    answer(*question(*program), true);
    QTRY_VERIFY(dialog->test() && dialog->test()->isOver());
    QVERIFY(!server.requests.empty());
}

void TestWindowProgram::withoutAKubeconfigTheDemoSaysThatItIsOne()
{
    Desk desk;
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", desk.folder.path().toLocal8Bit());
    auto program = desk.start(WindowArguments());
    qputenv("HOME", home);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QTRY_COMPARE(notes(program->bench()->window()).size(), 1);
    QVERIFY(notes(program->bench()->window()).first().contains(QStringLiteral("No kubeconfig was found")));

    program.reset();
    WindowArguments asked;
    asked.cluster.demo = true;
    program = desk.start(asked);
    QVERIFY(notes(program->bench()->window()).first().startsWith(QStringLiteral("This is the demo")));
}

void TestWindowProgram::aContextCalledDemoIsNotHiddenByTheDemo()
{
    Desk desk;
    ClusterArguments arguments;
    arguments.kubeconfig = desk.write(QStringLiteral("config"),
                                      "apiVersion: v1\nkind: Config\ncurrent-context: demo\nclusters:\n"
                                      "- {name: k, cluster: {server: 'https://demo.example:6443'}}\ncontexts:\n"
                                      "- {name: demo, context: {cluster: k, user: u}}\nusers:\n- {name: u, user: {}}\n")
                               .toStdString();
    ClusterMenu menu(arguments);
    QCOMPARE(menu.names().size(), 2);
    const auto access = menu.choose(menu.first().value(0));
    QVERIFY(access);
    QCOMPARE(access->server.host(), QStringLiteral("demo.example"));
}

void TestWindowProgram::whatCannotBeReachedIsToldInEveryEmptyPlace()
{
    Desk desk;
    auto program = desk.start(desk.kubeconfig("{server: 'https://127.0.0.1:1'}", "{token: t}"));
    const MainWindow &window = program->bench()->window();
    const auto *navigator = window.findChild<Navigator *>();
    QTRY_VERIFY_WITH_TIMEOUT(navigator->emptyText().contains(QStringLiteral("refuses")), 10'000);
    QVERIFY(says(window, QStringLiteral("Not connected")));
    QVERIFY(says(window, QStringLiteral("127.0.0.1:1")));
}

void TestWindowProgram::aBrokenKubeconfigLeavesTheDemoToChoose()
{
    Desk desk;
    auto program = desk.start(desk.write(QStringLiteral("config"), "apiVersion: v1\nclusters: [\n"));
    const MainWindow &window = program->bench()->window();
    QVERIFY(window.isVisible());
    QVERIFY2(says(window, QStringLiteral("config:")), "it names the file and the line");
    QVERIFY2(!says(window, QStringLiteral("tried again by itself")), "it is not");
    QVERIFY(press(window, QStringLiteral("Show the demo")));
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
}

void TestWindowProgram::aClusterThatCannotBeReachedLeavesOthersToChoose()
{
    Cluster cluster;
    Desk desk;
    auto program = desk.start(desk.write(
        QStringLiteral("config"),
        "apiVersion: v1\nkind: Config\ncurrent-context: far\nclusters:\n- {name: far, cluster: {server: "
        "'https://127.0.0.1:1'}}\n- {name: near, cluster: " +
            cluster.trusted() +
            "}\ncontexts:\n- {name: far, context: {cluster: far}}\n- {name: near, context: {cluster: near, user: u}}\n"
            "users:\n- {name: u, user: {token: '" +
            cluster.token() + "'}}\n"));
    const MainWindow &window = program->bench()->window();
    QTRY_VERIFY_WITH_TIMEOUT(says(window, QStringLiteral("Not connected to https://127.0.0.1:1")), 10'000);
    QTRY_VERIFY(press(window, QStringLiteral("Open a kubeconfig…"))); // from the first failure on
    QTRY_VERIFY(window.findChild<QFileDialog *>());
    window.findChild<QFileDialog *>()->reject();
    const auto buttons = window.findChildren<QPushButton *>();
    const auto contexts = std::ranges::find(buttons, QStringLiteral("Another context"), &QPushButton::text);
    QCOMPARE((*contexts)->menu()->actions().size(), 1);
    (*contexts)->menu()->actions().first()->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
}

void TestWindowProgram::whoMayNotSeeAllSeesTheirOwnNamespaceAndWhy()
{
    ScriptServer server(answerTheLimited);
    Desk desk;
    const QString config = desk.write(
        QStringLiteral("config"),
        "apiVersion: v1\nkind: Config\ncurrent-context: mine\nclusters:\n- {name: k, cluster: "
        "{server: '" +
            server.url().toEncoded() +
            "'}}\ncontexts:\n- {name: mine, context: {cluster: k, user: u, namespace: team-a}}\nusers:\n- {name: u, user: {}}\n");
    auto program = desk.start(config);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    MainWindow &window = program->bench()->window();
    QCOMPARE(window.state().namespaces(), std::vector<std::string>{"team-a"});
    QTRY_COMPARE(notes(window).size(), 1);
    QVERIFY2(notes(window).first().contains(QStringLiteral("“team-a”")), qPrintable(notes(window).first()));
    QTRY_COMPARE(window.figures().statuses().size(),
                 std::size_t(1)); // the watch on all is replaced, and told of no more
    QTRY_VERIFY(!window.figures().worst());

    window.state().setNamespaces({}); // to see for oneself
    QTRY_VERIFY_WITH_TIMEOUT(says(window, QStringLiteral("only those of team-a are watched")), 10'000);
    QVERIFY2(isLive(*program), "what may be seen of all is shown");
    QVERIFY2(window.state().namespaces().empty(), "it is not led back a second time");
    QVERIFY2(notes(window).isEmpty(), "what the note said is true no more");
}

void TestWindowProgram::thePlaceOfTheWindowGoesWithTheCluster()
{
    Desk desk;
    WindowArguments demo;
    demo.cluster.demo = true;
    auto program = desk.start(demo);
    program->bench()->window().resize(900, 640);
    QTRY_COMPARE(program->bench()->window().size(), QSize(900, 640));
    program->open({QStringLiteral("nosuch")});
    QTRY_COMPARE(program->bench()->window().size(), QSize(900, 640));
}

void TestWindowProgram::withoutADisplayItSaysSo_data()
{
    QTest::addColumn<QString>("platform");
    QTest::addColumn<QString>("display");
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("none is named") << QString() << QString() << QByteArray("neither DISPLAY nor WAYLAND_DISPLAY");
    QTest::newRow("one that nobody serves")
        << QString() << QStringLiteral("/nowhere:7") << QByteArray("could not connect to display /nowhere:7");
    QTest::newRow("a platform that there is not") << QStringLiteral("nosuch") << QString() << QByteArray("nosuch");
}

void TestWindowProgram::withoutADisplayItSaysSo()
{
    QFETCH(QString, platform);
    QFETCH(QString, display);
    QFETCH(QByteArray, said);
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    const auto set = [&environment](const char *name, const QString &value) {
        environment.remove(QString::fromLatin1(name));
        if (!value.isEmpty())
            environment.insert(QString::fromLatin1(name), value);
    };
    set("QT_QPA_PLATFORM", platform);
    set("DISPLAY", display);
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), {QStringLiteral("--demo")},
                  QIODevice::ReadOnly);
    QVERIFY(program.waitForFinished(30'000));
    QCOMPARE(program.exitStatus(), QProcess::NormalExit);
    QCOMPARE(program.exitCode(), 1);
    const QByteArray err = program.readAllStandardError();
    QVERIFY2(err.startsWith("watchkeeper: ") && err.count('\n') == 1, err.constData());
    QVERIFY2(err.contains(said), err.constData());
    QVERIFY2(err.contains("watchkeeper get"), "what works without one");
}

void TestWindowProgram::theProgramLeavesStandardErrorAlone()
{
    Desk desk;
    QProcess program;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), desk.folder.path());
    program.setProcessEnvironment(environment);
    program.start(QStringLiteral(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"),
                  {QStringLiteral("--demo"), QStringLiteral("--time-start")}, QIODevice::ReadOnly);
    QVERIFY(program.waitForFinished(30'000));
    QCOMPARE(program.readAllStandardError(), QByteArray());
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(!QFile::exists(desk.folder.filePath(QStringLiteral("watchkeeper"))), "the user's settings are left alone");
}

} // namespace tst_windowprogram

WK_TEST(tst_windowprogram, TestWindowProgram, QApplication)
#include "tst_windowprogram.moc"
