// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/loginshell.h"

#include "core/base/limits.h"
#include "tests/support/manualclock.h"
#include "tests/support/processgone.h"
#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QStandardPaths>
#include <QTest>

#include <optional>

namespace tst_loginshell {

using namespace wk;
using namespace std::chrono_literals;

class TestLoginShell : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void itsStartFilesMakeThePath_data();
    void itsStartFilesMakeThePath();
    void theOutputIsLookedAtBetweenTheMarksAlone_data();
    void theOutputIsLookedAtBetweenTheMarksAlone();
    void oneThatHangsIsEndedWithAllItStarted();
    void whatItsFilesLeaveRunningEndsWithIt();
    void oneThatIsNoneIsTold_data();
    void oneThatIsNoneIsTold();
    void endingItIsSilent();

private:
    void ask(const std::string &shell)
    {
        m_path.reset();
        m_shell =
            std::make_unique<LoginShell>(shell, m_clock, [this](const Result<std::string> &path) { m_path = path; });
    }
    qint64 processIn(const char *file) const
    {
        return m_scripts->read(QString::fromLatin1(file)).trimmed().toLongLong();
    }

    std::unique_ptr<TestScripts> m_scripts;
    ManualClock m_clock;
    std::unique_ptr<LoginShell> m_shell;
    std::optional<Result<std::string>> m_path;
};

void TestLoginShell::init()
{
    m_shell.reset();
    m_scripts = std::make_unique<TestScripts>();
    qputenv("WATCHKEEPER_TEST_DIR", m_scripts->path(QString()).toUtf8());
}

void TestLoginShell::itsStartFilesMakeThePath_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("file");
    QTest::newRow("bash") << QStringLiteral("bash") << QStringLiteral(".bash_profile");
    QTest::newRow("sh") << QStringLiteral("sh") << QStringLiteral(".profile");
    QTest::newRow("zsh") << QStringLiteral("zsh") << QStringLiteral(".zshrc");
}

void TestLoginShell::itsStartFilesMakeThePath()
{
    QFETCH(QString, shell);
    QFETCH(QString, file);
    const QString program = QStandardPaths::findExecutable(shell);
    if (program.isEmpty())
        QSKIP("this shell is not installed");
    m_scripts->write(file, "echo hello from $0\nPATH=$PATH:/opt/login/bin\nexport PATH\n");
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", m_scripts->path(QString()).toLocal8Bit());
    ask(program.toStdString());
    qputenv("HOME", home);
    QTRY_VERIFY(m_path);
    QVERIFY2(m_path->ok(), m_path->ok() ? "" : describe(m_path->error()).c_str());
    QVERIFY2(m_path->value().ends_with(":/opt/login/bin"), m_path->value().c_str());
    QVERIFY(m_clock.isIdle());
}

void TestLoginShell::theOutputIsLookedAtBetweenTheMarksAlone_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::addColumn<QByteArray>("path");
    const auto row = [](const char *name, const char *output, const char *path) {
        QTest::newRow(name) << QByteArray(output).replace('%', "__watchkeeper_path__\n") << QByteArray(path);
    };
    row("the path", "%/a:/b\n%", "/a:/b");
    row("with what else is printed", "PATH=/evil\n%/a\n%bye\n", "/a");
    row("nothing", "", "");
    row("one mark", "%/a\n", "");
    row("no PATH", "%%", "");
    row("several lines", "%/a\n/b\n%", "");
    row("no absolute directory", "%.:bin\n%", "");
}

void TestLoginShell::theOutputIsLookedAtBetweenTheMarksAlone()
{
    QFETCH(QByteArray, output);
    QFETCH(QByteArray, path);
    QCOMPARE(QByteArray::fromStdString(pathIn(output)), path);
}

void TestLoginShell::oneThatHangsIsEndedWithAllItStarted()
{
    ask(m_scripts->write(QStringLiteral("shell"), "sleep 1000 & echo $! > $WATCHKEEPER_TEST_DIR/child\n"
                                                  "setsid sleep 1000 & echo $! > $WATCHKEEPER_TEST_DIR/apart\nwait\n"));
    QTRY_VERIFY(processIn("apart") > 0);
    m_clock.advance(limits::LoginShellTime - 1ms);
    QVERIFY(!isProcessGone(processIn("child")));
    m_clock.advance(1ms);
    QTRY_VERIFY(m_path);
    QCOMPARE(m_path->error(), (Error{ErrorKind::FileUnreadable, "The login shell did not end within 5 seconds.",
                                     m_scripts->path(QStringLiteral("shell")).toStdString()}));
    QTRY_VERIFY(isProcessGone(processIn("child")));
    QTRY_VERIFY(isProcessGone(processIn("apart")));
}

void TestLoginShell::whatItsFilesLeaveRunningEndsWithIt()
{
    ask(m_scripts->write(QStringLiteral("shell"), "sleep 1000 > /dev/null & echo $! > $WATCHKEEPER_TEST_DIR/child\n"
                                                  "echo __watchkeeper_path__; echo /a; echo __watchkeeper_path__\n"));
    QTRY_VERIFY(m_path);
    QCOMPARE(m_path->value(), std::string("/a"));
    QTRY_VERIFY(isProcessGone(processIn("child")));
}

void TestLoginShell::oneThatIsNoneIsTold_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("it refuses") << QByteArray("exit 1") << QByteArray("told no PATH");
    QTest::newRow("it prints without end") << QByteArray("exec cat /dev/zero") << QByteArray("prints without end");
    QTest::newRow("it is not there") << QByteArray() << QByteArray("could not be started");
}

void TestLoginShell::oneThatIsNoneIsTold()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, why);
    ask(script.isEmpty() ? std::string("/absent/shell") : m_scripts->write(QStringLiteral("shell"), script));
    QTRY_VERIFY(m_path);
    QVERIFY2(m_path->error().text.find(why.toStdString()) != std::string::npos, m_path->error().text.c_str());
}

void TestLoginShell::endingItIsSilent()
{
    ask(m_scripts->write(QStringLiteral("shell"), "echo $$ > $WATCHKEEPER_TEST_DIR/self; exec sleep 1000"));
    QTRY_VERIFY(processIn("self") > 0);
    m_shell.reset();
    QVERIFY(isProcessGone(processIn("self")));
    QCoreApplication::processEvents();
    QVERIFY(!m_path);
}

} // namespace tst_loginshell

WK_TEST(tst_loginshell, TestLoginShell, QCoreApplication)
#include "tst_loginshell.moc"
