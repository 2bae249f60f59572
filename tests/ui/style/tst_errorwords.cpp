// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/errorwords.h"

#include "core/session/clustersession.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_errorwords {

using namespace wk;
using namespace std::chrono_literals;

namespace {

constexpr WallTime now{1795252867s};

Error failure(ErrorKind kind, std::string text = {}, std::string place = {})
{
    Error error;
    error.kind = kind;
    error.text = std::move(text);
    error.place = std::move(place);
    return error;
}

WatchStatus status(WatchState state)
{
    WatchStatus made;
    made.state = state;
    return made;
}

WatchStatus waiting(WallTime until)
{
    WatchStatus made = status(WatchState::Waiting);
    made.nextTry = until;
    return made;
}

WatchStatus listing(std::uint64_t listed, std::optional<std::uint64_t> of = {})
{
    WatchStatus made = status(WatchState::Listing);
    made.listed = listed;
    made.listTotal = of;
    return made;
}

} // namespace

class ErrorWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyKindHasASentence()
    {
        for (int kind = 0; kind <= static_cast<int>(ErrorKind::FileWriteFailed); ++kind) {
            const Error error = failure(static_cast<ErrorKind>(kind));
            const ErrorWords words = errorWords(error);
            QVERIFY2(words.what.endsWith(QLatin1Char('.')), kindName(error.kind));
            QVERIFY2(!words.sentence().contains(QLatin1Char('%')), kindName(error.kind));
        }
    }

    void theReasonAndThePlaceAreTold()
    {
        const Error error = failure(ErrorKind::ConfigBroken, "not a list", "config:7: clusters");
        QCOMPARE(errorWords(error).why, QStringLiteral("config:7: clusters: not a list"));
    }

    void theServersWordsCannotHideAnything()
    {
        const Error error = failure(ErrorKind::Forbidden, "user \"\x1b[31m\" cannot");
        QVERIFY(errorWords(error).sentence().contains(QStringLiteral("‹U+001B›")));
    }

    void aWatchSaysWhereItStands_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<int>("row");
        QTest::newRow("live") << QStringLiteral("Live") << 0;
        QTest::newRow("waiting says how long") << QStringLiteral("Waiting 18 s") << 1;
        QTest::newRow("a wait that is over says no number") << QStringLiteral("Waiting") << 2;
        QTest::newRow("listing says how many of how many") << QStringLiteral("Listing 6 500 of about 15 200") << 3;
        QTest::newRow("listing an unknown number says how many") << QStringLiteral("Listing 6 500") << 4;
    }
    void aWatchSaysWhereItStands()
    {
        QFETCH(int, row);
        const WatchStatus statuses[] = {
            status(WatchState::Live), waiting(now + 17500ms), waiting(now - 1s), listing(6500, 15200), listing(6500),
        };
        QTEST(watchStateText(statuses[row], now).replace(QChar(0x202f), QLatin1Char(' ')), "said");
    }

    void aWatchInTroubleNamesCauseNextTryAndStaleness()
    {
        WatchStatus trouble = waiting(now + 18s);
        trouble.staleSince = now;
        trouble.error = failure(ErrorKind::Refused, "Connection refused");
        const QString said = watchSentence(trouble, now);
        QVERIFY(said.contains(QStringLiteral("Connection refused")));
        QVERIFY(said.contains(QStringLiteral("Next try in 18 s.")));
        QVERIFY(said.contains(QStringLiteral("What is shown is the state of")));
        QVERIFY(watchSentence(status(WatchState::Live), now).isEmpty());
    }

    void whereNothingListensIsToldInTheWindowsLanguageAlone()
    {
        const Error error = failure(ErrorKind::Refused, "Nobody listens at 10.0.0.1:6443.", "10.0.0.1:6443");
        const QString said = errorWords(error).sentence();
        QCOMPARE(said.count(QStringLiteral("10.0.0.1:6443")), 1);
        QVERIFY2(!said.contains(QStringLiteral("Nobody")), qPrintable(said));
    }

    void wordsOfSeveralLinesAreReadInOne()
    {
        const Error error = failure(ErrorKind::CredentialFailed, "exit code 1:\n  no session\r\n\nlog in first\n");
        QCOMPARE(errorWords(error).why, QStringLiteral("exit code 1: no session log in first"));
    }

    void whoIsNotAgreedToIsNotTriedByItself()
    {
        const Error error = failure(ErrorKind::ConsentNeeded, "A program wants to be run.\nProgram: /bin/p", "/bin/p");
        const QString said = sessionSentence(SessionState::Failed, error);
        QVERIFY2(said.contains(QStringLiteral("/bin/p: A program wants to be run.")), qPrintable(said));
        QVERIFY2(!said.contains(QStringLiteral("Program:")), "the facts are for the question");
        QVERIFY(!said.contains(QStringLiteral("by itself")));
    }

    void aFailedConnectionSaysWhy()
    {
        const QString said = sessionSentence(SessionState::Failed, failure(ErrorKind::NameNotFound, "x.invalid"));
        QVERIFY(said.contains(QStringLiteral("x.invalid")));
        QVERIFY(said.contains(QStringLiteral("DNS")));
    }
};

} // namespace tst_errorwords

WK_TEST(tst_errorwords, ErrorWordsTest, QCoreApplication)
#include "tst_errorwords.moc"
