// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/history/journal/journalbodies.h"
#include "core/history/journal/journalstanding.h"
#include "core/history/journal/journaltexts.h"
#include "core/history/journal/mappedsegment.h"
#include "core/history/rows/historysnapshot.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace wk {

/// Puts a history on the disk while it is written, so that it outlives the program, and so that the memory need not
/// hold it: chunks of rows that are full go to segments, from where they are read, mapped; the rows of the chunk that
/// is not full go to the tail, a file that is begun anew whenever they have gone to a segment.
///
///     SET.000001.wklog [head | stood | chunk 0 | chunk 1 | ... ]   SET.000002.wklog [head | stood | chunk 31 | ...]
///     SET.tail         [head | rows of chunk 40, every 50 ms a piece ]
///
/// A segment needs no other: it says what its numbers mean, and what stood at its beginning; the latter a bit at a
/// time, behind the first rows. What cannot be written now is written later, to another segment. One thread, which
/// waits for the disk.
class HistoryJournal
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
    ~HistoryJournal();

    /// Puts what is new to the system: it outlives this process then. All objects are folded (RowObjects::foldAll()).
    /// After a failure, which error() tells, only once tryAgain() was called.
    void write(const HistoryPtr &now, WallTime time);
    /// The chunks that write() has put into a segment, and the bodies of their rows.
    struct Sealed {
        struct Bodies {
            Body store{}; ///< any that is kept there
            std::vector<FiledRevisions> revisions{};
        };
        std::vector<EventLog::Filed> rows{};
        std::vector<Bodies> bodies{};
    };
    Sealed takeSealed() { return std::exchange(m_sealed, {}); }
    /// Whether another file was begun since the last time.
    bool takeHasBegun() { return std::exchange(m_hasBegun, false); }
    /// … and to the disk: it outlives a power cut then. Until then, `known`, all that happened is in the history.
    void sync(const HistoryPtr &now, WallTime known);

    /// Why the last attempt failed; nothing when it did not.
    const std::optional<Error> &error() const { return m_error; }
    void tryAgain() { m_error.reset(); }

    /// Rows below this are in segments.
    RowId sealedEnd() const { return m_chunk; }

private:
    Result<> writeAll(const HistoryPtr &now, WallTime time);
    Result<> seal(const HistorySnapshot &now, RowId first);
    Result<> openSegment(const HistoryPtr &now, WallTime time);
    Result<> writeHead(SegmentWriter &to, WallTime time, RowId first);
    Result<> writeStood(std::size_t most);
    Result<> writeAllStood(const HistoryPtr &now, WallTime time);
    Result<> writeBodies(const HistorySnapshot &now, RowId first, RowId end, bool isTail, SegmentWriter &to);
    Result<> writeClosings(const HistorySnapshot &now, SegmentWriter &to, std::size_t &told, RowId before);
    Result<> writeTail(const HistorySnapshot &now, WallTime time);
    Result<> beginTail(const HistorySnapshot &now, WallTime time);
    Result<> writePiece(const HistorySnapshot &now, RowId first, RowId end);
    JournalBodies &bodies(std::deque<JournalBodies> &of, std::size_t store);
    void noteBodies(const BodyStores &stores);
    bool isKept() const { return !m_options.set.empty(); }
    std::string nameOf(const std::string &what) const { return m_options.folder + "/" + m_options.set + "." + what; }
    Result<> removeFallen(const HistoryPtr &now, WallTime time);
    void fail(const Error &error);

    Options m_options;
    const std::uint64_t m_writer; ///< HistoryHead::writer
    std::optional<Error> m_error;
    RowId m_chunk; ///< the next one to be sealed, by its first row
    Sealed m_sealed;

    std::optional<MappedSegment> m_segment;
    RowId m_segmentFirst = 0;
    std::uint64_t m_segmentBytes = 0; ///< that the system has taken, whole frames
    bool m_hasBegun = false;
    std::uint64_t m_stoodBytes = 0;         ///< of what stood at its beginning
    std::optional<JournalStanding> m_stood; ///< what of it is still to be told
    JournalTexts m_texts;
    std::deque<JournalBodies> m_bodies; ///< by store
    std::size_t m_closings = 0;         ///< how many of them are told

    RowId m_tailNeeds; ///< what the file with the tail's name says stands on no row before it
    std::optional<SegmentWriter> m_tail;
    RowId m_tailFirst = 0;       ///< the chunk that its first row is of
    RowId m_tailSince = 0;       ///< where the history began when the tail did
    RowId m_tailEnd = 0;         ///< behind its last row
    std::size_t m_tailFolds = 0; ///< how much of the chunk's folds is in there
    std::size_t m_tailClosings = 0;
    JournalTexts m_tailTexts;
    std::deque<JournalBodies> m_tailBodies;
};

} // namespace wk
