// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/sessionwords.h"

#include "core/session/clustersession.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_sessionwords {

using namespace wk;

namespace {

Error failure(ErrorKind kind, std::string text = {}, std::string place = {})
{
    Error error;
    error.kind = kind;
    error.text = std::move(text);
    error.place = std::move(place);
    return error;
}

} // namespace

class SessionWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aLineWithLittleRoomKeepsTheAdvice()
    {
        Error late;
        late.kind = ErrorKind::TimedOut;
        late.place = "127.0.0.1:6443";
        late.text = "No connection within 10 s. The address may be wrong, or a firewall swallows what is sent.";
        QCOMPARE(sessionBrief(SessionState::Connecting, late),
                 QStringLiteral("The server does not answer in time. "
                                "Check whether a VPN or firewall is in the way. Trying again."));
        Error broken;
        broken.kind = ErrorKind::ConfigBroken;
        broken.place = "/home/jane/.kube/config:3";
        QVERIFY(sessionBrief(SessionState::Failed, broken).contains(QStringLiteral("config:3")));
    }

    void whoIsNotAgreedToIsNotTriedByItself()
    {
        const Error error = failure(ErrorKind::ConsentNeeded, "A program wants to be run.\nProgram: /bin/p", "/bin/p");
        const QString said = sessionSentence(SessionState::Failed, error);
        QVERIFY2(said.contains(QStringLiteral("/bin/p: A program wants to be run.")), qPrintable(said));
        QVERIFY2(!said.contains(QStringLiteral("Program:")), "the facts are for the question");
        QVERIFY(!said.contains(QStringLiteral("by itself")));
    }

    void whatSomebodyCancelledIsNotTriedByItself()
    {
        const Error error = failure(ErrorKind::Cancelled, "The credential plugin \"aws\" was cancelled.", "/bin/aws");
        for (const SessionState state : {SessionState::Failed, SessionState::Connecting})
            QCOMPARE(sessionSentence(state, error),
                     QStringLiteral("Cancelled. /bin/aws: The credential plugin \"aws\" was cancelled."));
    }

    void aFailedConnectionSaysWhy()
    {
        const QString said = sessionSentence(SessionState::Failed, failure(ErrorKind::NameNotFound, "x.invalid"));
        QVERIFY(said.contains(QStringLiteral("x.invalid")));
        QVERIFY(said.contains(QStringLiteral("DNS")));
    }
};

} // namespace tst_sessionwords

WK_TEST(tst_sessionwords, SessionWordsTest, QCoreApplication)
#include "tst_sessionwords.moc"
