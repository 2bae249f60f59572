// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "core/informer/objectstore.h"
#include "core/resource/compare.h"
#include "core/source/kube/decoder.h"
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podlines.h"
#include "tests/support/podgen/podfleet.h"

#include <QDir>
#include <QTemporaryDir>

#include <malloc.h>

#include <condition_variable>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <random>
#include <thread>

/// rss: by what a process grows that lists 150,000 pods and watches a million of their events, all of them kept, with
/// their bodies, in the log as a window has it that may take 128 MB of the memory for history, which is what a user has
/// who chose nothing. rss-disk: what of the history lies on the disk then. rss-list: after the list alone. Rows from
/// all of it are then read back, with their bodies. What changed is found out of the first events and told of all,
/// which costs the same memory in less time.
namespace wk::bench {

namespace {

constexpr std::uint32_t Pods = 150'000;
constexpr std::uint32_t PageSize = 500;
constexpr std::size_t Events = 1'000'000;
constexpr std::size_t KindsOfChanges = 500;
constexpr std::size_t EventsABatch = 330;
constexpr std::size_t LinesAtOnce = 100;
constexpr std::size_t ReadableBehind = 64;
constexpr std::size_t HistoryMemory = 128 * limits::MiB;
constexpr WatchId Watch = 1;
constexpr double MB = 1e6;

/// As one that has no predecessor at hand, so that the decoder compares nothing.
class Uncompared final : public BodyWriter
{
public:
    explicit Uncompared(std::unique_ptr<BodyWriter> writer)
        : m_writer(std::move(writer))
    {}
    Body keep(const BodyLine &line) override { return m_writer->keep(line); }

private:
    std::unique_ptr<BodyWriter> m_writer;
};

/// A session and its window, without what lies between.
class Watching
{
public:
    explicit Watching(const std::string &folder)
        : m_bodies({.spill = {.folder = folder, .heapBytes = HistoryMemory / 8}})
    {
        m_log.setSpill({.folder = folder});
        m_log.setWatch(Watch, {podResource(), {}, {}, {}});
    }

    void list(const test::PodFleet &fleet)
    {
        auto entry = std::make_shared<Entry>();
        entry->watch = Watch;
        entry->type = EntryType::List;
        entry->origin = EntryClass::Initial;
        std::vector<ObjectPtr> objects;
        for (std::uint32_t first = 0; first < Pods; first += PageSize) {
            auto page = m_decoder.page(fleet.tablePage(first, PageSize));
            entry->columns = page->columns ? page->columns : entry->columns;
            objects.insert(objects.end(), page->objects.begin(), page->objects.end());
        }
        m_columns = entry->columns;
        m_store.replace(objects);
        entry->objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(objects));
        take({{entry}, {}});
    }
    /// With ReadableBehind bytes behind the line.
    void event(std::string_view line)
    {
        line.remove_suffix(ReadableBehind);
        auto event = m_decoder.event(line, ReadableBehind);
        auto entry = std::make_shared<Entry>();
        entry->watch = Watch;
        entry->type = entryType(event->type);
        entry->arrived = WallTime(std::chrono::milliseconds(++m_events));
        entry->version = event->version;
        entry->object = event->object;
        entry->columns = m_columns;
        entry->wireBytes = line.size();
        if (event->type == EventType::Deleted)
            entry->previous = m_store.remove(event->object->ns, event->object->name);
        else
            entry->previous = m_store.put(event->object);
        if (m_changes.size() < KindsOfChanges)
            m_changes.push_back(*describeChanges(entry->previous, entry->object));
        entry->changes = std::make_shared<const Changes>(m_changes[std::size_t(m_events) % m_changes.size()]);
        m_batch.entries.push_back(std::move(entry));
        if (m_batch.entries.size() == EventsABatch)
            finish();
    }
    void finish() { take(std::exchange(m_batch, {})); }
    const EventLog &log() const { return m_log; }
    std::size_t diskBytes() const { return m_log.diskBytes() + m_bodies.store().memory().disk; }

private:
    void take(const Batch &batch)
    {
        m_log.append(batch);
        while (m_log.step()) {
        }
    }

    RevisionBodies m_bodies;
    Decoder m_decoder{podResource(), std::make_unique<Uncompared>(m_bodies.writer(podResource().gvr))};
    ObjectStore m_store;
    EventLog m_log{EventLog::Bounds{
        .rows = 2 * (Pods + Events), .bytes = std::size_t(8) << 30, .memory = HistoryMemory / 8 * 7}};
    Columns m_columns;
    Batch m_batch;
    std::vector<Changes> m_changes;
    std::int64_t m_events = 0;
};

/// Made by another thread, as a server's are, for the time that it takes. A few batches wait at most.
class Lines
{
public:
    void put(test::PodFleet &fleet, std::size_t count)
    {
        std::vector<std::string> made(count);
        for (std::string &line : made) {
            const std::string_view told = fleet.tableLine(fleet.next());
            line.reserve(told.size() + ReadableBehind);
            line.append(told).append(ReadableBehind, ' ');
        }
        std::unique_lock lock(m_mutex);
        m_moved.wait(lock, [this] { return m_waiting.size() < MostWaiting; });
        m_waiting.push_back(std::move(made));
        m_moved.notify_all();
    }
    std::vector<std::string> take()
    {
        std::unique_lock lock(m_mutex);
        m_moved.wait(lock, [this] { return !m_waiting.empty(); });
        std::vector<std::string> taken = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_moved.notify_all();
        return taken;
    }

private:
    static constexpr std::size_t MostWaiting = 4;

    std::mutex m_mutex;
    std::condition_variable m_moved;
    std::deque<std::vector<std::string>> m_waiting;
};

std::size_t trimmedBytes()
{
    malloc_trim(0);
    return residentBytes();
}

/// Each names the version that its body has.
void requireRevisions(const EventLog &log)
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const RowId row = 1 + random() % (log.end() - 1);
        const ObjectPtr object = log.object(row);
        if (!object || object->name.view() != log.name(row) || object->version.text() != log.version(row) ||
            object->body.object().find("\"resourceVersion\":\"" + log.version(row) + '"') == std::string::npos)
            std::abort();
    }
}

std::vector<Figure> measureRss()
{
    test::PodFleet fleet({.seed = 1, .pods = Pods, .nodes = 3000});
    const std::size_t before = trimmedBytes();
    const QTemporaryDir folder(QDir::current().filePath(QStringLiteral("rss-XXXXXX")));
    Watching watching(folder.path().toStdString());
    watching.list(fleet);
    const std::size_t listed = trimmedBytes();
    Lines lines;
    std::thread server([&] {
        for (std::size_t i = 0; i < Events; i += LinesAtOnce)
            lines.put(fleet, std::min(LinesAtOnce, Events - i));
    });
    for (std::size_t i = 0; i < Events; i += LinesAtOnce) {
        for (const std::string &line : lines.take())
            watching.event(line);
    }
    server.join();
    watching.finish();
    const std::size_t after = trimmedBytes();
    if (watching.log().size() != 1 + Pods + Events)
        std::abort();
    requireRevisions(watching.log());
    return {
        {.name = "rss", .value = double(after - before) / MB, .unit = "MB", .runs = 1},
        {.name = "rss-list", .value = double(listed - before) / MB, .unit = "MB", .runs = 1},
        {.name = "rss-disk", .value = double(watching.diskBytes()) / MB, .unit = "MB", .runs = 1},
    };
}

const Registration registration("rss", measureRss);

} // namespace

} // namespace wk::bench
