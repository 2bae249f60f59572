// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"

#include <cstdint>
#include <limits>
#include <vector>

namespace wk {

/// As many rows as fall off together; every column has one value a row.
struct EventLog::Chunk {
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
    std::vector<EntryPtr> entries;
    std::vector<std::uint32_t> objects; ///< the index in the entry's list
    FacetCounts facets;
    std::size_t bytes = 0;
    std::uint32_t oldestRevision = std::numeric_limits<std::uint32_t>::max(); ///< its chunk
    WallTime latest = WallTime::min();                                        ///< of all rows up to its end

    Chunk()
    {
        const auto reserve = [](auto &...columns) { (columns.reserve(ChunkRows), ...); };
        reserve(times, types, origins, watches, kinds, namespaces, names, managers, paths, versions, sizes, entries,
                objects);
    }

    bool isFull() const { return times.size() == ChunkRows; }
};

} // namespace wk
