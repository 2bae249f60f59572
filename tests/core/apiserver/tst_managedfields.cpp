// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/managedfields.h"

#include "core/apiserver/registry.h"
#include "core/apiserver/resourcetable.h"
#include "tests/core/apiserver/writefixture.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_managedfields {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// Whose a field is after which write. The expectations were taken from a real kube-apiserver where it has them.
class TestManagedFields : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesAreNotedToTheLeaves_data();
    void changesAreNotedToTheLeaves();
    void aConfigurationNamesItsFields_data();
    void aConfigurationNamesItsFields();
    void fieldSetsSurviveTheWay();
    void aFieldMovesToWhoChangedItLast();
    void nothingChangedMovesNoTime();
    void applyingTakesOutWhatItNamesNoMore();
    void anothersFieldIsAConflictUnlessForced();
    void whoAgreesOwnsToo();
    void admissionIsNobody();
    void whatIsPreparedForCreationIsNobodys();
    void pathsReadAsConflictsSayThem();

private:
    Outcome<ObjectPtr> apply(WriteFixture &m, const char *manager, const char *configuration, bool isForced = false)
    {
        const WriteTarget target{m.server.types().findResource("configmaps"), "a", "c"};
        return m.server.registry().apply(target, parsed(configuration), {manager, false, isForced});
    }
    /// "manager operation fields" of each entry.
    static QStringList entries(const Json &object)
    {
        QStringList said;
        const Json &all = find(object, {"metadata", "managedFields"});
        for (const Json &entry : all.is_array() ? all : Json::array())
            said << QString::fromStdString(textOf(find(entry, "manager")) + " " + textOf(find(entry, "operation")) +
                                           " " + find(entry, "fieldsV1").dump());
        return said;
    }
};

void TestManagedFields::changesAreNotedToTheLeaves_data()
{
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    QTest::addColumn<QString>("set");
    QTest::addColumn<QString>("removed");
    const auto add = [](const char *name, const char *before, const char *after, const char *set,
                        const char *removed = "{}") {
        QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(after) << QString::fromUtf8(set)
                            << QString::fromUtf8(removed);
    };
    add("the maps of a new object", "null", R"({"metadata":{"name":"x","labels":{"a":"1"}},"data":{"k":"v"}})",
        R"({"f:data":{".":{},"f:k":{}},"f:metadata":{"f:labels":{".":{},"f:a":{}}}})");
    add("a container of a new workload", "null",
        R"({"spec":{"template":{"spec":{"containers":[{"name":"w","image":"i","resources":{}}]}}}})",
        R"({"f:spec":{"f:template":{"f:spec":{"f:containers":{"k:{\"name\":\"w\"}":{".":{},"f:image":{},"f:name":{},"f:resources":{}}}}}}})");
    add("an image", R"({"spec":{"containers":[{"name":"a","image":"1"},{"name":"b","image":"1"}]}})",
        R"({"spec":{"containers":[{"name":"a","image":"1"},{"name":"b","image":"2"}]}})",
        R"({"f:spec":{"f:containers":{"k:{\"name\":\"b\"}":{"f:image":{}}}}})");
    add("a condition", R"({"status":{"conditions":[{"type":"Ready","status":"False"}]}})",
        R"({"status":{"conditions":[{"type":"Ready","status":"True"}]}})",
        R"({"f:status":{"f:conditions":{"k:{\"type\":\"Ready\"}":{"f:status":{}}}}})");
    add("an environment variable that goes", R"({"spec":{"env":[{"name":"A","value":"1"},{"name":"B","value":"2"}]}})",
        R"({"spec":{"env":[{"name":"A","value":"1"}]}})", "{}",
        R"({"f:spec":{"f:env":{"k:{\"name\":\"B\"}":{".":{},"f:name":{},"f:value":{}}}}})");
    add("ports have two keys", R"({"spec":{"ports":[]}})", R"({"spec":{"ports":[{"containerPort":80}]}})",
        R"({"f:spec":{"f:ports":{".":{},"k:{\"containerPort\":80,\"protocol\":\"TCP\"}":{".":{},"f:containerPort":{}}}}})",
        R"({"f:spec":{"f:ports":{}}})");
    add("a selector is one thing", R"({"spec":{"selector":{"app":"a"}}})", R"({"spec":{"selector":{"app":"b"}}})",
        R"({"f:spec":{"f:selector":{}}})");
    add("arguments are one thing", R"({"spec":{"args":["a"]}})", R"({"spec":{"args":["b"]}})",
        R"({"f:spec":{"f:args":{}}})");
    add("finalizers stand each for itself", R"({"metadata":{"finalizers":["a"]}})",
        R"({"metadata":{"finalizers":["a","b"]}})", R"({"f:metadata":{"f:finalizers":{"v:\"b\"":{}}}})");
    add("the order of keys is no change", R"({"spec":{"selector":{"a":"1","b":"2"}}})",
        R"({"spec":{"selector":{"b":"2","a":"1"}}})", "{}");
    add("what the server gives is nobody's", R"({"metadata":{"uid":"1","generation":1}})",
        R"({"metadata":{"uid":"2","generation":2,"resourceVersion":"9"}})", "{}");
    add("the time at which nobody made a template", "null",
        R"({"spec":{"template":{"metadata":{"creationTimestamp":null,"labels":{"a":"1"}}}}})",
        R"({"f:spec":{"f:template":{"f:metadata":{"f:labels":{".":{},"f:a":{}}}}}})");
    add("that of a claim, which is in a list", "null",
        R"({"spec":{"template":{"spec":{"volumes":[{"name":"v","metadata":{"creationTimestamp":null}}]}}}})",
        R"({"f:spec":{"f:template":{"f:spec":{"f:volumes":{".":{},"k:{\"name\":\"v\"}":{".":{},"f:metadata":{"f:creationTimestamp":{}},"f:name":{}}}}}}})");
    add("a null is set", R"({"status":{}})", R"({"status":{"lastProbeTime":null}})",
        R"({"f:status":{"f:lastProbeTime":{}}})");
}

void TestManagedFields::changesAreNotedToTheLeaves()
{
    QFETCH(QString, before);
    QFETCH(QString, after);
    const FieldChanges changes = fieldChanges(parsed(before.toStdString()), parsed(after.toStdString()), "v1");
    QTEST(QString::fromStdString(fieldsV1(changes.set).dump()), "set");
    QTEST(QString::fromStdString(fieldsV1(changes.removed).dump()), "removed");
}

void TestManagedFields::aConfigurationNamesItsFields_data()
{
    QTest::addColumn<QString>("configuration");
    QTest::addColumn<QString>("apiVersion");
    QTest::addColumn<QString>("fields");
    QTest::newRow("maps as such are not named")
        << R"({"apiVersion":"v1","kind":"C","metadata":{"name":"c","labels":{"a":"1"}},"data":{"k":"v"}})"
        << "v1"
        << R"({"f:data":{"f:k":{}},"f:metadata":{"f:labels":{"f:a":{}}}})";
    QTest::newRow("items are") << R"({"spec":{"containers":[{"name":"w","args":[],"resources":{}}]}})"
                               << "v1"
                               << R"({"f:spec":{"f:containers":{"k:{\"name\":\"w\"}":{".":{},"f:args":{},)"
                                  R"("f:name":{},"f:resources":{}}}}})";
    QTest::newRow("a custom resource's lists are one thing") << R"({"spec":{"containers":[{"name":"w"}]}})"
                                                             << "example.com/v1"
                                                             << R"({"f:spec":{"f:containers":{}}})";
}

void TestManagedFields::aConfigurationNamesItsFields()
{
    QFETCH(QString, configuration);
    QFETCH(QString, apiVersion);
    const FieldSet fields = fieldsIn(parsed(configuration.toStdString()), apiVersion.toStdString());
    QTEST(QString::fromStdString(fieldsV1(fields).dump()), "fields");
}

void TestManagedFields::fieldSetsSurviveTheWay()
{
    const FieldSet fields{{"f:a"}, {"f:b", "k:{\"name\":\"x\"}"}, {"f:b", "k:{\"name\":\"x\"}", "f:name"}};
    QCOMPARE(parseFieldsV1(fieldsV1(fields)), fields);
    QCOMPARE(parseFieldsV1(parsed(R"(["no","fields"])")), FieldSet{});
}

void TestManagedFields::aFieldMovesToWhoChangedItLast()
{
    WriteFixture m;
    m.make("configmaps", R"({"metadata":{"name":"c"},"data":{"n":"1","m":"1"}})");
    m.clock.advance(5s);
    const ApiWriter other(m.server, "other");
    QVERIFY(other.mergePatch({"configmaps", "a", "c"}, {{"data", {{"n", "2"}}}}));
    QCOMPARE(entries(m.get("configmaps", "a/c")),
             (QStringList{QStringLiteral(R"(tester Update {"f:data":{".":{},"f:m":{}}})"),
                          QStringLiteral(R"(other Update {"f:data":{"f:n":{}}})")}));
    QVERIFY(other.mergePatch({"configmaps", "a", "c"}, {{"data", {{"m", nullptr}}}}));
    QCOMPARE(entries(m.get("configmaps", "a/c")),
             (QStringList{QStringLiteral(R"(tester Update {"f:data":{}})"),
                          QStringLiteral(R"(other Update {"f:data":{"f:n":{}}})")}));
}

void TestManagedFields::nothingChangedMovesNoTime()
{
    WriteFixture m;
    m.make("configmaps", R"({"metadata":{"name":"c"},"data":{"n":"1"}})");
    const Json before = m.get("configmaps", "a/c");
    m.clock.advance(5s);
    const ApiWriter other(m.server, "other");
    QVERIFY(other.mergePatch({"configmaps", "a", "c"}, {{"data", {{"n", "1"}}}}));
    QCOMPARE(m.get("configmaps", "a/c").dump(), before.dump());
}

void TestManagedFields::applyingTakesOutWhatItNamesNoMore()
{
    WriteFixture m;
    QVERIFY(apply(m, "one", R"({"metadata":{"name":"c","labels":{"l":"1"}},"data":{"a":"1","b":"2"}})"));
    QVERIFY(m.writer.mergePatch({"configmaps", "a", "c"}, {{"data", {{"x", "9"}}}}));
    QVERIFY(apply(m, "one", R"({"metadata":{"name":"c"},"data":{"a":"1"}})"));
    const Json left = m.get("configmaps", "a/c");
    QCOMPARE(find(left, "data").dump(), std::string(R"({"a":"1","x":"9"})"));
    QCOMPARE(entries(left), (QStringList{QStringLiteral(R"(one Apply {"f:data":{"f:a":{}}})"),
                                         QStringLiteral(R"(tester Update {"f:data":{"f:x":{}}})")}));
}

void TestManagedFields::anothersFieldIsAConflictUnlessForced()
{
    WriteFixture m;
    QVERIFY(apply(m, "one", R"({"metadata":{"name":"c"},"data":{"a":"1","b":"2"}})"));
    const auto refused = apply(m, "two", R"({"metadata":{"name":"c"},"data":{"b":"9"}})");
    QVERIFY(!refused);
    QCOMPARE(refused.status().code, 409);
    QCOMPARE(refused.status().message,
             std::string("Apply failed with 1 conflict: conflict with \"one\" using v1: .data.b"));
    QVERIFY(apply(m, "two", R"({"metadata":{"name":"c"},"data":{"b":"9"}})", true));
    QCOMPARE(entries(m.get("configmaps", "a/c")), (QStringList{QStringLiteral(R"(one Apply {"f:data":{"f:a":{}}})"),
                                                               QStringLiteral(R"(two Apply {"f:data":{"f:b":{}}})")}));
}

void TestManagedFields::whoAgreesOwnsToo()
{
    WriteFixture m;
    QVERIFY(apply(m, "one", R"({"metadata":{"name":"c"},"data":{"a":"1"}})"));
    QVERIFY(apply(m, "two", R"({"metadata":{"name":"c"},"data":{"a":"1"}})"));
    QVERIFY(apply(m, "one", R"({"metadata":{"name":"c"}})"));
    const Json left = m.get("configmaps", "a/c");
    QCOMPARE(find(left, "data").dump(), std::string(R"({"a":"1"})"));
    QCOMPARE(entries(left), (QStringList{QStringLiteral(R"(two Apply {"f:data":{"f:a":{}}})")}));
}

void TestManagedFields::admissionIsNobody()
{
    WriteFixture m;
    m.make("pods", podText("x"));
    QVERIFY(m.writer.bind("a", "x", "n1"));
    const QStringList noted = entries(m.get("pods", "a/x"));
    QCOMPARE(noted.size(), 1);
    for (const char *added : {"f:status", "f:nodeName", "f:tolerations", "f:serviceAccount", "f:priority"})
        QVERIFY2(!noted.first().contains(QString::fromLatin1(added)), qUtf8Printable(noted.first()));
    QVERIFY(noted.first().contains(QStringLiteral("f:dnsPolicy"))); // a default, which comes before admission
}

void TestManagedFields::whatIsPreparedForCreationIsNobodys()
{
    WriteFixture m;
    m.make("jobs.batch",
           R"({"metadata":{"name":"j"},"spec":{"template":{"spec":{"containers":[{"name":"c","image":"i"}]}}}})");
    const QStringList ofJob = entries(m.get("jobs.batch", "a/j"));
    QCOMPARE(ofJob.size(), 1);
    for (const char *added : {"f:selector", "f:labels", "f:status"})
        QVERIFY2(!ofJob.first().contains(QString::fromLatin1(added)), qUtf8Printable(ofJob.first()));
    QVERIFY(ofJob.first().contains(QStringLiteral("f:completions"))); // a default
    QVERIFY(m.writer.create("namespaces", "", parsed(R"({"metadata":{"name":"n"}})")));
    QCOMPARE(entries(m.get("namespaces", "n")).size(), 1);
    QVERIFY(!entries(m.get("namespaces", "n")).first().contains(QStringLiteral("f:finalizers")));
}

void TestManagedFields::pathsReadAsConflictsSayThem()
{
    QCOMPARE(pathText({"f:spec", "f:containers", "k:{\"name\":\"web\"}", "f:image"}),
             std::string(".spec.containers[name=\"web\"].image"));
    QCOMPARE(pathText({"f:metadata", "f:finalizers", "v:\"a\""}), std::string(".metadata.finalizers[=\"a\"]"));
}

} // namespace tst_managedfields

WK_TEST(tst_managedfields, TestManagedFields, QCoreApplication)
#include "tst_managedfields.moc"
