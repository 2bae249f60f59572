// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/stringpool.h"

#include <functional>
#include <span>

namespace wk {

/// Lists of texts by number: events of one controller name the same managers and the same paths again and again, so a
/// column holds four bytes a row whatever they say, and a filter asks each list once. Order counts. One thread, and any
/// by snapshot, as a StringPool.
class TextSets
{
    using Members = std::vector<StringPool::Id>;
    struct Set {
        Members members;
        std::uint32_t uses = 0; ///< the writer's alone
    };

public:
    using Id = std::uint32_t;
    /// The list without texts.
    static constexpr Id Empty = 0;

    /// As StringPool::Snapshot.
    class Snapshot
    {
    public:
        std::span<const StringPool::Id> members(Id id) const { return m_sets[id].members; }
        const StringPool::Snapshot &texts() const { return m_texts; }

    private:
        friend class TextSets;

        SharedBlocks<Set>::View m_sets;
        ParkedIds::Hold m_hold;
        StringPool::Snapshot m_texts;
    };

    TextSets();
    TextSets(const TextSets &) = delete;
    TextSets &operator=(const TextSets &) = delete;

    /// The number of a list, new if need be; each call is one more use of it. Empty texts are left out. `items` are the
    /// texts, or what has them, which `textOf` says.
    template <class Items, class TextOf = std::identity>
    Id acquire(const Items &items, TextOf textOf = {})
    {
        m_wanted.clear();
        for (const auto &item : items) {
            if (const std::string_view text = std::invoke(textOf, item); !text.empty())
                m_wanted.push_back(m_texts.acquire(text));
        }
        return acquireWanted();
    }
    /// One use less; the number of a list without uses is given to another one later, and so are those of its texts,
    /// as StringPool::release() says.
    void release(Id id);
    /// Of lists so many, and of texts as many, as StringPool::takeBack() does.
    void takeBack(std::size_t most);
    /// Of lists and texts.
    std::size_t parked() const { return m_parked.size() + m_texts.parked(); }

    Snapshot snapshot() const;

    /// The numbers of a list's texts.
    std::span<const StringPool::Id> members(Id id) const { return m_sets[id].members; }
    const StringPool &texts() const { return m_texts; }
    /// How often a number was given anew: whoever keeps answers by number asks again when it has moved.
    std::uint64_t reuses() const { return m_reuses; }

private:
    struct Hash {
        std::size_t operator()(const Members &members) const;
    };

    Id acquireWanted();
    void setFree(Id id);

    StringPool m_texts;
    Members m_wanted; ///< its room stays
    SharedBlocks<Set> m_sets;
    std::unordered_map<Members, Id, Hash> m_ids;
    std::vector<Id> m_free;
    mutable ParkedIds m_parked; ///< a snapshot changes nothing else
    std::uint64_t m_reuses = 0;
};

} // namespace wk
