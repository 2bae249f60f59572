// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wk {

/// Texts by number, so that a column holds four bytes a row and a filter asks each text once. One thread.
class StringPool
{
public:
    using Id = std::uint32_t;
    /// The empty text.
    static constexpr Id Empty = 0;

    explicit StringPool(std::size_t expected = 0);
    StringPool(const StringPool &) = delete;
    StringPool &operator=(const StringPool &) = delete;

    /// The number of a text, new if need be; each call is one more use of it.
    Id acquire(std::string_view text);
    /// One use less; the number of a text without uses is given to another one later.
    void release(Id id);

    /// Empty when the text has no number.
    Id find(std::string_view text) const;
    std::string_view text(Id id) const { return m_entries[id].text; }
    /// All numbers are below this.
    std::size_t size() const { return m_entries.size(); }
    /// How often a number was given anew: whoever keeps answers by number asks again when it has moved.
    std::uint64_t reuses() const { return m_reuses; }

private:
    struct Entry {
        std::string text;
        std::uint32_t uses = 0;
    };

    std::deque<Entry> m_entries; ///< never moved: the map's keys are views of them
    std::unordered_map<std::string_view, Id> m_ids;
    std::vector<Id> m_free;
    std::uint64_t m_reuses = 0;
};

} // namespace wk
