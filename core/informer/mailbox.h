// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/informer/batch.h"

#include <cstdint>
#include <limits>
#include <map>
#include <mutex>

namespace wk {

/// The one hand-over between a session's thread and the window's: the writer posts, rings when told to, and the reader
/// takes what there is once a frame. Any thread; the informer path's only lock. The ring itself carries no data, so
/// that TSan sees every hand-over.
class Mailbox
{
public:
    /// Whether the reader has to be woken: only the first letter after a take() rings.
    [[nodiscard]] bool post(const std::vector<EntryPtr> &entries);
    [[nodiscard]] bool post(const WatchStatus &status);
    /// Joined with what of its list waits already. It stays when the List comes before the reader.
    [[nodiscard]] bool post(Arrivals arrivals);

    struct Content {
        Batch batch;
        /// Entries that found the box full and were not kept; the reader must ask for the whole state again. The batch
        /// begins with a GAP for each watch that lost some (C35).
        std::uint64_t dropped = 0;
        /// There are more arrivals: take them at the next frame, nobody rings for them.
        bool hasMore = false;
    };
    /// Of objects of lists under way as many at most; entries and statuses come when all of those are taken.
    Content take(std::size_t mostArrivals = std::numeric_limits<std::size_t>::max());

private:
    struct Waiting {
        Arrivals arrivals;
        std::size_t taken = 0; ///< objects of it
    };

    bool ring();
    std::vector<Arrivals> takeArrivals(std::size_t most);
    void drop(const Entry &entry);

    std::mutex m_mutex;
    std::vector<EntryPtr> m_entries;
    std::size_t m_bytes = 0; ///< of what changed in them
    std::map<WatchId, WatchStatus> m_statuses;
    std::map<WatchId, Waiting> m_arrivals;
    std::uint64_t m_dropped = 0;
    std::map<WatchId, Gap> m_gaps; ///< of what was dropped
    bool m_rung = false;
};

} // namespace wk
