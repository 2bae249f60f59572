// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/apiserver/routerfixture.h"
#include "tests/support/protobytes.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_router {

using namespace wk;
using namespace wk::apiserver;
using namespace std::chrono_literals;
using test::kubeEnvelope;
using test::ProtoBytes;

/// Requests and answers, without a socket.
class TestRouter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();

    void discoverySaysWhatIsServed();
    void aggregatedDiscoveryIsOneDocument();
    void aGroupHasAllOfItsVersions();
    void kubectlFindsThatTheServerValidates();
    void peopleGetIndentedDocuments_data();
    void peopleGetIndentedDocuments();
    void anObjectLivesThroughHttp();
    void scaleAndStatusAreServed();
    void theManagerIsTheAgentsName();
    void refusals_data();
    void refusals();
    void anObjectComesInProtobuf();
    void whatIsNotReadInProtobufIsSaidWithAWayOut();
    void everybodyMayAskWhatTheyMay_data();
    void everybodyMayAskWhatTheyMay();
    void tablesShowWhatWasAskedFor();

private:
    Reply send(const std::string &method, const std::string &target, const std::string &body = {},
               const std::string &contentType = "application/json")
    {
        return m_server->send(method, target, body, contentType);
    }
    Reply ask(Request request) { return m_server->ask(std::move(request)); }
    Json json(const std::string &target) { return m_server->json(target); }

    std::unique_ptr<RouterFixture> m_server;
};

void TestRouter::init()
{
    m_server = std::make_unique<RouterFixture>();
    QCOMPARE(send("POST", "/api/v1/namespaces", R"({"metadata":{"name":"a"}})").status, 201);
}

void TestRouter::discoverySaysWhatIsServed()
{
    QCOMPARE(json("/api").at("versions").dump(), std::string(R"(["v1"])"));
    QCOMPARE(textOf(find(json("/apis"), {"groups"}).at(0).at("name")), std::string("apps"));
    QCOMPARE(textOf(json("/apis/apps").at("preferredVersion").at("groupVersion")), std::string("apps/v1"));
    const Json apps = json("/apis/apps/v1");
    std::string names;
    for (const Json &resource : apps.at("resources"))
        names += textOf(resource.at("name")) + " ";
    QCOMPARE(names,
             std::string("daemonsets daemonsets/status deployments deployments/scale deployments/status replicasets "
                         "replicasets/scale replicasets/status statefulsets statefulsets/scale statefulsets/status "));
    QCOMPARE(textOf(json("/version").at("major")), std::string("1"));
    QCOMPARE(send("GET", "/apis/none").status, 404);
    QCOMPARE(send("GET", "/apis/apps/v2").status, 404);
    QVERIFY(send("GET", "/api/v1/namespaces/a/pods/web/log").body.find("there are no logs here") != std::string::npos);
}

void TestRouter::aggregatedDiscoveryIsOneDocument()
{
    const std::string accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    const Reply reply = ask({.method = "GET", .path = "/apis", .accept = accept});
    QCOMPARE(reply.contentType, std::string("application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"));
    const Json apps = parseDocument(reply.body)->at("items").at(0);
    QCOMPARE(textOf(find(apps, {"metadata", "name"})), std::string("apps"));
    QCOMPARE(apps.at("versions").at(0).at("resources").size(), 4u);
    const Json core = *parseDocument(ask({.method = "GET", .path = "/api", .accept = accept}).body);
    QCOMPARE(core.at("items").size(), 1u);
}

void TestRouter::aGroupHasAllOfItsVersions()
{
    for (const char *version : {"v1alpha1", "v1beta1", "v2", "late", "v1beta2", "v10"})
        m_server->types.add({.group = "apps", .version = version, .plural = "widgets", .kind = "Widget"});
    const std::vector<std::string> expected{"v10", "v2", "v1", "v1beta2", "v1beta1", "v1alpha1", "late"};
    const auto versionsIn = [](const Json &group) {
        std::vector<std::string> versions;
        for (const Json &version : group.at("versions"))
            versions.push_back(textOf(version.at("version")));
        return versions;
    };
    QCOMPARE(versionsIn(json("/apis/apps")), expected);
    QCOMPARE(versionsIn(find(json("/apis"), {"groups"}).at(0)), expected);
    QCOMPARE(textOf(json("/apis/apps").at("preferredVersion").at("groupVersion")), std::string("apps/v10"));
    QCOMPARE(json("/apis/apps/v1beta2").at("resources").size(), 1u);
    const std::string accept = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json";
    const Json apps = parseDocument(ask({.method = "GET", .path = "/apis", .accept = accept}).body)->at("items").at(0);
    QCOMPARE(versionsIn(apps), expected);
    QCOMPARE(apps.at("versions").at(0).at("resources").size(), 1u);
    QCOMPARE(apps.at("versions").at(2).at("resources").size(), 4u);
}

void TestRouter::kubectlFindsThatTheServerValidates()
{
    const std::string path = textOf(json("/openapi/v3").at("paths").at("apis/apps/v1").at("serverRelativeURL"));
    const Json patch = json(path).at("paths").at("/apis/apps/v1/namespaces/{namespace}/deployments/{name}").at("patch");
    QCOMPARE(textOf(patch.at("x-kubernetes-group-version-kind").at("kind")), std::string("Deployment"));
    QVERIFY(patch.at("parameters").dump().find("fieldValidation") != std::string::npos);
    QCOMPARE(send("GET", "/openapi/v3/apis/none/v1").status, 404);
}

void TestRouter::peopleGetIndentedDocuments_data()
{
    QTest::addColumn<QString>("agent");
    QTest::addColumn<QString>("target");
    QTest::addColumn<bool>("indented");
    QTest::newRow("curl") << "curl/8.5"
                          << "/api" << true;
    QTest::newRow("a browser") << "Mozilla/5.0 (X11)"
                               << "/api" << true;
    QTest::newRow("a program") << "kubectl/v1.32"
                               << "/api" << false;
    QTest::newRow("curl that said no") << "curl/8.5"
                                       << "/api?pretty=0" << false;
    QTest::newRow("a program that said yes") << "kubectl/v1.32"
                                             << "/api?pretty=true" << true;
}

void TestRouter::peopleGetIndentedDocuments()
{
    QFETCH(QString, agent);
    QFETCH(QString, target);
    const Reply reply = ask({.method = "GET", .path = target.toStdString(), .userAgent = agent.toStdString()});
    const bool indented = reply.body.find("\n  ") != std::string::npos;
    QTEST(indented, "indented");
    QCOMPARE(reply.body.ends_with('\n'), !indented);
}

void TestRouter::anObjectLivesThroughHttp()
{
    const std::string all = "/api/v1/namespaces/a/configmaps";
    const std::string one = all + "/c";
    QCOMPARE(send("POST", all, R"({"metadata":{"name":"c"},"data":{"n":"<1>"}})").status, 201);
    const Reply read = send("GET", one);
    QVERIFY(read.body.find(R"("n":"\u003c1\u003e")") != std::string::npos);
    QCOMPARE(send("PUT", one, R"({"metadata":{"name":"c","resourceVersion":"1"},"data":{}})").status, 409);
    QCOMPARE(send("PUT", one, R"({"metadata":{"name":"c"},"data":{"n":"2"}})").status, 200);
    QCOMPARE(send("PATCH", one, R"({"data":{"n":"3"}})", "application/merge-patch+json").status, 200);
    QCOMPARE(send("PATCH", one, R"([{"op":"replace","path":"/data/n","value":"4"}])",
                  "application/json-patch+json; charset=utf-8")
                 .status,
             200);
    QCOMPARE(
        send("PATCH", one, R"({"metadata":{"labels":{"l":"1"}}})", "application/strategic-merge-patch+json").status,
        200);
    QCOMPARE(textOf(json(one).at("data").at("n")), std::string("4"));
    QCOMPARE(send("DELETE", one).status, 200);
    QCOMPARE(send("GET", one).status, 404);
}

void TestRouter::scaleAndStatusAreServed()
{
    const std::string one = "/apis/apps/v1/namespaces/a/replicasets/web";
    QCOMPARE(send("POST", "/apis/apps/v1/namespaces/a/replicasets",
                  R"({"metadata":{"name":"web"},"spec":{"selector":{"matchLabels":{"a":"1"}},
        "template":{"metadata":{"labels":{"a":"1"}},"spec":{"containers":[{"name":"m","image":"i"}]}}}})")
                 .status,
             201);
    QCOMPARE(textOf(json(one + "/scale").at("kind")), std::string("Scale"));
    const Reply scaled = send("PATCH", one + "/scale", R"({"spec":{"replicas":4}})", "application/merge-patch+json");
    QCOMPARE(scaled.status, 200);
    QCOMPARE(numberOf(find(*parseDocument(scaled.body), {"spec", "replicas"})), 4);
    QCOMPARE(numberOf(find(json(one), {"spec", "replicas"})), 4);
    QCOMPARE(send("PATCH", one + "/status", R"({"status":{"replicas":2}})", "application/merge-patch+json").status,
             200);
    QCOMPARE(numberOf(find(json(one + "/status"), {"status", "replicas"})), 2);
}

void TestRouter::theManagerIsTheAgentsName()
{
    const std::string one = "/api/v1/namespaces/a/configmaps/c";
    send("POST", "/api/v1/namespaces/a/configmaps", R"({"metadata":{"name":"c"},"data":{"a":"1"}})");
    m_server->clock.advance(1s);
    send("PATCH", one + "?fieldManager=painter", R"({"data":{"b":"1"}})", "application/merge-patch+json");
    const Json entries = find(json(one), {"metadata", "managedFields"});
    QCOMPARE(textOf(entries.at(0).at("manager")), std::string("tester"));
    QCOMPARE(textOf(entries.at(1).at("manager")), std::string("painter"));
}

void TestRouter::refusals_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("contentType");
    QTest::addColumn<int>("status");
    const auto add = [](const char *name, const char *method, const char *target, const char *body, const char *type,
                        int status) {
        QTest::newRow(name) << QString::fromUtf8(method) << QString::fromUtf8(target) << QString::fromUtf8(body)
                            << QString::fromUtf8(type) << status;
    };
    const char *json = "application/json";
    add("YAML", "POST", "/api/v1/namespaces/a/configmaps", "metadata: {name: c}", "application/yaml", 415);
    add("not JSON", "POST", "/api/v1/namespaces/a/configmaps", "{", json, 400);
    add("no protobuf", "POST", "/api/v1/namespaces/a/configmaps", "k8s", "application/vnd.kubernetes.protobuf", 400);
    add("server-side apply by nobody", "PATCH", "/api/v1/namespaces/a", "{}", "application/apply-patch+yaml", 400);
    add("a subresource that is not there", "PATCH", "/api/v1/namespaces/a/configmaps/c/status", "{}",
        "application/merge-patch+json", 404);
    add("reading such", "GET", "/api/v1/namespaces/a/configmaps/c/scale", "", json, 404);
    add("a collection is not replaced", "PUT", "/api/v1/namespaces/a/configmaps", "{}", json, 405);
    add("an object is not posted to", "POST", "/api/v1/namespaces/a/configmaps/c", "{}", json, 405);
    add("a method of others", "TRACE", "/api/v1/namespaces/a/configmaps", "", json, 405);
    add("in no namespace", "POST", "/api/v1/configmaps", R"({"metadata":{"name":"c"}})", json, 405);
    add("a node in a namespace", "GET", "/api/v1/namespaces/a/nodes", "", json, 404);
    add("an object in no namespace", "GET", "/api/v1/configmaps/c", "", json, 404);
    add("writing to discovery", "POST", "/version", "{}", json, 404);
    add("a path with a hole", "GET", "/api//v1/pods", "", json, 404);
    add("a path with a NUL", "GET", "/api/v1/pods%00", "", json, 404);
}

void TestRouter::refusals()
{
    QFETCH(QString, method);
    QFETCH(QString, target);
    QFETCH(QString, body);
    QFETCH(QString, contentType);
    const auto revision = m_server->storage.revision();
    const Reply reply = send(method.toStdString(), target.toStdString(), body.toStdString(), contentType.toStdString());
    QTEST(reply.status, "status");
    QCOMPARE(m_server->storage.revision(), revision);
}

void TestRouter::anObjectComesInProtobuf()
{
    const ProtoBytes metadata = ProtoBytes().bytes(1, "c");
    const std::string body =
        kubeEnvelope("v1", "ConfigMap",
                     ProtoBytes().message(1, metadata).message(2, ProtoBytes().bytes(1, "key").bytes(2, "value")));
    QCOMPARE(send("POST", "/api/v1/namespaces/a/configmaps", body, "application/vnd.kubernetes.protobuf").status, 201);
    const Json stored = json("/api/v1/namespaces/a/configmaps/c");
    QCOMPARE(find(stored, {"data"}).dump(), std::string(R"({"key":"value"})"));
    const std::string options =
        kubeEnvelope("v1", "DeleteOptions", ProtoBytes().message(2, ProtoBytes().bytes(1, "of another")));
    const Reply refused =
        send("DELETE", "/api/v1/namespaces/a/configmaps/c", options, "application/vnd.kubernetes.protobuf");
    QCOMPARE(refused.status, 409);
}

void TestRouter::whatIsNotReadInProtobufIsSaidWithAWayOut()
{
    const std::string body = kubeEnvelope("apps/v1beta1", "Deployment", {});
    const Reply reply =
        send("POST", "/apis/apps/v1/namespaces/a/deployments", body, "application/vnd.kubernetes.protobuf");
    QCOMPARE(reply.status, 415);
    const std::string message = textOf(find(*parseDocument(reply.body), {"message"}));
    QVERIFY2(message.find("--dry-run=client -o yaml | kubectl create -f -") != message.npos, message.c_str());
}

void TestRouter::everybodyMayAskWhatTheyMay_data()
{
    QTest::addColumn<bool>("canWrite");
    QTest::addColumn<QString>("contentType");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("answer"); // allowed, or the status of a refusal
    const QString json = QStringLiteral("application/json");
    const QString protobuf = QStringLiteral("application/vnd.kubernetes.protobuf");
    const auto asks = [](const char *verb) {
        return QStringLiteral(R"({"spec":{"resourceAttributes":{"resource":"pods","verb":"%1"}}})")
            .arg(QString::fromLatin1(verb));
    };
    QTest::newRow("a writer may write") << true << json << asks("delete") << "true";
    QTest::newRow("a writer may do all, whatever was asked") << true << protobuf << "k8s"
                                                             << "true";
    QTest::newRow("a reader may read") << false << json << asks("watch") << "true";
    QTest::newRow("a reader may not write") << false << json << asks("create") << "false";
    QTest::newRow("a reader may read a path")
        << false << json << R"({"spec":{"nonResourceAttributes":{"path":"/livez","verb":"get"}}})"
        << "true";
    const ProtoBytes attributes = ProtoBytes().bytes(2, "watch").bytes(5, "pods");
    QTest::newRow("a reader may read, asked in protobuf")
        << false << protobuf
        << QString::fromStdString(kubeEnvelope("authorization.k8s.io/v1", "SelfSubjectAccessReview",
                                               ProtoBytes().message(2, ProtoBytes().message(1, attributes))))
        << "true";
    QTest::newRow("of a reader the question matters") << false << protobuf << "k8s"
                                                      << "400";
    QTest::newRow("no question") << false << json << "{"
                                 << "400";
}

void TestRouter::everybodyMayAskWhatTheyMay()
{
    QFETCH(bool, canWrite);
    QFETCH(QString, contentType);
    QFETCH(QString, body);
    const auto ask = [&](const char *review) {
        const Response response =
            m_server->router.route({.method = "POST",
                                    .path = std::string("/apis/authorization.k8s.io/v1/") + review,
                                    .contentType = contentType.toStdString(),
                                    .body = body.toStdString()},
                                   canWrite, true);
        return std::get<Reply>(response);
    };
    const Reply access = ask("selfsubjectaccessreviews");
    const Json status = find(*parseDocument(access.body), {"status"});
    QTEST(access.status == 201 ? QString::fromStdString(status.at("allowed").dump()) : QString::number(access.status),
          "answer");

    const Reply rules = ask("selfsubjectrulesreviews");
    QCOMPARE(rules.status, 201);
    const Json verbs = find(*parseDocument(rules.body), {"status", "resourceRules"}).at(0).at("verbs");
    QCOMPARE(verbs.dump(), canWrite ? std::string(R"(["*"])") : std::string(R"(["get","list","watch"])"));
}

void TestRouter::tablesShowWhatWasAskedFor()
{
    const auto row = [&](const char *include) {
        const Reply reply = ask({.method = "GET",
                                 .path = std::string("/api/v1/namespaces?includeObject=") + include,
                                 .accept = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"});
        return parseDocument(reply.body)->at("rows").at(0).at("object");
    };
    QVERIFY(row("None").is_null());
    QCOMPARE(textOf(row("Metadata").at("kind")), std::string("PartialObjectMetadata"));
    QCOMPARE(textOf(row("").at("kind")), std::string("PartialObjectMetadata"));
    QCOMPARE(textOf(row("Object").at("kind")), std::string("Namespace"));
}

} // namespace tst_router

WK_TEST(tst_router, TestRouter, QCoreApplication)
#include "tst_router.moc"
