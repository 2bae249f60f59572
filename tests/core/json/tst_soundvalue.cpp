// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/soundvalue.h"
#include "tests/support/blockkinds.h"
#include "tests/support/fixtures.h"
#include "tests/support/spoil.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>
#include <simdjson.h>
#include <string>

/// What is sound a parser takes, and what API servers write is sound.
namespace tst_soundvalue {

using namespace wk;

class TestSoundValue : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAServerWritesIsSound_data();
    void whatAServerWritesIsSound();
    void otherValuesAreLeftToAParser_data();
    void otherValuesAreLeftToAParser();
    void randomValuesAndWhatIsNearlyOne();
    void depthIsBounded();
    void whereNothingStandsNoValueEnds();
};

namespace {

constexpr std::size_t None = std::string_view::npos;

/// One that API servers might write.
class Writer
{
public:
    explicit Writer(std::mt19937_64 &random)
        : m_random(random)
    {}

    std::string value(int depth)
    {
        switch (m_random() % (depth > 0 ? 7 : 5)) {
        case 0: return one({"true", "false", "null"});
        case 1: return one({"0", "7", "-1", "8080", "123456789012345678"});
        case 5: return object(depth);
        case 6: return array(depth);
        default: return string();
        }
    }
    std::string object(int depth)
    {
        std::string text = "{";
        for (std::size_t count = m_random() % 5; count > 0; --count)
            text += string() + ':' + value(depth - 1) + (count > 1 ? "," : "");
        return text + '}';
    }

private:
    std::string one(std::initializer_list<const char *> of) { return of.begin()[m_random() % of.size()]; }
    std::string array(int depth)
    {
        std::string text = "[";
        for (std::size_t count = m_random() % 5; count > 0; --count)
            text += value(depth - 1) + (count > 1 ? "," : "");
        return text + ']';
    }
    std::string string()
    {
        std::string text = "\"";
        for (std::size_t count = m_random() % (m_random() % 8 == 0 ? 40 : 4); count > 0; --count)
            text +=
                one({"name", "{", "}", "[", "]", ":", ",", "\\\"", "\\\\", "\\n", "\\u003c", "é", "水", "true", "1"});
        return text + '"';
    }

    std::mt19937_64 &m_random;
};

constexpr std::string_view Odd = "{}[]:,\"\\ aun10.-e\n\x7f\xc3\x80";

bool isTakenByAParser(const std::string &text)
{
    static simdjson::dom::parser parser;
    return parser.parse(simdjson::padded_string(text)).error() == simdjson::SUCCESS;
}

} // namespace

void TestSoundValue::whatAServerWritesIsSound_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char *value :
         {"{}", "[]", "\"\"", "\"a b\"", "0", "-1", "true", "false", "null", R"({"a":1})", R"({"a":[],"b":{}})",
          R"([1,"a",{"a":null},[true]])", R"({"":""})", R"("a\"b\\c\/d\b\f\n\r\t\u003c")", "\"é水\"", "{\"é\":\"水\"}",
          R"({"a":"{","b":"[1,\"","c":"\\"})", R"([{"containerPort":8080,"protocol":"TCP"},{"x":-5}])"})
        QTest::newRow(value) << QByteArray(value);
}

void TestSoundValue::whatAServerWritesIsSound()
{
    QFETCH(QByteArray, value);
    const std::string text = value.toStdString();
    for (const json::BlockKind kind : test::blockKinds()) {
        // Wherever it stands in a block, and whatever is behind it.
        for (std::size_t before = 0; before < 130; ++before) {
            for (const std::string_view behind : {",\"x\":1}", "]", "}"}) {
                const std::string whole = std::string(before, '[') + text + std::string(behind);
                QCOMPARE(json::soundValueEnd(whole, before, kind), before + text.size());
            }
        }
    }
}

void TestSoundValue::otherValuesAreLeftToAParser_data()
{
    QTest::addColumn<QByteArray>("value");
    for (const char *value : {"{ }",
                              "[1, 2]",
                              "[1.5]",
                              "[1e3]",
                              "[01]",
                              "[-]",
                              "[1234567890123456789]",
                              "[tru]",
                              "[truefalse]",
                              "[nul]",
                              "[1 2]",
                              "[1\"a\"]",
                              "[\"a\"1]",
                              "[\"a\"\"b\"]",
                              "[{}{}]",
                              "[[][]]",
                              "[1,]",
                              "[,1]",
                              "[,]",
                              "[:]",
                              "[1:2]",
                              R"(["a":1])",
                              R"({"a"})",
                              R"({"a",})",
                              R"({"a":})",
                              R"({"a":1,})",
                              R"({,"a":1})",
                              R"({"a":1,2})",
                              R"({"a":1,"b"})",
                              R"({"a":1 "b":2})",
                              R"({"a"::1})",
                              R"({"a":"b":1})",
                              R"({1:2})",
                              R"({[]:1})",
                              R"({"a":1])",
                              R"([1})",
                              R"({"a":[1})",
                              R"({"a":{"b":[}]})",
                              R"({"a":"b)",
                              "[",
                              "[[]",
                              "\"a",
                              R"(["\x"])",
                              R"(["\u00g0"])",
                              R"(["\ud800"])",
                              R"("\x")",
                              "[\"\n\"]",
                              "\"\n\"",
                              "[\"\xc3\"]",
                              "\"\xc3\"",
                              "[\xc3\xa9]",
                              "[\\]",
                              "[\"\\\"]",
                              R"({"a":{}"b":1})",
                              R"({"a":{},"b"})",
                              "",
                              "a",
                              "-",
                              "+1",
                              "]",
                              "}",
                              ",",
                              ":"})
        QTest::newRow(value) << QByteArray(value);
}

void TestSoundValue::otherValuesAreLeftToAParser()
{
    QFETCH(QByteArray, value);
    for (const json::BlockKind kind : test::blockKinds()) {
        for (std::size_t before = 0; before < 130; ++before) {
            const std::string whole = std::string(before, ' ') + value.toStdString();
            QCOMPARE(json::soundValueEnd(whole, before, kind), None);
        }
    }
}

void TestSoundValue::randomValuesAndWhatIsNearlyOne()
{
    std::mt19937_64 random(test::seed());
    int sound = 0;
    int others = 0;
    for (int i = 0; i < test::rounds(10'000); ++i) {
        const std::string before(random() % 70, '{');
        std::string text = Writer(random).object(4);
        const std::size_t spoilt = random() % 3;
        for (std::size_t count = spoilt; count > 0; --count)
            test::spoil(text, random, Odd);
        const std::size_t end = json::soundValueEnd(before + text, before.size());
        for (const json::BlockKind kind : test::blockKinds())
            QCOMPARE(json::soundValueEnd(before + text, before.size(), kind), end);
        if (spoilt == 0)
            QCOMPARE(end, before.size() + text.size());
        (end == None ? others : sound) += 1;
        if (end != None)
            QVERIFY2(isTakenByAParser(text.substr(0, end - before.size())), text.c_str());
        // What a parser does not take at all has no sound value of the same length.
        if (!isTakenByAParser(text))
            QVERIFY2(end != before.size() + text.size(), text.c_str());
    }
    QVERIFY(sound > test::rounds(10'000) / 10 && others > test::rounds(10'000) / 10);
}

void TestSoundValue::depthIsBounded()
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    for (const json::BlockKind kind : test::blockKinds()) {
        QCOMPARE(json::soundValueEnd(nested(64), 0, kind), std::size_t(128));
        QCOMPARE(json::soundValueEnd(nested(65), 0, kind), None);
        QCOMPARE(json::soundValueEnd(nested(100'000), 0, kind), None);
    }
}

void TestSoundValue::whereNothingStandsNoValueEnds()
{
    QCOMPARE(json::soundValueEnd("{}", 2), None);
    QCOMPARE(json::soundValueEnd("{}", 7), None);
    QCOMPARE(json::soundValueEnd("1", 0), std::size_t(1));
}

} // namespace tst_soundvalue

WK_TEST(tst_soundvalue, tst_soundvalue::TestSoundValue, QCoreApplication)
#include "tst_soundvalue.moc"
