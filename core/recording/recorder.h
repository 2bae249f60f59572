// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/historywriter.h"
#include "core/recording/entrycopier.h"

#include <atomic>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace wk {

/// Writes what watches tell to a file that can be taken elsewhere; see RecordingJournal. It has a history of its own,
/// in a thread of its own, and what it holds in memory does not grow with the file. Any thread.
class Recorder : public WatchSink
{
public:
    struct Options {
        std::string path{};
        EntryCopier::Secrets secrets = EntryCopier::Secrets::Redacted;
        std::string filter{};        ///< that somebody has chosen the events by, for whoever opens it
        std::uint64_t ringBytes = 0; ///< of a set of files; 0: all is kept
        std::optional<std::chrono::seconds> ringAge{};

        bool isRing() const { return ringBytes > 0 || ringAge; }
    };

    /// Invalid where there is such a file, or another program writes it, or one that was killed has left it;
    /// FileWriteFailed where none can be made. Waits for the disk.
    static Result<> isFree(const Options &options);

    explicit Recorder(Options options);
    /// What was not finished stays as it is called while it is written.
    ~Recorder() override;

    void opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope) override;
    void told(const std::vector<EntryPtr> &entries) override;
    void broke(WatchId watch, std::optional<WallTime> since) override;
    void closed(WatchId watch, WallTime time) override;
    /// What is told next has its bodies there, be they forgotten elsewhere by now.
    void readOf(HistoryPtr history);
    void nameCluster(const ClusterId &cluster, const std::string &name);

    /// What there is by now.
    struct Progress {
        std::uint64_t rows = 0;
        std::optional<Error> error{}; ///< why the disk takes no more; it is tried again
    };
    Progress progress() const;
    /// How many values that look like secrets were replaced.
    std::uint64_t replaced() const
    {
        const std::lock_guard lock(m_mutex);
        return m_copier.replaced();
    }
    /// Last, once: puts all that was told to the disk, and gives the file its name. FileWriteFailed; what was written
    /// stays then under the name that it had meanwhile. It waits for the disk, long for a large file.
    Result<> finish();

private:
    const Options m_options;
    mutable std::mutex m_mutex;
    EntryCopier m_copier; ///< under the lock
    mutable std::mutex m_newestMutex;
    HistoryPtr m_newest;      ///< under that lock
    std::uint64_t m_rows = 0; ///< at the end
    struct Ended {
        std::optional<Error> error;
        std::uint32_t number = 0;
    };
    Ended m_ended; ///< written by the journal's thread at its end
    std::unique_ptr<HistoryWriter> m_writer;
};

} // namespace wk
