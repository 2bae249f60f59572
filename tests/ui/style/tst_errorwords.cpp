// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/errorwords.h"

#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_errorwords {

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

    void anApiWithoutVersionsIsNoProxysFault()
    {
        QCOMPARE(errorWords(failure(ErrorKind::NoVersion)).sentence(),
                 QStringLiteral("This API gives no resourceVersions, so it cannot be watched from one. It is listed "
                                "again from time to time."));
    }

    void theReasonAndThePlaceAreTold()
    {
        const Error error = failure(ErrorKind::ConfigBroken, "not a list", "config:7: clusters");
        QCOMPARE(errorWords(error).why, QStringLiteral("config:7: clusters: not a list"));
    }

    void aServerThatDoesNotKnowWhoAsksIsNamed()
    {
        const Error error = failure(ErrorKind::Unauthorized, "Unauthorized", "10.0.0.1:6443");
        const QString said = errorWords(error).sentence();
        QVERIFY2(said.startsWith(
                     QStringLiteral("The server 10.0.0.1:6443 does not know who you are (401). Unauthorized. Sign in")),
                 qPrintable(said));
    }

    void theServersWordsCannotHideAnything()
    {
        const Error error = failure(ErrorKind::Forbidden, "user \"\x1b[31m\" cannot");
        QVERIFY(errorWords(error).sentence().contains(QStringLiteral("‹U+001B›")));
    }

    void everyKindThatAWatchCanWaitForHasAWord()
    {
        for (int kind = 0; kind <= static_cast<int>(ErrorKind::FileWriteFailed); ++kind) {
            const QString word = errorWord(static_cast<ErrorKind>(kind));
            QCOMPARE(word.isEmpty(), static_cast<ErrorKind>(kind) == ErrorKind::Cancelled);
            QVERIFY2(word.size() <= 24, qPrintable(word));
        }
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
};

} // namespace tst_errorwords

WK_TEST(tst_errorwords, ErrorWordsTest, QCoreApplication)
#include "tst_errorwords.moc"
