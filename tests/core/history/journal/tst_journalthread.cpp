// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalthread.h"

#include "tests/core/history/journal/faultydisk.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>
#include <optional>

namespace tst_journalthread {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

/// A log whose journal has a thread, and what that told last.
class Threaded
{
public:
    explicit Threaded(const QString &folder, const JournalThread::Pace &pace = {})
        : m_folder(folder)
    {
        log.setHasJournal();
        JournalStart start = startJournal(filesIn(folder), log);
        journal.emplace(
            std::move(start.journal), [this](const JournalThread::News &news) { hear(news); }, std::function<void()>(),
            pace);
        log.setWatch(1, scope("Pod"));
    }

    void offer(std::size_t rows)
    {
        for (; rows > 0; --rows)
            log.append(entry(1, EntryType::Modified, object("space", "pod", std::to_string(log.now().end() + 1))));
        journal->offer(log.snapshot());
    }
    std::optional<Error> error() const
    {
        const std::lock_guard lock(m_mutex);
        return m_error;
    }
    int changes() const
    {
        const std::lock_guard lock(m_mutex);
        return m_changes;
    }
    /// In the files.
    RowId rows() const
    {
        const JournaledLog read({}, filesIn(m_folder));
        return read.unread.empty() && read.damages.empty() ? read.log.now().end() : 0;
    }

    EventLog log;

private:
    void hear(const JournalThread::News &news)
    {
        const std::lock_guard lock(m_mutex);
        m_changes += m_error.has_value() != news.error.has_value() ? 1 : 0;
        m_error = news.error;
    }

    const QString m_folder;
    mutable std::mutex m_mutex;
    std::optional<Error> m_error;
    int m_changes = 0;

public:
    std::optional<JournalThread> journal; ///< the last: its thread uses all others
};

} // namespace

class TestJournalThread : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aSyncThatFailsIsTold();
    void whatFailedIsTriedAgainThoughNothingIsNew();
    void whatFailedIsTriedAgainAtTheEnd();
    void aDiskThatHangsIsLateAndThenItIsNot();
};

/// Writing works all the while.
void TestJournalThread::aSyncThatFailsIsTold()
{
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    disk.fail({.code = EIO, .times = DiskFault::ForGood, .of = {DiskCall::Sync}});
    Threaded kept(folder.path(), {.sync = 20ms});
    kept.offer(10);
    QTRY_VERIFY(kept.error());
    QCOMPARE(kept.error()->text, std::string("Input/output error."));
    kept.offer(10);
    kept.journal.reset();
    QCOMPARE(kept.changes(), 1);
    QVERIFY(kept.error());
}

void TestJournalThread::whatFailedIsTriedAgainThoughNothingIsNew()
{
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    disk.fail({.times = DiskFault::ForGood});
    Threaded kept(folder.path(), {.sync = 20ms, .sayKnown = 20ms, .tryAgain = 40ms});
    kept.offer(10);
    QTRY_VERIFY(kept.error());
    QCOMPARE(kept.error()->kind, ErrorKind::FileWriteFailed);
    QCOMPARE(kept.error()->text, std::string("No space left on device."));
    disk.repair();
    QTRY_VERIFY(!kept.error());
    QCOMPARE(kept.rows(), RowId(10));
}

void TestJournalThread::whatFailedIsTriedAgainAtTheEnd()
{
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    disk.fail({.times = DiskFault::ForGood});
    Threaded kept(folder.path());
    kept.offer(EventLog::ChunkRows + 10);
    QTRY_VERIFY(kept.error());
    disk.repair();
    kept.journal.reset();
    QVERIFY(!kept.error());
    QCOMPARE(kept.rows(), EventLog::ChunkRows + 10);
}

void TestJournalThread::aDiskThatHangsIsLateAndThenItIsNot()
{
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    Threaded kept(folder.path(), {.late = 300ms});
    QVERIFY(!kept.journal->isLate());
    const auto free = qScopeGuard([&disk] { disk.letGo(); });
    disk.hang();
    kept.offer(10);
    QTRY_VERIFY(disk.isWaitedFor());
    QTRY_VERIFY(kept.journal->isLate());
    disk.letGo();
    QTRY_VERIFY(!kept.journal->isLate());
    QTRY_COMPARE(kept.rows(), RowId(10));
}

} // namespace tst_journalthread

WK_TEST(tst_journalthread, TestJournalThread, QCoreApplication)
#include "tst_journalthread.moc"
