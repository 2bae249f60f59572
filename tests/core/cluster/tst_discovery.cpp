// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/discovery.h"
#include "tests/support/faketransport.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_discovery {

using namespace wk;

namespace {

constexpr char Version[] = R"({"major":"1","minor":"20","gitVersion":"v1.20.2"})";
constexpr char Api[] = R"({"kind":"APIVersions","versions":["v1"]})";
constexpr char NoGroups[] = R"({"kind":"APIGroupList","groups":[]})";
constexpr char Pods[] = R"({"kind":"APIResourceList","groupVersion":"v1","resources":[
    {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"],"shortNames":["po"],"categories":["all"]},
    {"name":"pods/log","namespaced":true,"kind":"Pod","verbs":["get"]},
    {"name":"bindings","namespaced":true,"kind":"Binding","verbs":["create"]},
    {"name":"componentstatuses","kind":"ComponentStatus","verbs":["get","list"]}]})";

QByteArray group(const char *name, const char *preferred, const QByteArrayList &versions)
{
    QByteArrayList items;
    for (const QByteArray &version : versions)
        items += R"({"groupVersion":")" + QByteArray(name) + "/" + version + R"(","version":")" + version + "\"}";
    return R"({"name":")" + QByteArray(name) + R"(","versions":[)" + items.join(',') +
           R"(],"preferredVersion":{"version":")" + preferred + "\"}}";
}

QByteArray resources(const QByteArrayList &names)
{
    QByteArrayList items;
    for (const QByteArray &name : names)
        items += R"({"name":")" + name + R"(","namespaced":false,"kind":"K","verbs":["list","watch"]})";
    return R"({"kind":"APIResourceList","resources":[)" + items.join(',') + "]}";
}

/// "pods@v1 deployments.apps@v1 | metrics.k8s.io/v1beta1:ServerError", or the error's kind.
QByteArray summary(const std::optional<Result<DiscoveryResult>> &answer)
{
    if (!answer)
        return "open";
    if (!*answer)
        return kindName(answer->error().kind);
    QByteArrayList words;
    for (const ResourceInfo &info : (*answer)->resources)
        words +=
            QByteArray::fromStdString(info.gvr.qualifiedName()) + "@" + QByteArray::fromStdString(info.gvr.version);
    for (const auto &[name, error] : (*answer)->failedGroups)
        words += "!" + QByteArray::fromStdString(name) + ":" + kindName(error.kind);
    return words.join(' ');
}

struct Fixture {
    Fixture()
    {
        discovery = std::make_unique<Discovery>(transport);
        discovery->run([this](Result<DiscoveryResult> result) {
            answer = std::move(result);
            ++answers;
        });
    }
    void say(const char *target, const QByteArray &body) { transport.find(target)->answer(body); }
    void refuse(const char *target, ErrorKind kind) { transport.find(target)->end(Error{kind, "no", {}, 0, {}}); }

    FakeTransport transport;
    std::unique_ptr<Discovery> discovery;
    std::optional<Result<DiscoveryResult>> answer;
    int answers = 0;
};

} // namespace
} // namespace tst_discovery

// Opened again: the moc of Qt 6.4 loses count of the braces among raw strings.
namespace tst_discovery {

class TestDiscovery : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void groupByGroupWhereThatIsAllThereIs();
    void allAtOnceWhereTheServerCan();
    void thePreferredVersionWins();
    void oneFailedGroupCostsOnlyItself();
    void whatIsNullIsEmpty();
    void theCoreGroupComesFirstWhateverAnswersFirst();
    void failures_data();
    void failures();
    void theAnswerMayDestroyOrAskAgain();
};

void TestDiscovery::groupByGroupWhereThatIsAllThereIs()
{
    Fixture f;
    QVERIFY(f.transport.find("/api")->request.accept.startsWith(
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"));
    QVERIFY(f.transport.find("/api")->request.accept.endsWith(",application/json"));
    f.say("/version", Version);
    f.say("/api", Api);
    f.say("/apis", R"({"kind":"APIGroupList","groups":[)" + group("apps", "v1", {"v1"}) + "]}");
    QCOMPARE(summary(f.answer), QByteArray("open"));
    f.say("/apis/apps/v1", resources({"deployments"}));
    f.say("/api/v1", Pods);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 deployments.apps@v1"));
    QCOMPARE(QByteArray::fromStdString((*f.answer)->serverVersion), QByteArray("v1.20.2"));
    const ResourceInfo &info = (*f.answer)->resources[0];
    QVERIFY(info.namespaced);
    QCOMPARE(QByteArray::fromStdString(info.kind), QByteArray("Pod"));
    QCOMPARE(QByteArray::fromStdString(info.singular), QByteArray("pod"));
    QVERIFY(info.shortNames == std::vector<std::string>{"po"} && info.categories == std::vector<std::string>{"all"});
    QCOMPARE(f.answers, 1);
}

void TestDiscovery::allAtOnceWhereTheServerCan()
{
    Fixture f;
    f.say("/version", Version);
    const char *resource =
        R"({"resource":"pods","responseKind":{"group":"","version":"v1","kind":"Pod"},"scope":"Namespaced","singularResource":"pod","verbs":["list","watch"],"shortNames":["po"]})";
    const QByteArray list = R"({"kind":"APIGroupDiscoveryList","items":[)";
    f.say("/api", list + R"({"metadata":{},"versions":[{"version":"v1","resources":[)" + resource + "]}]}]}");
    f.say(
        "/apis",
        list +
            R"({"metadata":{"name":"metrics.k8s.io"},"versions":[{"version":"v1beta1","freshness":"Stale"}]},)"
            R"({"metadata":{"name":"x.test"},"versions":[{"version":"v1","resources":[{"resource":"nameless","verbs":["list","watch"]},)" +
            resource + "]}]}]}");
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 pods.x.test@v1 !metrics.k8s.io/v1beta1:ServerError"));
    QCOMPARE(f.transport.all.size(), 3u);
}

void TestDiscovery::thePreferredVersionWins()
{
    Fixture f;
    f.say("/version", Version);
    f.say("/api", R"({"kind":"APIVersions","versions":[]})");
    f.say("/apis",
          R"({"kind":"APIGroupList","groups":[)" + group("x.test", "v1", {"v2alpha1", "v1", "v1beta1"}) + "]}");
    f.say("/apis/x.test/v1", resources({"both"}));
    f.say("/apis/x.test/v2alpha1", resources({"both", "newest"}));
    f.say("/apis/x.test/v1beta1", resources({"both", "newest", "oldest"}));
    QCOMPARE(summary(f.answer), QByteArray("both.x.test@v1 newest.x.test@v2alpha1 oldest.x.test@v1beta1"));
}

void TestDiscovery::oneFailedGroupCostsOnlyItself()
{
    Fixture f;
    f.refuse("/version", ErrorKind::Forbidden);
    f.say("/api", Api);
    f.say("/apis", R"({"kind":"APIGroupList","groups":[)" + group("metrics.k8s.io", "v1beta1", {"v1beta1"}) + "," +
                       group("apps", "v1", {"v1"}) + "," + group("odd", "v1", {"v1"}) + "]}");
    f.refuse("/apis/metrics.k8s.io/v1beta1", ErrorKind::ServerError);
    f.say("/apis/odd/v1", "<html>");
    f.say("/apis/apps/v1", resources({"deployments"}));
    f.say("/api/v1", Pods);
    QCOMPARE(summary(f.answer),
             QByteArray("pods@v1 deployments.apps@v1 !metrics.k8s.io/v1beta1:ServerError !odd/v1:NotKubernetes"));
    QVERIFY((*f.answer)->serverVersion.empty());
}

void TestDiscovery::whatIsNullIsEmpty()
{
    Fixture f;
    f.say("/version", Version);
    f.say("/api", Api);
    f.say("/apis", R"({"kind":"APIGroupList","groups":[{"name":"none","versions":null},)" +
                       group("empty", "v1", {"v1"}) + "," + group("bare", "v1", {"v1"}) + "]}");
    f.say("/apis/empty/v1", R"({"kind":"APIResourceList","resources":null})");
    f.say("/apis/bare/v1", R"({"kind":"APIResourceList"})");
    f.say("/api/v1", Pods);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1"));
    Fixture atOnce;
    atOnce.say("/version", Version);
    atOnce.say("/api", R"({"kind":"APIGroupDiscoveryList","items":null})");
    atOnce.say("/apis", R"({"kind":"APIGroupDiscoveryList"})");
    QCOMPARE(summary(atOnce.answer), QByteArray());
}

void TestDiscovery::theCoreGroupComesFirstWhateverAnswersFirst()
{
    Fixture f;
    f.say("/apis", R"({"kind":"APIGroupList","groups":[)" + group("apps", "v1", {"v1"}) + "]}");
    f.say("/api", Api);
    f.say("/version", Version);
    f.say("/apis/apps/v1", resources({"deployments"}));
    f.say("/api/v1", Pods);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 deployments.apps@v1"));
}

void TestDiscovery::failures_data()
{
    QTest::addColumn<int>("api"); // an ErrorKind, or -1 for an answer
    QTest::addColumn<int>("apis");
    QTest::addColumn<QByteArray>("outcome");
    const int ok = -1;
    const auto row = [](const char *name, int api, int apis, const char *outcome) {
        QTest::newRow(name) << api << apis << QByteArray(outcome);
    };
    row("nobody is let in", int(ErrorKind::Unauthorized), int(ErrorKind::Unauthorized), "Unauthorized");
    row("the groups cannot be had", ok, int(ErrorKind::ServerError), "ServerError");
    row("the core cannot be had", int(ErrorKind::TimedOut), ok, "TimedOut");
    row("a server of extensions alone", int(ErrorKind::NotFound), ok, "");
    row("neither is there", int(ErrorKind::NotFound), int(ErrorKind::NotFound), "NotFound");
    row("absent and broken", int(ErrorKind::NotFound), int(ErrorKind::ServerError), "ServerError");
    row("broken and absent", int(ErrorKind::ServerError), int(ErrorKind::NotFound), "ServerError");
}

void TestDiscovery::failures()
{
    QFETCH(int, api);
    QFETCH(int, apis);
    Fixture f;
    f.say("/version", Version);
    api < 0 ? f.say("/api", R"({"kind":"APIVersions","versions":[]})") : f.refuse("/api", ErrorKind(api));
    apis < 0 ? f.say("/apis", NoGroups) : f.refuse("/apis", ErrorKind(apis));
    QTEST(summary(f.answer), "outcome");
    QCOMPARE(f.answers, 1);
    QCOMPARE(f.transport.running(), 0);
}

void TestDiscovery::theAnswerMayDestroyOrAskAgain()
{
    FakeTransport transport;
    auto discovery = std::make_unique<Discovery>(transport);
    int answers = 0;
    discovery->run([&](const Result<DiscoveryResult> &) {
        ++answers;
        discovery->run([&](const Result<DiscoveryResult> &) {
            ++answers;
            discovery.reset();
        });
    });
    for (int round = 0; round < 2; ++round) {
        const auto asked = transport.all;
        for (std::size_t i = asked.size() - 3; i < asked.size(); ++i)
            asked[i]->end(Error{ErrorKind::Refused, {}, {}, 0, {}});
    }
    QCOMPARE(answers, 2);
    QVERIFY(!discovery);
    QCOMPARE(transport.running(), 0);
}

} // namespace tst_discovery

WK_TEST(tst_discovery, TestDiscovery, QCoreApplication)
#include "tst_discovery.moc"
