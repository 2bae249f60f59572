// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/revisionspill.h"

#include "core/history/journal/historyrecovery.h"
#include "core/history/journal/journalbodies.h"
#include "core/history/revisionbodies.h"
#include "tests/support/editedtext.h"
#include "tests/support/growingstore.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <set>

#include <sys/resource.h>

namespace tst_revisionspill {

using namespace wk;
using namespace wk::test;

namespace {

constexpr std::size_t ChunkBytes = 16 * limits::KiB;

RevisionStore::Options spilling(const QString &folder, std::size_t heapBytes, std::size_t fileBytes = 4 * ChunkBytes)
{
    return {limits::MiB, ChunkBytes, 16, true, {folder.toStdString(), heapBytes, fileBytes}};
}

/// What this process has open or mapped of a folder; files without a name are nowhere else.
int usesOf(const QString &folder)
{
    int uses = 0;
    for (const QFileInfo &open : QDir(QStringLiteral("/proc/self/fd")).entryInfoList(QDir::Files))
        uses += open.symLinkTarget().startsWith(folder) ? 1 : 0;
    QFile maps(QStringLiteral("/proc/self/maps"));
    if (!maps.open(QIODevice::ReadOnly))
        return -1;
    uses += int(maps.readAll().count(QByteArray(' ' + folder.toUtf8() + '/')));
    return uses;
}

QStringList namesIn(const QString &folder)
{
    return QDir(folder).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::Hidden);
}

} // namespace

class TestRevisionSpill : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void withoutAFolderAllStaysInMemory();
    void onlyTheBudgetStaysInMemory();
    void theBudgetCanChange();
    void theFilesAreSegmentsWithoutAName();
    void aSpilledChunkKnowsWhatItStandsOn();
    void snapshotsFromBeforeReadOn();
    void whatIsForgottenLeavesTheDisk();
    void theEndLeavesNothing();
    void whatIsWrittenAnewSpills();
    void aFolderThatIsMissingKeepsAllInMemory();
    void aFullDiskKeepsTheRestInMemory();
    void aLongChunkHasAFileOfItsOwn();
    void aJournalHasWhatLiesOnTheDisk();
    void bodiesReadFromTheDisk();

private:
    QString folder() const { return m_folder->path(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestRevisionSpill::withoutAFolderAllStaysInMemory()
{
    GrowingStore growing(spilling({}, 0));
    growing.fillChunks(4);
    QVERIFY(!growing.store().spill());
    QVERIFY(growing.store().memory().directory > 4 * ChunkBytes);
    QCOMPARE(growing.store().memory().disk, 0U);
    QVERIFY(!growing.store().spillError());
}

void TestRevisionSpill::onlyTheBudgetStaysInMemory()
{
    GrowingStore growing(spilling(folder(), 2 * ChunkBytes));
    growing.fillChunks(3);
    const RevisionStore::Memory before = growing.store().memory();
    QCOMPARE(before.disk, 0U);
    growing.fillChunks(9);
    const RevisionStore::Memory after = growing.store().memory();
    // Two full ones and the last; it counts in memory what it is itself, too.
    QVERIFY(after.directory < before.directory + limits::KiB);
    QVERIFY(after.records > before.records * 3);
    QVERIFY(after.disk + 3 * ChunkBytes > after.records && after.disk < after.records + ChunkBytes);
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionSpill::theBudgetCanChange()
{
    GrowingStore growing(spilling(folder(), SIZE_MAX));
    growing.fillChunks(8);
    QCOMPARE(growing.store().memory().disk, 0U);
    growing.store().setSpillBudget(6 * ChunkBytes);
    growing.change();
    QVERIFY(growing.store().memory().disk > 0);
    growing.store().setSpillBudget(0);
    while (growing.store().spill()) {
    }
    const std::uint64_t all = growing.store().memory().disk;
    QVERIFY(all > 7 * ChunkBytes * 9 / 10);
    growing.store().setSpillBudget(SIZE_MAX);
    growing.fillChunks(2);
    QCOMPARE(growing.store().memory().disk, all);
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionSpill::theFilesAreSegmentsWithoutAName()
{
    GrowingStore growing(spilling(folder(), 0, 64 * ChunkBytes));
    growing.fillChunks(4);
    QCOMPARE(namesIn(folder()), QStringList());
    std::string path;
    for (const QFileInfo &open : QDir(QStringLiteral("/proc/self/fd")).entryInfoList(QDir::Files)) {
        if (open.symLinkTarget().startsWith(folder()))
            path = open.filePath().toStdString();
    }
    SegmentReader reader = SegmentReader::open(path).value();
    std::uint32_t chunk = 0;
    while (const auto records = reader.next()) {
        QCOMPARE(records->size(), std::size_t(1));
        const SegmentRecord &record = records->front();
        if (record.type == std::uint32_t(RevisionRecordType::Bases))
            continue;
        QCOMPARE(record.type, std::uint32_t(RevisionRecordType::Chunk));
        ++chunk;
        QCOMPARE(record.bytes.substr(0, 2), std::string_view(std::string{static_cast<char>(chunk), '\0'}));
        QVERIFY(record.bytes.substr(2) == growing.store().snapshot().written(chunk));
    }
    QVERIFY(reader.isWhole());
    QCOMPARE(chunk, growing.store().lastChunk() - 1);
    QCOMPARE(reader.validBytes(), growing.store().memory().disk);
}

void TestRevisionSpill::aSpilledChunkKnowsWhatItStandsOn()
{
    GrowingStore growing(spilling(folder(), 0));
    growing.fillChunks(8);
    const RevisionSnapshot now = growing.store().snapshot();
    std::size_t all = 0;
    for (std::uint32_t chunk = 1; chunk < growing.store().lastChunk(); ++chunk) {
        std::set<RevisionRef> bases;
        std::string_view bytes = now.written(chunk);
        while (!bytes.empty()) {
            const RevisionRecord record = readRecord(bytes).value();
            if (!record.isKeyframe() && record.base.chunk < chunk)
                bases.insert(record.base);
            bytes = bytes.substr(std::size_t(record.payload.data() - bytes.data()) + record.payload.size());
        }
        for (std::uint32_t before = 1; before <= chunk; ++before) {
            const std::vector<RevisionRef> wanted(bases.begin(), bases.lower_bound({before, 0}));
            const auto known = now.directory()->chunk(chunk).basesBefore(before);
            QVERIFY(known && *known == wanted);
        }
        all += bases.size();
    }
    QVERIFY(all > 20);
    // In memory nobody writes that down.
    QVERIFY(!now.directory()->chunk(growing.store().lastChunk()).basesBefore(1));
}

void TestRevisionSpill::snapshotsFromBeforeReadOn()
{
    RevisionSnapshot before;
    std::size_t count = 0;
    GrowingStore growing(spilling(folder(), SIZE_MAX));
    growing.fillChunks(5);
    before = growing.store().snapshot();
    count = growing.size();
    const char *inMemory = before.written(1).data();
    growing.store().setSpillBudget(0);
    while (growing.store().spill()) {
    }
    QVERIFY(growing.store().snapshot().written(1).data() != inMemory);
    QCOMPARE(before.written(1).data(), inMemory);
    growing.store().forget(growing.store().lastChunk(), {});
    QCOMPARE(growing.wrong(before, count), 0);
}

void TestRevisionSpill::whatIsForgottenLeavesTheDisk()
{
    // Each file has room for two chunks.
    GrowingStore growing(spilling(folder(), 0, ChunkBytes * 5 / 2));
    growing.fillChunks(13);
    growing.store().setSpillBudget(SIZE_MAX);
    const std::uint64_t all = growing.store().memory().disk;
    QCOMPARE(usesOf(folder()), 6 + 1);
    RevisionSnapshot old = growing.store().snapshot();
    const std::size_t count = growing.size();
    growing.store().forget(2, {});
    QCOMPARE(growing.store().memory().disk, all);
    growing.store().forget(7, {});
    QCOMPARE(growing.wrong(old, count), 0);
    old = {};
    QCOMPARE(usesOf(folder()), 3 + 1);
    QVERIFY(growing.store().memory().disk < all * 6 / 10);
    growing.store().forget(growing.store().lastChunk(), {});
    QCOMPARE(usesOf(folder()), 0);
    QCOMPARE(growing.store().memory().disk, 0U);
    growing.store().setSpillBudget(0);
    growing.fillChunks(2);
    QVERIFY(growing.store().memory().disk > 0);
}

void TestRevisionSpill::theEndLeavesNothing()
{
    RevisionSnapshot last;
    auto growing = std::make_unique<GrowingStore>(spilling(folder(), 0));
    growing->fillChunks(6);
    last = growing->store().snapshot();
    const std::string first(last.written(1));
    growing.reset();
    QVERIFY(usesOf(folder()) > 0);
    QVERIFY(last.written(1) == first);
    last = {};
    QCOMPARE(usesOf(folder()), 0);
    QCOMPARE(namesIn(folder()), QStringList());
}

void TestRevisionSpill::whatIsWrittenAnewSpills()
{
    RevisionStore store(spilling(folder(), 0));
    EditedText texts(1);
    std::vector<std::pair<RevisionRef, std::string>> things;
    std::vector<RevisionRef> survivors;
    for (int i = 0; i < 600; ++i) {
        const std::string text = texts.fresh(0, 10);
        things.emplace_back(store.append(0, {}, RevisionLine::ofObject(text)), text);
        survivors.push_back(things.back().first);
    }
    const std::uint32_t last = store.lastChunk();
    QVERIFY(last > 8);
    store.forget(last, survivors);
    QVERIFY(store.lastChunk() > last + 4);
    // The last, and one that became full by the very last that was written.
    QVERIFY(store.snapshot().directory()->fullBytes(1) <= ChunkBytes);
    for (const auto &[ref, text] : things)
        QVERIFY(store.snapshot().read(ref)->line == text);
}

void TestRevisionSpill::aFolderThatIsMissingKeepsAllInMemory()
{
    const QString missing = folder() + QStringLiteral("/absent");
    GrowingStore growing(spilling(missing, 0));
    growing.fillChunks(4);
    const auto error = growing.store().spillError();
    QVERIFY(error);
    QCOMPARE(error->kind, ErrorKind::FileWriteFailed);
    QCOMPARE(error->place, missing.toStdString());
    QCOMPARE(growing.store().memory().disk, 0U);
    QCOMPARE(growing.wrong(), 0);
    // It is tried again by the next chunk that is full, not by every append.
    QVERIFY(QDir().mkdir(missing));
    growing.change();
    QVERIFY(!growing.store().spill());
    QVERIFY(growing.store().spillError());
    growing.fillChunks(1);
    QVERIFY(!growing.store().spillError());
    while (growing.store().spill()) {
    }
    QVERIFY(growing.store().memory().disk > 3 * ChunkBytes);
    QCOMPARE(growing.store().snapshot().directory()->fullBytes(1), std::size_t(0));
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionSpill::aFullDiskKeepsTheRestInMemory()
{
    GrowingStore growing(spilling(folder(), 0, 64 * ChunkBytes));
    growing.fillChunks(3);
    const std::uint64_t before = growing.store().memory().disk;
    const auto oldHandler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit usual = {};
    ::getrlimit(RLIMIT_FSIZE, &usual);
    const rlimit small = {rlim_t(before + 1000), usual.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
    growing.fillChunks(1);
    const auto error = growing.store().spillError();
    // Not even a file of its own has room for one.
    const rlimit tiny = {rlim_t(1000), usual.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &tiny);
    growing.fillChunks(3);
    ::setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, oldHandler);
    QVERIFY(error);
    QCOMPARE(error->kind, ErrorKind::FileWriteFailed);
    QCOMPARE(growing.store().memory().disk, before);
    QCOMPARE(usesOf(folder()), 1);
    QCOMPARE(growing.wrong(), 0);
    growing.fillChunks(1);
    QVERIFY(!growing.store().spillError());
    QVERIFY(growing.store().memory().disk > before);
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionSpill::aLongChunkHasAFileOfItsOwn()
{
    GrowingStore growing(spilling(folder(), 0, ChunkBytes / 2));
    EditedText texts(3);
    const std::string text = texts.fresh(0, 5000);
    const RevisionRef ref = growing.store().append(0, {}, RevisionLine::ofObject(text));
    QVERIFY(growing.store().memory().records > 2 * ChunkBytes);
    growing.fillChunks(2);
    QVERIFY(growing.store().memory().disk > 2 * ChunkBytes);
    QVERIFY(growing.store().snapshot().read(ref)->line == text);
    QCOMPARE(growing.wrong(), 0);
}

void TestRevisionSpill::aJournalHasWhatLiesOnTheDisk()
{
    const std::string path = folder().toStdString() + "/some.wklog";
    GrowingStore growing(spilling(folder(), ChunkBytes));
    growing.fillChunks(10);
    SegmentWriter segment = SegmentWriter::create(path).value();
    JournalBodies journal(0);
    QVERIFY(journal.write(growing.store().snapshot(), growing.names(), nullptr, segment));
    growing.fillChunks(4);
    QVERIFY(journal.write(growing.store().snapshot(), growing.names(), nullptr, segment) && segment.close());
    HistoryRecovery recovery;
    QVERIFY(recovery.readSegment(path));
    const std::unique_ptr<RevisionBodies> bodies = std::move(recovery.takeBodies().front());
    QCOMPARE(growing.wrong(bodies->store().snapshot(), growing.size()), 0);
}

void TestRevisionSpill::bodiesReadFromTheDisk()
{
    RevisionBodies bodies(spilling(folder(), SIZE_MAX));
    const auto writer = bodies.writer({"", "v1", "pods"});
    EditedText texts(4);
    std::vector<std::pair<Body, std::string>> kept;
    while (bodies.store().lastChunk() < 6) {
        const std::string text = texts.fresh(0, 10);
        kept.emplace_back(writer->keep({std::to_string(kept.size()), text, text, false}), text);
    }
    const std::size_t inMemory = bodies.memoryBytes();
    bodies.setSpillBudget(0);
    while (bodies.spill()) {
    }
    QVERIFY(bodies.memoryBytes() + 5 * ChunkBytes <= inMemory);
    QVERIFY(bodies.store().memory().disk > 4 * ChunkBytes);
    for (const auto &[body, text] : kept)
        QVERIFY(body.object() == text);
    // The newest of each stays.
    bodies.forget({.beforeChunk = bodies.store().lastChunk()});
    for (const auto &[body, text] : kept)
        QVERIFY(body.object() == text);
}

} // namespace tst_revisionspill

WK_TEST(tst_revisionspill, TestRevisionSpill, NoApplication)
#include "tst_revisionspill.moc"
