// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/customtype.h"
#include "tests/core/etcdstorage/etcdserver.h"
#include "tests/support/realetcd.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <thread>

namespace tst_etcdstorage {

using namespace wk;
using namespace wk::apiserver;
using test::RealEtcd;

class TestEtcdStorage : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (const QString why = RealEtcd::whyNot(); !why.isEmpty())
            QSKIP(qPrintable(why));
    }
    void aWriteTakesEtcdsRevision();
    void whatIsNotAsExpectedIsNotWritten();
    void whatOneServerWritesAnotherServes();
    void anObjectReadsAsItDoesFromMemory();
    void keysOfOthersAreLeftAlone();
    void whatIsSharedIsTheFirstOnes();
    void definitionsAreServedByAll();
    void dependentsGoWhereverTheyWereMade();
    void whatIsClosedTellsNobody();
};

void TestEtcdStorage::aWriteTakesEtcdsRevision()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    QVERIFY(server.opened.ok());
    const auto made = stored(server.storage().create("pods", pod("a/x", "app=web")));
    QVERIFY(made);
    const auto beside = std::uint64_t(etcd.put("/others", "are not heard of"));
    QCOMPARE(beside, made->revision + 1);
    const auto changed = stored(server.storage().update("pods", pod("a/x", "app=db"), made->revision));
    QCOMPARE(changed->revision, beside + 1);
    const auto gone = stored(server.storage().remove("pods", "a/x", changed->revision));
    QCOMPARE(gone->revision, beside + 2);
    QVERIFY(gone->json.find("\"resourceVersion\":\"" + std::to_string(gone->revision) + '"') != std::string::npos);
    QVERIFY(!server.storage().get("pods", "a/x"));
}

void TestEtcdStorage::whatIsNotAsExpectedIsNotWritten()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    Storage &storage = server.storage();
    const auto first = stored(storage.create("pods", pod("a/x")))->revision;
    QVERIFY(std::get<StorageRefusal>(storage.create("pods", pod("a/x"))) == StorageRefusal::Exists);
    const auto second = stored(storage.update("pods", pod("a/x", "n=2"), 0))->revision;
    QVERIFY(second > first);
    QVERIFY(std::get<StorageRefusal>(storage.update("pods", pod("a/x"), first)) == StorageRefusal::Stale);
    QVERIFY(std::get<StorageRefusal>(storage.remove("pods", "a/x", first)) == StorageRefusal::Stale);
    QVERIFY(std::get<StorageRefusal>(storage.update("pods", pod("a/y"), 0)) == StorageRefusal::Missing);
    QVERIFY(std::get<StorageRefusal>(storage.update("pods", pod("a/y"), first)) == StorageRefusal::Missing);
    QVERIFY(std::get<StorageRefusal>(storage.remove("pods", "a/y", 0)) == StorageRefusal::Missing);
    QCOMPARE((*storage.newest("pods", "a/x"))->revision, second);
}

void TestEtcdStorage::whatOneServerWritesAnotherServes()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer one(etcd.url());
    EtcdServer other(etcd.url());
    QVERIFY(one.opened.ok() && other.opened.ok());
    QVERIFY(one.makeNamespace("a"));
    for (int i = 0; i < 20; ++i) {
        EtcdServer &writing = i % 2 == 0 ? one : other;
        EtcdServer &reading = i % 2 == 0 ? other : one;
        const auto made = writing.makePod("p" + std::to_string(i));
        QVERIFY2(made.ok(), describe(made.ok() ? Error{} : made.error()).c_str());
        QVERIFY(reading.storage().catchUp());
        const auto read = reading.storage().get("pods", (*made)->key());
        QVERIFY(read);
        QCOMPARE(read->json, (*made)->json);
        QCOMPARE(read->revision, (*made)->revision);
    }
    QCOMPARE(one.pods(), other.pods());
    // Both edit one object: no edit is lost.
    std::thread beside([&other] {
        for (int i = 0; i < 20; ++i)
            static_cast<void>(
                other.writer
                    .edit({"pods", "a", "p0"},
                          [](Json &pod) {
                              pod["metadata"]["labels"]["b" + std::to_string(pod["metadata"]["labels"].size())] = "";
                          })
                    .ok());
    });
    for (int i = 0; i < 20; ++i)
        QVERIFY(one.writer
                    .edit({"pods", "a", "p0"},
                          [](Json &pod) {
                              pod["metadata"]["labels"]["a" + std::to_string(pod["metadata"]["labels"].size())] = "";
                          })
                    .ok());
    beside.join();
    QCOMPARE((*one.storage().newest("pods", "a/p0"))->labels.size(), 40U);
}

void TestEtcdStorage::anObjectReadsAsItDoesFromMemory()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer server(etcd.url());
    QVERIFY(server.makeNamespace("a"));
    const auto made = server.writer.create("secrets", "a", {{"metadata", {{"name", "s"}}}, {"data", {{"k", "djE="}}}});
    QVERIFY(made.ok());
    const auto heard = server.storage().get("secrets", "a/s");
    QVERIFY(heard);
    QCOMPARE(heard->json, (*made)->json);
    QCOMPARE(heard->body, (*made)->body);
    QCOMPARE(heard->json.substr(heard->version.begin, heard->version.end - heard->version.begin),
             std::to_string(heard->revision));
    QVERIFY(heard->json.find("djE=") != std::string::npos);
}

void TestEtcdStorage::keysOfOthersAreLeftAlone()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    etcd.put("/theirs/key", "value");
    EtcdServer server(etcd.url(), "/theirs");
    QVERIFY(!server.opened.ok());
    QVERIFY(server.opened.error().text.find("/theirs/key") != std::string::npos);
    EtcdServer beside(etcd.url(), "/ours");
    QVERIFY(beside.opened.ok());
    EtcdServer again(etcd.url(), "/ours");
    QVERIFY(again.opened.ok());
}

void TestEtcdStorage::whatIsSharedIsTheFirstOnes()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer one(etcd.url());
    EtcdServer other(etcd.url());
    QCOMPARE(dynamic_cast<EtcdStorage &>(one.storage()).shared("identity", "first").value(), std::string("first"));
    QCOMPARE(dynamic_cast<EtcdStorage &>(other.storage()).shared("identity", "second").value(), std::string("first"));
}

void TestEtcdStorage::definitionsAreServedByAll()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer one(etcd.url());
    EtcdServer other(etcd.url());
    QVERIFY(one.makeNamespace("a"));
    const Json definition = *parseDocument(
        R"({"metadata":{"name":"gadgets.test.io"},"spec":{"group":"test.io","scope":"Namespaced",
            "names":{"plural":"gadgets","singular":"gadget","kind":"Gadget"},
            "versions":[{"name":"v1","served":true,"storage":true,"schema":{"openAPIV3Schema":{"type":"object"}}}]}})");
    QVERIFY(one.writer.create(DefinitionsResource, "", definition).ok());
    QVERIFY(other.storage().catchUp());
    QVERIFY(other.server.types().findResource("gadgets.test.io"));
    QVERIFY(other.writer.create("gadgets.test.io", "a", {{"metadata", {{"name", "g"}}}}).ok());
    QVERIFY(one.storage().get("gadgets.test.io", "a/g") || one.storage().catchUp());
    QVERIFY(one.storage().get("gadgets.test.io", "a/g"));
    EtcdServer late(etcd.url());
    QVERIFY(late.storage().get("gadgets.test.io", "a/g"));
    QVERIFY(other.writer.remove({DefinitionsResource, "", "gadgets.test.io"}).ok());
    QVERIFY(one.storage().catchUp());
    QVERIFY(!one.server.types().findResource("gadgets.test.io"));
    QVERIFY(!*one.storage().newest("gadgets.test.io", "a/g"));
}

void TestEtcdStorage::dependentsGoWhereverTheyWereMade()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer one(etcd.url());
    EtcdServer other(etcd.url());
    QVERIFY(one.makeNamespace("a"));
    const auto owner = one.writer.create("configmaps", "a", {{"metadata", {{"name", "owner"}}}});
    QVERIFY(owner.ok());
    std::atomic<bool> isOver = false;
    std::thread making([&] { // while the owner goes
        for (int i = 0; i < 200 && !isOver; ++i)
            static_cast<void>(other.makePod("p" + std::to_string(i), (*owner)->uid).ok());
    });
    QTRY_VERIFY_WITH_TIMEOUT(one.storage().list("pods").objects.size() > 5, 10'000);
    QVERIFY(one.writer.remove({"configmaps", "a", "owner"}).ok());
    isOver = true;
    making.join();
    QTRY_COMPARE_WITH_TIMEOUT(one.pods(), std::string(), 10'000);
}

void TestEtcdStorage::whatIsClosedTellsNobody()
{
    RealEtcd etcd;
    QVERIFY(etcd.start());
    EtcdServer one(etcd.url());
    EtcdServer other(etcd.url());
    QVERIFY(one.makeNamespace("a"));
    QVERIFY(other.storage().catchUp());
    std::atomic<int> told = 0;
    one.storage().watch([&told](const std::string &, const StorageEvent &) { ++told; });
    QVERIFY(other.makePod("p").ok());
    QTRY_COMPARE(told, 1);
    one.storage().close();
    const std::uint64_t then = one.storage().revision();
    QVERIFY(other.makePod("q").ok());
    QVERIFY(other.storage().revision() > then);
    QCOMPARE(one.storage().revision(), then);
    QCOMPARE(told, 1);
}

} // namespace tst_etcdstorage

WK_TEST(tst_etcdstorage, TestEtcdStorage, QCoreApplication)
#include "tst_etcdstorage.moc"
