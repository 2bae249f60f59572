// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/jsonpatch.h"
#include "tests/support/fixtures.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/randomedits.h"
#include "tests/support/testregistry.h"
#include "tests/support/wirearchive.h"

#include <QTest>

#include <map>

namespace tst_jsonpatch {

using namespace wk;
using nlohmann::json;

class TestJsonPatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void operations_data();
    void operations();
    void isPrintedToBeRead();
    void whatIsNoJsonHasNoPatch();
    void randomJsonIsPatchedExactly();
    void editedPodsArePatchedExactly();
    void aPodsLifeIsPatchedExactly();
    void recordedRevisionsArePatchedExactly();

private:
    void check(const std::string &before, const std::string &after);
};

namespace {

/// JSON with ' for ", so that it reads well here.
std::string quoted(const QByteArray &text)
{
    return QByteArray(text).replace('\'', '"').toStdString();
}

/// One operation a line: "add /a/0 1".
QString told(const std::string &patch)
{
    QStringList lines;
    for (const json &operation : json::parse(patch)) {
        std::string line = operation["op"].get<std::string>() + ' ' + operation["path"].get<std::string>();
        if (operation.contains("value"))
            line += ' ' + operation["value"].dump();
        lines += QString::fromStdString(line).replace(u'"', u'\'');
    }
    return lines.join(u'\n');
}

} // namespace

void TestJsonPatch::check(const std::string &before, const std::string &after)
{
    const Result<std::string> patch = jsonPatch(before, after);
    QVERIFY2(patch, before.c_str());
    const json wanted = json::parse(after);
    const json made = json::parse(before).patch(json::parse(*patch));
    QVERIFY2(made == wanted, (before + "\n" + after + "\n" + *patch).c_str());
}

void TestJsonPatch::operations_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("operations");
    const auto row = [](const char *name, const char *before, const char *after, const char *operations) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << QString::fromUtf8(operations);
    };
    row("equal texts", "{'a':1}", "{'a':1}", "");
    row("members in another order", "{'a':1,'b':2}", "{'b':2,'a':1}", "");
    row("a value", "{'a':{'b':1}}", "{'a':{'b':2}}", "replace /a/b 2");
    row("a number that is only written otherwise", "{'a':1}", "{'a':1.0}", "replace /a 1");
    row("members that came and went", "{'a':1,'b':2}", "{'b':2,'c':3}", "remove /a\nadd /c 3");
    row("a key with a slash and a tilde", "{'a/b~c':1}", "{'a/b~c':2}", "replace /a~1b~0c 2");
    row("another type", "{'a':[1]}", "{'a':{}}", "replace /a {}");
    row("another root", "[1]", "{'a':1}", "replace  {'a':1}");
    row("an element in front", "{'c':[{'name':'a'}]}", "{'c':[{'name':'n'},{'name':'a'}]}", "add /c/0 {'name':'n'}");
    row("an element changed behind one that went", "{'c':[{'name':'a'},{'name':'b','v':1}]}",
        "{'c':[{'name':'b','v':2}]}", "remove /c/0\nreplace /c/0/v 2");
    row("elements that trade places", "{'c':[{'name':'a'},{'name':'b'},{'name':'c'}]}",
        "{'c':[{'name':'c'},{'name':'a'},{'name':'b'}]}", "remove /c/2\nadd /c/0 {'name':'c'}");
    row("elements without keys go by place", "{'a':['x','y','z']}", "{'a':['x','w','z']}", "replace /a/1 'w'");
    row("one without a key that went", "{'a':['x','y','z']}", "{'a':['x','z']}", "remove /a/1");
    row("one without a key that came", "{'a':['x','z']}", "{'a':['x','y','z']}", "add /a/1 'y'");
    row("several that went go from behind", "{'a':[1,2,3]}", "{'a':[]}", "remove /a/2\nremove /a/1\nremove /a/0");
    row("equal keys count as the last", "{'a':1,'a':2}", "{'a':2}", "");
}

void TestJsonPatch::operations()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, operations);
    const Result<std::string> patch = jsonPatch(quoted(before), quoted(after));
    QVERIFY(patch);
    QCOMPARE(told(*patch), operations);
    check(quoted(before), quoted(after));
}

void TestJsonPatch::isPrintedToBeRead()
{
    QCOMPARE(QByteArray::fromStdString(jsonPatch(quoted("{'a':{'b':1}}"), quoted("{'a':{'b':{'c':2}}}")).value()),
             QByteArray("[\n    {\n        \"op\": \"replace\",\n        \"path\": \"/a/b\",\n        \"value\": {\n"
                        "            \"c\": 2\n        }\n    }\n]"));
    QCOMPARE(jsonPatch("{}", "{}").value(), std::string("[]"));
}

void TestJsonPatch::whatIsNoJsonHasNoPatch()
{
    QCOMPARE(jsonPatch("{", "{}").error().kind, ErrorKind::BrokenFrame);
    QCOMPARE(jsonPatch("{}", "").error().kind, ErrorKind::BrokenFrame);
}

void TestJsonPatch::randomJsonIsPatchedExactly()
{
    test::RandomEdits edits(test::seed());
    for (int i = 0; i < test::rounds(200) && !QTest::currentTestFailed(); ++i) {
        const json value = edits.json().object(5);
        check(value.dump(), edits.edited(value, 6).dump());
        check(value.dump(), edits.json().value(4).dump());
    }
}

void TestJsonPatch::editedPodsArePatchedExactly()
{
    const std::uint64_t seed = test::seed();
    test::PodFleet fleet({.seed = seed, .pods = 50, .nodes = 5});
    test::RandomEdits edits(seed);
    for (std::uint32_t i = 0; int(i) < test::rounds(40) && !QTest::currentTestFailed(); ++i) {
        const json pod = json::parse(fleet.object(i % fleet.size()));
        check(pod.dump(), edits.edited(pod, 20).dump());
    }
}

void TestJsonPatch::aPodsLifeIsPatchedExactly()
{
    test::PodFleet fleet({.seed = test::seed(), .pods = 50, .nodes = 5});
    std::map<std::uint32_t, std::string> held;
    for (int i = 0; i < test::rounds(150) && !QTest::currentTestFailed(); ++i) {
        const test::PodEvent event = fleet.next();
        const std::string after(fleet.object(event.pod));
        if (std::string &before = held[event.pod]; !before.empty())
            check(before, after);
        held[event.pod] = after;
    }
}

void TestJsonPatch::recordedRevisionsArePatchedExactly()
{
    const WireArchive archive(QStringLiteral("1.20"));
    if (!archive.isThere())
        QSKIP(archive.missing().constData());
    int patched = 0;
    for (const char *name : {"watch-pods", "watch-deployments", "watch-nodes", "watch-leases"}) {
        std::map<std::string, std::string> held;
        for (const QByteArray &line : archive.body(name).split('\n').mid(0, 60)) {
            const json event = json::parse(line.toStdString(), nullptr, false);
            if (event.is_discarded() || !event["object"].contains("metadata"))
                continue;
            const std::string after = event["object"].dump();
            std::string &before = held[event["object"]["metadata"].value("uid", "")];
            if (!before.empty()) {
                check(before, after);
                ++patched;
            }
            before = after;
        }
    }
    QVERIFY2(patched > 100, qPrintable(QString::number(patched)));
}

} // namespace tst_jsonpatch

WK_TEST(tst_jsonpatch, TestJsonPatch, QCoreApplication)
#include "tst_jsonpatch.moc"
