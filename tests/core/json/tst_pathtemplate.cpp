// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/limits.h"
#include "core/json/pathreader.h"
#include "core/json/pathtemplate.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_pathtemplate {

using namespace wk;
using json::PathTemplate;

namespace {

constexpr char Things[] = R"({"apiVersion":"v1","kind":"List","metadata":{"resourceVersion":""},"items":[
{"apiVersion":"v1","kind":"Thing","metadata":{"creationTimestamp":null,"name":"a","namespace":"d",
 "labels":{"kubernetes.io/os":"linux"}},"data":{"x":"1","y":"<b>"},"n":[1,2.5,1000000,10000000.0,3]},
{"apiVersion":"v1","kind":"Thing","metadata":{"name":"b","namespace":"d"},"data":{"x":"2"},"n":[4]}]})";

QString printed(const char *text, const json::TemplateOptions &options = {})
{
    const auto parsed = PathTemplate::parse(text);
    if (!parsed)
        return QStringLiteral("no template: ") + QString::fromStdString(parsed.error().text);
    const auto out = parsed->print(Things, options);
    return QString::fromStdString(out ? *out : "error: " + out.error().text);
}

} // namespace

class PathTemplateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void itPrintsWhatKubectlPrints_data();
    void itPrintsWhatKubectlPrints();
    void eachActionIsAnArrayWhereThatIsAskedFor();
    void aMissingKeyIsAnErrorWhereThatIsAskedFor();
    void aPathIsReadWithAndWithoutItsDressing_data();
    void aPathIsReadWithAndWithoutItsDressing();
    void anEmptyPathFindsNothing();
    void whatIsNestedWithoutEndIsRefused();
    void whatMultipliesWithoutEndIsRefused();
};

/// All of these are what kubectl 1.32 printed of the same list, but for the errors' first words.
void PathTemplateTest::itPrintsWhatKubectlPrints_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("wanted");
    const auto row = [](const char *name, const char *text, const char *wanted) {
        QTest::newRow(name) << QByteArray(text) << QString::fromUtf8(wanted);
    };
    row("text outside of braces stands", ".items", ".items");
    row("values have blanks between them", "{.items[*].metadata.name}", "a b");
    row("what has parts is JSON", "{.items[*].data}", R"({"x":"1","y":"\u003cb\u003e"} {"x":"2"})");
    row("an array is one value", "{.items[0].n}", "[1,2.5,1000000,10000000,3]");
    row("its elements are several", "{.items[0].n[*]}", "1 2.5 1000000 10000000 3");
    row("null is null", "{.items[0].metadata.creationTimestamp}", "null");
    row("what is not there is nothing", "{.items[0].data.y} {.nope}", "<b> ");
    row("a range repeats what is in it", "{range .items[*]}{.data.x},{end}", "1,2,");
    row("ranges in ranges", R"({range .items[*]}{range .n[*]}{@} {end}{"\t"}{end})", "1 2.5 1000000 10000000 3 \t4 \t");
    row("a range of nothing", "{range .nope[*]}{.x}{end}|", "|");
    row("a range without an end goes on around itself", R"({range .items[*]}{.metadata.name}{"\n"})", "a\nb\n\n");
    row("what follows a range", "{range .items[0:1]}{@.metadata.name}{end}{.kind}", "aList");
    row("an index", "{.items[1].metadata.name}", "b");
    row("an index from the end", "{.items[0].n[-1]}", "3");
    row("a slice", "{.items[0].n[1:4:2]}", "2.5 10000000");
    row("a slice from the end", "{.items[0].n[-2:]}", "10000000 3");
    row("a slice of each other one", "{.items[0].n[::2]}", "1 1000000 3");
    row("a slice of none", "{.items[0].n[0:0]}z", "z");
    row("an index beyond the end", "{.items[9]}", "error: array index out of bounds: index 9, length 2");
    row("a slice backwards", "{.items[0].n[3:1]}", "error: starting index 3 is greater than ending index 1");
    row("an index of what has none", "{.kind[0]}", "error: only an array has elements by number");
    row("a filter by a text", R"({.items[?(@.metadata.name=="a")].data.x})", "1");
    row("… in other quotes", "{.items[?(@.metadata.name!='a')].data.x}", "2");
    row("a filter by a number", "{.items[?(@.n[0]>2)].metadata.name}", "b");
    row("… at most", "{.items[?(@.n[0]<=4)].metadata.name}", "a b");
    row("… at least", "{.items[?(@.n[0]>=4)].data.x}", "2");
    row("a filter by what is there", "{.items[?(@.data.y)].metadata.name}", "a");
    row("texts are compared by bytes", R"({.items[?(@.data.x<"2")].metadata.name})", "a");
    row("numbers of two sorts are not compared", "{.items[0].n[?(@>2)]}", "error: incompatible types for comparison");
    row("an operator that is none", "{.items[?(@.n<>2)]}", "error: unrecognized filter operator <>");
    row("only an array is filtered", "{.kind[?(@.a)]}", "error: only an array can be filtered");
    row("a key in brackets", "{.items[0].data['x']}", "1");
    row("dots in brackets divide, too", "{.items[*]['metadata.name','data.x']}", "a b 1 2");
    row("a union of numbers", "{.items[0,1].metadata.name}", "a b");
    row("a dot with a backslash is part of the name", R"({.items[0].metadata.labels.kubernetes\.io/os})", "linux");
    row("whatever is below", "{..x}", "1 2");
    row("… after a third dot, too", "{...x}", "1 2");
    row("all members, by their keys", "{.items[1].metadata.*}", "b d");
    row("a text's parts are its bytes", "{.items[0].metadata.name.*}", "97");
    row("$ and @ are where one stands", "{$.kind}{@.kind}", "ListList");
    row("escapes", R"({"a\tb\u00e9\x41"}{'it\'s'})", "a\tb\u00e9Ait's");
    row("braces in quotes", R"({.items[*].data.x}{"}"})", "1 2}");
    row("numbers and words of their own", "{1}{2.5}{true}", "12.5true");
    row("no closing brace", "{.items", "no template: unclosed action");
    row("no closing bracket", "{.items[0}", "no template: unterminated array");
    row("no closing quote", "{\"a}", "no template: unterminated quoted string");
    row("no closing filter", "{.items[?(@.a}", "no template: unterminated filter");
    row("a word that is none", "{foo}", "no template: unrecognized identifier foo");
    row("an end of nothing", "{end}", "no template: not in range, nothing to end");
    row("an index that is none", "{.items[x]}", "no template: invalid array index x");
    row("a sign that is none", "{~}", "no template: unrecognized character in action: '~'");
}

void PathTemplateTest::itPrintsWhatKubectlPrints()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QString, wanted);
    QCOMPARE(printed(text.constData()), wanted);
}

void PathTemplateTest::eachActionIsAnArrayWhereThatIsAskedFor()
{
    QCOMPARE(printed("{.items[*].metadata.name}x{.kind}", {.form = json::TemplateOptions::Form::Arrays}),
             QStringLiteral("[\n    \"a\",\n    \"b\"\n]\n[\n    \"x\"\n]\n[\n    \"List\"\n]\n"));
}

void PathTemplateTest::aMissingKeyIsAnErrorWhereThatIsAskedFor()
{
    QCOMPARE(printed("{.nope}", {.missing = json::MissingKeys::AreErrors}), QStringLiteral("error: nope is not found"));
}

void PathTemplateTest::aPathIsReadWithAndWithoutItsDressing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isRead");
    QTest::newRow("bare") << QByteArray("metadata.name") << true;
    QTest::newRow("with a dot") << QByteArray(".metadata.name") << true;
    QTest::newRow("with braces") << QByteArray("{metadata.name}") << true;
    QTest::newRow("with both") << QByteArray("{.metadata.name}") << true;
    QTest::newRow("with one brace") << QByteArray("{.metadata.name") << false;
    QTest::newRow("two of them") << QByteArray("{.a}{.b}") << false;
}

void PathTemplateTest::aPathIsReadWithAndWithoutItsDressing()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, isRead);
    const auto steps = json::parsePath(text.toStdString());
    QCOMPARE(steps.ok(), isRead);
    if (!isRead)
        return;
    QCOMPARE(steps->size(), 2u);
    QCOMPARE(steps->at(0).text, std::string("metadata"));
    QCOMPARE(steps->at(1).text, std::string("name"));
}

void PathTemplateTest::anEmptyPathFindsNothing()
{
    const auto steps = json::parsePath("");
    QVERIFY(steps);
    json::PathReader reader({*steps});
    QVERIFY(reader.read(Things));
    QCOMPARE(*reader.cell(0), std::string("<none>"));
}

void PathTemplateTest::whatIsNestedWithoutEndIsRefused()
{
    std::string ranges;
    for (int i = 0; i < 2 * limits::PathDepth; ++i)
        ranges += "{range .items[*]}";
    const auto parsed = PathTemplate::parse(ranges);
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().text, std::string("the template is nested too deeply"));
    QVERIFY(!PathTemplate::parse(std::string(limits::PathBytes + 1, 'a')));
    QVERIFY(PathTemplate::parse(std::string(limits::PathBytes, 'a')));
}

void PathTemplateTest::whatMultipliesWithoutEndIsRefused()
{
    constexpr int Depth = 30;
    std::string unions = "{"; // each twice as many as the one before
    for (int i = 0; i < Depth; ++i)
        unions += "[*,*]";
    std::string ranges; // each without its end is gone through twice
    for (int i = 0; i < limits::PathDepth; ++i)
        ranges += "{range}";
    for (const std::string &text : {unions + '}', ranges}) {
        const auto parsed = PathTemplate::parse(text);
        QVERIFY(parsed);
        const auto done = parsed->print(std::string(Depth, '[') + std::string(Depth, ']'), {.mostValues = 1'000'000});
        QVERIFY(!done);
        QCOMPARE(done.error().kind, ErrorKind::TooLarge);
    }
}

} // namespace tst_pathtemplate

WK_TEST(tst_pathtemplate, PathTemplateTest, QCoreApplication)
#include "tst_pathtemplate.moc"
