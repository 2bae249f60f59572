// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/compare.h"

#include "core/resource/fieldweight.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_compare {

using namespace wk;

class TestCompare : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changes_data();
    void changes();
    void threeOfManyAreTheOnesAPersonWants();
    void weights_data();
    void weights();
    void moved_data();
    void moved();
    void aNewObjectTellsPhaseOwnerAndNode();
    void aDeepObjectIsNotFollowedForEver();
};

namespace {

/// One change a line: "~ path: before -> after", "+ path: after", "- path: before"; then the total if not all are told.
QString told(const Changes &changes)
{
    QStringList lines;
    for (const ToldChange change : changes.first) {
        const QString path = QString::fromUtf8(change.path);
        const QString before = QString::fromUtf8(change.before);
        const QString after = QString::fromUtf8(change.after);
        switch (change.kind) {
        case FieldChange::Kind::Added: lines += QStringLiteral("+ %1: %2").arg(path, after); break;
        case FieldChange::Kind::Removed: lines += QStringLiteral("- %1: %2").arg(path, before); break;
        case FieldChange::Kind::Replaced: lines += QStringLiteral("~ %1: %2 -> %3").arg(path, before, after); break;
        }
    }
    if (changes.total != int(changes.first.size()))
        lines += QString::number(changes.total);
    return lines.join(u'\n');
}

ManagedFields manager(const char *name, const char *time, std::uint32_t hash, std::uint32_t count = 0)
{
    return {name, "Update", "", parseTime(time), hash, count};
}

} // namespace

void TestCompare::changes_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("changes");
    const auto row = [](const char *name, const char *before, const char *after, const char *changes) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QString::fromUtf8(changes);
    };
    row("equal objects", R"({"a":1})", R"({"a":1})", "");
    row("keys in another order are equal", R"({"a":1,"b":[{"c":1,"d":2}]})", R"({"b":[{"d":2,"c":1}],"a":1})", "");
    row("a value", R"({"status":{"phase":"Pending"}})", R"({"status":{"phase":"Running"}})",
        "~ status.phase: Pending -> Running");
    row("a field that came", R"({"spec":{"a":1}})", R"({"spec":{"nodeName":"node-04","a":1}})",
        "+ spec.nodeName: node-04");
    row("a field that went", R"({"spec":{"a":1,"b":true}})", R"({"spec":{"a":1}})", "- spec.b: true");
    row("null is a value", R"({"a":null})", R"({"a":0})", "~ a: null -> 0");
    row("another type", R"({"a":{"b":1}})", R"({"a":[1]})", "~ a: {\"b\":1} -> [1]");
    row("versions and managedFields are never told",
        R"({"metadata":{"resourceVersion":"1","generation":1,"managedFields":[1]}})",
        R"({"metadata":{"generation":2,"resourceVersion":"2","managedFields":[2,3]}})", "");
    row("but a resourceVersion elsewhere is", R"({"spec":{"resourceVersion":"1"}})",
        R"({"spec":{"resourceVersion":"2"}})", "~ spec.resourceVersion: 1 -> 2");
    row("a key that is no name stands in quotes", R"({"metadata":{"annotations":{"a/b.c":"1","x":"y"}}})",
        R"({"metadata":{"annotations":{"a/b.c":"2","x":"y"}}})", "~ metadata.annotations[\"a/b.c\"]: 1 -> 2");
    row("containers go by name", R"({"spec":{"containers":[{"name":"a","image":"1"},{"name":"b","image":"1"}]}})",
        R"({"spec":{"containers":[{"name":"new","image":"1"},{"name":"a","image":"1"},{"name":"b","image":"2"}]}})",
        "+ spec.containers[name=new]: {\"name\":\"new\",\"image\":\"1\"}\n~ spec.containers[name=b].image: 1 -> 2");
    row("a container that went", R"({"spec":{"containers":[{"name":"a"},{"name":"b","image":"1"}]}})",
        R"({"spec":{"containers":[{"name":"a"}]}})", "- spec.containers[name=b]: {\"name\":\"b\",\"image\":\"1\"}");
    row("another order is one change", R"({"l":[{"name":"a"},{"name":"b"},{"name":"c"}]})",
        R"({"l":[{"name":"c"},{"name":"a"}]})", "~ l: [a,c] -> [c,a]\n- l[name=b].name: b");
    row("container ports go by number and protocol",
        R"({"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"}]})",
        R"({"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP","hostPort":1}]})",
        "+ ports[containerPort=80,protocol=UDP].hostPort: 1");
    row("service ports go by number", R"({"ports":[{"name":"a","port":80}]})", R"({"ports":[{"name":"b","port":80}]})",
        "~ ports[port=80].name: a -> b");
    row("conditions go by type, and a new one by its status",
        R"({"status":{"conditions":[{"type":"Ready","status":"False"}]}})",
        R"({"status":{"conditions":[{"type":"PodScheduled","status":"True"},{"type":"Ready","status":"True"}]}})",
        "~ status.conditions[type=Ready].status: False -> True\n+ status.conditions[type=PodScheduled].status: True");
    row("a list that came is told element by element", R"({"status":{}})",
        R"({"status":{"conditions":[{"type":"PodScheduled","status":"True"},{"type":"A","status":"False"}]}})",
        "+ status.conditions[type=PodScheduled].status: True\n+ status.conditions[type=A].status: False");
    row("an empty list that went", R"({"a":[]})", R"({})", "- a: []");
    row("owners go by uid", R"({"ownerReferences":[{"uid":"1","name":"a"},{"uid":"2","name":"a"}]})",
        R"({"ownerReferences":[{"uid":"2","name":"b"},{"uid":"1","name":"a"}]})",
        "~ ownerReferences[uid=2].name: a -> b\n~ ownerReferences: [1,2] -> [2,1]");
    row("taints go by key and effect",
        R"({"taints":[{"key":"k","effect":"NoSchedule"},{"key":"k","effect":"NoExecute","value":"1"}]})",
        R"({"taints":[{"key":"k","effect":"NoSchedule"},{"key":"k","effect":"NoExecute","value":"2"}]})",
        "~ taints[key=k,effect=NoExecute].value: 1 -> 2");
    row("keys that are not unique count for nothing", R"({"l":[{"name":"a","v":1},{"name":"a","v":2}]})",
        R"({"l":[{"name":"a","v":1},{"name":"a","v":3}]})", "~ l[1].v: 2 -> 3");
    row("a list of texts goes by place", R"({"args":["a","b"]})", R"({"args":["a","c"]})", "~ args[1]: b -> c");
    row("a short list that grew is shown", R"({"finalizers":["a"]})", R"({"finalizers":[]})",
        "~ finalizers: [\"a\"] -> []");
    row("a long list that grew is counted",
        R"({"endpoints":[{"addresses":["10.0.0.1"],"conditions":{"ready":true},"nodeName":"node-0001"}]})",
        R"({"endpoints":[{"addresses":["10.0.0.1"],"conditions":{"ready":true}},{"addresses":["10.0.0.2"],"conditions":{"ready":true}}]})",
        "~ endpoints: 1 -> 2");
    row("an object of one field is told by it", R"({"metadata":{}})", R"({"metadata":{"annotations":{"x":"y"}}})",
        "+ metadata.annotations.x: y");
    row("a long text is cut where it differs",
        R"({"data":{"a":"0123456789012345678901234567890123456789012345678901234567890123456789 old"}})",
        R"({"data":{"a":"0123456789012345678901234567890123456789012345678901234567890123456789 new"}})",
        "~ data.a: …90123456789 old -> …90123456789 new");
    row("a long text that came is cut behind", R"({"data":{"b":"1"}})",
        R"({"data":{"b":"1","a":"中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中"}})",
        "+ data.a: "
        "中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中中"
        "中中中中…");
    row("what a container has come to is said before what it was",
        R"({"status":{"containerStatuses":[{"name":"web","state":{"terminated":{"exitCode":1,"reason":"Error"}}}]}})",
        R"({"status":{"containerStatuses":[{"name":"web","state":{"waiting":{"message":"m","reason":"CrashLoopBackOff"}}}]}})",
        "+ status.containerStatuses[name=web].state.waiting.reason: CrashLoopBackOff\n"
        "- status.containerStatuses[name=web].state.terminated.reason: Error");
    row("what is no JSON has no fields", "{", R"({"a":1})", "");
}

void TestCompare::changes()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, changes);
    const ChangesPtr found = compareRevisions(before.toStdString(), after.toStdString(), {}, {});
    QCOMPARE(told(*found), changes);
}

void TestCompare::threeOfManyAreTheOnesAPersonWants()
{
    const ChangesPtr found = compareRevisions(
        R"({"metadata":{"labels":{"a":"1"}},"status":{"conditions":[{"type":"Ready","status":"False","lastTransitionTime":"2026-11-21T10:00:00Z"}],
            "containerStatuses":[{"name":"web","ready":false,"restartCount":6,"state":{"waiting":{"reason":"x"}}}],"podIP":"1","observedGeneration":1}})",
        R"({"metadata":{"labels":{"a":"2"}},"status":{"observedGeneration":2,"podIP":"2","conditions":[{"type":"Ready","status":"True","lastTransitionTime":"2026-11-21T10:00:01Z"}],
            "containerStatuses":[{"name":"web","ready":true,"restartCount":7,"state":{"running":{"startedAt":"2026"}}}]}})",
        {}, {});
    QCOMPARE(told(*found), QStringLiteral("~ status.conditions[type=Ready].status: False -> True\n"
                                          "~ status.containerStatuses[name=web].ready: false -> true\n"
                                          "~ status.containerStatuses[name=web].restartCount: 6 -> 7\n9"));
}

void TestCompare::weights_data()
{
    QTest::addColumn<int>("weight");
    QTest::newRow("status.phase") << 0;
    QTest::newRow("metadata.deletionTimestamp") << 0;
    QTest::newRow("status.conditions[type=Ready].status") << 0;
    QTest::newRow("spec.containers[name=a].image") << 1;
    QTest::newRow("status.readyReplicas") << 1;
    QTest::newRow("status.conditions[type=PodScheduled]") << 2;
    QTest::newRow("status.conditions[type=PodScheduled].status") << 2;
    QTest::newRow("status.conditions[type=ReadyToStart].status") << 2;
    QTest::newRow("metadata.annotations[\"a.b/c\"]") << 3;
    QTest::newRow("data.key") << 3;
    QTest::newRow("status.podIP") << 4;
    QTest::newRow("status.conditions[type=Ready].message") << 5;
    QTest::newRow("status.conditions[type=Ready].lastHeartbeatTime") << 6;
    QTest::newRow("spec.renewTime") << 6;
    QTest::newRow("status.observedGeneration") << 6;
}

void TestCompare::weights()
{
    QFETCH(int, weight);
    QCOMPARE(fieldWeight(QTest::currentDataTag()), weight);
}

void TestCompare::moved_data()
{
    using Entries = std::vector<ManagedFields>;
    const auto old = manager("kubectl", "2026-11-21T10:00:00Z", 1);
    QTest::addColumn<Entries>("before");
    QTest::addColumn<Entries>("after");
    QTest::addColumn<std::vector<std::string>>("names");
    QTest::newRow("nobody moved") << Entries{old} << Entries{old} << std::vector<std::string>{};
    QTest::newRow("all are new, the newest first")
        << Entries{} << Entries{old, manager("kubelet", "2026-11-21T10:00:05Z", 2)}
        << std::vector<std::string>{"kubelet", "kubectl"};
    QTest::newRow("a later time") << Entries{old} << Entries{manager("kubectl", "2026-11-21T10:00:01Z", 1)}
                                  << std::vector<std::string>{"kubectl"};
    QTest::newRow("other fields within the same second")
        << Entries{old} << Entries{manager("kubectl", "2026-11-21T10:00:00Z", 9)}
        << std::vector<std::string>{"kubectl"};
    QTest::newRow("who lost fields to another has not written")
        << Entries{manager("kcm", "2026-11-21T10:00:00Z", 1, 80)}
        << Entries{manager("kcm", "2026-11-21T10:00:00Z", 2, 60), manager("kubelet", "2026-11-21T10:00:05Z", 3, 40)}
        << std::vector<std::string>{"kubelet"};
    QTest::newRow("nor within the same second") << Entries{manager("scheduler", "2026-11-21T10:00:00Z", 1, 80)}
                                                << Entries{manager("scheduler", "2026-11-21T10:00:00Z", 2, 60),
                                                           manager("kubelet", "2026-11-21T10:00:00Z", 3, 40)}
                                                << std::vector<std::string>{"kubelet"};
    QTest::newRow("one that went is not told") << Entries{old} << Entries{} << std::vector<std::string>{};
    QTest::newRow("each once") << Entries{} << Entries{old, manager("kubectl", "2026-11-21T10:00:01Z", 3)}
                               << std::vector<std::string>{"kubectl"};
}

void TestCompare::moved()
{
    QFETCH(std::vector<ManagedFields>, before);
    QFETCH(std::vector<ManagedFields>, after);
    QFETCH(std::vector<std::string>, names);
    QCOMPARE(movedManagers(before, after), names);
}

void TestCompare::aNewObjectTellsPhaseOwnerAndNode()
{
    auto pod = makeCounted<Object>();
    pod->phase = "Pending";
    pod->owners = {{"v1", "Other", "o", "1", false}, {"apps/v1", "ReplicaSet", "web-1", "2", true}};
    pod->managers = {manager("kube-controller-manager", "2026-11-21T10:00:00Z", 1)};
    const ChangesPtr changes = describeChanges({}, pod);
    QCOMPARE(told(*changes), QStringLiteral("+ phase: Pending\n+ owner: ReplicaSet web-1"));
    QCOMPARE(changes->managers, std::vector<std::string>{"kube-controller-manager"});
    QVERIFY(!describeChanges(pod, {}));
}

void TestCompare::aDeepObjectIsNotFollowedForEver()
{
    const std::string deep = std::string(1000, '[') + "1" + std::string(1000, ']');
    const std::string other = std::string(1000, '[') + "2" + std::string(1000, ']');
    QCOMPARE(compareRevisions("{\"a\":" + deep + "}", "{\"a\":" + other + "}", {}, {})->total, 1);
    const std::string deeper = std::string(100'000, '[') + std::string(100'000, ']');
    QCOMPARE(compareRevisions(deeper, deeper, {}, {})->total, 0);
}

} // namespace tst_compare

WK_TEST(tst_compare, TestCompare, QCoreApplication)
#include "tst_compare.moc"
