// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include <compare>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace wk {

/// Names a revision in a RevisionStore, as long as the store has it: where it was written first. Eight bytes; a value.
struct RevisionRef {
    std::uint32_t chunk = 0;  ///< counts up from 1, and is never given twice
    std::uint32_t offset = 0; ///< of its record, in bytes

    bool isNull() const { return chunk == 0; }
    auto operator<=>(const RevisionRef &) const = default;
};

/// A watch line on its way into a store, and where in it the object's JSON is. An object of a list is its own line.
struct RevisionLine {
    std::string_view line;
    std::size_t objectOffset = 0;
    std::size_t objectLength = 0;

    static RevisionLine ofObject(std::string_view object) { return {object, 0, object.size()}; }
    bool isAlone() const { return objectLength == line.size(); }
};

/// The same as it came out.
struct RevisionText {
    std::string line;
    std::size_t objectOffset = 0;
    std::size_t objectLength = 0;

    std::string_view object() const { return std::string_view(line).substr(objectOffset, objectLength); }
};

} // namespace wk
