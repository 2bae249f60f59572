// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/get/objectsorter.h"
#include "tests/support/plainbody.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_objectsorter {

using namespace wk;

namespace {

const ResourceInfo Things{{"", "v1", "things"}, "Thing", "thing", {}, {}, {}, true};
const ResourceInfo Others{{"", "v1", "others"}, "Other", "other", {}, {}, {}, true};

/// Of which `value` is JSON; empty: without one.
ObjectPtr object(const char *name, const std::string &value)
{
    auto made = makeCounted<Object>();
    made->name = name;
    made->body = plainBody(value.empty() ? "{'x':0}" : "{'v':" + value + "}");
    return made;
}

Listed kind(std::vector<ObjectPtr> objects, const ResourceInfo &resource = Things)
{
    return {resource, nullptr, std::move(objects)};
}

QString sorted(std::vector<Listed> kinds, ObjectSorter::Range range = ObjectSorter::Range::All)
{
    auto path = json::parsePath(".v");
    const auto groups =
        ObjectSorter("{.v}", path ? std::move(path).value() : json::PathSteps(), range).sorted(std::move(kinds));
    if (!groups)
        return QString::fromStdString(groups.error().text);
    QStringList names;
    for (const Listed &group : *groups) {
        names.append(QString::fromStdString(group.resource.kind) + u':');
        for (const ObjectPtr &one : group.objects)
            names.append(QString::fromStdString(std::string(one->name)));
    }
    return names.join(u' ');
}

} // namespace

class TestObjectSorter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesAreComparedBySort_data();
    void valuesAreComparedBySort();
    void tablesAreSortedByThemselvesAndAllElseAcross();
    void whatNoObjectHasIsSaid();
};

void TestObjectSorter::valuesAreComparedBySort_data()
{
    QTest::addColumn<QStringList>("values");
    QTest::addColumn<QString>("order");
    const auto row = [](const char *name, const QStringList &values, const char *order) {
        QTest::newRow(name) << values << QString::fromLatin1(order);
    };
    const auto text = [](const char *words) { return QString::fromLatin1(words).split(u' '); };
    row("numbers", text("10 9 -1"), "Thing: c b a");
    row("whole ones among others", text("2 1.5 9007199254740993"), "Thing: b a c");
    row("all of 64 bits", text("9007199254740993 9007199254740992 9007199254740994"), "Thing: b a c");
    row("quantities", text("'1Gi' '100Mi' '1500Mi'"), "Thing: b a c");
    row("thousandths", text("'2' '100m' '1'"), "Thing: b c a");
    row("names", text("'web-9' 'web-10' 'Web'"), "Thing: c b a");
    row("quantities before other texts", text("'x' '10' '9'"), "Thing: c b a");
    row("times", text("'2026-11-28T03:00:00Z' '2025-11-28T03:00:00Z' '2026-01-01T00:00:00Z'"), "Thing: b c a");
    row("nothing comes first", {QStringLiteral("2"), QString(), QStringLiteral("null")}, "Thing: b c a");
    row("equal ones stay as they were", text("2 1 1"), "Thing: b c a");
    row("what has parts", text("{} 1 1"), "unsortable type");
    row("yes and no", text("true false true"), "unsortable type: bool");
}

void TestObjectSorter::valuesAreComparedBySort()
{
    QFETCH(const QStringList, values);
    const char *names[] = {"a", "b", "c"};
    std::vector<ObjectPtr> objects;
    for (qsizetype i = 0; i < values.size(); ++i)
        objects.push_back(object(names[i], values[i].toStdString()));
    QTEST(sorted({kind(objects)}), "order");
}

void TestObjectSorter::tablesAreSortedByThemselvesAndAllElseAcross()
{
    const std::vector<Listed> kinds{kind({object("a", "3"), object("b", "1")}), kind({object("c", "2")}, Others)};
    QCOMPARE(sorted(kinds, ObjectSorter::Range::EachKind), QStringLiteral("Thing: b a Other: c"));
    QCOMPARE(sorted(kinds, ObjectSorter::Range::All), QStringLiteral("Thing: b Other: c Thing: a"));
}

void TestObjectSorter::whatNoObjectHasIsSaid()
{
    QCOMPARE(sorted({kind({object("a", ""), object("b", "")})}),
             QStringLiteral("couldn't find any field with path \"{.v}\" in the list of objects"));
    QCOMPARE(sorted({kind({object("a", ""), object("b", "null")})}), QStringLiteral("Thing: a b"));
    QCOMPARE(sorted({kind({object("a", "")})}), QStringLiteral("Thing: a"));
    QCOMPARE(sorted({kind({})}), QString());
}

} // namespace tst_objectsorter

WK_TEST(tst_objectsorter, TestObjectSorter, QCoreApplication)
#include "tst_objectsorter.moc"
