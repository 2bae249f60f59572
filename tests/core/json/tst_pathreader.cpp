// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/json/pathreader.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_pathreader {

using namespace wk;
using json::PathReader;

namespace {

constexpr char Thing[] = R"({"kind":"Thing","metadata":{"creationTimestamp":null,"name":"a"},
"data":{"y":"<b>","x":"1","z":null},"n":[1,2.5,1000000.5,10000000.0,true,{"a":[]}],"s":""})";

PathReader readerOf(const char *path)
{
    auto steps = json::parsePath(path);
    return PathReader({steps ? std::move(steps).value() : json::PathSteps()});
}

} // namespace

class PathReaderTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aCellIsWhatKubectlPrints_data();
    void aCellIsWhatKubectlPrints();
    void whatCannotBeFoundIsAnError();
    void onlyAValueWithoutPartsIsAKey();
    void oneDocumentFollowsTheOther();
};

/// All of these are what kubectl 1.32 printed as custom columns of the same object.
void PathReaderTest::aCellIsWhatKubectlPrints_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::newRow(".metadata.name") << QStringLiteral("a");
    QTest::newRow(".metadata.nope") << QStringLiteral("<none>");
    QTest::newRow(".nope.nope") << QStringLiteral("<none>");
    QTest::newRow(".metadata.creationTimestamp") << QStringLiteral("<nil>");
    QTest::newRow(".data") << QStringLiteral("map[x:1 y:<b> z:<nil>]");
    QTest::newRow(".data.*") << QStringLiteral("1,<b>,<nil>");
    QTest::newRow(".n") << QStringLiteral("[1 2.5 1.0000005e+06 10000000 true map[a:[]]]");
    QTest::newRow(".n[*]") << QStringLiteral("1,2.5,1.0000005e+06,10000000,true,map[a:[]]");
    QTest::newRow(".s") << QString();
    QTest::newRow("metadata") << QStringLiteral("map[creationTimestamp:<nil> name:a]");
}

void PathReaderTest::aCellIsWhatKubectlPrints()
{
    QFETCH(const QString, wanted);
    PathReader reader = readerOf(QTest::currentDataTag());
    QVERIFY(reader.read(Thing));
    const auto cell = reader.cell(0);
    QVERIFY(cell);
    QCOMPARE(QString::fromStdString(*cell), wanted);
}

void PathReaderTest::whatCannotBeFoundIsAnError()
{
    PathReader reader = readerOf(".n[99].x");
    QVERIFY(reader.read(Thing));
    QCOMPARE(reader.cell(0).error().text, std::string("array index out of bounds: index 99, length 6"));
    QCOMPARE(reader.first(0).error().text, std::string("array index out of bounds: index 99, length 6"));
    PathReader unlike = readerOf(".n[?(@>2)]"); // a whole number and another are of two types to Go
    QVERIFY(unlike.read(Thing));
    QCOMPARE(unlike.cell(0).error().text, std::string("incompatible types for comparison"));
}

void PathReaderTest::onlyAValueWithoutPartsIsAKey()
{
    const auto first = [](const char *path) {
        PathReader reader = readerOf(path);
        const bool isRead = reader.read(Thing).ok();
        return isRead ? reader.first(0) : Result<std::optional<json::PathScalar>>(Error{});
    };
    QVERIFY(first(".n[*]")->value() == json::PathScalar(std::int64_t(1)));
    QVERIFY(first(".s")->value() == json::PathScalar(std::string_view()));
    QVERIFY(!first(".nope")->has_value());
    QVERIFY(first(".metadata.creationTimestamp")->value() == json::PathScalar());
    QCOMPARE(first(".metadata").error().text, std::string("unsortable type"));
    QCOMPARE(first(".n").error().kind, ErrorKind::Invalid);
}

void PathReaderTest::oneDocumentFollowsTheOther()
{
    PathReader reader = readerOf(".kind");
    QVERIFY(reader.read(R"({"kind":"A"})"));
    QCOMPARE(*reader.cell(0), std::string("A"));
    QVERIFY(reader.read(R"({"kind":"B"})"));
    QCOMPARE(*reader.cell(0), std::string("B"));
    QCOMPARE(reader.read("{").error().kind, ErrorKind::BrokenFrame);
}

} // namespace tst_pathreader

WK_TEST(tst_pathreader, PathReaderTest, QCoreApplication)
#include "tst_pathreader.moc"
