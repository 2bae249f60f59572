// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/prettyprint.h"
#include "core/resource/compare.h"
#include "tests/support/fixtures.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/randomedits.h"
#include "tests/support/testregistry.h"

#include <QTest>

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
    void podsLivesAreFound();
    void aPodTakesMicroseconds();
};

namespace {

QString told(const Changes &changes)
{
    QString text = QStringLiteral("%1 of worth %2\n").arg(changes.total).arg(int(changes.worth));
    for (const FieldChange &change : changes.first)
        text += QStringLiteral("%1 %2: %3 -> %4 (%5)\n")
                    .arg(int(change.kind))
                    .arg(QString::fromStdString(change.path), QString::fromStdString(change.before),
                         QString::fromStdString(change.after))
                    .arg(int(change.worth));
    return text;
}

QString byTexts(const std::string &before, const std::string &after)
{
    return told(*compareRevisions(before, after, {}, {}));
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
    row("a member less at the end", R"({"a":{"b":1,"c":2},"d":1})", R"({"a":{"b":1},"d":1})");
    row("a member more at the start", R"({"b":1})", R"({"a":1,"b":1})");
    row("an empty object", R"({"a":{},"b":1})", R"({"a":{"x":1},"b":1})");
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
