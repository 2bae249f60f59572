// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectprinter.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_objectprinter {

using namespace wk;

namespace {

const ResourceInfo ConfigMaps{{"", "v1", "configmaps"}, "ConfigMap", "configmap", {"cm"}, {}, {}, true};

ObjectPtr configMap(const char *name, std::int64_t data)
{
    auto object = makeCounted<Object>();
    object->ns = "web";
    object->name = name;
    object->cells = {std::string(name), data};
    return object;
}

Listed listed(std::vector<ObjectPtr> objects)
{
    return {ConfigMaps,
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
    void namesCarryTheirKindWhereItIsAsked();
};

void TestObjectPrinter::changesLineUpUnderTheListsColumns()
{
    GetArguments arguments;
    arguments.watch = true;
    arguments.selection.allNamespaces = true;
    const auto printer = makePrinter(arguments, ConfigMaps, Naming::Plain);
    QCOMPARE(printer->list(listed({configMap("settings-of-all", 3), configMap("x1", 1)})),
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
    const auto printer = makePrinter(GetArguments{}, ConfigMaps, Naming::Plain);
    QCOMPARE(printer->list(listed({})), std::string());
    QCOMPARE(printer->change(change(EntryType::Added, configMap("x1", 1))), std::string("ADDED      x1     1\n"));
}

void TestObjectPrinter::namesCarryTheirKindWhereItIsAsked()
{
    const ResourceInfo deployments{{"apps", "v1", "deployments"}, "Deployment", "deployment", {}, {}, {}, true};
    const auto printer = makePrinter(GetArguments{}, deployments, Naming::WithKind);
    QCOMPARE(printer->list(listed({configMap("web", 3)})),
             std::string("NAME                  DATA\ndeployment.apps/web   3\n"));
}

} // namespace tst_objectprinter

WK_TEST(tst_objectprinter, TestObjectPrinter, QCoreApplication)
#include "tst_objectprinter.moc"
