// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/protobufbody.h"

#include "core/apiserver/protoschema.h"
#include "core/base/limits.h"
#include "tests/core/apiserver/objects.h"
#include "tests/support/protobytes.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <set>

namespace tst_protobufbody {

using namespace wk;
using namespace wk::apiserver;
using test::kubeEnvelope;
using test::ProtoBytes;

namespace {

constexpr std::int64_t SomeSecond = 1'795'257'667; // 2026-11-21T10:41:07Z

ProtoBytes pair(std::string_view key, std::string_view value)
{
    return ProtoBytes().bytes(1, key).bytes(2, value);
}

ProtoBytes timeOf(std::int64_t seconds, std::uint64_t nanoseconds = 0)
{
    return ProtoBytes().number(1, static_cast<std::uint64_t>(seconds)).number(2, nanoseconds);
}

ProtoBytes container(const ProtoBytes &member)
{
    return ProtoBytes().message(2, ProtoBytes().message(2, member)); // Pod.spec.containers
}

/// What is said of it: the document, or the status and why.
QString said(std::string_view body)
{
    const Outcome<Json> read = protobufBody(body);
    return QString::fromStdString(read ? read->dump()
                                       : std::to_string(read.status().code) + " " + read.status().message);
}

QString said(std::string_view apiVersion, std::string_view kind, const ProtoBytes &object)
{
    return said(kubeEnvelope(apiVersion, kind, object));
}

void collectInner(const ProtoMessage &message, std::set<const ProtoMessage *> &inner)
{
    for (const ProtoMember &member : message.members) {
        if (member.message && inner.insert(member.message).second)
            collectInner(*member.message, inner);
    }
}

} // namespace

class TestProtobufBody : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDeploymentReadsAsAnApiServerWritesIt();
    void aValueReadsAsInJson_data();
    void aValueReadsAsInJson();
    void whatIsWrongIsNamed_data();
    void whatIsWrongIsNamed();
    void aKindThatIsNotReadIsNamedWithAWayOut();
    void whereverABodyIsCutItIsRefused();
    void aBodyOfTooManyValuesIsRefused();
    void everyKindThatIsStoredCanBeRead();
    void aMessageOfTheTableIsWholeAndNotInItself();
};

/// As kubectl writes it: texts and numbers that say nothing, too.
void TestProtobufBody::aDeploymentReadsAsAnApiServerWritesIt()
{
    const ProtoBytes labels = pair("app", "web");
    const ProtoBytes metadata =
        ProtoBytes().bytes(1, "web").bytes(2, "").number(7, 0).message(8, {}).bytes(11, labels.text());
    const ProtoBytes port = ProtoBytes().bytes(1, "").number(2, 0).number(3, 80).bytes(4, "").bytes(5, "");
    const ProtoBytes nginx =
        ProtoBytes().bytes(1, "nginx").bytes(2, "nginx").bytes(5, "").message(6, port).message(8, {}).number(16, 0);
    const ProtoBytes podSpec = ProtoBytes().message(2, nginx).bytes(3, "").bytes(6, "").number(11, 0);
    const ProtoBytes podMetadata = ProtoBytes().bytes(1, "").message(8, {}).bytes(11, labels.text());
    const ProtoBytes spec = ProtoBytes()
                                .number(1, 2)
                                .message(2, ProtoBytes().bytes(1, labels.text()))
                                .message(3, ProtoBytes().message(1, podMetadata).message(2, podSpec))
                                .message(4, ProtoBytes().bytes(1, ""))
                                .number(5, 0)
                                .number(7, 0);
    QCOMPARE(said("apps/v1", "Deployment", ProtoBytes().message(1, metadata).message(2, spec).message(3, {})),
             QStringLiteral(R"({"apiVersion":"apps/v1","kind":"Deployment",)"
                            R"("metadata":{"name":"web","creationTimestamp":null,"labels":{"app":"web"}},)"
                            R"("spec":{"replicas":2,"selector":{"matchLabels":{"app":"web"}},)"
                            R"("template":{"metadata":{"creationTimestamp":null,"labels":{"app":"web"}},)"
                            R"("spec":{"containers":[{"name":"nginx","image":"nginx","ports":[{"containerPort":80}],)"
                            R"("resources":{}}]}},"strategy":{}},"status":{}})"));
}

void TestProtobufBody::aValueReadsAsInJson_data()
{
    QTest::addColumn<QString>("apiVersion");
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<QString>("part"); // that is in the text
    const auto add = [](const char *name, const char *kind, const ProtoBytes &object, const char *part) {
        const QString type = QString::fromLatin1(kind);
        QTest::newRow(name) << type.section(u' ', 0, 0) << type.section(u' ', 1)
                            << QByteArray::fromStdString(object.text()) << QString::fromUtf8(part);
    };
    const auto metadata = [](const ProtoBytes &members) { return ProtoBytes().message(1, members); };
    const auto servicePort = [](const ProtoBytes &port) {
        return ProtoBytes().message(2, ProtoBytes().message(1, ProtoBytes().message(4, port)));
    };
    add("a number of either", "v1 Service", servicePort(ProtoBytes().number(1, 0).number(2, 8080).bytes(3, "")),
        R"("targetPort":8080)");
    add("a text of either", "v1 Service", servicePort(ProtoBytes().number(1, 1).number(2, 0).bytes(3, "http")),
        R"("targetPort":"http")");
    add("neither: nought", "v1 Service", ProtoBytes().message(2, ProtoBytes().message(1, {})),
        R"("ports":[{"port":0,"targetPort":0}])");
    const ProtoBytes half = ProtoBytes().bytes(1, "cpu").message(2, ProtoBytes().bytes(1, "500m"));
    add("a quantity", "v1 Pod", container(ProtoBytes().message(8, ProtoBytes().message(1, half))),
        R"("resources":{"limits":{"cpu":"500m"}})");
    add("no quantity: nought", "v1 Pod",
        container(ProtoBytes().message(8, ProtoBytes().message(1, ProtoBytes().bytes(1, "cpu")))),
        R"("limits":{"cpu":"0"})");
    add("a time, in whole seconds", "v1 Pod", metadata(ProtoBytes().message(8, timeOf(SomeSecond, 999'999'999))),
        R"("creationTimestamp":"2026-11-21T10:41:07Z")");
    add("a time before 1970", "v1 Pod", metadata(ProtoBytes().message(8, timeOf(-1))),
        R"("creationTimestamp":"1969-12-31T23:59:59Z")");
    add("no time", "v1 Pod", metadata(ProtoBytes().message(8, {})), R"("creationTimestamp":null)");
    add("Go's first moment is no time", "v1 Pod", metadata(ProtoBytes().message(8, timeOf(-62'135'596'800))),
        R"("creationTimestamp":null)");
    add("a time that need not be", "v1 Pod", metadata(ProtoBytes().message(9, timeOf(0))),
        R"("deletionTimestamp":"1970-01-01T00:00:00Z")");
    add("a time in microseconds", "coordination.k8s.io/v1 Lease",
        ProtoBytes().message(2, ProtoBytes().message(4, timeOf(SomeSecond, 123'456'789))),
        R"("renewTime":"2026-11-21T10:41:07.123456Z")");
    add("fields that somebody manages", "v1 Pod",
        metadata(ProtoBytes().message(17, ProtoBytes().message(7, ProtoBytes().bytes(1, R"({"f:spec":{}})")))),
        R"("managedFields":[{"fieldsV1":{"f:spec":{}}}])");
    add("bytes", "v1 Secret", ProtoBytes().message(2, pair("a", std::string_view("\0\xff", 2))),
        R"("data":{"a":"AP8="})");
    add("a map, sorted; of equal keys the last", "v1 ConfigMap",
        ProtoBytes().message(2, pair("b", "1")).message(2, pair("a", "2")).message(2, pair("b", "3")),
        R"("data":{"a":"2","b":"3"})");
    add("a pair without its halves", "v1 ConfigMap", ProtoBytes().message(2, {}), R"("data":{"":""})");
    const auto groups = [](const ProtoBytes &context) {
        return ProtoBytes().message(2, ProtoBytes().message(14, context));
    };
    add("numbers one by one", "v1 Pod", groups(ProtoBytes().number(4, 7).number(4, 300)),
        R"("supplementalGroups":[7,300])");
    add("numbers in one", "v1 Pod", groups(ProtoBytes().bytes(4, "\x07\xac\x02").number(4, 1)),
        R"("supplementalGroups":[7,300,1])");
    add("a number below nought", "apps/v1 Deployment",
        ProtoBytes().message(2, ProtoBytes().number(1, static_cast<std::uint64_t>(-5))), R"("replicas":-5,)");
    add("a longer one", "v1 Pod", groups(ProtoBytes().number(4, static_cast<std::uint64_t>(INT64_MIN))),
        R"("supplementalGroups":[-9223372036854775808])");
    add("a pointer tells its nought", "apps/v1 Deployment", ProtoBytes().message(2, ProtoBytes().number(1, 0)),
        R"("spec":{"replicas":0,)");
    add("a pointer that is not there is told as nothing where it must be", "apps/v1 Deployment", ProtoBytes(),
        R"("spec":{"selector":null,)");
    add("a list that must be told", "v1 Pod", ProtoBytes(), R"("spec":{"containers":null})");
    add("what must be told though it says nothing", "v1 Pod", container(ProtoBytes()),
        R"("containers":[{"name":"","resources":{}}])");
    add("members without a name of their own", "v1 Pod",
        container(ProtoBytes().message(
            10, ProtoBytes().message(1, ProtoBytes().message(4, ProtoBytes().number(1, 9000))).number(2, 3))),
        R"("livenessProbe":{"grpc":{"port":9000,"service":null},"initialDelaySeconds":3})");
    add("of what is written twice the last", "v1 Pod", metadata(ProtoBytes().bytes(1, "a").bytes(1, "b")),
        R"("metadata":{"name":"b",)");
    add("messages that are written in parts", "v1 Pod",
        ProtoBytes().message(1, ProtoBytes().bytes(1, "a")).message(1, ProtoBytes().bytes(3, "c")),
        R"("metadata":{"name":"a","namespace":"c",)");
    add("in the order of API servers, not of numbers", "v1 Pod",
        ProtoBytes().message(2, ProtoBytes().message(2, {}).message(20, {})), R"("spec":{"initContainers":[)");
    add("how to delete, of whatever group", "policy/v1 DeleteOptions", ProtoBytes().number(1, 0).bytes(4, "Orphan"),
        R"("gracePeriodSeconds":0,"propagationPolicy":"Orphan"})");
}

void TestProtobufBody::aValueReadsAsInJson()
{
    QFETCH(QString, apiVersion);
    QFETCH(QString, kind);
    QFETCH(QByteArray, object);
    QFETCH(QString, part);
    const std::string body =
        std::string("k8s\0", 4) +
        ProtoBytes()
            .message(1, ProtoBytes().bytes(1, apiVersion.toStdString()).bytes(2, kind.toStdString()))
            .bytes(2, object.toStdString())
            .text();
    const QString text = said(body);
    QVERIFY2(text.contains(part), qPrintable(text));
}

void TestProtobufBody::whatIsWrongIsNamed_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QString>("words");
    const auto add = [](const char *name, const std::string &body, const char *words) {
        QTest::newRow(name) << QByteArray::fromStdString(body) << QString::fromUtf8(words);
    };
    const auto pod = [](const ProtoBytes &object) { return kubeEnvelope("v1", "Pod", object); };
    add("nothing", "", "no object in Kubernetes' protobuf");
    add("JSON", "{}", "no object in Kubernetes' protobuf");
    add("a mark and no message", std::string("k8s\0\xff", 5), "no object in Kubernetes' protobuf");
    add("packed in some way", kubeEnvelope("v1", "Pod", {}) + ProtoBytes().bytes(3, "gzip").text(),
        "no object in Kubernetes' protobuf");
    add("a field of nobody", pod(container(ProtoBytes().number(99, 1))),
        "Container has a field 99, which is not known here");
    add("such a field of metadata", pod(ProtoBytes().message(1, ProtoBytes().number(16, 1))),
        "ObjectMeta has a field 16");
    add("such a field of a pair", pod(ProtoBytes().message(1, ProtoBytes().message(11, ProtoBytes().bytes(3, "")))),
        "ObjectMeta.labels (field 11) has a pair with a field 3");
    add("such a field of the type", std::string("k8s\0", 4) + ProtoBytes().message(1, ProtoBytes().bytes(3, "")).text(),
        "TypeMeta has a field 3");
    add("such a field around all", kubeEnvelope("v1", "Pod", {}) + ProtoBytes().number(5, 1).text(),
        "Unknown has a field 5, which is not known here");
    add("a message that is cut off", pod(ProtoBytes().bytes(2, "\x12\x7f")), "PodSpec is cut off, or no message");
    add("a pair that is cut off", pod(ProtoBytes().message(1, ProtoBytes().bytes(11, "\x0a\x7f"))),
        "ObjectMeta.labels (field 11) has a pair that is cut off");
    add("numbers that are cut off",
        pod(ProtoBytes().message(2, ProtoBytes().message(14, ProtoBytes().bytes(4, "\xff")))),
        "PodSecurityContext.supplementalGroups (field 4) is cut off");
    add("a number for a text", pod(ProtoBytes().message(1, ProtoBytes().number(1, 7))),
        "ObjectMeta.name (field 1) is written as another type");
    add("a text for a number", pod(ProtoBytes().message(1, ProtoBytes().bytes(7, ""))),
        "ObjectMeta.generation (field 7) is written as another type");
    add("a number for a list", pod(ProtoBytes().message(2, ProtoBytes().number(2, 1))),
        "PodSpec.containers (field 2) is written as another type");
    add("a number for a map", pod(ProtoBytes().message(1, ProtoBytes().number(11, 1))),
        "ObjectMeta.labels (field 11) is written as another type");
    add("a text in no UTF-8", pod(ProtoBytes().message(1, ProtoBytes().bytes(1, "\xff"))),
        "ObjectMeta.name (field 1) is not UTF-8");
    add("a key in no UTF-8", pod(ProtoBytes().message(1, ProtoBytes().message(11, pair("\xff", "")))),
        "ObjectMeta.labels (field 11) is not UTF-8");
    add("a time far away", pod(ProtoBytes().message(1, ProtoBytes().message(8, timeOf(INT64_MAX)))),
        "a Time is of no year between 1 and 9999");
    add("a part of a second that is more than one",
        kubeEnvelope("coordination.k8s.io/v1", "Lease",
                     ProtoBytes().message(2, ProtoBytes().message(4, timeOf(SomeSecond, 1'000'000'000)))),
        "a MicroTime is of no year");
    add("neither number nor text",
        kubeEnvelope(
            "v1", "Service",
            ProtoBytes().message(2, ProtoBytes().message(1, ProtoBytes().message(4, ProtoBytes().number(1, 2))))),
        "an IntOrString is neither");
    const auto managed = [](std::string_view fields) {
        return kubeEnvelope(
            "v1", "Pod",
            ProtoBytes().message(1, ProtoBytes().message(17, ProtoBytes().message(7, ProtoBytes().bytes(1, fields)))));
    };
    add("fields that are no JSON", managed("f:spec"), "a FieldsV1 is not JSON");
    add("fields that are nested too deeply", managed(std::string(5000, '[')), "a FieldsV1 is nested too deeply");
}

void TestProtobufBody::whatIsWrongIsNamed()
{
    QFETCH(QByteArray, body);
    QFETCH(QString, words);
    const QString text = said(body.toStdString());
    QVERIFY2(text.startsWith(QStringLiteral("400 ")) && text.contains(words), qPrintable(text));
}

void TestProtobufBody::aKindThatIsNotReadIsNamedWithAWayOut()
{
    const QString text = said("apps/v1beta1", "Deployment", {});
    QVERIFY2(text.startsWith(QStringLiteral("415 ")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("protobuf of apps/v1beta1 Deployment is not read here")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("--dry-run=client -o yaml | kubectl create -f -")), qPrintable(text));
}

/// But between the type and the object: that is an object that says nothing.
void TestProtobufBody::whereverABodyIsCutItIsRefused()
{
    const ProtoBytes metadata =
        ProtoBytes().bytes(1, "web").message(11, pair("app", "web")).message(8, timeOf(SomeSecond));
    const std::string body = kubeEnvelope("v1", "Pod", ProtoBytes().message(1, metadata).message(2, container({})));
    const std::size_t type = std::string("k8s\0", 4).size() +
                             ProtoBytes().message(1, ProtoBytes().bytes(1, "v1").bytes(2, "Pod")).text().size();
    QVERIFY(protobufBody(body));
    for (std::size_t size = 0; size < body.size(); ++size)
        QCOMPARE(bool(protobufBody(std::string_view(body).substr(0, size))), size == type);
}

/// Two bytes a container, and each is an object.
void TestProtobufBody::aBodyOfTooManyValuesIsRefused()
{
    const auto podOf = [](std::size_t containers) {
        std::string each;
        for (std::size_t i = 0; i < containers; ++i)
            each += std::string("\x12\0", 2);
        return kubeEnvelope("v1", "Pod", ProtoBytes().bytes(2, each));
    };
    QVERIFY(protobufBody(podOf(1000)));
    const QString text = said(podOf(limits::ProtoValues));
    QVERIFY2(text.startsWith(QStringLiteral("400 ")) && text.contains(QStringLiteral("says more than 200000 values")),
             qPrintable(text));
}

void TestProtobufBody::everyKindThatIsStoredCanBeRead()
{
    for (const auto &type : builtinTypes()) {
        const bool isRead = ProtoSchema::published().kind(type.apiVersion(), type.kind) != nullptr;
        const bool isStored = !type.compute && type.kind != "CustomResourceDefinition";
        QVERIFY2(isRead == isStored, type.kind.c_str());
    }
}

void TestProtobufBody::aMessageOfTheTableIsWholeAndNotInItself()
{
    QVERIFY(ProtoSchema::published().messages().size() > 200);
    for (const auto &[name, message] : ProtoSchema::published().messages()) {
        const std::string named(name);
        QVERIFY2(message.name == name && !message.members.empty(), named.c_str());
        std::set<std::uint32_t> numbers;
        std::set<std::string_view> names;
        for (const ProtoMember &member : message.members) {
            QVERIFY2(member.number > 0 && numbers.insert(member.number).second, named.c_str());
            QVERIFY2(names.insert(member.name).second, named.c_str());
            const std::size_t inner = member.name.empty() ? member.message->members.size() : 0;
            for (std::size_t i = 0; i < inner; ++i) // its members stand among these
                QVERIFY2(names.insert(member.message->members[i].name).second, named.c_str());
        }
        std::set<const ProtoMessage *> inner;
        collectInner(message, inner);
        QVERIFY2(!inner.contains(&message), named.c_str());
    }
}

} // namespace tst_protobufbody

WK_TEST(tst_protobufbody, TestProtobufBody, QCoreApplication)
#include "tst_protobufbody.moc"
