// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/discovery.h"
#include "tests/support/faketransport.h"
#include "tests/support/manualclock.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_discovery {

using namespace wk;
using namespace std::chrono_literals;

namespace {

constexpr char Version[] = R"({"major":"1","minor":"20","gitVersion":"v1.20.2"})";
constexpr char Api[] = R"({"kind":"APIVersions","versions":["v1"]})";
constexpr char NoGroups[] = R"({"kind":"APIGroupList","groups":[]})";
constexpr char Pods[] = R"({"kind":"APIResourceList","groupVersion":"v1","resources":[
    {"name":"pods","singularName":"pod","namespaced":true,"kind":"Pod","verbs":["get","list","watch"],"shortNames":["po"],"categories":["all"]},
    {"name":"pods/log","namespaced":true,"kind":"Pod","verbs":["get"]},
    {"name":"bindings","namespaced":true,"kind":"Binding","verbs":["create"]}]})";

QByteArray group(const QByteArray &name, const char *preferred, const QByteArrayList &versions)
{
    QByteArrayList items;
    for (const QByteArray &version : versions)
        items += R"({"groupVersion":")" + name + "/" + version + R"(","version":")" + version + "\"}";
    return R"({"name":")" + name + R"(","versions":[)" + items.join(',') + R"(],"preferredVersion":{"version":")" +
           preferred + "\"}}";
}

QByteArray resources(const QByteArrayList &names)
{
    QByteArrayList items;
    for (const QByteArray &name : names)
        items += R"({"name":")" + name + R"(","namespaced":false,"kind":"K","verbs":["list","watch"]})";
    return R"({"kind":"APIResourceList","resources":[)" + items.join(',') + "]}";
}

QByteArray named(const std::vector<ResourceInfo> &resources)
{
    QByteArrayList words;
    for (const ResourceInfo &info : resources)
        words += QByteArray::fromStdString(info.gvr.qualifiedName() + "@" + info.gvr.version);
    return words.join(' ');
}

/// "pods@v1 deployments.apps@v1 !metrics.k8s.io/v1beta1:ServerError ?hanging/v1", or the error's kind.
QByteArray summary(const std::optional<Result<DiscoveryResult>> &answer)
{
    if (!answer || !*answer)
        return answer ? kindName(answer->error().kind) : "open";
    QByteArrayList words;
    if (const QByteArray resources = named((*answer)->resources); !resources.isEmpty())
        words += resources;
    for (const auto &[name, error] : (*answer)->failedGroups)
        words += "!" + QByteArray::fromStdString(name) + ":" + kindName(error.kind);
    for (const std::string &name : (*answer)->pendingGroups)
        words += "?" + QByteArray::fromStdString(name);
    return words.join(' ');
}

struct Fixture {
    Fixture()
    {
        discovery = std::make_unique<Discovery>(transport, clock);
        discovery->run([this](Result<DiscoveryResult> result) {
            answer = std::move(result);
            ++answers;
        });
    }
    void say(const QByteArray &target, const QByteArray &body) { transport.find(target)->answer(body); }
    void begin(const QByteArray &groups)
    {
        say("/version", Version);
        say("/api", Api);
        say("/apis", R"({"kind":"APIGroupList","groups":[)" + groups + "]}");
    }
    void refuse(const QByteArray &target, ErrorKind kind) { transport.find(target)->end(Error{kind, "no", {}, 0, {}}); }

    ManualClock clock;
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
    void aGroupThatHangsHoldsNobodyUp();
    void aGroupThatAsksForItIsAskedAgain();
    void aVersionThatHangsHoldsNobodyUp();
    void nothingIsToldBeforeThereIsAKind();
    void groupsThatHangAreNotInTheWayOfOthers();
    void noOtherVersionStandsInForOneThatIsPending();
    void theAnswerMayDestroyOrAskAgain();
    void aPartOfTheAnswerMayDestroyOrAskAgain();
};

void TestDiscovery::groupByGroupWhereThatIsAllThereIs()
{
    Fixture f;
    QVERIFY(f.transport.find("/api")->request.accept.startsWith(
        "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"));
    QVERIFY(f.transport.find("/api")->request.accept.endsWith(",application/json"));
    f.begin(group("apps", "v1", {"v1"}));
    QCOMPARE(summary(f.answer), QByteArray("open"));
    f.say("/apis/apps/v1", resources({"deployments"}));
    f.say("/api/v1", Pods);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 deployments.apps@v1"));
    QVERIFY((*f.answer)->serverVersion == "v1.20.2");
    QCOMPARE(named((*f.answer)->served), QByteArray("pods@v1 bindings@v1 deployments.apps@v1"));
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
    f.say("/apis",
          list + R"({"metadata":{"name":"metrics.k8s.io"},"versions":[{"version":"v1beta1","freshness":"Stale"}]},)"
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
    QCOMPARE(named((*f.answer)->served),
             QByteArray("both.x.test@v1 both.x.test@v2alpha1 newest.x.test@v2alpha1 both.x.test@v1beta1 "
                        "newest.x.test@v1beta1 oldest.x.test@v1beta1"));
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
    f.begin(R"({"name":"none","versions":null},)" + group("empty", "v1", {"v1"}) + "," + group("bare", "v1", {"v1"}));
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

void TestDiscovery::aGroupThatHangsHoldsNobodyUp()
{
    Fixture f;
    f.begin(group("apps", "v1", {"v1"}) + "," + group("late", "v1", {"v1"}) + "," + group("hanging", "v1", {"v1"}));
    QCOMPARE(int(f.transport.find("/apis/hanging/v1")->request.lane), int(RequestLane::Discovery));
    f.say("/apis/apps/v1", resources({"deployments"}));
    f.say("/api/v1", Pods);
    f.clock.advance(999ms);
    QCOMPARE(f.answers, 0);
    f.clock.advance(1ms);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 deployments.apps@v1 ?late/v1 ?hanging/v1"));
    QCOMPARE(QByteArray::fromStdString((*f.answer)->serverVersion), QByteArray("v1.20.2"));
    f.clock.advance(10s);
    QCOMPARE(f.answers, 1); // there was nothing to add
    f.say("/apis/late/v1", resources({"things"}));
    f.clock.advance(1s);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 deployments.apps@v1 things.late@v1 ?hanging/v1"));
    f.refuse("/apis/hanging/v1", ErrorKind::TimedOut);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 deployments.apps@v1 things.late@v1 !hanging/v1:TimedOut"));
    QCOMPARE(f.answers, 3);
    QVERIFY(f.clock.isIdle());
}

void TestDiscovery::aGroupThatAsksForItIsAskedAgain()
{
    Fixture f;
    f.begin(group("apps", "v1", {"v1"}));
    f.say("/api/v1", Pods);
    Error busy{ErrorKind::TooManyRequests, "no", {}, 0, 2s};
    f.transport.find("/apis/apps/v1")->end(busy);
    f.clock.advance(1s);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 ?apps/v1"));
    QCOMPARE(f.transport.running(), 0);
    f.clock.advance(1s);
    QCOMPARE(f.transport.last().target(), QByteArray("/apis/apps/v1"));
    f.transport.last().answer(resources({"deployments"}));
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 deployments.apps@v1"));
    QVERIFY(f.clock.isIdle());
}

void TestDiscovery::aVersionThatHangsHoldsNobodyUp()
{
    Fixture f;
    f.say("/api", Api);
    f.say("/apis", NoGroups);
    f.say("/api/v1", Pods);
    f.clock.advance(1s);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1"));
    f.say("/version", Version);
    QCOMPARE(f.answers, 2);
    QCOMPARE(QByteArray::fromStdString((*f.answer)->serverVersion), QByteArray("v1.20.2"));
    Fixture failing;
    failing.refuse("/api", ErrorKind::Unauthorized);
    failing.refuse("/apis", ErrorKind::Unauthorized);
    QCOMPARE(summary(failing.answer), QByteArray("Unauthorized"));
    QCOMPARE(failing.transport.running(), 0);
}

void TestDiscovery::nothingIsToldBeforeThereIsAKind()
{
    Fixture f;
    f.begin("");
    f.clock.advance(5s);
    QCOMPARE(f.answers, 0);
    f.say("/api/v1", Pods);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1"));
}

void TestDiscovery::groupsThatHangAreNotInTheWayOfOthers()
{
    QByteArrayList groups;
    for (int number = 0; number < 8; ++number)
        groups += group("hanging" + QByteArray::number(number), "v1", {"v1"});
    groups += group("apps", "v1", {"v1"});
    Fixture f;
    f.begin(groups.join(','));
    f.say("/api/v1", Pods);
    QCOMPARE(f.transport.running(), 4); // more at once would overrun a server
    f.clock.advance(1s);
    QCOMPARE(f.transport.running(), 8);
    f.clock.advance(1s);
    f.say("/apis/apps/v1", resources({"deployments"}));
    f.clock.advance(1s);
    QVERIFY(summary(f.answer).startsWith("pods@v1 deployments.apps@v1 ?hanging0/v1"));
    for (int number = 0; number < 8; ++number)
        f.refuse("/apis/hanging" + QByteArray::number(number) + "/v1", ErrorKind::TimedOut);
    QVERIFY(summary(f.answer).endsWith("!hanging7/v1:TimedOut"));
}

void TestDiscovery::noOtherVersionStandsInForOneThatIsPending()
{
    Fixture f;
    f.begin(group("x.test", "v2", {"v2", "v1"}));
    f.say("/apis/x.test/v1", resources({"both", "oldest"}));
    f.say("/api/v1", Pods);
    f.clock.advance(1s);
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 ?x.test/v2"));
    f.say("/apis/x.test/v2", resources({"both"}));
    QCOMPARE(summary(f.answer), QByteArray("pods@v1 both.x.test@v2 oldest.x.test@v1"));
}

void TestDiscovery::aPartOfTheAnswerMayDestroyOrAskAgain()
{
    ManualClock clock;
    FakeTransport transport;
    auto discovery = std::make_unique<Discovery>(transport, clock);
    int answers = 0;
    const auto answerPart = [&] {
        const auto asked = transport.all;
        asked[asked.size() - 2]->answer(Api);
        asked[asked.size() - 1]->answer(NoGroups);
        transport.last().answer(Pods);
        clock.advance(1s);
    };
    discovery->run([&](const Result<DiscoveryResult> &) {
        ++answers;
        discovery->run([&](const Result<DiscoveryResult> &) {
            ++answers;
            discovery.reset();
        });
    });
    answerPart();
    answerPart();
    QCOMPARE(answers, 2);
    QVERIFY(!discovery);
    QCOMPARE(transport.running(), 0);
    QVERIFY(clock.isIdle());
}

void TestDiscovery::theAnswerMayDestroyOrAskAgain()
{
    ManualClock clock;
    FakeTransport transport;
    auto discovery = std::make_unique<Discovery>(transport, clock);
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
