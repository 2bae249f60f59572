// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/program.h"
#include "tests/e2e/windowdesk.h"
#include "tests/support/processgone.h"
#include "tests/support/ptyprogram.h"
#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

#include <sys/stat.h>

namespace tst_commandsignin {

using namespace wk;

namespace {

/// The rest of a plugin that is content.
QByteArray tokenOf(const Cluster &cluster)
{
    return "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":\"" +
           cluster.token() + "\"}}'\n";
}

} // namespace

/// The built program with a plugin that needs a person: without a terminal, and on one.
class TestCommandSignIn : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatThePluginSaysIsPassedOnAsItComes();
    void onATerminalThePluginAsksThere();
    void withoutATerminalOneThatMustAskIsRefusedWithTheWay();
    void whoIsEndedLeavesTheTerminalAsItWas();
    void filesInUnusualPlacesAreReadWithLeaveAlone();

private:
    QStringList arguments(const char *command, const QByteArray &mode)
    {
        const QByteArray user =
            "{exec: {apiVersion: client.authentication.k8s.io/v1, command: ./login, interactiveMode: " + mode +
            ", env: [{name: DIR, value: " + m_scripts->path(QString()).toUtf8() + "}]}}";
        QFile file(m_scripts->path(QStringLiteral("config")));
        if (file.open(QIODevice::WriteOnly))
            file.write("apiVersion: v1\nkind: Config\ncurrent-context: it\nclusters:\n- {name: it, cluster: " +
                       m_cluster.trusted() + "}\nusers:\n- {name: bob, user: " + user +
                       "}\ncontexts:\n- {name: it, context: {cluster: it, user: bob}}\n");
        return text(command).split(u' ') + QStringList{text("--allow-exec"), text("--kubeconfig"), file.fileName()};
    }
    std::unique_ptr<PtyProgram> onTerminal(const QStringList &arguments) const
    {
        return std::make_unique<PtyProgram>(
            text(WATCHKEEPER_BINARY_DIR "/app/watchkeeper"), arguments,
            std::vector<std::pair<const char *, QByteArray>>{{"HOME", m_scripts->path(QString()).toLocal8Bit()},
                                                             {"LC_ALL", "C.UTF-8"}});
    }

    std::unique_ptr<TestScripts> m_scripts;
    Cluster m_cluster;
};

void TestCommandSignIn::init()
{
    m_scripts = std::make_unique<TestScripts>();
    QCOMPARE(::mkfifo(m_scripts->path(QStringLiteral("gate")).toLocal8Bit().constData(), 0600), 0);
}

void TestCommandSignIn::whatThePluginSaysIsPassedOnAsItComes()
{
    m_scripts->write(QStringLiteral("login"),
                     "printf 'Open https://idp.example\\nCode: \\033[2JAB' >&2; read x < $DIR/gate\n" +
                         tokenOf(m_cluster));
    Program program(m_scripts->path(QString()), arguments("get pods -A", "Never"));
    QTRY_COMPARE_WITH_TIMEOUT(program.err, QByteArray("Open https://idp.example\nCode: ‹U+001B›[2JAB"), Patience);
    QVERIFY(!program.hasEnded());
    std::ofstream(m_scripts->path(QStringLiteral("gate")).toStdString()) << "\n";
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 0);
    QVERIFY2(program.out.contains("kube-system"), program.out.constData());
    QVERIFY2(program.err.endsWith("AB\n"), "what comes next begins a line of its own");
}

void TestCommandSignIn::onATerminalThePluginAsksThere()
{
    m_scripts->write(QStringLiteral("login"),
                     "stty -echo; printf 'Password: ' >&2; read password; stty echo; echo >&2\n"
                     "echo \"$password $KUBERNETES_EXEC_INFO\" > $DIR/heard\n" +
                         tokenOf(m_cluster));
    const auto program = onTerminal(arguments("get pods -A", "Always"));
    QTRY_VERIFY_WITH_TIMEOUT(program->shown.contains("Password: "), Patience);
    program->type("open sesame\n");
    QTRY_VERIFY_WITH_TIMEOUT(program->hasEnded(), Patience);
    QTRY_VERIFY2_WITH_TIMEOUT(program->shown.contains("kube-system"), program->shown.constData(), Patience);
    QCOMPARE(program->exitCode(), 0);
    QVERIFY2(!program->shown.contains("sesame"), program->shown.constData());
    const QByteArray heard = m_scripts->read(QStringLiteral("heard"));
    QVERIFY2(heard.startsWith("open sesame "), heard.constData());
    QVERIFY2(heard.contains("\"interactive\":true"), heard.constData());
}

void TestCommandSignIn::withoutATerminalOneThatMustAskIsRefusedWithTheWay()
{
    m_scripts->write(QStringLiteral("login"), "touch $DIR/ran\n");
    Program program(m_scripts->path(QString()), arguments("get pods -A", "Always"));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.exitCode(), 1);
    QVERIFY2(program.err.contains("--context it get --raw /version"), program.err.constData());
    QVERIFY(!QFile::exists(m_scripts->path(QStringLiteral("ran"))));
}

void TestCommandSignIn::whoIsEndedLeavesTheTerminalAsItWas()
{
    m_scripts->write(QStringLiteral("login"),
                     "sleep 1000 & echo $! > $DIR/child; stty -echo; printf 'Password: ' >&2; read password\n");
    QStringList words = arguments("record", "IfAvailable");
    words.insert(1, m_scripts->path(QStringLiteral("recorded.json")));
    words.insert(2, text("pods"));
    const auto program = onTerminal(words);
    QTRY_VERIFY_WITH_TIMEOUT(program->shown.contains("Password: "), Patience);
    QVERIFY(!program->isEchoing());
    const qint64 child = m_scripts->read(QStringLiteral("child")).trimmed().toLongLong();
    QVERIFY(child > 0 && !isProcessGone(child));
    ::kill(program->pid(), SIGTERM);
    QTRY_VERIFY_WITH_TIMEOUT(program->hasEnded(), Patience);
    QVERIFY(program->isEchoing());
    QTRY_VERIFY(isProcessGone(child));
}

void TestCommandSignIn::filesInUnusualPlacesAreReadWithLeaveAlone()
{
    const QTemporaryDir elsewhere;
    QFile token(elsewhere.filePath(QStringLiteral("token")));
    QVERIFY(token.open(QIODevice::WriteOnly));
    token.write(m_cluster.token());
    token.close();
    QFile config(m_scripts->path(QStringLiteral("config")));
    QVERIFY(config.open(QIODevice::WriteOnly));
    config.write("current-context: it\nclusters:\n- {name: it, cluster: " + m_cluster.trusted() +
                 "}\nusers:\n- {name: bob, user: {tokenFile: '" + token.fileName().toUtf8() +
                 "'}}\ncontexts:\n- {name: it, context: {cluster: it, user: bob}}\n");
    config.close();
    QStringList words = text("get pods -A --kubeconfig").split(u' ') + QStringList{config.fileName()};
    Program refused(m_scripts->path(QString()), words);
    QTRY_VERIFY_WITH_TIMEOUT(refused.hasEnded(), Patience);
    QCOMPARE(refused.exitCode(), 1);
    QVERIFY2(refused.err.contains(QByteArray("\ntokenFile: ").append(token.fileName().toUtf8()).append('\n')),
             refused.err.constData());
    QVERIFY2(refused.err.contains("--allow-files"), refused.err.constData());
    Program allowed(m_scripts->path(QString()), words << text("--allow-files"));
    QTRY_VERIFY_WITH_TIMEOUT(allowed.hasEnded(), Patience);
    QVERIFY2(allowed.exitCode() == 0 && allowed.out.contains("kube-system"), allowed.err.constData());
}

} // namespace tst_commandsignin

WK_TEST(tst_commandsignin, TestCommandSignIn, QCoreApplication)
#include "tst_commandsignin.moc"
