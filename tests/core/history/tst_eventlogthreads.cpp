// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "tests/support/entries.h"
#include "tests/support/testregistry.h"

#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <mutex>
#include <thread>

/// A log goes on while other threads read what it said. Its worth is under ThreadSanitizer.
namespace tst_eventlogthreads {

using namespace wk;
using namespace wk::test;

namespace {

/// Which snapshot is the latest; each reader takes it once.
class Latest
{
public:
    struct Snapshots {
        EventLogSnapshot rows{};
        RevisionSnapshot revisions{};
        int number = 0;
        bool isLast = false;
    };

    void put(Snapshots snapshots)
    {
        const std::lock_guard lock(m_mutex);
        m_latest = std::move(snapshots);
    }
    Snapshots get() const
    {
        const std::lock_guard lock(m_mutex);
        return m_latest;
    }

private:
    mutable std::mutex m_mutex;
    Snapshots m_latest;
};

std::string nameOf(RowId row)
{
    return (row % 2 == 0 ? "pod-" : "a-pod-with-a-name-of-some-length-") + std::to_string(row);
}

std::string managerOf(RowId row)
{
    return "manager-" + std::to_string(row / 100);
}

std::string jsonOf(RowId row)
{
    return "{\"name\":\"" + nameOf(row) + "\",\"more\":[" + std::to_string(row * 7) + "]}";
}

/// How many of the rows do not say what row() made them say.
int wrongIn(const Latest::Snapshots &of)
{
    constexpr RowId Every = 37;
    int wrong = 0;
    for (RowId row = of.rows.begin(); row < of.rows.end(); row += Every) {
        const auto text = of.revisions.read(of.rows.revision(row));
        const auto paths = of.rows.paths(row);
        const bool isRight =
            of.rows.name(row) == nameOf(row) && of.rows.ns(row) == "web" && of.rows.kind(row) == "Pod" &&
            of.rows.versionNumber(row) == row + 1 && of.rows.manager(row) == managerOf(row) && paths.size() == 1 &&
            paths.front() == "path-" + std::to_string(row / 3) && text && text->object() == jsonOf(row);
        wrong += isRight ? 0 : 1;
    }
    return wrong;
}

class Writer
{
public:
    Writer(EventLog &log, RevisionBodies &bodies)
        : m_log(log)
        , m_bodies(bodies)
        , m_writer(bodies.writer({"", "v1", "pods"}))
    {
        m_log.setWatch(1, scope("Pod"));
    }
    void append(std::size_t rows)
    {
        for (std::size_t i = 0; i < rows; ++i)
            m_log.append(batch({row(m_log.end())}));
        while (m_log.step()) {
        }
        if (const std::optional<RevisionCut> cut = m_log.takeCut())
            m_bodies.forget(*cut);
    }

private:
    EntryPtr row(RowId row)
    {
        auto made = object("web", nameOf(row), std::to_string(row + 1));
        const std::string json = jsonOf(row);
        made->body = m_writer->keep({.uid = nameOf(row), .line = json, .object = json, .isLast = true});
        auto told = entry(1, EntryType::Modified, std::move(made));
        told->changes =
            changes({managerOf(row)}, {{.path = "path-" + std::to_string(row / 3), .before = {}, .after = {}}});
        return told;
    }

    EventLog &m_log;
    RevisionBodies &m_bodies;
    std::unique_ptr<BodyWriter> m_writer;
};

} // namespace

class TestEventLogThreads : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void threadsReadWhileTheLogGrowsAndForgets();
};

void TestEventLogThreads::threadsReadWhileTheLogGrowsAndForgets()
{
    constexpr int Readers = 2;
    constexpr int Enough = 4; // snapshots that each keeps and reads again
    constexpr std::size_t RowsBetween = 700;
    constexpr int Later = 3 * EventLog::ChunkRows / RowsBetween; // all of its rows have fallen off by then
    const QTemporaryDir folder;
    RevisionBodies bodies({.chunkBytes = 32 * limits::KiB});
    EventLog log({.rows = 2 * EventLog::ChunkRows, .memory = 0});
    log.setSpill({.folder = folder.path().toStdString()});
    Writer writer(log, bodies);
    Latest latest;
    std::atomic<int> wrong = 0;
    std::atomic<int> satisfied = 0;
    std::vector<std::thread> readers;
    for (int i = 0; i < Readers; ++i) {
        readers.emplace_back([&] {
            int readAgain = 0;
            Latest::Snapshots kept;
            for (int last = 0;;) {
                const Latest::Snapshots now = latest.get();
                if (now.number != last) {
                    last = now.number;
                    wrong += wrongIn(now);
                }
                if (now.number > kept.number + Later) {
                    wrong += wrongIn(std::exchange(kept, now));
                    satisfied += ++readAgain == Enough ? 1 : 0;
                }
                if (now.isLast)
                    return;
                std::this_thread::yield();
            }
        });
    }
    for (int number = 1; satisfied < Readers || log.begin() < 4 * EventLog::ChunkRows; ++number) {
        writer.append(RowsBetween);
        latest.put({log.snapshot(), log.revisions(), number, false});
    }
    latest.put({.isLast = true});
    for (std::thread &reader : readers)
        reader.join();
    QCOMPARE(wrong.load(), 0);
    QVERIFY(log.reuses() > 0);
    while (log.parked() > 0) {
        const std::size_t before = log.parked();
        log.step();
        QVERIFY(log.parked() < before);
    }
}

} // namespace tst_eventlogthreads

WK_TEST(tst_eventlogthreads, TestEventLogThreads, QCoreApplication)
#include "tst_eventlogthreads.moc"
