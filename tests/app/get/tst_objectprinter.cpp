// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectprinter.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_objectprinter {

using namespace wk;

namespace {

const ResourceInfo ConfigMaps{{"", "v1", "configmaps"}, "ConfigMap", "configmap", {"cm"}, {}, {}, true};

const ResourceInfo Deployments{{"apps", "v1", "deployments"}, "Deployment", "deployment", {}, {}, {}, true};
const ResourceInfo Secrets{{"", "v1", "secrets"}, "Secret", "secret", {}, {}, {}, true};

GetArguments with(OutputFormat format)
{
    GetArguments arguments;
    arguments.format = format;
    return arguments;
}

ObjectPtr configMap(const char *name, std::int64_t data)
{
    auto object = makeCounted<Object>();
    object->ns = "web";
    object->name = name;
    object->cells = {std::string(name), data};
    return object;
}

/// Everything that could have come of a Secret: its body is never fetched, and if it were, none of it is written.
ObjectPtr secret(const char *name)
{
    auto object = makeCounted<Object>();
    object->ns = "web";
    object->name = name;
    object->body = plainBody(
        R"({"data":{"p":"Y2FuYXJ5"},"metadata":{"annotations":{"kubectl.kubernetes.io/last-applied-configuration":"canary"}}})");
    return object;
}

Listed listed(std::vector<ObjectPtr> objects, const ResourceInfo &resource = ConfigMaps)
{
    return {resource,
            std::make_shared<const std::vector<Column>>(
                std::vector<Column>{{"Name", "string", "name", {}, 0}, {"Data", "string", {}, {}, 0}}),
            std::move(objects)};
}

Entry change(EntryType type, ObjectPtr object)
{
    Entry entry;
    entry.type = type;
    entry.object = std::move(object);
    return entry;
}

} // namespace

class TestObjectPrinter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void changesLineUpUnderTheListsColumns();
    void changesOfAnEmptyListLineUpToo();
    void namesCarryTheirKindWhereThereAreSeveral();
    void aTableWithoutColumnsHasItsNames();
    void aDocumentHasOfASecretWhatIdentifiesIt_data();
    void aDocumentHasOfASecretWhatIdentifiesIt();
    void aWatchedSecretIsJsonToo();
};

void TestObjectPrinter::changesLineUpUnderTheListsColumns()
{
    GetArguments arguments;
    arguments.watch = true;
    arguments.selection.allNamespaces = true;
    const auto printer = makePrinter(arguments);
    QCOMPARE(printer->lists({listed({configMap("settings-of-all", 3), configMap("x1", 1)})}),
             std::string("NAMESPACE   NAME              DATA\n"
                         "web         settings-of-all   3\n"
                         "web         x1                1\n"));
    QCOMPARE(printer->change(change(EntryType::Added, configMap("x2", 1))),
             std::string("ADDED      web         x2                1\n"));
    QCOMPARE(printer->change(change(EntryType::Modified, configMap("settings-of-all", 4))),
             std::string("MODIFIED   web         settings-of-all   4\n"));
    QCOMPARE(printer->change(change(EntryType::Deleted, configMap("x2", 1))),
             std::string("DELETED    web         x2                1\n"));
}

void TestObjectPrinter::changesOfAnEmptyListLineUpToo()
{
    const auto printer = makePrinter(GetArguments{});
    QCOMPARE(printer->lists({listed({})}), std::string());
    QCOMPARE(printer->change(change(EntryType::Added, configMap("x1", 1))), std::string("ADDED      x1     1\n"));
}

void TestObjectPrinter::namesCarryTheirKindWhereThereAreSeveral()
{
    const std::vector<Listed> kinds{listed({configMap("a", 1)}), listed({configMap("web", 3)}, Deployments)};
    QCOMPARE(makePrinter(GetArguments{})->lists(kinds), std::string("NAME          DATA\n"
                                                                    "configmap/a   1\n"
                                                                    "\n"
                                                                    "NAME                  DATA\n"
                                                                    "deployment.apps/web   3\n"));
    QCOMPARE(makePrinter(with(OutputFormat::Name))->lists(kinds), std::string("configmap/a\ndeployment.apps/web\n"));
}

void TestObjectPrinter::aTableWithoutColumnsHasItsNames()
{
    Listed bare{ConfigMaps, nullptr, {configMap("a", 1)}};
    QCOMPARE(makePrinter(GetArguments{})->lists({bare}), std::string("NAME\na\n"));
}

void TestObjectPrinter::aDocumentHasOfASecretWhatIdentifiesIt_data()
{
    QTest::addColumn<int>("format");
    QTest::addColumn<QString>("list");
    QTest::newRow("JSON") << int(OutputFormat::Json) << QStringLiteral(R"({
    "apiVersion": "v1",
    "items": [
        {
            "apiVersion": "v1",
            "kind": "Secret",
            "metadata": {
                "name": "password",
                "namespace": "web"
            }
        },
        {
            "apiVersion": "apps/v1",
            "kind": "Deployment",
            "metadata": {
                "name": "web"
            }
        }
    ],
    "kind": "List",
    "metadata": {
        "resourceVersion": ""
    }
}
)");
    QTest::newRow("YAML") << int(OutputFormat::Yaml) << QStringLiteral(R"(apiVersion: v1
items:
- apiVersion: v1
  kind: Secret
  metadata:
    name: password
    namespace: web
- apiVersion: apps/v1
  kind: Deployment
  metadata:
    name: web
kind: List
metadata:
  resourceVersion: ""
)");
}

void TestObjectPrinter::aDocumentHasOfASecretWhatIdentifiesIt()
{
    QFETCH(int, format);
    auto web = makeCounted<Object>();
    web->body = plainBody("{'metadata':{'name':'web'}}");
    const std::vector<Listed> kinds{listed({secret("password")}, Secrets), listed({web}, Deployments)};
    QTEST(QString::fromStdString(makePrinter(with(OutputFormat(format)))->lists(kinds)), "list");
}

void TestObjectPrinter::aWatchedSecretIsJsonToo()
{
    GetArguments arguments = with(OutputFormat::Json);
    arguments.watch = arguments.outputWatchEvents = true;
    const auto printer = makePrinter(arguments);
    const std::string event =
        R"("object":{"apiVersion":"v1","kind":"Secret","metadata":{"name":"password","namespace":"web"}}})";
    QCOMPARE(printer->lists({listed({secret("password")}, Secrets)}), R"({"type":"ADDED",)" + event + '\n');
    QCOMPARE(printer->change(change(EntryType::Deleted, secret("password"))), R"({"type":"DELETED",)" + event + '\n');
}

} // namespace tst_objectprinter

WK_TEST(tst_objectprinter, TestObjectPrinter, QCoreApplication)
#include "tst_objectprinter.moc"
