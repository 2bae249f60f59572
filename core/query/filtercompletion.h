// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/query/filter.h"

#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// What belongs to a place of a filter's text. Offsets and lengths are bytes of UTF-8.
struct FilterPlace {
    enum class Wants : std::uint8_t {
        Nothing, ///< what stands there is complete
        Term,    ///< a field, or a text to look for
        Key,     ///< of a label or a column: `field`
        Value,   ///< of `field`
    };

    Wants wants = Wants::Nothing;
    FilterField field = FilterField::Text; ///< of Value and Key
    std::string key;                       ///< of the label or column whose value is wanted
    std::string typed;                     ///< what stands before the cursor already, without a quote
    std::size_t offset = 0;                ///< where that begins, its quote included
    std::size_t length = 0;                ///< how much an insertion replaces: the whole word, also behind the cursor
};

/// `cursor` is within the text or at its end. Any thread.
FilterPlace filterPlaceAt(std::string_view text, std::size_t cursor);

/// Fields whose name begins with that, in the order of the language.
std::vector<FilterField> fieldsBeginning(std::string_view typed);

/// What goes into the text for a choice at a place: "kind:", "kube-scheduler", "\"two words\"", "\"app\"]".
std::string insertedField(FilterField field);
std::string insertedValue(const FilterPlace &place, std::string_view value);

} // namespace wk
