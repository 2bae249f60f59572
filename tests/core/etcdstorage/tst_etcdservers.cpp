// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/registry.h"
#include "tests/core/etcdstorage/etcdserver.h"
#include "tests/support/realetcd.h"
#include "tests/support/relay.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>

namespace tst_etcdservers {

using namespace wk;
using namespace wk::apiserver;
using test::RealEtcd;
using test::Relay;

/// What servers on one etcd do for each other.
class TestEtcdServers : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void neverAreTwoChosen();
    void whatIsOldIsCompacted();
    void whatALostServerLeftIsSweptUp();
};

/// The first is cut off, and then both its connections mended: it has to know before the other does.
void TestEtcdServers::neverAreTwoChosen()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    Relay relay(quint16(etcd.url().port()));
    std::mutex mutex;
    QStringList told;
    const auto teller = [&](const char *name) {
        return [&mutex, &told, name](bool isChosen) {
            const std::lock_guard lock(mutex);
            told.append(QLatin1String(name) + (isChosen ? u'+' : u'-'));
        };
    };
    const auto heard = [&] {
        const std::lock_guard lock(mutex);
        return told.join(u' ');
    };
    std::atomic<bool> isOver = false;
    std::thread serving([&] { // whose way leads through this thread
        EtcdServer first(relay.url());
        static_cast<EtcdStorage &>(first.storage()).standForElection("first", teller("first"));
        while (!isOver)
            std::this_thread::yield();
    });
    QTRY_COMPARE_WITH_TIMEOUT(heard(), QStringLiteral("first+"), 20'000);
    {
        EtcdServer second(etcd.url());
        static_cast<EtcdStorage &>(second.storage()).standForElection("second", teller("second"));
        relay.cut();
        QTRY_COMPARE_WITH_TIMEOUT(heard(), QStringLiteral("first+ first- second+"), 30'000);
        relay.mend();
        QTRY_VERIFY_WITH_TIMEOUT(second.storage().catchUp(), 10'000);
        QCOMPARE(heard(), QStringLiteral("first+ first- second+"));
    }
    QTRY_COMPARE_WITH_TIMEOUT(heard(), QStringLiteral("first+ first- second+ first+"), 30'000);
    isOver = true;
    serving.join();
}

void TestEtcdServers::whatIsOldIsCompacted()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    ApiServer::Options options;
    options.makeStorage = [&](ResourceTable &types) {
        EtcdStorageOptions storage;
        storage.etcd.endpoints = {etcd.url()};
        storage.compactEvery = std::chrono::milliseconds(500);
        return std::make_unique<EtcdStorage>(storage, types);
    };
    SystemClock clock;
    ApiServer server(options, clock);
    QVERIFY(server.open().ok());
    const auto old = stored(server.storage().create("pods", pod("a/x")))->revision;
    const auto isThereAsOf = [&](std::uint64_t revision) {
        const QJsonObject said =
            etcd.post(QStringLiteral("/v3/kv/range"), {{QStringLiteral("key"), QStringLiteral("L3dhdGNoa2VlcGVyLw==")},
                                                       {QStringLiteral("revision"), qint64(revision)}});
        return !said.contains(QStringLiteral("error"));
    };
    std::uint64_t newest = 0;
    for (int edit = 0; isThereAsOf(old); ++edit) {
        QVERIFY(edit < 500);
        newest = stored(server.storage().update("pods", pod("a/x", "n=" + std::to_string(edit)), 0))->revision;
        QVERIFY(isThereAsOf(newest));
        QTest::qSleep(20);
    }
    QVERIFY(isThereAsOf(newest)); // as young as twice the time is what is kept at least
    QCOMPARE((*server.storage().newest("pods", "a/x"))->revision, newest);
}

/// One that removes an owner, and ends before it has removed what belonged to it.
void TestEtcdServers::whatALostServerLeftIsSweptUp()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    QVERIFY(server.makeNamespace("a"));
    const auto owner = server.writer.create("configmaps", "a", {{"metadata", {{"name", "owner"}}}});
    QVERIFY(owner.ok() && server.makePod("left", (*owner)->uid).ok() && server.makePod("own").ok());
    QVERIFY(etcd.remove("/wk/registry/configmaps/a/owner") > 0);
    QVERIFY(server.storage().catchUp());
    QCOMPARE(server.pods(), std::string("a/left a/own"));
    server.server.registry().sweep();
    QCOMPARE(server.pods(), std::string("a/own"));
}

} // namespace tst_etcdservers

WK_TEST(tst_etcdservers, TestEtcdServers, QCoreApplication)
#include "tst_etcdservers.moc"
