// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"
#include "core/source/kube/objecttext.h"
#include "core/source/kube/readcache.h"
#include "tests/support/blanks.h"
#include "tests/support/fixtures.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/spoil.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

#include <map>
#include <random>
#include <string>
#include <utility>

/// Objects that are read from the text say what a parser says of them.
namespace tst_objecttext {

using namespace wk;

class TestObjectText : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void podsAreReadFromTheText();
    void aParserReadsTheSameOfPods();
    void aParserReadsTheSameOfOddOnes_data();
    void aParserReadsTheSameOfOddOnes();
    void aParserReadsTheSameOfSpoiltOnes();
    void revisionsAreReadAsAlone();
    void whatOnlyLooksAlikeIsReadAsAlone_data();
    void whatOnlyLooksAlikeIsReadAsAlone();
    void otherTextsAreLeftToAParser_data();
    void otherTextsAreLeftToAParser();
};

namespace {

std::string timeText(const MaybeTime &time)
{
    return time ? formatMicroTime(*time) : "-";
}

/// All that is read of an object.
std::string told(const Object &object)
{
    std::string text = std::string(object.name) + '|' + std::string(object.ns) + '|' + object.uid.text() + '|' +
                       object.version.text() + '|' + timeText(object.created) + '|' + timeText(object.deleting);
    text += '|' + std::string(object.node) + '|' + std::string(object.phase) + '|' + std::to_string(int(object.ready)) +
            '|' + std::string(whyUnreadable(object.unreadable)) + '|' + timeText(object.seen);
    for (const auto &[key, value] : object.labels)
        text += "\nlabel " + std::string(key) + '=' + std::string(value);
    for (const OwnerReference &owner : object.owners)
        text += "\nowner " + owner.apiVersion + ' ' + owner.kind + ' ' + owner.name + ' ' + owner.uid.text() +
                (owner.controller ? " controls" : "");
    for (const ManagedFields &entry : object.managers)
        text += "\nmanager " + std::string(entry.manager) + ' ' + std::to_string(entry.fieldsHash);
    for (const Cell cell : object.cells)
        text += "\ncell " + std::to_string(cell.index()) + ' ' + cellText(cell);
    return text;
}

std::string told(Decoder &decoder, const std::string &line)
{
    const auto event = decoder.event(line);
    if (!event)
        return describe(event.error());
    return event->version.text() + ' ' + (event->object ? told(*event->object) : "no object");
}

std::string lineOf(const std::string &object)
{
    return R"({"type":"MODIFIED","object":)" + object + '}';
}

std::string rowLineOf(const std::string &row)
{
    return lineOf(R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"9"},)"
                  R"("columnDefinitions":null,"rows":[)" +
                  row + "]}");
}

constexpr const char *Usual =
    R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1","generateName":"web-","namespace":"shop",)"
    R"("uid":"7e3b2c1a-0d4f-4a6b-9c8d-1e2f3a4b5c6d","resourceVersion":"42","generation":2,)"
    R"("creationTimestamp":"2026-01-02T03:04:05Z","deletionTimestamp":"2026-01-02T04:04:05Z",)"
    R"("labels":{"app":"web","tier":"front"},"annotations":{"note":"a \"b\" \u003cc\u003e é\n"},)"
    R"("ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web","uid":"u1","controller":true,)"
    R"("blockOwnerDeletion":true}],"managedFields":[{"manager":"kubelet","operation":"Update","time":)"
    R"("2026-01-02T03:04:05Z","fieldsV1":{"f:status":{}}}]},"spec":{"nodeName":"node-1","containers":[{"name":"c",)"
    R"("ports":[{"containerPort":8080}],"args":["-x","1"],"tty":false}],"priority":-5,"x":null},"status":{)"
    R"("phase":"Running","conditions":[{"type":"Ready","status":"False","message":"a \"b\""},{"type":"Available",)"
    R"("status":"True"}],"podIPs":[{"ip":"10.0.0.1"}]}})";

std::string usualRow()
{
    return R"({"cells":["web-1","1/1",7,-3,true,null,"\u003cnone\u003e","node-1"],"object":)" + std::string(Usual) +
           "}";
}

} // namespace

void TestObjectText::podsAreReadFromTheText()
{
    test::PodFleet fleet({.seed = 3, .pods = 50, .nodes = 10});
    ReadCache cache;
    for (std::uint32_t pod = 0; pod < 50; ++pod) {
        const std::string object(fleet.object(pod));
        const auto read = readObjectText(object, cache);
        QVERIFY(read && read->hasIdentity && read->text == object);
        QCOMPARE(std::string(read->object.name), fleet.name(pod));
    }
    QVERIFY(readObjectText(Usual, cache));
    const std::string row = usualRow();
    const auto read = readRowText(row, cache);
    QVERIFY(read && read->text == Usual);
    QCOMPARE(read->object.cells.size(), 8u);
}

void TestObjectText::aParserReadsTheSameOfPods()
{
    test::PodFleet fleet({.seed = 4, .pods = 100, .nodes = 10});
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    for (int count = 0; count < 500; ++count) {
        const test::PodEvent happened = fleet.next();
        for (const std::string &line : {std::string(fleet.line(happened)), std::string(fleet.tableLine(happened))})
            QCOMPARE(told(decoder, line), told(decoder, test::withBlanks(line)));
    }
}

void TestObjectText::aParserReadsTheSameOfOddOnes_data()
{
    QTest::addColumn<QByteArray>("line");
    const auto add = [](const char *name, const std::string &line) {
        QTest::newRow(name) << QByteArray::fromStdString(line);
    };
    const auto changed = [](std::string text, std::string_view from, std::string_view to) {
        return text.replace(text.find(from), from.size(), to);
    };
    add("as usual", lineOf(Usual));
    add("a row", rowLineOf(usualRow()));
    add("nothing of it", lineOf(R"({"metadata":{}})"));
    add("no name", lineOf(R"({"kind":"Pod","metadata":{"uid":"u"},"status":{"phase":"x"}})"));
    add("a name with escapes", lineOf(changed(Usual, "web-1", R"(web\u002d1\n)")));
    add("a name beyond ASCII", lineOf(changed(Usual, "web-1", "wéb")));
    add("a number for a name", lineOf(changed(Usual, "\"web-1\"", "7")));
    add("a fraction somewhere", lineOf(changed(Usual, "8080", "80.5")));
    add("a great number somewhere", lineOf(changed(Usual, "8080", "12345678901234567890123")));
    add("half a surrogate pair", lineOf(changed(Usual, "\"-x\"", R"("\ud800")")));
    add("a pair", lineOf(changed(Usual, "\"-x\"", R"("\ud83d\ude00")")));
    add("no UTF-8", lineOf(changed(Usual, "\"-x\"", "\"\xff\"")));
    add("brackets of two kinds", lineOf(changed(Usual, R"("1"],)", R"("1"},)")));
    add("metadata twice", lineOf(changed(Usual, R"("spec")", R"("metadata":{"name":"b","labels":{}},"spec")")));
    add("labels twice", lineOf(changed(Usual, R"("annotations")", R"("labels":{"z":"y"},"annotations")")));
    add("a label that is a number", lineOf(changed(Usual, "\"front\"", "1")));
    add("labels that are null", lineOf(changed(Usual, R"({"app":"web","tier":"front"})", "null")));
    add("an owner with more", lineOf(changed(Usual, R"("uid":"u1")", R"("uid":"u1","more":{"a":[1]})")));
    add("an owner that does not control", lineOf(changed(Usual, R"("controller":true)", R"("controller":"true")")));
    add("a phase that is a list", lineOf(changed(Usual, "\"Running\"", "[]")));
    add("a condition that is none", lineOf(changed(Usual, R"({"type":"Available","status":"True"})", "7")));
    add("Available alone", lineOf(changed(Usual, "\"Ready\"", "\"Steady\"")));
    add("a time that is none", lineOf(changed(Usual, "2026-01-02T04:04:05Z", "soon")));
    add("spec that is a string", lineOf(R"({"metadata":{"name":"a"},"spec":"x","status":null})"));
    add("more behind the object", lineOf(std::string(Usual) + "x"));
    add("cells of all kinds", rowLineOf(changed(usualRow(), "-3", R"(1.5,{"a":1},[2],12345678901234567890)")));
    add("a cell with escapes", rowLineOf(changed(usualRow(), "1/1", R"(a\"\\\/\b\f\n\r\té\u00e9)")));
    add("no cells", rowLineOf(R"({"object":)" + std::string(Usual) + "}"));
    add("cells that are none", rowLineOf(R"({"cells":{},"object":)" + std::string(Usual) + "}"));
    add("cells twice", rowLineOf(changed(usualRow(), R"("object":)", R"("cells":["b"],"object":)")));
    add("cells behind", rowLineOf(R"({"object":)" + std::string(Usual) + R"(,"cells":["b"]})"));
    add("two objects",
        rowLineOf(changed(usualRow(), R"("object":)", R"("object":{"metadata":{"name":"b"}},"object":)")));
    add("conditions of the row", rowLineOf(changed(usualRow(), R"("object":)", R"("conditions":[{"a":1}],"object":)")));
    const auto event = [&](const std::string &times) {
        add(times.c_str(), lineOf(R"({"metadata":{},)" + times + '}'));
    };
    event(R"("eventTime":null,"lastTimestamp":"2026-01-02T03:04:05Z","series":null)");
    event(R"("eventTime":"2026-01-02T03:04:05.5Z","deprecatedLastTimestamp":"soon")");
    event(
        R"("lastTimestamp":7,"firstTimestamp":"2026-01-02T03:04:05Z","eventTime":{"lastObservedTime":"2026-01-02T03:04:05Z"})");
    event(R"("series":{"count":2,"lastObservedTime":"2026-01-02T03:04:05Z"},"eventTime":"2026-01-02T03:04:06Z")");
    event(R"("series":{"lastObservedTime":"2026-01-02T03:04:05Z","lastObservedTime":1})");
    event(R"("series":{"lastObservedTime":"2026-01-02T03:04:05Z"},"series":"2026-01-02T03:04:05\u005a")");
    event(R"("lastTimestamp":"2026-01-02T03:04:05Z","lastTimestamp":[])");
    add("300 cells", rowLineOf(changed(usualRow(), "7", [] {
            std::string cells = "0";
            for (int i = 1; i < 300; ++i)
                cells += ',' + std::to_string(i);
            return cells;
        }())));
}

void TestObjectText::aParserReadsTheSameOfOddOnes()
{
    QFETCH(QByteArray, line);
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    const std::string text = line.toStdString();
    QCOMPARE(QString::fromStdString(told(decoder, text)),
             QString::fromStdString(told(decoder, test::withBlanks(text))));
}

void TestObjectText::aParserReadsTheSameOfSpoiltOnes()
{
    std::mt19937_64 random(test::seed());
    constexpr std::string_view Bytes = "{}[]:,\"\\ au0\n\xc3";
    Decoder decoder(pods(), Decoder::Bodies::Drop);
    const std::string whole[] = {lineOf(Usual), rowLineOf(usualRow())};
    for (int i = 0; i < test::rounds(10'000); ++i) {
        std::string line = whole[i % 2];
        test::spoil(line, random, Bytes);
        QCOMPARE(QString::fromStdString(told(decoder, line)),
                 QString::fromStdString(told(decoder, test::withBlanks(line))));
    }
}

namespace {

/// All that comes of reading it.
std::string toldAfter(const std::string &object, const json::ReadText &before)
{
    ReadCache cache;
    const auto read = readObjectText(object, cache, &before);
    if (!read)
        return "left to a parser";
    std::string text = told(read->object);
    for (const json::ReadValue &value : read->values)
        text += "\n" + std::to_string(value.begin) + '+' + std::to_string(value.size) + ' ' +
                std::to_string(int(value.kind)) + ' ' + std::to_string(value.hash) + ' ' + std::to_string(value.mark);
    return text;
}

json::ReadValues valuesOf(const std::string &object)
{
    ReadCache cache;
    const json::ReadText nothing;
    auto read = readObjectText(object, cache, &nothing);
    return read ? std::move(read->values) : json::ReadValues();
}

} // namespace

/// What the revision before had too is not read again, and comes to the same.
void TestObjectText::revisionsAreReadAsAlone()
{
    test::PodFleet fleet({.seed = test::seed(), .pods = 20, .nodes = 5});
    std::mt19937_64 random(test::seed());
    std::map<std::uint32_t, std::string> held;
    std::size_t known = 0;
    for (int i = 0; i < test::rounds(1000); ++i) {
        const test::PodEvent event = fleet.next();
        std::string now(fleet.object(event.pod));
        const std::string before = std::exchange(held[event.pod], now);
        const json::ReadValues values = valuesOf(before);
        known += values.size();
        QCOMPARE(toldAfter(now, {before, values}), toldAfter(now, {}));
        test::spoil(now, random, "{}[]:,\"\\ au0\n\xc3");
        QCOMPARE(toldAfter(now, {before, values}), toldAfter(now, {}));
    }
    QVERIFY(known > std::size_t(test::rounds(1000)));
}

void TestObjectText::whatOnlyLooksAlikeIsReadAsAlone_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("now");
    const std::string part = R"({"nodeName":"n","phase":"x","more":")" + std::string(80, 'm') + R"("})";
    const std::string meta = R"({"metadata":{"name":"a"},)";
    const auto add = [](const char *name, const std::string &before, const std::string &now) {
        QTest::newRow(name) << QByteArray::fromStdString(before) << QByteArray::fromStdString(now);
    };
    add("the spec was the status", meta + "\"status\":" + part + '}', meta + "\"spec\":" + part + '}');
    add("the status was the spec", meta + "\"spec\":" + part + '}', meta + "\"status\":" + part + '}');
    add("the spec was another member", meta + "\"more\":" + part + '}', meta + "\"spec\":" + part + '}');
    add("the node goes", meta + "\"spec\":" + part + '}', meta + "\"spec\":{\"more\":\"x\"}}");
    add("two nodes", meta + R"("spec":{"nodeName":"b",)" + part.substr(1) + '}',
        meta + R"("spec":{"nodeName":"b",)" + part.substr(1) + '}');
    add("two specs", meta + "\"spec\":" + part + R"(,"spec":{}})", meta + "\"spec\":" + part + '}');
    add("nothing as before", meta + "\"spec\":" + part + '}', part);
}

void TestObjectText::whatOnlyLooksAlikeIsReadAsAlone()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, now);
    const std::string was = before.toStdString();
    const json::ReadValues values = valuesOf(was);
    QCOMPARE(toldAfter(now.toStdString(), {was, values}), toldAfter(now.toStdString(), {}));
}

void TestObjectText::otherTextsAreLeftToAParser_data()
{
    QTest::addColumn<QByteArray>("object");
    for (const char *object : {"", "{", "[]", "null", R"({"metadata":{"name":"a"}} )", R"({"metadata":{"name":"a"}}x)",
                               R"({ "metadata":{"name":"a"}})", R"({"metadata":{"name":7}})", R"({"metadata":[]})",
                               R"({"metadata":{"name":"\u0061"}})", R"({"metadata":{"labels":{"a":1}}})",
                               R"({"spec":{"nodeName":null}})", R"({"spec":[1}})", R"({"a":1,})"})
        QTest::newRow(object) << QByteArray(object);
}

void TestObjectText::otherTextsAreLeftToAParser()
{
    QFETCH(QByteArray, object);
    ReadCache cache;
    QVERIFY(!readObjectText(object.toStdString(), cache));
}

} // namespace tst_objecttext

WK_TEST(tst_objecttext, tst_objecttext::TestObjectText, QCoreApplication)
#include "tst_objecttext.moc"
