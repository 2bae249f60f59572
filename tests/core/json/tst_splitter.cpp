// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/splitter.h"
#include "tests/support/testregistry.h"

#include <QByteArray>
#include <QTest>

#include <string>

namespace tst_splitter {

using namespace wk;

namespace {

QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

std::string_view view(const QByteArray &text)
{
    return std::string_view(text.constData(), std::size_t(text.size()));
}

/// "key=value key=value|" with '|' for whole, '!' for broken.
QByteArray membersOf(std::string_view text)
{
    QByteArray out;
    json::Members members(text);
    while (members.next())
        out += bytes(members.key()) + '=' + bytes(members.value()) + ' ';
    return out + (members.isWhole() ? '|' : '!');
}

QByteArray elementsOf(std::string_view text)
{
    QByteArray out;
    json::Elements elements(text);
    while (elements.next())
        out += bytes(elements.value()) + ' ';
    return out + (elements.isWhole() ? '|' : '!');
}

} // namespace

class TestSplitter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void objectsFallIntoMembers_data();
    void objectsFallIntoMembers();
    void arraysFallIntoElements_data();
    void arraysFallIntoElements();
    void theLastOfEqualKeysCounts();
    void nestingCostsNothing();
    void everyPrefixIsBroken();
    void whereABlockEndsIsNoMatter();
    void eventsComeApart_data();
    void eventsComeApart();
};

void TestSplitter::objectsFallIntoMembers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("parts");
    const auto row = [](const char *name, const char *text, const char *parts) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(parts);
    };
    row("empty", "{}", "|");
    row("blanks everywhere", " { \"a\" : 1 ,\n\t\"b\" : [ ] } \r\n", "a=1 b=[ ] |");
    row("brackets in strings are text", R"({"a":"}]{[","b":"\"}"})", R"(a="}]{[" b="\"}" |)");
    row("a backslash before the last quote is escaped", R"({"a":"\\","b":2})", R"(a="\\" b=2 |)");
    row("nested", R"({"a":{"b":[{"c":"}"}]},"d":null})", R"(a={"b":[{"c":"}"}]} d=null |)");
    row("scalars", R"({"a":-1.5e3,"b":true,"c":1e400})", "a=-1.5e3 b=true c=1e400 |");
    row("an array is no object", "[1]", "!");
    row("nothing", "", "!");
    row("garbage behind", "{} x", "!");
    row("two values", "{}{}", "!");
    row("cut in a value", R"({"a":{"b":1)", "a= !");
    row("cut behind a member", R"({"a":1)", "a=1 !");
    row("no comma", R"({"a":1 "b":2})", "a=1 !");
    row("no colon", R"({"a" 1})", "!");
    row("no value", R"({"a":})", "a= !");
    row("a key that is no string", "{a:1}", "!");
    row("a byte order mark", "\xEF\xBB\xBF{}", "!");
}

void TestSplitter::objectsFallIntoMembers()
{
    QFETCH(QByteArray, text);
    QTEST(membersOf(view(text)), "parts");
}

void TestSplitter::arraysFallIntoElements_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("parts");
    QTest::newRow("empty") << QByteArray("[]") << QByteArray("|");
    QTest::newRow("objects") << QByteArray(R"([{"a":"]"},{},3])") << QByteArray(R"({"a":"]"} {} 3 |)");
    QTest::newRow("blanks") << QByteArray(" [ 1 , [2] ] ") << QByteArray("1 [2] |");
    QTest::newRow("cut") << QByteArray("[1,") << QByteArray("1 !");
    QTest::newRow("no comma") << QByteArray("[{}{}]") << QByteArray("{} !");
    QTest::newRow("an object is no array") << QByteArray("{}") << QByteArray("!");
    QTest::newRow("null") << QByteArray("null") << QByteArray("!");
}

void TestSplitter::arraysFallIntoElements()
{
    QFETCH(QByteArray, text);
    QTEST(elementsOf(view(text)), "parts");
}

void TestSplitter::theLastOfEqualKeysCounts()
{
    QCOMPARE(bytes(json::member(R"({"a":1,"b":2,"a":3})", "a").value()), QByteArray("3"));
    QVERIFY(!json::member(R"({"a":1})", "b"));
    QVERIFY(!json::member(R"({"a":1)", "a"));
}

void TestSplitter::nestingCostsNothing()
{
    const std::size_t depth = 1'000'000;
    const std::string deep = std::string(depth, '[') + std::string(depth, ']');
    QCOMPARE(json::valueEnd(deep, 0), deep.size());
    QCOMPARE(json::valueEnd(std::string_view(deep).substr(0, deep.size() - 1), 0), std::string_view::npos);
}

void TestSplitter::everyPrefixIsBroken()
{
    const std::string text = R"({"type":"ADDED","object":{"a":["\"",{"b":"\\"}],"c":{}}})";
    QVERIFY(json::splitEvent(text).has_value());
    for (std::size_t length = 0; length < text.size(); ++length)
        QVERIFY(!json::splitEvent(std::string_view(text).substr(0, length)));
}

void TestSplitter::whereABlockEndsIsNoMatter()
{
    const std::string parts[] = {R"("\"")",      R"("\\")", R"("\\\"}")", R"("[{")",
                                 R"({"a":"]"})", "[]",      R"("\\\\")",  R"("}\\\\\"]")"};
    for (std::size_t pad = 0; pad < 140; ++pad) {
        for (const std::string &part : parts) {
            const std::string text = "[\"" + std::string(pad, 'x') + "\"," + part + "," + part + "]";
            QCOMPARE(json::valueEnd(text, 0), text.size());
            QCOMPARE(json::valueEnd(text + "]}\"", 0), text.size());
            QCOMPARE(json::valueEnd(std::string_view(text).substr(0, text.size() - 1), 0), std::string_view::npos);
        }
    }
}

void TestSplitter::eventsComeApart_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("type");
    QTest::addColumn<QByteArray>("object");
    QTest::addColumn<bool>("fast");
    QTest::newRow("as every server writes it") << QByteArray(R"({"type":"ADDED","object":{"a":1}})")
                                               << QByteArray("ADDED") << QByteArray(R"({"a":1})") << true;
    QTest::newRow("turned round") << QByteArray(R"({"object":{"a":1},"type":"DELETED"})") << QByteArray("DELETED")
                                  << QByteArray(R"({"a":1})") << false;
    QTest::newRow("with blanks") << QByteArray(R"({ "type": "ADDED", "object": {} })") << QByteArray("ADDED")
                                 << QByteArray("{}") << false;
    QTest::newRow("no object") << QByteArray(R"({"type":"ADDED"})") << QByteArray() << QByteArray() << false;
    QTest::newRow("no type") << QByteArray(R"({"object":{}})") << QByteArray() << QByteArray() << false;
    QTest::newRow("type is a number") << QByteArray(R"({"type":1,"object":{}})") << QByteArray() << QByteArray()
                                      << false;
}

void TestSplitter::eventsComeApart()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, type);
    QFETCH(QByteArray, object);
    QFETCH(bool, fast);
    const auto parts = json::splitEvent(view(line));
    QCOMPARE(parts.has_value(), !type.isEmpty());
    if (parts) {
        QCOMPARE(bytes(parts->type), type);
        QCOMPARE(bytes(parts->object), object);
    }
    const auto quick = json::splitEventFast(view(line));
    QCOMPARE(quick.has_value(), fast);
    if (quick)
        QCOMPARE(bytes(quick->object), object);
}

} // namespace tst_splitter

WK_TEST(tst_splitter, TestSplitter, QCoreApplication)
#include "tst_splitter.moc"
