// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectprinter.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <algorithm>

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

/// With the JSON `x` in its data, if there is one.
ObjectPtr withBody(const std::string &name, const std::string &x = {})
{
    auto object = makeCounted<Object>();
    object->name = name;
    object->body =
        plainBody("{'metadata':{'name':'" + name + "'}" + (x.empty() ? "" : ",'data':{'x':" + x + "}") + "}");
    return object;
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
    void documentsShowWhatIsUnseen_data();
    void documentsShowWhatIsUnseen();
    void aTableOfEventsHasTheirTypes();
    void changesOfAnEmptyListLineUpToo();
    void betweenYamlDocumentsIsALine();
    void namesCarryTheirKindWhereThereAreSeveral();
    void aTableWithoutColumnsHasItsNames();
    void labelsAskedForAreColumns();
    void aTemplateIsAppliedToTheListOrToTheObject();
    void aTemplateThatFailsPrintsNothing();
    void customColumnsAreATableOfTheirOwn();
    void anEventIsWhatATemplateSees();
    void aDocumentHasOfASecretWhatIdentifiesIt_data();
    void aDocumentHasOfASecretWhatIdentifiesIt();
    void aWatchedSecretIsJsonToo();
};

void TestObjectPrinter::documentsShowWhatIsUnseen_data()
{
    QTest::addColumn<OutputFormat>("format");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("JSON") << OutputFormat::Json << QByteArray(R"("x": "a\u202eb\u200bc\u009b\u007fd")");
    QTest::newRow("YAML") << OutputFormat::Yaml << QByteArray(R"(x: "a\u202Eb\u200Bc\x9B\x7Fd")");
}

void TestObjectPrinter::documentsShowWhatIsUnseen()
{
    QFETCH(OutputFormat, format);
    QFETCH(QByteArray, shown);
    const auto printer = makePrinter(with(format));
    const ObjectPtr hostile = withBody("a", "'a\u202eb\u200bc\u009b\x7f"
                                            "d'");
    const std::string text = printer->lists({listed({hostile})}).text;
    QVERIFY2(text.find(shown.toStdString()) != std::string::npos, text.c_str());
    QVERIFY(std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); }));
}

void TestObjectPrinter::changesLineUpUnderTheListsColumns()
{
    GetArguments arguments;
    arguments.watch = true;
    arguments.selection.allNamespaces = true;
    const auto printer = makePrinter(arguments);
    QCOMPARE(printer->lists({listed({configMap("settings-of-all", 3), configMap("x1", 1)})}).text,
             std::string("NAMESPACE   NAME              DATA\n"
                         "web         settings-of-all   3\n"
                         "web         x1                1\n"));
    QCOMPARE(printer->change(change(EntryType::Added, configMap("x2", 1))).text,
             std::string("web         x2                1\n"));
    QCOMPARE(printer->change(change(EntryType::Modified, configMap("settings-of-all", 4))).text,
             std::string("web         settings-of-all   4\n"));
}

void TestObjectPrinter::aTableOfEventsHasTheirTypes()
{
    GetArguments arguments;
    arguments.watch = arguments.outputWatchEvents = true;
    const auto printer = makePrinter(arguments);
    QCOMPARE(printer->lists({listed({configMap("settings-of-all", 3), configMap("x1", 1)})}).text,
             std::string("EVENT      NAME              DATA\n"
                         "ADDED      settings-of-all   3\n"
                         "ADDED      x1                1\n"));
    QCOMPARE(printer->change(change(EntryType::Modified, configMap("settings-of-all", 4))).text,
             std::string("MODIFIED   settings-of-all   4\n"));
    QCOMPARE(printer->change(change(EntryType::Deleted, configMap("x1", 1))).text,
             std::string("DELETED    x1                1\n"));
    arguments.noHeaders = true;
    QCOMPARE(makePrinter(arguments)->lists({listed({configMap("x1", 1)})}).text, std::string("ADDED      x1    1\n"));
}

void TestObjectPrinter::changesOfAnEmptyListLineUpToo()
{
    const auto printer = makePrinter(GetArguments{});
    QCOMPARE(printer->lists({listed({})}).text, std::string());
    QCOMPARE(printer->change(change(EntryType::Added, configMap("x1-of-all", 1))).text,
             std::string("NAME        DATA\nx1-of-all   1\n"));
    QCOMPARE(printer->change(change(EntryType::Added, configMap("x2", 1))).text, std::string("x2          1\n"));
}

void TestObjectPrinter::betweenYamlDocumentsIsALine()
{
    GetArguments arguments = with(OutputFormat::Yaml);
    arguments.watch = true;
    const auto printer = makePrinter(arguments);
    const std::string both = printer->lists({listed({configMap("a", 1), configMap("b", 1)})}).text;
    QVERIFY2(both.starts_with("apiVersion: ") && both.find("\n---\napiVersion: ") != std::string::npos, both.c_str());
    QVERIFY(printer->change(change(EntryType::Modified, configMap("b", 2))).text.starts_with("---\napiVersion: "));
}

void TestObjectPrinter::namesCarryTheirKindWhereThereAreSeveral()
{
    const std::vector<Listed> kinds{listed({configMap("a", 1)}), listed({configMap("web", 3)}, Deployments)};
    QCOMPARE(makePrinter(GetArguments{})->lists(kinds).text, std::string("NAME          DATA\n"
                                                                         "configmap/a   1\n"
                                                                         "\n"
                                                                         "NAME                  DATA\n"
                                                                         "deployment.apps/web   3\n"));
    QCOMPARE(makePrinter(with(OutputFormat::Name))->lists(kinds).text,
             std::string("configmap/a\ndeployment.apps/web\n"));
}

void TestObjectPrinter::aTableWithoutColumnsHasItsNames()
{
    Listed bare{ConfigMaps, nullptr, {configMap("a", 1)}};
    QCOMPARE(makePrinter(GetArguments{})->lists({bare}).text, std::string("NAME\na\n"));
}

void TestObjectPrinter::labelsAskedForAreColumns()
{
    auto labelled = makeCounted<Object>();
    labelled->name = "a";
    labelled->cells = {std::string("a"), std::int64_t(1)};
    labelled->labels = Labels({{Text("app"), Text("web")}, {Text("kubernetes.io/os"), Text("linux")}});
    GetArguments arguments;
    arguments.labelColumns = {"kubernetes.io/os", "none"};
    arguments.showLabels = true;
    QCOMPARE(makePrinter(arguments)->lists({listed({labelled})}).text,
             std::string("NAME   DATA   OS      NONE   LABELS\n"
                         "a      1      linux          app=web,kubernetes.io/os=linux\n"));
}

void TestObjectPrinter::aTemplateIsAppliedToTheListOrToTheObject()
{
    GetArguments arguments = with(OutputFormat::JsonPath);
    arguments.pathTemplate = *json::PathTemplate::parse("{.kind}: {.items[*].metadata.name}{.metadata.name}");
    const std::vector<Listed> kinds{listed({withBody("a"), withBody("b")})};
    QCOMPARE(makePrinter(arguments)->lists(kinds).text, std::string("List: a b"));
    QCOMPARE(makePrinter(arguments)->lists({listed({})}).text, std::string("List: "));
    arguments.selection.targets = {{"configmaps", "a"}};
    QCOMPARE(makePrinter(arguments)->lists({listed({withBody("a")})}).text, std::string("ConfigMap: a"));
    arguments.format = OutputFormat::JsonPathArrays;
    QCOMPARE(makePrinter(arguments)->lists({listed({withBody("a")})}).text,
             std::string("[\n    \"ConfigMap\"\n]\n[\n    \": \"\n]\n[]\n[\n    \"a\"\n]\n"));
}

void TestObjectPrinter::aTemplateThatFailsPrintsNothing()
{
    GetArguments arguments = with(OutputFormat::JsonPath);
    arguments.templateText = "{.kind}{.items[7]}";
    arguments.pathTemplate = *json::PathTemplate::parse(arguments.templateText);
    const Printed printed = makePrinter(arguments)->lists({listed({withBody("a")})});
    QCOMPARE(printed.text, std::string());
    QCOMPARE(printed.error->text, std::string("error executing jsonpath \"{.kind}{.items[7]}\": Error executing "
                                              "template: array index out of bounds: index 7, length 1."));
}

void TestObjectPrinter::customColumnsAreATableOfTheirOwn()
{
    GetArguments arguments = with(OutputFormat::CustomColumns);
    arguments.customColumns = {{"NAME", *json::parsePath(".metadata.name")}, {"X", *json::parsePath(".data.x")}};
    const auto printer = makePrinter(arguments);
    QCOMPARE(printer->lists({listed({withBody("a-long-name", "'a\\nb'"), withBody("b")})}).text,
             std::string("NAME          X\na-long-name   a‹U+000A›b\nb             <none>\n"));
    QCOMPARE(printer->change(change(EntryType::Modified, withBody("c", "{'y':[1]}"))).text,
             std::string("c             map[y:[1]]\n"));
    QCOMPARE(makePrinter(arguments)->lists({listed({})}).text, std::string("NAME   X\n"));
    arguments.noHeaders = true;
    QCOMPARE(makePrinter(arguments)->lists({listed({})}).text, std::string());
    arguments.customColumns[1].path = *json::parsePath(".data.x[3]");
    const Printed printed = makePrinter(arguments)->lists({listed({withBody("a"), withBody("b", "[1]")})});
    QCOMPARE(printed.text, std::string("a     <none>\n"));
    QCOMPARE(printed.error->text, std::string("array index out of bounds: index 3, length 1"));
}

void TestObjectPrinter::anEventIsWhatATemplateSees()
{
    GetArguments arguments = with(OutputFormat::JsonPath);
    arguments.watch = arguments.outputWatchEvents = true;
    arguments.pathTemplate = *json::PathTemplate::parse("{.type} {.object.metadata.name}|");
    const auto printer = makePrinter(arguments);
    QCOMPARE(printer->lists({listed({withBody("a"), withBody("b")})}).text, std::string("ADDED a|ADDED b|"));
    QCOMPARE(printer->change(change(EntryType::Deleted, withBody("a"))).text, std::string("DELETED a|"));
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
    QTEST(QString::fromStdString(makePrinter(with(OutputFormat(format)))->lists(kinds).text), "list");
}

void TestObjectPrinter::aWatchedSecretIsJsonToo()
{
    GetArguments arguments = with(OutputFormat::Json);
    arguments.watch = arguments.outputWatchEvents = true;
    const auto printer = makePrinter(arguments);
    const std::string event =
        R"("object":{"apiVersion":"v1","kind":"Secret","metadata":{"name":"password","namespace":"web"}}})";
    QCOMPARE(printer->lists({listed({secret("password")}, Secrets)}).text, R"({"type":"ADDED",)" + event + '\n');
    QCOMPARE(printer->change(change(EntryType::Deleted, secret("password"))).text,
             R"({"type":"DELETED",)" + event + '\n');
}

} // namespace tst_objectprinter

WK_TEST(tst_objectprinter, TestObjectPrinter, QCoreApplication)
#include "tst_objectprinter.moc"
