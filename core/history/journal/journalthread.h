// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/historyjournal.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace wk {

/// Writes a journal in a thread of its own: whoever writes the history never waits for the disk. When that is slow the
/// next snapshot holds more. Any thread.
class JournalThread
{
public:
    /// What has come of it since the last time: what lies in a file now, and why the disk does not take any.
    struct News {
        HistoryJournal::Sealed sealed;
        std::optional<Error> error;
    };
    /// Called in the journal's thread.
    using Told = std::function<void(News)>;

    /// `begun` is called in it, too, when there is another file.
    JournalThread(std::unique_ptr<HistoryJournal> journal, Told told, std::function<void()> begun = {});
    /// What was offered last is written, and synced.
    ~JournalThread();
    JournalThread(const JournalThread &) = delete;
    JournalThread &operator=(const JournalThread &) = delete;

    /// The newest snapshot; what was offered before it, and is not written yet, is in it.
    void offer(HistoryPtr now);

private:
    void run();
    void write(const HistoryPtr &now, Instant time);

    const std::unique_ptr<HistoryJournal> m_journal;
    const Told m_told;
    const std::function<void()> m_begun;
    SystemClock m_clock;
    std::mutex m_mutex;
    std::condition_variable m_called;
    HistoryPtr m_offered; ///< under the lock, as what follows
    bool m_isEnding = false;
    Instant m_synced{};
    Instant m_failed{};
    bool m_hasFailed = false;
    std::thread m_thread; ///< the last: it uses all others
};

} // namespace wk
