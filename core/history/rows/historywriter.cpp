// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historywriter.h"

#include "core/base/giveway.h"
#include "core/history/journal/journalstart.h"
#include "core/history/journal/journalthread.h"

#include <algorithm>
#include <utility>

namespace wk {

/// The part that lives in the writer's thread.
class HistoryWriter::Worker : public QObject
{
public:
    Worker(HistoryWriter &writer, const EventLog::Bounds &bounds, HistoryFiles files, Published published)
        : m_writer(writer)
        , m_published(std::move(published))
        , m_files(std::move(files))
        , m_log(bounds)
    {}
    ~Worker() override { offer(); }

    /// What was kept before.
    void restore()
    {
        if (!m_files.folder.empty()) {
            m_log.setHasJournal();
            JournalStart start = startJournal(m_files, m_log);
            m_writer.keepBodies(std::move(start.bodies));
            m_journal = std::make_unique<JournalThread>(std::move(start.journal), [this](JournalThread::News news) {
                QMetaObject::invokeMethod(
                    this, [this, news = std::move(news)] { hear(news); }, Qt::QueuedConnection);
            });
            publish();
        }
        m_writer.m_restored.count_down();
    }

    void drain()
    {
        writeAll();
        if (m_journal && !std::exchange(m_isOfferDue, true))
            m_nextOffer = m_clock.after(segment::WriteEvery, [this] { offer(); });
        const bool isMuch = m_log.now().end() - m_end >= SnapshotRows;
        const Instant due = m_publishedAt + (isMuch ? Frame : Breath);
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
    void write(const Opened &opened) { m_log.setWatch(opened.watch, opened.scope, opened.cluster); }
    void write(const Closed &closed) { m_log.closeWatch(closed.watch, closed.time); }
    void write(const EventLog::Bounds &bounds) { m_log.setBounds(bounds); }
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
        writeAll();
        m_journal->offer(m_log.snapshot());
    }
    void hear(const JournalThread::News &news)
    {
        for (const EventLog::Filed &filed : news.filed)
            m_log.move(filed);
        m_log.setJournalError(news.error);
        tidy();
        publish();
    }
    void publish()
    {
        m_frame.cancel();
        m_publishedAt = m_clock.now();
        m_end = m_log.now().end();
        m_published(m_log.snapshot());
    }

    HistoryWriter &m_writer;
    const Published m_published;
    const HistoryFiles m_files;
    SystemClock m_clock;
    EventLog m_log;
    std::unique_ptr<JournalThread> m_journal;
    Clock::Alarm m_nextOffer;
    bool m_isOfferDue = false;
    Instant m_publishedAt{}; ///< before the program began
    RowId m_end = 0;         ///< … of what was published
    Clock::Alarm m_frame;
};

HistoryWriter::HistoryWriter(const EventLog::Bounds &bounds, HistoryFiles files, Published published)
    : m_worker(new Worker(*this, bounds, std::move(files), std::move(published)))
{
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::started, [] { giveWayToTheWindow(); });
    QMetaObject::invokeMethod(m_worker, &Worker::restore, Qt::QueuedConnection);
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
    m_thread.quit();
    m_thread.wait();
    m_workerGone.wait(); // open by now; a thread sanitizer sees this, as it does not see QThread::wait()
}

void HistoryWriter::opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope)
{
    post(Opened{watch, cluster, scope});
}

void HistoryWriter::closed(WatchId watch, WallTime time)
{
    post(Closed{watch, time});
}

void HistoryWriter::setBounds(const EventLog::Bounds &bounds)
{
    post(bounds);
}

std::unique_ptr<RevisionBodies> HistoryWriter::takeBodies()
{
    m_restored.wait();
    const std::lock_guard lock(m_mutex);
    return std::move(m_bodies);
}

void HistoryWriter::keepBodies(std::unique_ptr<RevisionBodies> bodies)
{
    const std::lock_guard lock(m_mutex);
    m_bodies = std::move(bodies);
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
