// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/history/historydigest.h"
#include "tests/core/history/historyteller.h"
#include "tests/core/history/journaledlog.h"
#include "tests/support/fixtures.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <functional>

#include <unistd.h>

namespace tst_historyrestarts {

using namespace wk;
using namespace wk::test;

namespace {

constexpr RowId SegmentRows = 3 * EventLog::ChunkRows;
constexpr RowId KeptRows = 6 * EventLog::ChunkRows;

/// Drops rows until that one is the oldest.
void dropBefore(EventLog &log, RowId begin)
{
    const EventLog::Bounds bounds = log.bounds();
    log.setBounds({.rows = std::size_t(log.now().end() - begin), .bytes = SIZE_MAX});
    while (log.step()) {
    }
    log.setBounds(bounds);
}

constexpr EventLog::Bounds Boundless{.rows = SIZE_MAX, .bytes = SIZE_MAX};

/// A log in memory that never stops, and all that was done to it.
class Uninterrupted
{
public:
    using Step = std::function<void(EventLog &)>;

    void take(Step step)
    {
        step(*m_log);
        m_steps.push_back({std::move(step), m_log->now().end()});
    }
    const HistorySnapshot &now() { return *snapshot(); }
    HistoryPtr snapshot() { return m_log->snapshot(); }
    /// How many steps there are that leave so many rows, the first ones and the last of those counted.
    std::vector<std::size_t> stepsTo(RowId rows) const
    {
        std::vector<std::size_t> counts;
        if (rows == 0)
            counts.push_back(0);
        for (std::size_t step = 0; step < m_steps.size(); ++step) {
            if (m_steps[step].end == rows)
                counts.push_back(step + 1);
        }
        return counts;
    }
    /// Of its first steps alone.
    Uninterrupted firstSteps(std::size_t count) const
    {
        Uninterrupted made;
        for (std::size_t step = 0; step < count; ++step)
            made.take(m_steps[step].what);
        return made;
    }
    std::size_t steps() const { return m_steps.size(); }

private:
    struct Done {
        Step what;
        RowId end = 0;
    };

    std::unique_ptr<EventLog> m_log = std::make_unique<EventLog>(Boundless);
    std::vector<Done> m_steps;
};

/// Does to two logs what a teller does to one.
class Both
{
public:
    Both(EventLog &log, Uninterrupted &other)
        : m_log(log)
        , m_other(other)
    {}
    void setWatch(WatchId watch, const WatchScope &scope)
    {
        both([=](EventLog &log) { log.setWatch(watch, scope); });
    }
    void closeWatch(WatchId watch, WallTime time)
    {
        both([=](EventLog &log) { log.closeWatch(watch, time); });
    }
    void append(const EntryPtr &entry)
    {
        both([=](EventLog &log) { log.append(entry); });
    }

private:
    void both(const Uninterrupted::Step &step)
    {
        step(m_log);
        m_other.take(step);
    }

    EventLog &m_log;
    Uninterrupted &m_other;
};

/// A program that keeps a history in a folder, is ended, and begun again; and one that never stopped.
class Programs
{
public:
    Programs(HistoryTeller &teller, QString folder)
        : m_teller(teller)
        , m_folder(std::move(folder))
    {
        m_kept = open();
    }

    void run()
    {
        Both both(m_kept->log, m_other);
        for (std::size_t i = m_teller.below(900); i > 0; --i)
            m_teller.tell(both);
        m_kept->time = m_teller.time();
        m_kept->write();
        if (m_teller.below(3) == 0)
            m_kept->sync();
        if (m_kept->log.now().size() > KeptRows) {
            dropBefore(m_kept->log, m_kept->log.now().end() - KeptRows);
            dropAsKept();
            m_kept->write();
            m_hasDropped = true;
        }
    }
    /// What differs then.
    QString restart(bool isTorn)
    {
        if (m_teller.below(2) == 0)
            m_kept->sync();
        m_kept.reset();
        do {
            if (isTorn)
                tear();
            m_kept = open();
            if (!m_kept->unread.empty())
                return QString::fromStdString(describe(m_kept->unread.front()));
        } while (isTorn && m_other.stepsTo(m_kept->log.now().end()).empty()); // in the midst of a list
        if (!m_kept->damages.empty())
            return QStringLiteral("damaged");
        if (const QString wrong = rewind(); !wrong.isEmpty())
            return wrong;
        m_teller.goOn(std::move(m_kept->bodies), m_kept->log.now());
        return {};
    }
    QString difference()
    {
        return test::difference(m_other.now(), *m_kept->log.snapshot(), 20 + m_teller.below(90), m_teller.below(1000));
    }
    bool hasDropped() const { return m_hasDropped; }

private:
    std::unique_ptr<JournaledLog> open() const
    {
        return std::make_unique<JournaledLog>(Boundless, filesIn(m_folder), 0, SegmentRows);
    }
    /// The tail, or all of it and some of the last segment, as a process leaves them that is killed.
    void tear() const
    {
        const HistoryFiles files = filesIn(m_folder);
        const bool hasTail = !files.tail.empty() && m_teller.below(3) > 0;
        if (!files.tail.empty() && !hasTail)
            ::unlink(files.tail.c_str());
        const std::string path = hasTail                  ? files.tail
                                 : files.segments.empty() ? std::string()
                                                          : files.segments.back().path;
        QFile file(QString::fromStdString(path));
        if (path.empty())
            return;
        if (file.size() < 5000) { // or else it would be torn for ever
            file.remove();
            return;
        }
        const qint64 most = std::min<qint64>(file.size() - 4096, 400'000);
        file.resize(file.size() - 1 - qint64(m_teller.below(std::size_t(most))));
    }
    void dropAsKept()
    {
        const RowId begin = m_kept->log.now().begin();
        m_other.take([begin](EventLog &log) {
            if (log.now().begin() < begin)
                dropBefore(log, begin);
        });
    }
    /// The one that never stopped told no more than was found.
    QString rewind()
    {
        QString wrong = QStringLiteral("%1 rows are found").arg(m_kept->log.now().end());
        const HistoryPtr found = m_kept->log.snapshot();
        const HistoryPtr told = m_other.snapshot();
        const auto counts = m_other.stepsTo(found->end());
        for (auto count = counts.rbegin(); count != counts.rend(); ++count) {
            const bool isAll = *count == m_other.steps();
            Uninterrupted other = isAll ? std::move(m_other) : m_other.firstSteps(*count);
            std::swap(other, m_other);
            dropAsKept();
            for (const auto &[watch, scope] : found->openWatches())
                close(watch);
            for (int time = 0; time < 2; ++time) { // of one that told nothing the other does not know at first
                for (const auto &[watch, scope] : found->openWatches())
                    Both(m_kept->log, m_other).setWatch(watch, scope);
            }
            wrong = tellColumns(*found, *told);
            wrong = wrong.isEmpty() ? difference() : wrong;
            if (wrong.isEmpty())
                return {};
            if (isAll)
                other = m_other.firstSteps(*count);
            std::swap(other, m_other);
        }
        return wrong;
    }
    /// Which columns a watch has is said with rows of it that may have been torn away since: the other is told so, too.
    QString tellColumns(const HistorySnapshot &found, const HistorySnapshot &told)
    {
        for (const auto &[id, scope] : found.openWatches()) {
            const Columns columns = found.columnsOf(id);
            if (areSameColumns(columns, m_other.now().columnsOf(id)))
                continue;
            bool isTold = false;
            for (RowId row = found.end(); row < told.end() && !isTold; ++row)
                isTold = told.watch(row) == id && areSameColumns(told.table(row), columns);
            if (!isTold)
                return QStringLiteral("watch %1 has columns that nobody told").arg(id);
            auto entry = test::entry(id, EntryType::Bookmark);
            entry->arrived = m_teller.time();
            entry->columns = columns;
            Both(m_kept->log, m_other).append(entry);
        }
        return {};
    }
    /// As the one that stopped says.
    void close(WatchId watch)
    {
        for (const auto &closing : m_kept->log.now().closings()) {
            if (closing.watch == watch && closing.row == m_kept->log.now().end()) {
                const WallTime time = closing.time;
                m_other.take([=](EventLog &log) { log.closeWatch(watch, time); });
                break;
            }
        }
    }

    HistoryTeller &m_teller;
    QString m_folder;
    std::unique_ptr<JournaledLog> m_kept;
    Uninterrupted m_other;
    bool m_hasDropped = false;
};

} // namespace

class TestHistoryRestarts : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHistoryThatIsRestartedIsOneThatNeverStopped_data();
    void aHistoryThatIsRestartedIsOneThatNeverStopped();
    void aProgramThatHeardNothingHidesNoTime();

private:
    QTemporaryDir m_directory;
};

void TestHistoryRestarts::aHistoryThatIsRestartedIsOneThatNeverStopped_data()
{
    QTest::addColumn<bool>("isKilled");
    QTest::newRow("ended") << false;
    QTest::newRow("killed now and then") << true;
}

void TestHistoryRestarts::aHistoryThatIsRestartedIsOneThatNeverStopped()
{
    QFETCH(bool, isKilled);
    HistoryTeller teller(seed());
    const QString folder = m_directory.filePath(isKilled ? QStringLiteral("killed") : QStringLiteral("ended"));
    QVERIFY(QDir().mkdir(folder));
    Programs programs(teller, folder);
    for (int restart = 0, end = rounds(20); restart < end; ++restart) {
        for (std::size_t round = 1 + teller.below(4); round > 0; --round)
            programs.run();
        const QString before = programs.difference();
        QVERIFY2(before.isEmpty(), qPrintable(QStringLiteral("before restart %1: ").arg(restart) + before));
        const QString wrong = programs.restart(isKilled && teller.below(3) == 0);
        QVERIFY2(wrong.isEmpty(), qPrintable(QStringLiteral("restart %1: ").arg(restart) + wrong));
    }
    QVERIFY(programs.hasDropped() || isKilled);
}

/// It was never let in, say; what it wrote is that nothing came.
void TestHistoryRestarts::aProgramThatHeardNothingHidesNoTime()
{
    const QString folder = m_directory.filePath(QStringLiteral("unheard"));
    QVERIFY(QDir().mkdir(folder));
    const WallTime heard = Start + std::chrono::seconds(6);
    {
        JournaledLog first({}, filesIn(folder));
        first.log.setWatch(1, scope("Pod"));
        first.log.append(listEntry(1, {object("web", "a")}));
        first.write();
        first.time = heard;
        first.sync();
    }
    for (int run = 1; run <= 3; ++run) {
        JournaledLog next({}, filesIn(folder));
        QCOMPARE(next.log.now().knowledge(1)->unknownSince, std::optional(heard));
        next.log.setWatch(1, scope("Pod"));
        next.write();
        next.time = heard + std::chrono::minutes(run);
        next.sync();
        QCOMPARE(next.log.now().knowledge(1)->unknownSince, std::optional(heard));
    }
}

} // namespace tst_historyrestarts

WK_TEST(tst_historyrestarts, TestHistoryRestarts, QCoreApplication)
#include "tst_historyrestarts.moc"
