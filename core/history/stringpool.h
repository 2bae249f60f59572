// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/cowblocks.h"
#include "core/history/rows/writersown.h"
#include "core/resource/text.h"

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace wk {

/// Texts by number, so that a column holds four bytes a row and a filter asks each text once. One thread writes; a copy
/// says for any thread what each number meant when it was made, and finds no numbers.
class StringPool
{
public:
    using Id = std::uint32_t;
    /// The empty text.
    static constexpr Id Empty = 0;

    StringPool();

    /// The number of a text, new if need be; each call is one more use of it.
    Id acquire(std::string_view text);
    /// The same; quicker where the text is that of this number, as it most often is.
    Id acquire(std::string_view text, Id likely);
    /// One use less; the number of a text without uses is given to another one later.
    void release(Id id);
    // While it is made of what a journal has.
    /// The text has that number, which nobody uses yet.
    void restore(Id id, std::string_view text);
    /// One use more of a number below size().
    void use(Id id, std::uint32_t uses = 1) { m_own->uses[id] += uses; }
    /// Numbers without uses are free.
    void restored();
    /// Empty when the text has no number.
    Id find(std::string_view text) const;

    std::string_view text(Id id) const { return m_texts[id]; }
    /// All numbers are below this.
    std::size_t size() const { return m_texts.size(); }
    /// How often a number was given anew: whoever keeps answers by number asks again when it has moved.
    std::uint64_t reuses() const { return m_reuses; }

private:
    struct Own {
        std::unordered_map<std::string_view, Id> ids; ///< the keys are views of the texts
        std::vector<std::uint32_t> uses;              ///< by number
        std::vector<Id> free;
    };

    CowBlocks<Text> m_texts;
    WritersOwn<Own> m_own;
    std::uint64_t m_reuses = 0;
};

} // namespace wk
