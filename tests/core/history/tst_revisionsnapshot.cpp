// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionsnapshot.h"

#include "core/history/revisionstore.h"
#include "core/history/splice.h"
#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTest>

namespace tst_revisionsnapshot {

using namespace wk;
using namespace wk::test;

/// Chunks as a damaged file would bring them.
class TestRevisionSnapshot : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void recordsCutAnywhereAreRefused();
    void damagedBytesDoNoHarm();
    void chainsThatDoNotEndAreRefused();
    void whatIsAloneSaysNotWhereItIs();
    void contradictionsAreRefused_data();
    void contradictionsAreRefused();
};

namespace {

struct StrangeChunk final : RevisionChunk {
    explicit StrangeChunk(std::string bytes)
        : m_bytes(std::move(bytes))
    {}
    std::string_view bytes() const override { return m_bytes; }

    std::string m_bytes;
};

/// One chunk of these bytes.
RevisionSnapshot strange(std::string bytes, const RevisionSnapshot &like = {})
{
    auto directory = std::make_shared<RevisionDirectory>();
    if (like.directory()) {
        for (std::size_t i = 1; i <= like.directory()->dictionaryCount(); ++i)
            directory->add(like.directory()->dictionary(static_cast<std::uint32_t>(i)));
    }
    const std::size_t size = bytes.size();
    directory->add(std::make_shared<StrangeChunk>(std::move(bytes)));
    return RevisionSnapshot(std::move(directory), size);
}

/// A few objects' revisions, in one chunk, packed with dictionaries at the end.
struct Sound {
    explicit Sound(std::uint64_t seed)
    {
        RevisionStore store({limits::MiB, 8 * limits::MiB, 8, true});
        EditedText texts(seed);
        for (int object = 0; object < 520; ++object) {
            RevisionRef tip;
            std::string text = texts.fresh(0, 2);
            for (int revision = 0; revision < 6; ++revision) {
                tip = store.append(0, tip, RevisionLine::ofObject(text));
                refs.push_back(tip);
                lines.push_back(text);
                text = texts.edited(text);
            }
        }
        snapshot = store.snapshot();
        bytes = snapshot.written(1);
    }

    RevisionSnapshot snapshot;
    std::string bytes;
    std::vector<RevisionRef> refs;
    std::vector<std::string> lines;
};

std::string bytesOf(const RevisionRecord &record)
{
    return std::string(RevisionHead(record).bytes()).append(record.payload);
}

std::string errorOf(const std::string &bytes, RevisionRef ref = {1, 0})
{
    const auto text = strange(bytes).read(ref);
    return text ? "reads as " + text->line : describe(text.error());
}

} // namespace

void TestRevisionSnapshot::recordsCutAnywhereAreRefused()
{
    const Sound sound(1);
    QVERIFY(sound.snapshot.directory()->dictionaryCount() == 2);
    for (std::size_t i = sound.refs.size() - 7; i < sound.refs.size(); ++i) {
        const std::size_t end = sound.refs[i].offset + sound.snapshot.facts(sound.refs[i])->heldBytes;
        QVERIFY(strange(sound.bytes.substr(0, end), sound.snapshot).read(sound.refs[i])->line == sound.lines[i]);
        for (std::size_t cut = sound.refs[i].offset; cut < end; ++cut) {
            const auto text = strange(sound.bytes.substr(0, cut), sound.snapshot).read(sound.refs[i]);
            QVERIFY(!text);
        }
    }
}

void TestRevisionSnapshot::damagedBytesDoNoHarm()
{
    const std::uint64_t first = seed();
    const Sound sound(first);
    EditedText texts(first + 1);
    int read = 0;
    for (int round = 0; round < rounds(40); ++round) {
        std::string bytes = sound.bytes.substr(0, sound.bytes.size());
        for (int i = 0; i < 2000; ++i)
            bytes[texts.below(bytes.size())] = static_cast<char>(texts.below(256));
        const RevisionSnapshot damaged = strange(bytes, sound.snapshot);
        for (std::size_t i = 0; i < sound.refs.size(); ++i)
            read += damaged.read(sound.refs[i]).ok();
        for (int i = 0; i < 200; ++i)
            read += damaged.read({1, static_cast<std::uint32_t>(texts.below(bytes.size()))}).ok();
    }
    QVERIFY(read > 0);
}

void TestRevisionSnapshot::chainsThatDoNotEndAreRefused()
{
    const RevisionRecord itself{.depth = 3, .lineBytes = 4, .objectLength = 4, .base = {1, 0}, .payload = {}};
    QCOMPARE(errorOf(bytesOf(itself)), std::string("BrokenFrame: revision: stands on a chain that does not end"));
}

void TestRevisionSnapshot::whatIsAloneSaysNotWhereItIs()
{
    const std::string payload(700, 'p');
    const RevisionRecord alone{
        .isPacked = true, .dictionary = 3, .lineBytes = 8000, .objectLength = 8000, .payload = payload};
    QCOMPARE(RevisionHead(alone).bytes().size(), std::size_t(6));
    const std::string bytes = bytesOf(alone);
    const auto read = readRecord(bytes);
    QVERIFY(read && read->isAlone());
    QCOMPARE(read->objectLength, 8000U);
    QCOMPARE(read->payload, std::string_view(payload));
}

void TestRevisionSnapshot::contradictionsAreRefused_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("error");
    const auto row = [](const char *name, const std::string &bytes, const char *error) {
        QTest::newRow(name) << QByteArray::fromStdString(bytes) << QByteArray(error);
    };
    const RevisionRecord good{.lineBytes = 4, .objectOffset = 1, .objectLength = 2, .payload = "text"};
    row("nothing", "", "NotFound: revision: is not in the history yet");
    row("an unknown flag", "\x80" + bytesOf(good).substr(1), "BrokenFrame: revision: is no record");
    RevisionRecord wrong = good;
    wrong.payload = "longer";
    row("a text of another size", bytesOf(wrong), "BrokenFrame: revision: is a text of another size");
    wrong.lineBytes = 300 * limits::MiB;
    row("a line over the limit", bytesOf(wrong), "BrokenFrame: revision: is no record");
    wrong = good;
    wrong.objectOffset = 5;
    wrong.objectLength = 1;
    row("an object behind its line", bytesOf(wrong), "BrokenFrame: revision: is no record");
    wrong = good;
    wrong.isPacked = true;
    wrong.payload = "zzzz";
    row("what zstd did not make", bytesOf(wrong), "");
    wrong.dictionary = 9;
    row("an unknown dictionary", bytesOf(wrong), "BrokenFrame: revision: was packed with a dictionary that is missing");
    wrong = {.depth = 1, .lineBytes = 4, .objectLength = 4, .base = {1, 1000}, .payload = "\4text"};
    row("a base that is not there", bytesOf(wrong), "NotFound: revision: is not in the history yet");
    Packer packer;
    const std::string zeros(100'000, '\0');
    const std::string bomb(packer.pack(nullptr, zeros));
    wrong = {.depth = 1, .isPacked = true, .lineBytes = 4, .objectLength = 4, .base = {1, 0}, .payload = bomb};
    row("a splice that is a bomb", bytesOf(good) + bytesOf(wrong), "");
    wrong = {.isPacked = true, .lineBytes = 1000, .objectLength = 4, .payload = bomb};
    row("a line that is a bomb", bytesOf(wrong), "");
}

void TestRevisionSnapshot::contradictionsAreRefused()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, error);
    const std::string text = bytes.toStdString();
    const std::string good = bytesOf({.lineBytes = 4, .objectOffset = 1, .objectLength = 2, .payload = "text"});
    const bool isSecond = text.size() > good.size() && text.substr(0, good.size()) == good;
    const std::string found = errorOf(text, {1, static_cast<std::uint32_t>(isSecond ? good.size() : 0)});
    if (error.isEmpty())
        QVERIFY2(found.rfind("BrokenFrame: ", 0) == 0, found.c_str());
    else
        QCOMPARE(found, error.toStdString());
}

} // namespace tst_revisionsnapshot

WK_TEST(tst_revisionsnapshot, TestRevisionSnapshot, NoApplication)
#include "tst_revisionsnapshot.moc"
