// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/windowdesk.h"
#include "tests/support/testregistry.h"
#include "ui/window/signinpanel.h"

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
    std::unique_ptr<WindowProgram> start(const QByteArray &script, const QByteArray &mode = "Never")
    {
        desk.write(QStringLiteral("sign-in"), "#!/bin/sh\ncd \"${0%/*}\"\necho run >> runs\n" + script, true);
        const QByteArray exec = "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./sign-in, "
                                "installHint: get it, interactiveMode: " +
                                mode + "}}";
        auto program = desk.start(desk.kubeconfig(cluster.trusted(), exec));
        panel = program->bench()->window().findChild<SignInPanel *>();
        return program;
    }
    QByteArray deviceLogin() const
    {
        return "echo 'Open https://idp.example/device and type ABCD.' >&2; read x < gate\necho "
               "'{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":"
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

} // namespace

/// The window of who has to do something to sign in.
class TestWindowSignIn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theCodeIsSeenAndTheSignInCancelledAndTriedAgain();
    void aPluginThatMustAskIsNotRunAndItsCommandTold();
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

} // namespace tst_windowsignin

WK_TEST(tst_windowsignin, TestWindowSignIn, QApplication)
#include "tst_windowsignin.moc"
