// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"

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

    std::vector<WallTime> times;
    std::vector<EntryType> types;
    std::vector<EntryClass> origins;
    std::vector<WatchId> watches;
    std::vector<StringPool::Id> kinds;
    std::vector<StringPool::Id> namespaces;
    std::vector<StringPool::Id> names;
    std::vector<TextSets::Id> managers;
    std::vector<TextSets::Id> paths;
    std::vector<std::uint64_t> versions;
    std::vector<std::uint32_t> sizes;
    std::vector<Part> parts;
    std::vector<std::uint32_t> tables;           ///< which columns the cells stand under: of EventLog::m_tables
    std::map<std::uint32_t, EntryPtr> words;     ///< by offset; of a list without its objects, also for these here
    std::map<std::uint32_t, ObjectPtr> previous; ///< by offset, where it is not what the lives say
    std::vector<std::uint32_t> mayHaveLeft;      ///< offsets, in order
    FacetCounts facets;
    std::size_t bytes = 0;
    std::uint32_t oldestRevision = std::numeric_limits<std::uint32_t>::max(); ///< its chunk
    WallTime latest = WallTime::min();                                        ///< of all rows up to its end

    Chunk()
    {
        const auto reserve = [](auto &...columns) { (columns.reserve(ChunkRows), ...); };
        reserve(times, types, origins, watches, kinds, namespaces, names, managers, paths, versions, sizes, parts,
                tables);
    }

    void hold(const ObjectPtr &object)
    {
        if (const RevisionRef revision = object ? revisionOf(object->body) : RevisionRef(); !revision.isNull())
            oldestRevision = std::min(oldestRevision, revision.chunk);
    }
    bool isFull() const { return times.size() == ChunkRows; }
    /// Of a word, or of a list that this object is of.
    const EntryPtr &wordAt(std::uint32_t offset) const { return std::prev(words.upper_bound(offset))->second; }
};

} // namespace wk
