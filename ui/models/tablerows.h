// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "core/informer/entry.h"
#include "ui/models/changeledger.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace wk {

/// What happened to a row a moment ago.
enum class RowTouch : std::uint8_t { None, Added, Modified, Deleted };

/// One object of a table and what a monitor knows of it.
struct TableRow : ChangeRecord {
    ObjectPtr object; ///< never null while the row is held
    WatchId watch = 0;
    RowTouch touch = RowTouch::None;
    bool isGone = false;            ///< deleted; it stays a few seconds more
    Instant touchedAt{};            ///< meaningful with a touch
    std::uint64_t changedCells = 0; ///< cells that the last change altered, a bit each; those past 62 share the last

    /// Of an Event: whoever sees the same again writes it anew.
    std::optional<WallTime> lastSeen() const { return lastChange ? lastChange : object->created; }
    bool hasChanged(int cell) const { return cell >= 0 && (changedCells >> std::min(cell, 63) & 1) != 0; }
};

/// The objects of one table, by slots that stay the same while a row is held. Gui thread; a value that reads
/// no clock. A slot is free again only after drop(), so that a model can take a row out in its own time.
class TableRows
{
public:
    using Slot = std::uint32_t;

    /// Takes in a watch's list, or an event. `now` dates the tint; how often an object has changed, this event
    /// included, is what the ledger says. Other entries change nothing.
    void apply(const Entry &entry, Instant now, const ChangeLedger &ledger);
    /// Objects by the watch that tells of them.
    using Objects = std::vector<std::pair<WatchId, ObjectList>>;
    /// Other objects than before, all of them, without any tint. What is the same stays untouched, so that one moment
    /// after another costs what they differ by. Without a ledger how often an object has changed is not known.
    void become(const Objects &objects, const ChangeLedger *ledger);
    /// … one object, in its row.
    Slot show(WatchId watch, const ObjectPtr &object, const ChangeLedger *ledger);
    using SomeObjects = std::unordered_set<const Object *>;
    /// The objects that have changed since they are watched.
    SomeObjects counted() const;
    /// What is known of their changes is read anew; touches none.
    void recount(const SomeObjects &objects, const ChangeLedger *ledger);
    /// The row wears the tint of an event that has happened to it already; of a deletion the row that has gone comes
    /// back, struck through. Empty when it is none of these rows.
    std::optional<Slot> mark(const Entry &event);
    /// It does no longer; the one that has gone is left behind.
    void unmark(Slot slot);
    /// Slots whose row came, changed or went since the last call; each once, in no order.
    std::vector<Slot> takeTouched();

    const TableRow &row(Slot slot) const { return m_rows[slot]; }
    /// Whether a row is there: held, and not left behind by a later list.
    bool isHeld(Slot slot) const { return m_states[slot] == State::Held; }
    /// Whether a slot waits for its drop().
    bool isLeft(Slot slot) const { return m_states[slot] == State::Left; }
    void drop(Slot slot);
    /// Everything of a watch is left behind.
    void leaveWatch(WatchId watch);
    /// A row that is held is left behind: a deleted one that has stayed long enough.
    void leave(Slot slot);
    void clear();

    std::size_t capacity() const { return m_rows.size(); }
    /// Rows that are held and not deleted.
    std::size_t count() const { return m_count; }
    std::optional<Slot> find(const std::string &uid, const std::string &ns, const std::string &name) const;

private:
    enum class State : std::uint8_t { Free, Held, Left };

    static std::string keyOf(const std::string &uid, const std::string &ns, const std::string &name);
    Slot slotFor(const Object &object);
    void replaceAll(const Entry &list, const ChangeLedger &ledger);
    void put(const Entry &event, Instant now, const ChangeLedger &ledger);
    void remove(const Entry &event, Instant now, const ChangeLedger &ledger);
    void touch(Slot slot);
    void leaveAllBut(const std::vector<bool> &stays, std::optional<WatchId> watch);

    std::vector<TableRow> m_rows;
    std::vector<State> m_states;
    std::vector<bool> m_isTouched;
    std::vector<Slot> m_free;
    std::vector<Slot> m_touched;
    std::unordered_map<std::string, Slot> m_slots;
    std::size_t m_count = 0;
};

} // namespace wk
