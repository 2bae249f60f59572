// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/resource/bodystore.h"
#include "tests/support/testregistry.h"

#include <QDebug>
#include <QTest>

#include <atomic>
#include <random>
#include <thread>

namespace tst_bodystore {

using namespace wk;

namespace {

std::string podLine(int number)
{
    std::mt19937 random(static_cast<unsigned>(number));
    const std::string id = std::to_string(random());
    std::string text = R"({"type":"MODIFIED","object":{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web-)" + id +
                       R"(","namespace":"shop","uid":")" + std::to_string(random()) + R"(","resourceVersion":")" +
                       std::to_string(number) +
                       R"(","labels":{"app":"web","pod-template-hash":"6d4b75cb6d"}},"spec":{"nodeName":"node-)" +
                       std::to_string(random() % 20) + R"(","containers":[)";
    for (int i = 0; i < 12; ++i)
        text +=
            R"({"name":"c)" + std::to_string(i) +
            R"(","image":"registry.test/web:1.2","resources":{"requests":{"cpu":"100m"}},"terminationMessagePath":"/dev/termination-log"},)";
    text += R"({}]},"status":{"phase":"Running","podIP":"10.0.)" + std::to_string(random() % 250) + "." +
            std::to_string(number % 250) + R"("}}})";
    return text;
}

} // namespace
} // namespace tst_bodystore

// Opened again: the moc of Qt 6.4 loses count of the braces among raw strings.
namespace tst_bodystore {

class TestBodyStore : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsKeptComesBack();
    void oddSizesComeBack_data();
    void oddSizesComeBack();
    void theDictionaryMakesBodiesSmall();
    void bodiesOutliveTheirStore();
    void manyThreadsReadAtOnce();
    void tooLittleToLearnFromIsNoError();
};

void TestBodyStore::whatIsKeptComesBack()
{
    BodyStore store;
    for (int i = 0; i < 600; ++i) {
        const std::string line = podLine(i);
        const std::size_t offset = line.find("{\"kind\"");
        const Body body = store.keep({{}, line, std::string_view(line).substr(offset, line.size() - offset - 1)});
        QVERIFY(body.line() == line);
        QVERIFY(body.object() == line.substr(offset, line.size() - offset - 1));
        QCOMPARE(body.objectBytes(), line.size() - offset - 1);
        const Body alone = store.keep(line);
        QVERIFY(alone.object() == line && alone.line() == line);
    }
    QVERIFY(store.isTrained());
}

void TestBodyStore::oddSizesComeBack_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("one byte") << QByteArray("x");
    QTest::newRow("what cannot be made smaller") << QByteArray::fromHex("00ff17a3c4e5b6879a");
    QTest::newRow("eight megabytes") << QByteArray(8 * 1024 * 1024, 'x');
    QTest::newRow("zero bytes") << QByteArray(1000, '\0');
}

void TestBodyStore::oddSizesComeBack()
{
    QFETCH(QByteArray, text);
    BodyStore store;
    const Body body = store.keep(std::string_view(text.constData(), std::size_t(text.size())));
    QVERIFY(!body.isNull());
    QCOMPARE(QByteArray::fromStdString(body.object()), text);
    QVERIFY(body.heldBytes() < std::size_t(text.size()) + 200);
}

void TestBodyStore::theDictionaryMakesBodiesSmall()
{
    BodyStore store;
    std::size_t before = 0;
    std::size_t after = 0;
    std::size_t raw = 0;
    const int count = int(BodyStore::SampleCount);
    for (int i = 0; i < 2 * count; ++i) {
        const std::string line = podLine(i);
        const Body body = store.keep(line);
        (i < count ? before : after) += body.heldBytes();
        raw += line.size();
    }
    qInfo("bytes an object: %zu raw, %zu held before training, %zu after", raw / std::size_t(2 * count),
          before / std::size_t(count), after / std::size_t(count));
    QVERIFY(store.isTrained());
    QVERIFY(after * 2 < before);
    QVERIFY(after * 8 < raw / 2);
}

void TestBodyStore::bodiesOutliveTheirStore()
{
    std::vector<Body> bodies;
    {
        BodyStore store;
        for (int i = 0; i < 300; ++i)
            bodies.push_back(store.keep(podLine(i)));
    }
    for (int i = 0; i < 300; ++i)
        QVERIFY(bodies[std::size_t(i)].line() == podLine(i));
}

void TestBodyStore::manyThreadsReadAtOnce()
{
    BodyStore store;
    std::vector<Body> bodies;
    for (int i = 0; i < 400; ++i)
        bodies.push_back(store.keep(podLine(i)));
    std::atomic<int> wrong{0};
    std::vector<std::thread> readers;
    for (int t = 0; t < 4; ++t) {
        readers.emplace_back([&] {
            for (int i = 0; i < 400; ++i)
                wrong += bodies[std::size_t(i)].line() != podLine(i);
        });
    }
    for (int i = 400; i < 800; ++i)
        QVERIFY(!store.keep(podLine(i)).isNull());
    for (std::thread &reader : readers)
        reader.join();
    QCOMPARE(wrong.load(), 0);
}

void TestBodyStore::tooLittleToLearnFromIsNoError()
{
    BodyStore store;
    for (std::size_t i = 0; i < BodyStore::SampleCount + 10; ++i) {
        const Body body = store.keep("{}");
        QVERIFY(body.object() == "{}");
    }
}

} // namespace tst_bodystore

WK_TEST(tst_bodystore, TestBodyStore, QCoreApplication)
#include "tst_bodystore.moc"
