// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/splitter.h"
#include "core/source/kube/decoder.h"
#include "core/source/kube/managerstext.h"
#include "tests/support/blanks.h"
#include "tests/support/fixtures.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/spoil.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

#include <random>
#include <string>

/// The managedFields that are read from the text say what those say that a parser reads.
namespace tst_managerstext {

using namespace wk;

class TestManagersText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void thoseOfPodsAreReadFromTheText();
    void aParserReadsTheSame();
    void aParserReadsTheSameOfOddOnes_data();
    void aParserReadsTheSameOfOddOnes();
    void aParserReadsTheSameOfSpoiltOnes();
    void otherTextsAreLeftToAParser_data();
    void otherTextsAreLeftToAParser();
};

namespace {

constexpr std::string_view Array = "\"managedFields\":[";

/// Of a line all that the entries have to do with.
std::string told(Decoder &decoder, const std::string &line)
{
    const auto event = decoder.event(line);
    if (!event)
        return describe(event.error());
    if (!event->object)
        return "no object";
    const Object &object = *event->object;
    std::string text = std::string(object.name) + ' ' + std::string(whyUnreadable(object.unreadable));
    for (const ManagedFields &entry : object.managers) {
        text.append("\n").append(entry.manager).append(" ").append(entry.operation).append(" ");
        text.append(entry.subresource).append(" ").append(entry.time ? formatTime(*entry.time) : "-");
        text += ' ' + std::to_string(entry.fieldsHash) + ' ' + std::to_string(entry.fieldsCount);
    }
    return text;
}

std::string lineOf(const std::string &managedFields)
{
    return R"({"type":"ADDED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","managedFields":)" +
           managedFields + R"(},"spec":{"nodeName":"n"}}})";
}

constexpr const char *Usual =
    R"([{"manager":"kubelet","operation":"Update","apiVersion":"v1","time":"2026-01-02T03:04:05Z","fieldsType":"FieldsV1",)"
    R"("fieldsV1":{"f:status":{"f:conditions":{".":{},"k:{\"type\":\"Ready\"}":{".":{},"f:status":{}}}}},)"
    R"("subresource":"status"},{"manager":"me","operation":"Apply","fieldsV1":{}}])";

} // namespace

void TestManagersText::thoseOfPodsAreReadFromTheText()
{
    test::PodFleet fleet({.seed = 3, .pods = 50, .nodes = 10});
    for (std::uint32_t pod = 0; pod < 50; ++pod) {
        const std::string object(fleet.object(pod));
        const std::string array = object.substr(object.find(Array) + Array.size() - 1);
        json::TextCursor cursor(array);
        json::ValueReader values(array, 0, nullptr);
        std::vector<ManagedFields> entries;
        QVERIFY(takeManagersText(cursor, values, entries));
        QVERIFY(!entries.empty() && entries.front().fieldsCount > 0);
        QCOMPARE(cursor.at(), json::valueEnd(array, 0));
    }
}

void TestManagersText::aParserReadsTheSame()
{
    test::PodFleet fleet({.seed = 4, .pods = 100, .nodes = 10});
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    for (int count = 0; count < 500; ++count) {
        const test::PodEvent happened = fleet.next();
        for (const std::string &line : {std::string(fleet.line(happened)), std::string(fleet.tableLine(happened))}) {
            QVERIFY(line.find(Array) != std::string::npos);
            QCOMPARE(told(decoder, line), told(decoder, test::withBlanks(line)));
        }
    }
}

void TestManagersText::aParserReadsTheSameOfOddOnes_data()
{
    QTest::addColumn<QByteArray>("line");
    const auto add = [](const char *name, const std::string &line) {
        QTest::newRow(name) << QByteArray::fromStdString(line);
    };
    const std::string usual = Usual;
    add("as usual", lineOf(usual));
    add("none", lineOf("[]"));
    add("an empty entry", lineOf("[{}]"));
    add("no array", lineOf(R"({"manager":"a"})"));
    add("null", lineOf("null"));
    add("a number in the fields", lineOf(R"([{"manager":"a","fieldsV1":{"f:a":1}}])"));
    add("a list in the fields", lineOf(R"([{"manager":"a","fieldsV1":{"f:a":[{"b":{}}]}}])"));
    add("no fields at all", lineOf(R"([{"manager":"a","fieldsV1":7}])"));
    add("an escape in a name", lineOf(R"([{"manager":"a\u0062\n","fieldsV1":{"f:a":{}}}])"));
    add("beyond ASCII", lineOf(R"([{"manager":"é","fieldsV1":{"f:é":{}}}])"));
    add("a key that nobody knows", lineOf(R"([{"manager":"a","later":{"x":1},"fieldsV1":{"f:a":{}}}])"));
    add("two of one key", lineOf(R"([{"manager":"a","manager":"b","fieldsV1":{"f:a":{}},"fieldsV1":{"f:b":{}}}])"));
    add("a manager that is a number", lineOf(R"([{"manager":7,"time":8,"fieldsV1":{"f:a":{}}}])"));
    add("broken within", lineOf(R"([{"manager":"a","fieldsV1":{"f:a":{},}}])"));
    add("broken behind", lineOf(usual + "x"));
    add("brackets of two kinds", lineOf(R"([{"manager":"a","fieldsV1":{"f:a":{]}}])"));
    add("twice", lineOf(usual + R"(,"managedFields":[{"manager":"b","fieldsV1":{"f:b":{}}}])"));
    add("twice, the other by escapes", lineOf(usual + R"(,"managed\u0046ields":[{"manager":"b"}])"));
    add("twice, the first by escapes",
        R"({"type":"ADDED","object":{"metadata":{"name":"a","managed\u0046ields":[{"manager":"b"}],"managedFields":)" +
            usual + "}}}");
    add("metadata twice", lineOf(usual + R"(},"metadata":{"name":"b","managedFields":[{"manager":"b"}])"));
    add("metadata twice, the second without", lineOf(usual + R"(},"metadata":{"name":"b")"));
    add("metadata twice, the first by escapes",
        R"({"type":"ADDED","object":{"meta\u0064ata":{"name":"b","managedFields":[{"manager":"b"}]},)" +
            lineOf(usual).substr(25));
    add("elsewhere",
        R"({"type":"ADDED","object":{"spec":{"managedFields":)" + usual + R"(},"metadata":{"name":"a"}}})");
    const auto rows = [&](const std::string &row) {
        return R"({"type":"ADDED","object":{"kind":"Table","metadata":{},"rows":[)" + row + "]}}";
    };
    const std::string object = R"("object":{"metadata":{"name":"a","managedFields":)" + usual + "}}";
    const std::string other = R"("object":{"metadata":{"name":"b","managedFields":[{"manager":"b"}]}})";
    add("a row", rows(R"({"cells":["a"],)" + object + "}"));
    add("a row of two objects", rows(R"({"cells":["a"],)" + object + "," + other + "}"));
    add("a row of two objects, the second by escapes",
        rows(R"({"cells":["a"],)" + object + R"(,"obj\u0065ct)" + other.substr(7) + "}"));
    add("a row of two objects, the first by escapes",
        rows(R"({"cells":["a"],"obj\u0065ct)" + other.substr(7) + "," + object + "}"));
}

void TestManagersText::aParserReadsTheSameOfOddOnes()
{
    QFETCH(QByteArray, line);
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    const std::string text = line.toStdString();
    QCOMPARE(QString::fromStdString(told(decoder, text)),
             QString::fromStdString(told(decoder, test::withBlanks(text))));
}

void TestManagersText::aParserReadsTheSameOfSpoiltOnes()
{
    std::mt19937_64 random(test::seed());
    constexpr std::string_view Bytes = "{}[]:,\"\\ au0\n\xc3";
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    const std::string whole = lineOf(Usual);
    for (int i = 0; i < test::rounds(5'000); ++i) {
        std::string line = whole;
        test::spoil(line, random, Bytes);
        QCOMPARE(QString::fromStdString(told(decoder, line)),
                 QString::fromStdString(told(decoder, test::withBlanks(line))));
    }
}

void TestManagersText::otherTextsAreLeftToAParser_data()
{
    QTest::addColumn<QByteArray>("array");
    const auto add = [](const char *array) { QTest::newRow(array) << QByteArray(array); };
    add(" [ {\"manager\":\"a\"}]");
    add("[{\"manager\":\"a\"} ]");
    add("[{\"manager\":\"a\"},]");
    add("[{\"manager\":\"a\",}]");
    add("[{\"manager\" :\"a\"}]");
    add("[{\"manager\":\"\\u0061\"}]");
    add("[{\"manager\":7}]");
    add("[{\"later\":{}}]");
    add("[{\"fieldsV1\":[]}]");
}

void TestManagersText::otherTextsAreLeftToAParser()
{
    QFETCH(QByteArray, array);
    const std::string text = array.toStdString();
    json::TextCursor cursor(text);
    json::ValueReader values(text, 0, nullptr);
    std::vector<ManagedFields> entries;
    QVERIFY(!takeManagersText(cursor, values, entries) || !cursor.isAtEnd());
}

} // namespace tst_managerstext

WK_TEST(tst_managerstext, tst_managerstext::TestManagersText, QCoreApplication)
#include "tst_managerstext.moc"
