// SPDX-License-Identifier: GPL-3.0-or-later
// What TableRows holds of the past, and how it turns from one side to the other.
#include "ui/models/tablerows.h"

#include <algorithm>
#include <utility>

namespace wk {

TableRow TableRows::pastRow(const HistorySnapshot &history, WatchId watch, const LifeIndex::Standing &object)
{
    TableRow row;
    row.object = history.object(object);
    row.watch = watch;
    static_cast<RowChanges &>(row) = changesAt(history, object, *row.object);
    return row;
}

TableRows::Slot TableRows::putPast(TableRow row)
{
    const Slot slot = hold(Side::Past, *row.object);
    const TableRow &before = half(Side::Past).rows[slot];
    if (before.object != row.object || before.touch != RowTouch::None)
        replacePast(slot, std::move(row));
    return slot;
}

TableRow TableRows::replacePast(Slot slot, TableRow row)
{
    Half &past = half(Side::Past);
    if (past.rows[slot].isGone)
        ++past.count;
    touch(Side::Past, slot);
    return std::exchange(past.rows[slot], std::move(row));
}

void TableRows::leavePast(Slot slot)
{
    leave(Side::Past, slot);
}

void TableRows::leavePastBut(const std::vector<bool> &stays)
{
    leaveAllBut(Side::Past, stays, {});
}

bool TableRows::clearPast(std::size_t slots)
{
    Half &past = half(Side::Past);
    const std::size_t end = std::min(past.states.size(), m_cleared + slots);
    for (; m_cleared < end; ++m_cleared) {
        if (past.states[m_cleared] == State::Held)
            leave(Side::Past, static_cast<Slot>(m_cleared));
    }
    if (m_cleared < past.states.size())
        return true;
    m_cleared = 0;
    return false;
}

std::optional<TableRows::Slot> TableRows::mark(const HistorySnapshot &history, RowId event)
{
    const ObjectPtr object = history.object(event);
    if (!object)
        return {};
    const bool isDeleted = history.type(event) == EntryType::Deleted;
    if (find(object->uid, object->ns, object->name).has_value() == isDeleted)
        return {}; // not of this table, or there again
    const ObjectPtr previous = history.previous(event);
    const Slot slot = hold(Side::Past, *object);
    TableRow &row = half(Side::Past).rows[slot];
    if (isDeleted) {
        row = pastRow(history, history.watch(event), history.lives().standingAt(event));
        if (object->cells.empty() && previous)
            row.object = previous;
        row.isGone = true;
        --half(Side::Past).count;
    }
    row.touch = isDeleted                                    ? RowTouch::Deleted
                : history.type(event) == EntryType::Modified ? RowTouch::Modified
                                                             : RowTouch::Added;
    row.changedCells = !isDeleted && previous ? changedCells(*previous, *row.object) : 0;
    touch(Side::Past, slot);
    return slot;
}

void TableRows::unmark(Slot slot)
{
    if (stateOf(Side::Past, slot) != State::Held)
        return;
    TableRow &row = half(Side::Past).rows[slot];
    if (row.isGone)
        return leave(Side::Past, slot);
    row.touch = RowTouch::None;
    row.changedCells = 0;
    touch(Side::Past, slot);
}

void TableRows::turnTo(Side side, std::span<const Slot> struck, Turned touched)
{
    if (side == m_side)
        return;
    const Side before = std::exchange(m_side, side);
    Half &shown = half(side);
    shown.states.resize(capacity(), State::Free);
    const auto isOther = [&](Slot slot) {
        const TableRow &old = half(before).rows[slot];
        return shown.rows[slot].object != old.object || shown.rows[slot].touch != old.touch;
    };
    for (Slot slot = 0; slot < shown.states.size(); ++slot) {
        const bool wasThere = isThere(before, slot);
        const bool isHeld = shown.states[slot] == State::Held;
        if (wasThere && shown.states[slot] == State::Free)
            shown.states[slot] = State::Passing;
        else if (wasThere && !isHeld)
            takeOver(slot);
        const bool comesOrGoes = wasThere != isHeld;
        if (comesOrGoes || (isHeld && touched == Turned::AllThatDiffers && isOther(slot)))
            touch(side, slot);
    }
    for (const Slot slot : struck) {
        if (!isThere(before, slot) || !half(before).rows[slot].isGone)
            continue;
        if (shown.states[slot] == State::Passing)
            takeOver(slot);
        leave(before, slot);
    }
}

/// The side that is shown has the other one's row until it is dropped, whatever becomes of it there.
void TableRows::takeOver(Slot slot)
{
    Half &shown = half(m_side);
    if (slot >= shown.rows.size())
        shown.rows.resize(slot + 1);
    shown.rows[slot] = rowOf(other(m_side), slot);
    shown.states[slot] = State::Left;
}

} // namespace wk
