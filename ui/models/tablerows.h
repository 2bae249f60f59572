// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/parted.h"
#include "core/history/rows/cowblocks.h"
#include "core/history/rows/historysnapshot.h"
#include "core/informer/batch.h"
#include "ui/models/rowchanges.h"
#include "ui/models/watchclusters.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace wk {

/// What happened to a row a moment ago.
enum class RowTouch : std::uint8_t { None, Added, Modified, Deleted };

/// One object of a table and what a monitor knows of it.
struct TableRow : RowChanges {
    ObjectPtr object; ///< never null while the row is held
    WatchId watch = 0;
    RowTouch touch = RowTouch::None;
    bool isGone = false;            ///< deleted; it stays a few seconds more
    std::uint16_t cluster = 0;      ///< the number of its watch's, as WatchClusters has it
    Instant touchedAt{};            ///< meaningful with a touch
    std::uint64_t changedCells = 0; ///< cells that the last change altered, a bit each; those past 62 share the last

    bool hasChanged(int cell) const { return cell >= 0 && (changedCells >> std::min(cell, 63) & 1) != 0; }
};

/// The objects of one live table, by slots that stay the same while a row is held. Gui thread; a value that reads no
/// clock. A slot is free again only after drop(), so that a model can take a row out in its own time, and
/// forgetDropped().
class TableRows
{
public:
    using Slot = std::uint32_t;
    /// By slot. A copy costs little, and is for any thread.
    using Rows = CowBlocks<TableRow>;

    /// Of which clusters the watches are: objects of two are two, whatever their uids. Known before a watch tells.
    void setClusters(const WatchClusters &clusters) { m_clusters = clusters; }
    /// Takes in a row of the history: a watch's list, one of its objects, or an event; other rows change nothing. `now`
    /// dates the tint.
    void apply(const HistorySnapshot &history, RowId row, Instant now);
    /// Takes in what stood under a watch before row `upTo`, as a list that told it would.
    void load(const HistorySnapshot &history, WatchId watch, RowId upTo);
    /// Takes in a part of a list that is under way.
    void arrive(const Arrivals &arrivals);

    /// Slots whose row came, changed or went since the last call; each once, in no order.
    std::vector<Slot> takeTouched();
    /// How many would be taken.
    std::size_t touchedCount() const { return m_touched.size(); }

    const TableRow &row(Slot slot) const { return m_rows[slot]; }
    const Rows &rows() const { return m_rows; }
    /// Whether a row is there: held, and not left behind by a later list.
    bool isHeld(Slot slot) const { return m_states[slot] == State::Held; }
    /// Whether a slot waits for its drop(): nobody may ask for its row from then on.
    bool isLeft(Slot slot) const { return m_states[slot] == State::Left; }
    void drop(Slot slot);
    /// Forgets so many that were dropped. True while there are more.
    bool forgetDropped(std::size_t most);
    /// Everything of a watch is left behind.
    void leaveWatch(WatchId watch);
    /// A row that is held is left behind: a deleted one that has stayed long enough. It stays readable until it is
    /// dropped.
    void leave(Slot slot);
    /// Nothing is held any more.
    void clear();

    std::size_t capacity() const { return m_states.size(); }
    /// Rows that are held and not deleted, of these namespaces; empty: of all.
    std::size_t count(const std::vector<std::string> &namespaces = {}) const;
    /// The object of a cluster, by its number.
    std::optional<Slot> find(std::uint16_t cluster, const Uid &uid, std::string_view ns, std::string_view name) const;

private:
    enum class State : std::uint8_t { Free, Held, Left, Dropped };

    /// What an object is known by in its cluster: its uid, or its name where a server gives none.
    struct Key {
        std::uint16_t cluster = 0;
        Uid uid;
        std::string name{}; ///< "namespace/name"

        bool operator==(const Key &) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key &key) const
        {
            return (key.uid.empty() ? std::hash<std::string>()(key.name) : key.uid.hash()) + key.cluster;
        }
    };

    std::optional<Slot> slotOf(const Key &key) const;
    static Key keyOf(std::uint16_t cluster, const Uid &uid, std::string_view ns, std::string_view name);
    std::uint16_t clusterOf(WatchId watch) const { return static_cast<std::uint16_t>(m_clusters.numberOf(watch)); }
    Slot hold(WatchId watch, const Object &object);
    void free(Slot slot);
    void countIn(const Object &object);
    void countOut(const Object &object);
    void beginList(const HistorySnapshot &history, RowId list);
    void endList();
    void recall(Slot slot, const HistorySnapshot &history, const LifeIndex::Standing &at);
    Slot takeListed(WatchId watch, const ObjectPtr &object);
    bool isListedAt(Slot slot, WatchId watch, const ObjectPtr &object) const;
    void put(const HistorySnapshot &history, RowId event, Instant now);
    void remove(const HistorySnapshot &history, RowId event, Instant now);
    void touch(Slot slot);
    void leaveAllBut(const std::vector<bool> &stays, WatchId watch);

    /// A list whose objects are the rows that come.
    struct Listing {
        WatchId watch = 0;
        RowId end = 0;              ///< behind the last of them
        std::vector<bool> isListed; ///< by slot
        Slot next = 0;              ///< where the next one stands if it has arrived before: in the same order
    };

    WatchClusters m_clusters;
    Rows m_rows;
    std::vector<State> m_states; ///< by slot
    std::size_t m_count = 0;
    std::map<std::string, std::size_t, std::less<>> m_counts; ///< … by namespace
    std::vector<Slot> m_dropped;                              ///< … some may have been held again since
    std::vector<Slot> m_free;
    std::vector<bool> m_isTouched; ///< by slot
    std::vector<Slot> m_touched;
    Parted<std::unordered_map<Key, Slot, KeyHash>> m_slots;
    std::optional<Listing> m_listing;
};

} // namespace wk
