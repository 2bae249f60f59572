// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/words/statewords.h"

#include "tests/support/testregistry.h"
#include "ui/style/watchmark.h"

#include <QDateTime>
#include <QTest>

Q_DECLARE_METATYPE(wk::WatchStatus)

namespace tst_statewords {

using namespace wk;
using namespace std::chrono_literals;

namespace {

constexpr WallTime Now{1795252867s};

WatchStatus in(WatchState state)
{
    WatchStatus made;
    made.watch = 1;
    made.state = state;
    return made;
}

WatchStatus failed(WatchState state, ErrorKind kind, std::string text = {})
{
    WatchStatus made = in(state);
    made.error = Error();
    made.error->kind = kind;
    made.error->text = std::move(text);
    return made;
}

WatchStatus waiting(std::chrono::milliseconds left, ErrorKind kind = ErrorKind::Refused)
{
    WatchStatus made = failed(WatchState::Waiting, kind);
    made.nextTry = Now + left;
    return made;
}

WatchStatus listing(WatchState state, std::uint64_t listed, std::optional<std::uint64_t> of = {})
{
    WatchStatus made = in(state);
    made.listed = listed;
    made.listTotal = of;
    return made;
}

WatchStatus stale(WatchStatus status, WallTime since)
{
    status.staleSince = since;
    return status;
}

/// What format::moment() says of today.
QString clockOf(WallTime time)
{
    const auto seconds = std::chrono::floor<std::chrono::seconds>(time.time_since_epoch()).count();
    return QDateTime::fromSecsSinceEpoch(seconds).toString(QStringLiteral("HH:mm:ss"));
}

QString spaced(QString text)
{
    return text.replace(QChar(0x202f), QLatin1Char(' ')).replace(QChar(0xa0), QLatin1Char(' '));
}

} // namespace

class StateWordsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyStateHasItsWordsOfTheFaultMatrix_data()
    {
        QTest::addColumn<WatchStatus>("status");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, const WatchStatus &status, const QString &words) {
            QTest::newRow(name) << status << words;
        };
        row("nothing heard yet", in(WatchState::Connecting), QStringLiteral("Connecting"));
        row("a list that has brought nothing", in(WatchState::Listing), QStringLiteral("Listing"));
        row("a list of a known number", listing(WatchState::Listing, 6500, 15200),
            QStringLiteral("Listing 6 500/15 200"));
        row("a list of an unknown number", listing(WatchState::Listing, 6500), QStringLiteral("Listing 6 500"));
        row("live", in(WatchState::Live), QStringLiteral("Live"));
        row("live, and the server is silent", stale(in(WatchState::Live), Now - 20s),
            QStringLiteral("Stale since ") + clockOf(Now - 20s));
        WatchStatus quiet = stale(in(WatchState::Live), Now - 120s);
        quiet.brokenSince = Now - 20s;
        row("live and quiet, and the server is silent since", quiet,
            QStringLiteral("Stale since ") + clockOf(Now - 20s));
        row("looked at now and then", in(WatchState::Polled), QStringLiteral("Looked at every 30 s, not watched"));
        row("looked at, and the server is silent", stale(in(WatchState::Polled), Now - 20s),
            QStringLiteral("Stale since ") + clockOf(Now - 20s));
        row("the stream broke", in(WatchState::Resuming), QStringLiteral("Resuming"));
        row("a wait says how long and why", waiting(11500ms), QStringLiteral("Waiting 12 s (refused)"));
        row("the server asks to wait", waiting(7s, ErrorKind::TooManyRequests),
            QStringLiteral("Waiting 7 s (server is busy)"));
        row("the name is not known", waiting(3s, ErrorKind::NameNotFound),
            QStringLiteral("Waiting 3 s (name not found)"));
        row("no answer in time", waiting(3s, ErrorKind::TimedOut), QStringLiteral("Waiting 3 s (timed out)"));
        row("a bad answer", waiting(3s, ErrorKind::BrokenFrame), QStringLiteral("Waiting 3 s (bad answer)"));
        row("a wait that is over says no number", waiting(-1s), QStringLiteral("Waiting (refused)"));
        row("relisting", in(WatchState::Relisting), QStringLiteral("Relisting"));
        row("relisting says how far", listing(WatchState::Relisting, 40, 400), QStringLiteral("Relisting 40/400"));
        row("401", failed(WatchState::SignInNeeded, ErrorKind::Unauthorized), QStringLiteral("Sign-in needed"));
        row("403", failed(WatchState::NotAllowed, ErrorKind::Forbidden), QStringLiteral("Not allowed"));
        row("404", in(WatchState::KindGone), QStringLiteral("Kind gone"));
        row("a redirect", failed(WatchState::Misconfigured, ErrorKind::Redirected),
            QStringLiteral("Configuration error (server redirects)"));
        row("a login page", failed(WatchState::Misconfigured, ErrorKind::NotKubernetes),
            QStringLiteral("Configuration error (not a Kubernetes API)"));
        row("a strange certificate", failed(WatchState::Misconfigured, ErrorKind::TlsUntrusted),
            QStringLiteral("Configuration error (certificate)"));
        row("the proxy refuses", failed(WatchState::Misconfigured, ErrorKind::ProxyFailed),
            QStringLiteral("Configuration error (proxy)"));
        row("stopped", in(WatchState::Stopped), QStringLiteral("Stopped"));
    }
    void everyStateHasItsWordsOfTheFaultMatrix()
    {
        QFETCH(WatchStatus, status);
        QTEST(spaced(watchStateText(status, Now)), "words");
    }

    void theCountdownRuns()
    {
        const WatchStatus status = waiting(12s);
        QCOMPARE(spaced(watchStateText(status, Now + 5s)), QStringLiteral("Waiting 7 s (refused)"));
        QCOMPARE(spaced(watchStateText(status, Now + 12s)), QStringLiteral("Waiting (refused)"));
    }

    void whatMayBeOldSaysSinceWhen_data()
    {
        QTest::addColumn<WatchStatus>("status");
        for (const WatchState state :
             {WatchState::Live, WatchState::Polled, WatchState::Resuming, WatchState::Waiting, WatchState::Relisting,
              WatchState::SignInNeeded, WatchState::NotAllowed, WatchState::KindGone, WatchState::Misconfigured}) {
            QTest::newRow(qPrintable(watchStateWord(state))) << stale(in(state), Now - 90s);
        }
    }
    void whatMayBeOldSaysSinceWhen()
    {
        QFETCH(WatchStatus, status);
        QVERIFY(needsAttention(status));
        const QString since = QStringLiteral("tale since ") + clockOf(Now - 90s);
        QCOMPARE(watchHeadline(status, Now).count(since), 1);
        const QString sentence = watchSentence(status, Now);
        QVERIFY2(sentence.contains(QStringLiteral("What is shown is the state of ") + clockOf(Now - 90s)),
                 qPrintable(sentence));
    }

    void whatIsPolledIsWellAndSaysWhyAndWhenNext()
    {
        WatchStatus polled = in(WatchState::Polled);
        polled.nextTry = Now + 12s;
        QVERIFY(!needsAttention(polled) && !isInTrouble(polled.state));
        QVERIFY(canRetry(polled)); // it may be looked at sooner
        QCOMPARE(spaced(watchStateAndSentence(polled, Now)),
                 QStringLiteral("Looked at every 30 s, not watched. The server offers no watch of this kind. "
                                "Next look in 12 s."));
        QVERIFY(watchSentence(polled, Now + 12s).endsWith(QStringLiteral("Looking now.")));
        polled.error = Error{ErrorKind::NoVersion, {}, {}, 0, {}};
        QVERIFY(watchSentence(polled, Now).startsWith(QStringLiteral("This API gives no resourceVersions")));
        QVERIFY(watchToolTip(polled, Now).startsWith(QStringLiteral("Looked at every 30 s, not watched\n")));
    }

    void ofAnotherDayTheDateIsTold()
    {
        const QString text = watchStateText(stale(in(WatchState::Live), Now - 48h), Now);
        QVERIFY(text.endsWith(clockOf(Now - 48h)));
        QVERIFY(text.size() > QStringLiteral("Stale since 14:02:05").size());
    }

    void doubtOfLessThanASecondIsNotTold()
    {
        WatchStatus status = in(WatchState::Resuming);
        status.staleSince = Now - 10s;
        status.brokenSince = Now - 10s + 40ms;
        QVERIFY2(!watchSentence(status, Now).contains(QStringLiteral("in doubt")),
                 qPrintable(watchSentence(status, Now)));
        status.brokenSince = Now - 5s;
        QVERIFY2(watchSentence(status, Now).contains(QStringLiteral("in doubt")),
                 qPrintable(watchSentence(status, Now)));
    }

    void troubleNamesCauseNextTryAndStaleness()
    {
        WatchStatus trouble = stale(waiting(18s), Now);
        trouble.error->text = "Connection refused";
        const QString said = spaced(watchSentence(trouble, Now));
        QVERIFY(said.contains(QStringLiteral("Connection refused")));
        QVERIFY(said.contains(QStringLiteral("Next try in 18 s.")));
        QVERIFY(said.contains(QStringLiteral("What is shown is the state of")));
        QVERIFY(watchSentence(in(WatchState::Live), Now).isEmpty());
    }

    void theToolTipHoldsTheLastErrorsTextAndItCannotHideAnything_data()
    {
        QTest::addColumn<WatchStatus>("status");
        QTest::addColumn<QString>("holds");
        WatchStatus refused = waiting(5s);
        refused.error->text = "Nobody listens at 10.0.0.1:6443.";
        refused.error->place = "10.0.0.1:6443";
        QTest::newRow("where our own words say it all") << refused << QStringLiteral("Nobody listens at");
        QTest::newRow("the server's words")
            << failed(WatchState::NotAllowed, ErrorKind::Forbidden, "user \"dev\" may not")
            << QStringLiteral("user \"dev\" may not");
        QTest::newRow("control characters") << failed(WatchState::Waiting, ErrorKind::ServerError, "\x1b[31m\u202e")
                                            << QStringLiteral("‹U+001B›[31m‹U+202E›");
    }
    void theToolTipHoldsTheLastErrorsTextAndItCannotHideAnything()
    {
        QFETCH(WatchStatus, status);
        QFETCH(QString, holds);
        const QString tip = watchToolTip(status, Now);
        QVERIFY2(tip.contains(holds), qPrintable(tip));
        QCOMPARE(tip.count(holds), 1);
    }

    void theWorstIsTheOneThatTheUserMustKnow_data()
    {
        QTest::addColumn<WatchStatus>("better");
        QTest::addColumn<WatchStatus>("worse");
        QTest::newRow("a list under way is worse than live") << in(WatchState::Live) << in(WatchState::Listing);
        QTest::newRow("a list under way is worse than polled") << in(WatchState::Polled) << in(WatchState::Listing);
        QTest::newRow("a broken stream is worse than a first list")
            << in(WatchState::Listing) << in(WatchState::Resuming);
        QTest::newRow("a relist is worse than a resume") << in(WatchState::Resuming) << in(WatchState::Relisting);
        QTest::newRow("a lock is worse than a relist, which ends")
            << in(WatchState::Relisting) << in(WatchState::NotAllowed);
        QTest::newRow("silence is worse than a lock, which is known")
            << in(WatchState::NotAllowed) << stale(in(WatchState::Live), Now);
        QTest::newRow("a wait is worse than silence") << stale(in(WatchState::Live), Now) << waiting(5s);
        QTest::newRow("what time does not mend is worse than a wait") << waiting(5s) << in(WatchState::Misconfigured);
        QTest::newRow("what only the user can mend is worst")
            << in(WatchState::Misconfigured) << in(WatchState::SignInNeeded);
    }
    void theWorstIsTheOneThatTheUserMustKnow()
    {
        QFETCH(WatchStatus, better);
        QFETCH(WatchStatus, worse);
        const std::vector<WatchStatus> statuses{better, worse, better};
        QCOMPARE(worstOf(statuses), &statuses[1]);
        QVERIFY(worstOf({}) == nullptr);
    }

    void aServerThatTakesItsTimeIsToldOf_data()
    {
        QTest::addColumn<WatchStatus>("status");
        QTest::addColumn<QString>("sentence");
        const auto row = [](const char *name, WatchState state, AwaitedAnswer awaited, const char *sentence) {
            WatchStatus status = in(state);
            status.awaited = awaited;
            QTest::newRow(name) << status << QString::fromUtf8(sentence);
        };
        row("soon", WatchState::Listing, {Now - 4s, 1, false, Now - 4s}, "");
        row("no head", WatchState::Listing, {Now - 5s, 1, false, Now - 5s},
            "The server has not answered for 5 s: page 1 of the list is awaited.");
        row("a slow body", WatchState::Relisting, {Now - 12s, 3, true, Now - 20s},
            "Page 3 of the list has been coming for 12 s.");
        row("pages without end", WatchState::Listing, {Now - 1s, 1201, false, Now - 90s},
            "The list has been under way for 90 s, and is at page 1 201.");
        row("both", WatchState::Listing, {Now - 7s, 2, false, Now - 40s},
            "The server has not answered for 7 s: page 2 of the list is awaited. The list has been under way for "
            "40 s, and is at page 2.");
        row("a stream", WatchState::Resuming, {Now - 8s, 0, false, {}},
            "The server has not answered for 8 s: the stream is not open yet.");
    }
    void aServerThatTakesItsTimeIsToldOf()
    {
        QFETCH(WatchStatus, status);
        QFETCH(QString, sentence);
        QCOMPARE(spaced(watchSentence(status, Now)), sentence);
    }

    void aSilentWatchDoesNotLookLive()
    {
        QVERIFY(lookOf(in(WatchState::Live)) != lookOf(stale(in(WatchState::Live), Now)));
        QVERIFY(!needsAttention(in(WatchState::Live)));
    }
};

} // namespace tst_statewords

WK_TEST(tst_statewords, StateWordsTest, QCoreApplication)
#include "tst_statewords.moc"
