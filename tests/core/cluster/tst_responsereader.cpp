// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/responsereader.h"

#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

#include <random>

namespace tst_responsereader {

using namespace wk;

namespace {

const QByteArray Ok = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n";
const QByteArray Chunked = Ok + "Transfer-Encoding: chunked\r\n\r\n";

/// Writes down an answer.
class Heard : public ResponseSink
{
public:
    /// "200 abc complete", "200 ab BadFraming"; "…" while more is waited for.
    QByteArray words(const ResponseReader &reader) const
    {
        const char *end = reader.isComplete() ? (reader.canFollow() ? "complete" : "last") : faultName(reader.fault());
        return (status.isEmpty() ? QByteArray() : status + ' ') + (body.isEmpty() ? QByteArray() : body + ' ') + end;
    }

    QByteArray status;
    QByteArray body;
    ResponseHead head;
    ResponseReader *stopped = nullptr;

private:
    static const char *faultName(ResponseFault fault)
    {
        switch (fault) {
        case ResponseFault::None: return "…";
        case ResponseFault::NoHttp: return "NoHttp";
        case ResponseFault::HeadTooLarge: return "HeadTooLarge";
        case ResponseFault::BadFraming: return "BadFraming";
        case ResponseFault::ChunkTooLarge: return "ChunkTooLarge";
        case ResponseFault::Truncated: return "Truncated";
        }
        return "";
    }
    void headRead(const ResponseHead &read) override
    {
        QVERIFY(status.isEmpty());
        head = read;
        status = QByteArray::number(read.status);
    }
    void bodyRead(QByteArrayView bytes) override
    {
        QVERIFY(!status.isEmpty());
        body += bytes;
        if (stopped)
            stopped->stop();
    }
};

/// What is read of bytes that come in pieces of that size, and then no more.
QByteArray read(const QByteArray &bytes, qsizetype piece, bool isEnd = true)
{
    Heard heard;
    ResponseReader reader(heard);
    for (qsizetype at = 0; at < bytes.size(); at += piece)
        reader.read(QByteArrayView(bytes).sliced(at, std::min(piece, bytes.size() - at)));
    if (isEnd)
        reader.end();
    return heard.words(reader);
}

QByteArray chunk(const QByteArray &bytes, const QByteArray &extension = {})
{
    return QByteArray::number(bytes.size(), 16) + extension + "\r\n" + bytes + "\r\n";
}

} // namespace

class TestResponseReader : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void answers_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("words");
        const auto row = [](const char *name, const QByteArray &bytes, const QByteArray &words) {
            QTest::newRow(name) << bytes << words;
        };
        row("a length", Ok + "Content-Length: 3\r\n\r\nabc", "200 abc complete");
        row("no body", Ok + "Content-Length: 0\r\n\r\n", "200 complete");
        row("204 has none", "HTTP/1.1 204 No Content\r\n\r\n", "204 complete");
        row("chunks", Chunked + chunk("ab") + chunk("c") + "0\r\n\r\n", "200 abc complete");
        row("sizes in capitals and with zeros", Chunked + "00A\r\n0123456789\r\n0\r\n\r\n", "200 0123456789 complete");
        row("extensions", Chunked + chunk("ab", ";x=1;y=\"z\"") + "0;last\r\n\r\n", "200 ab complete");
        row("trailers are passed over", Chunked + chunk("ab") + "0\r\nX-Sum: 1\r\nY: 2\r\n\r\n", "200 ab complete");
        row("to the end of the connection", Ok + "\r\nabc", "200 abc last");
        row("closed behind it", Ok + "Connection: close\r\nContent-Length: 1\r\n\r\na", "200 a last");
        row("HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\na", "200 a last");
        row("100 first", "HTTP/1.1 100 Continue\r\n\r\n" + Ok + "Content-Length: 1\r\n\r\na", "200 a complete");
        row("100 twenty times", QByteArray("HTTP/1.1 100 Continue\r\n\r\n").repeated(20) + Ok + "\r\n", "200 last");
        row("103 twice", "HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 103 E\r\n\r\n" + Chunked + "0\r\n\r\n",
            "200 complete");
        row("a second answer that nobody asked for", Ok + "Content-Length: 1\r\n\r\na" + Ok + "\r\n", "200 a last");
        row("… behind chunks", Chunked + "0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", "200 last");
        row("a byte more", Ok + "Content-Length: 1\r\n\r\nab", "200 a last");

        row("nothing", "", "Truncated");
        row("half a head", "HTTP/1.1 200 OK\r\nConte", "Truncated");
        row("half a length", Ok + "Content-Length: 3\r\n\r\nab", "200 ab Truncated");
        row("half a chunk", Chunked + "3\r\nab", "200 ab Truncated");
        row("chunks without the last", Chunked + chunk("ab"), "200 ab Truncated");
        row("half of the last", Chunked + chunk("ab") + "0\r\n", "200 ab Truncated");
        row("half a trailer", Chunked + chunk("ab") + "0\r\nX: ", "200 ab Truncated");

        row("another protocol", "SSH-2.0-OpenSSH_9.2\r\n\r\n", "NoHttp");
        row("HTTP/2", "HTTP/2 200 OK\r\n\r\n", "NoHttp");
        row("a head that ends in LF", "HTTP/1.1 200 OK\nContent-Length: 1\n\na", "NoHttp");
        row("one line that ends in LF", "HTTP/1.1 200 OK\r\nX: 1\nContent-Length: 1\r\n\r\na", "NoHttp");
        row("switching protocols", "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "NoHttp");
        row("a status that is none", "HTTP/1.1 099 X\r\n\r\n", "NoHttp");
        row("two lengths", Ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nab", "NoHttp");
        row("a length of two numbers", Ok + "Content-Length: 1, 2\r\n\r\nab", "NoHttp");
        row("a length below zero", Ok + "Content-Length: -1\r\n\r\na", "NoHttp");
        row("a length and chunks", Ok + "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "NoHttp");
        row("chunks and a length", Ok + "Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n0\r\n\r\n", "NoHttp");
        row("chunks twice", Ok + "Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", "NoHttp");
        row("another coding below", Ok + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "NoHttp");
        row("another coding alone", Ok + "Transfer-Encoding: identity\r\n\r\nab", "NoHttp");
        row("a name with a blank", Ok + "Content-Length : 1\r\n\r\na", "NoHttp");
        row("a size that is none", Chunked + "x\r\nab\r\n", "200 BadFraming");
        row("no size", Chunked + "\r\nab\r\n", "200 BadFraming");
        row("a size of more than 64 bits", Chunked + "10000000000000000\r\nab", "200 BadFraming");
        row("a size with a sign", Chunked + "-1\r\nab", "200 BadFraming");
        row("a blank behind the size", Chunked + "2 x\r\nab\r\n", "200 BadFraming");
        row("a chunk that is longer than its size", Chunked + "1\r\nab\r\n0\r\n\r\n", "200 a BadFraming");
        row("LF behind a size", Chunked + "2\nab\r\n0\r\n\r\n", "200 BadFraming");
        row("LF within an extension", Chunked + "2;x=\"\n\"\r\nab\r\n0\r\n\r\n", "200 BadFraming");
        row("LF within the last one's", Chunked + "0;x=\"\n\"\r\n\r\n", "200 BadFraming");
        row("CRLF within an extension", Chunked + "2;x=\"\r\n\"\r\nab\r\n0\r\n\r\n", "200 BadFraming");
        row("LF behind a chunk", Chunked + "2\r\nab\n0\r\n\r\n", "200 ab BadFraming");
        row("LF behind a trailer", Chunked + "0\r\nX: 1\n\r\n", "200 BadFraming");
    }
    /// Wherever they are cut.
    void answers()
    {
        QFETCH(QByteArray, bytes);
        for (qsizetype piece = 1; piece <= bytes.size() + 1; ++piece)
            QTEST(read(bytes, piece), "words");
    }

    void bounds_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("words");
        const auto rows = [](const char *name, std::size_t limit, auto made, const char *within, const char *beyond) {
            for (const int more : {-1, 0, 1})
                QTest::addRow("%s, %+d", name, more)
                    << made(static_cast<qsizetype>(limit) + more) << QByteArray(more > 0 ? beyond : within);
        };
        const QByteArray end = "Content-Length: 0\r\n\r\n";
        rows(
            "a line of a head", ResponseReader::LineBytes,
            [&](qsizetype size) -> QByteArray { return Ok + "X: " + QByteArray(size - 5, 'x') + "\r\n" + end; },
            "200 complete", "HeadTooLarge");
        rows(
            "a head", ResponseReader::HeadBytes,
            [&](qsizetype size) -> QByteArray {
                QByteArray head = Ok;
                const QByteArray line = "X: " + QByteArray(9995, 'x') + "\r\n";
                while (head.size() + line.size() + 10 < size - end.size())
                    head += line;
                return head + "Y: " + QByteArray(size - head.size() - end.size() - 5, 'y') + "\r\n" + end;
            },
            "200 complete", "HeadTooLarge");
        rows(
            "the lines of a head", ResponseReader::HeadLines,
            [&](qsizetype lines) -> QByteArray { return Ok + QByteArray("X: 1\r\n").repeated(lines - 4) + end; },
            "200 complete", "HeadTooLarge");
        rows(
            "a chunk's extension", ResponseReader::ExtensionBytes,
            [](qsizetype size) -> QByteArray {
                return Chunked + chunk("a", ';' + QByteArray(size - 1, 'x')) + "0\r\n\r\n";
            },
            "200 a complete", "200 ChunkTooLarge");
    }
    void bounds()
    {
        QFETCH(QByteArray, bytes);
        QTEST(read(bytes, bytes.size()), "words");
        QTEST(read(bytes, 1000), "words");
        QTEST(read(bytes, 1), "words");
    }

    /// Wherever they are cut.
    void trailersAreBounded()
    {
        for (const int more : {-1, 0, 1}) {
            const qsizetype size = static_cast<qsizetype>(ResponseReader::TrailerBytes) + more;
            const QByteArray first = "X: " + QByteArray(size / 2 - 5, 'x') + "\r\n";
            const QByteArray bytes = Chunked + chunk("a") + "0;x=1\r\n" + first +
                                     "Y: " + QByteArray(size - first.size() - 5, 'y') + "\r\n\r\n";
            for (const qsizetype piece : {bytes.size(), qsizetype(1000), qsizetype(97)})
                QCOMPARE(read(bytes, piece), QByteArray(more > 0 ? "200 a ChunkTooLarge" : "200 a complete"));
        }
    }

    /// Whatever may come behind it, and wherever it is cut.
    void whatCanBeNoneIsRefusedAtOnce_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("LF in a head") << QByteArray("HTTP/1.1 200 OK\n") << QByteArray("NoHttp");
        QTest::newRow("LF behind a size") << Chunked + "2\n" << QByteArray("200 BadFraming");
        QTest::newRow("CRLF within an extension") << Chunked + "2;x=\"\r\n" << QByteArray("200 BadFraming");
        QTest::newRow("… of a chunk behind another") << Chunked + chunk("a") + "00b;x=\"\r\n"
                                                     << QByteArray("200 a BadFraming");
        QTest::newRow("a size with 0x") << Chunked + "0x1f\r\n" << QByteArray("200 BadFraming");
        QTest::newRow("a size with a point") << Chunked + "0.5\r\n" << QByteArray("200 BadFraming");
    }
    void whatCanBeNoneIsRefusedAtOnce()
    {
        QFETCH(QByteArray, bytes);
        for (qsizetype piece = 1; piece <= bytes.size(); ++piece)
            QTEST(read(bytes, piece, false), "words");
    }

    /// More of it than it may be is refused before its end has come.
    void whatHasNoEndIsRefusedAtItsBound_data()
    {
        QTest::addColumn<QByteArray>("begin");
        QTest::addColumn<QByteArray>("more");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("a line of a head")
            << QByteArray("HTTP/1.1 200 ") << QByteArray("x") << QByteArray("HeadTooLarge");
        QTest::newRow("a head") << Ok << QByteArray("X: 1\r\n") << QByteArray("HeadTooLarge");
        QTest::newRow("an extension") << Chunked + "1;" << QByteArray("x") << QByteArray("200 ChunkTooLarge");
        QTest::newRow("a size") << Chunked << QByteArray("0") << QByteArray("200 ChunkTooLarge");
        QTest::newRow("trailers") << Chunked + "0\r\n" << QByteArray("X: 1\r\n") << QByteArray("200 ChunkTooLarge");
    }
    void whatHasNoEndIsRefusedAtItsBound()
    {
        QFETCH(QByteArray, begin);
        QFETCH(QByteArray, more);
        Heard heard;
        ResponseReader reader(heard);
        reader.read(begin);
        for (std::size_t size = 0; size < 2 * ResponseReader::HeadBytes && reader.read(more);)
            size += static_cast<std::size_t>(more.size());
        QTEST(heard.words(reader), "words");
    }

    void aHeadIsHandedOverAsItCame()
    {
        Heard heard;
        ResponseReader reader(heard);
        reader.read("HTTP/1.1 429 Too Many Requests\r\nRETRY-after:  7 \r\nWarning: 299 - \"a\"\r\nWarning: b\r\n\r\n");
        QCOMPARE(heard.head.status, 429);
        QCOMPARE(heard.head.field("retry-after"), QByteArray("7"));
        QCOMPARE(heard.head.field("warning"), QByteArray("299 - \"a\""));
        QCOMPARE(heard.head.fields.size(), 3U);
        QCOMPARE(heard.head.field("date"), QByteArray());
    }

    void whoStopsHearsNoMore()
    {
        Heard heard;
        ResponseReader reader(heard);
        heard.stopped = &reader;
        QVERIFY(!reader.read(QByteArray(Chunked + chunk("a") + chunk("b"))));
        QVERIFY(!reader.read(chunk("c")));
        reader.end();
        QCOMPARE(heard.body, QByteArray("a"));
        QVERIFY(!reader.canFollow());
    }

    /// As a watch's: it is the same stream however it is cut into chunks and pieces.
    void aStreamIsTheSameHoweverItIsCut()
    {
        std::mt19937_64 random(test::seed());
        for (int round = 0, rounds = test::rounds(200); round < rounds; ++round) {
            QByteArray text;
            QByteArray wire = Chunked;
            for (int i = int(random() % 20); i >= 0; --i) {
                const QByteArray bytes(qsizetype(1 + random() % (i % 3 ? 40 : 5000)), char('a' + i));
                text += bytes;
                wire += chunk(bytes, random() % 4 ? "" : ";a=b");
            }
            wire += "0\r\n\r\n";
            Heard heard;
            ResponseReader reader(heard);
            for (qsizetype at = 0; at < wire.size();) {
                const qsizetype size = std::min<qsizetype>(1 + random() % (round % 2 ? 20 : 4000), wire.size() - at);
                reader.read(QByteArrayView(wire).sliced(at, size));
                at += size;
            }
            QVERIFY(heard.body == text);
            QVERIFY(reader.canFollow());
        }
    }
};

} // namespace tst_responsereader

WK_TEST(tst_responsereader, TestResponseReader, NoApplication)
#include "tst_responsereader.moc"
