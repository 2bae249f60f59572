// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/credentials.h"

#include "core/base/limits.h"
#include "tests/support/manualclock.h"
#include "tests/support/testscript.h"

#include <QDir>
#include <QTest>

#include <sys/stat.h>

using namespace wk;
using namespace std::chrono_literals;

namespace {

/// A plugin that counts its runs and answers with the token of the file "token"; it fails while that is empty. Its
/// credential expires at what the file "expires" says, if that is there.
const QByteArray GoodScript =
    "echo run >> $DIR/runs; read token < $DIR/token\n"
    "[ -n \"$token\" ] || exit 1\n"
    "[ -r $DIR/expires ] && expires=\",\\\"expirationTimestamp\\\":\\\"$(cat $DIR/expires)\\\"\"\n"
    "echo '{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\","
    "\"status\":{\"token\":\"'$token'\"'$expires'}}'\n";

} // namespace

class TestCredentials : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void nobodyHasAnEmptyCredential();
    void aTokenStaysWhatItIs();
    void answersComeLaterAndOnlyToThoseWhoAreThere();

    void aTokenFileIsReadOnceAMinute();
    void aRefusedTokenIsReadAgainAtOnce();
    void aBrokenTokenFileSaysWhy_data();
    void aBrokenTokenFileSaysWhy();
    void theLastGoodTokenStaysWhileTheFileIsBroken();
    void theTokenBesideTheFileIsUsedUntilItCanBeRead();

    void manyAsksAreOneRun();
    void aCredentialIsKeptUntilShortlyBeforeItExpires();
    void aRefusedCredentialIsHadAnewOnce();
    void aRefusalOfAnOldCredentialChangesNothing();
    void aCredentialThatIsRefusedAgainIsNotHadMoreThanOnceAMinute();
    void aFailureIsNotRepeatedWithinAMinute();
    void aFailedRefreshLeavesWhatIsStillGood();
    void forgettingBeginsAfresh();
    void nothingRunsWithoutConsent();
    void whoIsGoneHearsNothing();

private:
    void useTokenFile(const QByteArray &token);
    void usePlugin(const QByteArray &script);
    void makeSource();
    /// Asks and waits for the answer: "token", or the kind of the error.
    QByteArray ask();
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
    std::unique_ptr<CredentialSource> m_source;
    std::optional<Result<Credential>> m_last;
};

void TestCredentials::init()
{
    m_source.reset();
    m_scripts = std::make_unique<TestScripts>();
    m_clock.setWall(*parseTime("2026-11-21T12:00:00Z"));
    m_access = ClusterAccess();
    m_consent = ExecAnswer::Allow;
    m_asked.clear();
}

void TestCredentials::makeSource()
{
    m_source = makeCredentialSource(m_access, m_clock, [this](const ExecRequest &request) {
        m_asked.push_back(request);
        return m_consent;
    });
}

void TestCredentials::useTokenFile(const QByteArray &token)
{
    write("token", token);
    m_access.signIn = TokenFile{m_scripts->path(QStringLiteral("token")).toStdString(), {}};
    makeSource();
}

void TestCredentials::usePlugin(const QByteArray &script)
{
    ExecPlugin plugin;
    plugin.apiVersion = "client.authentication.k8s.io/v1";
    plugin.command = "./plugin";
    plugin.program = m_scripts->write(QStringLiteral("plugin"), script);
    plugin.env = {{"DIR", m_scripts->path(QString()).toStdString()}};
    m_access.signIn = plugin;
    makeSource();
}

QByteArray TestCredentials::ask()
{
    m_last.reset();
    m_source->credential(this, [this](const Result<Credential> &result) { m_last = result; });
    if (m_last || !QTest::qWaitFor([this] { return m_last.has_value(); }))
        return "no answer";
    return m_last->ok() ? m_last->value().bearerToken.reveal() : QByteArray(kindName(m_last->error().kind));
}

void TestCredentials::nobodyHasAnEmptyCredential()
{
    makeSource();
    QCOMPARE(ask(), QByteArray());
    QVERIFY(m_last->ok());
    QCOMPARE(m_last->value(), Credential());
}

void TestCredentials::aTokenStaysWhatItIs()
{
    m_access.signIn = Secret("abc");
    makeSource();
    QCOMPARE(ask(), QByteArray("abc"));
    m_source->refused(m_last->value());
    m_source->forget();
    QCOMPARE(ask(), QByteArray("abc"));
}

void TestCredentials::answersComeLaterAndOnlyToThoseWhoAreThere()
{
    m_access.signIn = Secret("abc");
    makeSource();
    int heard = 0;
    auto context = std::make_unique<QObject>();
    m_source->credential(context.get(), [&](const auto &) { heard += 100; });
    m_source->credential(this, [&](const auto &) { ++heard; });
    QCOMPARE(heard, 0);
    context.reset();
    QTRY_COMPARE(heard, 1);
}

void TestCredentials::aTokenFileIsReadOnceAMinute()
{
    useTokenFile("one\n");
    QCOMPARE(ask(), QByteArray("one"));
    write("token", "  two \r\n\n");
    m_clock.advance(60s - 1ms);
    QCOMPARE(ask(), QByteArray("one"));
    m_clock.advance(1ms);
    QCOMPARE(ask(), QByteArray("two"));
}

void TestCredentials::aRefusedTokenIsReadAgainAtOnce()
{
    useTokenFile("one");
    QCOMPARE(ask(), QByteArray("one"));
    write("token", "two");
    m_source->refused(Credential{Secret("zero"), {}, {}, {}});
    QCOMPARE(ask(), QByteArray("one"));
    m_source->refused(m_last->value());
    QCOMPARE(ask(), QByteArray("two"));
}

void TestCredentials::aBrokenTokenFileSaysWhy_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("not there") << QByteArray("absent") << QByteArray("No such file");
    QTest::newRow("empty") << QByteArray("") << QByteArray("empty");
    QTest::newRow("blank") << QByteArray(" \n") << QByteArray("empty");
    QTest::newRow("too large") << QByteArray(qsizetype(limits::CredentialFileBytes) + 1, 'x')
                               << QByteArray("larger than");
    QTest::newRow("two lines") << QByteArray("one\ntwo\n") << QByteArray("no token has");
    QTest::newRow("a header smuggled in") << QByteArray("one\r\nX-Evil: 1") << QByteArray("no token has");
    QTest::newRow("binary") << QByteArray("a\0b", 3) << QByteArray("no token has");
    QTest::newRow("a directory") << QByteArray("directory") << QByteArray("a directory");
    QTest::newRow("a named pipe") << QByteArray("fifo") << QByteArray("a named pipe");
}

void TestCredentials::aBrokenTokenFileSaysWhy()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, word);
    const QString path = m_scripts->path(QStringLiteral("token"));
    useTokenFile(kind);
    if (kind == "absent" || kind == "directory" || kind == "fifo")
        QVERIFY(QFile::remove(path));
    if (kind == "directory")
        QVERIFY(QDir().mkdir(path));
    if (kind == "fifo")
        QCOMPARE(::mkfifo(path.toUtf8().constData(), 0600), 0);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(m_last->error().place, path.toStdString());
    QVERIFY2(m_last->error().text.find(word.toStdString()) != std::string::npos, m_last->error().text.c_str());
    // Put right, it works with the next question.
    QVERIFY(kind != "directory" || QDir().rmdir(path));
    QFile::remove(path);
    write("token", "good");
    QCOMPARE(ask(), QByteArray("good"));
}

void TestCredentials::theLastGoodTokenStaysWhileTheFileIsBroken()
{
    useTokenFile("one");
    QCOMPARE(ask(), QByteArray("one"));
    QVERIFY(QFile::remove(m_scripts->path(QStringLiteral("token"))));
    m_clock.advance(1min);
    QCOMPARE(ask(), QByteArray("one"));
    m_source->forget();
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
}

void TestCredentials::theTokenBesideTheFileIsUsedUntilItCanBeRead()
{
    m_access.signIn = TokenFile{m_scripts->path(QStringLiteral("token")).toStdString(), Secret("beside")};
    makeSource();
    QCOMPARE(ask(), QByteArray("beside"));
    write("token", "file");
    m_clock.advance(1min);
    QCOMPARE(ask(), QByteArray("file"));
}

void TestCredentials::manyAsksAreOneRun()
{
    write("token", "abc\n");
    usePlugin(GoodScript);
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

void TestCredentials::aCredentialIsKeptUntilShortlyBeforeItExpires()
{
    write("token", "one\n");
    expireIn(600s);
    usePlugin(GoodScript);
    QCOMPARE(ask(), QByteArray("one"));
    write("token", "two\n");
    m_clock.advance(570s - 1ms);
    expireIn(600s);
    QCOMPARE(ask(), QByteArray("one"));
    m_clock.advance(1ms);
    QCOMPARE(ask(), QByteArray("two"));
    QCOMPARE(runs(), 2);

    // A short life leaves less ahead: a tenth.
    m_source->forget();
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

void TestCredentials::aRefusedCredentialIsHadAnewOnce()
{
    write("token", "one\n");
    usePlugin(GoodScript);
    QCOMPARE(ask(), QByteArray("one"));
    const Credential old = m_last->value();
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

void TestCredentials::aRefusalOfAnOldCredentialChangesNothing()
{
    write("token", "one\n");
    usePlugin(GoodScript);
    QCOMPARE(ask(), QByteArray("one"));
    m_clock.advance(1h);
    m_source->refused(Credential{Secret("older"), {}, {}, {}});
    QCOMPARE(ask(), QByteArray("one"));
    QCOMPARE(runs(), 1);
}

void TestCredentials::aCredentialThatIsRefusedAgainIsNotHadMoreThanOnceAMinute()
{
    write("token", "bad\n");
    usePlugin(GoodScript);
    QCOMPARE(ask(), QByteArray("bad"));
    const Credential bad = m_last->value();
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
    QVERIFY2(m_last->error().text.find("refuses") != std::string::npos, m_last->error().text.c_str());
    QCOMPARE(m_last->error().retryAfter, std::chrono::milliseconds(60s));
}

void TestCredentials::aFailureIsNotRepeatedWithinAMinute()
{
    write("token", "\n");
    usePlugin(GoodScript);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(m_last->error().retryAfter, std::chrono::milliseconds(60s));
    write("token", "good\n");
    m_clock.advance(60s - 1ms);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(m_last->error().retryAfter, 1ms);
    QCOMPARE(runs(), 1);
    m_clock.advance(1ms);
    QCOMPARE(ask(), QByteArray("good"));
    QCOMPARE(runs(), 2);
}

void TestCredentials::aFailedRefreshLeavesWhatIsStillGood()
{
    write("token", "one\n");
    expireIn(600s);
    usePlugin(GoodScript);
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

void TestCredentials::forgettingBeginsAfresh()
{
    write("token", "\n");
    usePlugin(GoodScript);
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    write("token", "good\n");
    m_source->forget();
    QCOMPARE(ask(), QByteArray("good"));
    QCOMPARE(runs(), 2);
}

void TestCredentials::nothingRunsWithoutConsent()
{
    write("token", "abc\n");
    usePlugin(GoodScript);
    m_consent = ExecAnswer::Ask;
    QCOMPARE(ask(), QByteArray("ConsentNeeded"));
    QVERIFY(m_last->error().text.find("SHA-256: ") != std::string::npos);
    m_consent = ExecAnswer::Deny;
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QVERIFY(m_last->error().text.find("not allowed") != std::string::npos);
    QCOMPARE(runs(), 0);
    m_consent = ExecAnswer::Allow;
    QCOMPARE(ask(), QByteArray("abc"));
    QCOMPARE(m_asked.size(), 3u);
    QCOMPARE(m_asked[0], m_asked[2]);

    m_source = makeCredentialSource(m_access, m_clock, {});
    QCOMPARE(ask(), QByteArray("CredentialFailed"));
    QCOMPARE(runs(), 1);
}

void TestCredentials::whoIsGoneHearsNothing()
{
    write("token", "abc\n");
    usePlugin(GoodScript);
    bool heard = false;
    auto context = std::make_unique<QObject>();
    m_source->credential(context.get(), [&](const auto &) { heard = true; });
    context.reset();
    QCOMPARE(ask(), QByteArray("abc"));
    QVERIFY(!heard);
    m_source->forget();
    m_source->credential(this, [&](const auto &) { heard = true; });
    m_source.reset();
    QCoreApplication::processEvents();
    QVERIFY(!heard);
}

QTEST_GUILESS_MAIN(TestCredentials)
#include "tst_credentials.moc"
