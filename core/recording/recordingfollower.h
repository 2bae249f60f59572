// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/recording/entrycopier.h"
#include "core/recording/historyretelling.h"

#include <cstdint>
#include <string>

namespace wk {

/// Reads a recording that another program writes: what has come since the last look is told to a sink, until the file
/// is whole, or nobody writes it any more. One thread at a time.
class RecordingFollower
{
public:
    /// The sink knows what the history says, which was read of the file before; it outlives this.
    RecordingFollower(std::string path, const HistorySnapshot &history, WatchSink &to);

    /// Waits for the disk: as long as it takes to open the file, if there is more in it. False when it is over.
    bool look();
    /// Where it lies by now: whole, it has another name.
    const std::string &path() const { return m_path; }

private:
    /// Tells it in bodies of its own.
    class Copies : public WatchSink
    {
    public:
        explicit Copies(WatchSink &to)
            : m_to(to)
        {}
        void opened(WatchId watch, const ClusterId &cluster, const WatchScope &scope) override;
        void told(const std::vector<EntryPtr> &entries) override;
        void closed(WatchId watch, WallTime time) override { m_to.closed(watch, time); }
        EntryCopier copier{EntryCopier::Secrets::Kept};

    private:
        WatchSink &m_to;
    };

    std::string m_path;
    Copies m_copies;
    HistoryRetelling m_retelling;
    std::uint64_t m_bytes = 0; ///< of the file when it was read last
};

} // namespace wk
