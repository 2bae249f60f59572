// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalthread.h"

#include "core/base/giveway.h"

#include <utility>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr auto SyncEvery = 1s;
/// When nothing happens, it is written now and then that nothing did.
constexpr auto SayKnownEvery = 10s;
constexpr auto TryAgainAfter = 10s;
/// So soon whatever has happened is in a snapshot that is offered.
constexpr auto OfferedWithin = 100ms;

} // namespace

JournalThread::JournalThread(std::unique_ptr<HistoryJournal> journal, Told told, std::function<void()> begun)
    : m_journal(std::move(journal))
    , m_told(std::move(told))
    , m_begun(std::move(begun))
    , m_thread([this] { run(); })
{}

JournalThread::~JournalThread()
{
    {
        const std::lock_guard lock(m_mutex);
        m_isEnding = true;
    }
    m_called.notify_one();
    m_thread.join();
}

void JournalThread::offer(HistoryPtr now)
{
    {
        const std::lock_guard lock(m_mutex);
        m_offered = std::move(now);
    }
    m_called.notify_one();
}

void JournalThread::run()
{
    giveWayToTheWindow();
    HistoryPtr written;
    bool isSynced = true;
    for (bool isEnding = false; !isEnding;) {
        HistoryPtr now;
        {
            std::unique_lock lock(m_mutex);
            m_called.wait_for(lock, isSynced ? SayKnownEvery : SyncEvery, [this] { return m_isEnding || m_offered; });
            now = std::exchange(m_offered, nullptr);
            isEnding = m_isEnding;
        }
        const Instant time = m_clock.now();
        const WallTime known = m_clock.wallNow() - OfferedWithin;
        if (now) {
            write(now, time);
            written = std::move(now);
            isSynced = false;
        }
        const bool isDue = time - m_synced >= (isSynced ? SayKnownEvery : SyncEvery);
        if (written && (isDue || isEnding)) {
            m_journal->sync(written, known);
            m_synced = time;
            isSynced = true;
        }
    }
}

void JournalThread::write(const HistoryPtr &now, Instant time)
{
    if (m_journal->error() && time - m_failed >= TryAgainAfter)
        m_journal->tryAgain();
    const bool wasFailing = m_journal->error().has_value();
    m_journal->write(now, m_clock.wallNow());
    if (m_journal->takeHasBegun() && m_begun)
        m_begun();
    if (m_journal->error() && !wasFailing)
        m_failed = time;
    News news{m_journal->takeSealed(), m_journal->error()};
    if (!news.sealed.rows.empty() || m_hasFailed != news.error.has_value()) {
        m_hasFailed = news.error.has_value();
        m_told(std::move(news));
    }
}

} // namespace wk
