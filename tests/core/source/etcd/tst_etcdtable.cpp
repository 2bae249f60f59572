// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/source/etcd/etcdtable.h"

#include "core/source/etcd/etcdkeys.h"
#include "core/source/kube/decoder.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_etcdtable {

using namespace wk;

namespace {

EtcdKeyValue keyValue(std::string key, std::string value)
{
    EtcdKeyValue made;
    made.key = std::move(key);
    made.value = std::move(value);
    made.created = 7;
    made.modified = 9;
    made.version = 3;
    return made;
}

} // namespace

/// What etcd says of a key, as whatever reads an API server's Tables reads it.
class TestEtcdTable : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aValueIsToldAsWhatItIs_data()
    {
        QTest::addColumn<QByteArray>("value");
        QTest::addColumn<QByteArray>("told");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("JSON") << QByteArray(" {\"a\":1} ") << QByteArray("\"value\":{\"a\":1}")
                              << QByteArray(" {\"a\":1} ");
        QTest::newRow("broken JSON") << QByteArray("{\"a\":") << QByteArray("\"text\":\"{\\\"a\\\":\"")
                                     << QByteArray("{\"a\":");
        QTest::newRow("text") << QByteArray("two\nlines") << QByteArray("\"text\":\"two\\nlines\"")
                              << QByteArray("two");
        QTest::newRow("nothing") << QByteArray() << QByteArray("\"text\":\"\"") << QByteArray();
        QTest::newRow("bytes") << QByteArray("\x00\xff", 2) << QByteArray("\"base64\":\"AP8=\"")
                               << QByteArray("2 bytes");
        QTest::newRow("no UTF-8") << QByteArray("a\xffz") << QByteArray("\"base64\":\"Yf96\"") << QByteArray("3 bytes");
    }
    void aValueIsToldAsWhatItIs()
    {
        QFETCH(const QByteArray, value);
        QFETCH(const QByteArray, told);
        QFETCH(const QByteArray, shown);
        EtcdRangeReply reply;
        reply.header.revision = 12;
        reply.keys.push_back(keyValue("/a", value.toStdString()));
        Decoder decoder({}, Decoder::Bodies::Keep);
        const auto page = decoder.page(etcdtable::page(reply, "next", false));
        QVERIFY(page);
        QCOMPARE(page->version.text(), std::string("12"));
        QCOMPARE(page->continueToken, std::string("next"));
        QCOMPARE(page->columns->size(), std::size_t(7));
        const Object &object = *page->objects.front();
        QCOMPARE(QByteArray::fromStdString(object.body.object()),
                 R"({"kind":"Key","apiVersion":"etcd/v3","metadata":{"name":"/a","uid":"/a@7","resourceVersion":"9"},)" + told + '}');
        QCOMPARE(object.version.text(), std::string("9"));
        QCOMPARE(cellText(*std::next(object.cells.begin(), 4)), shown.toStdString());
    }

    void aKeyNeedNotBeText()
    {
        EtcdEvent event;
        event.now = keyValue(std::string("/\xff\"\n\x01", 5), "v");
        Decoder decoder({}, Decoder::Bodies::Keep);
        const auto read = decoder.event(etcdtable::line(event));
        QVERIFY(read);
        QCOMPARE(std::string(read->object->name.view()), std::string("/\xef\xbf\xbd\"\n\x01"));
    }

    void anEventIsToldByWhatItDid_data()
    {
        QTest::addColumn<bool>("isDeletion");
        QTest::addColumn<qint64>("created");
        QTest::addColumn<int>("type");
        QTest::newRow("made") << false << qint64(9) << int(EventType::Added);
        QTest::newRow("changed") << false << qint64(7) << int(EventType::Modified);
        QTest::newRow("deleted") << true << qint64(0) << int(EventType::Deleted);
    }
    void anEventIsToldByWhatItDid()
    {
        QFETCH(const bool, isDeletion);
        QFETCH(const qint64, created);
        QFETCH(const int, type);
        EtcdEvent event;
        event.isDeletion = isDeletion;
        event.now = keyValue("/a", isDeletion ? "" : "now");
        event.now.created = created;
        event.before = keyValue("/a", "before");
        event.before->modified = 8;
        Decoder decoder({}, Decoder::Bodies::Keep);
        const auto read = decoder.event(etcdtable::line(event), 0, Decoder::Place::Alone);
        QVERIFY(read);
        QCOMPARE(int(read->type), type);
        QCOMPARE(read->version.text(), std::string("9"));
        QVERIFY(read->object->body.object().find(isDeletion ? "before" : "now") != std::string::npos);
    }

    void aBookmarkSaysARevision()
    {
        Decoder decoder({}, Decoder::Bodies::Keep);
        const auto read = decoder.event(etcdtable::bookmark(77));
        QVERIFY(read);
        QVERIFY(read->type == EventType::Bookmark);
        QCOMPARE(read->version.text(), std::string("77"));
    }

    void secretsAreLeftOutOfWiderPrefixes_data()
    {
        QTest::addColumn<QByteArray>("prefix");
        QTest::addColumn<QByteArray>("ranges");
        QTest::newRow("all") << QByteArray("") << QByteArray("\\0 /registry/secrets/ | /registry/secrets0 \\0 | ");
        QTest::newRow("Kubernetes") << QByteArray("/registry/")
                                    << QByteArray("/registry/ /registry/secrets/ | /registry/secrets0 /registry0 | ");
        QTest::newRow("secrets") << QByteArray("/registry/secrets/")
                                 << QByteArray("/registry/secrets/ /registry/secrets0 | ");
        QTest::newRow("pods") << QByteArray("/registry/pods/") << QByteArray("/registry/pods/ /registry/pods0 | ");
        QTest::newRow("the last byte") << QByteArray("a\xff") << QByteArray("a\xff b | ");
    }
    void secretsAreLeftOutOfWiderPrefixes()
    {
        QFETCH(const QByteArray, prefix);
        QFETCH(const QByteArray, ranges);
        QByteArray made;
        for (const EtcdKeys &keys : etcdRangesOf(prefix.toStdString())) {
            for (const std::string &key : {keys.key, keys.end})
                made += (key == std::string(1, '\0') ? QByteArray("\\0") : QByteArray::fromStdString(key)) + ' ';
            made += "| ";
        }
        QCOMPARE(made, ranges);
    }

    void aContinueTokenIsReadAgain()
    {
        const EtcdPlace place{123, 1, std::string("/a\0\xff", 4)};
        const auto read = EtcdPlace::of(place.token());
        QVERIFY(read);
        QCOMPARE(read->revision, place.revision);
        QCOMPARE(read->range, place.range);
        QCOMPARE(read->key, place.key);
        for (const char *text : {"", "1", "1:", "1:2", "x:1:", ":1:a"})
            QVERIFY(!EtcdPlace::of(text));
    }
};

} // namespace tst_etcdtable

WK_TEST(tst_etcdtable, TestEtcdTable, NoApplication)
#include "tst_etcdtable.moc"
