// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/valuekind.h"
#include "core/source/kube/tape.h"
#include "tests/support/randomjson.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <optional>
#include <string>
#include <vector>

namespace tst_tape {

using namespace wk;
namespace dom = simdjson::dom;

class TestTape : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theTapeSaysWhatTheDocumentDoes();
    void equalTreesHashEqual();
    void theCanonicalTextIsTheMinifiedOne();
    void treesThatDifferHashApart_data();
    void treesThatDifferHashApart();
    void greatTreesHaveNoHash();
    void namesAreCountedAtAllDepths();
    void onlyTheLastMemberIsLast();
};

/// A tree as text, twice: once from the tape and once from simdjson's own reader.
std::string told(TapeValue value)
{
    std::string text;
    switch (value.type()) {
    case '{':
        value.eachMember([&](std::string_view key, TapeValue child) {
            text.append("<").append(key).append(":").append(told(child)).append(">");
        });
        return "{" + text + "}";
    case '[': value.eachElement([&](TapeValue child) { text += told(child) + ","; }); return "[" + text + "]";
    case '"': return "'" + std::string(value.text()) + "'";
    case 'l': return std::to_string(value.integer());
    case 'd': return std::to_string(value.number());
    default: return std::string(1, value.type());
    }
}

std::string told(dom::element value)
{
    std::string text;
    switch (json::kindOf(value)) {
    case json::ValueKind::Object:
        for (const auto [key, child] : dom::object(value))
            text.append("<").append(key).append(":").append(told(child)).append(">");
        return "{" + text + "}";
    case json::ValueKind::Array:
        for (const dom::element child : dom::array(value))
            text += told(child) + ",";
        return "[" + text + "]";
    case json::ValueKind::String: return "'" + std::string(std::string_view(value)) + "'";
    case json::ValueKind::Integer: return std::to_string(std::int64_t(value));
    case json::ValueKind::Double: return std::to_string(double(value));
    case json::ValueKind::LargeInteger: return "u";
    case json::ValueKind::Bool: return bool(value) ? "t" : "f";
    case json::ValueKind::Null: return "n";
    }
    return {};
}

void TestTape::theTapeSaysWhatTheDocumentDoes()
{
    test::RandomJson random(11);
    dom::parser parser;
    for (int round = 0; round < 500; ++round) {
        const std::string text = random.object(4).dump();
        dom::element root;
        QCOMPARE(parser.parse(text).get(root), simdjson::SUCCESS);
        QCOMPARE(told(TapeValue::root(parser)), told(root));
    }
}

std::optional<ContentHash> hashOf(const std::string &text)
{
    dom::parser parser;
    return parser.parse(text).error() == simdjson::SUCCESS ? TapeValue::root(parser).contentHash() : std::nullopt;
}

struct Canonical {
    std::string text;
    std::uint32_t names = 0;
};

Canonical canonicalOf(const std::string &text)
{
    Canonical canonical;
    dom::parser parser;
    if (parser.parse(text).error() == simdjson::SUCCESS)
        canonical.names = TapeValue::root(parser).appendCanonical(canonical.text);
    return canonical;
}

void TestTape::equalTreesHashEqual()
{
    const std::string text = R"({"f:a":{"k:{\"name\":\"b\"}":{".":{}}},"n":[1,2.5,null,true]})";
    const std::string again = R"( { "f:a" : {"k:{\u0022name\":\"b\"}":{".":{}}},"n":[1,2.50,null, true]} )";
    QCOMPARE(hashOf(text), hashOf(again));
    QCOMPARE(canonicalOf(text).text, canonicalOf(again).text);
    QCOMPARE(canonicalOf(text).names, canonicalOf(again).names);

    dom::parser parser;
    const std::string twice = R"({"first":{"f:a":{},"f:b":{}},"x":7,"second":{"f:a":{},"f:b":{}}})";
    QVERIFY(parser.parse(twice).error() == simdjson::SUCCESS);
    std::vector<std::optional<ContentHash>> hashes;
    TapeValue::root(parser).eachMember([&](std::string_view, TapeValue value) {
        if (value.isObject())
            hashes.push_back(value.contentHash());
    });
    QCOMPARE(hashes.size(), 2u);
    QVERIFY(hashes[0] && hashes[0] == hashes[1]);
}

void TestTape::theCanonicalTextIsTheMinifiedOne()
{
    for (const char *text :
         {"{}", R"({"f:a":{".":{},"k:{\"a\\\":[\"b\"]}":{}},"":"\u0001é"})", R"([["a",{}],[],"b"])"}) {
        dom::parser parser;
        QCOMPARE(canonicalOf(text).text, std::string(simdjson::minify(parser.parse(std::string(text)))));
    }
}

void TestTape::treesThatDifferHashApart_data()
{
    QTest::addColumn<QByteArray>("a");
    QTest::addColumn<QByteArray>("b");
    QTest::newRow("another name") << QByteArray(R"({"a":{}})") << QByteArray(R"({"b":{}})");
    QTest::newRow("beside it or in it") << QByteArray(R"({"a":{},"b":{}})") << QByteArray(R"({"a":{"b":{}}})");
    QTest::newRow("another order") << QByteArray(R"({"a":{},"b":{}})") << QByteArray(R"({"b":{},"a":{}})");
    QTest::newRow("a string cut elsewhere") << QByteArray(R"({"ab":"c"})") << QByteArray(R"({"a":"bc"})");
    QTest::newRow("another number") << QByteArray(R"({"a":1})") << QByteArray(R"({"a":2})");
    QTest::newRow("an integer or not") << QByteArray(R"({"a":1})") << QByteArray(R"({"a":1.0})");
    QTest::newRow("true or false") << QByteArray(R"({"a":true})") << QByteArray(R"({"a":false})");
    QTest::newRow("nothing in it") << QByteArray(R"({"a":{}})") << QByteArray(R"({"a":[]})");
    QTest::newRow("one more nothing") << QByteArray(R"([[],[]])") << QByteArray(R"([[],[],[]])");
    QTest::newRow("in which of two") << QByteArray(R"([["a"],[]])") << QByteArray(R"([[],["a"]])");
}

void TestTape::treesThatDifferHashApart()
{
    QFETCH(QByteArray, a);
    QFETCH(QByteArray, b);
    const auto hashA = hashOf(a.toStdString());
    const auto hashB = hashOf(b.toStdString());
    QVERIFY(hashA && hashB);
    QVERIFY(hashA->first != hashB->first && hashA->second != hashB->second);
    QVERIFY(canonicalOf(a.toStdString()).text != canonicalOf(b.toStdString()).text);
}

void TestTape::greatTreesHaveNoHash()
{
    const auto listOf = [](int count) {
        std::string text = "[0";
        for (int i = 1; i < count; ++i)
            text += ",0";
        return text + ']';
    };
    QVERIFY(hashOf(listOf(100)));
    QVERIFY(!hashOf(listOf(1000)));
}

void TestTape::namesAreCountedAtAllDepths()
{
    QCOMPARE(canonicalOf(R"({"f:a":{".":{},"f:b":{}},"f:c":{}})").names, 4u);
    QCOMPARE(canonicalOf("{}").names, 0u);
    QCOMPARE(canonicalOf(R"(["a",{"b":{}}])").names, 1u);
}

void TestTape::onlyTheLastMemberIsLast()
{
    dom::parser parser;
    const std::string text = R"({"a":[1,2],"b":7,"c":{"d":"e"}})";
    QVERIFY(parser.parse(text).error() == simdjson::SUCCESS);
    const TapeValue root = TapeValue::root(parser);
    std::string last;
    root.eachMember([&](std::string_view key, TapeValue value) {
        if (value.isLastOf(root))
            last += key;
    });
    QCOMPARE(last, std::string("c"));
}

} // namespace tst_tape

WK_TEST(tst_tape, tst_tape::TestTape, NoApplication)

#include "tst_tape.moc"
