// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/windowdesk.h"
#include "tests/support/testregistry.h"
#include "ui/window/diagnosticsdialog.h"
#include "ui/window/signinpanel.h"

#include <QMenu>
#include <QMessageBox>
#include <QPlainTextEdit>
#include <QTest>

#include <fstream>

#include <sys/stat.h>

namespace tst_windowsignin {

using namespace wk;

namespace {

/// A cluster whose user signs in by a plugin, and the answers of who sits before the window.
struct Scene {
    Scene()
    {
        qputenv("KUBERC", "off");
        ::mkfifo(desk.folder.filePath(QStringLiteral("gate")).toLocal8Bit().constData(), 0600);
    }
    std::unique_ptr<WindowProgram> start(const QByteArray &script, const QByteArray &mode = "Never",
                                         const QByteArray &command = "./sign-in")
    {
        desk.write(QStringLiteral("sign-in"), "#!/bin/sh\ncd \"${0%/*}\"\necho run >> runs\n" + script, true);
        const QByteArray exec = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: " + command +
                                ", installHint: get it, interactiveMode: " + mode + "}}";
        auto program = desk.start(desk.kubeconfig(cluster.trusted(), exec));
        panel = program->bench()->window().findChild<SignInPanel *>();
        return program;
    }
    QByteArray deviceLogin() const
    {
        return "echo 'Open https://idp.example/device and type ABCD.' >&2; read x < gate\n" + login();
    }
    QByteArray login() const
    {
        return "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":"
               "\"" +
               cluster.token() + "\"}}'\n";
    }
    /// Somebody has typed the code in.
    void openGate() const { std::ofstream(desk.folder.filePath(QStringLiteral("gate")).toStdString()) << "\n"; }
    int runs() const
    {
        QFile file(desk.folder.filePath(QStringLiteral("runs")));
        return file.open(QIODevice::ReadOnly) ? int(file.readAll().count('\n')) : 0;
    }
    QString said() const
    {
        return panel->isVisible() ? panel->findChild<QPlainTextEdit *>()->toPlainText() : QString();
    }

    Cluster cluster;
    Desk desk;
    SignInPanel *panel = nullptr;
};

QMessageBox *question(const WindowProgram &program)
{
    return program.bench()->window().findChild<QMessageBox *>();
}

void answerYes(const WindowProgram &program)
{
    const QMessageBox *box = question(program);
    for (QAbstractButton *button : box->buttons()) {
        if (box->buttonRole(button) == QMessageBox::AcceptRole)
            return button->click();
    }
}

/// The shell of whoever has put the folder of their plugins into its start files.
void useShell(const Scene &scene)
{
    scene.desk.write(QStringLiteral("shell"),
                     "#!/bin/sh\ncd \"${0%/*}\"\necho \"$@\" >> asked\nPATH=$PATH:$PWD; export PATH\neval \"$4\"\n",
                     true);
    qputenv("SHELL", scene.desk.folder.filePath(QStringLiteral("shell")).toLocal8Bit());
}

} // namespace

/// The window of who has to do something to sign in.
class TestWindowSignIn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCodeIsSeenAndTheSignInCancelledAndTriedAgain();
    void aPluginThatMustAskIsNotRunAndItsCommandTold();
    void aPluginOnTheLoginShellsPathAloneIsFoundAfterAYes();
    void withoutAYesNoShellIsRun();
    void theDiagnosticsAreFoundInTheMenu();
    void aProgramThatHasChangedIsRunAndToldOf();
    void oneThatOthersCanReplaceIsAskedAboutEachTime();
    void aTokenFileInAnUnusualPlaceIsAskedAboutOnce();
};

void TestWindowSignIn::theCodeIsSeenAndTheSignInCancelledAndTriedAgain()
{
    Scene scene;
    auto program = scene.start(scene.deviceLogin());
    QTRY_VERIFY(question(*program));
    answerYes(*program);
    QTRY_VERIFY((scene.panel = program->bench()->window().findChild<SignInPanel *>())->isVisible());
    QCOMPARE(scene.said(), QStringLiteral("Open https://idp.example/device and type ABCD."));
    const MainWindow &window = program->bench()->window();
    QVERIFY(press(window, QStringLiteral("Cancel")));
    QTRY_VERIFY(!scene.panel->isVisible());
    QTRY_VERIFY(says(window, QStringLiteral("sign-in\" was cancelled")));
    QVERIFY(!says(window, QStringLiteral("Trying again")));
    QCOMPARE(scene.runs(), 1);

    QVERIFY(press(window, QStringLiteral("Retry now")));
    QTRY_VERIFY(scene.runs() == 2);
    scene.openGate();
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY(!program->bench()->window().findChild<SignInPanel *>()->isVisible());
}

void TestWindowSignIn::aPluginThatMustAskIsNotRunAndItsCommandTold()
{
    Scene scene;
    const auto program = scene.start(scene.deviceLogin(), "Always");
    QTRY_VERIFY(says(program->bench()->window(), QStringLiteral("--context far get --raw /version")));
    QVERIFY(!question(*program));
    QCOMPARE(scene.runs(), 0);
}

void TestWindowSignIn::aPluginOnTheLoginShellsPathAloneIsFoundAfterAYes()
{
    Scene scene;
    useShell(scene);
    const QString asked = scene.desk.folder.filePath(QStringLiteral("asked"));
    auto program = scene.start(scene.login(), "Never", "sign-in");
    QTRY_VERIFY(question(*program));
    QVERIFY(question(*program)->informativeText().contains(QStringLiteral("/shell -i -l -c 'echo ")));
    QVERIFY2(!QFile::exists(asked), "it is not run unasked");
    answerYes(*program);
    QTRY_VERIFY(QFile::exists(asked));
    QTRY_VERIFY(question(*program) && question(*program)->text().contains(QStringLiteral("sign in to")));
    answerYes(*program);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QCOMPARE(scene.runs(), 1);

    program.reset();
    QFile::remove(asked);
    program = scene.start(scene.login(), "Never", "sign-in");
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY2(!question(*program) && QFile::exists(asked), "the yes is kept");
}

void TestWindowSignIn::withoutAYesNoShellIsRun()
{
    Scene scene;
    useShell(scene);
    const auto program = scene.start(scene.login(), "Never", "sign-in");
    QTRY_VERIFY(question(*program));
    question(*program)->reject();
    QTRY_VERIFY(!question(*program));
    QVERIFY(says(program->bench()->window(), QStringLiteral("no directory of PATH has")));
    program->open({QStringLiteral("far")});
    QTRY_VERIFY(says(program->bench()->window(), QStringLiteral("no directory of PATH has")));
    QVERIFY2(!question(*program), "it is asked once");
    QVERIFY(!QFile::exists(scene.desk.folder.filePath(QStringLiteral("asked"))));
}

void TestWindowSignIn::theDiagnosticsAreFoundInTheMenu()
{
    Scene scene;
    const auto program = scene.start(scene.login());
    const auto actions = program->bench()->window().programMenu().actions();
    const auto found = std::ranges::find(actions, QStringLiteral("Diagnostics"), &QAction::text);
    QVERIFY(found != actions.end());
    (*found)->trigger();
    const auto *dialog = program->bench()->window().findChild<DiagnosticsDialog *>();
    QVERIFY(dialog);
    const auto *text = dialog->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(text->toPlainText().contains(QStringLiteral("far: ./sign-in is ")));
}

void TestWindowSignIn::aProgramThatHasChangedIsRunAndToldOf()
{
    Scene scene;
    auto program = scene.start(scene.login());
    QTRY_VERIFY(question(*program));
    answerYes(*program);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    const auto isTold = [&program] {
        return says(program->bench()->window(), QStringLiteral("has changed since you"));
    };
    QVERIFY(!isTold());
    program.reset();
    program = scene.start("# newer\n" + scene.login());
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QTRY_VERIFY(isTold());
    QVERIFY(!question(*program));
    program.reset();
    program = scene.start("# newer\n" + scene.login());
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY2(!isTold(), "once");
}

void TestWindowSignIn::oneThatOthersCanReplaceIsAskedAboutEachTime()
{
    Scene scene;
    QVERIFY(QFile::setPermissions(scene.desk.folder.path(), QFile::Permissions(0x7777)));
    for (int time = 1; time <= 2; ++time) {
        const auto program = scene.start(scene.login());
        QTRY_VERIFY(question(*program));
        QVERIFY(question(*program)->informativeText().contains(QStringLiteral("Others on this computer can replace")));
        QCOMPARE(scene.runs(), time - 1);
        answerYes(*program);
        QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
        QCOMPARE(scene.runs(), time);
    }
}

void TestWindowSignIn::aTokenFileInAnUnusualPlaceIsAskedAboutOnce()
{
    Scene scene;
    const QTemporaryDir elsewhere;
    QFile token(elsewhere.filePath(QStringLiteral("token")));
    QVERIFY(token.open(QIODevice::WriteOnly));
    token.write(scene.cluster.token());
    token.close();
    const QString config =
        scene.desk.kubeconfig(scene.cluster.trusted(), "{tokenFile: '" + token.fileName().toUtf8() + "'}");
    auto program = scene.desk.start(config);
    QTRY_VERIFY(question(*program));
    QVERIFY(question(*program)->informativeText().contains(QString(QStringLiteral("tokenFile: ") + token.fileName())));
    question(*program)->reject();
    QTRY_VERIFY(!question(*program));
    QVERIFY(says(program->bench()->window(), QStringLiteral("consent is needed")));
    program->open({QStringLiteral("far")});
    QTRY_VERIFY(question(*program));
    answerYes(*program);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    program.reset();
    program = scene.desk.start(config);
    QTRY_VERIFY_WITH_TIMEOUT(isLive(*program), 20'000);
    QVERIFY2(!question(*program), "the yes was given before");
}

} // namespace tst_windowsignin

WK_TEST(tst_windowsignin, TestWindowSignIn, QApplication)
#include "tst_windowsignin.moc"
