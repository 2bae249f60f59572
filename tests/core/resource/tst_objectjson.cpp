// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/objectjson.h"

#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_objectjson {

using namespace wk;

namespace {

ResourceInfo resource(const char *group, const char *plural, const char *kind)
{
    ResourceInfo info;
    info.gvr = {group, "v1", plural};
    info.kind = kind;
    return info;
}

QString written(const char *body, const ResourceInfo &of)
{
    Object object;
    object.name = "a";
    object.ns = "web";
    if (body)
        object.body = plainBody(body);
    return QString::fromStdString(objectJson(object, of)).replace(u'"', u'\'');
}

} // namespace

class TestObjectJson : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void anyObjectIsWritten_data();
    void anyObjectIsWritten();
    void ofASecretNothingIsWrittenButItsIdentity();
    void secretsOfOtherGroupsAreObjectsAsOthersAre();
};

void TestObjectJson::anyObjectIsWritten_data()
{
    QTest::addColumn<QByteArray>("body"); // null: never fetched
    QTest::addColumn<QString>("json");
    const auto row = [](const char *name, const QByteArray &body, const char *json) {
        QTest::newRow(name) << body << QString::fromLatin1(json);
    };
    row("one of a list gets its kind", "{'spec':{}}", "{'apiVersion':'apps/v1','kind':'Deployment','spec':{}}");
    row("also an empty one", "{ }", "{'apiVersion':'apps/v1','kind':'Deployment'}");
    row("its own kind stands", "{'kind':'Own','apiVersion':'x/v2'}", "{'kind':'Own','apiVersion':'x/v2'}");
    row("one of them is enough", "{'a':1,'apiVersion':'x/v2'}", "{'a':1,'apiVersion':'x/v2'}");
    row("without a body it is what identifies it", QByteArray(),
        "{'apiVersion':'apps/v1','kind':'Deployment','metadata':{'name':'a','namespace':'web'}}");
    row("a body that is gone is nothing", "", "");
}

void TestObjectJson::anyObjectIsWritten()
{
    QFETCH(QByteArray, body);
    const char *text = body.isNull() ? nullptr : body.constData();
    QTEST(written(text, resource("apps", "deployments", "Deployment")), "json");
}

void TestObjectJson::ofASecretNothingIsWrittenButItsIdentity()
{
    const char *body = "{'kind':'Secret','metadata':{'annotations':{'last-applied':'canary'}},'data':{'p':'canary'}}";
    QCOMPARE(written(body, resource("", "secrets", "Secret")),
             QStringLiteral("{'apiVersion':'v1','kind':'Secret','metadata':{'name':'a','namespace':'web'}}"));
}

void TestObjectJson::secretsOfOtherGroupsAreObjectsAsOthersAre()
{
    QVERIFY(!isWithheld(resource("example.com", "secrets", "Secret")));
    QVERIFY(isWithheld(resource("", "secrets", "")));
}

} // namespace tst_objectjson

WK_TEST(tst_objectjson, TestObjectJson, NoApplication)
#include "tst_objectjson.moc"
