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

/// From one thread to another, in order. A few wait at most.
template <class T>
class Waiting
{
public:
    void put(T made)
    {
        std::unique_lock lock(m_mutex);
        m_moved.wait(lock, [this] { return m_waiting.size() < MostWaiting; });
        m_waiting.push_back(std::move(made));
        m_moved.notify_all();
    }
    T take()
    {
        std::unique_lock lock(m_mutex);
        m_moved.wait(lock, [this] { return !m_waiting.empty(); });
        T taken = std::move(m_waiting.front());
        m_waiting.pop_front();
        m_moved.notify_all();
        return taken;
    }

private:
    static constexpr std::size_t MostWaiting = 4;

    std::mutex m_mutex;
    std::condition_variable m_moved;
    std::deque<T> m_waiting;
};

/// What a session does, in its thread; what it tells goes to the window's.
class Watching
{
public:
    Watching(const std::string &folder, Waiting<Batch> &window)
        : m_window(window)
        , m_bodies({.spill = {.folder = folder, .heapBytes = HistoryMemory / 8}})
    {}

    void list(Waiting<std::string> &pages)
    {
        auto entry = std::make_shared<Entry>();
        entry->watch = Watch;
        entry->type = EntryType::List;
        entry->origin = EntryClass::Initial;
        std::vector<ObjectPtr> objects;
        for (std::uint32_t first = 0; first < Pods; first += PageSize) {
            auto page = m_decoder.page(pages.take());
            entry->columns = page->columns ? page->columns : entry->columns;
            objects.insert(objects.end(), page->objects.begin(), page->objects.end());
        }
        m_columns = entry->columns;
        m_store.replace(objects);
        entry->objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(objects));
        m_window.put({{entry}, {}});
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
    /// What comes last.
    void finish() { m_window.put(std::exchange(m_batch, {})); }
    std::size_t diskBytes() const { return m_bodies.store().memory().disk; }

private:
    Waiting<Batch> &m_window;
    RevisionBodies m_bodies;
    Decoder m_decoder{podResource(), std::make_unique<Uncompared>(m_bodies.writer(podResource().gvr))};
    ObjectStore m_store;
    Columns m_columns;
    Batch m_batch;
    std::vector<Changes> m_changes;
    std::int64_t m_events = 0;
};

/// The window's log, in another thread.
class Keeping
{
public:
    Keeping(const std::string &folder, Waiting<Batch> &told)
        : m_told(told)
    {
        m_log.setSpill({.folder = folder});
        m_log.setWatch(Watch, {podResource(), {}, {}, {}});
    }

    /// Until there are as many rows.
    void keep(std::size_t rows)
    {
        while (m_log.now().size() < rows) {
            m_log.append(m_told.take());
            while (m_log.step()) {
            }
            m_shown = m_log.snapshot();
        }
    }
    const EventLog &log() const { return m_log; }
    const HistoryPtr &shown() const { return m_shown; }

private:
    Waiting<Batch> &m_told;
    HistoryPtr m_shown; ///< as a window has it, of each frame
    EventLog m_log{
        EventLog::Bounds{.rows = 2 * (Pods + Events), .bytes = std::size_t(8) << 30, .memory = HistoryMemory / 8 * 7}};
};

/// The next of the fleet's events, each with ReadableBehind bytes behind it.
std::vector<std::string> nextLines(test::PodFleet &fleet, std::size_t count)
{
    std::vector<std::string> made(count);
    for (std::string &line : made) {
        const std::string_view told = fleet.tableLine(fleet.next());
        line.reserve(told.size() + ReadableBehind);
        line.append(told).append(ReadableBehind, ' ');
    }
    return made;
}

/// Each names the version that its body has.
void requireRevisions(const HistorySnapshot &history)
{
    std::mt19937_64 random(1);
    for (int i = 0; i < 2000; ++i) {
        const RowId row = 1 + random() % (history.end() - 1);
        const ObjectPtr object = history.object(row);
        if (!object || object->name.view() != history.name(row) || object->version.text() != history.version(row) ||
            history.json(*object).find("\"resourceVersion\":\"" + history.version(row) + '"') == std::string::npos)
            std::abort();
    }
}

std::vector<Figure> measureRss()
{
    test::PodFleet fleet({.seed = 1, .pods = Pods, .nodes = 3000});
    const std::size_t before = residentBytes();
    const QTemporaryDir folder(QDir::current().filePath(QStringLiteral("rss-XXXXXX")));
    Waiting<Batch> told;
    Watching watching(folder.path().toStdString(), told);
    Keeping window(folder.path().toStdString(), told);
    Waiting<std::string> pages;
    std::thread listing([&] {
        for (std::uint32_t first = 0; first < Pods; first += PageSize)
            pages.put(fleet.tablePage(first, PageSize));
    });
    watching.list(pages);
    listing.join();
    window.keep(1 + Pods);
    const std::size_t listed = residentBytes();
    Waiting<std::vector<std::string>> lines;
    std::thread server([&] {
        for (std::size_t i = 0; i < Events; i += LinesAtOnce)
            lines.put(nextLines(fleet, std::min(LinesAtOnce, Events - i)));
    });
    std::thread session([&] {
        for (std::size_t i = 0; i < Events; i += LinesAtOnce) {
            for (const std::string &line : lines.take())
                watching.event(line);
        }
        watching.finish();
    });
    window.keep(1 + Pods + Events);
    server.join();
    session.join();
    const std::size_t after = residentBytes();
    if (window.shown()->size() != 1 + Pods + Events)
        std::abort();
    requireRevisions(*window.shown());
    return {
        {.name = "rss", .value = double(after - before) / MB, .unit = "MB", .runs = 1},
        {.name = "rss-list", .value = double(listed - before) / MB, .unit = "MB", .runs = 1},
        {.name = "rss-disk",
         .value = double(window.log().diskBytes() + watching.diskBytes()) / MB,
         .unit = "MB",
         .runs = 1},
    };
}

const Registration registration("rss", measureRss);

} // namespace

} // namespace wk::bench
