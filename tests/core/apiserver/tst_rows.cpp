// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/customtype.h"
#include "core/apiserver/view.h"
#include "tests/core/apiserver/objects.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_rows {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// What kubectl would print: the documents are cut down to what a row is made of.
class TestRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void pods_data();
    void pods();
    void others_data();
    void others();
    void finishedPodsSayThatTheyAreCompleted();
    void everyRowHasACellForEveryColumn();
    void customColumnsFollowTheirPaths();
    void aCustomResourceWithoutColumnsHasAnAge();
};

namespace {

const WallTime Now{std::chrono::seconds(1'795'252'867)}; // 2026-11-21T09:21:07Z

/// The cells of an object, with a bar between.
QString row(const ResourceType &type, const std::string &text)
{
    const Json document = *parseDocument(text);
    const StoredObject object = makeObject(type, document);
    const View view(std::make_shared<ResourceType>(type), Form::Table, RowObject::None);
    const Json table = *parseDocument(view.object(object, Now));
    QStringList cells;
    for (const Json &cell : find(table, {"rows"}).at(0).at("cells"))
        cells << QString::fromStdString(cell.is_string() ? textOf(cell) : cell.dump());
    return cells.join(QLatin1Char('|'));
}

std::string podText(const std::string &spec, const std::string &status, const std::string &metadata = {})
{
    return R"({"metadata":{"name":"p","creationTimestamp":"2026-11-21T09:20:00Z")" + metadata + R"(},"spec":{)" + spec +
           R"(},"status":{)" + status + "}}";
}

constexpr auto OneContainer = R"("containers":[{"name":"a"}])";

} // namespace

void TestRows::pods_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");
    const auto add = [](const char *name, const std::string &text, const char *printed) {
        QTest::newRow(name) << QString::fromStdString(text) << QString::fromUtf8(printed);
    };
    const std::string crash =
        R"("phase":"Running","containerStatuses":[{"name":"a","ready":false,"restartCount":7,)"
        R"("state":{"waiting":{"reason":"CrashLoopBackOff"}},"lastState":{"terminated":{"exitCode":1,"finishedAt":"2026-11-21T09:16:07Z"}}}])";
    const std::string running =
        R"("phase":"Running","podIP":"10.0.0.1","conditions":[{"type":"Ready","status":"True"}],)"
        R"("containerStatuses":[{"name":"a","ready":true,"restartCount":0,"state":{"running":{}}}])";
    add("waiting for a node", podText(OneContainer, R"("phase":"Pending")"),
        "p|0/1|Pending|0|67s|<none>|<none>|<none>|<none>");
    add("running", podText(std::string(OneContainer) + R"(,"nodeName":"n1")", running),
        "p|1/1|Running|0|67s|10.0.0.1|n1|<none>|<none>");
    add("crashing, with the time since the last crash", podText(OneContainer, crash),
        "p|0/1|CrashLoopBackOff|7 (5m ago)|67s|<none>|<none>|<none>|<none>");
    add("being deleted", podText(OneContainer, running, R"(,"deletionTimestamp":"2026-11-21T09:21:30Z")"),
        "p|1/1|Terminating|0|67s|10.0.0.1|<none>|<none>|<none>");
    add("being deleted after it is done",
        podText(
            OneContainer,
            R"("phase":"Succeeded","containerStatuses":[{"restartCount":0,"state":{"terminated":{"exitCode":0,"reason":"Completed"}}}])",
            R"(,"deletionTimestamp":"2026-11-21T09:21:30Z")"),
        "p|0/1|Completed|0|67s|<none>|<none>|<none>|<none>");
    add("on a node that was lost",
        podText(OneContainer, R"("phase":"Running","reason":"NodeLost")",
                R"(,"deletionTimestamp":"2026-11-21T09:21:30Z")"),
        "p|0/1|Unknown|0|67s|<none>|<none>|<none>|<none>");
    add("evicted", podText(OneContainer, R"("phase":"Failed","reason":"Evicted")"),
        "p|0/1|Evicted|0|67s|<none>|<none>|<none>|<none>");
    add("failed without a reason",
        podText(OneContainer,
                R"("phase":"Failed","containerStatuses":[{"restartCount":0,"state":{"terminated":{"exitCode":3}}}])"),
        "p|0/1|ExitCode:3|0|67s|<none>|<none>|<none>|<none>");
    add("killed by a signal",
        podText(
            OneContainer,
            R"("phase":"Failed","containerStatuses":[{"restartCount":0,"state":{"terminated":{"exitCode":137,"signal":9}}}])"),
        "p|0/1|Signal:9|0|67s|<none>|<none>|<none>|<none>");
    const std::string twoInit = R"("initContainers":[{"name":"i"},{"name":"j"}],"containers":[{"name":"a"}])";
    add("the second of two init containers runs",
        podText(
            twoInit,
            R"("phase":"Pending","initContainerStatuses":[{"name":"i","state":{"terminated":{"exitCode":0}}},{"name":"j","state":{"running":{}}}])"),
        "p|0/1|Init:1/2|0|67s|<none>|<none>|<none>|<none>");
    add("an init container crashes",
        podText(
            twoInit,
            R"("phase":"Pending","initContainerStatuses":[{"name":"i","restartCount":2,"state":{"waiting":{"reason":"CrashLoopBackOff"}}}])"),
        "p|0/1|Init:CrashLoopBackOff|2|67s|<none>|<none>|<none>|<none>");
    add("an init container failed",
        podText(
            twoInit,
            R"("phase":"Failed","initContainerStatuses":[{"name":"i","restartCount":0,"state":{"terminated":{"exitCode":1}}}])"),
        "p|0/1|Init:ExitCode:1|0|67s|<none>|<none>|<none>|<none>");
    add("a sidecar counts as a container",
        podText(
            R"("initContainers":[{"name":"s","restartPolicy":"Always"}],"containers":[{"name":"a"}])",
            R"("phase":"Running","initContainerStatuses":[{"name":"s","ready":true,"started":true,"restartCount":1,"state":{"running":{}}}],)"
            R"("containerStatuses":[{"name":"a","ready":true,"restartCount":0,"state":{"running":{}}}])"),
        "p|2/2|Running|1|67s|<none>|<none>|<none>|<none>");
    add("one container is done, the other runs",
        podText(
            R"("containers":[{"name":"a"},{"name":"b"}])",
            R"("phase":"Running","conditions":[{"type":"Ready","status":"False"}],"containerStatuses":[)"
            R"({"restartCount":0,"state":{"terminated":{"exitCode":0,"reason":"Completed"}}},{"ready":true,"restartCount":0,"state":{"running":{}}}])"),
        "p|1/2|NotReady|0|67s|<none>|<none>|<none>|<none>");
    add("one of two readiness gates is met",
        podText(R"("containers":[{"name":"a"}],"readinessGates":[{"conditionType":"x"},{"conditionType":"y"}])",
                R"("phase":"Running","conditions":[{"type":"x","status":"True"}])"),
        "p|0/1|Running|0|67s|<none>|<none>|<none>|1/2");
    add("an object that is no pod at all", R"({"metadata":{"name":"p"},"spec":7,"status":[1,2]})",
        "p|0/0||0|<unknown>|<none>|<none>|<none>|<none>");
}

void TestRows::pods()
{
    QFETCH(QString, text);
    QTEST(row(podType(), text.toStdString()), "printed");
}

void TestRows::others_data()
{
    QTest::addColumn<QString>("resource");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("printed");
    const auto add = [](const char *name, const char *resource, const std::string &content, const char *printed) {
        const std::string text = R"({"metadata":{"name":"x","creationTimestamp":"2026-11-21T09:20:00Z"})" +
                                 (content.empty() ? "" : "," + content) + "}";
        QTest::newRow(name) << QString::fromUtf8(resource) << QString::fromStdString(text)
                            << QString::fromUtf8(printed);
    };
    const std::string podTemplate =
        R"("template":{"spec":{"containers":[{"name":"a","image":"i:1"},{"name":"b","image":"j:2"}]}})";
    const std::string selector = R"("selector":{"matchLabels":{"app":"x"}})";
    add("a deployment half way", "deployments.apps",
        R"("spec":{"replicas":3,)" + selector + "," + podTemplate +
            R"(},"status":{"readyReplicas":1,"updatedReplicas":2,"availableReplicas":1})",
        "x|1/3|2|1|67s|a,b|i:1,j:2|app=x");
    add("a deployment nobody has looked at", "deployments.apps", R"("spec":{"replicas":3})", "x|0/3|0|0|67s|||<none>");
    add("a replica set", "replicasets.apps",
        R"("spec":{"replicas":2,)" + selector + R"(},"status":{"replicas":2,"readyReplicas":1})",
        "x|2|2|1|67s|||app=x");
    add("a stateful set", "statefulsets.apps", R"("spec":{"replicas":2},"status":{"readyReplicas":2})", "x|2/2|67s||");
    add("a daemon set on linux", "daemonsets.apps",
        R"("spec":{"selector":{"matchExpressions":[{"key":"k","operator":"In","values":["a","b"]}]},"template":{"spec":{"nodeSelector":{"os":"linux"}}}},)"
        R"("status":{"desiredNumberScheduled":3,"currentNumberScheduled":3,"numberReady":2,"updatedNumberScheduled":3,"numberAvailable":2})",
        "x|3|3|2|3|2|os=linux|67s|||k in (a,b)");
    add("a job that runs", "jobs.batch",
        R"("spec":{"completions":3},"status":{"succeeded":1,"startTime":"2026-11-21T09:20:07Z"})",
        "x|Running|1/3|60s|67s|||<none>");
    add("a job that is done", "jobs.batch",
        R"("spec":{"parallelism":2},"status":{"succeeded":1,"startTime":"2026-11-21T09:20:07Z","completionTime":"2026-11-21T09:20:12Z","conditions":[{"type":"Complete","status":"True"}]})",
        "x|Complete|1/1 of 2|5s|67s|||<none>");
    add("a cron job", "cronjobs.batch",
        R"("spec":{"schedule":"* * * * *","suspend":true},"status":{"active":[{}],"lastScheduleTime":"2026-11-21T09:21:00Z"})",
        "x|* * * * *|<none>|True|1|7s|67s|||<none>");
    add("an autoscaler that has measured", "horizontalpodautoscalers.autoscaling",
        R"("spec":{"scaleTargetRef":{"kind":"Deployment","name":"web"},"minReplicas":2,"maxReplicas":5,"targetCPUUtilizationPercentage":80},)"
        R"("status":{"currentReplicas":3,"currentCPUUtilizationPercentage":91})",
        "x|Deployment/web|cpu: 91%/80%|2|5|3|67s");
    add("one that has not", "horizontalpodautoscalers.autoscaling",
        R"("spec":{"scaleTargetRef":{"kind":"Deployment","name":"web"},"maxReplicas":5,"targetCPUUtilizationPercentage":80})",
        "x|Deployment/web|cpu: <unknown>/80%|<unset>|5|0|67s");
    add("one of nothing", "horizontalpodautoscalers.autoscaling", "", "x|/|<none>|<unset>|0|0|67s");
    add("a node that is ready and closed", "nodes",
        R"("spec":{"unschedulable":true},"status":{"conditions":[{"type":"Ready","status":"True"}],"addresses":[{"type":"InternalIP","address":"10.0.0.1"}],)"
        R"("nodeInfo":{"kubeletVersion":"v1.32.0","osImage":"Debian"}})",
        "x|Ready,SchedulingDisabled|<none>|67s|v1.32.0|10.0.0.1|<none>|Debian|<unknown>|<unknown>");
    add("a node nobody has heard of", "nodes", R"("status":{"conditions":[{"type":"Ready","status":"Unknown"}]})",
        "x|NotReady|<none>|67s||<none>|<none>|<unknown>|<unknown>|<unknown>");
    add("a namespace", "namespaces", R"("status":{"phase":"Active"})", "x|Active|67s");
    add("a service with a node port", "services",
        R"("spec":{"type":"NodePort","clusterIP":"10.0.0.9","ports":[{"port":80,"nodePort":30080,"protocol":"TCP"},{"port":53,"protocol":"UDP"}],"selector":{"b":"2","a":"1"}})",
        "x|NodePort|10.0.0.9|<none>|80:30080/TCP,53/UDP|67s|a=1,b=2");
    add("a load balancer that waits", "services", R"("spec":{"type":"LoadBalancer"})",
        "x|LoadBalancer|<none>|<pending>|<none>|67s|<none>");
    add("an event of the kubelet", "events",
        R"("type":"Warning","reason":"BackOff","message":" Back-off\n","count":4,"involvedObject":{"kind":"Pod","name":"p","fieldPath":"spec"},)"
        R"("source":{"component":"kubelet","host":"n1"},"firstTimestamp":"2026-11-21T09:00:07Z","lastTimestamp":"2026-11-21T09:21:00Z")",
        "7s|Warning|BackOff|pod/p|spec|kubelet, n1|Back-off|21m|4|x");
    add("an event of the scheduler", "events",
        R"("type":"Normal","reason":"Scheduled","message":"m","eventTime":"2026-11-21T09:21:00.123456Z","reportingComponent":"default-scheduler",)"
        R"("source":{},"firstTimestamp":null,"lastTimestamp":null,"involvedObject":{"kind":"Pod","name":"p"})",
        "6s|Normal|Scheduled|pod/p||default-scheduler|m|6s|1|x");
    add("a config map", "configmaps", R"("data":{"a":"1"},"binaryData":{"b":""})", "x|2|67s");
    add("a secret", "secrets", R"("type":"Opaque","data":{"a":"MQ=="})", "x|Opaque|1|67s");
    add("an endpoint slice", "endpointslices.discovery.k8s.io",
        R"("addressType":"IPv4","ports":[{"port":80}],"endpoints":[{"addresses":["10.0.0.1"]},{"addresses":["10.0.0.2"]}])",
        "x|IPv4|80|10.0.0.1,10.0.0.2|67s");
    add("a lease", "leases.coordination.k8s.io", R"("spec":{"holderIdentity":"n1"})", "x|n1|67s");
    add("a definition", "customresourcedefinitions.apiextensions.k8s.io", "", "x|2026-11-21T09:20:00Z");
}

void TestRows::others()
{
    QFETCH(QString, resource);
    QFETCH(QString, text);
    const TypePtr type = testTypes().findResource(resource.toStdString());
    QVERIFY(type);
    QTEST(row(*type, text.toStdString()), "printed");
}

void TestRows::finishedPodsSayThatTheyAreCompleted()
{
    const auto conditions = [](const char *phase) {
        const std::string text = podText(OneContainer, std::string(R"("phase":")") + phase + "\"");
        return makeObject(podType(), *parseDocument(text)).row.conditions;
    };
    QVERIFY(conditions("Running").empty());
    QVERIFY(conditions("Succeeded").find(R"("type":"Completed","status":"True","reason":"Succeeded")") !=
            std::string::npos);
    QVERIFY(parseDocument(conditions("Failed")));
}

void TestRows::everyRowHasACellForEveryColumn()
{
    for (const TypePtr &type : testTypes().all()) {
        const StoredObject empty = makeObject(*type, *parseDocument(R"({"metadata":{"name":"x"}})"));
        QVERIFY2(empty.row.cells.size() == type->columns.size(), type->plural.c_str());
        const StoredObject strange = makeObject(
            *type,
            *parseDocument(
                R"({"metadata":{"name":"x","labels":[1],"ownerReferences":{}},"spec":[{}],"status":"none","data":3})"));
        QCOMPARE(strange.row.cells.size(), type->columns.size());
    }
}

void TestRows::customColumnsFollowTheirPaths()
{
    const auto type =
        typeOfDefinition(*parseDocument(R"({"spec":{"group":"e.com","names":{"plural":"ws","kind":"W"},"versions":[
        {"name":"v1","served":true,"storage":true,"selectableFields":[{"jsonPath":".spec.color"}],"additionalPrinterColumns":[
            {"name":"Size","type":"integer","jsonPath":".spec.size"},
            {"name":"Ready","type":"string","jsonPath":".status.conditions[?(@.type==\"Ready\")].status"},
            {"name":"First","type":"string","jsonPath":".spec.list[0]"},
            {"name":"Any","type":"string","jsonPath":".spec.list[*].name"},
            {"name":"Odd","type":"string","jsonPath":".metadata.annotations.a\\.b/c"},
            {"name":"Same","type":"string","jsonPath":".metadata.annotations['a\\.b/c']"},
            {"name":"Parted","type":"string","jsonPath":".metadata.annotations['a.b/c']"},
            {"name":"Missing","type":"string","jsonPath":".spec.none"},
            {"name":"Wrong","type":"integer","jsonPath":".spec.color"},
            {"name":"Since","type":"date","jsonPath":".status.since"}]}]}})"));
    QVERIFY(type);
    QVERIFY(type->isCustom);
    QCOMPARE(type->fields.at(0).name, std::string("spec.color"));
    QCOMPARE(
        row(*type,
            R"({"metadata":{"name":"x","annotations":{"a.b/c":"odd"}},"spec":{"size":3,"color":"red","list":[{"n":1},{"name":"two"}]},
        "status":{"conditions":[{"type":"Other","status":"False"},{"type":"Ready","status":"True"}],"since":"2026-11-21T09:20:57Z"}})"),
        QStringLiteral("x|3|True|{\"n\":1}|two|odd|odd|null|null|null|10s"));
}

void TestRows::aCustomResourceWithoutColumnsHasAnAge()
{
    const auto type = typeOfDefinition(
        *parseDocument(R"({"spec":{"group":"e.com","scope":"Cluster","names":{"plural":"ws","kind":"W"},
        "versions":[{"name":"v1","served":true,"storage":false},{"name":"v2","served":true,"storage":true}]}})"));
    QVERIFY(type);
    QCOMPARE(type->version, std::string("v2"));
    QVERIFY(!type->namespaced);
    QCOMPARE(row(*type, R"({"metadata":{"name":"x","creationTimestamp":"2026-11-21T09:20:00Z"}})"),
             QStringLiteral("x|67s"));
    QVERIFY(!typeOfDefinition(*parseDocument(R"({"spec":{"group":"e.com"}})")));
}

} // namespace tst_rows

WK_TEST(tst_rows, TestRows, QCoreApplication)
#include "tst_rows.moc"
