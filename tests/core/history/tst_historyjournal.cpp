// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/historyrecords.h"
#include "core/history/revisiontools.h"
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/editedtext.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

namespace tst_historyjournal {

using namespace wk;
using namespace wk::test;

constexpr RowId SegmentRows = 2 * EventLog::ChunkRows;

class TestHistoryJournal : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatWasWrittenIsThereAgain();
    void namesThatFillMoreThanAFrameAreThereAgain();
    void bytesOfAStrangerUnpackToNothing();
    void aTailNeedsNothingOfASegmentThatFailed();
    void bodiesOfRowsInASegmentLeaveTheMemory_data();
    void bodiesOfRowsInASegmentLeaveTheMemory();
    void whatAnotherSetSaysOfNumbersStaysTrue();
    void aRestoredTailSaysWhatChanged();

private:
    QTemporaryDir m_directory;
};

void TestHistoryJournal::whatWasWrittenIsThereAgain()
{
    HistoryTeller teller(seed());
    const QString folder = m_directory.filePath(QStringLiteral("again"));
    QVERIFY(QDir().mkdir(folder));
    JournaledLog kept({.rows = 8 * EventLog::ChunkRows}, filesIn(folder), 0, SegmentRows);
    for (int round = 0, end = rounds(30); round < end; ++round) {
        for (std::size_t i = teller.below(2500); i > 0; --i)
            teller.tell(kept.log);
        while (teller.below(4) > 0 && kept.log.step()) {
        }
        kept.write();
        if (teller.below(4) == 0)
            kept.sync();
        QVERIFY(!kept.journal->error());
        if (teller.below(4) > 0)
            continue;
        const HistoryPtr now = kept.log.snapshot();
        const JournaledLog read({}, filesIn(folder));
        QVERIFY(read.unread.empty());
        QVERIFY(read.damages.empty());
        QCOMPARE(read.log.now().end(), now->end());
        const QString wrong = difference(*now, read.log.now(), 10 + teller.below(200), teller.below(1000));
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
    }
    QVERIFY(kept.log.now().begin() > 0);
}

void TestHistoryJournal::namesThatFillMoreThanAFrameAreThereAgain()
{
    const QString folder = m_directory.filePath(QStringLiteral("long"));
    QVERIFY(QDir().mkdir(folder));
    JournaledLog kept({}, filesIn(folder));
    const std::string longest(240, 'n');
    std::vector<ObjectPtr> objects;
    for (RowId row = 1; row < EventLog::ChunkRows; ++row)
        objects.push_back(object("space", longest + std::to_string(row)));
    kept.log.setWatch(1, scope("Pod"));
    kept.log.append(listEntry(1, std::move(objects)));
    kept.write();
    QCOMPARE(kept.journal->sealedEnd(), EventLog::ChunkRows);
    const JournaledLog read({}, filesIn(folder));
    QCOMPARE(read.log.now().end(), EventLog::ChunkRows);
    for (RowId row = 1; row < EventLog::ChunkRows; ++row)
        QCOMPARE(read.log.now().name(row), kept.log.now().name(row));
}

void TestHistoryJournal::bodiesOfRowsInASegmentLeaveTheMemory_data()
{
    QTest::addColumn<bool>("hasName");
    QTest::newRow("across restarts") << true;
    QTest::newRow("while it runs") << false;
}

void TestHistoryJournal::bodiesOfRowsInASegmentLeaveTheMemory()
{
    QFETCH(bool, hasName);
    const QTemporaryDir folder;
    JournaledLog kept({}, hasName ? filesIn(folder.path()) : HistoryFiles{.folder = folder.path().toStdString()});
    RevisionStore::Options options;
    options.heapBytes = 0;
    RevisionBodies bodies(options);
    const auto writer = bodies.writer({"", "v1", "pods"});
    EditedText texts(9);
    std::vector<std::string> all;
    kept.log.setWatch(1, scope("Pod"));
    for (RowId row = 0; row < 2 * EventLog::ChunkRows + 100; ++row) {
        auto pod = object("web", std::to_string(row));
        all.push_back("{\"metadata\":" + texts.fresh(0, 40) + '}');
        pod->body = writer->keep({.uid = pod->uid, .line = all.back(), .object = all.back()});
        kept.log.append(entry(1, EntryType::Added, pod));
    }
    const std::size_t before = bodies.memoryBytes();
    kept.write();
    bodies.doAsked();
    QVERIFY2(bodies.memoryBytes() + limits::MiB < before, qPrintable(QString::number(bodies.memoryBytes())));
    const HistoryPtr now = kept.log.snapshot();
    for (RowId row = 0; row < now->end(); ++row)
        QCOMPARE(now->json(*now->object(row)), all[static_cast<std::size_t>(row)]);
}

void TestHistoryJournal::aRestoredTailSaysWhatChanged()
{
    const QTemporaryDir folder;
    RevisionBodies bodies;
    const auto writer = bodies.writer({"", "v1", "pods"});
    {
        JournaledLog kept({}, filesIn(folder.path()));
        kept.log.setWatch(1, scope("Pod"));
        ObjectPtr before;
        for (const char *json : {R"({"spec":{"n":1}})", R"({"spec":{"n":2}})"}) {
            auto pod = object("web", "a");
            pod->body = writer->keep({.uid = pod->uid, .line = json, .object = json});
            const auto told = entry(1, before ? EntryType::Modified : EntryType::Added, pod);
            told->previous = std::exchange(before, pod);
            kept.log.append(told);
        }
        kept.write();
    }
    JournaledLog read({}, filesIn(folder.path()));
    read.log.append(entry(1, EntryType::Modified, object("web", "b"))); // whose changes are at hand: none
    const HistoryPtr now = read.log.snapshot();
    QCOMPARE(now->end(), RowId(3));
    QVERIFY(now->changes(1));
    QCOMPARE(now->changes(1)->first.front().path, std::string("spec.n"));
    QVERIFY(now->entry(1)->changes);
    QVERIFY(!now->changes(2));
}

/// Its rows fall off here, and its files stay.
void TestHistoryJournal::whatAnotherSetSaysOfNumbersStaysTrue()
{
    constexpr RowId Chunks = 6 * EventLog::ChunkRows;
    const QString folder = m_directory.filePath(QStringLiteral("sets"));
    QVERIFY(QDir().mkdir(folder));
    HistoryTeller teller(seed());
    JournaledLog first({}, filesIn(folder), 0, EventLog::ChunkRows);
    while (first.log.now().end() < Chunks)
        teller.tell(first.log);
    first.write();
    HistoryFiles files = filesIn(folder);
    files.tail.clear();
    files.set = "b";
    files.own = 0;
    JournaledLog second({.rows = 8 * EventLog::ChunkRows}, files, 0, EventLog::ChunkRows);
    teller.goOn(std::move(second.bodies), second.log.now());
    while (second.log.now().end() < 2 * Chunks) {
        teller.tell(second.log);
        while (second.log.step()) {
        }
        if (second.log.now().end() % 1024 == 0)
            second.write();
    }
    second.write();
    QVERIFY(second.log.now().begin() > 0);
    for (const QString &name : QDir(folder).entryList({QStringLiteral("b.*.wklog")}, QDir::Files, QDir::Name))
        files.segments.push_back({folder.toStdString() + "/" + name.toStdString()});
    files.own = files.segments.size() - 6;
    const JournaledLog read({}, files);
    QVERIFY(read.unread.empty());
    const HistorySnapshot &found = read.log.now();
    QVERIFY(found.end() >= 2 * Chunks);
    for (RowId row = 0; row < 2 * Chunks; ++row) {
        const HistorySnapshot &told = row < Chunks ? first.log.now() : second.log.now();
        QCOMPARE(found.name(row), told.name(row));
        QCOMPARE(found.manager(row), told.manager(row));
        if (const ObjectPtr object = told.object(row))
            QCOMPARE(found.object(row)->uid, object->uid);
    }
}

void TestHistoryJournal::bytesOfAStrangerUnpackToNothing()
{
    const std::string text(1000, 'x');
    const std::string packed(RevisionTools::ofThisThread().packer.pack(nullptr, text));
    const std::string huge(RevisionTools::ofThisThread().packer.pack(nullptr, std::string(2 * limits::MiB, 'x')));
    const auto read = [](std::string record) {
        FoldReader from(record);
        const auto unpacked = takePacked(from);
        return unpacked ? std::string(unpacked->bytes) : "nothing";
    };
    QCOMPARE(read('\x15' + packed), text);
    QCOMPARE(read('\x20' + packed), std::string("nothing")); // packed twice
    QCOMPARE(read('\x15' + huge), std::string("nothing"));
    for (std::size_t size = 0; size < packed.size(); ++size)
        QCOMPARE(read('\x15' + packed.substr(0, size)), std::string("nothing"));
    QCOMPARE(read({}), std::string("nothing"));
}

void TestHistoryJournal::aTailNeedsNothingOfASegmentThatFailed()
{
    const QString folder = m_directory.filePath(QStringLiteral("failed"));
    const QString away = m_directory.filePath(QStringLiteral("away"));
    QVERIFY(QDir().mkdir(folder));
    JournaledLog kept({}, filesIn(folder));
    kept.log.setWatch(1, scope("Pod"));
    kept.log.append(listEntry(1, {})); // so that no chain of revisions begins with the tail
    RevisionBodies bodies;
    const auto writer = bodies.writer({"", "v1", "pods"});
    int version = 0;
    const auto tell = [&](RowId end) {
        while (kept.log.now().end() < end) {
            auto pod = object("space", "pod", std::to_string(++version));
            const std::string json =
                "{\"name\":\"pod\",\"text\":\"" + std::string(500, 'x') + std::to_string(version) + "\"}";
            pod->body = writer->keep({.uid = pod->uid, .line = json, .object = json});
            kept.log.append(entry(1, EntryType::Modified, pod));
        }
        kept.write();
    };
    tell(10);
    tell(EventLog::ChunkRows + 10);
    QVERIFY(QDir().rename(folder, away));
    kept.sync();
    QVERIFY(kept.journal->error());
    QVERIFY(QFile::remove(away + QStringLiteral("/a.000001.wklog")));
    QVERIFY(QDir().rename(away, folder));
    kept.journal->tryAgain();
    tell(EventLog::ChunkRows + 13);
    QVERIFY(!kept.journal->error());
    JournaledLog read({}, filesIn(folder));
    const HistoryPtr now = read.log.snapshot();
    const HistoryPtr told = kept.log.snapshot();
    QCOMPARE(now->end(), told->end());
    for (RowId row = EventLog::ChunkRows; row < now->end(); ++row)
        QCOMPARE(now->json(*now->object(row)), told->json(*told->object(row)));
}

} // namespace tst_historyjournal

WK_TEST(tst_historyjournal, TestHistoryJournal, QCoreApplication)
#include "tst_historyjournal.moc"
