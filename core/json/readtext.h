// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace wk::json {

/// A bracketed value of a text that has been read: its grammar is checked, so what has the same bytes is as sound and
/// ends where it does.
struct ReadValue {
    enum class Kind : std::uint8_t {
        Value,
        Tree,   ///< of objects alone: core/json/objecttree.h
        Around, ///< those behind it that begin before its end lie in it
        Marked, ///< the same, of the one sort in which the reader marks a place
    };

    bool isAround() const { return kind == Kind::Around || kind == Kind::Marked; }
    bool operator==(const ReadValue &) const = default;

    std::uint64_t hash = 0; ///< of a tree
    std::uint32_t begin = 0;
    std::uint32_t size = 0;
    std::uint32_t names = 0; ///< of a tree
    std::uint32_t mark = 0;  ///< the place, from `begin` on; 0: there is none
    Kind kind = Kind::Value;
};

/// In the order of the text.
using ReadValues = std::vector<ReadValue>;

/// A text and what is known of having read it, which may be nothing.
struct ReadText {
    ReadText(std::string_view text = {}, std::span<const ReadValue> values = {})
        : text(text)
        , values(values)
    {}

    /// Behind the value that begins at text[at]; 0 when that is not known.
    std::size_t valueEnd(std::size_t at) const
    {
        const auto value = std::ranges::lower_bound(values, at, {}, &ReadValue::begin);
        return value != values.end() && value->begin == at ? at + value->size : 0;
    }

    std::string_view text;
    std::span<const ReadValue> values;
};

} // namespace wk::json
