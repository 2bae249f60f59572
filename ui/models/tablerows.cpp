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

std::vector<TableRows::Slot> TableRows::takeTouched()
{
    for (const Slot slot : m_touched)
        m_isTouched[slot] = false;
    return std::exchange(m_touched, {});
}

void TableRows::touch(Slot slot)
{
    if (m_isTouched[slot])
        return;
    m_isTouched[slot] = true;
    m_touched.push_back(slot);
}

void TableRows::drop(Slot slot)
{
    Q_ASSERT(isLeft(slot));
    m_states[slot] = State::Dropped;
    m_dropped.push_back(slot);
}

bool TableRows::forgetDropped(std::size_t most)
{
    for (; most > 0 && !m_dropped.empty(); --most, m_dropped.pop_back()) {
        if (m_states[m_dropped.back()] == State::Dropped)
            free(m_dropped.back());
    }
    return !m_dropped.empty();
}

void TableRows::leaveWatch(WatchId watch)
{
    leaveAllBut({}, watch);
}

void TableRows::clear()
{
    WatchClusters clusters = std::move(m_clusters);
    *this = TableRows();
    m_clusters = std::move(clusters);
}

std::optional<TableRows::Slot> TableRows::find(std::uint16_t cluster, const Uid &uid, std::string_view ns,
                                               std::string_view name) const
{
    const std::optional<Slot> slot = slotOf(keyOf(cluster, uid, ns, name));
    return slot && isHeld(*slot) ? slot : std::nullopt;
}

std::optional<TableRows::Slot> TableRows::slotOf(const Key &key) const
{
    const auto &slots = m_slots.of(key);
    const auto found = slots.find(key);
    return found == slots.end() ? std::nullopt : std::optional(found->second);
}

TableRows::Key TableRows::keyOf(std::uint16_t cluster, const Uid &uid, std::string_view ns, std::string_view name)
{
    if (!uid.empty())
        return {cluster, uid};
    std::string path(ns);
    return {cluster, {}, path.append(1, '/').append(name)};
}

/// The slot of an object, with an empty row if there was none.
TableRows::Slot TableRows::hold(WatchId watch, const Object &object)
{
    const std::uint16_t cluster = clusterOf(watch);
    const Key key = keyOf(cluster, object.uid, object.ns, object.name);
    const auto [place, isNew] = m_slots.of(key).try_emplace(key, Slot(0));
    if (isNew && m_free.empty()) {
        m_free.push_back(static_cast<Slot>(capacity()));
        m_rows.grow();
        m_states.push_back(State::Free);
        m_isTouched.push_back(false);
    }
    if (isNew) {
        place->second = m_free.back();
        m_free.pop_back();
    }
    const Slot slot = place->second;
    if (!isHeld(slot)) {
        m_states[slot] = State::Held;
        m_rows.edit(slot) = {};
        m_rows.edit(slot).cluster = cluster;
        countIn(object);
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
    leaveAllBut(listing.isListed, listing.watch);
}

void TableRows::arrive(const Arrivals &arrivals)
{
    for (const ObjectPtr &object : arrivals.objects)
        readManagers(m_rows.edit(takeListed(arrivals.watch, object)), *object);
}

void TableRows::recall(Slot slot, const HistorySnapshot &history, const LifeIndex::Standing &at)
{
    RowChanges known = changesAt(history, at, *row(slot).object);
    if (known == row(slot))
        return;
    static_cast<RowChanges &>(m_rows.edit(slot)) = std::move(known);
    touch(slot);
}

TableRows::Slot TableRows::takeListed(WatchId watch, const ObjectPtr &object)
{
    // What has arrived before stands there in the same order, and is found without its key.
    const bool isNext = m_listing && isListedAt(m_listing->next, watch, object);
    const Slot slot = isNext ? m_listing->next : hold(watch, *object);
    if (!isListedAt(slot, watch, object)) {
        TableRow &row = m_rows.edit(slot);
        if (row.isGone)
            countIn(*object);
        row.object = object;
        row.watch = watch;
        row.isGone = false;
        row.touch = RowTouch::None;
        row.changedCells = 0;
        touch(slot);
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
    if (slot >= capacity() || !isHeld(slot))
        return false;
    const TableRow &held = row(slot);
    return held.object == object && held.watch == watch && !held.isGone && held.touch == RowTouch::None &&
           held.changedCells == 0;
}

void TableRows::leaveAllBut(const std::vector<bool> &stays, WatchId watch)
{
    for (Slot slot = 0; slot < capacity(); ++slot) {
        const bool isStaying = slot < stays.size() && stays[slot];
        if (!isStaying && isHeld(slot) && row(slot).watch == watch)
            leave(slot);
    }
}

void TableRows::put(const HistorySnapshot &history, RowId event, Instant now)
{
    const ObjectPtr object = history.object(event);
    const Slot slot = hold(history.watch(event), *object);
    TableRow &row = m_rows.edit(slot);
    const bool isNew = !row.object || row.isGone;
    if (row.isGone)
        countIn(*object);
    row.changedCells = !isNew ? changedCells(*row.object, *object) : 0;
    row.object = object;
    row.watch = history.watch(event);
    row.isGone = false;
    touch(slot);
    recall(slot, history, history.lives().standingAt(event));
    if (history.origin(event) == EntryClass::Initial)
        return;
    row.touch = isNew ? RowTouch::Added : RowTouch::Modified;
    row.touchedAt = now;
}

void TableRows::remove(const HistorySnapshot &history, RowId event, Instant now)
{
    const ObjectPtr object = history.object(event);
    const std::optional<Slot> known = find(clusterOf(history.watch(event)), object->uid, object->ns, object->name);
    if (!known || row(*known).isGone)
        return;
    TableRow &row = m_rows.edit(*known);
    row.object = object->cells.empty() ? row.object : object;
    row.isGone = true;
    row.touch = RowTouch::Deleted;
    row.changedCells = 0;
    countOut(*row.object);
    row.touchedAt = now;
    recall(*known, history, history.lives().standingAt(event));
    touch(*known);
}

void TableRows::countIn(const Object &object)
{
    ++m_count;
    const auto found = m_counts.find(object.ns.view());
    if (found == m_counts.end())
        m_counts.emplace(object.ns, 1);
    else
        ++found->second;
}

void TableRows::countOut(const Object &object)
{
    --m_count;
    const auto found = m_counts.find(object.ns.view());
    if (found != m_counts.end() && --found->second == 0)
        m_counts.erase(found);
}

std::size_t TableRows::count(const std::vector<std::string> &namespaces) const
{
    if (namespaces.empty())
        return m_count;
    const auto none = m_counts.find(std::string_view()); // of a kind without namespaces
    std::size_t sum = none == m_counts.end() ? 0 : none->second;
    for (const std::string &ns : namespaces) {
        const auto found = m_counts.find(ns);
        sum += found == m_counts.end() ? 0 : found->second;
    }
    return sum;
}

void TableRows::leave(Slot slot)
{
    if (!row(slot).isGone)
        countOut(*row(slot).object);
    touch(slot);
    m_states[slot] = State::Left;
}

void TableRows::free(Slot slot)
{
    const TableRow row = std::exchange(m_rows.edit(slot), {});
    const Key key = keyOf(row.cluster, row.object->uid, row.object->ns, row.object->name);
    m_slots.of(key).erase(key);
    m_states[slot] = State::Free;
    m_free.push_back(slot);
}

} // namespace wk
