// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/patch.h"

#include "tests/core/apiserver/writefixture.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_patch {

using namespace wk;
using namespace wk::apiserver;

class TestPatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jsonPatches_data();
    void jsonPatches();
    void strategicPatches_data();
    void strategicPatches();
};

void TestPatch::jsonPatches_data()
{
    QTest::addColumn<QString>("patch");
    QTest::addColumn<QString>("left");
    const auto add = [](const char *name, const char *patch, const char *left) {
        QTest::newRow(name) << QString::fromUtf8(patch) << QString::fromUtf8(left);
    };
    add("add", R"([{"op":"add","path":"/b","value":2}])", R"({"a":[1],"b":2})");
    add("append", R"([{"op":"add","path":"/a/-","value":2}])", R"({"a":[1,2]})");
    add("remove", R"([{"op":"remove","path":"/a/0"}])", R"({"a":[]})");
    add("a test that holds", R"([{"op":"test","path":"/a/0","value":1},{"op":"replace","path":"/a","value":0}])",
        R"({"a":0})");
    add("a test that does not", R"([{"op":"test","path":"/a/0","value":2}])", "422");
    add("a path that is not there", R"([{"op":"remove","path":"/x/y"}])", "422");
    add("no array", R"({"op":"add"})", "400");
    add("no JSON", "[", "400");
    const QString copy = QStringLiteral(R"(,{"op":"copy","from":"","path":"/t"})");
    QTest::newRow("copies that double") << QStringLiteral(R"([{"op":"add","path":"/s","value":"%1"}%2])")
                                               .arg(QString(1'000'000, QLatin1Char('x')), copy + copy + copy)
                                        << QStringLiteral("413");
}

void TestPatch::jsonPatches()
{
    QFETCH(QString, patch);
    const auto left = applyPatch(parsed(R"({"a":[1]})"), {Patch::Kind::Operations, patch.toStdString()});
    const QString said = left ? QString::fromStdString(left->dump()) : QString::number(left.status().code);
    QTEST(said, "left");
}

void TestPatch::strategicPatches_data()
{
    QTest::addColumn<QString>("patch");
    QTest::addColumn<QString>("left");
    const auto add = [](const char *name, const char *patch, const char *left) {
        QTest::newRow(name) << QString::fromUtf8(patch) << QString::fromUtf8(left);
    };
    add("containers are merged by name", R"({"containers":[{"name":"b","image":"new"}]})",
        R"({"containers":[{"name":"a","image":"1"},{"name":"b","image":"new"}],"args":["x"],"finalizers":["f"]})");
    add("a container more", R"({"containers":[{"name":"c"}]})",
        R"({"containers":[{"name":"a","image":"1"},{"name":"b","image":"2"},{"name":"c"}],"args":["x"],"finalizers":["f"]})");
    add("a container less", R"({"containers":[{"name":"a","$patch":"delete"}]})",
        R"({"containers":[{"name":"b","image":"2"}],"args":["x"],"finalizers":["f"]})");
    add("other lists are replaced", R"({"args":["y"],"$setElementOrder/args":["y"]})",
        R"({"containers":[{"name":"a","image":"1"},{"name":"b","image":"2"}],"args":["y"],"finalizers":["f"]})");
    add("null removes", R"({"containers":null,"args":null})", R"({"finalizers":["f"]})");
    add("finalizers are a set",
        R"({"containers":null,"args":null,"finalizers":["f","g"],"$deleteFromPrimitiveList/finalizers":["f"]})",
        R"({"finalizers":["g"]})");
    add("replaced whole", R"({"$patch":"replace","x":1})", R"({"x":1})");
}

void TestPatch::strategicPatches()
{
    QFETCH(QString, patch);
    const auto left = applyPatch(
        parsed(R"({"containers":[{"name":"a","image":"1"},{"name":"b","image":"2"}],"args":["x"],"finalizers":["f"]})"),
        {Patch::Kind::Strategic, patch.toStdString()});
    QVERIFY(left);
    const QString said = QString::fromStdString(left->dump());
    QTEST(said, "left");
}

} // namespace tst_patch

WK_TEST(tst_patch, TestPatch, QCoreApplication)
#include "tst_patch.moc"
