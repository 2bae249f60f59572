// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/limits.h"
#include "core/history/eventlogsnapshot.h"
#include "core/history/facetcounts.h"
#include "core/history/lives.h"
#include "core/history/revisionbodies.h"
#include "core/history/revisionspill.h"
#include "core/history/rowcolumns.h"
#include "core/history/rowobjects.h"
#include "core/history/textsets.h"
#include "core/informer/batch.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Everything that the watches reported, one row each, as the stream shows it: columns of numbers and interned texts in
/// chunks, so that growth copies nothing and a filter reads a few bytes a row. A list's objects are rows of their own,
/// of type ADDED and class initial, behind the LIST row; a list told again to one who joined late is no news and no
/// row. Bounded by rows, by bytes and by age: the oldest chunk falls off. Gui thread, which is the writer; any other
/// reads by snapshot().
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

    /// Rows fall off by as many at once, and append() takes in as many at most while nothing waits …
    static constexpr std::size_t ChunkRows = 4096;
    /// … but of objects of a list, each of which begins a life, and of what waits as many, as step() does: 2 to 4 ms'
    /// worth.
    static constexpr std::size_t RowsAtOnce = 512;

    EventLog();
    explicit EventLog(Bounds bounds);
    ~EventLog();

    /// From now on. What is beyond them falls off by and by, with each step().
    void setBounds(const Bounds &bounds);
    const Bounds &bounds() const { return m_bounds; }

    /// Where rows go that are too many for the memory: the oldest chunk, with each step(), and they are there as
    /// before. Once, before any row. When the disk does not take them, `memory` bounds all that is kept, bodies too.
    void setSpill(RevisionSpill::Options options);
    /// What of the rows lies on the disk; their bodies are RevisionStore's affair.
    std::size_t diskBytes() const { return m_spilled * RowColumns::Bytes + m_objects.fileBytes(); }
    bool hasSpill() const { return m_spill != nullptr; }
    /// Why rows that are too many for the memory fall off; nothing when they do not.
    std::optional<Error> spillError() const;

    /// What a watch covers; told before its first batch, so that its rows have a kind.
    void setWatch(WatchId watch, const WatchScope &scope);
    /// Null for a watch that was never told of.
    const WatchScope *scope(WatchId watch) const;

    /// Takes in a batch, of a great list its first part; the rest is taken in by step(), before anything that comes
    /// later.
    void append(const Batch &batch);
    /// Takes in the next part, and lets go of the oldest rows beyond the bounds. True while there is more to do.
    bool step();
    /// What the rows need no more of the revisions that bodies are, when it is much (8 MiB) since the last time it was
    /// taken: for whoever keeps them.
    std::optional<RevisionCut> takeCut();
    bool hasBacklog() const { return !m_backlog.empty(); }
    /// There is something to do for step().
    bool isBehind() const { return hasBacklog() || isBeyondBoundsWith(0) || isToSpill(); }

    /// Rows are begin() to end() - 1. begin() is also how many have fallen off.
    RowId begin() const { return m_firstChunk * ChunkRows; }
    RowId end() const { return m_end; }
    std::size_t size() const { return static_cast<std::size_t>(m_end - begin()); }
    /// Of all that is kept, in memory and on the disk.
    std::size_t bytes() const { return m_bytes + m_objects.bytes() + m_objects.fileBytes(); }

    WallTime time(RowId row) const;
    EntryType type(RowId row) const;
    EntryClass origin(RowId row) const;
    /// Its name; empty for a row that has no class.
    std::string_view className(RowId row) const;
    WatchId watch(RowId row) const;
    /// Of the watch; its kind, group and resource are scope()'s.
    std::string_view kind(RowId row) const;
    /// The object's, else the watch's.
    std::string_view ns(RowId row) const;
    /// Empty for what concerns a watch as a whole.
    std::string_view name(RowId row) const;
    /// Whose entry moved last. Empty when none did.
    std::string_view manager(RowId row) const;
    /// An update in which nobody's entry moved: who wrote it can only be guessed.
    bool isWriterInDoubt(RowId row) const;
    std::string version(RowId row) const;
    /// On the wire; of a list's object its own JSON.
    std::size_t sizeBytes(RowId row) const;

    /// What was told. Of an event made anew for whoever asks: of the newest rows in a µs; of older ones what
    /// changed has to be found again, in some 50 µs. Of a list's object the list's. A list is without its objects,
    /// which are rows of their own; `found.listed` says how many there were.
    EntryPtr entry(RowId row) const;
    /// The rows that came with it at once, those of a list and its objects, or it alone.
    struct Rows {
        RowId first = 0;
        RowId end = 0; ///< may be behind those that there are yet

        bool isOne() const { return end == first + 1; }
    };
    Rows rowsOfEntry(RowId row) const;
    /// The entry's changes.
    ChangesPtr changes(RowId row) const;
    /// Whether the row is about an object of a list.
    bool isListed(RowId row) const;
    /// Whether the row is about one object, listed or told of by an event.
    bool isOfObject(RowId row) const;
    /// What the row is about; null for what concerns a watch as a whole.
    ObjectPtr object(RowId row) const;
    /// What the object's cells stand under; may be null.
    const Columns &table(RowId row) const;
    /// The object's revision before this one; null when none was held.
    ObjectPtr previous(RowId row) const;

    /// Of whose life each row is part, and which rows stood when.
    const LifeIndex &lives() const { return m_lives.index(); }
    /// How often its object had changed, with it, since it was first watched; 0 for what is about none. What comes
    /// again when no row of it is left begins anew.
    std::uint32_t changesOf(RowId row) const;
    /// One that stood before a row from begin() on, as lives().standing() says.
    ObjectPtr object(const LifeIndex::Standing &standing) const;
    std::uint32_t changesOf(const LifeIndex::Standing &standing) const;
    /// What had been told last of the object before: of its life, else by another watch of its kind, whose changes count
    /// too. Its row is below begin() where that alone is known; empty for the first there is of it.
    std::optional<LifeIndex::Standing> toldBefore(const LifeIndex::Standing &standing) const;
    /// The objects of a watch as they stood before row `upTo`, in no order. 20,000 of them: 2 ms.
    ObjectList objectsAt(WatchId watch, RowId upTo) const;
    /// The life of an object under a watch, if it has rows, or stood at begin().
    std::optional<LifeId> lifeOf(WatchId watch, const Object &object) const { return m_lives.find(watch, object); }
    /// The lives of objects of that name, whatever their kind and namespace, and perhaps a few others.
    std::vector<LifeId> maybeNamed(std::string_view name) const { return m_lives.maybeNamed(name); }
    /// The last that is known of a life; without an object for a number that is free.
    LastWord newestOf(LifeId life) const;
    /// What stood at begin() already; see Lives::kept().
    const LastWord *keptOf(LifeId life) const { return m_lives.kept(life); }
    /// The first row that came later than that; end() when none did.
    RowId rowAfter(WallTime time) const;
    /// From when on it is known what objects there were under a watch; empty before its first list.
    std::optional<WallTime> knownSince(WatchId watch) const;
    /// Between which rows it is known what objects there were under a watch, and when these came.
    struct Knowledge {
        RowId from = 0; ///< behind the first list's own row
        WallTime since{};
        std::optional<RowId> upTo; ///< where it was closed; empty while it is open
        std::optional<WallTime> until;

        bool covers(RowId at) const { return at >= from && (!upTo || at <= *upTo); }
    };
    struct GapTime {
        WallTime from{};
        WallTime to{};
    };
    /// Empty for a watch that has not been listed.
    std::optional<Knowledge> knowledge(WatchId watch) const;
    /// When a watch may have missed events, by its rows before `upTo`, in order.
    std::vector<GapTime> gapsOf(WatchId watch, RowId upTo) const;
    /// The watch was closed: what its objects do from the next row on is not known.
    void closeWatch(WatchId watch, WallTime now);

    /// All rows as they are now, for any thread and whatever becomes of them here. Without their objects: which
    /// revision a row's is, it says, and revisions() has it.
    EventLogSnapshot snapshot() const;
    /// Of the store that keeps the rows' bodies; an empty one when none does.
    RevisionSnapshot revisions() const;
    /// How many numbers of texts wait until no snapshot has them any longer, and are then taken back, some with each
    /// append() and step().
    std::size_t parked() const { return m_names.parked() + m_managers.parked() + m_paths.parked(); }

    /// For whoever takes it to another thread and needs what is in no snapshot: of an older event without its changes.
    /// A few hundred thousand of these take longer than a frame.
    StreamRow streamRow(RowId row) const;
    /// What the watches cover, of all that were told of.
    std::map<WatchId, WatchScope> scopes() const;

    /// Of all rows.
    const FacetCounts &facets() const { return m_facets; }
    /// Of those before `upTo`. A few hundred µs.
    FacetCounts facetsBefore(RowId upTo) const;
    /// Counts a row; for whoever counts a part of the rows.
    void countRow(FacetCounts &counts, RowId row) const;

    // For filters: the columns as numbers, and what they stand for.
    StringPool::Id kindId(RowId row) const;
    StringPool::Id nsId(RowId row) const;
    StringPool::Id nameId(RowId row) const;
    const StringPool &kinds() const { return m_kinds; }
    const StringPool &namespaces() const { return m_namespaces; }
    const StringPool &names() const { return m_names; }
    /// Those whose entry moved, newest first.
    TextSets::Id managersId(RowId row) const;
    /// The paths of a MODIFIED row that are told; of others none.
    TextSets::Id pathsId(RowId row) const;
    const TextSets &managers() const { return m_managers; }
    const TextSets &paths() const { return m_paths; }
    /// How often any of these numbers was given anew.
    std::uint64_t reuses() const { return m_names.reuses() + m_managers.reuses() + m_paths.reuses(); }

private:
    struct Chunk;
    struct Waiting {
        EntryPtr entry;
        EntryPtr word;        ///< it, or of a list what is left without its objects
        std::size_t next = 0; ///< 0: the entry itself, then its objects from 1
    };
    struct Watch {
        std::optional<WatchScope> scope;
        StringPool::Id kind = StringPool::Empty;
        StringPool::Id ns = StringPool::Empty;
        bool listed = false;
        std::optional<WallTime> listedAt; ///< first
        RowId listedBefore = 0;           ///< behind that list's own row
        std::optional<RowId> closedAt;
        std::optional<WallTime> closedOn;
        std::vector<WatchId> ofItsKind; ///< the newest of the others that were told of before
        Columns table;                  ///< of its last entry
        std::uint32_t tableId = 0;
    };

    const Chunk &chunkOf(RowId row) const
    {
        return *m_chunks[static_cast<std::size_t>(row / ChunkRows - m_firstChunk)];
    }
    template <class Column>
    auto value(Column column, RowId row) const;
    void work(std::size_t rows);
    void take(const Waiting &waiting);
    bool isInFirstStore(const ObjectPtr &object, RevisionRef revision);
    StringPool::Id likelyName(RowId row) const;
    void takeBackNumbers();
    void keepBesides(Chunk &chunk, std::uint32_t offset, const Entry &entry);
    std::uint32_t tableId(const Columns &columns);
    ObjectPtr objectBefore(RowId row) const;
    std::shared_ptr<Entry> event(RowId row) const;
    const ChangesPtr *newChanges(RowId row) const;
    LastWord lastWord(const LifeIndex::Standing &standing) const;
    bool isBeyondBoundsWith(std::size_t rowsToCome) const;
    bool isToSpill() const;
    void spillOldest();
    Chunk &chunkForNext();
    void dropOldest();

    Bounds m_bounds;
    std::map<WatchId, Watch> m_watches;
    std::deque<Waiting> m_backlog;
    std::deque<std::unique_ptr<Chunk>> m_chunks;
    RowId m_firstChunk = 0;
    RowId m_end = 0;
    std::size_t m_bytes = 0; ///< without the objects
    std::unique_ptr<RevisionSpill> m_spill;
    std::size_t m_spilled = 0; ///< of the chunks, the first ones
    std::uint32_t m_cutBefore = 0;
    Lives m_lives;
    RowObjects m_objects{m_lives.index()};
    std::vector<Columns> m_tables{nullptr};
    std::deque<ChangesPtr> m_newChanges; ///< of the last Bounds::changes rows
    StringPool m_kinds;
    StringPool m_namespaces;
    StringPool m_names;
    TextSets m_managers;
    TextSets m_paths;
    Body m_kept; ///< one that revisions() has
    FacetCounts m_facets;
};

} // namespace wk
