// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/base/parted.h"
#include "core/history/rows/historysnapshot.h"
#include "core/informer/batch.h"
#include "ui/models/rowchanges.h"

#include <array>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
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
    Instant touchedAt{};            ///< meaningful with a touch
    std::uint64_t changedCells = 0; ///< cells that the last change altered, a bit each; those past 62 share the last

    bool hasChanged(int cell) const { return cell >= 0 && (changedCells >> std::min(cell, 63) & 1) != 0; }
};

/// The objects of one table, by slots that stay the same while a row is held, in the present and, beside it, at a
/// moment of the past: of both an object has the same slot. One of the two is shown, and what is said of a row is said
/// of that one. Gui thread; a value that reads no clock. A slot is free again only after drop(), so that a model can
/// take a row out in its own time, and forgetDropped().
class TableRows
{
public:
    using Slot = std::uint32_t;
    enum class Side : std::uint8_t { Present, Past };

    /// The present takes in a row of the history: a watch's list, one of its objects, or an event; other rows change
    /// nothing. `now` dates the tint. While the past is shown nothing is touched or tinted, and what is deleted goes at
    /// once.
    void apply(const HistorySnapshot &history, RowId row, Instant now);
    /// The present takes in what stood under a watch before row `upTo`, as a list that told it would.
    void load(const HistorySnapshot &history, WatchId watch, RowId upTo);
    /// The present takes in a part of a list that is under way.
    void arrive(const Arrivals &arrivals);

    /// What a moment shows of an object that stood there then.
    static TableRow pastRow(const HistorySnapshot &history, WatchId watch, const LifeIndex::Standing &object);
    /// Puts a row into the past, in its object's slot. Touched unless it was there, or is not shown.
    Slot putPast(TableRow row);
    /// … in the place of the object's other revision, which the caller lets go of.
    TableRow replacePast(Slot slot, TableRow row);
    void leavePast(Slot slot);
    /// Whatever else the past holds is left behind.
    void leavePastBut(const std::vector<bool> &stays);
    /// Forgets so many slots of the past, while it is not shown. True while it holds more.
    bool clearPast(std::size_t slots);
    /// The row of the past wears the tint of an event that has happened to it already; of a deletion the row that has
    /// gone comes back, struck through. Empty when it is none of these rows.
    std::optional<Slot> mark(const HistorySnapshot &history, RowId event);
    /// It does no longer; the one that has gone is left behind.
    void unmark(Slot slot);
    /// What is touched when the other side is shown. To look for what is another there, each row has to be fetched: of
    /// a hundred thousand that takes 10 ms.
    enum class Turned : std::uint8_t { ComingAndGoing, AllThatDiffers };
    /// Shows the other side: what it has not is left behind, and so are those that are struck through on this one,
    /// which do not wait for the way back.
    void turnTo(Side side, std::span<const Slot> struck, Turned touched);

    /// Slots whose row came, changed or went since the last call; each once, in no order.
    std::vector<Slot> takeTouched() { return m_touched.take(); }
    const std::vector<Slot> &touched() const { return m_touched.slots(); }
    /// … in the present, while the past was shown.
    std::vector<Slot> takeTouchedAside() { return m_touchedAside.take(); }
    /// How many would be taken.
    std::size_t touchedCount() const { return m_touched.count() + m_touchedAside.count(); }

    const TableRow &row(Slot slot) const
    {
        return rowOf(stateOf(m_side, slot) == State::Passing ? other(m_side) : m_side, slot);
    }
    /// A row of one side, whichever is shown.
    const TableRow &presentRow(Slot slot) const { return rowOf(Side::Present, slot); }
    const TableRow &preparedRow(Slot slot) const { return rowOf(Side::Past, slot); }
    bool isPresent(Slot slot) const { return stateOf(Side::Present, slot) == State::Held; }
    /// Whether a row is there: held, and not left behind by a later list.
    bool isHeld(Slot slot) const { return stateOf(m_side, slot) == State::Held; }
    /// Whether a slot waits for its drop(): nobody may ask for its row from then on.
    bool isLeft(Slot slot) const
    {
        const State state = stateOf(m_side, slot);
        return state == State::Left || state == State::Passing;
    }
    void drop(Slot slot);
    /// Forgets so many that were dropped. True while there are more.
    bool forgetDropped(std::size_t most);
    /// Everything of a watch is left behind in the present.
    void leaveWatch(WatchId watch);
    /// A row that is held is left behind: a deleted one that has stayed long enough.
    void leave(Slot slot) { leave(m_side, slot); }
    /// Nothing is held any more, and the present is shown.
    void clear();

    std::size_t capacity() const { return m_capacity; }
    /// Rows that are held and not deleted.
    std::size_t count() const { return shown().count; }
    std::optional<Slot> find(const Uid &uid, std::string_view ns, std::string_view name) const;

private:
    enum class State : std::uint8_t {
        Free,
        Held,
        Left,
        Passing, ///< as Left, of a row that the other side alone has: to copy a hundred thousand takes 10 ms
        Dropped
    };
    struct Half {
        std::deque<TableRow> rows; ///< growth moves none: of a hundred thousand that takes longer than a frame
        std::vector<State> states;
        std::size_t count = 0;
        std::vector<Slot> dropped; ///< … some may have been held again since
    };

    /// Slots, each once.
    class Touched
    {
    public:
        void add(Slot slot);
        std::vector<Slot> take();
        std::size_t count() const { return m_slots.size(); }
        const std::vector<Slot> &slots() const { return m_slots; }

    private:
        std::vector<bool> m_isIn; ///< by slot
        std::vector<Slot> m_slots;
    };

    /// What an object is known by: its uid, or its name where a server gives none.
    struct Key {
        Uid uid;
        std::string name{}; ///< "namespace/name"

        bool operator==(const Key &) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key &key) const
        {
            return key.uid.empty() ? std::hash<std::string>()(key.name) : key.uid.hash();
        }
    };

    std::optional<Slot> slotOf(const Key &key) const;
    static Key keyOf(const Uid &uid, std::string_view ns, std::string_view name);
    static Side other(Side side) { return side == Side::Present ? Side::Past : Side::Present; }
    Half &half(Side side) { return m_halves[static_cast<std::size_t>(side)]; }
    const Half &shown() const { return m_halves[static_cast<std::size_t>(m_side)]; }
    const TableRow &rowOf(Side side, Slot slot) const { return m_halves[static_cast<std::size_t>(side)].rows[slot]; }
    State stateOf(Side side, Slot slot) const
    {
        const std::vector<State> &states = m_halves[static_cast<std::size_t>(side)].states;
        return slot < states.size() ? states[slot] : State::Free;
    }
    /// Whether a row is there, or was until now.
    bool isThere(Side side, Slot slot) const
    {
        const State state = stateOf(side, slot);
        return state == State::Held || state == State::Left;
    }
    Slot hold(Side side, const Object &object);
    void takeOver(Slot slot);
    void leave(Side side, Slot slot);
    void free(Side side, Slot slot);
    void beginList(const HistorySnapshot &history, RowId list);
    void endList();
    void recall(Slot slot, const HistorySnapshot &history, const LifeIndex::Standing &at);
    Slot takeListed(WatchId watch, const ObjectPtr &object);
    bool isListedAt(Slot slot, WatchId watch, const ObjectPtr &object) const;
    void put(const HistorySnapshot &history, RowId event, Instant now);
    void remove(const HistorySnapshot &history, RowId event, Instant now);
    void touch(Side side, Slot slot);
    void leaveAllBut(Side side, const std::vector<bool> &stays, std::optional<WatchId> watch);

    /// A list whose objects are the rows that come.
    struct Listing {
        WatchId watch = 0;
        RowId end = 0;              ///< behind the last of them
        std::vector<bool> isListed; ///< by slot
        Slot next = 0;              ///< where the next one stands if it has arrived before: in the same order
    };

    std::array<Half, 2> m_halves; ///< by Side
    Side m_side = Side::Present;
    std::size_t m_capacity = 0;
    std::vector<Slot> m_free; ///< on both sides
    Touched m_touched;
    Touched m_touchedAside;
    Parted<std::unordered_map<Key, Slot, KeyHash>> m_slots;
    std::size_t m_cleared = 0; ///< how far clearPast() has come
    std::optional<Listing> m_listing;
};

} // namespace wk
