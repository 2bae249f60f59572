// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/watchcache.h"
#include "tests/core/etcdstorage/etcdserver.h"
#include "tests/support/realetcd.h"
#include "tests/support/relay.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <thread>

namespace tst_etcdstoragefaults {

using namespace wk;
using namespace wk::apiserver;
using test::RealEtcd;
using test::Relay;

/// What can befall an etcd, and what a server on it says then.
class TestEtcdStorageFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void aWriteWhoseAnswerIsLostIsToldAsItIs();
    void aRestartOfEtcdLosesNothing();
    void whatWasCompactedEndsTheWatches();
    void aRestoredEtcdIsAnotherHistory();
    void aFullEtcdIsReadAndSaysSo();
    void whatIsTooLargeIsRefusedAsSuch();
    void withoutEtcdNobodyIsToldLies();
};

void TestEtcdStorageFaults::aWriteWhoseAnswerIsLostIsToldAsItIs()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    Relay relay(quint16(etcd.url().port()));
    std::atomic<bool> isOver = false;
    std::string created;
    std::string refused;
    std::string taken;
    relay.loseAnswers("\"compare\""); // what was heard is not answered
    std::thread writing([&] {
        EtcdServer server(relay.url());
        if (!server.opened.ok()) {
            created = describe(server.opened.error());
        } else {
            const auto made = server.storage().create("pods", pod("a/x", "n=1"));
            created = stored(made) ? "written" : "not written";
            refused =
                std::holds_alternative<StorageRefusal>(server.storage().create("pods", pod("a/x"))) ? "exists" : "lied";
            const auto gone = server.storage().remove("pods", "a/x", 0);
            const auto *status = std::get_if<Status>(&gone);
            taken = stored(gone) ? "gone" : status ? status->message : "refused";
        }
        isOver = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(isOver, 60'000);
    writing.join();
    QCOMPARE(created, std::string("written"));
    QCOMPARE(refused, std::string("exists"));
    QCOMPARE(QString::fromStdString(taken), QStringLiteral("gone"));
    QVERIFY(relay.lost() >= 4); // the format, and each write's first answer
}

void TestEtcdStorageFaults::aRestartOfEtcdLosesNothing()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    EtcdServer other(etcd.url());
    QVERIFY(server.makeNamespace("a"));
    QVERIFY(server.makePod("before").ok());
    const auto place = other.server.watchCache().open("pods", other.storage().revision());
    QVERIFY(place);
    etcd.kill();
    std::atomic<bool> isWritten = false;
    std::thread writing([&] { isWritten = server.makePod("meanwhile").ok(); }); // it waits
    QVERIFY(etcd.start());
    QTRY_VERIFY_WITH_TIMEOUT(isWritten, 30'000);
    writing.join();
    QTRY_COMPARE_WITH_TIMEOUT(other.pods(), std::string("a/before a/meanwhile"), 30'000);
    WatchPosition position = *place;
    const WatchTake take = other.server.watchCache().take("pods", position, 10);
    QVERIFY(take.state == WatchTake::State::Ok);
    QCOMPARE(take.events.back().object->name, std::string("meanwhile"));
}

void TestEtcdStorageFaults::whatWasCompactedEndsTheWatches()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    Relay relay(quint16(etcd.url().port()));
    std::atomic<bool> isOver = false;
    std::string state;
    std::atomic<int> step = 0;
    std::thread serving([&] {
        EtcdServer server(relay.url());
        WatchPosition position = *server.server.watchCache().open("pods", server.storage().revision());
        step = 1;
        while (step < 2)
            std::this_thread::yield();
        while (server.server.watchCache().take("pods", position, 10).state != WatchTake::State::Ended)
            std::this_thread::yield();
        state = server.pods();
        isOver = true;
    });
    QTRY_VERIFY_WITH_TIMEOUT(step == 1, 10'000);
    relay.cut();
    {
        EtcdServer other(etcd.url());
        QVERIFY(stored(other.storage().create("pods", pod("a/x"))));
        QVERIFY(stored(other.storage().create("pods", pod("a/y"))));
        const auto gone = stored(other.storage().remove("pods", "a/x", 0));
        QVERIFY(gone);
        etcd.compact(qint64(gone->revision));
    }
    relay.mend();
    step = 2;
    QTRY_VERIFY_WITH_TIMEOUT(isOver, 60'000);
    serving.join();
    QCOMPARE(QString::fromStdString(state), QStringLiteral("a/y"));
}

void TestEtcdStorageFaults::aRestoredEtcdIsAnotherHistory()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    QVERIFY(stored(server.storage().create("pods", pod("a/kept"))));
    QVERIFY(etcd.save(QStringLiteral("backup")));
    std::uint64_t last = 0;
    for (int i = 0; i < 5; ++i)
        last = stored(server.storage().create("pods", pod("a/lost" + std::to_string(i))))->revision;
    WatchPosition position = *server.server.watchCache().open("pods", last);
    etcd.kill();
    QVERIFY(etcd.restore(QStringLiteral("backup"), QStringLiteral("restored")));
    QVERIFY(etcd.start(QStringLiteral("restored")));
    // Nobody is told what is not there: where it is not known yet, that is said.
    QString said = QStringLiteral("?");
    while (said == QStringLiteral("?"))
        said = QString::fromStdString(server.pods());
    QCOMPARE(said, QStringLiteral("a/kept"));
    QVERIFY(server.server.watchCache().take("pods", position, 10).state == WatchTake::State::Ended);
    QVERIFY(!server.server.watchCache().open("pods", last)); // 410, and not a wait for what has no meaning here
    QVERIFY(stored(server.storage().create("pods", pod("a/new"))));
    QCOMPARE(server.pods(), std::string("a/kept a/new"));
}

void TestEtcdStorageFaults::aFullEtcdIsReadAndSaysSo()
{
    RealEtcd etcd({QStringLiteral("--quota-backend-bytes"), QStringLiteral("2000000")});
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    QVERIFY(server.makeNamespace("a"));
    std::string why;
    int made = 0;
    for (; made < 200 && why.empty(); ++made) {
        const auto map = server.writer.create(
            "configmaps", "a",
            {{"metadata", {{"name", "m" + std::to_string(made)}}}, {"data", {{"k", std::string(100'000, 'x')}}}});
        if (!map)
            why = map.error().text;
    }
    QVERIFY2(why.find("database space exceeded") != std::string::npos, why.c_str());
    QVERIFY(server.storage().catchUp());
    QCOMPARE(int(server.storage().list("configmaps").objects.size()), made - 1);
}

void TestEtcdStorageFaults::whatIsTooLargeIsRefusedAsSuch()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    QVERIFY(server.makeNamespace("a"));
    for (const std::size_t bytes : {1'600'000U, 2'500'000U}) { // etcd has a word of its own for each
        const auto made = server.writer.create(
            "configmaps", "a", {{"metadata", {{"name", "m"}}}, {"data", {{"k", std::string(bytes, 'x')}}}});
        QVERIFY(!made);
        QCOMPARE(made.error().kind, ErrorKind::TooLarge);
        QVERIFY2(made.error().text.find("1.5 MiB") != std::string::npos, made.error().text.c_str());
    }
    QVERIFY(server.storage().list("configmaps").objects.empty());
}

void TestEtcdStorageFaults::withoutEtcdNobodyIsToldLies()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    QVERIFY(stored(server.storage().create("pods", pod("a/x"))));
    etcd.kill();
    QCOMPARE(server.storage().catchUp().status().code, 503);
    const auto newest = server.storage().newest("pods", "a/none");
    QVERIFY(!newest); // not: there is no such object
    QCOMPARE(newest.status().code, 503);
    QVERIFY(server.storage().get("pods", "a/x"));
}

} // namespace tst_etcdstoragefaults

WK_TEST(tst_etcdstoragefaults, TestEtcdStorageFaults, QCoreApplication)
#include "tst_etcdstoragefaults.moc"
