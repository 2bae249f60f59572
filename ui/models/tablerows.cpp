// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablerows.h"

#include "ui/models/rowchanges.h"

#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// What is known of the object's changes; nothing where it has not changed yet.
void recall(TableRow &row, const ChangeLedger &ledger)
{
    if (const ChangeRecord *known = ledger.find(row.watch, *row.object))
        static_cast<ChangeRecord &>(row) = *known;
}

} // namespace

void TableRows::apply(const Entry &entry, Instant now, const ChangeLedger &ledger)
{
    switch (entry.type) {
    case EntryType::Added:
    case EntryType::Modified: put(entry, now, ledger); return;
    case EntryType::Deleted: remove(entry, now, ledger); return;
    case EntryType::List: replaceAll(entry, ledger); return;
    case EntryType::Bookmark:
    case EntryType::Error:
    case EntryType::Relist:
    case EntryType::Reconnect:
    case EntryType::Gap: return;
    }
}

void TableRows::Touched::add(Slot slot)
{
    if (slot >= m_isIn.size())
        m_isIn.resize(slot + 1);
    if (m_isIn[slot])
        return;
    m_isIn[slot] = true;
    m_slots.push_back(slot);
}

std::vector<TableRows::Slot> TableRows::Touched::take()
{
    for (const Slot slot : m_slots)
        m_isIn[slot] = false;
    return std::exchange(m_slots, {});
}

void TableRows::drop(Slot slot)
{
    Q_ASSERT(isLeft(slot));
    State &state = half(m_side).states[slot];
    if (state != State::Passing)
        half(m_side).dropped.push_back(slot);
    state = state == State::Passing ? State::Free : State::Dropped;
}

bool TableRows::forgetDropped(std::size_t most)
{
    for (const Side side : {Side::Present, Side::Past}) {
        std::vector<Slot> &dropped = half(side).dropped;
        for (; most > 0 && !dropped.empty(); --most, dropped.pop_back()) {
            if (stateOf(side, dropped.back()) == State::Dropped)
                free(side, dropped.back());
        }
    }
    return most == 0 && !(half(Side::Present).dropped.empty() && half(Side::Past).dropped.empty());
}

void TableRows::leaveWatch(WatchId watch)
{
    for (Slot slot = 0; slot < capacity(); ++slot) {
        if (stateOf(Side::Present, slot) == State::Held && half(Side::Present).rows[slot].watch == watch)
            leave(Side::Present, slot);
    }
}

void TableRows::clear()
{
    *this = {};
}

std::optional<TableRows::Slot> TableRows::find(const Uid &uid, std::string_view ns, std::string_view name) const
{
    const std::optional<Slot> slot = slotOf(keyOf(uid, ns, name));
    return slot && isHeld(*slot) ? slot : std::nullopt;
}

std::optional<TableRows::Slot> TableRows::slotOf(const Key &key) const
{
    const auto &slots = m_slots.of(key);
    const auto found = slots.find(key);
    return found == slots.end() ? std::nullopt : std::optional(found->second);
}

TableRows::Key TableRows::keyOf(const Uid &uid, std::string_view ns, std::string_view name)
{
    if (!uid.empty())
        return {uid};
    std::string path(ns);
    return {{}, path.append(1, '/').append(name)};
}

/// The slot of an object, with an empty row if there was none.
TableRows::Slot TableRows::hold(Side side, const Object &object)
{
    const Key key = keyOf(object.uid, object.ns, object.name);
    const auto [place, isNew] = m_slots.of(key).try_emplace(key, Slot(0));
    if (isNew && m_free.empty()) {
        m_free.push_back(static_cast<Slot>(m_capacity));
        ++m_capacity;
    }
    if (isNew) {
        place->second = m_free.back();
        m_free.pop_back();
    }
    const Slot slot = place->second;
    Half &held = half(side);
    if (slot >= held.states.size())
        held.states.resize(slot + 1, State::Free);
    if (slot >= held.rows.size())
        held.rows.resize(slot + 1);
    if (side == Side::Past)
        m_cleared = std::min<std::size_t>(m_cleared, slot);
    if (held.states[slot] != State::Held) {
        held.states[slot] = State::Held;
        held.rows[slot] = {};
        ++held.count;
    }
    return slot;
}

void TableRows::replaceAll(const Entry &list, const ChangeLedger &ledger)
{
    std::vector<bool> isListed(capacity());
    if (list.objects) {
        Slot next = 0;
        for (const ObjectPtr &object : *list.objects) {
            // What has arrived before stands there in the same order, and is found without its key.
            const bool isThere = isListedAt(next, list.watch, object);
            const Slot slot = isThere ? next : takeListed(list.watch, object, ledger);
            if (slot >= isListed.size())
                isListed.resize(slot + 1);
            isListed[slot] = true;
            next = slot + 1;
        }
    }
    leaveAllBut(Side::Present, isListed, list.watch);
}

void TableRows::arrive(const Arrivals &arrivals, const ChangeLedger &ledger)
{
    for (const ObjectPtr &object : arrivals.objects)
        takeListed(arrivals.watch, object, ledger);
}

TableRows::Slot TableRows::takeListed(WatchId watch, const ObjectPtr &object, const ChangeLedger &ledger)
{
    const Slot slot = hold(Side::Present, *object);
    if (isListedAt(slot, watch, object))
        return slot;
    TableRow &row = half(Side::Present).rows[slot];
    if (row.isGone)
        ++half(Side::Present).count;
    row.object = object;
    row.watch = watch;
    row.isGone = false;
    row.touch = RowTouch::None;
    row.changedCells = 0;
    recall(row, ledger);
    readManagers(row, *row.object);
    touch(Side::Present, slot);
    return slot;
}

/// Whether a row says just what a list does.
bool TableRows::isListedAt(Slot slot, WatchId watch, const ObjectPtr &object) const
{
    if (stateOf(Side::Present, slot) != State::Held)
        return false;
    const TableRow &row = m_halves[static_cast<std::size_t>(Side::Present)].rows[slot];
    return row.object == object && row.watch == watch && !row.isGone && row.touch == RowTouch::None &&
           row.changedCells == 0;
}

/// Of one watch, or of all.
void TableRows::leaveAllBut(Side side, const std::vector<bool> &stays, std::optional<WatchId> watch)
{
    for (Slot slot = 0; slot < half(side).states.size(); ++slot) {
        const bool isStaying = slot < stays.size() && stays[slot];
        if (!isStaying && stateOf(side, slot) == State::Held && (!watch || half(side).rows[slot].watch == *watch))
            leave(side, slot);
    }
}

void TableRows::put(const Entry &event, Instant now, const ChangeLedger &ledger)
{
    if (!event.object)
        return;
    const Slot slot = hold(Side::Present, *event.object);
    TableRow &row = half(Side::Present).rows[slot];
    const bool isNew = !row.object || row.isGone;
    if (row.isGone)
        ++half(Side::Present).count;
    const bool isShown = m_side == Side::Present;
    row.changedCells = isShown && !isNew ? changedCells(*row.object, *event.object) : 0;
    row.object = event.object;
    row.watch = event.watch;
    row.isGone = false;
    touch(Side::Present, slot);
    if (event.origin == EntryClass::Initial) {
        readManagers(row, *row.object);
        return;
    }
    row.touch = !isShown ? RowTouch::None : isNew ? RowTouch::Added : RowTouch::Modified;
    row.touchedAt = now;
    recall(row, ledger);
}

void TableRows::remove(const Entry &event, Instant now, const ChangeLedger &ledger)
{
    if (!event.object)
        return;
    const std::optional<Slot> known = slotOf(keyOf(event.object->uid, event.object->ns, event.object->name));
    if (!known || stateOf(Side::Present, *known) != State::Held)
        return;
    const Slot slot = *known;
    if (m_side != Side::Present)
        return leave(Side::Present, slot);
    TableRow &row = half(Side::Present).rows[slot];
    if (row.isGone)
        return;
    row.object = event.object->cells.empty() ? row.object : event.object;
    row.isGone = true;
    row.touch = RowTouch::Deleted;
    row.changedCells = 0;
    --half(Side::Present).count;
    row.touchedAt = now;
    recall(row, ledger);
    touch(Side::Present, slot);
}

/// What is shown stays readable until it is dropped.
void TableRows::leave(Side side, Slot slot)
{
    if (!half(side).rows[slot].isGone)
        --half(side).count;
    touch(side, slot);
    if (side != m_side)
        return free(side, slot);
    half(side).states[slot] = State::Left;
}

void TableRows::free(Side side, Slot slot)
{
    TableRow &row = half(side).rows[slot];
    const ObjectPtr object = std::move(row.object);
    row = {};
    half(side).states[slot] = State::Free;
    if (stateOf(other(side), slot) != State::Free)
        return;
    const Key key = keyOf(object->uid, object->ns, object->name);
    m_slots.of(key).erase(key);
    m_free.push_back(slot);
}

void TableRows::touch(Side side, Slot slot)
{
    if (side == m_side)
        m_touched.add(slot);
    else if (side == Side::Present)
        m_touchedAside.add(slot);
}

} // namespace wk
