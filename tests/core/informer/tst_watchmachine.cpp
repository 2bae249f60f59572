// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/informer/machineplayer.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_watchmachine {

using namespace wk;
using namespace std::chrono_literals;

class TestWatchMachine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void traces_data();
    void traces();
    void C20_backoffDoublesToItsCapAndStartsAgainAfterCalm();
    void eventsSoonAfterAResumeAreResumed();
    void stateIsLiveOnlyWhileItIs();
};

void TestWatchMachine::traces_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("trace");
    const auto row = [](const char *name, const QByteArray &script, const QByteArray &trace) {
        QTest::newRow(name) << QString::fromLatin1(script) << QString::fromLatin1(trace);
    };
    const QByteArray up = "start page:/7 open";
    const QByteArray upTrace = "list@ take replace watch@7";
    const auto after = [&](const char *name, const QByteArray &script, const QByteArray &trace) {
        row(name, up + ' ' + script, trace.isEmpty() ? upTrace : QByteArray(upTrace + ' ' + trace));
    };
    row("C1 what is held from before is listed again, and never resumed", "start:held/9 list!500 elapsed page:/12",
        "list@ drop abort wait:800 list@ take replace watch@12");
    row("C16 a list older than what is held is of another history", "start:held/9 page:/7",
        "list@ take gap replace watch@7");
    row("C30 403 on the list of what is held asks again soon at first", "start:held/9 list!403 elapsed list!403",
        "list@ drop abort wait:800 list@ drop abort wait:1600");
    row("C30 404 on the list of what is held ends it", "start:held/9 list!404 elapsed page:/12",
        "list@ drop gap vanished abort wait:800 list@ take replace watch@12");
    row("C7 the watch starts at the list's version", "start page:/7", "list@ take replace watch@7");
    row("C2 pages go on while there is a token", "start page:a/7 page:b/7 page:/7",
        "list@ take list@a take list@b take replace watch@7");
    row("C2 a version that changes between pages restarts the list", "start page:a/7 page:/8",
        "list@ take list@a drop list@");
    row("C3 an expired token restarts, the second time asks for all",
        "start page:a/7 list!expired page:a/8 list!expired page:/9",
        "list@ take list@a drop list@ take list@a drop list@(whole) take replace watch@9");
    row("C2 versions that keep changing are not chased without a pause",
        "start page:a/7 page:/8 page:b/9 page:/10 page:c/11 page:/12 elapsed",
        "list@ take list@a drop list@ take list@b drop list@ take list@c drop abort wait:800 list@");
    row("C3 tokens that keep expiring are not chased without a pause",
        "start page:a/7 list!expired page:b/8 list!expired page:c/9 list!expired elapsed",
        "list@ take list@a drop list@ take list@b drop list@(whole) take list@c(whole) drop abort wait:800 list@(whole)");
    row("C2 a token that comes twice is a loop (P18)", "start page:a/7 page:a/7",
        "list@ take list@a drop abort wait:30000");
    row("C20 a list that fails is tried again with backoff", "start list!refused elapsed list!refused elapsed",
        "list@ drop abort wait:800 list@ drop abort wait:1600 list@");
    row("C30 404 on the first list: no such kind yet", "start list!404 elapsed page:/7",
        "list@ drop abort wait:800 list@ take replace watch@7");
    row("C30 a kind that stays away is asked for less and less", "start list!404 elapsed list!404 elapsed list!404",
        "list@ drop abort wait:800 list@ drop abort wait:1600 list@ drop abort wait:3200");
    row("C30 401 on the list waits for a sign-in", "start list!401 elapsed", "list@ drop abort wait:54000 list@");
    row("C30 403 asks again each minute", "start list!403 elapsed", "list@ drop abort wait:54000 list@");
    row("C19 429 waits as long as it is told", "start list!429:7 elapsed", "list@ drop abort wait:7000 list@");
    row("C19 but not longer than five minutes", "start list!429:99999999", "list@ drop abort wait:300000");
    after("C8 events move the resume point", "see:8 see:9 +2 end", "apply apply watch@9");
    after("C12 bookmarks move the resume point", "see:8 mark:20 +2 end", "apply apply watch@20");
    after("C12 a bookmark may repeat the version", "see:8 mark:8 +2 end", "apply apply watch@8");
    after("C21 the server's own close is not a break", "+300 end open see:8", "watch@7 apply");
    after("C20 a stream that closes at once backs off", "end elapsed", "abort wait:800 watch@7");
    after("C8 a cut stream is opened again from the last version", "see:9 +10 end!cut open",
          "apply watch@9 reconnected");
    after("C20 a stream cut young backs off", "see:9 +1 end!cut elapsed open",
          "apply abort wait:800 watch@9 reconnected");
    after("C17 expired in the stream: gap, then list", "see:9 +300 end!expired page:/20",
          "apply gap abort list@ take replace watch@20");
    after("C17 expired on opening, from a calm time, lists at once", "+300 end end!expired page:/20",
          "watch@7 gap abort list@ take replace watch@20");
    after("C17 expired again on opening waits", "+300 end end!expired page:/20 end!expired elapsed",
          "watch@7 gap abort list@ take replace watch@20 gap abort wait:1600 list@");
    after("C17 expired as an ERROR: gap, then list", "see:9 +300 error!expired page:/20",
          "apply gap abort list@ take replace watch@20");
    const auto twice = [&](const char *name, const QByteArray &kind, const QByteArray &pause) {
        after(name, "see:9 error!" + kind + " elapsed open +300 error!" + kind + " page:/20",
              "apply abort wait:" + pause + " watch@9 reconnected gap abort list@ take replace watch@20");
    };
    twice("C17 an ERROR twice at one version ends in a list: 500", "500", "800");
    twice("C17 an ERROR twice at one version ends in a list: 429", "429", "800");
    twice("C17 an ERROR twice at one version ends in a list: 401", "401", "54000");
    twice("C17 an ERROR twice at one version ends in a list: 403", "403", "800");
    twice("C17 an ERROR twice at one version ends in a list: 302", "redirect", "30000");
    after("C19 a list in the place of an ERROR waits as asked", "see:9 error!429:7 elapsed open error!429:7 elapsed",
          "apply abort wait:7000 watch@9 reconnected gap abort wait:7000 list@");
    after("C17 an ERROR behind progress is another", "see:9 error!500 elapsed open see:10 error!500 elapsed",
          "apply abort wait:800 watch@9 reconnected apply abort wait:1600 watch@10");
    after("C17 so is one behind a stream that closed in order",
          "see:9 error!500 elapsed open +300 end open +300 error!500 elapsed",
          "apply abort wait:800 watch@9 reconnected watch@9 abort wait:800 watch@9");
    after("C17 one that stays is waited for, not chased",
          "see:9 error!500 elapsed open error!500 elapsed page:/9 open error!500 elapsed open error!500 elapsed",
          "apply abort wait:800 watch@9 reconnected gap abort wait:1600 list@ take replace watch@9 abort wait:3200 "
          "watch@9 reconnected gap abort wait:6400 list@");
    after("C18 a version the server has not reached: list", "end!toolarge page:/5",
          "gap abort list@ take gap replace watch@5");
    after("C19 a list in the place of a watch waits as asked, too", "see:9 +300 end!toolarge:3 elapsed page:/20",
          "apply gap abort wait:3000 list@ take replace watch@20");
    after("C19 429 on the watch keeps the version and does not list", "+2 end!429:7 elapsed",
          "abort wait:7000 watch@7");
    after("C19 a pause that the server asked for is no calm: the backoff goes on where it was",
          "+2 end!cut elapsed end!cut elapsed end!429:300 +300 elapsed end!cut",
          "abort wait:800 watch@7 abort wait:1600 watch@7 abort wait:300000 watch@7 abort wait:6400");
    after("C15 an event without a version: list", "see:", "gap abort list@");
    row("C15 a list without one is watched from anywhere", "start page:/ open see:9 end",
        "list@ take replace watch@ apply watch@9");
    row("C15 where no event has one either, list again later", "start page:/ open see: page:/ elapsed page:/9 open",
        "list@ take replace watch@ gap abort list@ take replace abort wait:30000 list@ take replace watch@9");
    after("C16 history went back: list", "see:9 see:8", "apply gap abort list@");
    after("C16 a list older than the watch: the list is the truth", "see:900 end!expired page:/400 open see:401",
          "apply gap abort list@ take gap replace watch@400 apply");
    after("C16 what an audit disproves is listed again", "see:9 disproved page:/20",
          "apply gap abort list@ take replace watch@20");
    after("C29 so it is while the stream is being opened", "+2 end disproved", "watch@7 gap abort list@");
    after("C29 while it waits to be opened, a list comes next", "+2 end!429:7 disproved elapsed",
          "abort wait:7000 gap list@");
    row("C29 a list under way mends what an audit disproves", "start disproved", "list@");
    after("C10 a repeated event is no news (P5)", "see:9 again:9 see:10", "apply apply");
    after("C12 a bookmark below the last event: list (P9)", "see:9 mark:8", "apply gap abort list@");
    after("C14 opaque versions are not compared", "see:zz see:aa", "apply apply");
    after("C23 a broken frame is tried again from the same place", "see:9 end!broken open see:10",
          "apply watch@9 reconnected apply");
    after("C23 broken twice in one place: list", "see:9 end!broken open end!broken",
          "apply watch@9 reconnected gap abort list@");
    after(
        "C23 a poison that stays is waited for, not chased",
        "see:9 end!broken open end!broken page:/9 open end!broken elapsed open end!broken elapsed page:/9",
        "apply watch@9 reconnected gap abort list@ take replace watch@9 abort wait:1600 watch@9 reconnected gap abort "
        "wait:3200 list@ take replace watch@9");
    after("C23 another place is another poison", "see:9 end!broken open see:10 end!broken open see:11",
          "apply watch@9 reconnected apply watch@10 reconnected apply");
    after("C30 401 on the watch waits for a sign-in", "+2 end!401 elapsed", "abort wait:54000 watch@7");
    after("C30 403 on what was allowed is asked again soon: the server may be starting",
          "+2 end!403 elapsed end!403 elapsed open end!403",
          "abort wait:800 watch@7 abort wait:1600 watch@7 reconnected "
          "abort wait:800");
    after("C30 403 that stays is believed, and asked again each minute",
          "+2 end!403 elapsed end!403 elapsed end!403 elapsed end!403 elapsed end!403 elapsed end!403 elapsed end!403 "
          "elapsed end!403",
          "abort wait:800 watch@7 abort wait:1600 watch@7 abort wait:3200 watch@7 abort wait:6400 watch@7 abort "
          "wait:12800 watch@7 abort wait:25600 watch@7 abort wait:51200 watch@7 abort wait:54000");
    after("C30 404: the kind is gone", "+2 end!404 elapsed page:/9",
          "gap vanished abort wait:800 list@ take replace watch@9");
    after("C30 404: what comes back was no break of the stream", "+2 end!404 elapsed page:/9 open see:10",
          "gap vanished abort wait:800 list@ take replace watch@9 apply");
    after("C20 server errors back off", "+2 end!500 elapsed end!500 elapsed",
          "abort wait:800 watch@7 abort wait:1600 watch@7");
    after("C20 server errors for over a minute: list", "+2 end!500 elapsed +61 end!500",
          "abort wait:800 watch@7 gap abort wait:1600");
    after("C20 server errors with a healthy stream between them do not add up",
          "+2 end!500 elapsed open +61 end end!500", "abort wait:800 watch@7 reconnected watch@7 abort wait:1600");
    after("C20 retry now does not wait", "end retry", "abort wait:800 watch@7");
    after("C33 a distrusted stream is opened again at once", "see:9 distrust open", "apply abort watch@9 reconnected");
    after("C22 a stream that was open before the server was lost is opened again", "+9 distrust:5", "abort watch@7");
    after("C22 one that opened since is left alone", "+2 end!cut elapsed +4 open +1 distrust:3",
          "abort wait:800 watch@7 reconnected");
    after("C22 one that was asked for since is asked for again, and that is no break", "+2 end +1 distrust:2 open",
          "watch@7 abort watch@7");
    after("C20 one that waits is not kept waiting", "+2 end!cut distrust", "abort wait:800 watch@7");
    after("C20 a stream that is overtaken before its head is asked for again", "+9 end +2 overtaken:1 open",
          "watch@7 abort watch@7");
    after("C20 one that was asked for since is not", "+9 end +1 overtaken:2 open", "watch@7");
    after("C20 nor is one that is open", "+9 overtaken see:9", "apply");
    row("C20 a list may take its time", "start +9 overtaken page:/7", "list@ take replace watch@7");
    row("C22 the page under way is asked for again", "start page:more/7 +9 distrust page:/7",
        "list@ take list@more abort list@more take replace watch@7");
    row("C22 a list that goes on since is left alone", "start +9 page:more/7 +1 distrust:5 page:/7",
        "list@ take list@more take replace watch@7");
    row("C22 the watch behind a list that came since is no break", "start +9 page:/7 +1 distrust:5 open",
        "list@ take replace watch@7 abort watch@7");
    after("C34 nothing happens after stop", "stop see:9 end elapsed retry start", "abort");
    row("a redirect is not tried at every turn", "start list!redirect elapsed", "list@ drop abort wait:30000 list@");
}

void TestWatchMachine::traces()
{
    QFETCH(QString, script);
    QTEST(Player().play(script), "trace");
}

void TestWatchMachine::C20_backoffDoublesToItsCapAndStartsAgainAfterCalm()
{
    Backoff backoff;
    Instant now{1h};
    QList<qint64> delays;
    for (int i = 0; i < 7; ++i)
        delays.append(backoff.next(now).count());
    QCOMPARE(delays, (QList<qint64>{800, 1600, 3200, 6400, 12800, 15000, 15000}));
    QVERIFY(!backoff.isCalm(now + 2min));
    now += 2min + 15s;
    QVERIFY(backoff.isCalm(now));
    QCOMPARE(backoff.next(now).count(), 800);
    // Two minutes behind a longer pause.
    QCOMPARE(backoff.next(now, 5min).count(), 1600);
    QVERIFY(!backoff.isCalm(now + 6min));
    QVERIFY(backoff.isCalm(now + 7min));
}

void TestWatchMachine::eventsSoonAfterAResumeAreResumed()
{
    WatchMachine machine;
    Instant now{1h};
    machine.step(WatchMachine::Start{}, now);
    machine.step(WatchMachine::Page{ResourceVersion("7"), {}, 0}, now);
    machine.step(WatchMachine::Opened{}, now);
    QVERIFY(!machine.isResumed(now));
    now += 10s;
    machine.step(WatchMachine::Ended{errorFrom(QStringLiteral("cut"))}, now);
    machine.step(WatchMachine::Opened{}, now);
    QVERIFY(machine.isResumed(now + 999ms));
    QVERIFY(!machine.isResumed(now + 1s));
}

void TestWatchMachine::stateIsLiveOnlyWhileItIs()
{
    Player player;
    QVERIFY(player.machine().state() == WatchState::Connecting);
    player.play(QStringLiteral("start"));
    QVERIFY(player.machine().state() == WatchState::Listing);
    player.play(QStringLiteral("page:/7 open +10"));
    QVERIFY(player.machine().state() == WatchState::Live);
    player.play(QStringLiteral("end!cut"));
    QVERIFY(player.machine().state() == WatchState::Resuming);
    QVERIFY(player.machine().error());
    player.play(QStringLiteral("end!refused"));
    QVERIFY(player.machine().state() == WatchState::Waiting);
    player.play(QStringLiteral("elapsed open"));
    QVERIFY(player.machine().state() == WatchState::Live);
    QVERIFY(!player.machine().error());
    player.play(QStringLiteral("end!expired"));
    QVERIFY(player.machine().state() == WatchState::Relisting);
    player.play(QStringLiteral("elapsed list!401"));
    QVERIFY(player.machine().state() == WatchState::SignInNeeded);
}

} // namespace tst_watchmachine

WK_TEST(tst_watchmachine, TestWatchMachine, QCoreApplication)
#include "tst_watchmachine.moc"
