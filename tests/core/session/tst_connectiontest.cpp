// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/session/connectiontest.h"

#include "tests/support/scriptserver.h"
#include "tests/support/testregistry.h"
#include "tests/support/testscript.h"

#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <fstream>

#include <sys/stat.h>

/// A test of the way to a cluster, with a server that says what the test tells it to.
namespace tst_connectiontest {

using namespace Qt::StringLiterals;
using namespace wk;

namespace {

/// JSON with ' for ".
QByteArray quoted(QByteArray text)
{
    return text.replace('\'', '"');
}

QByteArray json(const QByteArray &text)
{
    return ScriptServer::json(quoted(text));
}

QByteArray refusal(const QByteArray &what)
{
    return ScriptServer::answer(403, "Content-Type: application/json\r\n",
                                quoted("{'kind':'Status','apiVersion':'v1','status':'Failure','reason':'Forbidden',"
                                       "'code':403,'message':'User \\'jane\\' cannot list " +
                                       what + "'}"));
}

/// Serves pods, secrets, config maps and nodes: pods of the namespace "mine" alone, no nodes, all others; of what else
/// it says that it serves, leases are unknown to it, events down, and component statuses are never watched.
QByteArray answerOf(const QByteArray &target)
{
    if (target.startsWith("/version"))
        return json("{'gitVersion':'v1.31.4'}");
    if (target.startsWith("/api/v1/namespaces/mine/pods") || target.startsWith("/api/v1/secrets") ||
        target.startsWith("/api/v1/componentstatuses"))
        return json("{'kind':'PartialObjectMetadataList','apiVersion':'meta.k8s.io/v1',"
                    "'metadata':{'resourceVersion':'7'},'items':[]}");
    if (target.startsWith("/api/v1/configmaps")) // there are more, and it does not say how many
        return json("{'kind':'PartialObjectMetadataList','apiVersion':'meta.k8s.io/v1',"
                    "'metadata':{'resourceVersion':'7','continue':'more'},"
                    "'items':[{'metadata':{'name':'a','namespace':'b','resourceVersion':'1'}}]}");
    if (target.startsWith("/api/v1/events"))
        return ScriptServer::answer(503, {}, {});
    if (target.startsWith("/api/v1/leases"))
        return ScriptServer::answer(404, {}, {});
    if (target.startsWith("/api/v1/pods") || target.startsWith("/api/v1/nodes"))
        return refusal(target);
    if (target.startsWith("/api/v1"))
        return json("{'kind':'APIResourceList','groupVersion':'v1','resources':["
                    "{'name':'pods','kind':'Pod','namespaced':true,'verbs':['list','watch']},"
                    "{'name':'secrets','kind':'Secret','namespaced':true,'verbs':['list','watch']},"
                    "{'name':'configmaps','kind':'ConfigMap','namespaced':true,'verbs':['list','watch']},"
                    "{'name':'leases','kind':'Lease','namespaced':false,'verbs':['list','watch']},"
                    "{'name':'events','kind':'Event','namespaced':false,'verbs':['list','watch']},"
                    "{'name':'componentstatuses','kind':'ComponentStatus','namespaced':false,'verbs':['list']},"
                    "{'name':'nodes','kind':'Node','namespaced':false,'verbs':['list','watch']}]}");
    if (target.startsWith("/apis"))
        return json("{'kind':'APIGroupList','apiVersion':'v1','groups':[]}");
    if (target.startsWith("/api"))
        return json("{'kind':'APIVersions','versions':['v1']}");
    return ScriptServer::answer(404, {}, {});
}

ClusterAccess accessTo(const ScriptServer &server)
{
    ClusterAccess access;
    access.context = "lab";
    access.server = server.url();
    access.ns = "mine";
    return access;
}

std::optional<KindAccess> accessOf(const TestStep &step, const char *resource)
{
    const auto found =
        std::ranges::find_if(step.kinds, [&](const KindAnswer &answer) { return answer.kind.resource == resource; });
    return found == step.kinds.end() ? std::nullopt : std::optional(found->access);
}

} // namespace

class ConnectionTestTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eachStepIsToldAndWhichKindsMayBeSeen()
    {
        ScriptServer server(
            [](QSslSocket &socket, const ScriptServer::Request &request) { socket.write(answerOf(request.target)); });
        ConnectionTest test(accessTo(server), {});
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), 10'000);
        std::vector<TestStep::Kind> kinds;
        for (const TestStep &step : test.steps()) {
            kinds.push_back(step.kind);
            QVERIFY2(step.state == TestStep::State::Passed, step.error ? step.error->text.c_str() : "");
        }
        using Kind = TestStep::Kind;
        QCOMPARE(kinds, (std::vector{Kind::Name, Kind::Connection, Kind::SignIn, Kind::Server, Kind::Kinds}));
        QCOMPARE(test.steps()[3].version, std::string("v1.31.4"));
        const TestStep &last = test.steps().back();
        QCOMPARE(last.kindsAsked, std::size_t(7));
        QCOMPARE(accessOf(last, "configmaps"), std::optional(KindAccess::Allowed));
        QCOMPARE(accessOf(last, "pods"), std::optional(KindAccess::InOwnNamespace));
        QCOMPARE(accessOf(last, "secrets"), std::optional(KindAccess::Allowed));
        QCOMPARE(accessOf(last, "nodes"), std::optional(KindAccess::Denied));
        QCOMPARE(accessOf(last, "leases"), std::optional(KindAccess::NotServed));
        QCOMPARE(accessOf(last, "events"), std::optional(KindAccess::Down));
        QCOMPARE(accessOf(last, "componentstatuses"), std::optional(KindAccess::OnlyListed));
        QCOMPARE(last.user, std::string("jane"));
        for (const ScriptServer::Request &request : server.requests)
            QCOMPARE(request.method, QByteArray("GET"));
        for (const ScriptServer::Request &request : server.requests)
            QVERIFY2(!request.target.contains("watch="), request.target.constData());
    }

    void whatThePluginSaysIsToldWhileItSignsIn()
    {
        ScriptServer server(
            [](QSslSocket &socket, const ScriptServer::Request &request) { socket.write(answerOf(request.target)); });
        TestScripts scripts;
        QCOMPARE(::mkfifo(scripts.path(u"gate"_s).toLocal8Bit().constData(), 0600), 0);
        ClusterAccess access = accessTo(server);
        ExecPlugin plugin;
        plugin.apiVersion = "client.authentication.k8s.io/v1";
        plugin.program = scripts.write(u"p"_s, "echo type ABCD >&2; cd \"${0%/*}\"; read x < gate; exit 1\n");
        access.signIn = plugin;
        qputenv("KUBERC", "off");
        ConnectionTest test(access, {[](const ExecRequest &) { return ExecAnswer::Allow; }});
        QTRY_VERIFY(!test.steps().empty() && test.steps().back().said == "type ABCD\n");
        QVERIFY(test.steps().back().kind == TestStep::Kind::SignIn);
        QVERIFY(test.steps().back().state == TestStep::State::Running);
        std::ofstream(scripts.path(u"gate"_s).toStdString()) << "\n";
        QTRY_VERIFY(test.isOver());
        QVERIFY(test.steps().back().state == TestStep::State::Failed);
    }

    void aRefusedSignInIsNoFaultOfTheServer()
    {
        ScriptServer server([](QSslSocket &socket, const ScriptServer::Request &) {
            socket.write(ScriptServer::answer(401, "Content-Type: application/json\r\n",
                                              quoted("{'kind':'Status','code':401,'reason':'Unauthorized'}")));
        });
        ConnectionTest test(accessTo(server), {});
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), 10'000);
        QVERIFY(test.steps().back().kind == TestStep::Kind::SignIn);
        QVERIFY(test.steps().back().state == TestStep::State::Failed);
        QCOMPARE(test.steps().back().error->kind, ErrorKind::Unauthorized);
    }

    void itEndsWhereTheWayEnds()
    {
        ClusterAccess access;
        access.server = QUrl(u"http://127.0.0.1:1"_s);
        ConnectionTest test(access, {});
        QTRY_VERIFY_WITH_TIMEOUT(test.isOver(), 10'000);
        QCOMPARE(test.steps().size(), std::size_t(2));
        QCOMPARE(test.steps().back().error->kind, ErrorKind::Refused);
    }

    void whoeverGoesMeanwhileIsNotWaitedFor()
    {
        ScriptServer silent([](QSslSocket &, const ScriptServer::Request &) {});
        auto test = std::make_unique<ConnectionTest>(accessTo(silent), PluginRules());
        QTRY_VERIFY(!test->steps().empty() && test->steps().back().kind == TestStep::Kind::SignIn);
        test.reset();
    }
};

} // namespace tst_connectiontest

WK_TEST(tst_connectiontest, ConnectionTestTest, QCoreApplication)
#include "tst_connectiontest.moc"
