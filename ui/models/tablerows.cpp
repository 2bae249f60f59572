// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablerows.h"

#include <QtGlobal>

#include <algorithm>
#include <utility>

namespace wk {

void TableRows::apply(const HistorySnapshot &history, RowId row, Instant now)
{
    if (m_listing && m_listing->end <= row)
        m_listing.reset(); // the rest of it had fallen off
    const EntryType type = history.type(row);
    if (history.isListed(row))
        recall(takeListed(history.watch(row), history.object(row)), history, history.lives().standingAt(row));
    else if (type == EntryType::List)
        beginList(history, row);
    else if (history.isOfObject(row) && type == EntryType::Deleted)
        remove(history, row, now);
    else if (history.isOfObject(row))
        put(history, row, now);
    if (m_listing && m_listing->end == row + 1)
        endList();
}

void TableRows::load(const HistorySnapshot &history, WatchId watch, RowId upTo)
{
    for (const LifeIndex::Standing &standing : history.lives().standing(watch, upTo))
        recall(takeListed(watch, history.object(standing)), history, standing);
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

void TableRows::beginList(const HistorySnapshot &history, RowId list)
{
    m_listing = Listing{history.watch(list), history.rowsOfEntry(list).end, std::vector<bool>(capacity()), 0};
}

/// What it did not hold is there no more.
void TableRows::endList()
{
    const Listing listing = std::move(*m_listing);
    m_listing.reset();
    leaveAllBut(Side::Present, listing.isListed, listing.watch);
}

void TableRows::arrive(const Arrivals &arrivals)
{
    for (const ObjectPtr &object : arrivals.objects)
        readManagers(half(Side::Present).rows[takeListed(arrivals.watch, object)], *object);
}

void TableRows::recall(Slot slot, const HistorySnapshot &history, const LifeIndex::Standing &at)
{
    TableRow &row = half(Side::Present).rows[slot];
    RowChanges known = changesAt(history, at, *row.object);
    if (known == row)
        return;
    static_cast<RowChanges &>(row) = std::move(known);
    touch(Side::Present, slot);
}

TableRows::Slot TableRows::takeListed(WatchId watch, const ObjectPtr &object)
{
    // What has arrived before stands there in the same order, and is found without its key.
    const bool isNext = m_listing && isListedAt(m_listing->next, watch, object);
    const Slot slot = isNext ? m_listing->next : hold(Side::Present, *object);
    TableRow &row = half(Side::Present).rows[slot];
    if (!isListedAt(slot, watch, object)) {
        if (row.isGone)
            ++half(Side::Present).count;
        row.object = object;
        row.watch = watch;
        row.isGone = false;
        row.touch = RowTouch::None;
        row.changedCells = 0;
        touch(Side::Present, slot);
    }
    if (!m_listing)
        return slot;
    if (slot >= m_listing->isListed.size())
        m_listing->isListed.resize(slot + 1);
    m_listing->isListed[slot] = true;
    m_listing->next = slot + 1;
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

void TableRows::put(const HistorySnapshot &history, RowId event, Instant now)
{
    const ObjectPtr object = history.object(event);
    const Slot slot = hold(Side::Present, *object);
    TableRow &row = half(Side::Present).rows[slot];
    const bool isNew = !row.object || row.isGone;
    if (row.isGone)
        ++half(Side::Present).count;
    const bool isShown = m_side == Side::Present;
    row.changedCells = isShown && !isNew ? changedCells(*row.object, *object) : 0;
    row.object = object;
    row.watch = history.watch(event);
    row.isGone = false;
    touch(Side::Present, slot);
    recall(slot, history, history.lives().standingAt(event));
    if (history.origin(event) == EntryClass::Initial)
        return;
    row.touch = !isShown ? RowTouch::None : isNew ? RowTouch::Added : RowTouch::Modified;
    row.touchedAt = now;
}

void TableRows::remove(const HistorySnapshot &history, RowId event, Instant now)
{
    const ObjectPtr object = history.object(event);
    const std::optional<Slot> known = slotOf(keyOf(object->uid, object->ns, object->name));
    if (!known || stateOf(Side::Present, *known) != State::Held)
        return;
    const Slot slot = *known;
    if (m_side != Side::Present)
        return leave(Side::Present, slot);
    TableRow &row = half(Side::Present).rows[slot];
    if (row.isGone)
        return;
    row.object = object->cells.empty() ? row.object : object;
    row.isGone = true;
    row.touch = RowTouch::Deleted;
    row.changedCells = 0;
    --half(Side::Present).count;
    row.touchedAt = now;
    recall(slot, history, history.lives().standingAt(event));
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
