// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/e2e/commandfaults.h"
#include "tests/e2e/program.h"
#include "tests/support/faultserver.h"
#include "tests/support/testregistry.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

namespace tst_getkinds {

using namespace wk;
using namespace wk::commandfaults;

/// Which kinds `get` and `record` find, and what they do with those of which a server does not offer all.
class TestGetKinds : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsNotWatchedIsListedOnceAndThatIsSaid_data();
    void whatIsNotWatchedIsListedOnceAndThatIsSaid();
    void whatCannotBeListedIsNotAskedFor();
    void everyServedVersionCanBeAskedFor_data();
    void everyServedVersionCanBeAskedFor();

private:
    QStringList with(FaultServer &server, const QStringList &arguments)
    {
        return arguments.mid(0, 1) + kubeconfigOption(home(), well(server)) + arguments.mid(1);
    }
    QString home() const { return m_home.path(); }

    QTemporaryDir m_home;
};

namespace {

/// What v1 serves, where config maps can be treated so.
FaultServer::Fault offering(const QByteArray &verbs)
{
    return answers(FaultServer::json(
        R"({"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"configmaps","singularName":"configmap",)"
        R"("namespaced":true,"kind":"ConfigMap","verbs":[)" +
        verbs + R"(],"shortNames":["cm"]}]})"));
}

/// A server of widgets in two versions, each with a field of its own.
void serveTwoVersions(QSslSocket &socket, const ScriptServer::Request &request)
{
    const QByteArray path = request.target.split('?').constFirst();
    const QByteArray kinds = R"({"kind":"APIResourceList","resources":[{"name":"widgets","singularName":"widget",)"
                             R"("namespaced":true,"kind":"Widget","verbs":["get","list"],"shortNames":["wd"]}]})";
    const auto objects = [](const QByteArray &version) -> QByteArray {
        return R"({"kind":"WidgetList","apiVersion":"x.test/)" + version +
               R"(","metadata":{"resourceVersion":"9"},"items":[{"kind":"Widget","apiVersion":"x.test/)" + version +
               R"(","metadata":{"name":"w","namespace":"web","uid":"u","resourceVersion":"7"},"spec":{"of":")" +
               version + "\"}}]}";
    };
    const std::map<QByteArray, QByteArray> documents{
        {"/version", R"({"gitVersion":"v1.99.0"})"},
        {"/api", R"({"kind":"APIVersions","versions":[]})"},
        {"/apis", R"({"kind":"APIGroupList","groups":[{"name":"x.test","versions":[{"version":"v2"},{"version":"v1"}],)"
                  R"("preferredVersion":{"version":"v2"}}]})"},
        {"/apis/x.test/v1", kinds},
        {"/apis/x.test/v2", kinds},
        {"/apis/x.test/v1/namespaces/web/widgets", objects("v1")},
        {"/apis/x.test/v2/namespaces/web/widgets", objects("v2")}};
    const auto found = documents.find(path);
    socket.write(found == documents.end() ? FaultServer::status(404, "NotFound", "the server could not find it")
                                          : FaultServer::json(found->second));
}

} // namespace

void TestGetKinds::whatIsNotWatchedIsListedOnceAndThatIsSaid_data()
{
    QTest::addColumn<QByteArray>("verbs");
    QTest::addColumn<QString>("what");
    QTest::addColumn<QByteArray>("out");
    QTest::addColumn<QStringList>("paths");
    const QByteArray all("configmap/certs\nconfigmap/feature-flags\nconfigmap/settings\n");
    const QString path = text("/api/v1/namespaces/web/configmaps");
    QTest::newRow("as discovery says") << QByteArray(R"("get","list")") << text("cm") << all
                                       << QStringList{path + text("?includeObject=Object&limit=500")};
    QTest::newRow("one by its name") << QByteArray(R"("get","list")") << text("cm settings")
                                     << QByteArray("configmap/settings\n")
                                     << QStringList{path + text("/settings?includeObject=Object")};
    QTest::newRow("as the server says when it is asked")
        << QByteArray(R"("get","list","watch")") << text("cm") << all << QStringList();
}

/// In the words of a server, as kubectl.
void TestGetKinds::whatIsNotWatchedIsListedOnceAndThatIsSaid()
{
    QFETCH(QByteArray, verbs);
    QFETCH(QString, what);
    QFETCH(QByteArray, out);
    QFETCH(QStringList, paths);
    const QByteArray words = R"(watch is not supported on resources of kind "configmaps")";
    FaultServer server;
    server.onKinds = offering(verbs);
    server.onWatch = answers(status(405, "MethodNotAllowed", QByteArray(words).replace('"', "\\\"")));
    Program program(home(), with(server, text("get %1 -w -o name").arg(what).split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.out, out);
    QVERIFY2(program.err.contains(words) && program.err.count('\n') == 1, program.err.constData());
    QCOMPARE(program.exitCode(), 1);
    if (!paths.isEmpty())
        QCOMPARE(asked(server), paths);

    const QString file = m_home.filePath(text("recorded.jsonl"));
    Program record(home(), with(server, {text("record"), file, text("cm")}));
    QTRY_VERIFY_WITH_TIMEOUT(record.hasEnded(), Patience);
    QVERIFY2(record.err.contains(words), record.err.constData());
    QCOMPARE(record.exitCode(), 1);
    QVERIFY(!QFile::exists(file));
}

void TestGetKinds::whatCannotBeListedIsNotAskedFor()
{
    FaultServer server;
    server.onKinds = offering(R"("create")");
    for (const char *arguments : {"get cm", "get cm -w", "get cm settings"}) {
        Program program(home(), with(server, text(arguments).split(u' ')));
        QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
        QCOMPARE(program.out, QByteArray());
        QVERIFY2(program.err.contains("the server does not allow this method on the requested resource"),
                 program.err.constData());
        QCOMPARE(program.exitCode(), 1);
    }
    QCOMPARE(asked(server), QStringList());

    server.onKinds = offering(R"("get")");
    Program program(home(), with(server, text("get cm settings -o name").split(u' ')));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QCOMPARE(program.out, QByteArray("configmap/settings\n")); // one may be had all the same
    QCOMPARE(program.exitCode(), 0);
}

void TestGetKinds::everyServedVersionCanBeAskedFor_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QByteArray>("version");
    QTest::newRow("none named: the preferred one") << text("widgets") << QByteArray("v2");
    QTest::newRow("that one") << text("widgets.v2.x.test") << QByteArray("v2");
    QTest::newRow("another") << text("widgets.v1.x.test") << QByteArray("v1");
    QTest::newRow("another by a short name") << text("wd.v1.x.test") << QByteArray("v1");
    QTest::newRow("one that is not served") << text("widgets.v3.x.test") << QByteArray();
    QTest::newRow("both, kept apart") << text("widgets.v1.x.test,widgets.v2.x.test") << QByteArray("v1v2");
}

void TestGetKinds::everyServedVersionCanBeAskedFor()
{
    QFETCH(QString, kind);
    QFETCH(QByteArray, version);
    FaultServer server;
    server.onAny = serveTwoVersions;
    Program program(home(), with(server, {text("get"), kind, text("-o"), text("json")}));
    QTRY_VERIFY_WITH_TIMEOUT(program.hasEnded(), Patience);
    QVERIFY2(program.exitCode() == (version.isEmpty() ? 1 : 0), program.err.constData());
    QByteArray versions;
    QByteArray bodies;
    const QJsonDocument list = QJsonDocument::fromJson(program.out);
    for (const QJsonValue &item : list[text("items")].toArray()) {
        versions += item[text("apiVersion")].toString().mid(7).toUtf8();
        bodies += item[text("spec")][text("of")].toString().toUtf8();
    }
    QCOMPARE(versions, version);
    QCOMPARE(bodies, version);
}

} // namespace tst_getkinds

WK_TEST(tst_getkinds, TestGetKinds, QCoreApplication)
#include "tst_getkinds.moc"
