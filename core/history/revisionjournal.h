// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/revisionsnapshot.h"
#include "core/history/segment.h"

#include <string>
#include <vector>

namespace wk {

/// What a RevisionStore's records are in a segment. They go there as they lie in memory, so that a recovered history
/// has the same references and nothing is packed twice.
///
///     Dictionary  number from 1, bytes
///     Chunk       chunk, offset, bytes: goes on where the chunk's last piece ended, or begins the next chunk
///     Moves       name (chunk, offset) and place (chunk, offset), again and again: those at the beginning of the file
///     Bases       only where a store's own chunks went (RevisionSpill): as they lie in memory
///
/// All but the bytes are varints. Numbers are part of the format; a reader skips those that it does not know.
enum class RevisionRecordType : std::uint32_t { Dictionary = 1, Chunk = 2, Moves = 3, Bases = 4 };

/// Puts what a store has got since the last time into a segment. One thread at a time, not the store's own if that
/// is busy: it works on snapshots. A value.
class RevisionJournal
{
public:
    /// Everything the first time. Write rows that name revisions behind them: what a cut file has of rows, it then has
    /// of revisions. Internal when the store has forgotten what was not written yet.
    Result<> write(const RevisionSnapshot &now, SegmentWriter &segment);

private:
    Result<> writeDictionaries(const RevisionDirectory &directory, SegmentWriter &segment);
    Result<> writeMoves(const RevisionDirectory &directory, SegmentWriter &segment);
    Result<> writeChunk(std::uint32_t chunk, std::string_view bytes, SegmentWriter &segment);

    std::size_t m_dictionaries = 0; ///< written
    std::uint32_t m_chunk = 0;      ///< the last one that was begun; 0: nothing was written yet
    std::size_t m_offset = 0;       ///< how much of it
};

/// Makes revisions readable again from the records of a segment. Bytes of a stranger do it no harm. One thread.
class RevisionRecovery
{
public:
    /// In the order of the file. BrokenFrame for one that does not follow from those before; other types are passed
    /// by.
    Result<> take(const SegmentRecord &record);
    /// All so far, to be read in any thread.
    RevisionSnapshot snapshot() const;

private:
    Result<> takeDictionary(std::string_view bytes);
    Result<> takeChunk(std::string_view bytes);
    Result<> takeMoves(std::string_view bytes);

    std::uint32_t m_first = 1;
    std::vector<std::string> m_chunks;
    std::vector<DictionaryPtr> m_dictionaries;
    RevisionDirectory::Moves m_moves;
};

} // namespace wk
