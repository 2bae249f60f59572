// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

namespace tst_decoder {

using namespace wk;

class TestDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldIsRead();
    void anEventKeepsItsLine();
    void aTableEventHasCellsAndObject();
    void tablesOfOtherShapes_data();
    void tablesOfOtherShapes();
    void aTableBookmarkHasNoRow();
    void linesWithoutABodyAreKept();
    void columnsComeOnceAStream();
    void plainEventsGetPlainCells();
    void errorEventsAreErrors();
    void brokenLines_data();
    void brokenLines();
    void typedItemsAreGivenTheirIdentity();
    void customItemsKeepTheirs();
    void listMetadataMayStandBehindTheItems();
    void tablePages();
    void emptyLists_data();
    void emptyLists();
    void aListWithoutMetadataIsOne_data();
    void aListWithoutMetadataIsOne();
    void whatIsNoListIsAnError_data();
    void whatIsNoListIsAnError();
    void secretsHaveNoBody();
    void equalFieldSetsHashEqual();
};

void TestDecoder::everyFieldIsRead()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event = decoder.event(eventLine("MODIFIED", Pod));
    QVERIFY(event.ok());
    QCOMPARE(int(event->type), int(EventType::Modified));
    const Object &pod = *event->object;
    QCOMPARE(summary(pod), QByteArray("web-1 shop u-1 42"));
    QVERIFY(event->version == pod.version);
    QVERIFY(pod.created == parseTime("2026-11-21T10:41:07Z"));
    QVERIFY(pod.deleting == parseTime("2026-11-21T10:42:07Z"));
    QCOMPARE(QByteArray::fromStdString(*labelValue(pod, "app")), QByteArray("web"));
    QVERIFY(labelValue(pod, "odd")->empty());
    QVERIFY((pod.owners == Owners{{"apps/v1", "ReplicaSet", "web", "u-0", true}}));
    QCOMPARE(pod.managers.size(), 1u);
    QCOMPARE(bytes(pod.managers[0].manager), QByteArray("kubelet"));
    QCOMPARE(bytes(pod.managers[0].subresource), QByteArray("status"));
    QVERIFY(pod.managers[0].time == parseTime("2026-11-21T10:41:08Z"));
    QCOMPARE(QByteArray::fromStdString(pod.node), QByteArray("node-03"));
    QCOMPARE(QByteArray::fromStdString(pod.phase), QByteArray("Running"));
    QCOMPARE(int(pod.ready), int(Readiness::False));
}

void TestDecoder::anEventKeepsItsLine()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const std::string line = eventLine("ADDED", Pod);
    const auto event = decoder.event(line);
    QVERIFY(event.ok());
    QCOMPARE(event->wireBytes, line.size() + 1);
    QVERIFY(event->object->body.line() == line);
    QVERIFY(event->object->body.object() == Pod);
    const std::string odd = std::string("{ \"object\": ") + Pod + ", \"type\": \"ADDED\" }";
    QVERIFY(decoder.event(odd)->object->body.object() == Pod);
    // Unless it stands for a list, whose pages have no lines.
    const auto initial = decoder.event(line, 0, Decoder::Place::Initial);
    QCOMPARE(initial->wireBytes, line.size() + 1);
    QVERIFY(initial->object->body.line() == Pod);
}

void TestDecoder::aTableEventHasCellsAndObject()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const std::string line = eventLine(
        "ADDED",
        tableOf(R"([{"name":"Name","type":"string","format":"name"},{"name":"IP","type":"string","priority":1}])",
                std::string(R"([{"cells":["web-1",7,1.5,true,null,{"a":1}],"object":)") + Pod + "}]"));
    const auto event = decoder.event(line);
    QVERIFY(event.ok());
    QCOMPARE(event->columns->size(), 2u);
    QCOMPARE(event->columns->at(1).priority, 1);
    const Object &pod = *event->object;
    QVERIFY((pod.cells == std::vector<Cell>{std::string("web-1"), std::int64_t(7), 1.5, true, std::monostate{},
                                            std::string("{\"a\":1}")}));
    QCOMPARE(summary(pod), QByteArray("web-1 shop u-1 42"));
    QVERIFY(pod.body.object() == Pod);
    QVERIFY(pod.body.line() == line);
}

void TestDecoder::tablesOfOtherShapes_data()
{
    QTest::addColumn<QByteArray>("table");
    const QByteArray pod(Pod);
    const QByteArray head = R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"50"},)";
    QTest::newRow("as every server writes it")
        << head + R"("columnDefinitions":null,"rows":[{"cells":["web-1",1],"object":)" + pod + "}]}";
    QTest::newRow("conditions between")
        << head + R"("rows":[{"cells":["web-1",1],"conditions":[{"type":"Completed"}],"object":)" + pod + "}]}";
    QTest::newRow("the object first") << head + R"("rows":[{"object":)" + pod + R"(,"cells":["web-1",1]}]})";
    QTest::newRow("something behind the object")
        << head + R"("rows":[{"cells":["web-1",1],"object":)" + pod + R"(,"more":{}}]})";
    QTest::newRow("something behind the rows")
        << head + R"("rows":[{"cells":["web-1",1],"object":)" + pod + R"(}],"more":[{}]})";
    QTest::newRow("blanks") << head + R"( "rows" : [ {"cells" : ["web-1", 1], "object": )" + pod + " } ] }";
    QTest::newRow("the rows before the columns")
        << head + R"("rows":[{"cells":["web-1",1],"object":)" + pod + R"(}],"columnDefinitions":[]})";
}

void TestDecoder::tablesOfOtherShapes()
{
    QFETCH(QByteArray, table);
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event = decoder.event(eventLine("ADDED", table.toStdString()));
    QVERIFY(event.ok());
    QCOMPARE(summary(*event->object), QByteArray("web-1 shop u-1 42"));
    QVERIFY((event->object->cells == std::vector<Cell>{std::string("web-1"), std::int64_t(1)}));
    QVERIFY(event->object->body.object() == Pod);
    const auto page = decoder.page(table.toStdString());
    QVERIFY(page.ok());
    QCOMPARE(page->objects.size(), 1u);
    QVERIFY(page->objects[0]->body.object() == Pod);
    QVERIFY(page->objects[0]->cells == event->object->cells);
}

void TestDecoder::aTableBookmarkHasNoRow()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event = decoder.event(eventLine(
        "BOOKMARK", tableOf("null", R"([{"cells":["","0/0"],"object":{"metadata":{"resourceVersion":"50"}}}])")));
    QVERIFY(event.ok());
    QVERIFY(!event->object && !event->columns);
    QCOMPARE(QByteArray::fromStdString(event->version.text()), QByteArray("50"));
    const auto plain = decoder.event(eventLine(
        "BOOKMARK",
        R"({"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"51","creationTimestamp":null},"spec":{"containers":null},"status":{}})"));
    QVERIFY(plain.ok() && !plain->object);
    QCOMPARE(QByteArray::fromStdString(plain->version.text()), QByteArray("51"));
}

void TestDecoder::linesWithoutABodyAreKept()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const std::string table = tableOf("null", R"([{"cells":["",0],"object":{"metadata":{"resourceVersion":"50"}}}])");
    const std::string status =
        R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410})";
    const std::string mark = R"({"kind":"Pod","metadata":{"resourceVersion":"51"}})";
    for (const std::string &line :
         {eventLine("BOOKMARK", table), eventLine("BOOKMARK", mark), eventLine("ERROR", status)})
        QVERIFY(decoder.event(line)->line == line);
    QVERIFY(decoder.event(eventLine("ADDED", Pod))->line.empty()); // its body has it
    const auto marked = [&](std::size_t blanks) {
        return decoder.event(eventLine("BOOKMARK", mark.substr(0, mark.size() - 1) + std::string(blanks, ' ') + "}"));
    };
    QVERIFY(!marked(LineKept - 200)->line.empty());
    QVERIFY(marked(LineKept).ok());
    QVERIFY(marked(LineKept)->line.empty());
}

void TestDecoder::columnsComeOnceAStream()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const std::string rows = std::string(R"([{"cells":["web-1"],"object":)") + Pod + "}]";
    QVERIFY(!decoder.event(eventLine("ADDED", tableOf("null", rows)))->columns);
    QVERIFY(!decoder.event(eventLine("ADDED", tableOf("[]", rows)))->columns);
    QVERIFY(decoder.event(eventLine("ADDED", tableOf("[{}]", rows)))->columns);
}

void TestDecoder::plainEventsGetPlainCells()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event = decoder.event(eventLine("ADDED", Pod));
    QVERIFY((event->object->cells == std::vector<Cell>{std::string("web-1"), std::string("2026-11-21T10:41:07Z")}));
    QCOMPARE(Decoder::plainColumns()->size(), 2u);
    QVERIFY(event->columns == Decoder::plainColumns());
}

void TestDecoder::errorEventsAreErrors()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event =
        decoder.event(eventLine("ERROR", R"({"kind":"Status","reason":"Expired","code":410,"message":"too old"})"));
    QVERIFY(event.ok());
    QCOMPARE(int(event->type), int(EventType::Error));
    QCOMPARE(int(event->error.kind), int(ErrorKind::Expired));
    QVERIFY(!event->object);
    QCOMPARE(int(decoder.event(eventLine("ERROR", "null"))->error.kind), int(ErrorKind::ServerError));
}

void TestDecoder::brokenLines_data()
{
    QTest::addColumn<QByteArray>("line");
    const std::string whole = eventLine("ADDED", Pod);
    QTest::newRow("C23 cut in the middle") << bytes(whole.substr(0, whole.size() / 2));
    QTest::newRow("C23 cut before the last bracket") << bytes(whole.substr(0, whole.size() - 1));
    QTest::newRow("C23 two events in one line") << bytes(whole + whole);
    QTest::newRow("C23 garbage behind") << bytes(whole + "x");
    QTest::newRow("a byte order mark") << bytes("\xEF\xBB\xBF" + whole);
    QTest::newRow("C25 unknown type") << bytes(eventLine("SEEN", Pod));
    QTest::newRow("C25 no type") << bytes(R"({"object":{}})");
    QTest::newRow("C25 no object") << bytes(R"({"type":"ADDED"})");
    QTest::newRow("C25 object is null") << bytes(eventLine("ADDED", "null"));
    QTest::newRow("C25 object is a number") << bytes(eventLine("ADDED", "7"));
    QTest::newRow("two objects where one should be") << bytes(eventLine("ADDED", "{},{}"));
    QTest::newRow("C23 text") << QByteArray("too many requests");
    QTest::newRow("C25 table without rows") << bytes(eventLine("ADDED", tableOf("null", "[]")));
    QTest::newRow("C25 an object of another kind")
        << bytes(eventLine("ADDED", R"({"kind":"Node","apiVersion":"v1","metadata":{"name":"a"}})"));
    QTest::newRow("C25 a table of another kind") << bytes(
        eventLine("ADDED", tableOf("null", R"([{"cells":["a"],"object":{"kind":"Node","metadata":{"name":"a"}}}])")));
    QTest::newRow("C25 table of two rows")
        << bytes(eventLine("ADDED", tableOf("null", R"([{"object":{}},{"object":{}}])")));
}

void TestDecoder::brokenLines()
{
    QFETCH(QByteArray, line);
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event = decoder.event(std::string_view(line.constData(), std::size_t(line.size())));
    QVERIFY(!event.ok());
    QCOMPARE(int(event.error().kind), int(ErrorKind::BrokenFrame));
}

void TestDecoder::typedItemsAreGivenTheirIdentity()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto page = decoder.page(
        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9","continue":"t","remainingItemCount":3},)"
        R"("items":[{"metadata":{"name":"a","resourceVersion":"7"}},{}]})");
    QVERIFY(page.ok());
    QCOMPARE(QByteArray::fromStdString(page->version.text()), QByteArray("9"));
    QCOMPARE(QByteArray::fromStdString(page->continueToken), QByteArray("t"));
    QVERIFY(page->remaining == 3);
    QCOMPARE(page->objects.size(), 2u);
    QCOMPARE(bytes(page->objects[0]->body.object()),
             QByteArray(R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"7"}})"));
    QCOMPARE(bytes(page->objects[1]->body.object()), QByteArray(R"({"kind":"Pod","apiVersion":"v1"})"));
    QVERIFY(page->columns == Decoder::plainColumns());
}

void TestDecoder::customItemsKeepTheirs()
{
    Decoder decoder(widgets(), Decoder::Bodies::Keep);
    const char *item = R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"}})";
    const auto page = decoder.page(R"({"apiVersion":"example.com/v1","items":[)" + std::string(item) +
                                   R"(],"kind":"WidgetList","metadata":{"continue":"","resourceVersion":"9"}})");
    QVERIFY(page.ok());
    QCOMPARE(bytes(page->objects[0]->body.object()), QByteArray(item));
}

void TestDecoder::listMetadataMayStandBehindTheItems()
{
    Decoder decoder(widgets(), Decoder::Bodies::Keep);
    const auto page = decoder.page(R"({"items":[{"metadata":{"name":"a"}}],"metadata":{"resourceVersion":"9"}})");
    QVERIFY(page.ok());
    QCOMPARE(QByteArray::fromStdString(page->version.text()), QByteArray("9"));
    QCOMPARE(page->objects.size(), 1u);
}

void TestDecoder::tablePages()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto page = decoder.page(tableOf(R"([{"name":"Name"}])", std::string(R"([{"cells":["web-1"],"object":)") +
                                                                       Pod + R"(},{"cells":["b"],"object":null}])"));
    QVERIFY(page.ok());
    QCOMPARE(page->columns->size(), 1u);
    QCOMPARE(page->objects.size(), 2u);
    QVERIFY(page->objects[0]->body.object() == Pod);
    QVERIFY(page->objects[0]->body.line() == Pod);
    QVERIFY(page->objects[1]->unreadable != Unreadable::No);
}

void TestDecoder::emptyLists_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::newRow("no items") << QByteArray(R"({"metadata":{"resourceVersion":"9"},"items":[]})");
    QTest::newRow("items null, as Go writes an empty list")
        << QByteArray(R"({"metadata":{"resourceVersion":"9"},"items":null})");
    QTest::newRow("a table without rows") << bytes(tableOf("[]", "[]"));
    QTest::newRow("items left out") << QByteArray(
        R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"9"}})");
    QTest::newRow("a table with its rows left out")
        << QByteArray(R"({"kind":"Table","metadata":{"resourceVersion":"9"},"columnDefinitions":[]})");
    QTest::newRow("pretty-printed") << QByteArray(
        "{\n  \"metadata\": {\n    \"resourceVersion\": \"9\"\n  },\n  \"items\": [\n  ]\n}");
}

void TestDecoder::emptyLists()
{
    QFETCH(QByteArray, document);
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto page = decoder.page(std::string_view(document.constData(), std::size_t(document.size())));
    QVERIFY(page.ok());
    QVERIFY(page->objects.empty());
    QVERIFY(!page->version.isEmpty());
}

void TestDecoder::aListWithoutMetadataIsOne_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<int>("objects");
    QTest::newRow("metadata null") << QByteArray(R"({"kind":"PodList","metadata":null,"items":[{}]})") << 1;
    QTest::newRow("no metadata") << QByteArray(R"({"kind":"PodList","items":[{}]})") << 1;
    QTest::newRow("a table") << QByteArray(R"({"kind":"Table","rows":[{"cells":["a"],"object":{}}]})") << 1;
    QTest::newRow("of metadata") << QByteArray(R"({"kind":"PartialObjectMetadataList","items":[{}]})") << 1;
    QTest::newRow("nothing at all") << QByteArray(R"({"kind":"List","metadata":null,"items":null})") << 0;
    QTest::newRow("only its kind") << QByteArray(R"({"kind":"PodList"})") << 0;
    QTest::newRow("a table's kind alone") << QByteArray(R"({"kind":"Table"})") << 0;
}

void TestDecoder::aListWithoutMetadataIsOne()
{
    QFETCH(QByteArray, document);
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto page = decoder.page(std::string_view(document.constData(), std::size_t(document.size())));
    QVERIFY(page.ok());
    QTEST(int(page->objects.size()), "objects");
    QVERIFY(page->version.isEmpty() && page->continueToken.empty());
}

void TestDecoder::whatIsNoListIsAnError_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("cut") << QByteArray(R"({"metadata":{},"items":[{"metadata":{}})") << QByteArray("BrokenFrame");
    QTest::newRow("empty") << QByteArray() << QByteArray("BrokenFrame");
    QTest::newRow("a web page") << QByteArray("<html></html>") << QByteArray("BrokenFrame");
    QTest::newRow("items without commas")
        << QByteArray(R"({"metadata":{},"items":[{}{}]})") << QByteArray("BrokenFrame");
    QTest::newRow("another object") << QByteArray(R"({"kind":"Pod","metadata":{}})") << QByteArray("NotKubernetes");
    QTest::newRow("without metadata") << QByteArray(R"({"items":[]})") << QByteArray("NotKubernetes");
    QTest::newRow("nothing") << QByteArray("{}") << QByteArray("NotKubernetes");
    QTest::newRow("a list whose metadata is text")
        << QByteArray(R"({"kind":"PodList","metadata":"x","items":[]})") << QByteArray("NotKubernetes");
    QTest::newRow("a list whose items are no array")
        << QByteArray(R"({"kind":"PodList","metadata":{},"items":{}})") << QByteArray("BrokenFrame");
    QTest::newRow("a Status, whatever HTTP says")
        << QByteArray(R"({"kind":"Status","status":"Failure","reason":"Expired","code":410})") << QByteArray("Expired");
    QTest::newRow("a shard") << QByteArray(R"({"metadata":{"shardInfo":{"selector":"x"}},"items":[]})")
                             << QByteArray("Invalid");
}

void TestDecoder::whatIsNoListIsAnError()
{
    QFETCH(QByteArray, document);
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto page = decoder.page(std::string_view(document.constData(), std::size_t(document.size())));
    QVERIFY(!page.ok());
    QTEST(QByteArray(kindName(page.error().kind)), "kind");
}

void TestDecoder::secretsHaveNoBody()
{
    ResourceInfo secrets;
    secrets.gvr = {"", "v1", "secrets"};
    secrets.kind = "Secret";
    Decoder decoder(secrets, Decoder::Bodies::Drop);
    const std::string secret =
        R"({"kind":"Secret","metadata":{"name":"s","annotations":{"last-applied":"CANARY"}},"data":{"k":"CANARY"}})";
    const auto event =
        decoder.event(eventLine("ADDED", tableOf("null", R"([{"cells":["s"],"object":)" + secret + "}]")));
    QVERIFY(event.ok() && event->object->body.isNull());
    const auto page = decoder.page(R"({"metadata":{},"items":[)" + secret +
                                   R"(,{"metadata":{"name":"\ud800"},"data":{)" + "\"k\":1e400}}]}");
    QVERIFY(page.ok());
    for (const ObjectPtr &object : page->objects)
        QVERIFY(object->body.isNull() && object->body.object().empty());
}

void TestDecoder::equalFieldSetsHashEqual()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto hash = [&](const char *fields) {
        return decoder
            .event(eventLine("ADDED",
                             R"({"metadata":{"name":"a","managedFields":[{"fieldsV1":)" + std::string(fields) + "}]}}"))
            ->object->managers.front()
            .fieldsHash;
    };
    QCOMPARE(hash(R"({"f:a":{},"f:b":{"f:c":{}}})"), hash(R"({"f:a": {}, "f:b": {"f:c": {}}})"));
    QVERIFY(hash(R"({"f:a":{},"f:b":{"f:c":{}}})") != hash(R"({"f:a":{},"f:b":{},"f:c":{}})"));
    QVERIFY(hash(R"({"f:a":{"f:b":{}}})") != hash(R"({"f:a":{},"f:b":{}})"));
    QVERIFY(hash("{}") != hash("[]"));
}

} // namespace tst_decoder

WK_TEST(tst_decoder, TestDecoder, QCoreApplication)
#include "tst_decoder.moc"
