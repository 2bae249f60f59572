// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalclaim.h"
#include "core/history/journal/journalstart.h"
#include "core/history/rows/historywriter.h"
#include "tests/support/entries.h"
#include "tests/support/sanitized.h"
#include "tests/support/testregistry.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <mutex>
#include <optional>

namespace tst_kepthistory {

using namespace wk;
using namespace wk::test;
using namespace std::chrono_literals;

namespace {

using Versions = std::vector<std::uint64_t>;

const JournalCluster &cluster()
{
    static const JournalCluster known{ClusterId::known("8b6f"), "staging"};
    return known;
}

Versions fromTo(std::uint64_t first, std::uint64_t last)
{
    Versions versions;
    for (std::uint64_t version = first; version <= last; ++version)
        versions.push_back(version);
    return versions;
}

Versions operator+(Versions one, const Versions &other)
{
    one.insert(one.end(), other.begin(), other.end());
    return one;
}

/// A program that keeps the history of the cluster in a folder, and watches pods.
class Program
{
public:
    Program(const std::string &folder, std::uint32_t number)
        : m_folder(QString::fromStdString(folder))
        , m_writer({}, [this](HistoryPtr newer) { take(std::move(newer)); })
    {
        m_writer.keepIn([folder, number]() -> Result<HistoryFiles> {
            const auto root = JournalRoot::open(folder);
            auto claim = claimSet(*root, cluster(), SystemClock().wallNow(), number);
            return claim ? Result<HistoryFiles>(filesOf(std::move(claim).value(), cluster().id)) : claim.error();
        });
        WatchScope pods = scope("Pod");
        pods.resource.gvr = {"", "v1", "pods"};
        m_watch = m_writer.numberFor(cluster().id, pods); // when it is restored
        m_held = m_writer.held(m_watch);
        m_writer.opened(m_watch, cluster().id, pods);
    }

    WatchId watch() const { return m_watch; }
    const std::optional<HeldState> &held() const { return m_held; }
    void list(std::vector<ObjectPtr> objects) { m_writer.told({listEntry(m_watch, std::move(objects))}); }
    void broke(std::optional<WallTime> since) { m_writer.broke(m_watch, since); }
    void reconnected() { m_writer.told({entry(m_watch, EntryType::Reconnect)}); }
    void tell(const Versions &versions)
    {
        std::vector<EntryPtr> entries;
        for (const std::uint64_t version : versions)
            entries.push_back(entry(m_watch, EntryType::Modified, object("web", "a", std::to_string(version))));
        const qint64 before = written();
        m_writer.told(entries);
        m_writer.flush();
        // It is there when something has come and nothing more comes: every 50 ms all that is new is written.
        qint64 seen = before;
        QElapsedTimer since;
        since.start();
        const auto isStill = [&] {
            if (const qint64 now = written(); now != seen) {
                seen = now;
                since.restart();
            }
            return seen != before && since.elapsed() > (IsSanitized ? 1000 : 200);
        };
        QVERIFY(QTest::qWaitFor(isStill, 30'000));
    }
    HistoryPtr history()
    {
        m_writer.flush();
        const std::lock_guard lock(m_mutex);
        return m_newest;
    }
    /// Of its events, in order.
    Versions versions()
    {
        const HistoryPtr now = history();
        Versions versions;
        for (RowId row = now->begin(); row < now->end(); ++row) {
            if (now->type(row) == EntryType::Modified)
                versions.push_back(now->versionNumber(row));
        }
        return versions;
    }

private:
    void take(HistoryPtr newer)
    {
        const std::lock_guard lock(m_mutex);
        m_newest = std::move(newer);
    }
    /// Bytes, of all files.
    qint64 written() const
    {
        qint64 bytes = 0;
        for (QDirIterator files(m_folder, QDir::Files, QDirIterator::Subdirectories); files.hasNext();)
            bytes += QFileInfo(files.next()).size();
        return bytes;
    }

    const QString m_folder;
    std::mutex m_mutex;
    HistoryPtr m_newest = HistorySnapshot::empty();
    HistoryWriter m_writer;
    WatchId m_watch = 0;
    std::optional<HeldState> m_held;
};

} // namespace

class TestKeptHistory : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_root.emplace(); }

    void theNextProgramHasWhatTheLastOneHad()
    {
        {
            Program first(folder(), 1);
            first.list({object("web", "a", "7"), object("web", "b", "8")});
            first.tell(fromTo(9, 3000));
        }
        Program next(folder(), 2);
        QCOMPARE(next.versions(), fromTo(9, 3000));
        QCOMPARE(next.watch(), WatchId(1));
        QVERIFY(next.held());
        QCOMPARE(next.held()->objects.size(), std::size_t(2));
        QCOMPARE(next.held()->version.number(), std::uint64_t(3000));
        next.tell(fromTo(3001, 3100));
        QCOMPARE(next.versions(), fromTo(9, 3100));
        const HistoryPtr now = next.history();
        const auto life = now->lifeOf(1, *object("web", "a"));
        QVERIFY(life);
        QCOMPARE(now->lives().previous(now->end() - 1), std::optional(now->end() - 2));
    }

    /// And not until the program ended, be it killed.
    void whatBrokeBeforeTheEndIsKnownUntilThen()
    {
        const auto isUnknownSince = [](Program &program) { return program.history()->knowledge(1)->unknownSince; };
        const WallTime broke = std::chrono::floor<std::chrono::microseconds>(SystemClock().wallNow()) - 10min;
        {
            Program first(folder(), 1);
            first.list({object("web", "a", "7")});
            first.tell({8});
            first.broke(broke);
        }
        {
            Program next(folder(), 2);
            QVERIFY(isUnknownSince(next) == broke);
            next.reconnected(); // and missed nothing
            QVERIFY(!isUnknownSince(next));
            next.broke(broke + 1min);
            next.broke({});
        }
        Program last(folder(), 3);
        QVERIFY(isUnknownSince(last) > broke + 5min);
    }

    void twoProgramsAtOnceHaveNoEventTwice_data()
    {
        QTest::addColumn<bool>("isFirstLast");
        QTest::newRow("the first ends last") << true;
        QTest::newRow("the second ends last") << false;
    }
    void twoProgramsAtOnceHaveNoEventTwice()
    {
        QFETCH(const bool, isFirstLast);
        auto first = std::make_unique<Program>(folder(), 1);
        first->list({object("web", "a", "1")});
        first->tell(fromTo(2, 3000));
        auto second = std::make_unique<Program>(folder(), 2);
        QCOMPARE(second->versions(), fromTo(2, 3000));
        first->tell(fromTo(3001, 3500));
        second->tell(fromTo(10'001, 15'000));
        QCOMPARE(second->versions(), fromTo(2, 3000) + fromTo(10'001, 15'000));
        (isFirstLast ? second : first).reset();
        (isFirstLast ? first : second)->tell({99'999});
        QTest::qWait(1100); // the disk's times are told apart by then
        first.reset();
        second.reset();
        const Versions expected = isFirstLast ? fromTo(2, 3500) : fromTo(2, 3000) + fromTo(10'001, 15'000);
        for (std::uint32_t again = 3; again < 6; ++again) {
            Program next(folder(), again);
            QCOMPARE(next.versions(), expected + Versions{99'999});
        }
    }

    void whatIsNoLongerKeptMayEndAtOnce()
    {
        for (int round = 0; round < 50; ++round) {
            HistoryFiles files{.folder = m_root->path().toStdString()};
            HistoryWriter writer({}, files, [](const HistoryPtr &) {});
            writer.told({entry(1, EntryType::Bookmark)});
            writer.flush();
            writer.stopKeeping();
        }
    }

private:
    std::string folder() const { return m_root->path().toStdString() + "/history"; }

    std::optional<QTemporaryDir> m_root;
};

} // namespace tst_kepthistory

WK_TEST(tst_kepthistory, TestKeptHistory, QCoreApplication)
#include "tst_kepthistory.moc"
