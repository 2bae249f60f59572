// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionpieces.h"

#include "core/history/revisionbodies.h"
#include "tests/support/growingstore.h"
#include "tests/support/revisionfiles.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

namespace tst_revisionpieces {

using namespace wk;
using namespace wk::test;

namespace {

constexpr std::size_t ChunkBytes = 16 * limits::KiB;

RevisionStore::Options keeping(std::size_t heapBytes)
{
    return {limits::MiB, ChunkBytes, 16, true, heapBytes};
}

std::vector<RevisionRef> namesBelow(const GrowingStore &growing, std::uint32_t chunk)
{
    std::vector<RevisionRef> names = growing.names();
    std::erase_if(names, [chunk](RevisionRef name) { return name.chunk >= chunk; });
    return names;
}

} // namespace

class TestRevisionPieces : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsFiledLeavesTheMemoryBeyondItsBound();
    void whatNobodyFiledStays();
    void theBoundCanChange();
    void snapshotsFromBeforeReadOn();
    void aMovedChunkKnowsWhatItStandsOn();
    void whatWasForgottenIsFiledInVain();
    void aSmallPartThatNobodyFiledStaysInMemory();
    void aLongRevisionIsReadWhereItLies();
    void bodiesAreFiledWhenTheirOwnerLooks();
    void bodiesAreFiledWhenNobodyWritesThemAnyMore();

private:
    QTemporaryDir m_folder;
};

void TestRevisionPieces::whatIsFiledLeavesTheMemoryBeyondItsBound()
{
    GrowingStore growing(keeping(2 * ChunkBytes));
    growing.fillChunks(10);
    RevisionFiles files(m_folder.path());
    const std::size_t before = growing.store().memory().directory;
    growing.store().takeFiled(files.file(growing.store().snapshot(), growing.names()));
    const std::size_t after = growing.store().memory().directory;
    QVERIFY2(after + 6 * ChunkBytes < before, qPrintable(QStringLiteral("%1, then %2").arg(before).arg(after)));
    QVERIFY(after > 2 * ChunkBytes);
    QCOMPARE(growing.wrong(), 0);
    growing.fillChunks(3); // upon what lies there
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionPieces::whatNobodyFiledStays()
{
    GrowingStore growing(keeping(0));
    growing.fillChunks(10);
    RevisionFiles files(m_folder.path());
    const std::size_t before = growing.store().memory().directory;
    std::vector<RevisionRef> some = growing.names();
    std::erase_if(some, [](RevisionRef name) { return name.chunk % 2 == 1 && name.offset > ChunkBytes / 2; });
    growing.store().takeFiled(files.file(growing.store().snapshot(), some));
    const std::size_t after = growing.store().memory().directory;
    QVERIFY(after > 5 * ChunkBytes && after + 3 * ChunkBytes < before);
    QCOMPARE(growing.wrong(), 0);
    growing.store().takeFiled(files.file(growing.store().snapshot(), growing.names()));
    QVERIFY(growing.store().memory().directory + 3 * ChunkBytes < after);
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionPieces::theBoundCanChange()
{
    GrowingStore growing(keeping(SIZE_MAX));
    growing.fillChunks(8);
    RevisionFiles files(m_folder.path());
    growing.store().takeFiled(files.file(growing.store().snapshot(), growing.names()));
    const std::size_t all = growing.store().memory().directory;
    QVERIFY(all > 8 * ChunkBytes);
    growing.store().setHeapBytes(4 * ChunkBytes);
    const std::size_t half = growing.store().memory().directory;
    QVERIFY(half + 2 * ChunkBytes < all);
    growing.store().setHeapBytes(0);
    QVERIFY(growing.store().memory().directory + 2 * ChunkBytes < half);
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionPieces::snapshotsFromBeforeReadOn()
{
    GrowingStore growing(keeping(0));
    growing.fillChunks(6);
    const std::size_t count = growing.size();
    const RevisionSnapshot before = growing.store().snapshot();
    {
        RevisionFiles files(m_folder.path());
        growing.store().takeFiled(files.file(before, growing.names()));
    }
    const RevisionSnapshot after = growing.store().snapshot();
    growing.fillChunks(6);
    growing.store().forget(9, {});
    QCOMPARE(growing.wrong(before, count), 0);
    QCOMPARE(growing.wrong(after, count), 0);
}

void TestRevisionPieces::aMovedChunkKnowsWhatItStandsOn()
{
    GrowingStore growing(keeping(0));
    growing.fillChunks(8);
    RevisionFiles files(m_folder.path());
    growing.store().takeFiled(files.file(growing.store().snapshot(), growing.names()));
    const std::vector<RevisionRef> later = growing.names();
    growing.store().forget(4, {});
    int wrong = 0;
    for (const RevisionRef name : later) {
        const auto text = growing.store().snapshot().read(name);
        wrong += name.chunk >= 4 && !text.ok();
    }
    QCOMPARE(wrong, 0);
}

void TestRevisionPieces::whatWasForgottenIsFiledInVain()
{
    GrowingStore growing(keeping(0));
    growing.fillChunks(8);
    RevisionFiles files(m_folder.path());
    auto filed = files.file(growing.store().snapshot(), growing.names());
    growing.store().forget(6, {});
    growing.store().takeFiled(filed);
    filed.insert(filed.end(), {{UINT32_MAX, filed.front().records, filed.front().file}});
    growing.store().takeFiled(std::move(filed)); // again, and of a chunk that never was
    growing.fillChunks(2);
    for (const RevisionRef name : growing.names()) {
        if (name.chunk >= 6)
            QVERIFY(growing.store().snapshot().read(name).ok());
    }
}

void TestRevisionPieces::aSmallPartThatNobodyFiledStaysInMemory()
{
    GrowingStore growing(keeping(0));
    growing.fillChunks(6);
    RevisionFiles files(m_folder.path());
    std::vector<RevisionRef> most;
    std::uint32_t last = 0;
    for (const RevisionRef name : namesBelow(growing, growing.store().lastChunk())) {
        if (std::exchange(last, name.chunk) == name.chunk) // the first of each chunk is left out
            most.push_back(name);
    }
    const std::size_t before = growing.store().memory().directory;
    growing.store().takeFiled(files.file(growing.store().snapshot(), most));
    QVERIFY(growing.store().memory().directory + 3 * ChunkBytes < before);
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionPieces::aLongRevisionIsReadWhereItLies()
{
    RevisionStore store(keeping(0));
    EditedText texts(3);
    std::vector<std::pair<RevisionRef, std::string>> lines;
    for (const std::size_t parts : {40U, 60'000U, 40U, 30'000U}) {
        std::string text = texts.fresh(0, parts);
        lines.emplace_back(store.append(0, {}, RevisionLine::ofObject(text)), std::move(text));
    }
    RevisionFiles files(m_folder.path());
    const std::size_t before = store.memory().directory;
    std::vector<RevisionRef> names;
    for (const auto &[name, text] : lines)
        names.push_back(name);
    store.takeFiled(files.file(store.snapshot(), names));
    store.append(0, {}, RevisionLine::ofObject(lines.front().second)); // the last chunk stays
    QVERIFY(before > 4 * segment::LongFrameBytes);
    QVERIFY(store.memory().directory < before / 2);
    for (const auto &[name, text] : lines)
        QCOMPARE(store.snapshot().read(name).value().line, text);
}

void TestRevisionPieces::bodiesAreFiledWhenTheirOwnerLooks()
{
    int asked = 0;
    RevisionBodies bodies(keeping(0), [&asked] { ++asked; });
    const auto writer = bodies.writer({"", "v1", "pods"});
    EditedText texts(5);
    std::vector<std::pair<Body, std::string>> kept;
    std::vector<RevisionRef> names;
    for (int i = 0; i < 400; ++i) {
        std::string text = texts.fresh(0, 30);
        kept.emplace_back(writer->keep({"uid-" + std::to_string(i), text, text}), text);
        names.push_back(revisionOf(kept.back().first));
    }
    RevisionFiles files(m_folder.path());
    file(kept.front().first, files.file(bodies.store().snapshot(), names));
    QCOMPARE(asked, 1);
    const std::size_t before = bodies.memoryBytes();
    bodies.doAsked();
    QVERIFY(bodies.memoryBytes() < before);
    for (const auto &[body, text] : kept)
        QCOMPARE(body.object(), text);
}

void TestRevisionPieces::bodiesAreFiledWhenNobodyWritesThemAnyMore()
{
    auto bodies = std::make_unique<RevisionBodies>(keeping(0));
    const auto writer = bodies->writer({"", "v1", "pods"});
    EditedText texts(6);
    std::vector<Body> kept;
    std::vector<RevisionRef> names;
    for (int i = 0; i < 400; ++i) {
        const std::string text = texts.fresh(0, 30);
        kept.push_back(writer->keep({"uid-" + std::to_string(i), text, text}));
        names.push_back(revisionOf(kept.back()));
    }
    bodies.reset();
    RevisionFiles files(m_folder.path());
    const std::size_t before = revisionsOf(kept.front()).directory()->memoryBytes();
    file(kept.front(), files.file(revisionsOf(kept.front()), names));
    QVERIFY(revisionsOf(kept.front()).directory()->memoryBytes() < before);
    for (const Body &body : kept)
        QVERIFY(!body.object().empty());
}

} // namespace tst_revisionpieces

WK_TEST(tst_revisionpieces, TestRevisionPieces, NoApplication)
#include "tst_revisionpieces.moc"
