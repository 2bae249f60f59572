// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/rowjournal.h"

#include <chrono>
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
        RowJournal::Sealed sealed;
        std::optional<Error> error;
    };
    /// Called in the journal's thread.
    using Told = std::function<void(News)>;

    static constexpr std::chrono::seconds LateAfter{3};
    /// How often it does what.
    struct Pace {
        std::chrono::milliseconds sync{1000};
        std::chrono::milliseconds sayKnown{10'000}; ///< when nothing happens, that nothing did
        std::chrono::milliseconds tryAgain{10'000};
        std::chrono::milliseconds late{LateAfter}; ///< a disk that does nothing is
    };

    /// `begun` is called in it, too, when there is another file.
    JournalThread(std::unique_ptr<RowJournal> journal, Told told, std::function<void()> begun = {});
    JournalThread(std::unique_ptr<RowJournal> journal, Told told, std::function<void()> begun, const Pace &pace);
    /// What was offered last is written, and synced: tried, if the disk had not taken it.
    ~JournalThread();
    JournalThread(const JournalThread &) = delete;
    JournalThread &operator=(const JournalThread &) = delete;

    /// The disk has kept it waiting for long.
    bool isLate();
    /// The newest snapshot; what was offered before it, and is not written yet, is in it.
    void offer(HistoryPtr now);

private:
    void run();
    void tell(bool wasLate);

    const std::unique_ptr<RowJournal> m_journal;
    const Told m_told;
    const std::function<void()> m_begun;
    const Pace m_pace;
    SystemClock m_clock;
    std::mutex m_mutex;
    std::condition_variable m_called;
    HistoryPtr m_offered; ///< under the lock, as what follows
    bool m_isEnding = false;
    std::optional<Instant> m_busySince;
    Instant m_synced{}; ///< its own, as what follows
    Instant m_failed{};
    std::optional<Error> m_error; ///< that was told
    std::thread m_thread;         ///< the last: it uses all others
};

} // namespace wk
