// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/execsource.h"

#include "core/base/limits.h"
#include "tests/support/credentialasker.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QTest>

namespace tst_execsource {

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// A plugin that counts its runs and answers with the token of the file "token"; it fails while that is empty. Its
/// credential expires at what the file "expires" says, if that is there. It says first what the file "said" does, and
/// does not end while there is one that is called "hangs".
const QByteArray GoodScript =
    "echo run >> $DIR/runs; read token < $DIR/token; echo \"$KUBERNETES_EXEC_INFO\" > $DIR/info\n"
    "echo \"$PATH\" > $DIR/path\n"
    "[ -r $DIR/said ] && cat $DIR/said >&2\n"
    "[ -e $DIR/hangs ] && exec sleep 1000\n"
    "[ -n \"$token\" ] || exit 1\n"
    "[ -r $DIR/expires ] && expires=\",\\\"expirationTimestamp\\\":\\\"$(cat $DIR/expires)\\\"\"\n"
    "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
    "\"status\":{\"token\":\"'$token'\"'$expires'}}'\n";

} // namespace

class TestExecSource : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void manyAsksAreOneRun();
    void aCredentialIsKeptUntilShortlyBeforeItExpires();
    void aRefusedCredentialIsHadAnewOnce();
    void aRefusalOfAnOldCredentialChangesNothing();
    void aCredentialThatIsRefusedAgainIsNotHadMoreThanOnceAMinute();
    void aFailureIsNotRepeatedWithinAMinute();
    void aFailedRefreshLeavesWhatIsStillGood();
    void forgettingBeginsAfresh();
    void nothingRunsWithoutConsent();
    void nothingRunsAgainstTheKuberc();
    void whoIsGoneHearsNothing();
    void whatThePluginDoesIsTold();
    void oneThatIsNotOnThePathIsToldAndFoundOnceItIs();
    void whetherItMayAskIsByItsModeAndTheTerminal_data();
    void whetherItMayAskIsByItsModeAndTheTerminal();
    void withoutATerminalTheCommandForOneIsTold();
    void whatWasCancelledRunsAgainOnlyWhenAsked();
    void whoMissedThePersonRunsAgainOnlyWhenAsked();

private:
    void usePlugin();
    void makeSource();
    QByteArray ask() { return m_asker.ask(*m_source); }
    int runs() const { return int(m_scripts->read(QStringLiteral("runs")).count('\n')); }
    void write(const char *name, const QByteArray &bytes) const
    {
        QFile file(m_scripts->path(QString::fromLatin1(name)));
        if (file.open(QIODevice::WriteOnly))
            file.write(bytes);
    }
    void expireIn(std::chrono::seconds delay) const
    {
        write("expires", QByteArray::fromStdString(formatTime(m_clock.wallNow() + delay)));
    }

    std::unique_ptr<TestScripts> m_scripts;
    ManualClock m_clock;
    ClusterAccess m_access;
    ExecAnswer m_consent = ExecAnswer::Allow;
    std::vector<ExecRequest> m_asked;
    QByteArray m_told;
    bool m_hasTerminal = false;
    std::shared_ptr<PluginPath> m_path;
    std::vector<std::string> m_missing;
    std::unique_ptr<CredentialSource> m_source;
    CredentialAsker m_asker;
};

void TestExecSource::init()
{
    m_source.reset();
    qputenv("KUBERC", "off"); // whose machine this is does not matter
    m_scripts = std::make_unique<TestScripts>();
    m_clock.setWall(*parseTime("2026-11-21T12:00:00Z"));
    m_access = ClusterAccess();
    m_consent = ExecAnswer::Allow;
    m_asked.clear();
    m_told.clear();
    m_hasTerminal = false;
    m_path = std::make_shared<PluginPath>();
    m_missing.clear();
}

void TestExecSource::makeSource()
{
    const auto consent = [this](const ExecRequest &request) {
        m_asked.push_back(request);
        return m_consent;
    };
    m_source =
        std::make_unique<ExecSource>(m_access, m_clock,
                                     PluginRules{consent, m_hasTerminal, m_path,
                                                 [this](const std::string &command) { m_missing.push_back(command); }});
    m_source->listen([this](const PluginNews &news) {
        switch (news.kind) {
        case PluginNews::Kind::Begun: m_told += "begun " + QByteArray::fromStdString(news.command) + '\n'; return;
        case PluginNews::Kind::Said: m_told += QByteArray::fromStdString(news.words); return;
        case PluginNews::Kind::Ended: m_told += "ended\n"; return;
        }
    });
}

void TestExecSource::usePlugin()
{
    ExecPlugin plugin;
    plugin.apiVersion = "client.authentication.k8s.io/v1";
    plugin.command = "./plugin";
    plugin.program = m_scripts->write(QStringLiteral("plugin"), GoodScript);
    plugin.env = {{"DIR", m_scripts->path(QString()).toStdString()}};
    m_access.signIn = plugin;
    makeSource();
}

void TestExecSource::manyAsksAreOneRun()
{
    write("token", "abc\n");
    usePlugin();
    int heard = 0;
    for (int i = 0; i < 40; ++i) {
        m_source->credential(this, [&](const Result<Credential> &result) {
            if (result && result->bearerToken == Secret("abc"))
                ++heard;
        });
    }
    QTRY_COMPARE(heard, 40);
    QCOMPARE(runs(), 1);
    m_clock.advance(24h);
    QCOMPARE(ask(), QByteArray("abc"));
    QCOMPARE(runs(), 1);
}

void TestExecSource::aCredentialIsKeptUntilShortlyBeforeItExpires()
{
    write("token", "one\n");
    expireIn(600s);
    usePlugin();
    QCOMPARE(ask(), QByteArray("one"));
    write("token", "two\n");
    m_clock.advance(570s - 1ms);
    expireIn(600s);
    QCOMPARE(ask(), QByteArray("one"));
    m_clock.advance(1ms);
    QCOMPARE(ask(), QByteArray("two"));
    QCOMPARE(runs(), 2);

    // A short life leaves less ahead: a tenth.
    makeSource();
    expireIn(100s);
    QCOMPARE(ask(), QByteArray("two"));
    m_clock.advance(90s - 1ms);
    QCOMPARE(ask(), QByteArray("two"));
    QCOMPARE(runs(), 3);
    m_clock.advance(1ms);
    expireIn(100s);
    QCOMPARE(ask(), QByteArray("two"));
    QCOMPARE(runs(), 4);
}

void TestExecSource::aRefusedCredentialIsHadAnewOnce()
{
    write("token", "one\n");
    usePlugin();
    QCOMPARE(ask(), QByteArray("one"));
    const Credential old = m_asker.credential();
    write("token", "two\n");
    m_clock.advance(60s);
    for (int i = 0; i < 40; ++i)
        m_source->refused(old);
    QCOMPARE(ask(), QByteArray("two"));
    for (int i = 0; i < 40; ++i)
        m_source->refused(old);
    QCOMPARE(ask(), QByteArray("two"));
    QCOMPARE(runs(), 2);
}

void TestExecSource::aRefusalOfAnOldCredentialChangesNothing()
{
    write("token", "one\n");
    usePlugin();
    QCOMPARE(ask(), QByteArray("one"));
    m_clock.advance(1h);
    m_source->refused(Credential{Secret("older"), {}, {}, {}});
    QCOMPARE(ask(), QByteArray("one"));
    QCOMPARE(runs(), 1);
}

void TestExecSource::aCredentialThatIsRefusedAgainIsNotHadMoreThanOnceAMinute()
{
    write("token", "bad\n");
    usePlugin();
    QCOMPARE(ask(), QByteArray("bad"));
    const Credential bad = m_asker.credential();
    for (int second = 0; second < 300; ++second) {
        m_source->refused(bad);
        ask();
        m_clock.advance(1s);
    }
    QCOMPARE(runs(), 5);
    m_source->refused(bad);
    QCOMPARE(ask(), QByteArray("bad"));
    m_source->refused(bad);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QVERIFY2(m_asker.error().text.find("refuses") != std::string::npos, m_asker.error().text.c_str());
    QCOMPARE(m_asker.error().retryAfter, std::chrono::milliseconds(60s));
}

void TestExecSource::aFailureIsNotRepeatedWithinAMinute()
{
    write("token", "\n");
    usePlugin();
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(m_asker.error().retryAfter, std::chrono::milliseconds(60s));
    write("token", "good\n");
    m_clock.advance(60s - 1ms);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(m_asker.error().retryAfter, 1ms);
    QCOMPARE(runs(), 1);
    m_clock.advance(1ms);
    QCOMPARE(ask(), QByteArray("good"));
    QCOMPARE(runs(), 2);
}

void TestExecSource::aFailedRefreshLeavesWhatIsStillGood()
{
    write("token", "one\n");
    expireIn(600s);
    usePlugin();
    QCOMPARE(ask(), QByteArray("one"));
    write("token", "\n");
    m_clock.advance(580s);
    QCOMPARE(ask(), QByteArray("one"));
    QCOMPARE(ask(), QByteArray("one"));
    QCOMPARE(runs(), 2);
    m_clock.advance(20s);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(runs(), 2);
}

void TestExecSource::forgettingBeginsAfresh()
{
    write("token", "\n");
    usePlugin();
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    write("token", "good\n");
    m_source->forget();
    QCOMPARE(ask(), QByteArray("good"));
    QCOMPARE(runs(), 2);
    // What is good stays, however often a connection comes and goes; what was refused does not.
    m_source->forget();
    QCOMPARE(ask(), QByteArray("good"));
    QCOMPARE(runs(), 2);
    m_source->refused(m_asker.credential());
    m_source->forget();
    QCOMPARE(ask(), QByteArray("good"));
    QCOMPARE(runs(), 3);
}

void TestExecSource::nothingRunsWithoutConsent()
{
    write("token", "abc\n");
    usePlugin();
    m_consent = ExecAnswer::Ask;
    QCOMPARE(ask(), QByteArray("ConsentNeeded"));
    QVERIFY(m_asker.error().text.find("SHA-256: ") != std::string::npos);
    m_consent = ExecAnswer::Deny;
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QVERIFY(m_asker.error().text.find("not allowed") != std::string::npos);
    QCOMPARE(runs(), 0);
    m_consent = ExecAnswer::Allow;
    QCOMPARE(ask(), QByteArray("abc"));
    QCOMPARE(m_asked.size(), 3u);
    QCOMPARE(m_asked[0], m_asked[2]);

    m_source = std::make_unique<ExecSource>(m_access, m_clock, PluginRules());
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(runs(), 1);
}

void TestExecSource::nothingRunsAgainstTheKuberc()
{
    write("token", "abc\n");
    usePlugin();
    qputenv("KUBERC", m_scripts->path(QStringLiteral("kuberc")).toUtf8());
    write("kuberc", "credentialPluginPolicy: DenyAll\n");
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QVERIFY(m_asker.error().text.find("kuberc") != std::string::npos);
    QVERIFY(m_asked.empty() && runs() == 0);
    write("kuberc", "credentialPluginPolicy: AllowAll\n");
    QCOMPARE(ask(), QByteArray("abc"));
    qputenv("KUBERC", "off");
}

void TestExecSource::whoIsGoneHearsNothing()
{
    write("token", "abc\n");
    usePlugin();
    bool heard = false;
    auto context = std::make_unique<QObject>();
    m_source->credential(context.get(), [&](const auto &) { heard = true; });
    context.reset();
    QCOMPARE(ask(), QByteArray("abc"));
    QVERIFY(!heard);
    makeSource();
    m_source->credential(this, [&](const auto &) { heard = true; });
    m_source.reset();
    QCoreApplication::processEvents();
    QVERIFY(!heard);
}

void TestExecSource::whatThePluginDoesIsTold()
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

void TestExecSource::oneThatIsNotOnThePathIsToldAndFoundOnceItIs()
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

void TestExecSource::whetherItMayAskIsByItsModeAndTheTerminal_data()
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

void TestExecSource::whetherItMayAskIsByItsModeAndTheTerminal()
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

void TestExecSource::withoutATerminalTheCommandForOneIsTold()
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

void TestExecSource::whatWasCancelledRunsAgainOnlyWhenAsked()
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

void TestExecSource::whoMissedThePersonRunsAgainOnlyWhenAsked()
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

} // namespace tst_execsource

WK_TEST(tst_execsource, TestExecSource, QCoreApplication)
#include "tst_execsource.moc"
