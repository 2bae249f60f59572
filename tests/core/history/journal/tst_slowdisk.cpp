// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historywriter.h"
#include "tests/core/history/journal/faultydisk.h"
#include "tests/core/history/journaledlog.h"
#include "tests/core/history/toldrows.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QElapsedTimer>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>
#include <optional>

namespace tst_slowdisk {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

/// A history that is kept in a folder, and a log in memory that is told the same.
class Kept
{
public:
    Kept(const QString &folder, const EventLog::Bounds &bounds)
    {
        writer.emplace(bounds, filesIn(folder), [this](HistoryPtr newer) { take(std::move(newer)); });
        writer->opened(1, {}, scope("Pod"));
        told.setWatch(1, scope("Pod"));
    }

    void tell(std::size_t count)
    {
        std::vector<EntryPtr> entries;
        for (; count > 0; --count) {
            const std::string number = std::to_string(++m_told);
            entries.push_back(entry(1, EntryType::Modified, object("space", "pod-" + number.substr(0, 2), number)));
            told.append(entries.back());
        }
        writer->told(entries);
    }
    HistoryPtr newest() const
    {
        const std::lock_guard lock(m_mutex);
        return m_newest;
    }

    EventLog told;

private:
    void take(HistoryPtr newer)
    {
        const std::lock_guard lock(m_mutex);
        m_newest = std::move(newer);
    }

    mutable std::mutex m_mutex;
    HistoryPtr m_newest = HistorySnapshot::empty();
    std::uint64_t m_told = 0;

public:
    std::optional<HistoryWriter> writer; ///< the last: its thread uses all others
};

/// What is otherwise in the files than it was told, or not there though it was in memory at the end.
QString wrongIn(const QString &folder, Kept &kept, const HistorySnapshot &last)
{
    const JournaledLog read({}, filesIn(folder));
    const HistorySnapshot &found = read.log.now();
    if (!read.unread.empty() || !read.damages.empty())
        return QStringLiteral("files are damaged");
    const HistoryPtr told = kept.told.snapshot();
    if (found.size() < last.size())
        return QStringLiteral("%1 of %2 rows").arg(found.size()).arg(last.size());
    for (RowId back = 1; back <= last.size(); ++back) {
        if (!isSameRow(*told, told->end() - back, found, found.end() - back))
            return QStringLiteral("another row than %1").arg(told->end() - back);
    }
    return test::wrong(*told, found, 61, Texts::AreThere);
}

} // namespace

/// What becomes of a history whose disk is slow, or does nothing for a while: fault matrix D6.
class TestSlowDisk : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whoeverTellsDoesNotWaitForASlowDisk();
    void aDiskThatHangsLosesWhatDoesNotFitInMemory();
    void aDiskThatIsFullIsSaidUntilItIsNot();
};

void TestSlowDisk::whoeverTellsDoesNotWaitForASlowDisk()
{
    constexpr int Times = 30;
    constexpr auto Each = 200ms;
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    disk.setDelay(Each);
    Kept kept(folder.path(), {});
    QElapsedTimer time;
    time.start();
    qint64 longest = 0;
    for (int i = 0; i < Times; ++i) {
        const qint64 before = time.elapsed();
        kept.tell(100);
        kept.writer->flush();
        QCOMPARE(kept.newest()->end(), kept.told.now().end());
        longest = std::max(longest, time.elapsed() - before);
    }
    qInfo("%d times at most %lld ms", Times, static_cast<long long>(longest));
    QVERIFY(std::chrono::milliseconds(time.elapsed()) < Times * Each / 2);
    QTRY_VERIFY(disk.calls() > 0);
    disk.setDelay({});
    const HistoryPtr last = kept.newest();
    kept.writer.reset();
    const QString wrong = wrongIn(folder.path(), kept, *last);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestSlowDisk::aDiskThatHangsLosesWhatDoesNotFitInMemory()
{
    constexpr EventLog::Bounds Bounds{.memory = 3 * limits::MiB};
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    Kept kept(folder.path(), Bounds);
    kept.tell(3 * EventLog::ChunkRows);
    kept.writer->flush();
    QTRY_VERIFY(filesIn(folder.path()).segments.size() == 1);
    const auto free = qScopeGuard([&disk] { disk.letGo(); });
    disk.hang();
    kept.tell(1);
    QTRY_VERIFY(disk.isWaitedFor());
    for (int i = 0; i < 10; ++i)
        kept.tell(2 * HistoryWriter::InboxEntries / 10);
    kept.writer->flush();
    QCOMPARE(kept.newest()->end(), kept.told.now().end());
    QVERIFY(!kept.newest()->spillError());
    const auto tellMore = [&kept] {
        kept.tell(600);
        kept.writer->flush();
        return kept.newest();
    };
    QTRY_VERIFY(tellMore()->spillError());
    QCOMPARE(kept.newest()->spillError()->text, std::string("The disk has taken nothing for 3 s."));
    while (kept.told.now().end() < 60'000) {
        const HistoryPtr now = tellMore();
        QCOMPARE(now->end(), kept.told.now().end());
        QVERIFY2(now->bytes() < Bounds.memory + limits::MiB, qPrintable(QString::number(now->bytes())));
    }
    QVERIFY(kept.newest()->begin() > 0);
    QVERIFY(disk.isWaitedFor());
    disk.letGo();
    QTRY_VERIFY(!tellMore()->spillError());
    const HistoryPtr last = kept.newest();
    QElapsedTimer time;
    time.start();
    kept.writer.reset();
    QVERIFY(time.elapsed() < 5000);
    const QString wrong = wrongIn(folder.path(), kept, *last);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestSlowDisk::aDiskThatIsFullIsSaidUntilItIsNot()
{
    const QTemporaryDir folder;
    FaultyDisk disk(folder.path().toStdString());
    disk.fail({.times = DiskFault::ForGood});
    Kept kept(folder.path(), {});
    kept.tell(3 * EventLog::ChunkRows);
    QTRY_VERIFY(kept.newest()->spillError());
    QCOMPARE(kept.newest()->spillError()->kind, ErrorKind::FileWriteFailed);
    QCOMPARE(kept.newest()->spillError()->text, std::string("No space left on device."));
    QVERIFY(kept.newest()->spillError()->place.starts_with(folder.path().toStdString()));
    disk.repair();
    kept.tell(100);
    kept.writer->flush();
    const HistoryPtr last = kept.newest();
    QCOMPARE(last->size(), std::size_t(3 * EventLog::ChunkRows + 100));
    kept.writer.reset();
    const QString wrong = wrongIn(folder.path(), kept, *last);
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

} // namespace tst_slowdisk

WK_TEST(tst_slowdisk, TestSlowDisk, QCoreApplication)
#include "tst_slowdisk.moc"
