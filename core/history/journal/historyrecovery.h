// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/journal/bodyrecovery.h"
#include "core/history/journal/historyrecords.h"
#include "core/history/journal/recoveredrows.h"
#include "core/history/revisionbodies.h"
#include "core/history/rows/historysnapshot.h"

#include <array>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wk {

/// What the files of a HistoryJournal say, file after file; what it says lies in them. Bytes of a stranger do no harm:
/// what contradicts itself is left out, and with it what hangs on it. One thread, not the gui's.
class HistoryRecovery
{
public:
    /// `bodies`: of the stores that keep the bodies.
    HistoryRecovery();
    ~HistoryRecovery();

    /// The next segment, up to so many bytes. FileUnreadable, or BrokenFrame, for what is none; damage within is none.
    Result<> readSegment(const std::string &path, std::uint64_t most = UINT64_MAX);
    /// The last file.
    Result<> readTail(const std::string &path);

    using Rows = RecoveredRows;
    /// What few rows have beside the columns; one of these.
    struct Beside {
        EntryPtr word{};
        std::optional<ObjectPtr> previous{};
    };
    /// Bytes of a file that are damaged.
    struct Damage {
        std::string path;
        SegmentReader::Damage place;
    };

    const std::deque<Rows> &chunks() const { return m_chunks; }
    const std::deque<Rows> &pieces() const { return m_pieces; }
    /// In order, of each row what it has.
    const std::multimap<RowId, Beside> &besides() const { return m_besides; }

    using Texts = std::vector<std::pair<StringPool::Id, std::string_view>>;
    const Texts &texts(TextPool pool) const { return m_texts[static_cast<std::size_t>(pool)]; }
    struct Set {
        TextSets::Id id = 0;
        std::vector<StringPool::Id> members;
    };
    const std::vector<Set> &sets(TextPool pool) const { return m_sets[static_cast<std::size_t>(pool)]; }
    /// By number; null for one that is missing.
    const std::vector<Columns> &tables() const { return m_tables; }
    Columns table(TableNumber number) const
    {
        return number > 0 && number <= m_tables.size() ? m_tables[number - 1] : nullptr;
    }
    const std::vector<std::pair<RowObjects::ReferenceId, ObjectPtr>> &references() const { return m_references; }
    const std::map<WatchId, TakenWatch> &watches() const { return m_watches; }
    /// What stood before the first chunk, and which row said so.
    const std::vector<std::pair<LastWord, RowId>> &standing() const { return m_standing; }
    const std::vector<HistorySnapshot::Closing> &closings() const { return m_closings; }
    /// All that had happened by then is in there.
    WallTime known() const { return m_known; }
    /// What the clusters are called, the last name last.
    const std::vector<NamedCluster> &clusters() const { return m_clusters; }
    /// Of a recording.
    const std::optional<RecordingNote> &note() const { return m_note; }
    /// Behind the last row that the files say there was, be it in there or not.
    RowId toldEnd() const { return std::max(m_tailEnd, chunksEnd()); }

    /// What keeps the bodies, by the number of the store; null for one of which there is none. Last, once.
    std::vector<std::unique_ptr<RevisionBodies>> takeBodies();

    const std::vector<Damage> &damages() const { return m_damages; }
    /// By file, as they were read, the tail too: what is torn off its end, if not nothing. Nobody misses it unless
    /// others go on behind what was there.
    const std::vector<Damage> &tornEnds() const { return m_tornEnds; }
    /// Of the last segment: its number, up to where it is whole, and that what stood at its beginning is in there.
    std::uint64_t lastSegment() const { return m_lastSegment; }
    std::size_t segments() const { return m_segments; }
    std::uint64_t validBytes() const { return m_validBytes; }
    bool hasAllThatStood() const { return m_hasStood; }

private:
    /// A store, whose keeper is known before it has anything.
    struct Store {
        BodyRecovery recovery;
        std::unique_ptr<RevisionBodies> bodies;
    };

    /// How much of what numbers mean is known.
    struct Said {
        std::array<std::size_t, TextPools> texts{};
        std::array<std::size_t, TextPools> sets{};
        std::size_t references = 0;
    };

    Result<> read(SegmentReader &reader, const std::string &path);
    void takeAll(SegmentReader &reader);
    void takeHead(FoldReader &from);
    void keep(RowId first, RowId end);
    void keepWatches();
    RowId chunksEnd() const { return m_chunks.empty() ? 0 : m_chunks.back().first + RowChunk::Rows; }
    Said said() const;
    void forgetBehind(const Said &said);
    void take(HistoryRecord type, std::string_view bytes, const SegmentReader::File &file);
    void takeCopy(HistoryRecord type, std::string_view bytes, const SegmentReader::File &memory);
    void takeTexts(FoldReader &from);
    void takeSets(FoldReader &from);
    void takeTable(FoldReader &from);
    void takeReferences(FoldReader &from);
    void takeBesides(FoldReader &from);
    void takeStanding(FoldReader &from);
    void takeRows(std::string_view bytes, const SegmentReader::File &file);
    void takeFolds(std::string_view bytes, const SegmentReader::File &file);
    void takePiece(std::string_view bytes, const SegmentReader::File &file);
    Store *store(std::uint64_t number);
    Body bodyOf(std::uint64_t number);

    std::deque<Rows> m_chunks;
    std::deque<Rows> m_pieces;
    std::optional<Rows> m_rows; ///< its folds follow
    std::multimap<RowId, Beside> m_besides;
    std::vector<std::pair<RowId, Beside>> m_coming; ///< of rows that follow
    Said m_kept;                                    ///< what rows that are there may mean
    std::array<Texts, TextPools> m_texts;
    std::array<std::vector<Set>, TextPools> m_sets;
    std::vector<Columns> m_tables;
    std::vector<std::pair<RowObjects::ReferenceId, ObjectPtr>> m_references;
    std::map<WatchId, TakenWatch> m_watches;
    std::vector<std::pair<LastWord, RowId>> m_standing;
    std::vector<HistorySnapshot::Closing> m_closings;
    WallTime m_known{};
    std::vector<NamedCluster> m_clusters;
    std::optional<RecordingNote> m_note;
    std::deque<Store> m_stores;
    std::vector<Damage> m_damages;
    std::vector<Damage> m_tornEnds;
    std::vector<SegmentReader::File> m_files;
    std::string m_part;
    std::uint64_t m_writer = 0;
    std::uint64_t m_lastSegment = 0;
    std::uint64_t m_validBytes = 0;
    bool m_hasStood = false;
    std::size_t m_segments = 0;              ///< that have been read
    std::vector<TakenWatch> m_comingWatches; ///< of the tail, before the rows that they were told with
    RowId m_tailEnd = 0;                     ///< behind its last row
    bool m_isTail = false;
    bool m_isOld = false; ///< the tail: all its rows are in segments of a later program
};

} // namespace wk
