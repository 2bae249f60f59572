// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/history/rowcolumns.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <limits>
#include <map>
#include <vector>

namespace wk {

/// As many rows as fall off together; every column has one value a row.
struct EventLog::Chunk {
    /// Which of its list's objects a row is about; or one of these.
    using Part = std::uint32_t;
    static constexpr Part Event = std::numeric_limits<Part>::max(); ///< of an object: the columns say all of it
    static constexpr Part Word = Event - 1;                         ///< the entry is among the words

    RowColumns columns;
    std::uint32_t count = 0;                     ///< of rows
    std::map<std::uint32_t, EntryPtr> words;     ///< by offset; of a list without its objects, also for these here
    std::map<std::uint32_t, ObjectPtr> previous; ///< by offset, where it is not what the lives say
    std::vector<std::uint32_t> mayHaveLeft;      ///< offsets, in order
    FacetCounts facets;
    std::size_t bytes = 0; ///< of its rows and their bodies, wherever they lie; the objects are not in it
    std::uint32_t oldestRevision = std::numeric_limits<std::uint32_t>::max(); ///< its chunk
    WallTime latest = WallTime::min();                                        ///< of all rows up to its end

    void hold(RevisionRef revision)
    {
        if (!revision.isNull())
            oldestRevision = std::min(oldestRevision, revision.chunk);
    }
    /// Its rows lie in memory.
    bool isInMemory() const { return columns.isInMemory(); }
    bool isFull() const { return count == ChunkRows; }
    /// Of a word, or of a list that this object is of.
    const EntryPtr &wordAt(std::uint32_t offset) const { return std::prev(words.upper_bound(offset))->second; }
};

} // namespace wk
