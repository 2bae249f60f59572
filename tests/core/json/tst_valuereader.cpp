// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/soundvalue.h"
#include "core/json/valuereader.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomedits.h"
#include "tests/support/readvalues.h"
#include "tests/support/spoil.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>
#include <string>
#include <vector>

/// By an earlier revision a text is read as it is alone, with fewer looks.
namespace tst_valuereader {

using namespace wk;

class TestValueReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesEndWhereTheyEnd();
    void whatStandsThereToo_data();
    void whatStandsThereToo();
    void aMarkIsFoundAgain();
    void onlyWhatIsMarkedIsPassed();
    void nothingIsNotedForNobody();
    void randomRevisionsAreReadAsAlone();
    void spoiltRevisionsAreReadAsAlone();
};

namespace {

using Kind = json::ReadValue::Kind;

const json::ReadText Nothing;

/// A tree that is long enough to be noted.
std::string tree(char name)
{
    return "{\"f:" + std::string(70, name) + "\":{}}";
}

std::string list(std::string_view names)
{
    std::string text;
    for (const char name : names)
        text += (text.empty() ? '[' : ',') + tree(name);
    return text + ']';
}

/// The trees of a list, one behind the other.
std::vector<json::ObjectTree> trees(std::string_view text, json::ValueReader &reader)
{
    std::vector<json::ObjectTree> found;
    for (std::size_t at = 1; at < text.size(); at = found.back().end + 1)
        found.push_back(reader.tree(at).value());
    return found;
}

} // namespace

void TestValueReader::valuesEndWhereTheyEnd()
{
    const std::string text = R"({"a":[1,2],"b":{"c":")" + std::string(80, 'x') + R"("},"d":7,"e":[1})";
    json::ValueReader reader(text, 0, &Nothing);
    for (const std::size_t at : {text.find("[1,2]"), text.find("{\"c\""), text.find('7')})
        QCOMPARE(reader.valueEnd(at), json::soundValueEnd(text, at));
    QCOMPARE(reader.valueEnd(text.find("[1}")), std::string::npos);
    QCOMPARE(reader.valueEnd(text.size()), std::string::npos);
    QVERIFY(!reader.tree(text.find("{\"c\"")));
    const json::ReadValues values = reader.takeValues();
    QCOMPARE(values.size(), 1u); // the others are short, or none
    QCOMPARE(json::ReadText(text, values).valueEnd(text.find("{\"c\"")),
             json::soundValueEnd(text, text.find("{\"c\"")));
    QCOMPARE(json::ReadText(text, values).valueEnd(text.find("[1,2]")), 0u);
}

void TestValueReader::whatStandsThereToo_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("now");
    QTest::addColumn<QByteArray>("known");
    QTest::newRow("all") << QByteArray("abc") << QByteArray("abc") << QByteArray("yyy");
    QTest::newRow("nothing") << QByteArray("abc") << QByteArray("def") << QByteArray("nnn");
    QTest::newRow("one changed") << QByteArray("abcd") << QByteArray("axcd") << QByteArray("ynyy");
    QTest::newRow("one came") << QByteArray("abcd") << QByteArray("axbcd") << QByteArray("ynyyy");
    QTest::newRow("the first came") << QByteArray("abc") << QByteArray("xabc") << QByteArray("nyyy");
    QTest::newRow("one went") << QByteArray("abcd") << QByteArray("acd") << QByteArray("yyy");
    QTest::newRow("the last went") << QByteArray("abc") << QByteArray("ab") << QByteArray("yy");
    QTest::newRow("more follow") << QByteArray("a") << QByteArray("abc") << QByteArray("ynn");
}

/// It is not looked at: what is wrongly known of it is told on.
void TestValueReader::whatStandsThereToo()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, now);
    QFETCH(QByteArray, known);
    const std::string earlier = list(before.toStdString());
    json::ValueReader first(earlier, 0, &Nothing);
    trees(earlier, first);
    json::ReadValues values = first.takeValues();
    for (json::ReadValue &value : values)
        value.names = 77;
    const std::string text = "x" + list(now.toStdString()); // the object begins elsewhere
    const json::ReadText read(earlier, values);
    json::ValueReader reader(text, 1, &read);
    std::string told;
    for (std::size_t at = 2; at < text.size();) {
        const auto found = reader.tree(at);
        QVERIFY(found && found->end == json::soundValueEnd(text, at));
        QCOMPARE(reader.takeValues().size(), 1u);
        told += found->names == 77 ? 'y' : 'n';
        at = found->end + 1;
    }
    QCOMPARE(QByteArray::fromStdString(told), known);
}

void TestValueReader::aMarkIsFoundAgain()
{
    const std::string inner = R"({"a":)" + tree('t') + R"(,"node":"n-1"})";
    const std::string before = "{\"spec\":" + inner + "}";
    json::ValueReader first(before, 0, &Nothing);
    const std::size_t at = before.find(inner);
    const std::size_t entered = first.enter(at, Kind::Marked);
    QVERIFY(first.tree(before.find(tree('t'))));
    first.setMark(entered, before.find("\"n-1\""));
    first.leave(entered, at + inner.size());
    const json::ReadValues values = first.takeValues();
    QCOMPARE(values.size(), 2u);

    const std::string now = "{\"more\":1,\"spec\":" + inner + "}";
    const json::ReadText read(before, values);
    json::ValueReader reader(now, 0, &read);
    const auto same = reader.pass(now.find(inner));
    QVERIFY(same);
    QCOMPARE(same->end, now.size() - 1);
    QCOMPARE(same->mark, now.find("\"n-1\""));
    // It and what lies in it is known of this text, too.
    const json::ReadValues passed = reader.takeValues();
    QCOMPARE(passed.size(), 2u);
    QCOMPARE(passed[0].begin, now.find(inner));
    QCOMPARE(passed[1].begin, now.find(tree('t')));
    QVERIFY(passed[1].kind == Kind::Tree && passed[1].hash == values[1].hash);

    const std::string changed = "{\"spec\":" + inner.substr(0, inner.size() - 2) + "x\"}}";
    QVERIFY(!json::ValueReader(changed, 0, &read).pass(changed.find("{\"a\"")));
}

/// What another reader would have marked may have the same bytes.
void TestValueReader::onlyWhatIsMarkedIsPassed()
{
    const std::string text = tree('a');
    for (const Kind kind : {Kind::Value, Kind::Tree, Kind::Around, Kind::Marked}) {
        const json::ReadValues values{{.size = std::uint32_t(text.size()), .names = 77, .kind = kind}};
        const json::ReadText read(text, values);
        QCOMPARE(json::ValueReader(text, 0, &read).pass(0).has_value(), kind == Kind::Marked);
        QCOMPARE(json::ValueReader(text, 0, &read).tree(0)->names == 77, kind == Kind::Tree);
    }
}

void TestValueReader::nothingIsNotedForNobody()
{
    const std::string text = "{\"a\":" + tree('t') + "}";
    json::ValueReader reader(text, 0, nullptr);
    const std::size_t entered = reader.enter(0, Kind::Marked);
    QVERIFY(reader.tree(5));
    QCOMPARE(reader.valueEnd(5), text.size() - 1);
    QVERIFY(!reader.pass(5));
    reader.setMark(entered, 5);
    reader.leave(entered, text.size());
    QVERIFY(reader.takeValues().empty());
}

void TestValueReader::randomRevisionsAreReadAsAlone()
{
    test::RandomEdits edits(test::seed());
    std::size_t noted = 0;
    for (int i = 0; i < test::rounds(500); ++i) {
        const nlohmann::json value = edits.json().object(6);
        const std::string before = value.dump();
        const std::string now = edits.edited(value, 3).dump();
        const auto valuesBefore = test::ValuesOf(before, 2).values();
        const auto alone = test::ValuesOf(now, 2).values();
        QVERIFY(test::ValuesOf(now, 2, {before, valuesBefore.value_or(json::ReadValues())}).values() == alone);
        noted += alone ? alone->size() : 0;
    }
    QVERIFY(noted > 0);
}

void TestValueReader::spoiltRevisionsAreReadAsAlone()
{
    test::RandomEdits edits(test::seed());
    std::mt19937_64 random(test::seed());
    constexpr std::string_view Odd = "{}[]:,\"\\ aun10.-e\n\x7f\xc3\x80";
    int broken = 0;
    for (int i = 0; i < test::rounds(2000); ++i) {
        const std::string before = edits.json().object(5).dump();
        std::string now = before;
        test::spoil(now, random, Odd);
        const auto valuesBefore = test::ValuesOf(before, 2).values();
        const auto alone = test::ValuesOf(now, 2).values();
        broken += alone ? 0 : 1;
        QVERIFY(test::ValuesOf(now, 2, {before, valuesBefore.value_or(json::ReadValues())}).values() == alone);
    }
    QVERIFY(broken > test::rounds(2000) / 4);
}

} // namespace tst_valuereader

WK_TEST(tst_valuereader, tst_valuereader::TestValueReader, QCoreApplication)
#include "tst_valuereader.moc"
