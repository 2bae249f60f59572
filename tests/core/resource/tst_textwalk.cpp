// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/prettyprint.h"
#include "core/resource/compare.h"
#include "tests/support/fixtures.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/randomedits.h"
#include "tests/support/readvalues.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <functional>
#include <map>

/// The walk over the texts finds what the walk over the values finds: a text with blanks takes the latter.
namespace tst_textwalk {

using namespace wk;

class TestTextWalk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oddTexts_data();
    void oddTexts();
    void randomEditsAreFound();
    void randomEditsOfListsAreFound();
    void podsLivesAreFound();
    void aPodTakesMicroseconds();
};

namespace {

/// Each byte as a character: texts that are no UTF-8 differ, too.
QString bytes(std::string_view text)
{
    return QString::fromLatin1(text.data(), qsizetype(text.size()));
}

QString told(const Changes &changes)
{
    QString text = QStringLiteral("%1 of worth %2\n").arg(changes.total).arg(int(changes.worth));
    for (const ToldChange change : changes.first)
        text += QStringLiteral("%1 %2: %3 -> %4 (%5)\n")
                    .arg(int(change.kind))
                    .arg(bytes(change.path), bytes(change.before), bytes(change.after))
                    .arg(int(change.worth));
    return text;
}

/// What is known of having read them changes nothing.
QString byTexts(const std::string &before, const std::string &after)
{
    const QString alone = told(*compareRevisions(before, after, {}, {}));
    for (const int depth : {1, 2}) {
        const auto valuesBefore = test::ValuesOf(before, depth).values();
        const auto valuesAfter = test::ValuesOf(after, depth).values();
        if (!valuesBefore || !valuesAfter)
            continue;
        const QString read = told(*compareFields({before, *valuesBefore}, {after, *valuesAfter}));
        if (read != alone)
            return QStringLiteral("read to a depth of %1: ").arg(depth) + read;
    }
    return alone;
}

QString byValues(const std::string &before, const std::string &after)
{
    return told(*compareRevisions(' ' + before, after, {}, {}));
}

} // namespace

void TestTextWalk::oddTexts_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char *name, const char *before, const char *after) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after);
    };
    row("a number that goes on", R"({"a":12,"b":1})", R"({"a":123,"b":1})");
    row("a number at the end that goes on", R"({"a":1})", R"({"a":12})");
    row("a text that goes on", R"({"a":"x","b":1})", R"({"a":"x\"y","b":2})");
    row("a key that goes on", R"({"ab":1})", R"({"abc":1})");
    row("escapes that mean the same", R"({"a":"<"})", R"({"a":"\u003c"})");
    row("keys written with escapes", R"({"\u0061":1,"b":1})", R"({"\u0061":2,"b":1})");
    row("keys that are no UTF-8", "{\"k\":1,\"a\x99\":1}", "{\"j\":1,\"a\x9f\":2}");
    row("a key that is no UTF-8 in what came", R"({"s":{"w":1}})", "{\"s\":{\"x\":{\"a\x99\":1}}}");
    row("texts that are no UTF-8", "{\"a\":\"\x99\",\"b\":1}", "{\"a\":\"\x9f\",\"b\":2}");
    row("a byte order mark before a value", "{\"a\":\uFEFF1,\"b\":1}", R"({"a":1,"b":2})");
    row("a byte order mark before a value that came", R"({"s":{"w":1}})", "{\"s\":{\"x\":\uFEFF1.5}}");
    row("keys that are not ASCII", R"({"ü":1,"a":1})", R"({"a":1,"ö":2})");
    row("a member less at the end", R"({"a":{"b":1,"c":2},"d":1})", R"({"a":{"b":1},"d":1})");
    row("a member more at the start", R"({"b":1})", R"({"a":1,"b":1})");
    row("an empty object", R"({"a":{},"b":1})", R"({"a":{"x":1},"b":1})");
    row("an object that one field tells", R"({"s":{"w":{"message":"m","reason":"r"}}})",
        R"({"s":{"x":{"reason":"q","value":1}}})");
    row("an object that a field within another tells", R"({"s":{"w":1}})",
        R"({"s":{"x":{"only":{"reason":"q","a":1}}}})");
    row("an object of one field", R"({"s":{"w":{"a":"b"}}})", R"({"s":{"x":{"c":{"d":true}}}})");
    row("an object of one list", R"({"s":{"w":1}})", R"({"s":{"x":{"c":[1]}}})");
    row("an object that no field tells", R"({"s":{"w":{"a":1,"b":2}}})", R"({"s":{"x":{}}})");
    row("an object whose telling field is an object", R"({"s":{"w":1}})",
        R"({"s":{"x":{"status":{"a":1},"reason":"r"}}})");
    row("an object whose telling field is written with escapes", R"({"s":{"w":1}})",
        R"({"s":{"x":{"\u0073tatus":"a","reason":"r"}}})");
    row("an object with a telling field twice", R"({"s":{"w":1}})", R"({"s":{"x":{"reason":"r","reason":"s"}}})");
    row("an object told by what is not plain", R"({"s":{"w":1}})", R"({"s":{"x":{"status":-1.5,"reason":"r"}}})");
    row("members that trade places", R"({"a":1,"b":2,"c":3})", R"({"b":2,"a":1,"c":4})");
    row("equal keys", R"({"a":1,"a":2})", R"({"a":1,"a":3})");
    row("brackets in texts", R"({"a":"}]","b":1})", R"({"a":"}]{","b":2})");
    row("another type", R"({"a":{"b":1},"c":1})", R"({"a":[1],"c":2})");
    row("numbers that are equal", R"({"a":1.0,"b":1})", R"({"a":1.00,"b":1})");
    row("managedFields of the same length", R"({"metadata":{"managedFields":[{"t":"1"}],"x":1}})",
        R"({"metadata":{"managedFields":[{"t":"2"}],"x":2}})");
    row("managedFields with another bracket", R"({"metadata":{"managedFields":["]",1],"x":1}})",
        R"({"metadata":{"managedFields":["a",1],"x":2}})");
    row("managedFields that grew", R"({"metadata":{"managedFields":[1],"x":1}})",
        R"({"metadata":{"managedFields":[1,2],"x":2}})");
    row("managedFields that are no list", R"({"metadata":{"managedFields":"a","x":1}})",
        R"({"metadata":{"managedFields":[1],"x":2}})");
    row("an element that differs", R"({"conditions":[{"type":"A","status":"1"},{"type":"B","status":"1"}]})",
        R"({"conditions":[{"type":"A","status":"1"},{"type":"B","status":"2"}]})");
    row("elements that trade places", R"({"x":[{"name":"a","v":1},{"name":"b","v":1}]})",
        R"({"x":[{"name":"b","v":1},{"name":"a","v":2}]})");
    row("an element that came", R"({"x":[{"name":"a","v":1}]})", R"({"x":[{"name":"a","v":2},{"name":"b"}]})");
    row("elements of one name", R"({"x":[{"name":"a","v":1},{"name":"a","v":1}]})",
        R"({"x":[{"name":"a","v":1},{"name":"a","v":2}]})");
    row("elements of one name but of different keys", R"({"x":[{"name":"a","key":"1"},{"name":"a","key":"2"}]})",
        R"({"x":[{"name":"a","key":"1"},{"name":"b","key":"2"}]})");
    row("elements with two keys", R"({"ports":[{"port":80,"protocol":"TCP","n":1},{"port":80,"protocol":"UDP"}]})",
        R"({"ports":[{"port":80,"protocol":"TCP","n":2},{"port":80,"protocol":"UDP"}]})");
    row("elements without their second key", R"({"ports":[{"port":80,"n":1},{"port":"80","protocol":"UDP"}]})",
        R"({"ports":[{"port":80,"n":2},{"port":"80","protocol":"UDP"}]})");
    row("keys with a comma", R"({"taints":[{"key":"a,b","x":1},{"key":"a","effect":"b"}]})",
        R"({"taints":[{"key":"a,b","x":2},{"key":"a","effect":"b"}]})");
    row("numbers that are no keys", R"({"x":[{"name":1.0,"v":1}]})", R"({"x":[{"name":1.0,"v":2}]})");
    row("a number and a text of one name", R"({"x":[{"name":1,"v":1},{"name":"1"}]})",
        R"({"x":[{"name":1,"v":2},{"name":"1"}]})");
    row("truth is no key", R"({"x":[{"name":true,"key":"k","v":1}]})", R"({"x":[{"name":true,"key":"k","v":2}]})");
    row("a key twice", R"({"x":[{"name":"a","v":1,"name":"b"}]})", R"({"x":[{"name":"a","v":2,"name":"c"}]})");
    row("a key written with escapes", R"({"x":[{"na\u006de":"a","v":1}]})", R"({"x":[{"na\u006de":"a","v":2}]})");
    row("a name that is not ASCII", R"({"x":[{"name":"ü","v":1}]})", R"({"x":[{"name":"ü","v":2}]})");
    row("a name that becomes another", R"({"x":[{"name":"a","v":1}]})", R"({"x":[{"name":"b","v":1}]})");
    row("elements that are no objects", R"({"x":[{"name":"a","v":1},2]})", R"({"x":[{"name":"a","v":2},2]})");
    row("lists in lists", R"({"x":[{"name":"a","ports":[{"port":1,"v":1}],"z":1},{"name":"b","z":1}]})",
        R"({"x":[{"name":"a","ports":[{"port":1,"v":2}],"z":1},{"name":"b","z":2}]})");
    row("members behind a list that differs", R"({"x":[{"name":"a","v":1},{"name":"b"}],"y":[1],"z":1})",
        R"({"x":[{"name":"a","v":22},{"name":"b"}],"y":[1],"z":2})");
    row("members that came, out of order", R"({"metadata":{"b":{"x":1},"managedFields":[1],"a":1}})",
        R"({"metadata":{"managedFields":[2],"c":1,"b":{"x":2},"a":2,"generation":1}})");
    std::string few = "1";
    std::string many = "1";
    for (int i = 40; i > 0; --i) {
        (i > 20 ? few : many) += ",\"m" + std::to_string(i * 7 % 41) + "\":{\"v\":" + std::to_string(i % 3) + '}';
        many += ",\"m" + std::to_string(i * 5 % 41) + "\":{\"v\":0}"; // some twice
    }
    const std::string before = "{\"a\":" + few + '}';
    const std::string after = "{\"b\":" + many + '}';
    row("more members out of order than are sorted by insertion", before.c_str(), after.c_str());
    row("a comma too many", R"({"a":1,})", R"({"b":1})");
    row("whole numbers and others", R"({"a":0,"b":00,"c":-0,"d":7})", R"({"a":-0,"b":0,"c":0,"d":7.0})");
    row("blanks", R"({ "a": 1, "b": [1, 2] })", R"({"a":1,"b":[1,3]})");
    row("blanks at the end", R"({"a":1} )", R"({"a":2})");
    row("more behind the end", R"({"a":1}{)", R"({"a":2}{)");
    row("cut off", R"({"a":{"b":1)", R"({"a":{"b":2)");
    row("no object", R"([1])", R"([2])");
    row("nothing", "", R"({"a":2})");
}

void TestTextWalk::oddTexts()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QCOMPARE(byTexts(before.toStdString(), after.toStdString()), byValues(before.toStdString(), after.toStdString()));
    QCOMPARE(byTexts(after.toStdString(), before.toStdString()), byValues(after.toStdString(), before.toStdString()));
}

void TestTextWalk::randomEditsAreFound()
{
    test::RandomEdits edits(test::seed());
    for (int i = 0; i < test::rounds(500); ++i) {
        const nlohmann::json value = edits.json().object(5);
        const std::string before = value.dump();
        const std::string after = edits.edited(value, 4).dump();
        const QString found = byTexts(before, after);
        if (found != byValues(before, after))
            QFAIL(qPrintable(QString::fromStdString(before + "\n" + after + "\n") + found + byValues(before, after)));
    }
}

void TestTextWalk::randomEditsOfListsAreFound()
{
    test::RandomEdits edits(test::seed());
    const auto one = [&edits](std::initializer_list<const char *> words) {
        return std::string(*(words.begin() + edits.json().below(words.size())));
    };
    const std::function<nlohmann::json(int)> list = [&](int depth) {
        nlohmann::json elements = nlohmann::json::array();
        const std::string first = one({"name", "name", "type", "key", "port", "containerPort", "mountPath"});
        for (std::size_t count = edits.json().below(5); count > 0; --count) {
            nlohmann::json element{{first, one({"a", "b", "c", "d", "e", "x,y", "\""})},
                                   {one({"effect", "protocol", "address", "v"}), one({"a", "b"})},
                                   {"value", edits.json().below(4)}};
            if (edits.json().below(4) == 0)
                element[first] = edits.json().below(20);
            if (depth > 0 && edits.json().below(2) == 0)
                element[one({"ports", "conditions", "taints", "env"})] = list(depth - 1);
            elements.push_back(std::move(element));
        }
        return elements;
    };
    int found = 0;
    for (int i = 0; i < test::rounds(1000); ++i) {
        nlohmann::json value;
        for (const char *name : {"ports", "conditions", "taints", "addresses", "volumeMounts", "containers"})
            value[one({"spec", "status"})][name] = list(2);
        const std::string before = value.dump();
        const std::string after = edits.edited(value, 4).dump();
        const QString texts = byTexts(before, after);
        found += before != after;
        if (texts != byValues(before, after))
            QFAIL(qPrintable(QString::fromStdString(before + "\n" + after + "\n") + texts + byValues(before, after)));
    }
    QVERIFY(found > test::rounds(1000) / 2);
}

void TestTextWalk::podsLivesAreFound()
{
    test::PodFleet fleet({.seed = test::seed(), .pods = 50, .nodes = 5});
    std::map<std::uint32_t, std::string> held;
    int compared = 0;
    for (int i = 0; i < test::rounds(1000); ++i) {
        const test::PodEvent event = fleet.next();
        if (event.type == test::PodEvent::Type::Deleted)
            continue;
        std::string &before = held[event.pod];
        const std::string after(fleet.object(event.pod));
        if (!before.empty()) {
            ++compared;
            QCOMPARE(byTexts(before, after), byValues(before, after));
        }
        before = after;
    }
    QVERIFY(compared > 300);
}

void TestTextWalk::aPodTakesMicroseconds()
{
    test::PodFleet fleet({.seed = 1, .pods = 50, .nodes = 5});
    std::map<std::uint32_t, std::string> held;
    std::vector<std::pair<std::string, std::string>> pairs;
    while (pairs.size() < 500) {
        const test::PodEvent event = fleet.next();
        const std::string after(fleet.object(event.pod));
        std::string &before = held[event.pod];
        if (!before.empty() && event.type == test::PodEvent::Type::Modified)
            pairs.emplace_back(before, after);
        before = after;
    }
    QBENCHMARK
    {
        for (const auto &[before, after] : pairs)
            compareRevisions(before, after, {}, {});
    }
}

} // namespace tst_textwalk

WK_TEST(tst_textwalk, TestTextWalk, QCoreApplication)
#include "tst_textwalk.moc"
