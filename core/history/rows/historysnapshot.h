// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/history/lives.h"
#include "core/history/rowobjects.h"
#include "core/history/rows/bodystores.h"
#include "core/history/rows/historylosses.h"
#include "core/history/rows/historywatch.h"
#include "core/history/rows/rowchunk.h"
#include "core/history/textsets.h"
#include "core/informer/outage.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace wk {

class HistorySnapshot;
using HistoryPtr = std::shared_ptr<const HistorySnapshot>;

/// All that a history knew at one moment: the rows that watches told, the objects they are about, whose lives they are
/// part of, and what stood when. It stays as it is whatever the history does, and when there is none any more; it keeps
/// alive what it tells, in memory or on the disk. Any thread, and many at once, by HistoryPtr.
///
/// A row is named by its RowId for ever. A list's objects are rows of their own, of type ADDED and class initial,
/// behind the LIST row.
class HistorySnapshot
{
public:
    /// Rows fall off by as many at once.
    static constexpr RowId ChunkRows = RowChunk::Rows;

    /// Of no rows.
    static HistoryPtr empty();

    /// Rows are begin() to end() - 1. begin() is also how many have fallen off.
    RowId begin() const { return m_firstChunk * ChunkRows; }
    RowId end() const { return m_end; }
    std::size_t size() const { return static_cast<std::size_t>(m_end - begin()); }

    WallTime time(RowId row) const { return value(RowColumns::Time, row); }
    /// Its name; see rowTypeName().
    const char *typeName(RowId row) const { return rowTypeName(type(row), origin(row)); }
    EntryType type(RowId row) const { return value(RowColumns::Type, row); }
    EntryClass origin(RowId row) const { return value(RowColumns::Origin, row); }
    /// Its name; empty for a row that has no class.
    std::string_view className(RowId row) const;
    WatchId watch(RowId row) const { return value(RowColumns::Watch, row); }
    /// A watch is of one cluster, and so are all its rows.
    const ClusterId &cluster(RowId row) const { return watchOf(watch(row))->cluster; }
    /// What it is called for people, as EventLog::nameCluster() was told; empty before.
    std::string_view clusterName(RowId row) const { return m_clusters.nameOf(clusterNumber(row)); }
    /// Of the watch; its kind, group and resource are scope()'s.
    std::string_view kind(RowId row) const { return m_kinds.text(kindId(row)); }
    /// The object's, else the watch's.
    std::string_view ns(RowId row) const { return m_namespaces.text(nsId(row)); }
    /// Empty for what concerns a watch as a whole.
    std::string_view name(RowId row) const { return m_names.text(nameId(row)); }
    /// Whose entry moved last. Empty when none did.
    std::string_view manager(RowId row) const;
    /// An update in which nobody's entry moved: who wrote it can only be guessed.
    bool isWriterInDoubt(RowId row) const;
    /// Who that may be, by the two revisions: found when somebody asks first, in 60 µs, and known to all snapshots
    /// from then on. The reference is good as long as the snapshot.
    const LikelyWriters &likelyWriters(RowId row) const;
    /// … if somebody has asked; else null.
    const LikelyWriters *foundWriters(RowId row) const { return chunkOf(row).writers->find(offsetOf(row)); }
    std::string version(RowId row) const;
    /// 0 for a version that is no number, or too great a one.
    std::uint64_t versionNumber(RowId row) const { return value(RowColumns::Version, row); }
    /// On the wire; of a list's object its own JSON.
    std::size_t sizeBytes(RowId row) const { return value(RowColumns::Size, row); }

    /// What was told. Of an event made anew for whoever asks: of the newest rows in a µs; of older ones what
    /// changed has to be found again, in some 50 µs. Of a list's object the list's. A list is without its objects,
    /// which are rows of their own; `found.listed` says how many there were.
    EntryPtr entry(RowId row) const;
    /// The rows that came with it at once, those of a list and its objects, or it alone.
    struct Rows {
        RowId first = 0;
        RowId end = 0;

        bool isOne() const { return end == first + 1; }
    };
    Rows rowsOfEntry(RowId row) const;
    /// The entry's changes.
    ChangesPtr changes(RowId row) const;
    /// The entry, and the object where it is a list's; of an older event without its changes.
    StreamRow streamRow(RowId row) const;
    /// Whether the row is about an object of a list.
    bool isListed(RowId row) const { return value(RowColumns::Part, row) < RowChunk::Word; }
    /// Whether the row is about one object, listed or told of by an event.
    bool isOfObject(RowId row) const { return value(RowColumns::Part, row) != RowChunk::Word; }
    /// What the row is about; null for what concerns a watch as a whole.
    ObjectPtr object(RowId row) const { return m_objects.object(lives().step(row), row); }
    /// The JSON of an object that the history told of; also where its store, which its body asks, has forgotten it
    /// since.
    std::string json(const Object &object) const;
    /// Where its body is kept, as long as this is; an empty snapshot when it is in no store of this history.
    const RevisionSnapshot &revisionsOf(const Object &object) const { return m_stores.revisionsWith(object.body); }
    /// What the object's cells stand under; may be null.
    const Columns &table(RowId row) const { return m_tables[value(RowColumns::Table, row)]; }
    /// The object's revision before this one; null when none was held.
    ObjectPtr previous(RowId row) const;
    /// Which of revisions() the body of the row's object is; null for a row without an object, and for a body that is
    /// kept elsewhere or nowhere.
    RevisionRef revision(RowId row) const { return value(RowColumns::Revision, row); }
    /// Of the store that keeps the bodies of the row's watch; an empty one when none does, and of EventLog::now().
    const RevisionSnapshot &revisions(RowId row) const { return m_stores.revisions(watchOf(watch(row))->storeOf(row)); }

    /// Of whose life each row is part, and which rows stood when.
    const LifeIndex &lives() const { return m_lives.index(); }
    /// How often its object had changed, with it, since it was first watched; 0 for what is about none. What comes
    /// again when no row of it is left begins anew.
    std::uint32_t changesOf(RowId row) const { return value(RowColumns::Changes, row); }
    /// The row of the last change of its object, up to this one, that people look for, by notabilityOf(); by whichever
    /// watch of its kind. That it is ready or is not is none where it follows from one before. Empty where none was
    /// seen, or it has fallen off.
    std::optional<RowId> lastNotable(RowId row) const;
    /// One that stood before a row from begin() on, as lives().standing() says.
    ObjectPtr object(const LifeIndex::Standing &standing) const;
    std::uint32_t changesOf(const LifeIndex::Standing &standing) const;
    /// What had been told last of the object before: of its life, else by another watch of its kind, whose changes
    /// count too. Its row is below begin() where that alone is known; empty for the first there is of it.
    std::optional<LifeIndex::Standing> toldBefore(const LifeIndex::Standing &standing) const;
    /// The objects of a watch as they stood before row `upTo`, in no order. 20,000 of them: 13 ms.
    ObjectList objectsAt(WatchId watch, RowId upTo) const;
    /// The life of an object under a watch, if it has rows, or stood at begin().
    std::optional<LifeId> lifeOf(WatchId watch, const Object &object) const { return m_lives.find(watch, object); }
    /// The lives of objects of that name, whatever their kind and namespace, and perhaps a few others.
    std::vector<LifeId> maybeNamed(std::string_view name) const { return m_lives.maybeNamed(name); }
    /// What is known of one that stood; without an object when nothing is.
    LastWord wordOf(const LifeIndex::Standing &standing) const;
    /// The last that is known of a life; without an object for a number that is free.
    LastWord newestOf(LifeId life) const;
    /// What stood at begin() already; see Lives::kept().
    const LastWord *keptOf(LifeId life) const { return m_lives.kept(life); }
    /// The first row that came later than that; end() when none did.
    RowId rowAfter(WallTime time) const;

    /// Null for a watch that was never told of.
    const WatchScope *scope(WatchId watch) const;
    /// Of none for a watch that was never told of.
    const ClusterId &clusterOf(WatchId watch) const;
    /// See clusterName(); empty for a watch that was never told of.
    std::string_view clusterNameOf(WatchId watch) const
    {
        const HistoryWatch *known = watchOf(watch);
        return known ? m_clusters.nameOf(known->clusterNumber) : std::string_view();
    }
    /// What the watches cover, of all that were told of.
    std::map<WatchId, WatchScope> scopes() const;
    /// … of those that have not been closed, or are open again.
    std::vector<std::pair<WatchId, WatchScope>> openWatches() const;
    /// Whether a watch is among them.
    bool isOpen(WatchId watch) const;
    /// What the cells of a watch's newest entry stand under; null before its first list.
    Columns columnsOf(WatchId watch) const;
    /// Between which rows it is known what objects there were under a watch, and when these came. While one that is
    /// open again was closed that is what had stood, and outagesAt() tells of it.
    struct Knowledge {
        RowId from = 0; ///< behind the first list's own row
        WallTime since{};
        std::optional<RowId> upTo; ///< where it was closed; empty while it is open
        std::optional<WallTime> until;
        WallTime listed{};                      ///< when the first list had come, whatever has fallen off since
        std::optional<WallTime> unknownSince{}; ///< of one that is open again, until it says what it missed

        bool covers(RowId at) const { return at >= from && (!upTo || at <= *upTo); }
    };
    /// See Gap: in doubt from `from` on, certain from `lostFrom` on.
    struct GapTime {
        WallTime from{};
        WallTime lostFrom{};
        WallTime to{};
    };
    /// Empty for a watch that has not been listed.
    std::optional<Knowledge> knowledge(WatchId watch) const;
    /// From when on that is.
    std::optional<WallTime> knownSince(WatchId watch) const;
    /// That a watch was closed: what its objects do from the row on is not known, unless it has been opened again.
    struct Closing {
        WatchId watch = 0;
        RowId row = 0;
        WallTime time{};
    };
    /// Of all watches, in order.
    std::span<const Closing> closings() const { return m_closings; }
    /// When a watch was closed that was not open before row `at`; empty for one that was.
    std::optional<WallTime> closedBefore(WatchId watch, RowId at) const;
    /// When a watch may have missed events, by its rows before `upTo`, in order.
    std::vector<GapTime> gapsOf(WatchId watch, RowId upTo) const;
    /// The watches of which it is known by now that what they had told by a moment, which stands before row `upTo`, was
    /// not surely what there was. Of one that was closed while it was broken nobody knows until when, nor of one that
    /// is open again and has told nothing yet. As many words of
    /// watches are looked at as have come since.
    std::map<WatchId, Outage> outagesAt(RowId upTo, WallTime time) const;

    /// What all of it takes, in memory and on the disk, bodies too; estimated.
    std::size_t bytes() const { return m_bytes; }
    /// Why rows that are too many for the memory fall off; nothing when they do not.
    const std::optional<Error> &spillError() const { return m_spillError; }

    /// What of what was kept before could not be read again.
    const HistoryLosses &losses() const { return *m_losses; }

    /// Of all rows.
    const FacetCounts &facets() const { return m_facets; }
    /// Of those before `upTo`. A few hundred µs.
    FacetCounts facetsBefore(RowId upTo) const;
    /// Counts a row; for whoever counts a part of the rows.
    void countRow(FacetCounts &counts, RowId row) const;

    // For journals.
    /// A chunk as it lies, by any of its rows.
    const RowChunk &chunk(RowId row) const { return chunkOf(row); }
    const RowObjects &objects() const { return m_objects; }
    std::span<const Columns> tables() const { return m_tables; }
    const std::shared_ptr<const HistoryWatches> &watches() const { return m_watches; }
    const BodyStores &stores() const { return m_stores; }

    // For filters: the columns as numbers, and what they stand for.
    ClusterNames::Number clusterNumber(RowId row) const { return watchOf(watch(row))->clusterNumber; }
    StringPool::Id kindId(RowId row) const { return value(RowColumns::Kind, row); }
    StringPool::Id nsId(RowId row) const { return value(RowColumns::Namespace, row); }
    StringPool::Id nameId(RowId row) const { return value(RowColumns::Name, row); }
    const ClusterNames &clusters() const { return m_clusters; }
    const StringPool &kinds() const { return m_kinds; }
    const StringPool &namespaces() const { return m_namespaces; }
    const StringPool &names() const { return m_names; }
    /// Those whose entry moved, newest first.
    TextSets::Id managersId(RowId row) const { return value(RowColumns::Managers, row); }
    /// The paths of a MODIFIED row that are told; of others none.
    TextSets::Id pathsId(RowId row) const { return value(RowColumns::Paths, row); }
    const TextSets &managers() const { return m_managers; }
    const TextSets &paths() const { return m_paths; }
    /// How often any of these numbers was given anew, or means another name for people: two snapshots where it is the
    /// same agree on all numbers that both have.
    std::uint64_t reuses() const
    {
        return m_names.reuses() + m_managers.reuses() + m_paths.reuses() + m_clusters.renames();
    }

private:
    friend class EventLog;
    friend class HistoryRestorer;

    HistorySnapshot();
    HistorySnapshot(const HistorySnapshot &) = default;

    static std::uint32_t offsetOf(RowId row) { return static_cast<std::uint32_t>(row % ChunkRows); }
    const RowChunk &chunkOf(RowId row) const
    {
        return *m_chunks[static_cast<std::size_t>(row / ChunkRows - m_firstChunk)];
    }
    template <class T>
    T value(RowColumn<T> column, RowId row) const
    {
        return chunkOf(row).columns.get(column, offsetOf(row));
    }
    const HistoryWatch *watchOf(WatchId watch) const;
    ObjectPtr objectBefore(RowId row) const;
    std::shared_ptr<Entry> event(RowId row) const;
    const ChangesPtr *newChanges(RowId row) const;
    ChangesPtr foundChanges(RowId row) const;
    LastWord lastWord(const LifeIndex::Standing &standing) const;

    std::vector<std::shared_ptr<const RowChunk>> m_chunks;
    RowId m_firstChunk = 0;
    RowId m_end = 0;
    Lives m_lives;
    RowObjects m_objects;
    GrowingArray<Columns> m_tables;
    std::shared_ptr<const HistoryWatches> m_watches;
    GrowingArray<Closing> m_closings;
    ClusterNames m_clusters;
    StringPool m_kinds;
    StringPool m_namespaces;
    StringPool m_names;
    TextSets m_managers;
    TextSets m_paths;
    FacetCounts m_facets;
    BodyStores m_stores;
    std::size_t m_bytes = 0;
    std::optional<Error> m_spillError;
    std::shared_ptr<const HistoryLosses> m_losses = std::make_shared<const HistoryLosses>();
};

} // namespace wk
