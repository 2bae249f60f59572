// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/responsetext.h"
#include "tests/contract/deadends.h"
#include "tests/contract/matrixcases.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <zlib.h>

#include <atomic>

namespace tst_faults_gzip {

using namespace wk;
using namespace wk::matrix;

/// Compressed answers, good and bad: H10 to H13 of the fault matrix.
class TestFaultsGzip : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aBombIsTooLarge(); // first, while nothing else has left memory behind
    void aCompressedWatchTellsEachEventAtOnce();
    void aListThatShrinksALotIsHonest();
    void aBrokenByteIsNotedOrHarmless();
    void codingsThatAreNoneOrOthers_data();
    void codingsThatAreNoneOrOthers();
    void cleanup() { m_executed.addRow(); }
    void cleanupTestCase() { m_executed.print(); }

private:
    Executed m_executed;
};

constexpr int GzipWindow = 15 + 16;

/// One gzip stream, flushed after each piece.
class Packer
{
public:
    explicit Packer(int window = GzipWindow) { deflateInit2(&m_stream, 1, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY); }
    ~Packer() { deflateEnd(&m_stream); }
    Packer(const Packer &) = delete;
    Packer &operator=(const Packer &) = delete;

    std::string packed(std::string_view bytes, int flush = Z_SYNC_FLUSH)
    {
        std::string out(deflateBound(&m_stream, bytes.size()) + 64, '\0');
        m_stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.data()));
        m_stream.avail_in = uInt(bytes.size());
        m_stream.next_out = reinterpret_cast<Bytef *>(out.data());
        m_stream.avail_out = uInt(out.size());
        deflate(&m_stream, flush);
        out.resize(out.size() - m_stream.avail_out);
        return out;
    }

private:
    z_stream m_stream{};
};

std::string answer(const std::string &coding, const std::string &body)
{
    return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: " + coding +
           "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

void TestFaultsGzip::initTestCase()
{
    if (ownAddress().isEmpty())
        QSKIP("this machine has the loopback address alone");
}

void TestFaultsGzip::aCompressedWatchTellsEachEventAtOnce()
{
    Scene scene(Way::Gzip);
    Packer packer;
    scene.script.add({Place::WatchHead, [](const auto &, std::string_view head) {
                          return Deed{.instead = std::string(head.substr(0, head.size() - 2)) +
                                                 "Content-Encoding: gzip\r\n\r\n"};
                      }});
    scene.script.add({Place::Frames,
                      [&packer](const auto &, std::string_view frames) {
                          return Deed{.instead = chunk(packer.packed(joined(frames)))};
                      },
                      FaultScript::Always});
    scene.start();
    QVERIFY2(soon([&] { return scene.isLive() && scene.script.heads() == 1; }), scene.words());
    QVERIFY(scene.script.askedWatches().front().acceptEncoding.find("gzip") != std::string::npos);
    for (int i = 0; i < 20; ++i) {
        scene.put(i % 2 == 0 ? "settings" : "made-" + std::to_string(i));
        QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    }
    QCOMPARE(scene.wrongs(), QString());
    QCOMPARE(scene.count(EntryClass::Live), 20);
    QCOMPARE(scene.script.watches(), 1);
    m_executed.add("H10");
}

void TestFaultsGzip::aListThatShrinksALotIsHonest()
{
    Scene scene(Way::Gzip);
    scene.put("plain", {{"text", std::string(12'000'000, 'x')}});
    scene.start();
    QVERIFY2(soon([&] { return scene.isLive(); }), scene.words());
    QVERIFY(scene.informer->store().find("web", "plain")->body.object().size() > 12'000'000);
    m_executed.add("H11");
}

void TestFaultsGzip::aBombIsTooLarge()
{
    // After a full flush each piece is packed alike: two gibibytes are one mebibyte, many times.
    Packer packer;
    const std::string piece(1 << 20, ' ');
    std::string bomb = packer.packed(piece, Z_FULL_FLUSH);
    const std::string again = packer.packed(piece, Z_FULL_FLUSH);
    for (int i = 1; i < 2048; ++i)
        bomb += again;
    Scene scene(Way::Gzip);
    scene.script.add(says(Place::List, answer("gzip", bomb)));
    forgetPeak();
    const long before = memoryKiB("VmRSS");
    scene.start();
    QVERIFY2(soon([&] { return scene.said(WatchState::Waiting, ErrorKind::TooLarge); }, 60s), scene.words());
    // MiB: a page may have 256, and the server that sends the bomb holds four copies of its nine.
    const long grown = (memoryKiB("VmHWM") - before) / 1024;
    QVERIFY2(IsSanitized || grown < 320, QByteArray::number(qlonglong(grown)).constData());
    QVERIFY(!scene.informer->hasSynced());
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
    m_executed.add("H12");
}

void TestFaultsGzip::aBrokenByteIsNotedOrHarmless()
{
    Scene scene(Way::Gzip);
    scene.fill();
    scene.connect();
    std::atomic<std::size_t> whole = 0;
    for (int place = 0; place < 100; ++place) {
        scene.script.add({Place::ListAnswer,
                          [&whole, place](const auto &, std::string_view sent) {
                              std::string body = joined(sent.substr(sent.find("\r\n\r\n") + 4));
                              whole = body.size();
                              body[body.size() * std::size_t(place) / 100] ^= 0x55;
                              return Deed{.instead = answer("gzip", body)};
                          },
                          FaultScript::Always});
        const auto informer = scene.makeInformer(1);
        informer->start();
        QVERIFY(soon([&] { return informer->status().nextTry || informer->hasSynced(); }));
        QVERIFY2(versionsOf(informer->store()) == (informer->hasSynced() ? scene.truth() : Versions()),
                 QByteArray::number(place).constData());
        QVERIFY2(!informer->hasSynced() || whole * std::size_t(place) / 100 < 10, // the time in gzip's head
                 QByteArray::number(place).constData());
        scene.script.heal();
    }
    m_executed.add("H13", 100);
}

void TestFaultsGzip::codingsThatAreNoneOrOthers_data()
{
    QTest::addColumn<std::string>("coding");
    QTest::addColumn<std::string>("body");
    QTest::addColumn<bool>("isGood");
    const std::string list =
        R"({"kind":"ConfigMapList","apiVersion":"v1","metadata":{"resourceVersion":"9"},"items":[]})";
    const std::string gzip = apiserver::gzipped(list);
    std::string checksum = gzip;
    checksum[checksum.size() - 6] ^= 0x55;
    const auto row = [](const char *name, const char *coding, const std::string &body, bool isGood) {
        QTest::newRow(name) << std::string(coding) << body << isGood;
    };
    row("H13 gzip as it should be", "gzip", gzip, true);
    row("H13 gzip of a wrong checksum", "gzip", checksum, false);
    row("H13 gzip without its end", "gzip", gzip.substr(0, gzip.size() / 2), false);
    row("H13 gzip that is none", "gzip", list, false);
    row("H13 deflate, which nobody asked for", "deflate", Packer(15).packed(list, Z_FINISH), false);
    row("H13 brotli that is none", "br", gzip, false);
    row("H13 a coding that nobody asked for", "compress", gzip, false);
}

void TestFaultsGzip::codingsThatAreNoneOrOthers()
{
    QFETCH(std::string, coding);
    QFETCH(std::string, body);
    QFETCH(bool, isGood);
    Scene scene(Way::Gzip);
    scene.script.add(says(Place::List, answer(coding, body), Then::GoOn, FaultScript::Always));
    scene.start();
    QVERIFY2(soon([&] { return scene.isPausing() || scene.informer->hasSynced(); }), scene.words());
    QCOMPARE(scene.informer->hasSynced(), isGood);
    QVERIFY(isGood || scene.informer->status().error);
    if (isGood)
        return;
    scene.script.heal();
    QVERIFY2(soon([&] { return scene.isLiveInTime(); }), scene.words());
}

} // namespace tst_faults_gzip

WK_TEST(tst_faults_gzip, TestFaultsGzip, QCoreApplication)
#include "tst_faults_gzip.moc"
