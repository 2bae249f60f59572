// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyscript.h"
#include "tests/core/history/journal/faultydisk.h"
#include "tests/core/history/journaledlog.h"
#include "tests/core/history/toldrows.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <optional>
#include <random>
#include <vector>

namespace tst_diskfaults {

using namespace wk;
using namespace wk::test;

namespace {

/// Two segments are sealed, and a tail has been begun anew several times.
constexpr RowId Rows = 2 * EventLog::ChunkRows + 100;
constexpr RowId AtOnce = 350;
constexpr RowId Every = 401;
constexpr int MostCalls = std::numeric_limits<int>::max();

/// What is told, and written as it is told.
class Story
{
public:
    Story(const QString &folder, const HistoryScript &script)
        : kept({}, filesIn(folder), 0, EventLog::ChunkRows)
        , m_script(script)
    {}

    /// After a failure the journal tries again with the next rows, if it may.
    void tell(bool triesAgain)
    {
        for (RowId row = AtOnce; row < Rows + AtOnce; row += AtOnce) {
            if (triesAgain && kept.journal->error())
                kept.journal->tryAgain();
            m_script.tellTo(row, m_line, kept.log);
            write();
        }
    }
    /// Once more, as much as there is.
    void writeAgain()
    {
        kept.journal->tryAgain();
        write();
    }

    JournaledLog kept;
    std::optional<Error> error{}; ///< the first one
    RowId safe = 0;               ///< rows that the system has taken

private:
    void write()
    {
        kept.write();
        const bool isWritten = !kept.journal->error();
        if (++m_writes % 2 == 0)
            kept.sync();
        error = error ? error : kept.journal->error();
        safe = isWritten ? kept.log.now().end() : safe;
    }

    const HistoryScript &m_script;
    std::size_t m_line = 0;
    int m_writes = 0;
};

} // namespace

/// What becomes of a history whose files cannot be written: fault matrix D1, D2.
class TestDiskFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aCallThatFailsLosesNothing_data();
    void aCallThatFailsLosesNothing();
    void aDiskThatFailsForGoodKeepsWhatItHas_data();
    void aDiskThatFailsForGoodKeepsWhatItHas();

private:
    void eachFault();
    template <class Check>
    void eachCall(Check check);
    QString nextFolder();
    QString wrongInMemory(Story &story) const;
    QString wrongError(const Story &story, const DiskFault &fault, const FaultyDisk &disk) const;
    QString afterOneFailure(DiskFault fault, const QString &folder) const;
    QString afterFailuresForGood(DiskFault fault, const QString &folder) const;

    QTemporaryDir m_directory;
    std::mt19937_64 m_random;
    std::optional<HistoryScript> m_script;
    HistoryPtr m_told;
    std::optional<HistoryDigest> m_digest;
    std::uint64_t m_calls = 0; ///< of a story
    int m_folders = 0;
};

void TestDiskFaults::initTestCase()
{
    const std::uint64_t seed = test::seed();
    m_random.seed(seed);
    m_script.emplace(seed, Rows + AtOnce);
    EventLog log;
    std::size_t line = 0;
    for (RowId row = AtOnce; row < Rows + AtOnce; row += AtOnce)
        m_script->tellTo(row, line, log);
    m_told = log.snapshot();
    m_digest.emplace(*m_told, Every, 7, HistoryDigest::Of::Told);
    const QString folder = nextFolder();
    const FaultyDisk disk(folder.toStdString());
    Story story(folder, *m_script);
    story.tell(false);
    QVERIFY(!story.error);
    m_calls = disk.calls();
    QVERIFY(m_calls > 50);
}

QString TestDiskFaults::nextFolder()
{
    const QString folder = m_directory.filePath(QString::number(++m_folders));
    return QDir().mkdir(folder) ? folder : QString();
}

QString TestDiskFaults::wrongInMemory(Story &story) const
{
    return difference(*m_digest, HistoryDigest(*story.kept.log.snapshot(), Every, 7, HistoryDigest::Of::Told));
}

/// What the error says of what has failed.
QString TestDiskFaults::wrongError(const Story &story, const DiskFault &fault, const FaultyDisk &disk) const
{
    const bool mayBeMissed = std::ranges::all_of(disk.failed(), [](DiskCall call) { return call == DiskCall::Unlink; });
    if (!story.error)
        return mayBeMissed ? QString() : QStringLiteral("no error");
    const bool isSaid = story.error->kind == ErrorKind::FileWriteFailed &&
                        story.error->text == std::string(::strerror(fault.code)) + "." &&
                        story.error->place.starts_with(m_directory.path().toStdString());
    return isSaid ? QString() : QString::fromStdString(describe(*story.error));
}

void TestDiskFaults::eachFault()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<bool>("isShort");
    QTest::addColumn<int>("some"); // of the calls, chosen by chance
    QTest::newRow("the disk is full") << ENOSPC << false << MostCalls;
    QTest::newRow("the disk is full in the middle of a write") << ENOSPC << true << rounds(15);
    QTest::newRow("the disk is broken") << EIO << false << rounds(6);
    QTest::newRow("the disk may only be read") << EROFS << false << rounds(6);
    QTest::newRow("the user may have no more of it") << EDQUOT << true << rounds(6);
    QTest::newRow("the user may not write there") << EACCES << false << rounds(6);
}

/// All of them, or some.
template <class Check>
void TestDiskFaults::eachCall(Check check)
{
    QFETCH(const int, code);
    QFETCH(const bool, isShort);
    QFETCH(const int, some);
    std::vector<std::uint64_t> calls(m_calls);
    std::iota(calls.begin(), calls.end(), std::uint64_t(1));
    if (some < int(calls.size())) {
        std::ranges::shuffle(calls, m_random);
        calls.resize(std::size_t(some));
    }
    for (const std::uint64_t call : calls) {
        const QString folder = nextFolder();
        const QString wrong = check(DiskFault{.call = call, .code = code, .isShort = isShort}, folder);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("call %1 of %2: %3").arg(call).arg(m_calls).arg(wrong)));
        QDir(folder).removeRecursively();
    }
}

void TestDiskFaults::aCallThatFailsLosesNothing_data()
{
    eachFault();
}

QString TestDiskFaults::afterOneFailure(DiskFault fault, const QString &folder) const
{
    Story story(folder, *m_script);
    {
        FaultyDisk disk(folder.toStdString());
        disk.fail(fault);
        story.tell(true);
        if (const QString wrong = wrongError(story, fault, disk); !wrong.isEmpty())
            return wrong;
        story.writeAgain();
    }
    if (story.kept.journal->error())
        return QStringLiteral("it fails still");
    if (const QString wrong = wrongInMemory(story); !wrong.isEmpty())
        return QStringLiteral("in memory: ") + wrong;
    const JournaledLog read({}, filesIn(folder));
    if (!read.unread.empty() || !read.damages.empty())
        return QStringLiteral("%1 files and %2 places are damaged").arg(read.unread.size()).arg(read.damages.size());
    return difference(*m_digest, HistoryDigest(read.log.now(), Every, 7, HistoryDigest::Of::Told));
}

void TestDiskFaults::aCallThatFailsLosesNothing()
{
    eachCall([this](const DiskFault &fault, const QString &folder) { return afterOneFailure(fault, folder); });
}

void TestDiskFaults::aDiskThatFailsForGoodKeepsWhatItHas_data()
{
    eachFault();
}

QString TestDiskFaults::afterFailuresForGood(DiskFault fault, const QString &folder) const
{
    fault.times = DiskFault::ForGood;
    RowId safe = 0;
    {
        Story story(folder, *m_script);
        FaultyDisk disk(folder.toStdString());
        disk.fail(fault);
        story.tell(fault.call % 2 == 0);
        if (const QString wrong = wrongError(story, fault, disk); !wrong.isEmpty())
            return wrong;
        if (const QString wrong = wrongInMemory(story); !wrong.isEmpty())
            return QStringLiteral("in memory: ") + wrong;
        safe = story.safe;
    }
    JournaledLog next({}, filesIn(folder));
    const HistoryPtr found = next.log.snapshot();
    if (!next.unread.empty() || !next.damages.empty())
        return QStringLiteral("%1 files and %2 places are damaged").arg(next.unread.size()).arg(next.damages.size());
    if (found->begin() != 0 || found->end() < safe || found->end() > m_told->end() || !found->losses().rows.empty())
        return QStringLiteral("%1 rows, %2 are safe").arg(found->end()).arg(safe);
    if (const QString wrong = test::wrong(*m_told, *found, Every); !wrong.isEmpty())
        return wrong;
    next.log.append(entry(99, EntryType::Bookmark));
    next.write();
    next.sync();
    if (next.journal->error())
        return QStringLiteral("the next program: ") + QString::fromStdString(describe(*next.journal->error()));
    const JournaledLog last({}, filesIn(folder));
    return last.unread.empty() && last.damages.empty() ? difference(*next.log.snapshot(), last.log.now(), Every, 7)
                                                       : QStringLiteral("the next program leaves damage");
}

void TestDiskFaults::aDiskThatFailsForGoodKeepsWhatItHas()
{
    eachCall([this](const DiskFault &fault, const QString &folder) { return afterFailuresForGood(fault, folder); });
}

} // namespace tst_diskfaults

WK_TEST(tst_diskfaults, TestDiskFaults, QCoreApplication)
#include "tst_diskfaults.moc"
