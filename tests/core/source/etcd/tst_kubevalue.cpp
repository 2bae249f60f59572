// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/kubevalue.h"

#include "tests/support/protobytes.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_kubevalue {

using namespace wk;
using test::kubeEnvelope;
using test::ProtoBytes;

namespace {

ProtoBytes pair(std::string_view key, std::string_view value)
{
    return ProtoBytes().bytes(1, key).bytes(2, value);
}

/// All that meta/v1 generated.proto says of an object's metadata.
ProtoBytes metadata(std::string_view name)
{
    return ProtoBytes()
        .bytes(1, name)
        .bytes(3, "shop")
        .bytes(5, "6a4c7f3e-0000-4000-8000-000000000001")
        .number(7, 3)
        .message(8, ProtoBytes().number(1, 1700000000))
        .message(11, pair("app", "web"))
        .message(12, pair("note", "\"quoted\""))
        .message(
            13,
            ProtoBytes().bytes(1, "ReplicaSet").bytes(3, "web-1").bytes(4, "owner").bytes(5, "apps/v1").number(6, 1))
        .bytes(14, "kubernetes")
        .message(17, ProtoBytes()
                         .bytes(1, "kubectl")
                         .bytes(2, "Update")
                         .bytes(3, "v1")
                         .bytes(6, "FieldsV1")
                         .message(7, ProtoBytes().bytes(1, R"({"f:spec":{}})")));
}

} // namespace

class TestKubeValue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void metadataIsNamedAndTheRestNumbered();
    void aTimeOfNoYearIsLeftOut();
    void aSecretIsToldWithoutItsContent();
    void jsonIsToldAsItStandsWithItsVersion();
    void whatIsNoneIsNone_data();
    void whatIsNoneIsNone();
    void aCutEnvelopeIsNeverRead();
};

void TestKubeValue::metadataIsNamedAndTheRestNumbered()
{
    const std::string value = kubeEnvelope(
        "v1", "Pod", ProtoBytes().message(1, metadata("p")).bytes(2, "spec").bytes(3, "a").bytes(3, "b").number(4, 7));
    const auto told = readKubeEnvelope(value, 42);
    QVERIFY(told);
    QCOMPARE(told->kind + ' ' + told->apiVersion + ' ' + told->ns + '/' + told->name, std::string("Pod v1 shop/p"));
    QCOMPARE(told->json,
             std::string(R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","namespace":"shop",)"
                         R"("uid":"6a4c7f3e-0000-4000-8000-000000000001","resourceVersion":"42","generation":3,)"
                         R"("creationTimestamp":"2023-11-14T22:13:20Z","labels":{"app":"web"},)"
                         R"("annotations":{"note":"\"quoted\""},"ownerReferences":[{"apiVersion":"apps/v1",)"
                         R"("kind":"ReplicaSet","name":"web-1","uid":"owner","controller":true}],)"
                         R"("finalizers":["kubernetes"],"managedFields":[{"manager":"kubectl","operation":"Update",)"
                         R"("apiVersion":"v1","fieldsType":"FieldsV1","fieldsV1":{"f:spec":{}}}]},)"
                         R"("fields":{"2":"c3BlYw==","3":["YQ==","Yg=="],"4":7}})"));
}

void TestKubeValue::aTimeOfNoYearIsLeftOut()
{
    const ProtoBytes far = ProtoBytes().bytes(1, "p").message(8, ProtoBytes().number(1, INT64_MAX));
    const auto told = readKubeEnvelope(kubeEnvelope("v1", "Pod", ProtoBytes().message(1, far)), 7);
    QVERIFY(told);
    QCOMPARE(told->json,
             std::string(R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"p","resourceVersion":"7"}})"));
}

void TestKubeValue::aSecretIsToldWithoutItsContent()
{
    const std::string value =
        kubeEnvelope("v1", "Secret", ProtoBytes().message(1, metadata("s")).message(2, pair("key", "hunter2")));
    const auto told = readKubeEnvelope(value, 1);
    QVERIFY(told);
    QVERIFY(told->json.find("fields\":{\"2") == std::string::npos);
    QVERIFY(told->json.find("quoted") == std::string::npos); // annotations repeat what was applied
    QVERIFY(told->json.find("\"app\":\"web\"") != std::string::npos);
    const auto json = readKubeJson(R"({"apiVersion":"v1","kind":"Secret","metadata":{"name":"s","namespace":"n",)"
                                   R"("annotations":{"a":"hunter2"}},"data":{"k":"aHVudGVyMg=="}})",
                                   5);
    QVERIFY(json);
    QCOMPARE(json->json, std::string(R"({"kind":"Secret","apiVersion":"v1","metadata":)"
                                     R"({"name":"s","namespace":"n","resourceVersion":"5"}})"));
}

void TestKubeValue::jsonIsToldAsItStandsWithItsVersion()
{
    const auto told = readKubeJson(
        " {\"apiVersion\":\"x.io/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":\"w\"},\"spec\":{}}\n", 9);
    QVERIFY(told);
    QCOMPARE(told->kind + ' ' + told->apiVersion + ' ' + told->name, std::string("Widget x.io/v1 w"));
    QCOMPARE(told->json, std::string(R"({"apiVersion":"x.io/v1","kind":"Widget",)"
                                     R"("metadata":{"resourceVersion":"9","name":"w"},"spec":{}})"));
}

void TestKubeValue::whatIsNoneIsNone_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("k8s");
    QTest::newRow("only the mark") << QByteArray("k8s\0", 4);
    QTest::newRow("encrypted") << QByteArray("k8s:enc:aescbc:v1:key:xyz");
    QTest::newRow("another encoding") << QByteArray::fromStdString(
        std::string("k8s\0", 4) +
        ProtoBytes().message(1, ProtoBytes().bytes(1, "v1").bytes(2, "Pod")).bytes(3, "gzip").text());
    QTest::newRow("JSON of another kind") << QByteArray(R"({"kind":"a","metadata":{}})");
    QTest::newRow("an array") << QByteArray("[1]");
}

void TestKubeValue::whatIsNoneIsNone()
{
    QFETCH(const QByteArray, value);
    const std::string text = value.toStdString();
    QVERIFY(!readKubeEnvelope(text, 1));
    QVERIFY(!readKubeJson(text, 1));
}

void TestKubeValue::aCutEnvelopeIsNeverRead()
{
    const std::string value = kubeEnvelope("v1", "Pod", ProtoBytes().message(1, metadata("p")).bytes(2, "spec"));
    for (std::size_t size = 0; size < value.size(); ++size)
        static_cast<void>(readKubeEnvelope(value.substr(0, size), 1));
    QVERIFY(!readKubeEnvelope(value.substr(0, value.size() - 1), 1));
}

} // namespace tst_kubevalue

WK_TEST(tst_kubevalue, TestKubeValue, NoApplication)
#include "tst_kubevalue.moc"
