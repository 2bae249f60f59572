// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/journalstanding.h"
#include "core/history/journal/rowjournal.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// Keeps a history in a set of files, so that it outlives the program: chunks of rows that are full go to segments,
/// from where they are read, mapped; the rows of the chunk that is not full go to the tail, a file that is begun anew
/// whenever they have gone to a segment.
///
///     SET.000001.wklog [head | stood | chunk 0 | chunk 1 | ... ]   SET.000002.wklog [head | stood | chunk 31 | ...]
///     SET.tail         [head | rows of chunk 40, every 50 ms a piece ]
///
/// A segment needs no other: it says what its numbers mean, and what stood at its beginning; the latter a bit at a
/// time, behind the first rows. What cannot be written now is written later, to another segment. One thread, which
/// waits for the disk.
class HistoryJournal : public RowJournal
{
public:
    struct Options {
        std::string folder{}; ///< it exists, nobody else may look into it, and it lies on a disk of this machine
        std::string set{}; ///< what its files' names begin with; empty: they have none, and are gone with the program
        std::string cluster{};                         ///< ClusterId::text(), for whoever reads it
        std::uint32_t segment = 1;                     ///< the first that may be made
        std::uint64_t segmentBytes = 64 * limits::MiB; ///< at least; as much again as what stood at its beginning
        RowId segmentRows = std::numeric_limits<RowId>::max();
        /// A segment of the set that is there already, and its first row.
        struct Known {
            std::string path;
            RowId first = 0;
        };
        std::vector<Known> known{};   ///< in order
        std::uint64_t goOnBehind = 0; ///< bytes of the last of them, whole frames, which goes on; 0: another begins
        bool isAllStoodTold = true;   ///< what stood at that one's beginning is in there; else it is told once more
        RowId first = 0;              ///< of the rows that are to be written: a chunk's
    };

    explicit HistoryJournal(Options options);
    ~HistoryJournal() override;

    /// Rows below this are in segments.
    RowId sealedEnd() const { return m_chunk; }

private:
    Result<> writeAll(const HistoryPtr &now, WallTime time) override;
    Result<> syncAll(const HistoryPtr &now, WallTime known) override;
    void failed() override;
    Result<> seal(const HistorySnapshot &now, RowId first);
    Result<> openSegment(const HistoryPtr &now, WallTime time);
    Result<> writeHead(SegmentWriter &to, WallTime time, RowId first);
    Result<> writeStood(std::size_t most);
    Result<> writeAllStood(const HistoryPtr &now, WallTime time);
    Result<> writeTail(const HistorySnapshot &now, WallTime time);
    Result<> beginTail(const HistorySnapshot &now, WallTime time);
    Result<> writePiece(const HistorySnapshot &now, RowId first, RowId end);
    bool isKept() const { return !m_options.set.empty(); }
    std::string nameOf(const std::string &what) const { return m_options.folder + "/" + m_options.set + "." + what; }
    Result<> removeFallen(const HistoryPtr &now, WallTime time);

    Options m_options;
    const std::uint64_t m_writer; ///< HistoryHead::writer
    RowId m_chunk;                ///< the next one to be sealed, by its first row

    std::optional<MappedSegment> m_segment;
    RowId m_segmentFirst = 0;
    std::uint64_t m_segmentBytes = 0;       ///< that the system has taken, whole frames
    std::uint64_t m_stoodBytes = 0;         ///< of what stood at its beginning
    std::optional<JournalStanding> m_stood; ///< what of it is still to be told
    JournalWords m_words;

    RowId m_tailNeeds; ///< what the file with the tail's name says stands on no row before it
    std::optional<SegmentWriter> m_tail;
    RowId m_tailFirst = 0;       ///< the chunk that its first row is of
    RowId m_tailSince = 0;       ///< where the history began when the tail did
    RowId m_tailEnd = 0;         ///< behind its last row
    std::size_t m_tailFolds = 0; ///< how much of the chunk's folds is in there
    JournalWords m_tailWords;
};

} // namespace wk
