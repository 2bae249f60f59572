// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/query/filterparser.h"

#include "core/query/filterlexer.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <array>

namespace tst_filterparser {

using namespace wk;

class TestFilterParser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void texts_data();
    void texts();
    void errors_data();
    void errors();
    void aTextWithASignIsOfferedInQuotes_data();
    void aTextWithASignIsOfferedInQuotes();
    void parseAndPrintAreInverse();
    void anyTextIsReadWithoutHarm();
    void tokensCoverTheText();
};

void TestFilterParser::texts_data()
{
    QTest::addColumn<QString>("canonical");
    const auto row = [](const char *text, const char *canonical) {
        QTest::newRow(text) << QString::fromUtf8(canonical);
    };
    row("", "");
    row("  \t ", "");
    row("web", "web");
    row("web and db", "web db");
    row("web AND db && x", "web db x");
    row("\"a b\"", "\"a b\"");
    row("\"web\"", "web");
    row("\"and\"", "\"and\"");
    row("\"phase\"", "\"phase\"");
    row("\"a\\\"b\\\\c\\n\"", "\"a\\\"b\\\\c\\n\"");
    row("kind:Pod", "kind:Pod");
    row("KIND:Pod", "kind:Pod");
    row("namespace:web", "ns:web");
    row("kind:Pod,Node", "kind:Pod,Node");
    row("kind: Pod , Node web", "kind:Pod,Node web");
    row("ns:\"a b\",c", "ns:\"a b\",c");
    row("name:-x,.y,/z", "name:\"-x\",\".y\",\"/z\"");
    row("name:not,and", "name:not,and");
    row("ns == \"web\"", "ns == \"web\"");
    row("ns==web", "ns == \"web\"");
    row("ns != web", "ns != \"web\"");
    row("ns!=web", "ns != \"web\"");
    row("not ns == web", "ns != \"web\"");
    row("!ns != web", "ns == \"web\"");
    row("ns in {web, \"a\"}", "ns in {\"web\", \"a\"}");
    row("ns in {web}", "ns == \"web\"");
    row("-ns in {a,b}", "!ns in {\"a\", \"b\"}");
    row("-kind:Pod", "!kind:Pod");
    row("not not kind:Pod", "kind:Pod");
    row("! - not x", "!x");
    row("phase", "phase");
    row("!phase web", "!phase web");
    row("label[\"app\"]:web", "label[\"app\"]:web");
    row("label[\"a/b.c\"] == \"x\"", "label[\"a/b.c\"] == \"x\"");
    row("label[\"app\"]", "label[\"app\"]");
    row("node-03.example/x", "node-03.example/x");
    row("中文 ns:é", "中文 ns:é");
    row("restarts>3", "restarts > 3");
    row("restarts<=\"3\" x", "restarts <= 3 x");
    row("size > 5kB", "size > 5kB");
    row("size >= 5K size<1.5Mi", "size >= 5K size < 1.5Mi");
    row("age < 3d4h", "age < 3d4h");
    row("not age < 10m", "!age < 10m");
    row("rv > 812", "rv > 812");
    row("ready < 1", "ready < 1");
    row("time >= 2026-09-01T12:00", "time >= \"2026-09-01T12:00\"");
    row("time == 2026-09-01T12:00:07.5Z", "time == \"2026-09-01T12:00:07.5Z\"");
    row("time < 2026-09-01", "time < 2026-09-01");
    row("status:Running", "phase:Running");
    row("column[\"Up-to-date\"] > 2", "column[\"Up-to-date\"] > 2");
    row("column[\"IP\"]:10", "column[\"IP\"]:10");
    row("reason == BackOff count > 3", "reason == \"BackOff\" count > 3");
    row("a or b", "a or b");
    row("a || b OR c", "a or b or c");
    row("a b or c", "a b or c");
    row("a (b or c)", "a (b or c)");
    row("a and (b or c) d", "a (b or c) d");
    row("(a b) c", "a b c");
    row("(a or b)", "a or b");
    row("a or (b or c)", "a or b or c");
    row("a or (b c)", "a or b c");
    row("a or b (c or d)", "a or b (c or d)");
    row("!(a or b)", "!(a or b)");
    row("not(a b)", "!(a b)");
    row("!(!(a b))", "a b");
    row("!(!(a or b)) c", "(a or b) c");
    row("!(a)", "!a");
    row("!(!a)", "a");
    row("\"or\"", "\"or\"");
    row("name:or", "name:or");
    row("type:added,modified changed:status.phase", "type:added,modified changed:status.phase");
}

void TestFilterParser::texts()
{
    QFETCH(QString, canonical);
    const FilterParse parse = parseFilter(QTest::currentDataTag());
    QVERIFY2(parse.filter, parse.error.sentence.c_str());
    QCOMPARE(QString::fromStdString(print(*parse.filter)), canonical);
    const FilterParse again = parseFilter(print(*parse.filter));
    QVERIFY(again.filter);
    QVERIFY(*again.filter == *parse.filter);
}

void TestFilterParser::errors_data()
{
    using Kind = FilterErrorKind;
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("offset");
    QTest::addColumn<int>("length");
    const auto row = [](const char *text, Kind kind, int offset, int length) {
        QTest::newRow(text) << int(kind) << offset << length;
    };
    row("manager:", Kind::ValueExpected, 8, 0);
    row("ns:a,", Kind::ValueExpected, 5, 0);
    row("ns:a,,b", Kind::ValueExpected, 5, 1);
    row("ns ==", Kind::ValueExpected, 5, 0);
    row("ns in", Kind::ValueExpected, 5, 0);
    row("ns in {", Kind::ValueExpected, 7, 0);
    row("ns in {a", Kind::CloseExpected, 8, 0);
    row("nginx:1.25", Kind::UnknownField, 0, 5);
    row("a b == c", Kind::UnknownField, 2, 1);
    row("ann[\"x\"]", Kind::UnknownField, 0, 3);
    row("a and", Kind::TermExpected, 5, 0);
    row("and a", Kind::TermExpected, 0, 3);
    row("a and and b", Kind::TermExpected, 6, 3);
    row("not", Kind::TermExpected, 3, 0);
    row("a , b", Kind::TermExpected, 2, 1);
    row("\"open", Kind::QuoteOpen, 0, 5);
    row("name:\"open", Kind::QuoteOpen, 5, 5);
    row("\"\"", Kind::TextEmpty, 0, 2);
    row("label:web", Kind::KeyExpected, 5, 1);
    row("label[app]", Kind::KeyExpected, 6, 3);
    row("label[\"app\"", Kind::CloseExpected, 11, 0);
    row("name contains x", Kind::NotUnderstood, 5, 8);
    row("a or", Kind::TermExpected, 4, 0);
    row("or a", Kind::TermExpected, 0, 2);
    row("a or or b", Kind::TermExpected, 5, 2);
    row("a and or b", Kind::TermExpected, 6, 2);
    row("()", Kind::TermExpected, 1, 1);
    row("(a", Kind::CloseExpected, 2, 0);
    row("a)", Kind::NotUnderstood, 1, 1);
    row("kind > Pod", Kind::NoOrder, 5, 1);
    row("label[\"app\"] <= 3", Kind::NoOrder, 13, 2);
    row("restarts > ", Kind::ValueExpected, 11, 0);
    row("restarts > many", Kind::NumberExpected, 11, 4);
    row("web restarts > \"x y\"", Kind::NumberExpected, 15, 5);
    row("size > large", Kind::SizeExpected, 7, 5);
    row("size == 5m", Kind::SizeExpected, 8, 2);
    row("size:1,x", Kind::SizeExpected, 7, 1);
    row("age > 5", Kind::DurationExpected, 6, 1);
    row("time > noon", Kind::TimeExpected, 7, 4);
    row("time > 2026-13-01", Kind::TimeExpected, 7, 10);
    row("time > 2026-09-01T25:00", Kind::TimeExpected, 7, 16);
    row("foo > 5", Kind::UnknownField, 0, 3);
    row("column:x", Kind::KeyExpected, 6, 1);
    row("ns = a", Kind::NotUnderstood, 3, 1);
    row(".spec.x", Kind::NotUnderstood, 0, 1);
    row("/re/", Kind::NotUnderstood, 0, 1);
    row("name:system:node", Kind::NotUnderstood, 11, 1);
    row("back\\slash", Kind::NotUnderstood, 4, 1);
    row("name:a>b", Kind::NotUnderstood, 6, 1);
}

void TestFilterParser::errors()
{
    QFETCH(int, kind);
    QFETCH(int, offset);
    QFETCH(int, length);
    const FilterParse parse = parseFilter(QTest::currentDataTag());
    QVERIFY(!parse.filter);
    QCOMPARE(int(parse.error.kind), kind);
    QCOMPARE(int(parse.error.offset), offset);
    QCOMPARE(int(parse.error.length), length);
    QVERIFY(parse.error.sentence.ends_with('.'));
}

void TestFilterParser::aTextWithASignIsOfferedInQuotes_data()
{
    QTest::addColumn<QString>("quoted");
    const auto row = [](const char *text, const char *quoted) { QTest::newRow(text) << QString::fromUtf8(quoted); };
    row("nginx:1.25", R"("nginx:1.25")");
    row("name:system:node", R"("system:node")");
    row("web name:system:serviceaccount:a:b and x", R"("system:serviceaccount:a:b")");
    row("name:a,system:node,b", R"("system:node")");
    row("back\\slash", R"("back\\slash")");
    row("(name:C:\\x)", R"("C:\\x")");
    row("a:b,c:d", R"("a:b,c:d")");
    row("user@host", R"("user@host")");
    row(".spec.x", R"(".spec.x")");
    row("foo=bar", R"("foo=bar")");
    row("ns = a", "");
    row("ns=a", "");
    row("a , b", "");
    row("a)", "");
    row("a b == c", "");
    row("name contains x", "");
}

void TestFilterParser::aTextWithASignIsOfferedInQuotes()
{
    QFETCH(QString, quoted);
    std::string text = QTest::currentDataTag();
    const FilterError error = parseFilter(text).error;
    QCOMPARE(QString::fromStdString(error.quoted), quoted);
    if (error.quoted.empty())
        return;
    QVERIFY(error.sentence.find(error.quoted) != std::string::npos);
    const std::string meant = filterTokens(error.quoted).front().text;
    QVERIFY2(parseFilter(text.replace(text.find(meant), meant.size(), error.quoted)).filter, text.c_str());
}

namespace {

std::string randomValue(std::mt19937_64 &random)
{
    static const std::array<const char *, 20> Atoms{"a",  "B", "0",   "-",  ".",  "/",     "_", " ", "\"", "\\",
                                                    "\n", "{", "and", "in", "ns", "phase", "é", ",", ":",  "or"};
    std::string value;
    for (std::size_t count = 1 + random() % 4; count > 0; --count)
        value += Atoms[random() % Atoms.size()];
    return value;
}

/// One that the field can read.
std::string randomValueOf(FilterField field, FilterOp op, std::mt19937_64 &random)
{
    static const std::array<const char *, 3> Sizes{"5kB", "512Ki", "90"};
    static const std::array<const char *, 3> Ages{"90s", "3d4h", "10m"};
    static const std::array<const char *, 3> Times{"2026-09-01", "2026-09-01T12:00", "2026-09-01T12:00:07.125Z"};
    static const std::array<const char *, 3> Numbers{"3", "250m", "1.5Gi"};
    switch (rankOf(field)) {
    case FilterRank::Bytes: return Sizes[random() % 3];
    case FilterRank::Duration: return Ages[random() % 3];
    case FilterRank::Time: return Times[random() % 3];
    case FilterRank::Cell: return isComparison(op) ? Numbers[random() % 3] : randomValue(random);
    case FilterRank::Text: return randomValue(random);
    }
    return {};
}

FilterClause randomTerm(std::mt19937_64 &random)
{
    const auto field = static_cast<FilterField>(random() % (int(FilterField::Text) + 1));
    const int ops = rankOf(field) == FilterRank::Text ? 3 : int(FilterOp::GreaterEqual) + 1;
    const auto op = field == FilterField::Text ? FilterOp::Contains : static_cast<FilterOp>(random() % ops);
    std::vector<std::string> values;
    const std::size_t most = field == FilterField::Text || isComparison(op) ? 1 : 1 + random() % 3;
    while (op != FilterOp::Exists && values.size() < most)
        values.push_back(randomValueOf(field, op, random));
    const std::string key = hasKey(field) ? randomValue(random) : std::string();
    return {random() % 2 == 0, FilterTerm(field, key, op, values), {}};
}

Filter randomFilter(std::mt19937_64 &random, int depth)
{
    std::vector<FilterClause> clauses;
    for (std::size_t count = 1 + random() % 3; count > 0; --count) {
        if (depth == 0 || random() % 3 > 0) {
            clauses.push_back(randomTerm(random));
            continue;
        }
        const Filter group = anyOf({randomFilter(random, depth - 1), randomFilter(random, depth - 1)});
        const Filter part = random() % 2 ? opposite(group) : group;
        clauses.insert(clauses.end(), part.clauses().begin(), part.clauses().end());
    }
    return Filter(std::move(clauses));
}

} // namespace

void TestFilterParser::parseAndPrintAreInverse()
{
    std::mt19937_64 random(test::seed());
    for (int i = 0, end = test::rounds(5000); i < end; ++i) {
        const Filter filter = random() % 50 ? randomFilter(random, 3) : Filter();
        const FilterParse parse = parseFilter(print(filter));
        QVERIFY2(parse.filter, print(filter).c_str());
        QVERIFY2(*parse.filter == filter, print(filter).c_str());
    }
}

void TestFilterParser::anyTextIsReadWithoutHarm()
{
    std::mt19937_64 random(test::seed());
    const std::string signs = "ns:label[]{}()<>|\"\\!-=&,.andotirsize5 \n\xC3\xA9";
    for (int i = 0, end = test::rounds(20000); i < end; ++i) {
        std::string text;
        for (std::size_t count = random() % 24; count > 0; --count)
            text += signs[random() % signs.size()];
        const FilterParse parse = parseFilter(text);
        if (parse.filter) {
            const FilterParse again = parseFilter(print(*parse.filter));
            QVERIFY2(again.filter && *again.filter == *parse.filter, text.c_str());
        } else {
            QVERIFY(parse.error.offset + parse.error.length <= text.size());
            QVERIFY(!parse.error.sentence.empty());
        }
    }
    QCOMPARE(int(parseFilter(std::string(100'000, 'a')).error.kind), int(FilterErrorKind::TooLong));
    QVERIFY(parseFilter(std::string(60'000, '!') + "a").filter);
    QCOMPARE(int(parseFilter(std::string(60'000, '(') + "a").error.kind), int(FilterErrorKind::TooDeep));
}

void TestFilterParser::tokensCoverTheText()
{
    const std::string text = "ns:web,\"a\\\"b\" !kind == Pod <";
    QStringList pieces;
    for (const FilterToken &token : filterTokens(text))
        pieces +=
            QString::number(int(token.kind)) + u':' + QString::fromStdString(text.substr(token.offset, token.length));
    using Kind = FilterToken::Kind;
    const QStringList expected{
        QStringLiteral("%1:ns").arg(int(Kind::Word)),           QStringLiteral("%1::").arg(int(Kind::Colon)),
        QStringLiteral("%1:web").arg(int(Kind::Word)),          QStringLiteral("%1:,").arg(int(Kind::Comma)),
        QStringLiteral("%1:\"a\\\"b\"").arg(int(Kind::Quoted)), QStringLiteral("%1:!").arg(int(Kind::Not)),
        QStringLiteral("%1:kind").arg(int(Kind::Word)),         QStringLiteral("%1:==").arg(int(Kind::Equal)),
        QStringLiteral("%1:Pod").arg(int(Kind::Word)),          QStringLiteral("%1:<").arg(int(Kind::Less))};
    QCOMPARE(pieces, expected);
}

} // namespace tst_filterparser

WK_TEST(tst_filterparser, TestFilterParser, QCoreApplication)
#include "tst_filterparser.moc"
