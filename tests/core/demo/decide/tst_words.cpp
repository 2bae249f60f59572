// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/endpoints.h"
#include "core/demo/decide/eventobject.h"
#include "core/demo/decide/release.h"

#include "core/demo/random.h"
#include "tests/core/demo/worlds.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_words {

using namespace wk;
using namespace wk::demo;
using apiserver::find;
using apiserver::isTrue;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

Json service()
{
    return Json{{"kind", "Service"},
                {"apiVersion", "v1"},
                {"metadata", {{"name", "web"}, {"namespace", "web"}, {"uid", "uid-service"}}},
                {"spec",
                 {{"selector", {{"app", "web"}}},
                  {"ports", Json::array({Json{{"name", "http"}, {"port", 80}, {"targetPort", 8080}}})}}}};
}

Json servingPod(const char *name, const char *ip, bool ready)
{
    Json pod = podFrom(workload("ReplicaSet", "web", 1, "web:1"), name, "web-");
    pod["status"] = Json{{"phase", "Running"}, {"podIP", ip}};
    setCondition(pod["status"], {"Ready", ready ? "True" : "False"}, Noon);
    return pod;
}

} // namespace

class TestWords : public QObject
{
    Q_OBJECT

private Q_SLOTS:

    void theNextReleaseCountsUp_data()
    {
        QTest::addColumn<QByteArray>("image");
        QTest::addColumn<QByteArray>("release");
        QTest::addColumn<QByteArray>("candidate");
        QTest::newRow("a patch level") << QByteArray("r/web:2.14.0") << QByteArray("r/web:2.14.1")
                                       << QByteArray("r/web:2.14.1-rc.1");
        QTest::newRow("over nine") << QByteArray("r/web:1.0.9") << QByteArray("r/web:1.0.10")
                                   << QByteArray("r/web:1.0.10-rc.1");
        QTest::newRow("a candidate becomes what it was one for")
            << QByteArray("r/web:2.14.1-rc.1") << QByteArray("r/web:2.14.1") << QByteArray("r/web:2.14.1-rc.1");
        QTest::newRow("a single number") << QByteArray("web:7") << QByteArray("web:8") << QByteArray("web:8-rc.1");
        QTest::newRow("a word stays") << QByteArray("web:latest") << QByteArray("web:latest")
                                      << QByteArray("web:latest");
        QTest::newRow("no tag stays") << QByteArray("registry.demo/web") << QByteArray("registry.demo/web")
                                      << QByteArray("registry.demo/web");
    }

    void theNextReleaseCountsUp()
    {
        QFETCH(QByteArray, image);
        QFETCH(QByteArray, release);
        QFETCH(QByteArray, candidate);
        QCOMPARE(nextRelease(image.toStdString()), release.toStdString());
        QCOMPARE(nextCandidate(image.toStdString()), candidate.toStdString());
    }

    void aSliceHoldsThePodsOfItsService()
    {
        Random random(1);
        const std::vector<Json> pods{servingPod("web-b", "10.244.1.3", false), servingPod("web-a", "10.244.1.2", true)};
        const Writes writes = syncEndpoints(service(), pods, {}, random, Noon);
        const Json &slice = writes.front().object;
        const Json &endpoints = find(slice, "endpoints");
        QCOMPARE(endpoints.size(), std::size_t(2));
        QCOMPARE(textOf(find(endpoints[0], {"targetRef", "name"})), std::string("web-a"));
        QVERIFY(isTrue(find(endpoints[0], {"conditions", "ready"})));
        QVERIFY(!isTrue(find(endpoints[1], {"conditions", "ready"})));
        QCOMPARE(numberOf(find(find(slice, "ports").front(), "port")), 8080);
        QCOMPARE(inWords(syncEndpoints(service(), pods, {slice}, random, Noon)), QString());
    }

    void anEventSaysWhoWhatAndHowOften()
    {
        const Json pod = servingPod("web-a", "10.244.1.2", true);
        Json event =
            makeEvent(pod, {true, "BackOff", "held back", "spec.containers{web}"}, {"kubelet", "node-03"}, Noon);
        QCOMPARE(textOf(find(event, {"involvedObject", "fieldPath"})), std::string("spec.containers{web}"));
        QCOMPARE(textOf(find(event, {"source", "host"})), std::string("node-03"));
        QCOMPARE(textOf(find(event, "type")), std::string("Warning"));
        QCOMPARE(numberOf(find(event, "count")), 1);
        countAgain(event, Noon + std::chrono::seconds(20));
        QCOMPARE(numberOf(find(event, "count")), 2);
        QCOMPARE(textOf(find(event, "firstTimestamp")), std::string("2026-11-21T12:00:00Z"));
        QCOMPARE(textOf(find(event, "lastTimestamp")), std::string("2026-11-21T12:00:20Z"));
    }

    void theSchedulersEventsAreOfTheNewKind()
    {
        Json event = makeEvent(servingPod("web-a", "", true), {false, "Scheduled", "to node-03"},
                               {"default-scheduler", {}, true}, Noon);
        QCOMPARE(textOf(find(event, "eventTime")), std::string("2026-11-21T12:00:00.000000Z"));
        QVERIFY(find(event, "lastTimestamp").is_null());
        QVERIFY(find(event, "source").empty());
        QCOMPARE(textOf(find(event, "reportingComponent")), std::string("default-scheduler"));
        countAgain(event, Noon);
        QCOMPARE(numberOf(find(event, {"series", "count"})), 2);
    }

    void anEventAboutANodeIsInTheDefaultNamespace()
    {
        const Json node{{"kind", "Node"}, {"apiVersion", "v1"}, {"metadata", {{"name", "node-01"}, {"uid", "u"}}}};
        QCOMPARE(nameSpaceOf(makeEvent(node, {false, "NodeReady", "ready"}, {"kubelet", "node-01"}, Noon)),
                 std::string("default"));
    }

    void equalSeedsDrawEqually()
    {
        Random one(7);
        Random other(7);
        QCOMPARE(one.uuid() + one.suffix() + one.hex(9), other.uuid() + other.suffix() + other.hex(9));
        QCOMPARE(templateHash("a template"), templateHash("a template"));
        QVERIFY(templateHash("a template") != templateHash("another"));
    }
};

} // namespace tst_words

WK_TEST(tst_words, TestWords, QCoreApplication)
#include "tst_words.moc"
