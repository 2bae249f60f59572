// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/objectyaml.h"

#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_objectyaml {

using namespace wk;

namespace {

ObjectPtr object(const std::string &json)
{
    auto made = makeCounted<Object>();
    if (json.empty())
        made->name = "bare";
    else
        made->body = plainBody(json);
    return made;
}

ResourceInfo deployments()
{
    ResourceInfo info;
    info.gvr = {"apps", "v1", "deployments"};
    info.kind = "Deployment";
    return info;
}

} // namespace

class tst_objectyaml : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void objectsBecomeDocuments_data()
    {
        QTest::addColumn<QList<QByteArray>>("objects");
        QTest::addColumn<QByteArray>("yaml");
        const auto row = [](const char *what, const QList<QByteArray> &objects, const char *yaml) {
            QTest::newRow(what) << objects << QByteArray(yaml);
        };
        row("one of a list gets its type", {"{'metadata':{'name':'a'}}"},
            "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n");
        row("one of a watch has its own", {"{'kind':'Other','apiVersion':'v2','spec':{}}"},
            "apiVersion: v2\nkind: Other\nspec: {}\n");
        row("data stands between its two", {"{'data':{'kind: ':'x'}}"},
            "apiVersion: apps/v1\ndata:\n  'kind: ': x\nkind: Deployment\n");
        row("managed fields are left out", {"{'metadata':{'managedFields':[{}],'name':'a'}}"},
            "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\n");
        row("several are told apart", {"{'kind':'A'}", "{'kind':'B'}"}, "kind: A\n---\nkind: B\n");
        row("what was never fetched is what identifies it", {"{'kind':'A'}", ""},
            "kind: A\n---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: bare\n"
            "# without their content, which is never fetched: 1\n");
        row("what cannot be read, too", {"{'kind':"}, "# left out: 1\n");
    }
    void objectsBecomeDocuments()
    {
        QFETCH(QList<QByteArray>, objects);
        std::vector<ObjectPtr> made;
        for (const QByteArray &json : objects)
            made.push_back(object(json.toStdString()));
        QFETCH(QByteArray, yaml);
        QCOMPARE(QByteArray::fromStdString(objectsYaml(made, deployments())), yaml);
    }
};

} // namespace tst_objectyaml

WK_TEST(tst_objectyaml, tst_objectyaml, QCoreApplication)
#include "tst_objectyaml.moc"
