// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execplugin.h"

#include "core/base/limits.h"
#include "tests/support/manualclock.h"
#include "tests/support/processgone.h"
#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QTest>

#include <csignal>
#include <fstream>
#include <optional>

#include <sys/stat.h>
#include <unistd.h>

namespace tst_execplugin {

using namespace wk;
using namespace std::chrono_literals;

class TestExecPlugin : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void outputIsHandedOverWhole();
    void thePluginSeesArgumentsEnvironmentAndNoInput();
    void noShellLooksAtNamesOrArguments();
    void failuresAreTold_data();
    void failuresAreTold();
    void aHangingPluginIsEndedWithAllItStarted();
    void whoPrintsTooMuchIsEnded();
    void complaintsWithoutEndAreBounded();
    void whatItSaysIsPassedOnAsItComes();
    void aCharacterThatComesInPiecesIsPassedOnWhole();
    void noMoreIsPassedOnThanMayBeHeld_data();
    void noMoreIsPassedOnThanMayBeHeld();
    void whoHasSpokenIsWaitedForLonger();
    void aCancelledPluginIsEndedWithAllItStarted();
    void aChildThatKeepsThePipeDelaysNothing();
    void destroyingTheRunEndsThePlugin();
    void theRunMayBeDestroyedByItsListener();

private:
    void run(const QByteArray &script, const QString &name = QStringLiteral("plugin"));
    /// The process id a script wrote into a file.
    qint64 processIn(const char *file) const
    {
        return m_scripts->read(QString::fromLatin1(file)).trimmed().toLongLong();
    }
    /// A script that reads from $DIR/gate waits until then.
    void openGate() const { std::ofstream(m_scripts->path(QStringLiteral("gate")).toStdString()) << "\n"; }
    static bool isAlive(qint64 pid) { return pid > 0 && ::kill(pid_t(pid), 0) == 0; }

    std::unique_ptr<TestScripts> m_scripts;
    ManualClock m_clock;
    ExecPlugin m_plugin;
    std::unique_ptr<ExecRun> m_run;
    std::optional<Result<QByteArray>> m_result;
    QByteArray m_said;
};

void TestExecPlugin::init()
{
    m_run.reset();
    m_result.reset();
    m_said.clear();
    m_scripts = std::make_unique<TestScripts>();
    QCOMPARE(::mkfifo(m_scripts->path(QStringLiteral("gate")).toLocal8Bit().constData(), 0600), 0);
    m_plugin = ExecPlugin();
    m_plugin.command = "plugin";
    m_plugin.installHint = "brew install it";
    m_plugin.env = {{"DIR", m_scripts->path(QString()).toStdString()}};
}

void TestExecPlugin::run(const QByteArray &script, const QString &name)
{
    const std::string program = m_scripts->write(name, script);
    m_run = std::make_unique<ExecRun>(
        m_plugin, ExecRun::Setting{program, "INFO"}, m_clock,
        ExecRun::Listener{[this](Result<QByteArray> result) { m_result = std::move(result); },
                          [this](const std::string &words) { m_said += QByteArray::fromStdString(words); }});
}

void TestExecPlugin::outputIsHandedOverWhole()
{
    run("echo one; echo two >&2; head -c 200000 /dev/zero | tr '\\0' x");
    QVERIFY(!m_result);
    QTRY_VERIFY(m_result);
    QVERIFY2(m_result->ok(), m_result->ok() ? "" : describe(m_result->error()).c_str());
    QCOMPARE(m_result->value(), QByteArray("one\n") + QByteArray(200'000, 'x'));
    QVERIFY(m_clock.isIdle());
}

void TestExecPlugin::thePluginSeesArgumentsEnvironmentAndNoInput()
{
    m_plugin.args = {"a b", "", "$HOME"};
    m_plugin.env.emplace_back("EXTRA", "x y");
    qputenv("WATCHKEEPER_TEST_INHERITED", "yes");
    run(R"(printf '%s|' "$#" "$1" "$2" "$3" "$EXTRA" "$WATCHKEEPER_TEST_INHERITED" "$KUBERNETES_EXEC_INFO"; cat)");
    QTRY_VERIFY(m_result);
    QCOMPARE(m_result->value(), QByteArray("3|a b||$HOME|x y|yes|INFO|"));
}

void TestExecPlugin::noShellLooksAtNamesOrArguments()
{
    m_plugin.args = {";touch $DIR/harm", "`touch $DIR/harm`"};
    run("printf ok", QStringLiteral("true; touch harm\n $(x)"));
    QTRY_VERIFY(m_result);
    QCOMPARE(m_result->value(), QByteArray("ok"));
    QVERIFY(!QFile::exists(m_scripts->path(QStringLiteral("harm"))));
}

void TestExecPlugin::failuresAreTold_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("exit 1 with its last words") << QByteArray("echo secret; echo 'log in first' >&2; exit 1")
                                                << QByteArray("ended with code 1. It says: \"log in first\".");
    QTest::newRow("exit 3 without a word") << QByteArray("exit 3") << QByteArray("ended with code 3.");
    QTest::newRow("killed by a signal") << QByteArray("kill -KILL $$") << QByteArray("was ended by signal 9.");
    QTest::newRow("many words: the end of them")
        << QByteArray("head -c 100000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 1")
        << QByteArray("ended with code 1. It says: \"" + QByteArray(996, 'x') + "end\".");
}

void TestExecPlugin::failuresAreTold()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, text);
    run(script);
    QTRY_VERIFY(m_result);
    QVERIFY(!m_result->ok());
    QCOMPARE(m_result->error().kind, ErrorKind::CredentialFailed);
    QCOMPARE(QByteArray::fromStdString(m_result->error().text),
             QByteArray("The credential plugin \"plugin\" " + text + " The kubeconfig's hint: brew install it"));
    QCOMPARE(m_result->error().place, m_scripts->path(QStringLiteral("plugin")).toStdString());
}

void TestExecPlugin::aHangingPluginIsEndedWithAllItStarted()
{
    run("sleep 1000 & echo $! > $DIR/child; echo $$ > $DIR/self.new; mv $DIR/self.new $DIR/self; wait");
    QTRY_VERIFY(processIn("self") > 0);
    m_clock.advance(limits::ExecTime - 1ms);
    QVERIFY(isAlive(processIn("self")));
    m_clock.advance(1ms);
    QTRY_VERIFY(m_result);
    QVERIFY(!m_result->ok());
    QVERIFY2(m_result->error().text.find("did not answer within 60 seconds") != std::string::npos,
             m_result->error().text.c_str());
    QTRY_VERIFY(isProcessGone(processIn("self")));
    QTRY_VERIFY(isProcessGone(processIn("child")));
}

void TestExecPlugin::whoPrintsTooMuchIsEnded()
{
    run("echo $$ > $DIR/self; exec cat /dev/zero");
    QTRY_VERIFY(m_result);
    QVERIFY(!m_result->ok());
    QVERIFY2(m_result->error().text.find("more than 1024 KiB") != std::string::npos, m_result->error().text.c_str());
    QTRY_VERIFY(isProcessGone(processIn("self")));

    m_result.reset();
    run("head -c " + QByteArray::number(qulonglong(limits::ExecOutputBytes)) + " /dev/zero");
    QTRY_VERIFY(m_result);
    QVERIFY(m_result->ok());
    QCOMPARE(std::size_t(m_result->value().size()), limits::ExecOutputBytes);
}

void TestExecPlugin::complaintsWithoutEndAreBounded()
{
    run("echo $$ > $DIR/self; exec cat /dev/zero >&2");
    QTRY_VERIFY(!m_said.isEmpty());
    m_clock.advance(limits::ExecPersonTime);
    QTRY_VERIFY(m_result);
    QVERIFY(!m_result->ok());
    QVERIFY(m_result->error().text.size() < 1400);
    QTRY_VERIFY(isProcessGone(processIn("self")));
}

void TestExecPlugin::whatItSaysIsPassedOnAsItComes()
{
    run("printf 'open https://idp.example and type ABCD' >&2; read x < $DIR/gate; echo ' thanks' >&2; printf token");
    QTRY_COMPARE(m_said, QByteArray("open https://idp.example and type ABCD"));
    QVERIFY(!m_result);
    openGate();
    QTRY_VERIFY(m_result);
    QCOMPARE(m_said, QByteArray("open https://idp.example and type ABCD thanks\n"));
    QCOMPARE(m_result->value(), QByteArray("token"));
}

void TestExecPlugin::aCharacterThatComesInPiecesIsPassedOnWhole()
{
    run("printf 'a\\342\\202' >&2; read x < $DIR/gate; printf '\\254b\\377c' >&2");
    QTRY_COMPARE(m_said, QByteArray("a"));
    openGate();
    QTRY_VERIFY(m_result);
    QCOMPARE(m_said, QByteArray("a\xe2\x82\xac"
                                "b\xff"
                                "c"));
}

void TestExecPlugin::noMoreIsPassedOnThanMayBeHeld_data()
{
    QTest::addColumn<int>("size");
    for (const int beside : {-1, 0, 1})
        QTest::addRow("the limit %+d", beside) << int(limits::ExecWordsBytes) + beside;
}

void TestExecPlugin::noMoreIsPassedOnThanMayBeHeld()
{
    QFETCH(int, size);
    run("head -c " + QByteArray::number(size) + " /dev/zero | tr '\\0' x >&2");
    QTRY_VERIFY(m_result);
    QVERIFY(m_result->ok());
    QCOMPARE(m_said.size(), std::min<qsizetype>(size, limits::ExecWordsBytes));
}

void TestExecPlugin::whoHasSpokenIsWaitedForLonger()
{
    run("echo $$ > $DIR/self; read x < $DIR/gate; echo code >&2; sleep 1000");
    QTRY_VERIFY(processIn("self") > 0);
    m_clock.advance(limits::ExecTime - 1ms);
    openGate();
    QTRY_VERIFY(!m_said.isEmpty());
    m_clock.advance(limits::ExecPersonTime - 1ms);
    QVERIFY(isAlive(processIn("self")));
    QVERIFY(!m_run->hasMissedPerson());
    m_clock.advance(1ms);
    QTRY_VERIFY(m_result);
    QVERIFY(m_run->hasMissedPerson());
    const Error &error = m_result->error();
    QCOMPARE(error.kind, ErrorKind::CredentialFailed);
    QVERIFY2(error.text.find("not done 5 minutes after") != std::string::npos, error.text.c_str());
    QTRY_VERIFY(isProcessGone(processIn("self")));
}

void TestExecPlugin::aCancelledPluginIsEndedWithAllItStarted()
{
    run("sleep 1000 & echo $! > $DIR/child; echo code >&2; wait");
    QTRY_VERIFY(!m_said.isEmpty());
    m_run->cancel();
    QVERIFY(!m_result);
    QTRY_VERIFY(m_result);
    QCOMPARE(m_result->error(), (Error{ErrorKind::Cancelled, "The credential plugin \"plugin\" was cancelled.",
                                       m_scripts->path(QStringLiteral("plugin")).toStdString()}));
    QTRY_VERIFY(isProcessGone(processIn("child")));
    QVERIFY(m_clock.isIdle());
    m_run->cancel(); // nothing is left of it
}

void TestExecPlugin::aChildThatKeepsThePipeDelaysNothing()
{
    run("sleep 1000 & echo $! > $DIR/child; echo ok");
    QTRY_VERIFY(m_result);
    QVERIFY(m_result->ok());
    QCOMPARE(m_result->value(), QByteArray("ok\n"));
    // It may be the browser that showed the login: it stays.
    const qint64 child = processIn("child");
    QVERIFY(isAlive(child));
    m_run.reset();
    QVERIFY(isAlive(child));
    ::kill(pid_t(child), SIGKILL);

    m_result.reset();
    run("sleep 1000 & echo $! > $DIR/child2; exit 1");
    QTRY_VERIFY(m_result);
    QVERIFY(!m_result->ok());
    QTRY_VERIFY(isProcessGone(processIn("child2")));
}

void TestExecPlugin::destroyingTheRunEndsThePlugin()
{
    run("sleep 1000 & echo $! > $DIR/child; echo $$ > $DIR/self; wait");
    QTRY_VERIFY(processIn("self") > 0);
    m_run.reset();
    QVERIFY(isProcessGone(processIn("self")));
    QTRY_VERIFY(isProcessGone(processIn("child")));
    QVERIFY(!m_result);
    QVERIFY(m_clock.isIdle());
    // Also before it has begun.
    run("sleep 1000");
    m_run.reset();
    QVERIFY(!m_result);
}

void TestExecPlugin::theRunMayBeDestroyedByItsListener()
{
    const std::string program = m_scripts->write(QStringLiteral("plugin"), "echo ok");
    bool heard = false;
    const auto hear = [&](const Result<QByteArray> &) {
        m_run.reset();
        heard = true;
    };
    m_run = std::make_unique<ExecRun>(m_plugin, ExecRun::Setting{program, ""}, m_clock, ExecRun::Listener{hear});
    QTRY_VERIFY(heard);
}

} // namespace tst_execplugin

WK_TEST(tst_execplugin, TestExecPlugin, QCoreApplication)
#include "tst_execplugin.moc"
