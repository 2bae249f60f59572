// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cluster/execsourcerig.h"

#include "core/base/limits.h"
#include "tests/support/testregistry.h"

#include <QTest>

/// Plugins that need a person, a terminal, or a PATH that is not there yet.
namespace tst_execperson {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestExecPerson : public test::ExecSourceRig
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
    void whatThePluginDoesIsTold();
    void oneThatIsNotOnThePathIsToldAndFoundOnceItIs();
    void whetherItMayAskIsByItsModeAndTheTerminal_data();
    void whetherItMayAskIsByItsModeAndTheTerminal();
    void withoutATerminalTheCommandForOneIsTold();
    void whatWasCancelledRunsAgainOnlyWhenAsked();
    void whoMissedThePersonRunsAgainOnlyWhenAsked();
};

void TestExecPerson::whatThePluginDoesIsTold()
{
    write("token", "abc\n");
    write("said", "type ABCD\n");
    usePlugin();
    QVERIFY(!m_source->isBusy());
    QCOMPARE(ask(), QByteArray("abc"));
    QCOMPARE(m_told, QByteArray("begun ./plugin\ntype ABCD\nended\n"));
    QVERIFY(!m_source->isBusy());
    QCOMPARE(ask(), QByteArray("abc"));
    QCOMPARE(m_told.count("begun"), 1);
}

void TestExecPerson::oneThatIsNotOnThePathIsToldAndFoundOnceItIs()
{
    write("token", "abc\n");
    usePlugin();
    auto &plugin = std::get<ExecPlugin>(m_access.signIn);
    plugin.program = plugin.command = "plugin";
    makeSource();
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QVERIFY2(m_asker.error().text.find("another PATH than your shell has") != std::string::npos,
             m_asker.error().text.c_str());
    QCOMPARE(m_missing, std::vector<std::string>{"plugin"});
    m_path->add(m_scripts->path(QString()).toStdString());
    QCOMPARE(ask(), QByteArray("abc"));
    QCOMPARE(m_missing.size(), 1u);
    const QByteArray path = m_scripts->read(QStringLiteral("path")).trimmed();
    QVERIFY2(path.endsWith(m_scripts->path(QString()).toUtf8()), path.constData());
}

void TestExecPerson::whetherItMayAskIsByItsModeAndTheTerminal_data()
{
    QTest::addColumn<InteractiveMode>("mode");
    QTest::addColumn<bool>("hasTerminal");
    QTest::addColumn<QByteArray>("outcome"); // what the plugin is told of it, or the error
    const QByteArray yes = "\"interactive\":true";
    const QByteArray no = "\"interactive\":false";
    QTest::newRow("never, on a terminal") << InteractiveMode::Never << true << no;
    QTest::newRow("never, without one") << InteractiveMode::Never << false << no;
    QTest::newRow("if available, on a terminal") << InteractiveMode::IfAvailable << true << yes;
    QTest::newRow("if available, without one") << InteractiveMode::IfAvailable << false << no;
    QTest::newRow("always, on a terminal") << InteractiveMode::Always << true << yes;
    QTest::newRow("always, without one") << InteractiveMode::Always << false << QByteArray("CredentialFailed");
}

void TestExecPerson::whetherItMayAskIsByItsModeAndTheTerminal()
{
    QFETCH(InteractiveMode, mode);
    QFETCH(bool, hasTerminal);
    QFETCH(QByteArray, outcome);
    write("token", "abc\n");
    m_hasTerminal = hasTerminal;
    usePlugin();
    std::get<ExecPlugin>(m_access.signIn).interactive = mode;
    makeSource();
    const QByteArray answer = ask();
    if (answer != "abc")
        QCOMPARE(answer, outcome);
    QCOMPARE(runs(), answer == "abc" ? 1 : 0);
    QVERIFY(answer != "abc" || m_scripts->read(QStringLiteral("info")).contains(outcome));
}

void TestExecPerson::withoutATerminalTheCommandForOneIsTold()
{
    usePlugin();
    std::get<ExecPlugin>(m_access.signIn).interactive = InteractiveMode::Always;
    m_access.context = "it's prod";
    m_access.source = "/srv/my files/config";
    makeSource();
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    const std::string &text = m_asker.error().text;
    const char *command = "kubectl --kubeconfig '/srv/my files/config' --context 'it'\\''s prod' get --raw /version";
    QVERIFY2(text.find(command) != std::string::npos, text.c_str());
    QVERIFY(m_asked.empty());

    qputenv("KUBECONFIG", "/other:/srv/config"); // whoever types it has it, too
    m_access.context = "prod";
    m_access.source = "/srv/config";
    makeSource();
    ask();
    QVERIFY(m_asker.error().text.find("kubectl --context prod get --raw /version") != std::string::npos);
    qunsetenv("KUBECONFIG");
}

void TestExecPerson::whatWasCancelledRunsAgainOnlyWhenAsked()
{
    write("token", "abc\n");
    write("said", "type ABCD\n");
    write("hangs", "");
    usePlugin();
    std::optional<Result<Credential>> heard;
    m_source->credential(this, [&](const Result<Credential> &result) { heard = result; });
    QTRY_VERIFY(m_told.contains("ABCD"));
    QVERIFY(m_source->isBusy());
    m_source->cancel();
    QTRY_VERIFY(heard);
    QVERIFY(!heard->ok() && heard->error().kind == ErrorKind::Cancelled);
    QCOMPARE(m_told, QByteArray("begun ./plugin\ntype ABCD\nended\n"));

    QFile::remove(m_scripts->path(QStringLiteral("hangs")));
    m_clock.advance(24h);
    m_source->forget(); // as a connection that comes and goes does
    QCOMPARE(ask(), QByteArray("Cancelled"));
    QCOMPARE(runs(), 1);
    m_source->resume();
    QCOMPARE(ask(), QByteArray("abc"));
    QCOMPARE(runs(), 2);
    m_source->cancel(); // there is nothing to cancel
    QCOMPARE(ask(), QByteArray("abc"));
}

void TestExecPerson::whoMissedThePersonRunsAgainOnlyWhenAsked()
{
    write("token", "abc\n");
    write("said", "type ABCD\n");
    write("hangs", "");
    usePlugin();
    std::optional<Result<Credential>> heard;
    m_source->credential(this, [&](const Result<Credential> &result) { heard = result; });
    QTRY_VERIFY(m_told.contains("ABCD"));
    m_clock.advance(limits::ExecPersonTime);
    QTRY_VERIFY(heard);
    QVERIFY(!heard->ok() && heard->error().kind == ErrorKind::CredentialFailed);
    m_clock.advance(24h);
    m_source->forget();
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(runs(), 1);
    QFile::remove(m_scripts->path(QStringLiteral("hangs")));
    m_source->resume();
    QCOMPARE(ask(), QByteArray("abc"));
}

} // namespace tst_execperson

WK_TEST(tst_execperson, TestExecPerson, QCoreApplication)
#include "tst_execperson.moc"
