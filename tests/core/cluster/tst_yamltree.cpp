// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/yamltree.h"

#include "core/base/limits.h"
#include "core/cluster/yamltype.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_yamltree {

using namespace wk;

namespace {

std::string print(const YamlNode &node)
{
    std::string out;
    if (!node.fault.empty())
        return "!" + std::to_string(node.line);
    switch (node.kind) {
    case YamlNode::Kind::Null: return "~";
    case YamlNode::Kind::Scalar: return node.quoted ? '"' + node.text + '"' : node.text;
    case YamlNode::Kind::Sequence:
        for (const YamlNode &item : node.items)
            out += (out.empty() ? "" : " ") + print(item);
        return '[' + out + ']';
    case YamlNode::Kind::Map:
        for (const auto &[key, value] : node.entries)
            out += (out.empty() ? "" : " ") + key + "@" + std::to_string(value.line) + ":" + print(value);
        return '{' + out + '}';
    }
    return out;
}

std::size_t countNodes(const YamlNode &node)
{
    std::size_t count = 1;
    for (const YamlNode &item : node.items)
        count += countNodes(item);
    for (const auto &[key, value] : node.entries)
        count += countNodes(value);
    return count;
}

Result<YamlNode> parse(const QByteArray &text)
{
    return parseYaml({text.constData(), std::size_t(text.size())}, "f");
}

} // namespace

class TestYamlTree : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void valuesKnowTheirLines_data();
    void valuesKnowTheirLines();
    void scalarsHaveTheTypeKubectlSees_data();
    void scalarsHaveTheTypeKubectlSees();
    void yamlsOwnTagsGiveTheTypeKubectlSees_data();
    void yamlsOwnTagsGiveTheTypeKubectlSees();
    void whatIsWrongWithOneValueIsItsOwnFault_data();
    void whatIsWrongWithOneValueIsItsOwnFault();
    void whatIsNoYamlTextIsRefusedWithItsLine_data();
    void whatIsNoYamlTextIsRefusedWithItsLine();
    void boundsHoldAtTheLimitAndBreakPastIt();
    void whatAliasesCopyIsBounded();
    void anyTextIsReadOrRefused();
};

void TestYamlTree::valuesKnowTheirLines_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("tree");
    QTest::newRow("nothing at all") << QByteArray("") << QByteArray("~");
    QTest::newRow("a comment alone") << QByteArray("# nothing\n") << QByteArray("~");
    QTest::newRow("maps and lists") << QByteArray("a: 1\nb:\n- x\n- y: 'z'\n")
                                    << QByteArray("{a@1:1 b@3:[x {y@4:\"z\"}]}");
    QTest::newRow("a byte order mark is passed over") << QByteArray("\xef\xbb\xbf"
                                                                    "a: 1\n")
                                                      << QByteArray("{a@1:1}");
    QTest::newRow("UTF-16, little endian, by its mark") << QByteArray("\xff\xfe"
                                                                      "a\0:\0 \0\xe4\0\n\0",
                                                                      12)
                                                        << QByteArray("{a@1:\xc3\xa4}");
    QTest::newRow("UTF-16, big endian, by its mark")
        << QByteArray("\xfe\xff\0a\0:\0 \0001", 10) << QByteArray("{a@1:1}");
    QTest::newRow("a tab between a key and its value") << QByteArray("a:\t1\n") << QByteArray("{a@1:1}");
    QTest::newRow("Windows line ends") << QByteArray("a: 1\r\nb: 2\r\n") << QByteArray("{a@1:1 b@2:2}");
    QTest::newRow("JSON is YAML") << QByteArray("{\"a\": [1, \"2\"],\n \"b\": null}")
                                  << QByteArray("{a@1:[1 \"2\"] b@2:~}");
    QTest::newRow("JSON with tabs") << QByteArray("{\n\t\"a\": {\n\t\t\"b\": \"c\"\n\t}\n}\n")
                                    << QByteArray("{a@2:{b@3:\"c\"}}");
    QTest::newRow("block scalars are text")
        << QByteArray("a: |\n  12\nb: >-\n  x\n  y\n") << QByteArray("{a@1:\"12\n\" b@3:\"x y\"}");
    QTest::newRow("only the first document is read") << QByteArray("a: 1\n---\nb: 2\n") << QByteArray("{a@1:1}");
    QTest::newRow("of a key given twice the last value counts")
        << QByteArray("a: 1\nb: 2\na: 3\n") << QByteArray("{a@3:3 b@2:2}");
    QTest::newRow("an alias is expanded")
        << QByteArray("a: &x {b: 1}\nc: *x\n") << QByteArray("{a@1:{b@1:1} c@1:{b@1:1}}");
    QTest::newRow("a merge key adds what is not there") << QByteArray("d: &d {p: 1, q: 2}\nu:\n  <<: *d\n  p: 3\n")
                                                        << QByteArray("{d@1:{p@1:1 q@1:2} u@3:{p@4:3 q@1:2}}");
    QTest::newRow("of several merged maps the first wins")
        << QByteArray("u:\n  <<: [{p: 1}, {p: 2, q: 3}]\n") << QByteArray("{u@2:{p@2:1 q@2:3}}");
}

void TestYamlTree::valuesKnowTheirLines()
{
    QFETCH(QByteArray, yaml);
    const auto tree = parse(yaml);
    QVERIFY2(tree.ok(), tree.ok() ? "" : describe(tree.error()).c_str());
    QTEST(QByteArray::fromStdString(print(*tree)), "tree");
}

void TestYamlTree::scalarsHaveTheTypeKubectlSees_data()
{
    QTest::addColumn<QByteArray>("scalar");
    QTest::addColumn<int>("type");
    const auto row = [](const char *scalar, YamlType type) {
        QTest::newRow(scalar) << QByteArray(scalar) << int(type);
    };
    for (const char *number : {"12345", "0", "-1", "+1", "1_000", "0x1F", "0o17", "017", "0b11", "1.5", ".5", "1.",
                               "12e4", "1E-3", ".inf", "-.INF", ".nan"})
        row(number, YamlType::Number);
    for (const char *truth : {"true", "True", "yes", "on", "OFF", "no", "false", "y", "N"})
        row(truth, YamlType::Bool);
    for (const char *null : {"~", "null", "Null", "NULL"})
        row(null, YamlType::Null);
    for (const char *text : {"abc", "'12345'", "\"true\"", "2001-01-01", "1.2.3", "12a", "0xZZ", "e12", "--1",
                             "10.0.0.1", "1:30:00", "nullx", "0x12345678901234567"})
        row(text, YamlType::Text);
}

void TestYamlTree::scalarsHaveTheTypeKubectlSees()
{
    QFETCH(QByteArray, scalar);
    const auto tree = parse("a: " + scalar);
    QVERIFY(tree.ok());
    QTEST(int(yamlType(*tree->find("a"))), "type");
}

void TestYamlTree::yamlsOwnTagsGiveTheTypeKubectlSees_data()
{
    QTest::addColumn<QByteArray>("scalar");
    QTest::addColumn<int>("type");
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *scalar, YamlType type, const char *text) {
        QTest::newRow(scalar) << QByteArray(scalar) << int(type) << QByteArray(text);
    };
    row("!!str 12", YamlType::Text, "12");
    row("!!str null", YamlType::Text, "null");
    row("!!str", YamlType::Text, "");
    row("!<tag:yaml.org,2002:str> true", YamlType::Text, "true");
    row("! 12", YamlType::Text, "12");
    row("!!binary MTI=", YamlType::Text, "12");
    row("!!binary \"MT\\nI=\"", YamlType::Text, "12");
    row("!!int '12'", YamlType::Number, "12");
    row("!!float '1.5'", YamlType::Number, "1.5");
    row("!!bool 'yes'", YamlType::Bool, "yes");
    row("!!null ''", YamlType::Null, "");
    row("!!null", YamlType::Null, "");
    row("!!timestamp 2001-01-01", YamlType::Text, "2001-01-01");
    row("&a !!str 12", YamlType::Text, "12");
}

void TestYamlTree::yamlsOwnTagsGiveTheTypeKubectlSees()
{
    QFETCH(QByteArray, scalar);
    const auto tree = parse("a: " + scalar);
    QVERIFY2(tree.ok(), tree.ok() ? "" : describe(tree.error()).c_str());
    const YamlNode *value = tree->find("a");
    QCOMPARE(value->fault, std::string());
    QTEST(int(yamlType(*value)), "type");
    QTEST(QByteArray::fromStdString(value->text), "text");
}

void TestYamlTree::whatIsWrongWithOneValueIsItsOwnFault_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("tree");
    const auto row = [](const char *name, const char *yaml, const char *tree) {
        QTest::newRow(name) << QByteArray(yaml) << QByteArray(tree);
    };
    row("a tag of somebody's own", "a: 1\nb: !mine 2\n", "{a@1:1 b@2:!2}");
    row("a tag of somebody's own on a map", "a: !python/object {c: d}\nb: 2\n", "{a@1:!1 b@2:2}");
    row("an unknown tag of YAML's own", "a: !!python/object {}\nb: 2\n", "{a@1:!1 b@2:2}");
    row("a tag of somebody's own on a key", "!mine a: 1\nb: 2\n", "{a@1:!1 b@2:2}");
    row("YAML's own tags on maps and lists", "a: !!seq [1]\nb: !!map {c: 2}\nd: !!set {e}\n",
        "{a@1:[1] b@2:{c@2:2} d@3:{e@3:~}}");
    row("a tagged merge key merges", "a: {!!merge <<: {c: 2}}\n", "{a@1:{c@1:2}}");
    row("a number that is none", "a: !!int x\nb: 2\n", "{a@1:!1 b@2:2}");
    row("a truth that is none", "a: !!bool maybe\nb: 2\n", "{a@1:!1 b@2:2}");
    row("nothing that is something", "a: !!null x\nb: 2\n", "{a@1:!1 b@2:2}");
    row("bytes that are no base64", "a: !!binary '***'\nb: 2\n", "{a@1:!1 b@2:2}");
    row("an alias inside what it names", "a: &x\n  b: *x\n  c: 1\n", "{a@1:{b@2:!2 c@3:1}}");
    row("a list as a key", "a:\n  b: 1\n  ? [x]\n  : 2\nc: 3\n", "{a@3:!3 c@5:3}");
    row("a merge of text", "a:\n  <<: b\nc: 3\n", "{a@2:!2 c@3:3}");
    row("an alias of what has a fault", "a: &x !mine 1\nb: *x\n", "{a@1:!1 b@1:!1}");
}

void TestYamlTree::whatIsWrongWithOneValueIsItsOwnFault()
{
    QFETCH(QByteArray, yaml);
    const auto tree = parse(yaml);
    QVERIFY2(tree.ok(), tree.ok() ? "" : describe(tree.error()).c_str());
    QTEST(QByteArray::fromStdString(print(*tree)), "tree");
}

void TestYamlTree::whatIsNoYamlTextIsRefusedWithItsLine_data()
{
    QTest::addColumn<QByteArray>("yaml");
    QTest::addColumn<QByteArray>("place");
    QTest::addColumn<QByteArray>("word");
    QTest::newRow("UTF-16 that is cut") << QByteArray("\xff\xfe"
                                                      "a\0:",
                                                      5)
                                        << QByteArray("f:1") << QByteArray("UTF-16");
    QTest::newRow("UTF-16 with half a pair")
        << QByteArray("\xfe\xff\xd8\x3d\0a", 6) << QByteArray("f:1") << QByteArray("UTF-16");
    QTest::newRow("UTF-16 with a control character")
        << QByteArray("\xfe\xff\0a\0\n\0\x1b", 8) << QByteArray("f:2") << QByteArray("control characters");
    QTest::newRow("UTF-16 without its mark") << QByteArray("a\0:\0 \0", 6) << QByteArray("f:1") << QByteArray("UTF-16");
    QTest::newRow("a NUL") << QByteArray("a: 1\nb: \0\n", 10) << QByteArray("f:2") << QByteArray("control characters");
    QTest::newRow("an escape sequence") << QByteArray("a: 1\n\nb: \x1b[2J\n") << QByteArray("f:3")
                                        << QByteArray("control characters");
    QTest::newRow("Latin-1") << QByteArray("a: \xe4\n") << QByteArray("f:1") << QByteArray("UTF-8");
    QTest::newRow("an open bracket") << QByteArray("a: 1\nb: [1, 2\n") << QByteArray("f:3") << QByteArray("not YAML");
    QTest::newRow("indentation that falls apart")
        << QByteArray("a:\n  b: 1\n c: 2\n") << QByteArray("f:3") << QByteArray("not YAML");
    QTest::newRow("a tab as indentation") << QByteArray("a:\n\tb: 1\n") << QByteArray("f:2") << QByteArray("spaces");
    QTest::newRow("a tab behind spaces") << QByteArray("a: 1\nb:\n- c:\n  \td: 1\n") << QByteArray("f:4")
                                         << QByteArray("spaces");
    QTest::newRow("an alias of nothing") << QByteArray("a: *x\n") << QByteArray("f:1") << QByteArray("not YAML");
}

void TestYamlTree::whatIsNoYamlTextIsRefusedWithItsLine()
{
    QFETCH(QByteArray, yaml);
    QFETCH(QByteArray, word);
    const auto tree = parse(yaml);
    QVERIFY(!tree.ok());
    QCOMPARE(tree.error().kind, ErrorKind::ConfigBroken);
    QTEST(QByteArray::fromStdString(tree.error().place), "place");
    QVERIFY2(tree.error().text.find(word.toStdString()) != std::string::npos, tree.error().text.c_str());
}

void TestYamlTree::boundsHoldAtTheLimitAndBreakPastIt()
{
    const auto nested = [](int depth) -> QByteArray {
        return "a: " + QByteArray(depth, '[') + QByteArray(depth, ']') + "\nb: 2\n";
    };
    const auto deepest = parse(nested(limits::YamlDepth - 1));
    QCOMPARE(print(*deepest).find('!'), std::string::npos);
    const auto tooDeep = parse(nested(limits::YamlDepth + 5));
    QVERIFY(print(*tooDeep).find('!') != std::string::npos);
    QCOMPARE(tooDeep->find("b")->text, std::string("2"));
    QVERIFY(!parse(QByteArray(100'000, '[')).ok());

    const auto list = [](int items) { return QByteArray("- x\n").repeated(items); };
    QVERIFY(parse(list(limits::YamlNodes - 1)).ok());
    QVERIFY(!parse(list(limits::YamlNodes)).ok());

    const auto comment = [](std::size_t bytes) { return QByteArray(qsizetype(bytes), '#'); };
    QVERIFY(parse(comment(limits::KubeconfigBytes)).ok());
    QVERIFY(!parse(comment(limits::KubeconfigBytes + 1)).ok());
}

void TestYamlTree::whatAliasesCopyIsBounded()
{
    // CVE-2019-11253: nine levels of nine would be 387 million values.
    QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n";
    for (int level = 1; level < 9; ++level) {
        const QByteArray below = "*a" + QByteArray::number(level - 1);
        const QByteArray name = "a" + QByteArray::number(level);
        bomb += name + ": &" + name + " [" + QByteArray(below + ",").repeated(8) + below + "]\n";
    }
    const auto exploded = parse(bomb + "z: 1\n");
    QVERIFY(exploded.ok());
    QVERIFY(countNodes(*exploded) < 2 * std::size_t(limits::YamlNodes));
    QCOMPARE(exploded->find("z")->text, std::string("1"));
    QVERIFY(exploded->find("a8")->fault.find("aliases") != std::string::npos ||
            print(*exploded->find("a8")).find('!') != std::string::npos);

    // One long text, named often: few values, many bytes.
    const auto heavy =
        parse("a: &a " + QByteArray(100'000, 'x') + "\nb: [" + QByteArray("*a,").repeated(1'000) + "*a]\n");
    QVERIFY(print(*heavy).size() < 3 * limits::KubeconfigBytes);
    QVERIFY(heavy->find("b")->items.back().fault.find("aliases") != std::string::npos);
    // Depth is counted through aliases as well.
    const QByteArray open(40, '[');
    const QByteArray close(40, ']');
    const auto deep = parse("a0: &a0 " + open + close + "\na1: " + open + "*a0" + close + "\n");
    QVERIFY(print(*deep->find("a1")).find("!") != std::string::npos);
}

void TestYamlTree::anyTextIsReadOrRefused()
{
    const std::vector<QByteArray> pieces = {"[",
                                            "]",
                                            "{",
                                            "}",
                                            ",",
                                            "a",
                                            ": ",
                                            "? ",
                                            "- ",
                                            "\n",
                                            "\n  ",
                                            "&x ",
                                            "*x ",
                                            "&y ",
                                            "*y ",
                                            "!t ",
                                            "!!str ",
                                            "!!int ",
                                            "!!binary ",
                                            "<<: ",
                                            "'",
                                            "\"",
                                            "|\n",
                                            "YQ==",
                                            "12",
                                            "~",
                                            "---\n",
                                            QByteArray(70, '['),
                                            QByteArray(70, ']')};
    std::mt19937_64 random(test::seed());
    int read = 0;
    for (int i = 0, end = test::rounds(5'000); i < end; ++i) {
        QByteArray text;
        for (std::uint64_t piece = 0, count = random() % 40; piece < count; ++piece)
            text += pieces[random() % pieces.size()];
        const auto tree = parse(text);
        read += tree.ok() ? 1 : 0;
        QVERIFY2(!tree.ok() || countNodes(*tree) < 2 * std::size_t(limits::YamlNodes), text.constData());
        QVERIFY2(tree.ok() || tree.error().kind == ErrorKind::ConfigBroken, text.constData());
    }
    QVERIFY(read > 0);
}

} // namespace tst_yamltree

WK_TEST(tst_yamltree, TestYamlTree, QCoreApplication)
#include "tst_yamltree.moc"
