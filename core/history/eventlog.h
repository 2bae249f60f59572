// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/history/revisionbodies.h"
#include "core/history/rows/historysnapshot.h"
#include "core/history/rows/neededbodies.h"
#include "core/history/rows/tablenumbers.h"
#include "core/informer/batch.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace wk {

/// Writes a history: everything that the watches report, one row each. A list told again to one who joined late is no
/// news and no row. Bounded by rows, by bytes and by age: the oldest chunk falls off. One thread; all that is read,
/// others read of the snapshots.
class EventLog
{
public:
    struct Bounds {
        std::size_t rows = 500'000;
        std::size_t bytes = 768 * limits::MiB;     ///< of what the rows keep, bodies too, wherever it lies; estimated
        std::size_t memory = 256 * limits::MiB;    ///< of the rows; more goes to the disk, if there is a folder for it
        std::size_t changes = 65'536;              ///< rows, the newest, of which it is at hand what changed: 21 MB
        std::optional<std::chrono::seconds> age{}; ///< before the newest row; empty: as long as there is room

        bool operator==(const Bounds &) const = default;
    };

    static constexpr RowId ChunkRows = HistorySnapshot::ChunkRows;

    EventLog();
    explicit EventLog(Bounds bounds);
    ~EventLog();

    /// From now on. What is beyond them falls off with each step().
    void setBounds(const Bounds &bounds);
    const Bounds &bounds() const { return m_bounds; }

    /// A chunk that lies in a file now.
    struct Filed {
        RowId first = 0;
        std::shared_ptr<const char[]> columns; ///< as RowColumns::moveTo() takes them
        std::shared_ptr<const char[]> folds;   ///< as RowObjects::moveChunk() does
        std::size_t foldBytes = 0;
        RowId segment = 0; ///< the first row in that file: rows fall off with all of it
    };
    /// Somebody puts the rows of its snapshots into files, in which they are read from then on. Once, before any row.
    /// While the disk does not take them, `memory` bounds all that is in no file, bodies too.
    void setHasJournal() { m_hasJournal = true; }
    /// The next chunk.
    void move(const Filed &filed);
    /// Rows below this lie in files.
    RowId filedEnd() const { return m_now.begin() + m_filed * ChunkRows; }
    /// Why rows stay in memory.
    void setJournalError(std::optional<Error> error);
    /// What of what was kept before is lost, besides rows that are missing.
    void setLostPieces(std::vector<HistoryLosses::Piece> pieces);
    /// What of the rows lies on the disk; their bodies are RevisionStore's affair.
    std::size_t diskBytes() const;
    /// Of all that is kept, in memory and on the disk.
    std::size_t bytes() const;

    /// What a watch covers, and of which cluster; told before its first batch, so that its rows have a kind. One that
    /// was closed is open again then, and goes on from what stood: it tells a gap, and what is otherwise now.
    void setWatch(WatchId watch, const WatchScope &scope, const ClusterId &cluster = {});
    /// What a cluster is called for people, from now on, also where its rows are older.
    void nameCluster(const ClusterId &cluster, const std::string &name)
    {
        if (m_now.m_clusters.name(cluster, name))
            m_snapshot.reset();
    }
    /// Takes in what a watch has told: 4 µs a row, of a list for each of its objects.
    void append(const EntryPtr &entry);
    void append(const Batch &batch);
    /// See WatchSink::broke().
    void setBroken(WatchId watch, std::optional<WallTime> since)
    {
        if (m_now.watchOf(watch))
            this->watch(watch).brokenSince = since;
    }
    /// The watch was closed: what its objects do from the next row on is not known.
    void closeWatch(WatchId watch, WallTime now);
    /// Lets go of the oldest rows, when there are some beyond the bounds. True while there is more to do.
    bool step();
    /// There is something to do for step().
    bool isBehind() const { return isBeyondBoundsWith(0); }
    /// What the rows need no more of the revisions that bodies are, when it is much (8 MiB of a store) since the last
    /// time it was taken: for whoever keeps them. Each time of one store.
    std::optional<RevisionCut> takeCut();

    /// What is known now, for this thread; and, until the next change, the same for any.
    const HistorySnapshot &now() const { return m_now; }
    HistoryPtr snapshot();

private:
    friend class HistoryRestorer;

    void take(const Entry &entry, const EntryPtr &word, std::size_t part);
    HistoryWatch &watch(WatchId watch);
    template <class T>
    void put(RowColumn<T> column, T value);
    void putTally(const Lives::Tally &tally);
    void putTexts(const Entry &entry, const Object *object, const HistoryWatch &watch, bool isListed);
    RevisionRef holdOwn(WatchId watch, const ObjectPtr &object);
    RevisionRef hold(const ObjectPtr &object);
    void letStoresGo();
    StringPool::Id likelyName() const;
    void keepBesides(const Entry &entry);
    bool isBeyondBoundsWith(std::size_t rowsToCome) const;
    void beginChunk();
    void forgetChanges();
    void foldNew();
    void dropOldest();
    void dropChunk();

    Bounds m_bounds;
    HistorySnapshot m_now;
    HistoryPtr m_snapshot;            ///< null once m_now is another
    std::shared_ptr<RowChunk> m_last; ///< of m_now
    std::deque<RowColumns> m_columns; ///< by chunk
    TableNumbers m_tables;
    std::size_t m_bytes = 0; ///< without the objects and the likely writers
    RowWriters::Bytes m_writerBytes = std::make_shared<std::atomic<std::size_t>>(0);
    bool m_hasJournal = false;
    std::optional<Error> m_journalError;
    RowId m_folded = 0;           ///< all objects of rows below this are, where there is a journal
    std::deque<RowId> m_segments; ///< the first rows of those that chunks lie in
    std::size_t m_filed = 0;      ///< of the chunks, the first ones
    std::size_t m_filedBytes = 0; ///< of m_bytes, theirs
    NeededBodies m_needed;
};

} // namespace wk
