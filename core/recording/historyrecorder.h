// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/historyretelling.h"
#include "core/recording/recorder.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

namespace wk {

/// Writes what a history has, and what comes to it, to a recording, in a thread of its own: from a row on, with what
/// stood there, to another, or until it is ended. The thread whose history it is waits for nothing; where the disk is
/// so slow that rows fall off before they are written, the recording has a gap that says so. Any thread.
class HistoryRecorder
{
public:
    struct Begin {
        HistoryPtr history;
        RowId at = 0;
        WallTime time{};
    };
    /// Called in its thread when it has ended.
    using Ended = std::function<void()>;
    HistoryRecorder(Recorder::Options options, RetoldRows rows, Begin begin, Ended ended);
    /// What is not finished keeps the name that it has meanwhile.
    ~HistoryRecorder();

    /// There is more.
    void follow(HistoryPtr history);
    /// Writes what is before row `end`, as watched until that time, gives the file its name, and ends.
    void finish(HistoryPtr history, RowId end, WallTime time);

    /// Returns when it has ended.
    void wait();

    /// How far it is. A value.
    struct Progress {
        std::uint64_t rows = 0;           ///< written
        std::uint64_t bytes = 0;          ///< of the file
        RowId next = 0;                   ///< of the history
        std::uint64_t replaced = 0;       ///< values that look like secrets
        std::optional<Error> error{};     ///< why the disk takes no more; it is tried again
        std::optional<Result<>> result{}; ///< once it has ended: FileWriteFailed
    };
    Progress progress() const;
    /// As the file is called in the end.
    const std::string &path() const { return m_options.path; }

private:
    struct Order {
        HistoryPtr history;
        std::optional<std::pair<RowId, WallTime>> end;
    };
    void run(const std::stop_token &stop);
    void measure(const std::string &path);
    void begin();
    void tell(const HistoryPtr &history, RowId end, const std::stop_token &stop);
    void tellOfLoss(const HistorySnapshot &history);
    void nameClusters(const HistorySnapshot &history);

    const Recorder::Options m_options;
    Begin m_begin; ///< its thread's, as the next three
    const Ended m_ended;
    Recorder m_recorder;
    HistoryRetelling m_retelling;
    mutable std::mutex m_mutex;
    std::condition_variable_any m_hasOrder;
    std::optional<Order> m_order; ///< under the lock, as what follows; the newest
    bool m_isEnding = false;
    RowId m_next = 0;
    std::uint64_t m_bytes = 0; ///< of the file
    std::optional<Result<>> m_result;
    std::jthread m_thread; ///< ends before the rest
};

} // namespace wk
