// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/apiserver/objects.h"
#include "tests/core/apiserver/routerfixture.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <memory>

namespace tst_deletions {

using namespace wk;
using namespace wk::apiserver;

/// What DELETE does and says.
class TestDeletions : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void whatIsDeletedIsSaidInAStatus();
    void deletionOptionsComeInBodyOrQuery();
    void whatIsDeletedForATryIsThere_data();
    void whatIsDeletedForATryIsThere();
    void aCollectionIsDeletedBySelector();

private:
    Reply send(const std::string &method, const std::string &target, const std::string &body = {},
               const std::string &contentType = "application/json")
    {
        return m_server->send(method, target, body, contentType);
    }
    Json json(const std::string &target) { return m_server->json(target); }

    std::unique_ptr<RouterFixture> m_server;
};

void TestDeletions::init()
{
    m_server = std::make_unique<RouterFixture>();
    QCOMPARE(send("POST", "/api/v1/namespaces", R"({"metadata":{"name":"a"}})").status, 201);
}

void TestDeletions::whatIsDeletedIsSaidInAStatus()
{
    send("POST", "/api/v1/namespaces/a/configmaps", R"({"metadata":{"name":"c"}})");
    const std::string uid = textOf(find(json("/api/v1/namespaces/a/configmaps/c"), {"metadata", "uid"}));
    QCOMPARE(
        send("DELETE", "/api/v1/namespaces/a/configmaps/c").body,
        R"({"kind":"Status","apiVersion":"v1","metadata":{},"status":"Success","details":{"name":"c","kind":"configmaps","uid":")" +
            uid + "\"}}\n");
}

void TestDeletions::deletionOptionsComeInBodyOrQuery()
{
    const auto pod = [&](const std::string &name) {
        send("POST", "/api/v1/namespaces/a/pods",
             R"({"metadata":{"name":")" + name +
                 R"("},"spec":{"nodeName":"n","containers":[{"name":"m","image":"i"}]}})");
        return "/api/v1/namespaces/a/pods/" + name;
    };
    const std::string slow = pod("slow");
    const Json leaving = *parseDocument(send("DELETE", slow).body);
    QCOMPARE(textOf(leaving.at("kind")), std::string("Pod"));
    QCOMPARE(numberOf(find(leaving, {"metadata", "deletionGracePeriodSeconds"})), 30);
    QCOMPARE(send("DELETE", slow + "?gracePeriodSeconds=0").status, 200);
    QCOMPARE(send("GET", slow).status, 404);
    const std::string fast = pod("fast");
    QCOMPARE(send("DELETE", fast,
                  R"({"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0,"preconditions":{"uid":"x"}})")
                 .status,
             409);
    QCOMPARE(send("DELETE", fast, R"({"kind":"DeleteOptions","apiVersion":"v1","gracePeriodSeconds":0})").status, 200);
    QCOMPARE(send("GET", fast).status, 404);
    QCOMPARE(send("DELETE", fast, R"({"propagationPolicy":"Never"})").status, 400);
}

void TestDeletions::whatIsDeletedForATryIsThere_data()
{
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("body");
    QTest::newRow("kubectl delete --dry-run=server") << "/c"
                                                     << R"({"dryRun":["All"]})";
    QTest::newRow("said in the query") << "/c?dryRun=All"
                                       << "";
    QTest::newRow("all of them") << ""
                                 << R"({"dryRun":["All"]})";
}

void TestDeletions::whatIsDeletedForATryIsThere()
{
    QFETCH(QString, target);
    QFETCH(QString, body);
    const std::string all = "/api/v1/namespaces/a/configmaps";
    send("POST", all, R"({"metadata":{"name":"c"}})");
    QCOMPARE(send("DELETE", all + target.toStdString(), body.toStdString()).status, 200);
    QCOMPARE(send("GET", all + "/c").status, 200);
}

void TestDeletions::aCollectionIsDeletedBySelector()
{
    for (const char *text : {R"({"metadata":{"name":"c1","labels":{"l":"1"}}})", R"({"metadata":{"name":"c2"}})"})
        send("POST", "/api/v1/namespaces/a/configmaps", text);
    QCOMPARE(send("DELETE", "/api/v1/namespaces/a/configmaps?labelSelector=l%3D1").status, 200);
    QCOMPARE(names(m_server->storage.list("configmaps").objects), std::string("a/c2"));
    QCOMPARE(send("DELETE", "/api/v1/configmaps").status, 405);
}

} // namespace tst_deletions

WK_TEST(tst_deletions, TestDeletions, QCoreApplication)
#include "tst_deletions.moc"
