// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionbodies.h"
#include "core/source/kube/decoder.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

#include <string>
#include <vector>

/// Lines that come together are decoded as they are one by one, whoever reads them.
namespace tst_decoder_batch {

using namespace wk;

/// Lines one behind the other, as a socket brings them.
struct Read {
    explicit Read(const std::vector<std::string> &lines)
    {
        for (const std::string &line : lines)
            text += line + '\n';
        std::size_t at = 0;
        for (const std::string &line : lines) {
            views.push_back(std::string_view(text).substr(at, line.size()));
            at += line.size() + 1;
        }
    }
    std::string text;
    std::vector<std::string_view> views;
};

std::vector<std::string> podLines(std::uint32_t seed, std::size_t count)
{
    test::PodFleet fleet({.seed = seed, .pods = 20, .nodes = 10});
    std::vector<std::string> lines;
    while (lines.size() < count)
        lines.emplace_back(fleet.tableLine(fleet.next()));
    return lines;
}

const std::string MarkLine = eventLine(
    "BOOKMARK",
    R"({"kind":"Pod","metadata":{"annotations":{"k8s.io/initial-events-end":"true"},"resourceVersion":"9"}})");

class TestDecoderBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyAreAsOneByOne_data()
    {
        QTest::addColumn<int>("count");
        for (const int count : {0, 1, 4, 15, 16, 17, 32, 300})
            QTest::addRow("%d lines", count) << count;
    }
    void manyAreAsOneByOne()
    {
        QFETCH(int, count);
        const std::vector<std::string> lines = podLines(11, static_cast<std::size_t>(count));
        const Read read(lines);
        RevisionBodies bodiesOfOne;
        RevisionBodies bodiesOfMany;
        Decoder one(pods(), bodiesOfOne.writer(pods().gvr));
        Decoder many(pods(), bodiesOfMany.writer(pods().gvr));
        const Decoder::Lines decoded = many.events(read.views, 1);
        QVERIFY(!decoded.broken);
        QCOMPARE(decoded.events.size(), lines.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const WatchEvent &event = decoded.events[i];
            const auto alone = one.event(lines[i]);
            QVERIFY(alone.ok());
            QCOMPARE(int(event.type), int(alone->type));
            QVERIFY(event.version == alone->version);
            QCOMPARE(event.wireBytes, alone->wireBytes);
            QCOMPARE(metadataHash(*event.object), metadataHash(*alone->object));
            QVERIFY(event.object->cells == alone->object->cells);
            QCOMPARE(event.object->body.line(), lines[i]);
            QCOMPARE(event.difference == nullptr, alone->difference == nullptr);
            if (event.difference)
                QCOMPARE(event.difference->total, alone->difference->total);
        }
    }

    void aBrokenLineCostsOnlyWhatIsBehindIt()
    {
        std::vector<std::string> lines = podLines(12, 40);
        lines[23] = R"({"type":"MODIFIED","object":)";
        const Read read(lines);
        RevisionBodies bodies;
        Decoder decoder(pods(), bodies.writer(pods().gvr));
        const Decoder::Lines decoded = decoder.events(read.views, 1);
        QVERIFY(decoded.broken);
        QCOMPARE(int(decoded.broken->kind), int(ErrorKind::BrokenFrame));
        QCOMPARE(decoded.events.size(), 23u);
        for (std::size_t i = 0; i < 23; ++i)
            QCOMPARE(decoded.events[i].object->body.line(), lines[i]);
    }

    /// Before the mark only the object is kept, as of a list; behind it the whole line.
    void placesChangeAtTheMark()
    {
        std::vector<std::string> lines = podLines(13, 40);
        lines[19] = MarkLine;
        const Read read(lines);
        Decoder decoder(pods(), Decoder::Bodies::Keep);
        const Decoder::Lines decoded = decoder.events(read.views, 1, Decoder::Place::Initial);
        QCOMPARE(decoded.events.size(), 40u);
        QVERIFY(decoded.events[19].endsInitial);
        for (std::size_t i = 0; i < 40; ++i) {
            if (i != 19)
                QCOMPARE(decoded.events[i].object->body.line() == lines[i], i > 19);
        }
    }
};

} // namespace tst_decoder_batch

WK_TEST(tst_decoder_batch, TestDecoderBatch, QCoreApplication)
#include "tst_decoder_batch.moc"
