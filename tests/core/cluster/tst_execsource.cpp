// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cluster/execsourcerig.h"

#include "core/base/limits.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_execsource {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

class TestExecSource : public test::ExecSourceRig
{
    Q_OBJECT

private Q_SLOTS:
    void init() { begin(); }
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
};

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

} // namespace tst_execsource

WK_TEST(tst_execsource, TestExecSource, QCoreApplication)
#include "tst_execsource.moc"
