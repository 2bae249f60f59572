// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/journal/journalthread.h"

#include "core/base/giveway.h"

#include <utility>

namespace wk {

namespace {

using namespace std::chrono_literals;

/// So soon whatever has happened is in a snapshot that is offered.
constexpr auto OfferedWithin = 100ms;

} // namespace

JournalThread::JournalThread(std::unique_ptr<RowJournal> journal, Told told, std::function<void()> begun)
    : JournalThread(std::move(journal), std::move(told), std::move(begun), Pace())
{}

JournalThread::JournalThread(std::unique_ptr<RowJournal> journal, Told told, std::function<void()> begun,
                             const Pace &pace)
    : m_journal(std::move(journal))
    , m_told(std::move(told))
    , m_begun(std::move(begun))
    , m_pace(pace)
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

bool JournalThread::isLate()
{
    const std::lock_guard lock(m_mutex);
    return m_busySince && m_clock.now() - *m_busySince >= m_pace.late;
}

void JournalThread::run()
{
    giveWayToTheWindow();
    HistoryPtr newest;
    bool isSynced = true;
    for (bool isEnding = false; !isEnding;) {
        HistoryPtr now;
        {
            std::unique_lock lock(m_mutex);
            m_busySince.reset();
            m_called.wait_for(lock, isSynced ? m_pace.sayKnown : m_pace.sync,
                              [this] { return m_isEnding || m_offered; });
            now = std::exchange(m_offered, nullptr);
            isEnding = m_isEnding;
            m_busySince = m_clock.now();
        }
        const Instant time = m_clock.now();
        const WallTime known = m_clock.wallNow() - OfferedWithin;
        const bool isAgain = m_journal->error() && (isEnding || time - m_failed >= m_pace.tryAgain);
        if (isAgain) {
            m_journal->tryAgain();
            now = now ? now : newest;
        }
        if (now) {
            newest = std::move(now);
            m_journal->write(newest, m_clock.wallNow());
            if (m_journal->takeHasBegun() && m_begun)
                m_begun();
            if (!isAgain)
                tell(false);
            isSynced = false;
        }
        const bool isDue = isAgain || isEnding || time - m_synced >= (isSynced ? m_pace.sayKnown : m_pace.sync);
        if (newest && isDue) {
            m_journal->sync(newest, known);
            m_synced = time;
            isSynced = true;
        }
        tell(m_clock.now() - time >= m_pace.late);
    }
}

void JournalThread::tell(bool wasLate)
{
    News news{m_journal->takeSealed(), m_journal->error()};
    if (news.error && !m_error)
        m_failed = m_clock.now();
    if (news.sealed.rows.empty() && news.error == m_error && !wasLate)
        return;
    m_error = news.error;
    m_told(std::move(news));
}

} // namespace wk
