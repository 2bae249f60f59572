// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/yamlwriter.h"

#include "core/json/yamlscalar.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomjson.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <yaml-cpp/yaml.h>

namespace tst_yamlwriter {

using namespace wk;
using yaml::Writer;

class TestYamlWriter : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void writesAsKubectl_data();
    void writesAsKubectl();
    void leavesOutManagedFields();
    void scalars_data();
    void scalars();
    void loadsBackToTheSameValues();
    void refusesInWords();
};

namespace {

/// Empty when the node holds the value; else where they differ.
std::string difference(const YAML::Node &node, const nlohmann::json &value)
{
    const std::string here = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (value.is_object()) {
        if (!node.IsMap() || node.size() != value.size())
            return "no such mapping: " + here;
        for (const auto &member : node) {
            const auto found = value.find(member.first.Scalar());
            if (found == value.end())
                return "unknown key in: " + here;
            if (const std::string inner = difference(member.second, *found); !inner.empty())
                return inner;
        }
        return {};
    }
    if (value.is_array()) {
        if (!node.IsSequence() || node.size() != value.size())
            return "no such sequence: " + here;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (const std::string inner = difference(node[i], value[i]); !inner.empty())
                return inner;
        }
        return {};
    }
    const bool plain = node.Tag() == "?";
    if (value.is_string()) {
        const bool typed = plain && yaml::looksTyped(node.Scalar());
        return node.IsScalar() && !typed && node.Scalar() == value.get<std::string>() ? "" : "not the text: " + here;
    }
    if (value.is_null())
        return node.IsNull() ? "" : "not null";
    if (value.is_boolean())
        return plain && node.as<bool>() == value.get<bool>() ? "" : "not the boolean";
    if (value.is_number_integer())
        return plain && node.as<std::int64_t>() == value.get<std::int64_t>() ? "" : "not the number: " + here;
    return plain && node.as<double>() == value.get<double>() ? "" : "not the number: " + here;
}

} // namespace

void TestYamlWriter::writesAsKubectl_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("a pod with odd keys and numbers") << QByteArray("pod");
    QTest::newRow("a config map with every kind of text") << QByteArray("configmap");
}

void TestYamlWriter::writesAsKubectl()
{
    QFETCH(QByteArray, name);
    const auto text = yaml::fromJson(test::fixture("kubectl/" + name.toStdString() + ".json"));
    QVERIFY(text);
    QCOMPARE(QString::fromStdString(*text),
             QString::fromStdString(test::fixture("kubectl/" + name.toStdString() + ".kubectl.yaml")));
}

void TestYamlWriter::leavesOutManagedFields()
{
    const auto text = yaml::fromJson(test::fixture("kubectl/pod.json"), Writer::ManagedFields::LeftOut);
    QVERIFY(text);
    QCOMPARE(QString::fromStdString(*text), QString::fromStdString(test::fixture("kubectl/pod.plain.kubectl.yaml")));
}

void TestYamlWriter::scalars_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QByteArray>("yaml");
    QTest::newRow("a break that readers disagree on is escaped")
        << QByteArray(R"("a\u2028b\u0085c\ufeff")") << QByteArray("\"a\\Lb\\Nc\\uFEFF\"\n");
    QTest::newRow("what turns the writing direction, has no width, or is a control is escaped")
        << QByteArray(R"("\u202eb\u200bc\u009b\u00ad中")") << QByteArray("\"\\u202Eb\\u200Bc\\x9B\\xAD中\"\n");
    QTest::newRow("DEL is escaped") << QByteArray("\"a\x7f\"") << QByteArray("\"a\\x7F\"\n");
    QTest::newRow("a number beyond a double is text") << QByteArray("\"1e999\"") << QByteArray("1e999\n");
    QTest::newRow("a number below a double is a number") << QByteArray("\"1e-999\"") << QByteArray("\"1e-999\"\n");
    QTest::newRow("the 30th of February is text") << QByteArray("\"2026-02-30\"") << QByteArray("2026-02-30\n");
    QTest::newRow("the 29th of a leap year is a time")
        << QByteArray("\"2028-02-29\"") << QByteArray("\"2028-02-29\"\n");
    QTest::newRow("every digit of a 64-bit number stays")
        << QByteArray("18446744073709551615") << QByteArray("18446744073709551615\n");
    QTest::newRow("an empty root") << QByteArray("{}") << QByteArray("{}\n");
    QTest::newRow("a root that is a list") << QByteArray("[1,[2]]") << QByteArray("- 1\n- - 2\n");
    QTest::newRow("of equal keys the last one stands")
        << QByteArray(R"({"b":1,"a":2,"b":3})") << QByteArray("a: 2\nb: 3\n");
}

void TestYamlWriter::scalars()
{
    QFETCH(QByteArray, json);
    QFETCH(QByteArray, yaml);
    const auto text = yaml::fromJson(json.toStdString());
    QVERIFY(text);
    QCOMPARE(QByteArray::fromStdString(*text), yaml);
}

void TestYamlWriter::loadsBackToTheSameValues()
{
    test::RandomJson random(test::seed());
    Writer writer;
    for (int i = 0, end = test::rounds(500); i < end; ++i) {
        const nlohmann::json value = random.object(4);
        const auto text = writer.write(value.dump());
        QVERIFY(text);
        std::string found;
        try {
            found = difference(YAML::Load(std::string(*text)), value);
        } catch (const YAML::Exception &error) {
            found = error.what();
        }
        QVERIFY2(found.empty(), (found + "\n" + std::string(*text)).c_str());
    }
}

void TestYamlWriter::refusesInWords()
{
    QCOMPARE(int(yaml::fromJson("{").error().kind), int(ErrorKind::BrokenFrame));
    QCOMPARE(int(yaml::fromJson(std::string(2000, '[') + std::string(2000, ']')).error().kind),
             int(ErrorKind::TooLarge));
    std::string wide = "[0";
    for (int i = 0; i < 500'000; ++i)
        wide += ",0";
    for (int i = 0; i < 1000; ++i)
        wide.insert(wide.begin(), '[');
    wide.append(1001, ']');
    QCOMPARE(int(yaml::fromJson(wide).error().kind), int(ErrorKind::TooLarge));
}

} // namespace tst_yamlwriter

WK_TEST(tst_yamlwriter, TestYamlWriter, QCoreApplication)
#include "tst_yamlwriter.moc"
