// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/kube/decoder.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

namespace tst_decoder_odd {

using namespace wk;

/// What a hostile or broken server may put into an object: fault-matrix.md, J1 to J8.
class TestDecoderOdd : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void oneOddObjectNeverLosesThePage_data();
    void oneOddObjectNeverLosesThePage();
    void everyFieldMayHaveAnyType_data();
    void everyFieldMayHaveAnyType();
};

void TestDecoderOdd::oneOddObjectNeverLosesThePage_data()
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
    QTest::newRow("equal keys: the last counts")
        << QByteArray(R"({"metadata":{"name":"a","name":"b","uid":"u"}})") << QByteArray("b - u -");
}

void TestDecoderOdd::oneOddObjectNeverLosesThePage()
{
    QFETCH(QByteArray, odd);
    QFETCH(QByteArray, seen);
    Decoder decoder(widgets(), Decoder::Bodies::Keep);
    const std::string good = R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"good"}})";
    const auto page = decoder.page(R"({"metadata":{"resourceVersion":"9"},"items":[)" + good + "," + odd.toStdString() +
                                   "," + good + "]}");
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
    const auto table = decoder.event(
        eventLine("MODIFIED", tableOf("null", R"([{"cells":["x"],"object":)" + odd.toStdString() + "}]")));
    QVERIFY(table.ok());
    QCOMPARE(summary(*table->object), seen);
}

void TestDecoderOdd::everyFieldMayHaveAnyType_data()
{
    QTest::addColumn<QByteArray>("object");
    const QByteArray whole(Pod);
    const char *fields[] = {R"("web-1")",
                            R"("shop")",
                            R"("u-1")",
                            R"("42")",
                            R"("2026-11-21T10:41:07Z")",
                            R"("2026-11-21T10:42:07Z")",
                            R"({"app":"web","odd":7})",
                            R"("apps/v1")",
                            R"("ReplicaSet")",
                            R"("u-0")",
                            "true",
                            R"("kubelet")",
                            R"("Update")",
                            R"("status")",
                            R"("2026-11-21T10:41:08Z")",
                            R"({"f:status":{"f:phase":{}}})",
                            R"("node-03")",
                            R"("Running")",
                            R"("Ready")",
                            R"("False")",
                            R"({"nodeName":"node-03"})",
                            R"("Pod")",
                            R"("v1")"};
    const QByteArray values[] = {"null",
                                 "7",
                                 "-1.5",
                                 R"("text")",
                                 "[]",
                                 R"([{"a":[1]}])",
                                 "{}",
                                 R"({"a":{"b":1}})",
                                 "\"" + QByteArray(100'000, 'x') + "\""};
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
        QTest::addRow("an owner is %s", value.left(12).constData())
            << QByteArray(R"({"metadata":{"name":"a","ownerReferences":[)" + value + "]}}");
        QTest::addRow("a manager is %s", value.left(12).constData())
            << QByteArray(R"({"metadata":{"name":"a","managedFields":[)" + value + "]}}");
        QTest::addRow("a condition is %s", value.left(12).constData())
            << QByteArray(R"({"metadata":{"name":"a"},"status":{"conditions":[)" + value + "]}}");
        QTest::addRow("cells are %s", value.left(12).constData()) << value;
    }
}

void TestDecoderOdd::everyFieldMayHaveAnyType()
{
    QFETCH(QByteArray, object);
    Decoder decoder(pods(), Decoder::Bodies::Keep);
    const std::string text = object.toStdString();
    const bool isOfOtherKind = object.startsWith(R"({"kind":")") && !object.startsWith(R"({"kind":"Pod")"); // C25
    // Whatever comes, there is an event with an object in it whose bytes are there, or a broken frame; and nothing
    // breaks.
    const auto event = decoder.event(eventLine("ADDED", text));
    QVERIFY(event.ok() ? event->object->body.object() == text : event.error().kind == ErrorKind::BrokenFrame);
    QCOMPARE(event.ok(), object.startsWith('{') && !isOfOtherKind);
    const auto table =
        decoder.event(eventLine("ADDED", tableOf(text, "[{\"cells\":" + text + ",\"object\":" + text + "}]")));
    QCOMPARE(table.ok(), !isOfOtherKind);
    QVERIFY(decoder.page(R"({"metadata":)" + text + R"(,"items":[)" + text + "]}").ok() == object.startsWith('{'));
}

} // namespace tst_decoder_odd

WK_TEST(tst_decoder_odd, TestDecoderOdd, QCoreApplication)
#include "tst_decoder_odd.moc"
