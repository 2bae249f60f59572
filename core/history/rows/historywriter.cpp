// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historywriter.h"

#include "core/base/giveway.h"
#include "core/history/journal/journalstart.h"
#include "core/history/journal/journalthread.h"

#include <algorithm>
#include <string>
#include <utility>

namespace wk {

namespace {

/// Rows fall off by segments: a bound has some of them.
SegmentSize segmentSize(const EventLog::Bounds &bounds)
{
    constexpr std::size_t Segments = 12;
    SegmentSize size;
    size.bytes = std::clamp<std::uint64_t>(bounds.bytes / Segments, 4 * limits::MiB, size.bytes);
    size.rows = std::max<RowId>(bounds.rows / Segments, EventLog::ChunkRows);
    return size;
}

} // namespace

/// The part that lives in the writer's thread.
class HistoryWriter::Worker : public QObject
{
public:
    Worker(HistoryWriter &writer, const EventLog::Bounds &bounds, Published published)
        : m_writer(writer)
        , m_published(std::move(published))
        , m_log(bounds)
    {}
    ~Worker() override { offer(); }

    void drain()
    {
        writeAll();
        if (m_journal && !std::exchange(m_isOfferDue, true))
            m_nextOffer = m_clock.after(segment::WriteEvery, [this] { offer(); });
        const Instant due = m_publishedAt + (m_log.now().end() - m_end >= SnapshotRows ? Frame : Breath);
        const Instant now = m_clock.now();
        if (now >= due)
            return publish();
        m_frame = m_clock.after(std::chrono::ceil<std::chrono::milliseconds>(due - now), [this] {
            writeAll();
            publish();
        });
        m_writer.wait();
    }

private:
    void writeAll()
    {
        for (const Letter &letter : m_writer.takeLetters())
            std::visit([this](const auto &what) { write(what); }, letter);
        tidy();
    }
    /// What was kept before comes first.
    void write(const Kept &kept)
    {
        auto found = kept.find();
        if (!found)
            m_log.setJournalError(found.error());
        else if (found->areSome())
            startJournalIn(*std::move(found));
        publish();
        m_writer.restored(std::move(m_bodies), m_log.snapshot());
        if (kept.restored)
            kept.restored();
    }
    void write(const NotKept &notKept)
    {
        m_journal.reset();
        m_files = {};
        m_log.setJournalError({});
        if (notKept.then)
            notKept.then();
    }
    void startJournalIn(HistoryFiles files)
    {
        JournalStart start = startJournal(files, m_log, segmentSize(m_log.bounds()));
        m_bodies = std::move(start.bodies);
        m_files = std::move(files);
        if (!start.journal)
            return;
        m_journal = std::make_unique<JournalThread>(
            std::move(start.journal),
            [this](JournalThread::News news) {
                const std::lock_guard lock(m_newsMutex);
                m_news.push_back(std::move(news));
                QMetaObject::invokeMethod(this, &Worker::hearAll, Qt::QueuedConnection);
            },
            m_files.begun);
    }
    void write(const Order &order) { order(m_log); }
    void write(const std::vector<EntryPtr> &entries)
    {
        for (const EntryPtr &entry : entries)
            m_log.append(entry);
    }
    void write(Flush flush)
    {
        tidy();
        publish();
        flush->count_down();
    }
    void tidy()
    {
        while (m_log.step()) {
        }
        while (auto cut = m_log.takeCut())
            forget(*std::move(cut));
    }
    /// What is new to the journal.
    void offer()
    {
        if (!m_journal)
            return;
        m_isOfferDue = false;
        m_log.setJournalError(m_journal->isLate() ? late() : m_journalError);
        writeAll();
        if (m_journal) // it may have been told to end
            m_journal->offer(m_log.snapshot());
    }
    void hearAll()
    {
        std::vector<JournalThread::News> all;
        {
            const std::lock_guard lock(m_newsMutex);
            all.swap(m_news);
        }
        for (const JournalThread::News &news : all)
            hear(news);
    }
    void hear(const JournalThread::News &news)
    {
        for (const EventLog::Filed &filed : news.sealed.rows)
            m_log.move(filed);
        for (const RowJournal::Sealed::Bodies &bodies : news.sealed.bodies)
            file(bodies.store, bodies.revisions);
        m_journalError = news.error;
        if (m_journal)
            m_log.setJournalError(m_journalError);
        tidy();
        publish();
    }
    Error late() const
    {
        const auto seconds = std::to_string(JournalThread::LateAfter.count());
        return {ErrorKind::FileWriteFailed, "The disk has taken nothing for " + seconds + " s.", m_files.folder};
    }
    void publish()
    {
        m_frame.cancel();
        m_publishedAt = m_clock.now();
        m_end = m_log.now().end();
        m_writer.keep(m_log.snapshot());
        m_published(m_log.snapshot());
    }

    HistoryWriter &m_writer;
    const Published m_published;
    HistoryFiles m_files; ///< outlives the journal, as the lock does
    SystemClock m_clock;
    EventLog m_log;
    std::mutex m_newsMutex;
    std::vector<JournalThread::News> m_news; ///< under the lock; a ring has no payload
    std::unique_ptr<JournalThread> m_journal;
    std::optional<Error> m_journalError; ///< that it told
    BodiesByCluster m_bodies;            ///< of what was restored, on their way
    Clock::Alarm m_nextOffer;
    bool m_isOfferDue = false;
    Instant m_publishedAt{}; ///< before the program began
    RowId m_end = 0;         ///< … of what was published
    Clock::Alarm m_frame;
};

HistoryWriter::HistoryWriter(const EventLog::Bounds &bounds, HistoryFiles files, Published published)
    : HistoryWriter(bounds, std::move(published))
{
    if (files.areSome())
        keepIn([files = std::move(files)] { return files; });
}

HistoryWriter::HistoryWriter(const EventLog::Bounds &bounds, Published published)
    : m_worker(new Worker(*this, bounds, std::move(published)))
{
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::started, [] { giveWayToTheWindow(); });
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    QObject::connect(m_worker, &QObject::destroyed, [this] { m_workerGone.count_down(); });
    m_thread.setObjectName(QStringLiteral("history"));
    m_thread.start();
}

HistoryWriter::~HistoryWriter()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_hasRoom.notify_all();
    m_isRestored.notify_all();
    m_thread.quit();
    m_thread.wait();
    m_workerGone.wait(); // open by now; a thread sanitizer sees this, as it does not see QThread::wait()
}

void HistoryWriter::opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope)
{
    post(Order([=](EventLog &log) { log.setWatch(watch, scope, cluster); }));
}

void HistoryWriter::broke(WatchId watch, std::optional<WallTime> since)
{
    {
        const std::lock_guard lock(m_mutex);
        if (std::exchange(m_broken[watch], since) == since)
            return;
    }
    post(Order([=](EventLog &log) { log.setBroken(watch, since); }));
}

void HistoryWriter::closed(WatchId watch, WallTime time)
{
    {
        const std::lock_guard lock(m_mutex);
        m_broken.erase(watch);
        const WatchScope *scope = m_goneOn.erase(watch) > 0 ? m_newest->scope(watch) : nullptr;
        if (scope)
            m_earlier.emplace(watch, *scope);
    }
    post(Order([=](EventLog &log) { log.closeWatch(watch, time); }));
}

void HistoryWriter::keepIn(Find find, std::function<void()> restored)
{
    {
        const std::lock_guard lock(m_mutex);
        m_isRestoring = true;
    }
    post(Kept{std::move(find), std::move(restored)});
}

void HistoryWriter::stopKeeping(std::function<void()> then)
{
    post(NotKept{std::move(then)});
}

bool HistoryWriter::isReady() const
{
    const std::lock_guard lock(m_mutex);
    return !m_isRestoring;
}

void HistoryWriter::restored(BodiesByCluster bodies, HistoryPtr now)
{
    const std::map<WatchId, WatchScope> earlier = now->scopes();
    if (!earlier.empty())
        numbers().beginBehind(earlier.rbegin()->first);
    const std::lock_guard lock(m_mutex);
    m_bodies = std::move(bodies);
    m_earlier = earlier;
    m_isRestoring = false;
    m_isRestored.notify_all();
}

void HistoryWriter::keep(HistoryPtr now)
{
    const std::lock_guard lock(m_mutex);
    m_newest = std::move(now);
}

void HistoryWriter::waitForEarlier(std::unique_lock<std::mutex> &lock)
{
    m_isRestored.wait(lock, [this] { return !m_isRestoring || m_isEnding; });
}

std::unique_ptr<RevisionBodies> HistoryWriter::takeBodies(const ClusterId &cluster)
{
    std::unique_lock lock(m_mutex);
    waitForEarlier(lock);
    return std::move(m_bodies[cluster]); // then null
}

WatchId HistoryWriter::numberFor(const ClusterId &cluster, const WatchScope &scope)
{
    std::unique_lock lock(m_mutex);
    waitForEarlier(lock);
    // The newest: what is chosen again and again was left again and again.
    for (auto watch = m_earlier.rbegin(); watch != m_earlier.rend(); ++watch) {
        const ClusterId &earlier = m_newest->clusterOf(watch->first);
        const bool isAnother = !cluster.isEmpty() && !earlier.isEmpty() && earlier != cluster;
        if (isAnother || !watch->second.isOfTheSame(scope) || watch->second.ns != scope.ns)
            continue;
        const WatchId number = watch->first;
        m_earlier.erase(number);
        m_goneOn.insert(number);
        return number;
    }
    return numbers().next();
}

void HistoryWriter::leaveEarlier()
{
    std::vector<std::pair<WatchId, WallTime>> left;
    {
        const std::lock_guard lock(m_mutex);
        for (const auto &[watch, scope] : m_earlier) {
            const auto known = m_newest->knowledge(watch);
            if (known && known->unknownSince)
                left.emplace_back(watch, *known->unknownSince);
            else if (m_newest->isOpen(watch) && m_newest->size() > 0) // it had told nothing yet
                left.emplace_back(watch, m_newest->time(m_newest->end() - 1));
        }
    }
    for (const auto &[watch, since] : left)
        closed(watch, since);
}

std::optional<HeldState> HistoryWriter::held(WatchId watch)
{
    HistoryPtr now;
    {
        std::unique_lock lock(m_mutex);
        waitForEarlier(lock);
        if (!m_goneOn.contains(watch))
            return {};
        now = m_newest;
    }
    const auto known = now->knowledge(watch);
    const auto until = known && known->unknownSince ? known->unknownSince : known ? known->until : std::nullopt;
    if (!until)
        return {};
    HeldState held{*now->objectsAt(watch, now->end()), now->columnsOf(watch), *until, {}};
    // What a list holds, and what it was found to hold, is older than the list.
    for (RowId row = now->end(); row-- > now->begin() && held.version.text().empty();) {
        if (now->watch(row) == watch && !now->isListed(row) && now->origin(row) != EntryClass::Inferred)
            held.version = ResourceVersion(now->version(row));
    }
    return held;
}

void HistoryWriter::flush()
{
    std::latch done(1);
    post(&done);
    done.wait();
}

void HistoryWriter::told(const std::vector<EntryPtr> &entries)
{
    if (entries.empty())
        return;
    std::unique_lock lock(m_mutex);
    m_hasRoom.wait(lock, [this] { return m_waiting < InboxEntries || m_isEnding; });
    m_waiting += entries.size();
    m_inbox.push_back(entries);
    if (!m_isAwaited || m_waiting >= SnapshotRows)
        ring();
}

void HistoryWriter::post(Letter letter)
{
    const std::lock_guard lock(m_mutex);
    m_inbox.push_back(std::move(letter));
    ring();
}

/// Once until the next takeLetters().
void HistoryWriter::ring()
{
    if (!std::exchange(m_isRung, true))
        QMetaObject::invokeMethod(m_worker, &Worker::drain, Qt::QueuedConnection);
}

std::vector<HistoryWriter::Letter> HistoryWriter::takeLetters()
{
    const std::lock_guard lock(m_mutex);
    m_waiting = 0;
    m_isRung = false;
    m_isAwaited = false;
    m_hasRoom.notify_all();
    return std::exchange(m_inbox, {});
}

/// A thread that is woken costs both whoever wakes it and itself some µs, as much as it does for a row.
void HistoryWriter::wait()
{
    const std::lock_guard lock(m_mutex);
    m_isAwaited = true;
}

} // namespace wk
