// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/computed.h"
#include "core/apiserver/memorystorage.h"
#include "core/apiserver/router.h"
#include "core/base/quantity.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>

/// What the server makes when it is asked for, as componentstatuses. The words are a real server's.
namespace tst_computed {

using namespace wk;
using namespace wk::apiserver;

class TestComputed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itIsListedWithoutVersions();
    void itIsSelectedLikeAnything();
    void itIsATableWithItsCells();
    void discoverySaysThatItIsOnlyRead();
    void theMetricsOfNodesMove();
    void anythingElseIsRefused_data();
    void anythingElseIsRefused();

private:
    Reply send(const std::string &method, const std::string &target, const std::string &accept = "application/json")
    {
        Request request;
        request.method = method;
        request.path = target.substr(0, target.find('?'));
        if (request.path.size() < target.size())
            request.query = Query::parse(std::string_view(target).substr(request.path.size() + 1));
        request.accept = accept;
        request.contentType = "application/json";
        Response response = m_router.route(request, true, true);
        auto *reply = std::get_if<Reply>(&response);
        return reply ? std::move(*reply) : Reply{.status = 0};
    }
    Json json(const std::string &target) { return *parseDocument(send("GET", target).body); }

    ManualClock m_clock;
    ResourceTable m_types;
    MemoryStorage m_storage;
    WatchCache m_cache{m_storage, m_storage, {}};
    Registry m_registry{m_types, m_storage, m_cache, m_clock, 1};
    Router m_router{{m_types, m_storage, m_cache, m_registry, m_clock}, {}};
};

void TestComputed::itIsListedWithoutVersions()
{
    const Reply list = send("GET", "/api/v1/componentstatuses?limit=1");
    QCOMPARE(list.status, 200);
    QVERIFY(
        list.body.starts_with(R"({"kind":"ComponentStatusList","apiVersion":"v1","metadata":{},"items":[{"metadata":)"
                              R"({"name":"scheduler","creationTimestamp":null},"conditions":[{"type":"Healthy")"));
    QCOMPARE(list.body.find("resourceVersion"), std::string::npos);
    using Header = std::pair<std::string, std::string>;
    const Header warning("Warning", "299 - \"v1 ComponentStatus is deprecated in v1.19+\"");
    QVERIFY(std::ranges::find(list.headers, warning) != list.headers.end());
}

void TestComputed::itIsSelectedLikeAnything()
{
    QCOMPARE(json("/api/v1/componentstatuses").at("items").size(), std::size_t(3));
    QCOMPARE(json("/api/v1/componentstatuses?fieldSelector=metadata.name%3Detcd-0").at("items").size(), std::size_t(1));
    QCOMPARE(json("/api/v1/componentstatuses?labelSelector=a%3Db").at("items").size(), std::size_t(0));
    QCOMPARE(textOf(find(json("/api/v1/componentstatuses/etcd-0"), "kind")), std::string("ComponentStatus"));
}

void TestComputed::itIsATableWithItsCells()
{
    const Reply reply = send("GET", "/api/v1/componentstatuses/scheduler?includeObject=None",
                             "application/json;as=Table;v=v1;g=meta.k8s.io");
    const Json table = *parseDocument(reply.body);
    QCOMPARE(encode(table.at("metadata")), std::string("{}"));
    QCOMPARE(table.at("columnDefinitions").size(), std::size_t(4));
    QCOMPARE(encode(table.at("rows").at(0).at("cells")), std::string(R"(["scheduler","Healthy","ok",""])"));
}

void TestComputed::discoverySaysThatItIsOnlyRead()
{
    const Json kinds = json("/api/v1").at("resources");
    const auto found =
        std::ranges::find_if(kinds, [](const Json &kind) { return textOf(find(kind, "name")) == "componentstatuses"; });
    QVERIFY(found != kinds.end());
    QCOMPARE(encode(found->at("verbs")), std::string(R"(["get","list"])"));
    QCOMPARE(encode(found->at("shortNames")), std::string(R"(["cs"])"));
}

void TestComputed::theMetricsOfNodesMove()
{
    const auto node = [this](const char *name, const char *ready) {
        const Json document{{"metadata", {{"name", name}, {"labels", {{"zone", "a"}}}}},
                            {"status",
                             {{"capacity", {{"cpu", "8"}, {"memory", "32Gi"}}},
                              {"conditions", Json::array({{{"type", "Ready"}, {"status", ready}}})}}}};
        QVERIFY(m_registry.seed(m_types.findResource("nodes"), document));
    };
    node("n1", "True");
    node("n2", "False"); // nobody can ask it
    const std::string path = "/apis/metrics.k8s.io/v1beta1/nodes";
    const std::string first = send("GET", path).body;
    QVERIFY(
        first.starts_with(R"({"kind":"NodeMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},"items":[)"
                          R"({"metadata":{"name":"n1","creationTimestamp":")"));
    QCOMPARE(json(path).at("items").size(), std::size_t(1));
    const Json usage = find(json(path + "/n1"), "usage");
    const double cores = *readQuantity(textOf(usage.at("cpu")));
    QVERIFY2(cores > 0.4 && cores < 7, textOf(usage.at("cpu")).c_str());
    QVERIFY(textOf(usage.at("memory")).ends_with("Ki"));
    QCOMPARE(send("GET", path).body, first); // to who asks at the same time
    m_clock.advance(std::chrono::seconds(30));
    QVERIFY(send("GET", path).body != first);
}

void TestComputed::anythingElseIsRefused_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("says");
    const QByteArray noWatch = R"("watch is not supported on resources of kind \"componentstatuses\"")";
    const QByteArray noMethod = R"("the server does not allow this method on the requested resource")";
    const auto row = [](const char *name, const char *method, const char *target, int status, const QByteArray &says) {
        QTest::newRow(name) << QByteArray(method) << QByteArray(target) << status << says;
    };
    row("a watch", "GET", "/api/v1/componentstatuses?watch=1", 405, noWatch);
    row("a watch in the old way", "GET", "/api/v1/watch/componentstatuses", 405, noWatch);
    row("writing", "POST", "/api/v1/componentstatuses", 405, noMethod);
    row("deleting", "DELETE", "/api/v1/componentstatuses/scheduler", 405, noMethod);
    row("another name", "GET", "/api/v1/componentstatuses/nobody", 404, R"("componentstatuses \"nobody\" not found")");
    row("a selector that is none", "GET", "/api/v1/componentstatuses?fieldSelector=spec.x%3D1", 400, "spec.x");
}

void TestComputed::anythingElseIsRefused()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, says);
    const Reply reply = send(method.toStdString(), target.toStdString());
    QTEST(reply.status, "status");
    QVERIFY2(QByteArray::fromStdString(reply.body).contains(says), reply.body.c_str());
}

} // namespace tst_computed

WK_TEST(tst_computed, TestComputed, QCoreApplication)
#include "tst_computed.moc"
