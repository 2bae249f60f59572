// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/helperthread.h"
#include "core/history/revisionbodies.h"
#include "core/source/kube/decoder.h"
#include "tests/support/podgen/podfleet.h"
#include "tests/support/testregistry.h"
#include "tests/support/wiretext.h"

#include <QTest>

#include <iterator>
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

std::vector<std::string> podLines(std::uint32_t seed, std::size_t count, std::uint32_t pods = 20)
{
    test::PodFleet fleet({.seed = seed, .pods = pods, .nodes = 10});
    std::vector<std::string> lines;
    while (lines.size() < count)
        lines.emplace_back(fleet.tableLine(fleet.next()));
    return lines;
}

const std::string MarkLine = eventLine(
    "BOOKMARK",
    R"({"kind":"Pod","metadata":{"annotations":{"k8s.io/initial-events-end":"true"},"resourceVersion":"9"}})");

/// Custom resources come with sorted keys: the owner's uid, of the same kind here, stands before the object's own.
std::vector<std::string> ownedWidgetLines(std::size_t count)
{
    const auto uid = [](std::size_t number) {
        return "12345678-1234-4234-8234-" + std::to_string(100'000'000'000 + number);
    };
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t number = i % 5;
        lines.push_back(eventLine(
            "MODIFIED",
            R"({"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"w)" + std::to_string(number) +
                R"(","ownerReferences":[{"apiVersion":"example.com/v1","kind":"Widget","name":"w","uid":")" +
                uid((number + 1) % 5) + R"("}],"resourceVersion":")" + std::to_string(i + 1) + R"(","uid":")" +
                uid(number) + R"("},"spec":{"size":)" + std::to_string(i * i) + "}}"));
    }
    return lines;
}

/// Notes when drafts are begun ('b') and kept ('k').
class NotingWriter final : public BodyWriter
{
public:
    NotingWriter(std::unique_ptr<BodyWriter> writer, std::string &notes)
        : m_writer(std::move(writer))
        , m_notes(notes)
    {}

    Body keep(const BodyLine &line) override { return m_writer->keep(line); }
    std::unique_ptr<BodyDraft> draft(const Uid &uid) override
    {
        m_notes += 'b';
        return m_writer->draft(uid);
    }
    std::optional<Kept> keepDraft(const BodyLine &line, BodyDraft &draft) override
    {
        auto kept = m_writer->keepDraft(line, draft);
        m_notes += kept ? 'k' : '-';
        return kept;
    }

private:
    std::unique_ptr<BodyWriter> m_writer;
    std::string &m_notes;
};

/// Says of each revision before that its field sets have other hashes than they do.
class LyingWriter final : public BodyWriter
{
public:
    explicit LyingWriter(std::unique_ptr<BodyWriter> writer)
        : m_writer(std::move(writer))
    {}

    Body keep(const BodyLine &line) override { return m_writer->keep(line); }
    std::unique_ptr<BodyDraft> draft(const Uid &uid) override { return std::make_unique<Draft>(m_writer->draft(uid)); }
    std::optional<Kept> keepDraft(const BodyLine &line, BodyDraft &draft) override
    {
        return m_writer->keepDraft(line, *static_cast<Draft &>(draft).m_draft);
    }

private:
    struct Draft final : BodyDraft {
        explicit Draft(std::unique_ptr<BodyDraft> draft)
            : m_draft(std::move(draft))
        {}
        json::ReadText before() override
        {
            const json::ReadText text = m_draft->before();
            m_values.assign(text.values.begin(), text.values.end());
            for (json::ReadValue &value : m_values)
                value.hash = 0;
            return {text.text, m_values};
        }
        void make(const BodyLine &line, json::ReadValues values) override { m_draft->make(line, std::move(values)); }

        std::unique_ptr<BodyDraft> m_draft;
        json::ReadValues m_values;
    };

    std::unique_ptr<BodyWriter> m_writer;
};

class TestDecoderBatch : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void manyAreAsOneByOne_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("pods"); // 0: widgets
        QTest::addColumn<int>("aRead");
        for (const int count : {0, 1, 4, 15, 16, 17, 32, 300})
            QTest::addRow("%d lines at once", count) << count << 20 << 300;
        QTest::addRow("past the dictionaries' training") << 6000 << 300 << 64;
        QTest::addRow("each object many times in a read") << 600 << 3 << 100;
        QTest::addRow("with another uid in front") << 200 << 0 << 40;
    }
    void manyAreAsOneByOne()
    {
        QFETCH(int, count);
        QFETCH(int, pods);
        QFETCH(int, aRead);
        const auto size = static_cast<std::size_t>(count);
        const std::vector<std::string> lines =
            pods > 0 ? podLines(11, size, static_cast<std::uint32_t>(pods)) : ownedWidgetLines(size);
        const ResourceInfo resource = pods > 0 ? wk::pods() : widgets();
        const Read read(lines);
        RevisionBodies bodiesOfOne;
        RevisionBodies bodiesOfMany;
        Decoder one(resource, bodiesOfOne.writer(resource.gvr));
        Decoder many(resource, bodiesOfMany.writer(resource.gvr));
        std::vector<WatchEvent> events;
        for (std::span<const std::string_view> rest = read.views; !rest.empty();) {
            const auto some = rest.first(std::min(rest.size(), static_cast<std::size_t>(aRead)));
            Decoder::Lines decoded = many.events(some, 1);
            QVERIFY(!decoded.broken);
            std::move(decoded.events.begin(), decoded.events.end(), std::back_inserter(events));
            rest = rest.subspan(some.size());
        }
        QCOMPARE(events.size(), lines.size());
        for (std::size_t i = 0; i < lines.size(); ++i) {
            const WatchEvent &event = events[i];
            const auto alone = one.event(lines[i]);
            QVERIFY(alone.ok());
            QCOMPARE(int(event.type), int(alone->type));
            QVERIFY(event.version == alone->version);
            QCOMPARE(event.wireBytes, alone->wireBytes);
            QCOMPARE(metadataHash(*event.object), metadataHash(*alone->object));
            QVERIFY(event.object->cells == alone->object->cells);
            QCOMPARE(event.object->body.line(), lines[i]);
            QCOMPARE(event.comparedWith.line(), alone->comparedWith.line());
            QCOMPARE(event.difference == nullptr, alone->difference == nullptr);
            if (!event.difference)
                continue;
            QVERIFY(event.difference->first == alone->difference->first);
            QCOMPARE(event.difference->total, alone->difference->total);
            QCOMPARE(int(event.difference->worth), int(alone->difference->worth));
        }
    }

    /// Of many, what takes long is begun for all before one is kept; what was begun is used, but for an object's second
    /// event in a read and whatever was taken for another object's.
    void whatTakesLongIsDoneAhead()
    {
        const bool isHelped = HelperThread::ofThisThread() != nullptr; // else each is begun in its turn
        std::string inTurn;
        for (int i = 0; i < 20; ++i)
            inTurn += "bk";
        RevisionBodies bodies;
        std::string notes;
        Decoder decoder(pods(), std::make_unique<NotingWriter>(bodies.writer(pods().gvr), notes));
        const std::vector<std::string> lines = podLines(14, 1, 1);
        std::vector<std::string> others;
        for (int i = 0; i < 20; ++i) {
            others.push_back(lines[0]);
            const std::size_t uid = others.back().find("\"uid\":\"") + 7;
            others.back().replace(uid, 2, QByteArray::number(10 + i).constData());
        }
        const Read read(others);
        QVERIFY(!decoder.events(read.views, 1).broken);
        QCOMPARE(notes, isHelped ? std::string(20, 'b') + std::string(20, 'k') : inTurn);
        notes.clear();
        others[5] = others[4];
        const Read again(others);
        QVERIFY(!decoder.events(again.views, 1).broken);
        QCOMPARE(notes, isHelped ? std::string(20, 'b') + "kkkkk-bk" + std::string(14, 'k') : inTurn);
    }

    /// Whoever reads a line, what the revision before had too is taken from there: also what is wrong of it.
    void whatTheRevisionBeforeHadIsNotReadAgain_data()
    {
        QTest::addColumn<int>("aRead");
        QTest::newRow("one by one") << 1;
        QTest::newRow("with help") << 20;
    }
    void whatTheRevisionBeforeHadIsNotReadAgain()
    {
        QFETCH(int, aRead);
        std::vector<std::string> lines;
        test::PodFleet fleet({.seed = 15, .pods = 20, .nodes = 10});
        while (lines.size() < 20)
            lines.emplace_back(fleet.tableLine({test::PodEvent::Type::Modified, std::uint32_t(lines.size())}));
        const Read read(lines);
        RevisionBodies bodies;
        Decoder decoder(pods(), std::make_unique<LyingWriter>(bodies.writer(pods().gvr)));
        const auto unhashed = [&] {
            std::size_t count = 0;
            for (std::span<const std::string_view> rest = read.views; !rest.empty(); rest = rest.subspan(aRead)) {
                for (const WatchEvent &event : decoder.events(rest.first(aRead), 1).events) {
                    for (const ManagedFields &entry : event.object->managers)
                        count += entry.fieldsHash == 0 ? 1 : 0;
                }
            }
            return count;
        };
        QCOMPARE(unhashed(), 0u);
        QVERIFY(unhashed() >= 20);
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
