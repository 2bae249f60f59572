// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/clustersession.h"
#include "tests/e2e/faultcases.h"
#include "tests/e2e/faultscene.h"
#include "tests/support/testkeys.h"
#include "tests/support/testregistry.h"
#include "ui/words/sessionwords.h"

#include <QSslKey>
#include <QTest>

namespace tst_badinput {

using namespace wk;
using namespace std::chrono_literals;
using faults::Case;
using faults::casesOfLists;
using faults::casesOfWatches;

/// Whatever a server does, a person reads what happened, and nothing is lost.
class TestBadInput : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aListSaysWhatHappenedAndComesInTheEnd_data() { rows(casesOfLists()); }
    void aListSaysWhatHappenedAndComesInTheEnd();
    void aWatchSaysWhatHappenedAndLosesNothing_data() { rows(casesOfWatches()); }
    void aWatchSaysWhatHappenedAndLosesNothing();
    void aSessionSaysWhyAndConnectsOnceItCan_data();
    void aSessionSaysWhyAndConnectsOnceItCan();
    void anEventOf8MBIsAnEventLikeAnother();
    void aWrongCaIsSaidBeforeAWordIsSent();

private:
    static void rows(const std::vector<Case> &cases)
    {
        QTest::addColumn<int>("row");
        for (const Case &row : cases)
            QTest::newRow(row.name) << int(&row - cases.data());
    }
    static void verifyWords(const Told &told, const Case &row);
    static void verifyNothingIsLost(const Scene &scene);
};

void TestBadInput::verifyWords(const Told &told, const Case &row)
{
    const QString said = QString(told.sentence).replace(QChar(0xa0), u' '); // between a number and its unit
    for (const char *words : row.words)
        QVERIFY2(said.contains(QString::fromUtf8(words)), qPrintable(said));
}

void TestBadInput::verifyNothingIsLost(const Scene &scene)
{
    const QStringList lost = losses(scene.server.log(), scene.entries);
    QVERIFY2(lost.isEmpty(), qPrintable(lost.join(u'\n')));
    QCOMPARE(sumOf(scene.entries), scene.server.truth());
}

void TestBadInput::aListSaysWhatHappenedAndComesInTheEnd()
{
    QFETCH(int, row);
    const Case fault = casesOfLists()[std::size_t(row)];
    Scene scene;
    fault.strike(scene);
    scene.start();
    QTRY_VERIFY(scene.said(fault.state, fault.kind));
    verifyWords(*scene.said(fault.state, fault.kind), fault);
    QVERIFY(!scene.informer->hasSynced());
    scene.server.put("made-meanwhile");

    fault.mend(scene);
    QTRY_VERIFY(scene.isLiveInTime());
    scene.server.put("made-later");
    QTRY_COMPARE(scene.entries.size(), 2u);
    verifyNothingIsLost(scene);
}

void TestBadInput::aWatchSaysWhatHappenedAndLosesNothing()
{
    QFETCH(int, row);
    const Case fault = casesOfWatches()[std::size_t(row)];
    Scene scene;
    scene.start();
    QTRY_VERIFY(scene.isLive());
    scene.server.put("settings");
    QTRY_VERIFY(scene.isLive());
    scene.clock.advance(10s);
    scene.told.clear();

    fault.strike(scene);
    scene.server.put("settings");
    scene.server.put("made-meanwhile");
    scene.server.remove("certs");
    QTRY_VERIFY(scene.said(fault.state, fault.kind));
    verifyWords(*scene.said(fault.state, fault.kind), fault);
    QVERIFY(scene.said(fault.state, fault.kind)->status.staleSince);

    fault.mend(scene);
    QTRY_VERIFY(scene.isLiveInTime());
    scene.server.put("made-later");
    QTRY_VERIFY(scene.isLive());
    verifyNothingIsLost(scene);
    QCOMPARE(scene.gaps() > 0, fault.leavesGap);
    QCOMPARE(scene.lists() > 1, fault.leavesGap);
}

void TestBadInput::aSessionSaysWhyAndConnectsOnceItCan_data()
{
    QTest::addColumn<QByteArray>("answer"); // to everything; empty: nobody listens
    QTest::addColumn<ErrorKind>("kind");
    QTest::addColumn<SessionState>("state");
    QTest::addColumn<QString>("words");
    const auto row = [](const char *name, const QByteArray &answer, ErrorKind kind, SessionState state,
                        const char *words) {
        QTest::newRow(name) << answer << kind << state << QString::fromUtf8(words);
    };
    using enum SessionState;
    row("refused connection", {}, ErrorKind::Refused, Connecting, "refuses the connection");
    row("401", FaultServer::status(401, "Unauthorized", "Unauthorized"), ErrorKind::Unauthorized, Failed, "(401)");
    row("403", faults::forbidden(), ErrorKind::Forbidden, Failed, "User \"bob\"");
    row("404", FaultServer::status(404, "NotFound", "nothing here"), ErrorKind::NotFound, Connecting, "(404)");
    row("410", FaultServer::status(410, "Gone", "gone"), ErrorKind::Expired, Connecting, "(410)");
    row("429", faults::busy(), ErrorKind::TooManyRequests, Connecting, "(429)");
    row("500", faults::failed(), ErrorKind::ServerError, Connecting, "(500)");
    row("truncated JSON", ScriptServer::json(R"({"kind":"APIVersions","versions":[)"), ErrorKind::BrokenFrame,
        Connecting, "ended early or cannot be read");
    row("a web page", ScriptServer::answer(200, "Content-Type: text/html\r\n", "<html>"), ErrorKind::NotKubernetes,
        Failed, "not a Kubernetes API");
}

void TestBadInput::aSessionSaysWhyAndConnectsOnceItCan()
{
    QFETCH(QByteArray, answer);
    QFETCH(ErrorKind, kind);
    QFETCH(SessionState, state);
    QFETCH(QString, words);
    FaultServer server;
    ClusterAccess access;
    access.server = server.url();
    if (answer.isEmpty())
        server.goAway();
    else
        server.onAny = faults::answers(answer);
    ClusterSession session(access);
    std::vector<EntryPtr> entries;
    connect(&session, &ClusterSession::batchReady, this, [&entries](const Batch &batch) {
        entries.insert(entries.end(), batch.entries.begin(), batch.entries.end());
    });
    session.start();
    QTRY_COMPARE(session.lastError().kind, kind);
    QCOMPARE(session.state(), state);
    const QString sentence = sessionSentence(session.state(), session.lastError());
    QVERIFY2(sentence.contains(words), qPrintable(sentence));

    if (answer.isEmpty())
        server.comeBack();
    server.heal();
    session.retryNow();
    QTRY_COMPARE(session.state(), SessionState::Connected);
    QCOMPARE(session.resources().size(), 1u);
    session.open({session.resources().front(), "web", {}, {}});
    QTRY_COMPARE(server.streams(), 1);
    server.put("settings", 8'000'000);
    QTRY_COMPARE(entries.size(), 2u);
    QCOMPARE(sumOf(entries), server.truth());
}

void TestBadInput::anEventOf8MBIsAnEventLikeAnother()
{
    Scene scene;
    scene.start();
    QTRY_VERIFY(scene.isLive());
    scene.told.clear();
    scene.server.put("settings", 8'000'000);
    scene.server.put("certs");
    QTRY_VERIFY(scene.isLive());
    verifyNothingIsLost(scene);
    QCOMPARE(scene.lists(), 1);
    QVERIFY(scene.informer->store().find("web", "settings")->body.object().size() > 8'000'000);
    for (const Told &told : scene.told)
        QVERIFY(told.status.state == WatchState::Live);
}

void TestBadInput::aWrongCaIsSaidBeforeAWordIsSent()
{
    if (!TestKeys::isAvailable())
        QSKIP("there is no openssl program to make certificates with");
    TestKeys keys;
    const auto tls = [&keys](const char *name) {
        QSslConfiguration configuration;
        configuration.setLocalCertificateChain(QSslCertificate::fromData(keys.certificate(QString::fromLatin1(name))));
        configuration.setPrivateKey(QSslKey(keys.key(QString::fromLatin1(name)), QSsl::Ec));
        return configuration;
    };
    const QString address = QStringLiteral("IP:127.0.0.1");
    QVERIFY(keys.makeAuthority(QStringLiteral("ca")) && keys.makeAuthority(QStringLiteral("stranger")));
    QVERIFY(keys.makeServer(QStringLiteral("good"), QStringLiteral("ca"), address));
    QVERIFY(keys.makeServer(QStringLiteral("foreign"), QStringLiteral("stranger"), address));

    Scene scene;
    scene.server.setTls(tls("foreign"));
    scene.access.server = scene.server.url();
    scene.access.caPem = keys.certificate(QStringLiteral("ca"));
    scene.credentials.give("t0ken");
    scene.start();
    QTRY_VERIFY(scene.said(WatchState::Misconfigured, ErrorKind::TlsUntrusted));
    const QString sentence = watchSentence(scene.informer->status(), scene.clock.wallNow());
    QVERIFY2(sentence.contains(QStringLiteral("certificate is not trusted")), qPrintable(sentence));
    QVERIFY2(sentence.contains(QStringLiteral("certificate-authority")), qPrintable(sentence));
    QVERIFY(scene.server.requests.empty());

    scene.server.setTls(tls("good"));
    QTRY_VERIFY(scene.isLiveInTime());
    verifyNothingIsLost(scene);
}

} // namespace tst_badinput

WK_TEST(tst_badinput, TestBadInput, QCoreApplication)
#include "tst_badinput.moc"
