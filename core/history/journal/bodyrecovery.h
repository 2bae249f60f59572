// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionpieces.h"
#include "core/history/revisionsnapshot.h"
#include "core/history/segment.h"

#include <map>
#include <memory>
#include <string_view>
#include <vector>

namespace wk {

/// Makes the revisions of one store readable again, where they lie in segments, by the names that they had. Bytes of a
/// stranger do it no harm. One thread.
class BodyRecovery
{
public:
    /// Of a JournalBodies; false where it says nothing that can be. The bytes lie in the file.
    bool takeDictionary(std::uint32_t number, std::string_view bytes);
    bool takeBodies(std::string_view bytes, const SegmentReader::File &file);
    /// All so far, to be read in any thread.
    RevisionSnapshot snapshot() const;
    /// Names are in chunks below this.
    std::uint32_t endChunk() const { return m_chunks.empty() ? 1 : m_chunks.rbegin()->first + 1; }

private:
    std::map<std::uint32_t, std::shared_ptr<RevisionPieces>> m_chunks;
    std::map<std::uint32_t, DictionaryPtr> m_dictionaries;
};

} // namespace wk
