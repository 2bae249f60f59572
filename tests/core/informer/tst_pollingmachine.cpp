// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/informer/machineplayer.h"
#include "tests/support/testregistry.h"

#include <QTest>

/// What the machine does about kinds that can be listed and not watched.
namespace tst_pollingmachine {

using namespace wk;

class TestPollingMachine : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void traces_data();
    void traces();
    void whatIsLookedAtIsPolledWhileTheLooksSucceed();
};

void TestPollingMachine::traces_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("trace");
    const auto row = [](const char *name, const QByteArray &script, const QByteArray &trace) {
        QTest::newRow(name) << QString::fromLatin1(script) << QString::fromLatin1(trace);
    };
    const QByteArray upTrace = "list@ take replace watch@7";
    const auto after = [&](const char *name, const QByteArray &script, const QByteArray &trace) {
        row(name, "start page:/7 open " + script, upTrace + ' ' + trace);
    };
    const QByteArray polled = "start:polled page:/7";
    const QByteArray polledTrace = "list@ take replace abort wait:30000";
    const auto looks = [&](const char *name, const QByteArray &script, const QByteArray &trace) {
        row(name, polled + ' ' + script, polledTrace + ' ' + trace);
    };
    const QByteArray look = "list@ take replace abort wait:30000";
    looks("what cannot be watched is listed now and then, and nobody has missed anything",
          "+30 elapsed page:/8 +36 elapsed page:/8", look + ' ' + look);
    looks("a look in pages is one look", "+30 elapsed page:a/8 page:/8",
          "list@ take list@a take replace abort wait:30000");
    looks("what is only looked at may say any version", "+30 elapsed page:/5 +30 elapsed page:/ +30 elapsed page:/zz",
          look + ' ' + look + ' ' + look);
    looks("a look that fails is tried again like any list", "+30 elapsed list!500 elapsed list!refused elapsed page:/8",
          "list@ drop abort wait:800 list@ drop abort wait:1600 " + look);
    looks("one that stays away for long is missed", "+30 elapsed list!500 +42 elapsed list!500 +1 elapsed page:/8",
          "list@ drop abort wait:800 list@ drop abort wait:1600 gap " + look);
    looks("after an hour in which nobody looked changes may be missing", "+3600 elapsed page:/8 +30 elapsed page:/8",
          "gap " + look + ' ' + look);
    looks("a look is taken at once by who asks", "+3 retry page:/8", look);
    looks("and by who has come back", "+3 distrust page:/8", look);
    looks("a look under way is asked for again", "+30 elapsed +5 distrust page:/8", "list@ abort " + look);
    looks("403 on a look is asked again soon at first", "+30 elapsed list!403 elapsed list!403",
          "list@ drop abort wait:800 list@ drop abort wait:1600");
    looks("404 on a look: the kind is gone, and comes back", "+30 elapsed list!404 elapsed page:/9",
          "list@ drop gap vanished abort wait:800 " + look);
    looks("no look is taken after stop", "stop elapsed retry distrust", "abort");
    row("a watch that is refused with 405 gives way to looks", "start page:/7 end!405 +30 elapsed page:/8",
        upTrace + " abort wait:30000 " + look);
    after("from what has been watched until now changes may be missing", "+60 end +1 end!405 page:/8 +30 elapsed",
          "watch@7 gap abort " + look + " list@");
    row("a kind that comes back may be watched", "start page:/7 end!405 elapsed list!404 elapsed page:/9",
        upTrace + " abort wait:30000 list@ drop gap vanished abort wait:800 list@ take replace watch@9");
    after("405 in an ERROR is no refusal to watch", "see:9 error!405 elapsed", "apply abort wait:30000 watch@9");
}

void TestPollingMachine::traces()
{
    QFETCH(QString, script);
    QTEST(Player().play(script), "trace");
}

void TestPollingMachine::whatIsLookedAtIsPolledWhileTheLooksSucceed()
{
    Player player;
    player.play(QStringLiteral("start:polled"));
    QVERIFY(player.machine().state() == WatchState::Listing);
    player.play(QStringLiteral("page:/"));
    QVERIFY(player.machine().state() == WatchState::Polled && !player.machine().error());
    player.play(QStringLiteral("+30 elapsed"));
    QVERIFY(player.machine().state() == WatchState::Polled); // a look under way is nothing to show
    player.play(QStringLiteral("list!refused"));
    QVERIFY(player.machine().state() == WatchState::Waiting && player.machine().error());
    player.play(QStringLiteral("elapsed"));
    QVERIFY(player.machine().state() == WatchState::Relisting);
    player.play(QStringLiteral("page:/"));
    QVERIFY(player.machine().state() == WatchState::Polled && !player.machine().error());
    player.play(QStringLiteral("elapsed list!401"));
    QVERIFY(player.machine().state() == WatchState::SignInNeeded);
    player.play(QStringLiteral("elapsed list!404"));
    QVERIFY(player.machine().state() == WatchState::KindGone);

    Player refused; // why it is not watched stays known
    refused.play(QStringLiteral("start page:/7 end!405"));
    QVERIFY(refused.machine().state() == WatchState::Polled);
    QVERIFY(refused.machine().error()->kind == ErrorKind::MethodNotAllowed);
}

} // namespace tst_pollingmachine

WK_TEST(tst_pollingmachine, TestPollingMachine, QCoreApplication)
#include "tst_pollingmachine.moc"
