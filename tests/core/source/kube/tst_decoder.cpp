// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"

#include <QTest>

using namespace wk;

namespace {

ResourceInfo pods()
{
    ResourceInfo info;
    info.gvr = {"", "v1", "pods"};
    info.kind = "Pod";
    info.namespaced = true;
    return info;
}

ResourceInfo widgets()
{
    ResourceInfo info;
    info.gvr = {"example.com", "v1", "widgets"};
    info.kind = "Widget";
    return info;
}

QByteArray bytes(std::string_view text)
{
    return QByteArray(text.data(), qsizetype(text.size()));
}

constexpr char Pod[] =
    R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-1","namespace":"shop","uid":"u-1","resourceVersion":"42",)"
    R"("creationTimestamp":"2026-11-21T10:41:07Z","deletionTimestamp":"2026-11-21T10:42:07Z",)"
    R"("labels":{"app":"web","odd":7},"ownerReferences":[{"apiVersion":"apps/v1","kind":"ReplicaSet","name":"web","uid":"u-0",)"
    R"("controller":true}],"managedFields":[{"manager":"kubelet","operation":"Update","subresource":"status",)"
    R"("time":"2026-11-21T10:41:08Z","fieldsV1":{"f:status":{"f:phase":{}}}}]},"spec":{"nodeName":"node-03"},)"
    R"("status":{"phase":"Running","conditions":[{"type":"Initialized","status":"True"},{"type":"Ready","status":"False"}]}})";

std::string eventLine(std::string_view type, std::string_view object)
{
    return "{\"type\":\"" + std::string(type) + "\",\"object\":" + std::string(object) + "}";
}

std::string tableOf(std::string_view columns, std::string_view rows)
{
    return R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"50"},"columnDefinitions":)"
        + std::string(columns) + ",\"rows\":" + std::string(rows) + "}";
}

/// "name ns uid version unreadable", '-' for what is empty.
QByteArray summary(const Object &object)
{
    const auto word = [](const std::string &text) { return text.empty() ? QByteArray("-") : QByteArray::fromStdString(text); };
    return word(object.name) + ' ' + word(object.ns) + ' ' + word(object.uid) + ' ' + word(object.version.text())
        + (object.unreadable.empty() ? "" : " unreadable");
}

} // namespace

class TestDecoder : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyFieldIsRead();
    void anEventKeepsItsLine();
    void aTableEventHasCellsAndObject();
    void aTableBookmarkHasNoRow();
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
    void whatIsNoListIsAnError_data();
    void whatIsNoListIsAnError();
    void secretsHaveNoBody();
    void oneOddObjectNeverLosesThePage_data();
    void oneOddObjectNeverLosesThePage();
    void everyFieldMayHaveAnyType_data();
    void everyFieldMayHaveAnyType();
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
    QVERIFY((pod.owners == std::vector<OwnerReference>{{"apps/v1", "ReplicaSet", "web", "u-0", true}}));
    QCOMPARE(pod.managers.size(), 1u);
    QCOMPARE(QByteArray::fromStdString(pod.managers[0].manager), QByteArray("kubelet"));
    QCOMPARE(QByteArray::fromStdString(pod.managers[0].subresource), QByteArray("status"));
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
}

void TestDecoder::aTableEventHasCellsAndObject()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const std::string line = eventLine("ADDED", tableOf(R"([{"name":"Name","type":"string","format":"name"},{"name":"IP","type":"string","priority":1}])",
                                                        std::string(R"([{"cells":["web-1",7,1.5,true,null,{"a":1}],"object":)") + Pod + "}]"));
    const auto event = decoder.event(line);
    QVERIFY(event.ok());
    QCOMPARE(event->columns->size(), 2u);
    QCOMPARE(event->columns->at(1).priority, 1);
    const Object &pod = *event->object;
    QVERIFY((pod.cells == std::vector<Cell>{std::string("web-1"), std::int64_t(7), 1.5, true, std::monostate{}, std::string("{\"a\":1}")}));
    QCOMPARE(summary(pod), QByteArray("web-1 shop u-1 42"));
    QVERIFY(pod.body.object() == Pod);
    QVERIFY(pod.body.line() == line);
}

void TestDecoder::aTableBookmarkHasNoRow()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event = decoder.event(eventLine("BOOKMARK", tableOf("null", R"([{"cells":["","0/0"],"object":{"metadata":{"resourceVersion":"50"}}}])")));
    QVERIFY(event.ok());
    QVERIFY(!event->object && !event->columns);
    QCOMPARE(QByteArray::fromStdString(event->version.text()), QByteArray("50"));
    const auto plain = decoder.event(eventLine("BOOKMARK", R"({"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"51","creationTimestamp":null},"spec":{"containers":null},"status":{}})"));
    QVERIFY(plain.ok() && !plain->object);
    QCOMPARE(QByteArray::fromStdString(plain->version.text()), QByteArray("51"));
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
}

void TestDecoder::errorEventsAreErrors()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto event = decoder.event(eventLine("ERROR", R"({"kind":"Status","reason":"Expired","code":410,"message":"too old"})"));
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
    QTest::newRow("cut in the middle") << bytes(whole.substr(0, whole.size() / 2));
    QTest::newRow("cut before the last bracket") << bytes(whole.substr(0, whole.size() - 1));
    QTest::newRow("two events in one line") << bytes(whole + whole);
    QTest::newRow("garbage behind") << bytes(whole + "x");
    QTest::newRow("a byte order mark") << bytes("\xEF\xBB\xBF" + whole);
    QTest::newRow("unknown type") << bytes(eventLine("SEEN", Pod));
    QTest::newRow("no type") << bytes(R"({"object":{}})");
    QTest::newRow("no object") << bytes(R"({"type":"ADDED"})");
    QTest::newRow("object is null") << bytes(eventLine("ADDED", "null"));
    QTest::newRow("object is a number") << bytes(eventLine("ADDED", "7"));
    QTest::newRow("two objects where one should be") << bytes(eventLine("ADDED", "{},{}"));
    QTest::newRow("text") << QByteArray("too many requests");
    QTest::newRow("table without rows") << bytes(eventLine("ADDED", tableOf("null", "[]")));
    QTest::newRow("table of two rows") << bytes(eventLine("ADDED", tableOf("null", R"([{"object":{}},{"object":{}}])")));
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
    QCOMPARE(bytes(page->objects[0]->body.object()), QByteArray(R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","resourceVersion":"7"}})"));
    QCOMPARE(bytes(page->objects[1]->body.object()), QByteArray(R"({"kind":"Pod","apiVersion":"v1"})"));
    QVERIFY(page->columns == Decoder::plainColumns());
}

void TestDecoder::customItemsKeepTheirs()
{
    Decoder decoder(widgets(), Decoder::Bodies::Keep);
    const char *item = R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"a"}})";
    const auto page = decoder.page(R"({"apiVersion":"example.com/v1","items":[)" + std::string(item)
                                   + R"(],"kind":"WidgetList","metadata":{"continue":"","resourceVersion":"9"}})");
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
    const auto page = decoder.page(tableOf(R"([{"name":"Name"}])", std::string(R"([{"cells":["web-1"],"object":)") + Pod + R"(},{"cells":["b"],"object":null}])"));
    QVERIFY(page.ok());
    QCOMPARE(page->columns->size(), 1u);
    QCOMPARE(page->objects.size(), 2u);
    QVERIFY(page->objects[0]->body.object() == Pod);
    QVERIFY(page->objects[0]->body.line() == Pod);
    QVERIFY(!page->objects[1]->unreadable.empty());
}

void TestDecoder::emptyLists_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::newRow("no items") << QByteArray(R"({"metadata":{"resourceVersion":"9"},"items":[]})");
    QTest::newRow("items null, as Go writes an empty list") << QByteArray(R"({"metadata":{"resourceVersion":"9"},"items":null})");
    QTest::newRow("a table without rows") << bytes(tableOf("[]", "[]"));
    QTest::newRow("pretty-printed") << QByteArray("{\n  \"metadata\": {\n    \"resourceVersion\": \"9\"\n  },\n  \"items\": [\n  ]\n}");
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

void TestDecoder::whatIsNoListIsAnError_data()
{
    QTest::addColumn<QByteArray>("document");
    QTest::addColumn<QByteArray>("kind");
    QTest::newRow("cut") << QByteArray(R"({"metadata":{},"items":[{"metadata":{}})") << QByteArray("BrokenFrame");
    QTest::newRow("empty") << QByteArray() << QByteArray("BrokenFrame");
    QTest::newRow("a web page") << QByteArray("<html></html>") << QByteArray("BrokenFrame");
    QTest::newRow("items without commas") << QByteArray(R"({"metadata":{},"items":[{}{}]})") << QByteArray("BrokenFrame");
    QTest::newRow("another object") << QByteArray(R"({"kind":"Pod","metadata":{}})") << QByteArray("NotKubernetes");
    QTest::newRow("without metadata") << QByteArray(R"({"items":[]})") << QByteArray("NotKubernetes");
    QTest::newRow("a shard") << QByteArray(R"({"metadata":{"shardInfo":{"selector":"x"}},"items":[]})") << QByteArray("Invalid");
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
    const std::string secret = R"({"kind":"Secret","metadata":{"name":"s","annotations":{"last-applied":"CANARY"}},"data":{"k":"CANARY"}})";
    const auto event = decoder.event(eventLine("ADDED", tableOf("null", R"([{"cells":["s"],"object":)" + secret + "}]")));
    QVERIFY(event.ok() && event->object->body.isNull());
    const auto page = decoder.page(R"({"metadata":{},"items":[)" + secret + R"(,{"metadata":{"name":"\ud800"},"data":{)" + "\"k\":1e400}}]}");
    QVERIFY(page.ok());
    for (const ObjectPtr &object : page->objects)
        QVERIFY(object->body.isNull() && object->body.object().empty());
}

void TestDecoder::oneOddObjectNeverLosesThePage_data()
{
    QTest::addColumn<QByteArray>("odd");
    QTest::addColumn<QByteArray>("seen");
    const QByteArray front = R"({"metadata":{"name":"x","namespace":"n","uid":"u","resourceVersion":"7"},"spec":{"v":)";
    const auto row = [&](const char *name, const QByteArray &value, const QByteArray &seen = "x n u 7") {
        QTest::newRow(name) << QByteArray(front + value + "}}") << seen;
    };
    row("a number beyond a double", "1e400");
    row("a number below a double", "1e-400");
    row("a million digits", QByteArray(1'000'000, '7'));
    row("lone surrogate", R"("\ud800")");
    row("NUL escape", R"("\u0000")");
    row("raw control character", "\"a\x1b\"");
    row("invalid UTF-8", "\"\xff\xfe\"");
    row("NaN", "NaN");
    row("nested 1,020 deep", QByteArray(1020, '[') + QByteArray(1020, ']'));
    row("nested 1,025 deep", QByteArray(1025, '[') + QByteArray(1025, ']'), "x n u 7 unreadable");
    row("nested 100,000 deep", QByteArray(100'000, '[') + QByteArray(100'000, ']'), "x n u 7 unreadable");
    row("an escape JSON has not", R"("\x41")", "x n u 7 unreadable");
    row("brackets of two kinds", "[}", "x n u 7 unreadable");
    row("no comma", "1 2", "x n u 7 unreadable");
    QTest::newRow("a string") << QByteArray("\"x\"") << QByteArray("- - - - unreadable");
    QTest::newRow("null") << QByteArray("null") << QByteArray("- - - - unreadable");
    QTest::newRow("equal keys: the last counts") << QByteArray(R"({"metadata":{"name":"a","name":"b","uid":"u"}})") << QByteArray("b - u -");
}

void TestDecoder::oneOddObjectNeverLosesThePage()
{
    QFETCH(QByteArray, odd);
    QFETCH(QByteArray, seen);
    Decoder decoder(widgets(), Decoder::Bodies::Keep);
    const std::string good = R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"good"}})";
    const auto page = decoder.page(R"({"metadata":{"resourceVersion":"9"},"items":[)" + good + "," + odd.toStdString() + "," + good + "]}");
    QVERIFY(page.ok());
    QCOMPARE(page->objects.size(), 3u);
    QCOMPARE(summary(*page->objects[1]), seen);
    QCOMPARE(summary(*page->objects[2]), QByteArray("good - - -"));
    QVERIFY(bytes(page->objects[1]->body.object()).endsWith(odd.mid(1)));

    if (!odd.startsWith('{'))
        return;
    const auto event = decoder.event(eventLine("MODIFIED", odd.toStdString()));
    QVERIFY(event.ok());
    QCOMPARE(summary(*event->object), seen);
    const auto table = decoder.event(eventLine("MODIFIED", tableOf("null", R"([{"cells":["x"],"object":)" + odd.toStdString() + "}]")));
    QVERIFY(table.ok());
    QCOMPARE(summary(*table->object), seen);
}

void TestDecoder::everyFieldMayHaveAnyType_data()
{
    QTest::addColumn<QByteArray>("object");
    const QByteArray whole(Pod);
    const char *fields[] = {R"("web-1")", R"("shop")", R"("u-1")", R"("42")", R"("2026-11-21T10:41:07Z")", R"("2026-11-21T10:42:07Z")",
                            R"({"app":"web","odd":7})", R"("apps/v1")", R"("ReplicaSet")", R"("u-0")", "true", R"("kubelet")",
                            R"("Update")", R"("status")", R"("2026-11-21T10:41:08Z")", R"({"f:status":{"f:phase":{}}})", R"("node-03")",
                            R"("Running")", R"("Ready")", R"("False")", R"({"nodeName":"node-03"})", R"("Pod")", R"("v1")"};
    const QByteArray values[] = {"null", "7", "-1.5", R"("text")", "[]", R"([{"a":[1]}])", "{}", R"({"a":{"b":1}})", "\"" + QByteArray(100'000, 'x') + "\""};
    for (const char *field : fields) {
        QVERIFY(whole.contains(field));
        for (const QByteArray &value : values) {
            QByteArray object = whole;
            object.replace(object.indexOf(field), qsizetype(qstrlen(field)), value);
            QTest::addRow("%s is %s", field, value.left(12).constData()) << object;
        }
    }
    for (const QByteArray &value : values) {
        QTest::addRow("metadata is %s", value.left(12).constData()) << QByteArray(R"({"metadata":)" + value + "}");
        QTest::addRow("an owner is %s", value.left(12).constData()) << QByteArray(R"({"metadata":{"name":"a","ownerReferences":[)" + value + "]}}");
        QTest::addRow("a manager is %s", value.left(12).constData()) << QByteArray(R"({"metadata":{"name":"a","managedFields":[)" + value + "]}}");
        QTest::addRow("a condition is %s", value.left(12).constData()) << QByteArray(R"({"metadata":{"name":"a"},"status":{"conditions":[)" + value + "]}}");
        QTest::addRow("cells are %s", value.left(12).constData()) << value;
    }
}

void TestDecoder::everyFieldMayHaveAnyType()
{
    QFETCH(QByteArray, object);
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const std::string text = object.toStdString();
    // Whatever comes, there is an event with an object in it whose bytes are there, or a broken frame; and nothing breaks.
    const auto event = decoder.event(eventLine("ADDED", text));
    QVERIFY(event.ok() ? event->object->body.object() == text : event.error().kind == ErrorKind::BrokenFrame);
    QCOMPARE(event.ok(), object.startsWith('{'));
    QVERIFY(decoder.event(eventLine("ADDED", tableOf(text, "[{\"cells\":" + text + ",\"object\":" + text + "}]"))).ok());
    QVERIFY(decoder.page(R"({"metadata":)" + text + R"(,"items":[)" + text + "]}").ok() == object.startsWith('{'));
}

void TestDecoder::equalFieldSetsHashEqual()
{
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const auto hash = [&](const char *fields) {
        return decoder.event(eventLine("ADDED", R"({"metadata":{"name":"a","managedFields":[{"fieldsV1":)" + std::string(fields) + "}]}}"))
            ->object->managers.at(0).fieldsHash;
    };
    QCOMPARE(hash(R"({"f:a":{},"f:b":{"f:c":{}}})"), hash(R"({"f:a": {}, "f:b": {"f:c": {}}})"));
    QVERIFY(hash(R"({"f:a":{},"f:b":{"f:c":{}}})") != hash(R"({"f:a":{},"f:b":{},"f:c":{}})"));
    QVERIFY(hash(R"({"f:a":{"f:b":{}}})") != hash(R"({"f:a":{},"f:b":{}})"));
    QVERIFY(hash("{}") != hash("[]"));
}

QTEST_GUILESS_MAIN(TestDecoder)
#include "tst_decoder.moc"
