// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/stringpool.h"
#include "core/resource/sharedlist.h"

#include <functional>
#include <span>

namespace wk {

/// Lists of texts by number: events of one controller name the same managers and the same paths again and again, so a
/// column holds four bytes a row whatever they say, and a filter asks each list once. Order counts. Threads as of a
/// StringPool.
class TextSets
{
    using Members = SharedList<StringPool::Id>;

public:
    using Id = std::uint32_t;
    /// The list without texts.
    static constexpr Id Empty = 0;

    TextSets();

    /// The number of a list, new if need be; each call is one more use of it. Empty texts are left out. `items` are the
    /// texts, or what has them, which `textOf` says.
    template <class Items, class TextOf = std::identity>
    Id acquire(const Items &items, TextOf textOf = {})
    {
        m_own->wanted.clear();
        for (const auto &item : items) {
            if (const std::string_view text = std::invoke(textOf, item); !text.empty())
                m_own->wanted.push_back(m_texts.acquire(text));
        }
        return acquireWanted();
    }
    /// One use less; the number of a list without uses is given to another one later, and so are those of its texts.
    void release(Id id);

    // While it is made of what a journal has; see StringPool.
    void restoreText(StringPool::Id id, std::string_view text) { m_texts.restore(id, text); }
    /// Its texts have been restored.
    void restore(Id id, std::span<const StringPool::Id> members);
    void use(Id id, std::uint32_t uses = 1) { m_own->uses[id] += uses; }
    void restored();

    /// All numbers are below this.
    std::size_t size() const { return m_sets.size(); }
    /// The numbers of a list's texts.
    std::span<const StringPool::Id> members(Id id) const { return m_sets[id]; }
    const StringPool &texts() const { return m_texts; }
    /// How often a number was given anew: whoever keeps answers by number asks again when it has moved.
    std::uint64_t reuses() const { return m_reuses; }

private:
    struct Hash {
        std::size_t operator()(const Members &members) const;
    };
    struct Own {
        std::unordered_map<Members, Id, Hash> ids;
        std::vector<std::uint32_t> uses; ///< by number
        std::vector<Id> free;
        std::vector<StringPool::Id> wanted; ///< its room stays
    };

    Id acquireWanted();

    StringPool m_texts;
    CowBlocks<Members> m_sets;
    WritersOwn<Own> m_own;
    std::uint64_t m_reuses = 0;
};

} // namespace wk
