// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/eventlog.h"
#include "core/history/journal/historyrecovery.h"
#include "core/history/journal/rownumbers.h"

#include <unordered_map>
#include <vector>

namespace wk {

/// Makes of what the files of a journal say the history that they were written of: rows lie where they lie in the
/// files, and everything else is as if no program had ended in between. Of numbers of rows only the order stays where
/// some are lost. One thread, once.
class HistoryRestorer
{
public:
    /// Into a log without rows; both outlive this.
    /// The first so many segments are of another set: they may stay when their rows fall off, and what they say of
    /// numbers with them, so that those are never given anew.
    HistoryRestorer(HistoryRecovery &from, EventLog &to, std::size_t others = 0);

    struct Restored {
        /// What keeps the bodies, by store; whoever writes a cluster's next ones takes over the last of it.
        std::vector<std::unique_ptr<RevisionBodies>> bodies;
        /// By segment, in the order in which they were read: its first row.
        std::vector<RowId> segments;
        /// Where rows are missing: in which of the files they may have been, the tail counted last.
        struct Missing {
            HistoryLosses::Missing rows;
            std::size_t first = 0;
            std::size_t last = 0;
        };
        std::vector<Missing> missing;
    };
    /// What becomes of a watch that is open where the files end: a later program may go on with it; it stays so, also
    /// if it was closed there, and misses nothing; whoever writes them goes on; or it ended with them.
    enum class OpenWatches : std::uint8_t { MayGoOn, Stay, GoOn, End };
    void setOpenWatches(OpenWatches open) { m_openWatches = open; }
    Restored restore();

private:
    using Rows = HistoryRecovery::Rows;
    struct Slice;

    void restoreTexts();
    void restoreWatches();
    void restoreChunks();
    void restoreChunk(const Rows &rows);
    void restorePieces();
    RowChunk &addChunk();
    bool isSound(const Slice &slice);
    bool hasReference(const Slice &slice, std::size_t index);
    void restoreRows(const Slice &slice, RowId first);
    void noteMissing(const Slice &slice, RowId first);
    void restoreBesides(const Rows &rows, RowChunk &chunk);
    void restoreLives();
    void restoreBody(const Object &object, WatchId watch);
    void restoreClosings();
    /// Of a number, by each row.
    std::uint32_t usesIn(const Rows &rows) const { return rows.foldsFile && rows.segment < m_others ? 2 : 1; }
    RowId rowOf(RowId row) const { return m_numbers.of(row, m_now.begin()); }

    HistoryRecovery &m_from;
    EventLog &m_log;
    const std::size_t m_others;
    OpenWatches m_openWatches = OpenWatches::MayGoOn;
    HistorySnapshot &m_now;
    Restored m_restored;
    std::vector<const Rows *> m_chunks;
    RowId m_lastPiece = 0;       ///< behind it, as the file numbers rows; 0: there was none
    std::size_t m_foldBytes = 0; ///< of the chunk that is not full
    RowNumbers m_numbers;
    std::size_t m_file = 0; ///< that the last rows were in
    struct LifeKey {
        std::uint64_t writer;
        std::uint32_t life;

        bool operator==(const LifeKey &) const = default;
        struct Hash {
            std::size_t operator()(const LifeKey &key) const { return key.writer + key.life * 0x9E3779B97F4A7C15; }
        };
    };
    std::unordered_map<LifeKey, LifeId, LifeKey::Hash> m_lives;
};

} // namespace wk
