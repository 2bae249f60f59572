// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/kindgroups.h"
#include "ui/models/pastkind.h"
#include "ui/models/tablestate.h"

#include "tests/support/testregistry.h"
#include "tests/ui/support/sampledata.h"
#include "ui/style/formats.h"

#include <QTest>

Q_DECLARE_METATYPE(wk::TableFacts)
Q_DECLARE_METATYPE(wk::TableState::Kind)

namespace tst_tablestate {

using namespace wk;
using namespace wk::sample;
using namespace std::chrono_literals;

namespace {

using Kind = TableState::Kind;

WatchStatus in(WatchState state, ErrorKind kind = ErrorKind::Internal, std::string text = {})
{
    WatchStatus made = live(1);
    made.state = state;
    if (!text.empty()) {
        made.error = Error();
        made.error->kind = kind;
        made.error->text = std::move(text);
    }
    return made;
}

TableFacts facts(std::vector<WatchStatus> watches, std::size_t listed, std::size_t shown, std::size_t held)
{
    TableFacts made;
    made.kinds = QStringLiteral("Pods");
    made.watches = std::move(watches);
    made.listed = listed;
    made.shown = shown;
    made.held = held;
    return made;
}

} // namespace

class TableStateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aTableSaysHowItStands_data()
    {
        QTest::addColumn<TableFacts>("facts");
        QTest::addColumn<Kind>("kind");
        QTest::addColumn<QString>("words");
        const auto row = [](const char *name, TableFacts facts, Kind kind, const char *words) {
            QTest::newRow(name) << std::move(facts) << kind << QString::fromUtf8(words);
        };
        WatchStatus listing = in(WatchState::Listing);
        listing.listed = 6500;
        listing.listTotal = 15200;
        const WatchStatus denied = in(WatchState::NotAllowed, ErrorKind::Forbidden, "user \"dev\" cannot list pods");
        WatchStatus refused = in(WatchState::Waiting, ErrorKind::Refused, "Connection refused");
        refused.nextTry = Now + 12s;
        row("no kind is chosen", facts({}, 0, 0, 0), Kind::Nothing, "Choose a kind");
        TableFacts none = facts({}, 0, 0, 0);
        none.isAnyServed = false;
        row("there is none to choose", none, Kind::Nothing, "has not told what it serves");
        row("before the first word", facts({in(WatchState::Connecting)}, 0, 0, 0), Kind::Loading, "Loading Pods");
        row("listing says how many of how many", facts({listing}, 0, 0, 0), Kind::Loading, "6 500 of about 15 200");
        listing.awaited = AwaitedAnswer{Now - 9s, 14, true, Now - 10s};
        row("a list that takes long says what is awaited", facts({live(1), listing}, 1, 0, 0), Kind::Loading,
            "of about 15 200\nPage 14 of the list has been coming for 9 s.");
        row("one of two lists is not enough to call it empty", facts({live(1), listing}, 1, 0, 0), Kind::Loading,
            "6 500");
        row("rows are shown", facts({live(1)}, 1, 5, 5), Kind::Ready, "");
        row("there are none", facts({live(1)}, 1, 0, 0), Kind::Empty, "There are no Pods here");
        row("there are none of an API without versions",
            facts({in(WatchState::Polled, ErrorKind::NoVersion, "x")}, 1, 0, 0), Kind::Empty,
            "There are no Pods here|Looked at every 30 s, not watched. This API gives no resourceVersions");
        row("there are none of what is looked at", facts({in(WatchState::Polled)}, 1, 0, 0), Kind::Empty,
            "There are no Pods here|Looked at every 30 s, not watched.");
        row("rows of what is looked at", facts({in(WatchState::Polled)}, 1, 5, 5), Kind::Ready, "");
        TableFacts some = facts({live(1)}, 1, 0, 0);
        some.namespaces = {"payments"};
        row("there are none in the namespaces looked at", some, Kind::Empty, "There are no Pods in payments");
        row("the filter hides all", facts({live(1)}, 1, 0, 412), Kind::NothingMatches, "412");
        row("a refusal says why", facts({denied}, 0, 0, 0), Kind::Denied, "user \"dev\" cannot list pods");
        row("an unreachable server says why and when it is tried again", facts({refused}, 0, 0, 0), Kind::Failing,
            "Next try in 12 s.");
        row("a kind that is gone", facts({in(WatchState::KindGone)}, 1, 0, 0), Kind::Gone, "no longer serves Pods");
    }
    void aTableSaysHowItStands()
    {
        QFETCH(TableFacts, facts);
        QFETCH(Kind, kind);
        QFETCH(QString, words);
        const TableState state = tableState(facts, Now);
        QVERIFY(state.kind == kind);
        QString said = state.title + QLatin1Char('|') + state.detail;
        said.replace(QChar(0x202f), QLatin1Char(' ')).replace(QChar(0xa0), QLatin1Char(' '));
        QVERIFY2(said.contains(words), qPrintable(said));
        QVERIFY(state.notice.isEmpty());
    }

    void inThePastEscLeavesThatFirst()
    {
        PastKind known;
        known.known.emplace_back();
        const TableState state = pastTableState(facts({live(1)}, 1, 0, 412), known, Now, Now);
        QCOMPARE(state.kind, Kind::NothingMatches);
        QVERIFY2(state.detail.contains(QStringLiteral("Esc goes back to live")), qPrintable(state.detail));
    }

    void inThePastWhatWasOnlyLookedAtSaysSo()
    {
        PastKind known;
        known.known.emplace_back();
        TableFacts looked = facts({in(WatchState::Polled)}, 1, 5, 5);
        QVERIFY(pastTableState(looked, known, Now, Now).notice.isEmpty());
        looked.isOnlyListed = true;
        QVERIFY(pastTableState(looked, known, Now, Now).notice.contains(QStringLiteral("the last look before then")));
        QVERIFY(tableState(looked, Now).notice.isEmpty()); // its state says so
    }

    void rowsThatHaveComeDoNotHideAListThatTakesLong()
    {
        WatchStatus listing = in(WatchState::Listing);
        QVERIFY(tableState(facts({listing}, 0, 5, 5), Now).notice.isEmpty());
        listing.awaited = AwaitedAnswer{Now - 9s, 14, true, Now - 10s};
        const QString notice = tableState(facts({listing}, 0, 5, 5), Now).notice;
        QVERIFY2(notice.contains(QStringLiteral("Page 14 of the list")), qPrintable(notice));
    }

    void aPausedTableDoesNotCallItselfLive()
    {
        TableFacts paused = facts({live(1)}, 1, 5, 5);
        QCOMPARE(tableState(paused, Now).word, QStringLiteral("Live"));
        paused.pausedAt = Now - 30s;
        QCOMPARE(tableState(paused, Now).word, QStringLiteral("Paused"));
        paused.watches = {in(WatchState::Polled)};
        QCOMPARE(tableState(paused, Now).word, QStringLiteral("Paused"));
        paused.watches = {in(WatchState::Relisting)};
        QVERIFY(tableState(paused, Now).word != QStringLiteral("Paused")); // what is wrong is still told
    }

    void aFilterForEventsIsSentToTheStream()
    {
        TableFacts none = facts({live(1)}, 1, 0, 412);
        QVERIFY(!tableState(none, Now).isForStream);
        none.eventField = FilterField::Type;
        const TableState state = tableState(none, Now);
        QCOMPARE(state.kind, Kind::NothingMatches);
        QVERIFY(state.isForStream);
        QVERIFY2(state.detail.contains(QStringLiteral("“type” is about events")), qPrintable(state.detail));
        QVERIFY2(state.detail.contains(QStringLiteral("Esc clears it")), qPrintable(state.detail));
        none.eventField = FilterField::Manager;
        const QString doubt = tableState(none, Now).detail;
        QVERIFY2(doubt.contains(QStringLiteral("The filter asks for updates whose writer is in doubt")),
                 qPrintable(doubt));
        PastKind known;
        known.known.emplace_back();
        const TableState past = pastTableState(none, known, Now, Now);
        QVERIFY(past.isForStream);
        QVERIFY2(past.detail.contains(QStringLiteral("Esc goes back to live")), qPrintable(past.detail));
    }

    void aFilterForAnotherKindIsSentThere()
    {
        TableFacts none = facts({live(1)}, 1, 0, 412);
        QVERIFY(!tableState(none, Now).kindAskedFor);
        none.kindAskedFor = deploymentInfo();
        const TableState state = tableState(none, Now);
        QCOMPARE(state.kindAskedFor->kind, std::string("Deployment"));
        QVERIFY2(state.detail.contains(QStringLiteral("The filter asks for Deployments, and this table shows ")),
                 qPrintable(state.detail));
    }

    void withoutAConnectionItSaysWhy()
    {
        TableFacts none = facts({}, 0, 0, 0);
        none.connection.sentence = QStringLiteral("The server refuses the connection.");
        const TableState state = tableState(none, Now);
        QCOMPARE(state.kind, Kind::Failing);
        QCOMPARE(state.detail, none.connection.sentence);
        QVERIFY(!state.canCancel);
        QCOMPARE(state.title, QStringLiteral("Not connected"));
        QVERIFY2(!state.isStranded, "it may be under way");
        none.connection.hasFailed = true;
        none.connection.server = QStringLiteral("https://10.0.0.1:6443");
        QCOMPARE(tableState(none, Now).title, QStringLiteral("Not connected to https://10.0.0.1:6443"));
        QVERIFY(tableState(none, Now).isStranded);
    }

    void rowsOfAnEarlierProgramSayWhyThereIsNoConnection()
    {
        WatchStatus earlier;
        earlier.state = WatchState::Waiting;
        earlier.staleSince = Now - 60s;
        TableFacts some = facts({earlier}, 1, 5, 5);
        const QString aged = tableState(some, Now).notice;
        QVERIFY(!aged.isEmpty());
        some.connection = {.sentence = QStringLiteral("You need to sign in."), .isRetried = true, .hasFailed = true};
        const TableState state = tableState(some, Now);
        QCOMPARE(state.kind, Kind::Ready);
        QCOMPARE(state.notice, QStringLiteral("You need to sign in. ") + aged);
        QVERIFY(state.canRetry);
    }

    void aClusterThatIsBeingMadeSaysHowFarAndCanBeLeft()
    {
        TableFacts none = facts({}, 0, 0, 0);
        none.connection = {QStringLiteral("Making it: 7 of 90."), false, 7, 90};
        const TableState state = tableState(none, Now);
        QCOMPARE(state.kind, Kind::Loading);
        QCOMPARE(state.title, none.connection.sentence);
        QVERIFY(state.detail.isEmpty());
        QCOMPARE(state.listed, 7u);
        QCOMPARE(state.total, 90u);
        QVERIFY(state.canCancel);
    }

    void rowsThatMayBeOldWearANotice()
    {
        WatchStatus waiting = in(WatchState::Waiting, ErrorKind::Refused, "Connection refused");
        waiting.staleSince = Now;
        const TableState state = tableState(facts({live(2), waiting}, 2, 5, 5), Now);
        QVERIFY(state.kind == Kind::Ready);
        QVERIFY2(state.notice.contains(QStringLiteral("What is shown is the state of")), qPrintable(state.notice));
        QVERIFY(state.canRetry);
        QCOMPARE(state.word, QStringLiteral("Waiting (refused)"));
        QVERIFY(state.wordTip.contains(QStringLiteral("Connection refused")));
    }

    void rowsOfASilentWatchWearANotice()
    {
        WatchStatus silent = live(1);
        silent.staleSince = Now;
        const TableState state = tableState(facts({silent}, 1, 5, 5), Now);
        QVERIFY2(state.notice.startsWith(QStringLiteral("Stale since ")), qPrintable(state.notice));
        QVERIFY(state.look && state.look->isSilent);
    }

    void rowsOfALiveWatchSayThatItIsLive()
    {
        const TableState state = tableState(facts({live(1)}, 1, 5, 5), Now);
        QVERIFY(state.notice.isEmpty());
        QCOMPARE(state.word, QStringLiteral("Live"));
        QVERIFY(!state.canRetry);
    }

    void oneDeniedNamespaceOfTwoIsTold()
    {
        const WatchStatus denied = in(WatchState::NotAllowed, ErrorKind::Forbidden, "cannot list pods in \"web\"");
        QVERIFY(tableState(facts({live(2), denied}, 1, 5, 5), Now).notice.contains(QStringLiteral("cannot list pods")));
    }

    void aShortTimeUnwatchedIsToldInMilliseconds()
    {
        PastKind gap;
        gap.knownUntil = Now - 10s + 100ms;
        gap.knownFrom = Now - 10s + 700ms;
        QCOMPARE(notWatchedWords(QStringLiteral("Pods"), gap, Now),
                 QStringLiteral("Pods were not watched between %1 and %2")
                     .arg(format::momentMs(Now - 9900ms, Now), format::momentMs(Now - 9300ms, Now)));
        gap.knownFrom = Now - 8s;
        QCOMPARE(notWatchedWords(QStringLiteral("Pods"), gap, Now),
                 QStringLiteral("Pods were not watched between %1 and %2")
                     .arg(format::moment(Now - 9900ms, Now), format::moment(Now - 8s, Now)));
    }

    void namespacesThatNobodyWatchedAreNamed()
    {
        PastKind before;
        before.knownFrom = Now;
        before.unwatched = {"web", "payments"};
        const TableState state = pastTableState(facts({}, 0, 0, 0), before, Now - 10s, Now);
        QVERIFY(state.kind == Kind::NotWatched);
        QCOMPARE(state.title, QStringLiteral("%1 in web, payments were not watched before %2")
                                  .arg(facts({}, 0, 0, 0).kinds, format::moment(Now, Now - 10s)));
    }

    void aMomentOfAnotherDayHasItsDate()
    {
        const QString day = format::moment(Now, Now + 24h);
        QVERIFY(day != format::clock(Now));
        const TableState unknown = pastTableState(facts({}, 0, 0, 0), {}, Now, Now + 24h);
        QVERIFY2(unknown.detail.contains(day), qPrintable(unknown.detail));
        PastKind known;
        known.known.emplace_back();
        const TableState empty = pastTableState(facts({}, 0, 0, 0), known, Now, Now + 24h);
        QVERIFY2(empty.detail.contains(day), qPrintable(empty.detail));
    }

    void kindsHaveAPlural_data()
    {
        QTest::addColumn<QByteArray>("kind");
        QTest::addColumn<QByteArray>("resource");
        QTest::addColumn<QString>("plural");
        QTest::newRow("an s") << QByteArray("Pod") << QByteArray("pods") << QStringLiteral("Pods");
        QTest::newRow("two words") << QByteArray("EndpointSlice") << QByteArray("endpointslices")
                                   << QStringLiteral("EndpointSlices");
        QTest::newRow("ies") << QByteArray("NetworkPolicy") << QByteArray("networkpolicies")
                             << QStringLiteral("NetworkPolicies");
        QTest::newRow("es") << QByteArray("Ingress") << QByteArray("ingresses") << QStringLiteral("Ingresses");
        QTest::newRow("a resource of fewer words")
            << QByteArray("NodeMetrics") << QByteArray("nodes") << QStringLiteral("NodeMetrics");
        QTest::newRow("another word altogether") << QByteArray("Foo") << QByteArray("bars") << QStringLiteral("bars");
    }
    void kindsHaveAPlural()
    {
        QFETCH(QByteArray, kind);
        QFETCH(QByteArray, resource);
        ResourceInfo info;
        info.kind = kind.toStdString();
        info.gvr = {"", "v1", resource.toStdString()};
        QTEST(pluralName(info), "plural");
    }
};

} // namespace tst_tablestate

WK_TEST(tst_tablestate, TableStateTest, QCoreApplication)
#include "tst_tablestate.moc"
