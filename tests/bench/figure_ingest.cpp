// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/eventlog.h"
#include "core/history/revisionjournal.h"
#include "core/informer/mailbox.h"
#include "core/informer/sharedinformer.h"
#include "core/resource/compare.h"
#include "core/source/kube/decoder.h"
#include "tests/bench/figure.h"
#include "tests/bench/measure.h"
#include "tests/bench/podlines.h"
#include "tests/support/manualclock.h"
#include "tests/support/podgen/podfleet.h"

#include <QJsonDocument>
#include <QTemporaryDir>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <functional>
#include <thread>

/// ingest: watch lines of pods in memory, each once, through decoder, informer and store to the mailbox in one thread,
/// and from there into the event log and the revisions' journal on a disk in another, as a session and its window do
/// it, in reads of as many as a socket holds; in events a second by the wall. ingest-cpu: what it takes of a core for
/// each event in reads of a few, as they come at 10,000 events a second, in µs: a hundredth of it is the percentage of
/// that. The yardstick reads the same lines with QJsonDocument, and keeps nothing. The store and the log are asked at
/// the end. ingest-cores: how many cores the machine's two CPUs are, which may be two threads of one.
namespace wk::bench {

namespace {

constexpr std::uint32_t Pods = 20'000;
constexpr std::uint32_t PageSize = 500;
constexpr std::size_t Events = 60'000;
constexpr std::size_t FullRead = 32;  ///< of a socket, which holds 256 KiB
constexpr std::size_t SmallRead = 10; ///< what comes in a millisecond at 10,000 a second
constexpr WatchId Watch = 1;
constexpr int Runs = 5; ///< the first one fills the caches that a session fills once

/// What a server would say.
class Script
{
public:
    Script()
    {
        test::PodFleet fleet({.seed = 1, .pods = Pods});
        for (std::uint32_t first = 0; first < Pods; first += PageSize)
            m_pages.push_back(fleet.tablePage(first, PageSize));
        m_bytes.reserve(Events * 8192);
        for (std::size_t i = 0; i < Events; ++i) {
            m_ends.push_back(m_bytes.append(fleet.tableLine(fleet.next())).size());
            m_bytes += '\n';
        }
        m_bytes.append(64, '\0');
    }

    const std::vector<std::string> &pages() const { return m_pages; }
    std::string_view line(std::size_t i) const
    {
        const std::size_t begin = i == 0 ? 0 : m_ends[i - 1] + 1;
        return std::string_view(m_bytes).substr(begin, m_ends[i] - begin);
    }
    /// QJsonDocument's time for one of the events, in µs.
    double yardstick() const
    {
        constexpr std::size_t Some = 1000;
        return microseconds(3, Some, [this] {
            for (std::size_t i = 0; i < Some; ++i) {
                const std::string_view text = line(i);
                const auto bytes = QByteArray::fromRawData(text.data(), static_cast<qsizetype>(text.size()));
                if (QJsonDocument::fromJson(bytes).isNull())
                    std::abort();
            }
        });
    }

private:
    std::vector<std::string> m_pages;
    std::string m_bytes;
    std::vector<std::size_t> m_ends;
};

/// Tells it.
class Server : public ListerWatcher
{
public:
    Server(const Script &script, std::size_t eventsARead)
        : m_script(script)
        , m_eventsARead(eventsARead)
        , m_decoder(podResource(), m_bodies.writer(podResource().gvr))
    {}

    void setObserver(SourceObserver *observer) override { m_observer = observer; }
    void list(const ListOptions &) override {}
    void watch(const WatchOptions &) override {}
    void stop() override {}

    void tellList()
    {
        ListPage whole;
        for (const std::string &text : m_script.pages()) {
            auto page = m_decoder.page(text);
            whole.version = page->version;
            if (page->columns)
                whole.columns = page->columns;
            whole.objects.insert(whole.objects.end(), page->objects.begin(), page->objects.end());
        }
        m_observer->listed(std::move(whole));
        m_observer->watchOpened();
    }
    /// False when there are none left.
    bool tellEvents()
    {
        std::vector<std::string_view> lines;
        for (; m_next < Events && lines.size() < m_eventsARead; ++m_next)
            lines.push_back(m_script.line(m_next));
        if (lines.empty())
            return false;
        Decoder::Lines decoded = m_decoder.events(lines, 64);
        if (decoded.broken)
            std::abort();
        m_observer->eventsArrived(std::move(decoded.events));
        return true;
    }
    const RevisionStore &store() const { return m_bodies.store(); }

private:
    const Script &m_script;
    std::size_t m_eventsARead;
    RevisionBodies m_bodies;
    Decoder m_decoder;
    std::size_t m_next = 0;
    SourceObserver *m_observer = nullptr;
};

/// The window's side: the log, and the file beside it.
class Keeping
{
public:
    explicit Keeping(const RevisionStore &store)
        : m_store(store)
        , m_segment(*SegmentWriter::create(m_folder.filePath(QStringLiteral("bench.wklog")).toStdString()))
    {
        m_log.setWatch(Watch, {podResource(), {}, {}, {}});
    }

    void take(Mailbox &mailbox)
    {
        const Mailbox::Content content = mailbox.take();
        if (content.dropped > 0)
            std::abort();
        m_log.append(content.batch);
        while (m_log.step()) {
        }
        m_shown = m_log.snapshot();
        if (!m_journal.write(m_store.snapshot(), m_segment) || !m_segment.tick(m_clock.now()))
            std::abort();
    }
    const EventLog &log() const { return m_log; }
    void finish()
    {
        if (!m_segment.close())
            std::abort();
    }

private:
    const RevisionStore &m_store;
    QTemporaryDir m_folder;
    SystemClock m_clock;
    RevisionJournal m_journal;
    SegmentWriter m_segment;
    HistoryPtr m_shown; ///< as a window has it, of each frame
    EventLog m_log{EventLog::Bounds{.rows = Pods + Events + 2 * EventLog::ChunkRows, .bytes = std::size_t(8) << 30}};
};

double processSeconds()
{
    timespec time{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

struct Spent {
    double wall = 0;
    double cpu = 0;
};

/// What all the events take, in seconds.
Spent run(const Script &script, std::size_t eventsARead)
{
    ManualClock clock;
    auto owned = std::make_unique<Server>(script, eventsARead);
    Server &server = *owned;
    Mailbox mailbox;
    SharedInformer informer(Watch, std::move(owned), clock, {[] { return 0.5; }, describeChanges, {}, false});
    informer.addHandler([&mailbox](const std::vector<EntryPtr> &entries) { (void)mailbox.post(entries); });
    informer.start();
    Keeping keeping(server.store());
    server.tellList();
    keeping.take(mailbox);

    const double wall = wallSeconds();
    const double cpu = processSeconds();
    std::atomic<bool> done = false;
    std::thread watcher([&] {
        while (server.tellEvents()) {
        }
        done = true;
    });
    while (!done) {
        keeping.take(mailbox);
        std::this_thread::sleep_for(std::chrono::milliseconds(16));
    }
    watcher.join();
    keeping.take(mailbox);
    keeping.finish();
    const Spent spent{wallSeconds() - wall, processSeconds() - cpu};
    if (keeping.log().now().size() != 1 + Pods + Events || informer.store().size() < Pods * 9 / 10)
        std::abort();
    return spent;
}

void readLines(const Script &script, std::size_t first)
{
    Decoder decoder(podResource(), Decoder::Bodies::Drop);
    for (std::size_t i = first; i < first + Events / 3; ++i) {
        if (!decoder.event(script.line(i), 64))
            std::abort();
    }
}

/// By how much more two threads that share nothing read of the lines than one does in the same time.
double coresOf(const Script &script)
{
    std::vector<double> cores;
    for (int i = 0; i < Runs; ++i) {
        const double before = wallSeconds();
        std::thread(readLines, std::cref(script), 0).join();
        const double between = wallSeconds();
        std::thread other(readLines, std::cref(script), Events / 3);
        std::thread(readLines, std::cref(script), 0).join();
        other.join();
        cores.push_back(2 * (between - before) / (wallSeconds() - between));
    }
    return median(cores);
}

std::vector<Figure> measureIngest()
{
    const Script script;
    const double cores = coresOf(script);
    const double yardstick = script.yardstick();
    std::vector<double> rates;
    std::vector<double> costs;
    for (int i = 0; i < Runs; ++i) {
        costs.push_back(run(script, SmallRead).cpu / double(Events) * 1e6);
        rates.push_back(double(Events) / run(script, FullRead).wall);
    }
    const double anEvent = median(costs);
    return {{.name = "ingest", .value = median(rates), .unit = "events/s", .runs = Runs},
            {.name = "ingest-cpu",
             .value = anEvent,
             .unit = "us",
             .runs = Runs,
             .yardstick = yardstick,
             .ratio = yardstick / anEvent},
            {.name = "ingest-cores", .value = cores, .unit = "cores", .runs = Runs}};
}

const Registration registration("ingest", measureIngest);

} // namespace

} // namespace wk::bench
