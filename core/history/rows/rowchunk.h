// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/facetcounts.h"
#include "core/history/rowcolumns.h"
#include "core/history/rows/growingarray.h"
#include "core/history/rows/rowwriters.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

namespace wk {

/// As many rows of a history as fall off together: the columns, which have one value a row, and what few rows have
/// beside them. Whoever writes it appends to the last one of a history, and puts a changed copy in the place of any
/// other; a copy is for any thread.
struct RowChunk {
    static constexpr std::uint32_t Rows = RowColumn<char>::Rows;

    /// Which of its list's objects a row is about; or one of these.
    using Part = std::uint32_t;
    static constexpr Part Event = std::numeric_limits<Part>::max(); ///< of an object: the columns say all of it
    static constexpr Part Word = Event - 1;                         ///< the entry is among the words

    /// Of one row, by its offset.
    template <class T>
    struct Beside {
        std::uint32_t offset = 0;
        T value{};
    };

    RowColumns::View columns{};
    std::uint32_t count = 0; ///< of rows
    std::size_t bytes = 0;   ///< of its rows and their bodies, wherever they lie; the objects are not in it
    bool isInMemory = true;
    GrowingArray<Beside<EntryPtr>> words{};     ///< in order; of a list without its objects, also for these here
    GrowingArray<Beside<ObjectPtr>> previous{}; ///< in order, where it is not what the lives say
    GrowingArray<std::uint32_t> mayHaveLeft{};  ///< offsets, in order
    std::shared_ptr<ChangesPtr[]> changes{};    ///< by offset; null once they have to be found again
    std::uint32_t changesFrom = 0;              ///< those of rows before it have to be
    std::shared_ptr<RowWriters> writers{};      ///< likely ones, of rows in doubt
    FacetCounts facets{};
    WallTime latest = WallTime::min(); ///< of all rows up to its end

    bool isFull() const { return count == Rows; }
    /// Of a word, or of a list that this object is of.
    const EntryPtr &wordAt(std::uint32_t offset) const
    {
        const auto *after = std::ranges::upper_bound(words, offset, {}, &Beside<EntryPtr>::offset);
        return (after - 1)->value;
    }
    /// Null where the lives say it.
    const ObjectPtr *previousAt(std::uint32_t offset) const
    {
        const auto *found = std::ranges::lower_bound(previous, offset, {}, &Beside<ObjectPtr>::offset);
        return found != previous.end() && found->offset == offset ? &found->value : nullptr;
    }
};

} // namespace wk
