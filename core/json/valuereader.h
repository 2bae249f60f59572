// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/json/objecttree.h"
#include "core/json/readtext.h"

#include <cstddef>
#include <optional>
#include <string_view>

namespace wk::json {

/// Finds where the values of a text end, their grammar checked, and notes what it has found for the text's next
/// revision. Of the bytes that an earlier one had too none is looked at for more than that: most of an object never
/// changes. One thread; the texts have to last.
class ValueReader
{
public:
    /// `begin`: where in `text` the object is, from where the values' places are counted in both revisions. `before`:
    /// the earlier one, which may be empty; null: no next one is read by this, and nothing is noted.
    ValueReader(std::string_view text, std::size_t begin, const ReadText *before);

    /// As soundValueEnd().
    std::size_t valueEnd(std::size_t at);
    /// As objectTree().
    std::optional<ObjectTree> tree(std::size_t at);
    /// The values that are read from now on until leave() lie in the one that begins there. Gives what leave() wants.
    std::size_t enter(std::size_t at, ReadValue::Kind kind = ReadValue::Kind::Around);
    void leave(std::size_t entered, std::size_t end);
    /// Of one that was entered as Marked: where something stands in it that is wanted.
    void setMark(std::size_t entered, std::size_t at);
    struct Same {
        std::size_t end = 0;
        std::size_t mark = 0; ///< 0: none was set
    };
    /// Instead of entering one as Marked: passes by it, if the earlier text has all of it.
    std::optional<Same> pass(std::size_t at);

    /// Of all that was read. At the end.
    ReadValues takeValues() { return std::move(m_values); }

private:
    const ReadValue *sameBefore(std::size_t at);
    void note(std::size_t at, std::size_t end, ReadValue value);

    std::string_view m_text;
    std::size_t m_begin;
    bool m_isNoting;
    ReadText m_before;
    std::size_t m_next = 0; ///< of the earlier text's values the one that should come
    ReadValues m_values;
};

} // namespace wk::json
