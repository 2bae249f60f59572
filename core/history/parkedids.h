// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace wk {

/// Numbers that nobody uses any more, but that a snapshot may still read: each waits until all snapshots that were
/// taken before it was parked are gone. In order of time, so that one that stays long keeps what is parked later, too.
///
///     hold 1   ids parked since   hold 2   ids parked since          hold 1 is gone: its ids are next(), and only
///     then, [alive]  [7 12 90]          [gone]   [3]                       its turn having come, those of hold 2
///
/// One thread, but for a hold, which is let go in any.
class ParkedIds
{
public:
    using Id = std::uint32_t;
    /// A snapshot has it as long as it, or a copy of it, reads.
    using Hold = std::shared_ptr<const void>;

    Hold hold();
    /// False when no snapshot reads: the number is free at once.
    bool park(Id id);
    /// One that nobody reads any more, and is forgotten here; empty when there is none.
    std::optional<Id> next();

    /// How many wait.
    std::size_t size() const { return m_size; }

private:
    using Gone = std::atomic<bool>;
    struct Generation {
        std::weak_ptr<const void> hold;
        std::shared_ptr<const Gone> gone;
        std::vector<Id> ids{};

        /// All that was read under it happened before.
        bool isGone() const { return gone->load(std::memory_order_acquire); }
    };

    void prune();

    std::deque<Generation> m_generations;
    std::size_t m_size = 0;
};

} // namespace wk
