// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/prettyprint.h"

#include "tests/support/fixtures.h"
#include "tests/support/randomjson.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_prettyprint {

using namespace wk;
using json::PrintOptions;

class TestPrettyPrint : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void printsAsKubectl_data();
    void printsAsKubectl();
    void compactWatchLinesAreKubectls();
    void options_data();
    void options();
    void numbers_data();
    void numbers();
    void readsBackToTheSameValues();
    void refusesInWords_data();
    void refusesInWords();
};

void TestPrettyPrint::printsAsKubectl_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("a pod with odd keys and numbers") << QByteArray("pod");
    QTest::newRow("a config map with every kind of text") << QByteArray("configmap");
}

void TestPrettyPrint::printsAsKubectl()
{
    QFETCH(QByteArray, name);
    const auto text = json::prettyPrinted(test::fixture("kubectl/" + name.toStdString() + ".json"));
    QVERIFY2(text, text ? "" : describe(text.error()).c_str());
    QCOMPARE(QString::fromStdString(*text + "\n"),
             QString::fromStdString(test::fixture("kubectl/" + name.toStdString() + ".kubectl.json")));
}

void TestPrettyPrint::compactWatchLinesAreKubectls()
{
    json::Printer printer({PrintOptions::Layout::Compact, PrintOptions::Keys::Sorted, true});
    const std::string object = test::fixture("kubectl/configmap.json");
    const auto line = printer.print(object);
    QVERIFY(line);
    const std::string event = "{\"type\":\"MODIFIED\",\"object\":" + std::string(*line) + "}\n";
    QVERIFY(test::fixture("kubectl/watch.kubectl.jsonl").find(event) != std::string::npos);
}

void TestPrettyPrint::options_data()
{
    const QByteArray object = R"({"z":[],"metadata":{"name":"n","managedFields":[1]},"a":{},"z":[1]})";
    const QByteArray list =
        R"({"items":[{"metadata":{"managedFields":[],"name":"n"},"items":[{"metadata":{"managedFields":1}}]}]})";
    const PrintOptions compact{PrintOptions::Layout::Compact, PrintOptions::Keys::Sorted, true};
    PrintOptions given = compact;
    given.keys = PrintOptions::Keys::AsGiven;
    PrintOptions bare = compact;
    bare.managedFields = false;
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<PrintOptions>("options");
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("sorted, the last of equal keys stands")
        << object << compact << QByteArray(R"({"a":{},"metadata":{"managedFields":[1],"name":"n"},"z":[1]})");
    QTest::newRow("as given, nothing is lost") << object << given << object;
    QTest::newRow("without managedFields")
        << object << bare << QByteArray(R"({"a":{},"metadata":{"name":"n"},"z":[1]})");
    QTest::newRow("the objects of a list lose theirs, and nothing deeper does")
        << list << bare
        << QByteArray(R"({"items":[{"items":[{"metadata":{"managedFields":1}}],"metadata":{"name":"n"}}]})");
    QTest::newRow("what a strict parser refuses is shown as text")
        << QByteArray("{\"a\":1e400,\"b\":123456789012345678901234567890,\"c\":\"\xff\"}") << compact
        << QByteArray("{\"a\":\"1e400\",\"b\":\"123456789012345678901234567890\",\"c\":\"\xEF\xBF\xBD\"}");
    QTest::newRow("empty collections stay in line")
        << QByteArray(R"({"a":[ ],"b":{ },"c":[{}]})") << PrintOptions()
        << QByteArray("{\n    \"a\": [],\n    \"b\": {},\n    \"c\": [\n        {}\n    ]\n}");
}

void TestPrettyPrint::options()
{
    QFETCH(QByteArray, input);
    QFETCH(PrintOptions, options);
    QFETCH(QByteArray, output);
    const auto text = json::prettyPrinted(input.toStdString(), options);
    QVERIFY(text);
    QCOMPARE(QByteArray::fromStdString(*text), output);
}

void TestPrettyPrint::numbers_data()
{
    QTest::addColumn<QByteArray>("output");
    QTest::newRow("0") << QByteArray("0");
    QTest::newRow("-0.0") << QByteArray("-0");
    QTest::newRow("9223372036854775807") << QByteArray("9223372036854775807");
    QTest::newRow("18446744073709551615") << QByteArray("18446744073709551615");
    QTest::newRow("9007199254740993") << QByteArray("9007199254740993");
    QTest::newRow("1.0") << QByteArray("1");
    QTest::newRow("0.1") << QByteArray("0.1");
    QTest::newRow("1e20") << QByteArray("100000000000000000000");
    QTest::newRow("1e21") << QByteArray("1e+21");
    QTest::newRow("123456789e15") << QByteArray("1.23456789e+23");
    QTest::newRow("0.000001") << QByteArray("0.000001");
    QTest::newRow("1e-7") << QByteArray("1e-7");
    QTest::newRow("-1.5e-300") << QByteArray("-1.5e-300");
    QTest::newRow("1.7976931348623157e308") << QByteArray("1.7976931348623157e+308");
}

void TestPrettyPrint::numbers()
{
    QFETCH(QByteArray, output);
    const auto text = json::prettyPrinted(QTest::currentDataTag());
    QVERIFY(text);
    QCOMPARE(QByteArray::fromStdString(*text), output);
}

void TestPrettyPrint::readsBackToTheSameValues()
{
    test::RandomJson random(test::seed());
    for (int i = 0, end = test::rounds(300); i < end; ++i) {
        const nlohmann::json value = random.object(4);
        const auto text = json::prettyPrinted(value.dump());
        QVERIFY(text);
        QVERIFY(nlohmann::json::parse(*text, nullptr, false) == value);
    }
}

void TestPrettyPrint::refusesInWords_data()
{
    QTest::addColumn<QByteArray>("input");
    QTest::addColumn<int>("kind");
    QTest::newRow("no JSON") << QByteArray("hello world") << int(ErrorKind::BrokenFrame);
    QTest::newRow("nothing") << QByteArray() << int(ErrorKind::BrokenFrame);
    QTest::newRow("ends early") << QByteArray("{\"a\":1") << int(ErrorKind::BrokenFrame);
    QTest::newRow("100,000 levels") << QByteArray(100'000, '[') + QByteArray(100'000, ']') << int(ErrorKind::TooLarge);
    QTest::newRow("over 16 MiB") << QByteArray(17 << 20, ' ') << int(ErrorKind::TooLarge);
    QTest::newRow("indentation that multiplies a thousandfold")
        << QByteArray(1000, '[') + QByteArray("0,").repeated(500'000) + '0' + QByteArray(1000, ']')
        << int(ErrorKind::TooLarge);
}

void TestPrettyPrint::refusesInWords()
{
    QFETCH(QByteArray, input);
    QFETCH(int, kind);
    const auto text = json::prettyPrinted(std::string_view(input.constData(), input.size()));
    QVERIFY(!text);
    QCOMPARE(int(text.error().kind), kind);
    QVERIFY(!text.error().text.empty());
}

} // namespace tst_prettyprint

WK_TEST(tst_prettyprint, TestPrettyPrint, QCoreApplication)
#include "tst_prettyprint.moc"
