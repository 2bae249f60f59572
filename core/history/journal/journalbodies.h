// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionsnapshot.h"
#include "core/history/segment.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

namespace wk {

/// Puts the revisions of one store that rows name into a segment, by their names: each as it lies in the store where
/// what it stands on is in there already, else as a keyframe. So a segment needs no other. One thread.
///
///     Dictionary  store, number from 1, bytes
///     Bodies      store, chunk, count, then of each: offset from the one before, bytes, the record (RevisionRecord)
///
/// All but the bytes are varints.
class JournalBodies
{
public:
    explicit JournalBodies(std::uint64_t store)
        : m_store(store)
    {}

    /// Of the next rows, in their order; null refs and those that are not there are passed by. `before`: what another
    /// file has that is read with this one.
    Result<> write(const RevisionSnapshot &now, std::span<const RevisionRef> names, const JournalBodies *before,
                   SegmentWriter &to);
    /// The file is begun anew.
    void clear();

    /// Where in the file something lies.
    struct Place {
        std::uint32_t chunk = 0;
        std::uint64_t at = 0; ///< FiledRevisions::records
        std::size_t bytes = 0;
    };
    /// Of what write() has put there since the last time.
    std::vector<Place> takePlaces() { return std::exchange(m_places, {}); }

private:
    struct NameHash {
        std::size_t operator()(RevisionRef name) const
        {
            return (std::size_t(name.chunk) << 32 | name.offset) * std::size_t(0x9E3779B97F4A7C15);
        }
    };
    using Records = std::vector<std::pair<std::uint32_t, std::string>>; ///< by offset

    bool has(RevisionRef name) const { return m_tips.contains(name); }
    Result<> writeDictionary(const RevisionSnapshot &now, std::uint32_t number, const JournalBodies *before,
                             SegmentWriter &to);
    Result<> flush(SegmentWriter &to);

    std::uint64_t m_store;
    std::set<std::uint32_t> m_dictionaries;
    /// What the next revision of an object stands on; what it then stands on no longer is left out, as is each name but
    /// those.
    std::unordered_set<RevisionRef, NameHash> m_tips;
    std::map<std::uint32_t, Records> m_pending; ///< by chunk
    std::size_t m_pendingBytes = 0;
    std::vector<Place> m_places;
};

} // namespace wk
