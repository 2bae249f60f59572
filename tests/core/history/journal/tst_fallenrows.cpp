// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/historyscript.h"
#include "tests/core/history/journal/faultydisk.h"
#include "tests/core/history/journaledlog.h"
#include "tests/core/history/toldrows.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <deque>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace tst_fallenrows {

using namespace wk;
using namespace wk::test;

namespace {

constexpr RowId Rows = 14 * EventLog::ChunkRows;
constexpr RowId KeptRows = 4 * EventLog::ChunkRows;
constexpr RowId SegmentRows = 2 * EventLog::ChunkRows;

/// A log, and a journal that lags behind it: it writes older snapshots, what it says of them comes late, and the disk
/// does not always take them. Rows fall off meanwhile.
class Lagging
{
public:
    Lagging(const QString &folder, const HistoryScript &script, std::uint64_t seed)
        : m_disk(folder.toStdString())
        , m_kept({.rows = KeptRows}, filesIn(folder), 0, SegmentRows)
        , m_script(script)
        , m_random(seed)
    {}

    bool isDone() const { return m_kept.log.now().end() >= Rows; }
    void go()
    {
        const HistoryPtr now = m_kept.log.snapshot();
        tell();
        failOrNot();
        if (m_kept.journal->error() && below(2) == 0)
            m_kept.journal->tryAgain();
        if (!m_kept.journal->error())
            write(now);
        tell();
        while (!m_sealed.empty() && below(3) > 0)
            move();
    }
    /// All there is, on a disk that takes it.
    void catchUp()
    {
        m_disk.repair();
        m_kept.journal->tryAgain();
        write(m_kept.log.snapshot());
        while (!m_sealed.empty())
            move();
        m_kept.journal->sync(m_kept.log.snapshot(), WallTime());
    }
    const std::optional<Error> &error() const { return m_kept.journal->error(); }
    /// Of which all was written; null when the last attempt failed.
    const HistoryPtr &written() const { return m_written; }

private:
    std::size_t below(std::size_t bound) { return m_random() % bound; }
    void tell()
    {
        const RowId more = below(6) == 0 ? below(3 * EventLog::ChunkRows) : below(500);
        m_script.tellTo(std::min(m_kept.log.now().end() + more, Rows), m_line, m_kept.log);
        while (m_kept.log.step()) {
        }
    }
    void failOrNot()
    {
        if (below(4) == 0)
            m_disk.fail({.call = 1 + below(12), .times = DiskFault::ForGood, .isShort = below(2) == 0});
        else if (below(3) == 0)
            m_disk.repair();
    }
    void write(const HistoryPtr &now)
    {
        m_kept.journal->write(now, now->size() > 0 ? now->time(now->end() - 1) : WallTime());
        m_sealed.push_back(m_kept.journal->takeSealed());
        m_written = m_kept.journal->error() ? nullptr : now;
        if (below(2) == 0)
            m_kept.journal->sync(now, WallTime());
    }
    void move()
    {
        for (const EventLog::Filed &filed : m_sealed.front().rows)
            m_kept.log.move(filed);
        m_sealed.pop_front();
    }

    FaultyDisk m_disk;
    JournaledLog m_kept;
    const HistoryScript &m_script;
    std::mt19937_64 m_random;
    std::size_t m_line = 0;
    std::deque<HistoryJournal::Sealed> m_sealed;
    HistoryPtr m_written;
};

/// The objects of a watch at the end, each with its version.
std::vector<std::string> standing(const HistorySnapshot &history, WatchId watch)
{
    std::vector<std::string> words;
    const ObjectList objects = history.objectsAt(watch, history.end());
    for (const ObjectPtr &object : *objects)
        words.push_back(object->uid.text() + ' ' + object->version.text());
    std::ranges::sort(words);
    return words;
}

/// A watch of many objects, which are listed, and of which one changes from then on: more than is told at once of what
/// stands.
class Many
{
public:
    static constexpr std::size_t Objects = 1500;

    Many(const QString &folder, RowId kept)
        : log({.rows = kept}, filesIn(folder), 0, EventLog::ChunkRows)
    {}

    void list()
    {
        std::vector<ObjectPtr> objects;
        for (std::size_t i = 0; i < Objects; ++i)
            objects.push_back(object("space", "pod-" + std::to_string(i), "1"));
        log.log.setWatch(1, scope("Pod"));
        log.log.append(listEntry(1, std::move(objects)));
    }
    void tellTo(RowId row)
    {
        while (log.log.now().end() < row)
            log.log.append(
                entry(1, EntryType::Modified, object("space", "pod-0", std::to_string(log.log.now().end()))));
        while (log.log.step()) {
        }
    }
    static std::size_t standing(const QString &folder)
    {
        const JournaledLog read({}, filesIn(folder));
        return tst_fallenrows::standing(read.log.now(), 1).size();
    }

    JournaledLog log;
};

} // namespace

/// What falls off a history before the disk has taken it, or while files have it still.
class TestFallenRows : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatAFileSaysStaysTrueHoweverFarItLags();
    void whatStoodIsThereWhenItsSegmentHadFailed_data();
    void whatStoodIsThereWhenItsSegmentHadFailed();
    void whatStoodIsThereWhenFewerRowsAreKeptNext();
    void whatIsInFilesStaysWhenTheDiskFails();

private:
    static QString wrongIn(const QString &folder, const HistorySnapshot &told, const HistoryPtr &written);
};

/// What is read, and that all of what was written is, but for what had begun to fall off with its file.
QString TestFallenRows::wrongIn(const QString &folder, const HistorySnapshot &told, const HistoryPtr &written)
{
    JournaledLog read({}, filesIn(folder));
    const HistorySnapshot &found = read.log.now();
    if (!read.unread.empty() || !read.damages.empty())
        return QStringLiteral("%1 files and %2 places are damaged").arg(read.unread.size()).arg(read.damages.size());
    if (const QString wrong = test::wrong(told, found, 17, Texts::AreThere); !wrong.isEmpty() || !written)
        return wrong;
    if (found.size() + SegmentRows < written->size())
        return QStringLiteral("%1 of %2 rows").arg(found.size()).arg(written->size());
    for (RowId back = 1; back <= std::min(found.size(), written->size()); ++back) {
        if (!isSameRow(told, written->end() - back, found, found.end() - back))
            return QStringLiteral("another row than %1").arg(written->end() - back);
    }
    for (const auto &[watch, scope] : written->openWatches()) {
        if (found.losses().rows.empty() && standing(found, watch) != standing(*written, watch))
            return QStringLiteral("other objects of watch %1").arg(watch);
    }
    return {};
}

void TestFallenRows::whatAFileSaysStaysTrueHoweverFarItLags()
{
    std::mt19937_64 random(seed());
    const QTemporaryDir directory;
    for (int round = 0, end = rounds(3); round < end; ++round) {
        const std::uint64_t seed = random();
        const HistoryScript script(seed, Rows);
        EventLog log({.rows = 2 * Rows});
        std::size_t line = 0;
        script.tellTo(Rows, line, log);
        const HistoryPtr told = log.snapshot();
        const QString folder = directory.filePath(QString::number(round));
        QVERIFY(QDir().mkdir(folder));
        Lagging lagging(folder, script, seed);
        while (!lagging.isDone()) {
            lagging.go();
            if (random() % 4 > 0)
                continue;
            const QString wrong = wrongIn(folder, *told, lagging.written());
            QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("round %1: %2").arg(round).arg(wrong)));
        }
        lagging.catchUp();
        QVERIFY(!lagging.error());
        const QString wrong = wrongIn(folder, *told, lagging.written());
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("at the end of round %1: %2").arg(round).arg(wrong)));
    }
}

void TestFallenRows::whatStoodIsThereWhenItsSegmentHadFailed_data()
{
    QTest::addColumn<int>("call");
    for (int call = 1; call <= 10; ++call)
        QTest::addRow("call %d fails", call) << call;
}

/// The second segment fails when it has rows, and not yet all that stood before them; then the first one falls off.
void TestFallenRows::whatStoodIsThereWhenItsSegmentHadFailed()
{
    QFETCH(const int, call);
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    Many many(folder.path(), 3 * EventLog::ChunkRows);
    many.list();
    many.tellTo(2 * EventLog::ChunkRows + 10);
    many.log.write();
    disk.fail({.call = std::uint64_t(call)});
    for (RowId chunks = 2; chunks < 7; ++chunks) {
        many.tellTo(chunks * EventLog::ChunkRows + 20);
        many.log.write();
        many.log.sync();
        if (many.log.journal->error()) {
            many.log.journal->tryAgain();
            many.log.write();
        }
        QCOMPARE(Many::standing(folder.path()), Many::Objects);
    }
    QCOMPARE(disk.failed().size(), std::size_t(1));
    QVERIFY(many.log.log.now().begin() > EventLog::ChunkRows);
}

/// A program ends before all that stood is told; the next one lets go of the first segment at once.
void TestFallenRows::whatStoodIsThereWhenFewerRowsAreKeptNext()
{
    const QTemporaryDir folder;
    {
        Many first(folder.path(), 3 * EventLog::ChunkRows);
        first.list();
        for (RowId chunks = 1; chunks < 3; ++chunks) {
            first.tellTo(chunks * EventLog::ChunkRows + 10);
            first.log.write();
        }
        QCOMPARE(filesIn(folder.path()).segments.size(), std::size_t(2));
    }
    Many next(folder.path(), 2 * EventLog::ChunkRows);
    next.tellTo(2 * EventLog::ChunkRows + 20);
    next.log.write();
    QCOMPARE(next.log.log.now().begin(), EventLog::ChunkRows);
    QCOMPARE(filesIn(folder.path()).segments.size(), std::size_t(1));
    QCOMPARE(Many::standing(folder.path()), Many::Objects);
}

/// Rows in files need no memory: what comes until the disk takes it is all that does.
void TestFallenRows::whatIsInFilesStaysWhenTheDiskFails()
{
    constexpr RowId Chunks = 20;
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    JournaledLog kept({.memory = limits::MiB}, filesIn(folder.path()), 0, SegmentRows);
    kept.log.setWatch(1, scope("Pod"));
    const auto tell = [&kept](RowId rows) {
        for (; rows > 0; --rows)
            kept.log.append(entry(1, EntryType::Modified, object("space", "pod", "7")));
        while (kept.log.step()) {
        }
        kept.write();
    };
    tell(Chunks * EventLog::ChunkRows);
    QVERIFY(kept.log.bytes() > 2 * limits::MiB);
    disk.fail({.times = DiskFault::ForGood});
    tell(10);
    tell(10);
    QVERIFY(kept.journal->error());
    QCOMPARE(kept.log.now().begin(), RowId(0));
    for (RowId chunk = 0; chunk < 2 * Chunks; ++chunk)
        tell(EventLog::ChunkRows);
    QVERIFY(kept.log.now().begin() >= Chunks * EventLog::ChunkRows);
    QVERIFY(kept.log.bytes() < limits::MiB + limits::MiB / 2);
}

} // namespace tst_fallenrows

WK_TEST(tst_fallenrows, TestFallenRows, QCoreApplication)
#include "tst_fallenrows.moc"
