// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/parkedids.h"
#include "core/history/sharedblocks.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wk {

/// Texts by number, so that a column holds four bytes a row and a filter asks each text once. One thread, and any by
/// snapshot: a text stays at its number while a snapshot lives that was taken when it was in use.
class StringPool
{
    struct Entry {
        std::string text;
        std::uint32_t uses = 0; ///< the writer's alone
    };

public:
    using Id = std::uint32_t;
    /// The empty text.
    static constexpr Id Empty = 0;

    /// The texts of the numbers that were in use when it was taken, as they were then. A value; any thread.
    class Snapshot
    {
    public:
        std::string_view text(Id id) const { return m_entries[id].text; }

    private:
        friend class StringPool;

        SharedBlocks<Entry>::View m_entries;
        ParkedIds::Hold m_hold;
    };

    explicit StringPool(std::size_t expected = 0);
    StringPool(const StringPool &) = delete;
    StringPool &operator=(const StringPool &) = delete;

    /// The number of a text, new if need be; each call is one more use of it.
    Id acquire(std::string_view text);
    /// The same; quicker where the text is that of this number, as it most often is.
    Id acquire(std::string_view text, Id likely);
    /// One use less; the number of a text without uses is given to another one later: at once when no snapshot lives,
    /// else after it was taken back.
    void release(Id id);
    /// Takes back, of the numbers that snapshots have kept, so many at most that none keeps any longer.
    void takeBack(std::size_t most);
    /// How many snapshots keep, or have kept until it is taken back.
    std::size_t parked() const { return m_parked.size(); }

    Snapshot snapshot() const;

    /// Empty when the text has no number.
    Id find(std::string_view text) const;
    std::string_view text(Id id) const { return m_entries[id].text; }
    /// All numbers are below this.
    std::size_t size() const { return m_entries.size(); }
    /// How often a number was given anew: whoever keeps answers by number asks again when it has moved.
    std::uint64_t reuses() const { return m_reuses; }

private:
    void setFree(Id id);

    SharedBlocks<Entry> m_entries; ///< the map's keys are views of them
    std::unordered_map<std::string_view, Id> m_ids;
    std::vector<Id> m_free;
    mutable ParkedIds m_parked; ///< a snapshot changes nothing else
    std::uint64_t m_reuses = 0;
};

} // namespace wk
