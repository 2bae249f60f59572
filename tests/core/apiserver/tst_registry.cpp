// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/apiserver.h"
#include "core/apiserver/apiwriter.h"
#include "core/apiserver/registry.h"
#include "core/apiserver/resourcetable.h"
#include "core/apiserver/scale.h"
#include "core/apiserver/watchcache.h"
#include "tests/core/apiserver/writefixture.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <atomic>
#include <thread>

namespace tst_registry {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;

/// The rules of writing, through the door that components use.
class TestRegistry : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void aNewObjectGetsWhatTheServerGives();
    void anAutoscalerWantsWhatNobodySaid();
    void namesAreGenerated();
    void theSameSeedDrawsTheSameNames();
    void refusals_data();
    void refusals();
    void aStaleUpdateIsAConflict();
    void editsDoNotLoseEachOther();
    void nothingChangedIsNoWrite();
    void theMainDoorLeavesTheStatusAlone();
    void theStatusDoorLeavesTheRestAlone();
    void generationCountsWishesOnly();
    void whoDidItIsNoted();
    void aBindingHappensOnce();
    void scaleIsAViewOfReplicas();
    void aDefinitionIsServedAndWithdrawn();
    void aDryRunStoresNothing();

private:
    std::unique_ptr<WriteFixture> m;
};

namespace {

/// The fields a manager is noted for, by his name and door.
std::string managed(const Json &document)
{
    std::string text;
    const Json &entries = find(document, {"metadata", "managedFields"});
    for (const Json &entry : entries.is_array() ? entries : Json::array()) {
        const std::string door = textOf(find(entry, {"subresource"}));
        text += (text.empty() ? "" : " ") + textOf(find(entry, {"manager"})) + (door.empty() ? "" : "/" + door) + "=" +
                find(entry, {"fieldsV1"}).dump();
    }
    return text;
}

} // namespace

void TestRegistry::init()
{
    m = std::make_unique<WriteFixture>();
}

void TestRegistry::aNewObjectGetsWhatTheServerGives()
{
    m->make("pods", podText("x", R"("uid":"mine","generation":9,"managedFields":[])"));
    const Json pod = m->get("pods", "a/x");
    QCOMPARE(textOf(find(pod, {"kind"})), std::string("Pod"));
    QCOMPARE(textOf(find(pod, {"metadata", "namespace"})), std::string("a"));
    QVERIFY(textOf(find(pod, {"metadata", "uid"})) != "mine");
    QCOMPARE(textOf(find(pod, {"metadata", "creationTimestamp"})), formatTime(m->clock.wallNow()));
    QVERIFY(find(pod, {"metadata", "generation"}).is_null());
    QCOMPARE(textOf(find(pod, {"status", "phase"})), std::string("Pending"));
    QCOMPARE(numberOf(find(pod, {"spec", "terminationGracePeriodSeconds"})), 30);
    m->make("replicasets.apps", SetText);
    QCOMPARE(numberOf(find(m->get("replicasets.apps", "a/web"), {"metadata", "generation"})), 1);
}

void TestRegistry::anAutoscalerWantsWhatNobodySaid()
{
    m->make(
        "horizontalpodautoscalers.autoscaling",
        R"({"metadata":{"name":"x"},"spec":{"scaleTargetRef":{"kind":"Deployment","name":"web"},"maxReplicas":3}})");
    const Json made = m->get("horizontalpodautoscalers.autoscaling", "a/x");
    QCOMPARE(numberOf(find(made, {"spec", "minReplicas"})), 1);
    QCOMPARE(numberOf(find(made, {"spec", "targetCPUUtilizationPercentage"})), 80);
    QCOMPARE(find(made, {"status"}).dump(), std::string(R"({"currentReplicas":0,"desiredReplicas":0})"));
    QVERIFY(find(made, {"metadata", "generation"}).is_null());
}

void TestRegistry::namesAreGenerated()
{
    for (int i = 0; i < 20; ++i)
        QVERIFY(m->writer.create("configmaps", "a", parsed(R"({"metadata":{"generateName":"c-"}})")));
    const Listing listing = m->server.storage().list("configmaps");
    QCOMPARE(listing.objects.size(), 20u);
    for (const ObjectPtr &object : listing.objects)
        QVERIFY(object->name.starts_with("c-") && object->name.size() == 7);
}

void TestRegistry::theSameSeedDrawsTheSameNames()
{
    NameGenerator one(42);
    NameGenerator two(42);
    QCOMPARE(one.uid(), two.uid());
    QCOMPARE(one.suffix(), two.suffix());
    QVERIFY(one.uid() != NameGenerator(43).uid());
}

void TestRegistry::refusals_data()
{
    QTest::addColumn<QString>("resource");
    QTest::addColumn<QString>("nameSpace");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("status");
    const auto add = [](const char *name, const char *resource, const char *nameSpace, const std::string &text,
                        int status) {
        QTest::newRow(name) << QString::fromUtf8(resource) << QString::fromUtf8(nameSpace)
                            << QString::fromStdString(text) << status;
    };
    add("no name", "configmaps", "a", R"({"metadata":{}})", 422);
    add("a bad name", "configmaps", "a", R"({"metadata":{"name":"Not_Valid"}})", 422);
    add("a name that climbs", "configmaps", "a", R"({"metadata":{"name":"../x"}})", 422);
    add("a namespace with a dot", "namespaces", "", R"({"metadata":{"name":"a.b"}})", 422);
    add("labels that are no texts", "configmaps", "a", R"({"metadata":{"name":"x","labels":{"a":1}}})", 422);
    add("a namespace that is not there", "configmaps", "none", R"({"metadata":{"name":"x"}})", 404);
    add("a namespace that differs", "configmaps", "a", R"({"metadata":{"name":"x","namespace":"b"}})", 400);
    add("another kind", "configmaps", "a", R"({"kind":"Pod","metadata":{"name":"x"}})", 400);
    add("another version", "configmaps", "a", R"({"apiVersion":"v2","metadata":{"name":"x"}})", 400);
    add("a version of its own", "configmaps", "a", R"({"metadata":{"name":"x","resourceVersion":"5"}})", 400);
    add("not an object", "configmaps", "a", "[1]", 400);
    add("a pod without containers", "pods", "a", R"({"metadata":{"name":"x"},"spec":{}})", 422);
    add("a selector that selects others", "replicasets.apps", "a",
        R"({"metadata":{"name":"x"},"spec":{"selector":{"matchLabels":{"a":"1"}},"template":{"metadata":{"labels":{"a":"2"}},"spec":{"containers":[{"name":"m","image":"i"}]}}}})",
        422);
    add("replicas below nothing", "replicasets.apps", "a",
        QByteArray(SetText).replace("\"replicas\":2", "\"replicas\":-1").toStdString(), 422);
    const auto autoscaler = [&add](const char *name, const std::string &target, const std::string &counts) {
        add(name, "horizontalpodautoscalers.autoscaling", "a",
            R"({"metadata":{"name":"x"},"spec":{"scaleTargetRef":)" + target + "," + counts + "}}", 422);
    };
    const std::string web = R"({"kind":"Deployment","name":"web"})";
    autoscaler("an autoscaler of nothing", R"({"kind":"Deployment"})", R"("maxReplicas":1)");
    autoscaler("an autoscaler of no kind", R"({"name":"web"})", R"("maxReplicas":1)");
    autoscaler("an autoscaler without an end", web, R"("minReplicas":1)");
    autoscaler("an autoscaler to nothing", web, R"("minReplicas":0,"maxReplicas":1)");
    autoscaler("an autoscaler from more to less", web, R"("minReplicas":2,"maxReplicas":1)");
    add("no such resource", "things", "a", "{}", 404);
    add("a definition in a group of ours", "customresourcedefinitions.apiextensions.k8s.io", "",
        R"({"metadata":{"name":"pods.apps"},"spec":{"group":"apps","names":{"plural":"pods","kind":"P"},"versions":[{"name":"v1","served":true,"storage":true}]}})",
        422);
    add("the name is taken", "namespaces", "", R"({"metadata":{"name":"a"}})", 409);
}

void TestRegistry::refusals()
{
    QFETCH(QString, resource);
    QFETCH(QString, nameSpace);
    QFETCH(QString, text);
    const auto revision = m->server.storage().revision();
    const auto made = m->writer.create(resource.toStdString(), nameSpace.toStdString(), parsed(text.toStdString()));
    QVERIFY(!made);
    QTEST(made.error().httpStatus, "status");
    QCOMPARE(m->server.storage().revision(), revision);
}

void TestRegistry::aStaleUpdateIsAConflict()
{
    m->make("configmaps", R"({"metadata":{"name":"c"},"data":{"n":"1"}})");
    Json mine = m->get("configmaps", "a/c");
    QVERIFY(m->writer.mergePatch({"configmaps", "a", "c"}, {{"data", {{"n", "2"}}}}));
    mine["data"]["n"] = "3";
    const auto late = m->writer.update({"configmaps", "a", "c"}, mine);
    QVERIFY(!late);
    QVERIFY(late.error().kind == ErrorKind::Conflict);
    QVERIFY(!m->writer.mergePatch({"configmaps", "a", "c"}, {{"metadata", {{"resourceVersion", "1"}}}}));
    mine["metadata"].erase("resourceVersion");
    QVERIFY(m->writer.update({"configmaps", "a", "c"}, mine));
    QCOMPARE(textOf(find(m->get("configmaps", "a/c"), {"data", "n"})), std::string("3"));
}

void TestRegistry::editsDoNotLoseEachOther()
{
    m->make("configmaps", R"({"metadata":{"name":"c"},"data":{"n":"0"}})");
    std::atomic<int> failures = 0;
    const auto count = [&] {
        const ApiWriter writer(m->server, "counter");
        for (int i = 0; i < 50; ++i) {
            const auto done = writer.edit({"configmaps", "a", "c"}, [](Json &document) {
                document["data"]["n"] = std::to_string(std::stoi(textOf(find(document, {"data", "n"}))) + 1);
            });
            failures += !done;
        }
    };
    std::thread one(count);
    std::thread two(count);
    one.join();
    two.join();
    QCOMPARE(failures.load(), 0);
    QCOMPARE(textOf(find(m->get("configmaps", "a/c"), {"data", "n"})), std::string("100"));
}

void TestRegistry::nothingChangedIsNoWrite()
{
    m->make("configmaps", R"({"metadata":{"name":"c"},"data":{"n":"1"}})");
    const auto revision = m->server.storage().revision();
    QVERIFY(m->writer.mergePatch({"configmaps", "a", "c"}, {{"data", {{"n", "1"}}}}));
    QVERIFY(m->writer.update({"configmaps", "a", "c"}, m->get("configmaps", "a/c")));
    QCOMPARE(m->server.storage().revision(), revision);
}

void TestRegistry::theMainDoorLeavesTheStatusAlone()
{
    m->make("pods", podText("x"));
    QVERIFY(m->writer.mergePatch({"pods", "a", "x"},
                                 {{"status", {{"phase", "Running"}}}, {"metadata", {{"labels", {{"l", "1"}}}}}}));
    const Json pod = m->get("pods", "a/x");
    QCOMPARE(textOf(find(pod, {"status", "phase"})), std::string("Pending"));
    QCOMPARE(textOf(find(pod, {"metadata", "labels", "l"})), std::string("1"));
}

void TestRegistry::theStatusDoorLeavesTheRestAlone()
{
    m->make("pods", podText("x"));
    QVERIFY(m->writer.mergePatch(
        {"pods", "a", "x"}, {{"status", {{"phase", "Running"}}}, {"metadata", {{"labels", {{"l", "1"}}}}}}, "status"));
    const Json pod = m->get("pods", "a/x");
    QCOMPARE(textOf(find(pod, {"status", "phase"})), std::string("Running"));
    QVERIFY(find(pod, {"metadata", "labels"}).is_null());
}

void TestRegistry::generationCountsWishesOnly()
{
    m->make("replicasets.apps", SetText);
    const auto generation = [&] {
        return numberOf(find(m->get("replicasets.apps", "a/web"), {"metadata", "generation"}));
    };
    QVERIFY(m->writer.mergePatch({"replicasets.apps", "a", "web"}, {{"metadata", {{"labels", {{"l", "1"}}}}}}));
    QVERIFY(m->writer.mergePatch({"replicasets.apps", "a", "web"}, {{"status", {{"replicas", 1}}}}, "status"));
    QCOMPARE(generation(), 1);
    QVERIFY(m->writer.mergePatch({"replicasets.apps", "a", "web"}, {{"spec", {{"replicas", 3}}}}));
    QCOMPARE(generation(), 2);
}

void TestRegistry::whoDidItIsNoted()
{
    m->make("pods", podText("x"));
    const ApiWriter other(m->server, "other");
    QVERIFY(other.mergePatch({"pods", "a", "x"}, {{"status", {{"phase", "Running"}}}}, "status"));
    QVERIFY(managed(m->get("pods", "a/x")).find(R"(other/status={"f:status":{"f:phase":{}}})") != std::string::npos);
}

void TestRegistry::aBindingHappensOnce()
{
    m->make("pods", podText("x"));
    QVERIFY(m->writer.bind("a", "x", "n1"));
    const Json pod = m->get("pods", "a/x");
    QCOMPARE(textOf(find(pod, {"spec", "nodeName"})), std::string("n1"));
    QCOMPARE(textOf(find(pod, {"status", "conditions"}).at(0).at("type")), std::string("PodScheduled"));
    const auto again = m->writer.bind("a", "x", "n2");
    QVERIFY(!again);
    QCOMPARE(again.error().httpStatus, 409);
}

void TestRegistry::scaleIsAViewOfReplicas()
{
    m->make("replicasets.apps", SetText);
    const TypePtr type = m->server.types().findResource("replicasets.apps");
    const Json scale = scaleOf(*type, m->get("replicasets.apps", "a/web"));
    QCOMPARE(numberOf(find(scale, {"spec", "replicas"})), 2);
    QCOMPARE(textOf(find(scale, {"status", "selector"})), std::string("app=web"));
    QVERIFY(m->writer.mergePatch({"replicasets.apps", "a", "web"}, {{"spec", {{"replicas", 5}}}}, "scale"));
    QCOMPARE(numberOf(find(m->get("replicasets.apps", "a/web"), {"spec", "replicas"})), 5);
    QVERIFY(!m->writer.mergePatch({"replicasets.apps", "a", "web"}, {{"spec", {{"replicas", -1}}}}, "scale"));
    Json wish = scale;
    wish["spec"]["replicas"] = 1;
    const auto stale = m->writer.update({"replicasets.apps", "a", "web"}, wish, "scale");
    QVERIFY(!stale);
    QCOMPARE(stale.error().httpStatus, 409);
}

void TestRegistry::aDefinitionIsServedAndWithdrawn()
{
    const Json definition = parsed(R"({"metadata":{"name":"widgets.e.com"},"spec":{"group":"e.com","scope":"Namespaced",
        "names":{"plural":"widgets","singular":"widget","kind":"Widget"},
        "versions":[{"name":"v1","served":true,"storage":true,"additionalPrinterColumns":[{"name":"Size","type":"integer","jsonPath":".spec.size"}]}]}})");
    const std::string definitions = "customresourcedefinitions.apiextensions.k8s.io";
    QVERIFY(m->writer.create(definitions, "", definition));
    QCOMPARE(textOf(find(m->get(definitions, "widgets.e.com"), {"status", "conditions"}).at(1).at("type")),
             std::string("Established"));
    m->make("widgets.e.com", R"({"metadata":{"name":"w"},"spec":{"size":3}})");
    QVERIFY(m->server.storage()
                .get("widgets.e.com", "a/w")
                ->json.starts_with(R"({"apiVersion":"e.com/v1","kind":"Widget","metadata":{"creationTimestamp")"));

    WatchPosition watch = *m->server.watchCache().open("widgets.e.com", m->server.storage().revision());
    QVERIFY(m->writer.edit({definitions, "", "widgets.e.com"}, [](Json &document) {
        document["spec"]["versions"][0]["additionalPrinterColumns"][0]["name"] = "Length";
    }));
    QVERIFY(m->server.watchCache().take("widgets.e.com", watch, 10).state == WatchTake::State::Ended);
    QCOMPARE(m->server.types().findResource("widgets.e.com")->columns.at(1).name, std::string("Length"));

    QVERIFY(m->writer.remove({definitions, "", "widgets.e.com"}));
    QVERIFY(!m->server.types().findResource("widgets.e.com"));
    QCOMPARE(m->server.storage().list("widgets.e.com").objects.size(), 0u);
}

void TestRegistry::aDryRunStoresNothing()
{
    Registry &registry = m->server.registry();
    const WriteTarget target{m->server.types().findResource("configmaps"), "a", "c"};
    const WriteMode dry{"tester", true};
    const auto made = registry.create({target.type, "a"}, parsed(R"({"metadata":{"name":"c"}})"), dry);
    QVERIFY(made);
    QVERIFY(!(*made)->uid.empty());
    QVERIFY(!m->has("configmaps", "a/c"));
    m->make("configmaps", R"({"metadata":{"name":"c"}})");
    const auto revision = m->server.storage().revision();
    QVERIFY(registry.patch(target, {Patch::Kind::Merge, R"({"data":{"n":"1"}})"}, dry));
    QVERIFY(registry.remove(target, {}, dry));
    QCOMPARE(m->server.storage().revision(), revision);
}

} // namespace tst_registry

WK_TEST(tst_registry, TestRegistry, QCoreApplication)
#include "tst_registry.moc"
