// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tablerows.h"

#include "ui/models/tablevalue.h"

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

/// What the object itself says of its last change, where that is news.
void readManagers(TableRow &row)
{
    const ManagedFields *newest = newestManager(*row.object);
    if (newest && (!row.lastChange || *newest->time > *row.lastChange)) {
        row.lastChange = newest->time;
        row.lastManager = newest->manager;
    }
}

void readChanges(TableRow &row, const ChangeLedger *ledger)
{
    static_cast<ChangeRecord &>(row) = {};
    if (ledger)
        recall(row, *ledger);
    readManagers(row);
}

/// Whether two cells read otherwise; how long ago a restart was does not count, it changes by itself.
bool differ(const Cell &a, const Cell &b)
{
    if (a == b)
        return false;
    const auto *before = std::get_if<std::string_view>(&a);
    const auto *after = std::get_if<std::string_view>(&b);
    return !before || !after || withoutAgo(*before) != withoutAgo(*after);
}

std::uint64_t changedCells(const Object &before, const Object &after)
{
    std::uint64_t changed = 0;
    const std::size_t count = std::min(before.cells.size(), after.cells.size());
    for (std::size_t i = 0; i < count; ++i) {
        if (differ(before.cells[i], after.cells[i]))
            changed |= std::uint64_t(1) << std::min<std::size_t>(i, 63);
    }
    return changed;
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

std::vector<TableRows::Slot> TableRows::takeTouched()
{
    for (const Slot slot : m_touched)
        m_isTouched[slot] = false;
    return std::exchange(m_touched, {});
}

void TableRows::drop(Slot slot)
{
    Q_ASSERT(isLeft(slot));
    m_rows[slot] = {};
    m_states[slot] = State::Free;
    m_free.push_back(slot);
}

void TableRows::leaveWatch(WatchId watch)
{
    for (Slot slot = 0; slot < m_rows.size(); ++slot) {
        if (isHeld(slot) && m_rows[slot].watch == watch)
            leave(slot);
    }
}

void TableRows::clear()
{
    *this = {};
}

std::optional<TableRows::Slot> TableRows::find(const std::string &uid, const std::string &ns,
                                               const std::string &name) const
{
    const auto found = m_slots.find(keyOf(uid, ns, name));
    return found == m_slots.end() ? std::nullopt : std::optional(found->second);
}

std::string TableRows::keyOf(const std::string &uid, const std::string &ns, const std::string &name)
{
    return uid.empty() ? ns + '/' + name : uid;
}

TableRows::Slot TableRows::slotFor(const Object &object)
{
    const auto [place, isNew] = m_slots.try_emplace(keyOf(object.uid, object.ns, object.name), Slot(0));
    if (!isNew)
        return place->second;
    if (m_free.empty()) {
        m_free.push_back(static_cast<Slot>(m_rows.size()));
        m_rows.emplace_back();
        m_states.push_back(State::Free);
        m_isTouched.push_back(false);
    }
    place->second = m_free.back();
    m_free.pop_back();
    m_states[place->second] = State::Held;
    ++m_count;
    return place->second;
}

void TableRows::replaceAll(const Entry &list, const ChangeLedger &ledger)
{
    std::vector<bool> isListed(m_rows.size());
    if (list.objects) {
        for (const ObjectPtr &object : *list.objects) {
            const Slot slot = slotFor(*object);
            if (slot >= isListed.size())
                isListed.resize(slot + 1);
            isListed[slot] = true;
            TableRow &row = m_rows[slot];
            if (row.isGone)
                ++m_count;
            row.object = object;
            row.watch = list.watch;
            row.isGone = false;
            row.touch = RowTouch::None;
            row.changedCells = 0;
            recall(row, ledger);
            readManagers(row);
            touch(slot);
        }
    }
    isListed.resize(m_rows.size());
    leaveAllBut(isListed, list.watch);
}

/// Of one watch, or of all.
void TableRows::leaveAllBut(const std::vector<bool> &stays, std::optional<WatchId> watch)
{
    for (Slot slot = 0; slot < m_rows.size(); ++slot) {
        if (!stays[slot] && isHeld(slot) && (!watch || m_rows[slot].watch == *watch))
            leave(slot);
    }
}

TableRows::Slot TableRows::show(WatchId watch, const ObjectPtr &object, const ChangeLedger *ledger)
{
    const Slot slot = slotFor(*object);
    TableRow &row = m_rows[slot];
    row.watch = watch;
    if (row.object == object && row.touch == RowTouch::None)
        return slot;
    if (row.isGone)
        ++m_count;
    row.object = object;
    row.isGone = false;
    row.touch = RowTouch::None;
    row.changedCells = 0;
    readChanges(row, ledger);
    touch(slot);
    return slot;
}

void TableRows::become(const Objects &objects, const ChangeLedger *ledger)
{
    std::vector<bool> stays(m_rows.size());
    for (const auto &[watch, list] : objects) {
        for (const ObjectPtr &object : *list) {
            const Slot slot = show(watch, object, ledger);
            if (slot >= stays.size())
                stays.resize(std::max<std::size_t>(slot + 1, 2 * stays.size()));
            stays[slot] = true;
        }
    }
    stays.resize(std::max(stays.size(), m_rows.size()));
    leaveAllBut(stays, {});
}

TableRows::SomeObjects TableRows::counted() const
{
    SomeObjects counted;
    for (Slot slot = 0; slot < m_rows.size(); ++slot) {
        if (isHeld(slot) && m_rows[slot].changes > 0)
            counted.insert(m_rows[slot].object.get());
    }
    return counted;
}

void TableRows::recount(const SomeObjects &objects, const ChangeLedger *ledger)
{
    for (Slot slot = 0; slot < m_rows.size(); ++slot) {
        if (isHeld(slot) && objects.contains(m_rows[slot].object.get()))
            readChanges(m_rows[slot], ledger);
    }
}

std::optional<TableRows::Slot> TableRows::mark(const Entry &event)
{
    if (!event.object)
        return {};
    const bool isDeleted = event.type == EntryType::Deleted;
    const auto known = find(event.object->uid, event.object->ns, event.object->name);
    if (known.has_value() == isDeleted)
        return {}; // not of this table, or there again
    const Slot slot = known ? *known : slotFor(*event.object);
    TableRow &row = m_rows[slot];
    if (isDeleted) {
        row.object = event.object->cells.empty() && event.previous ? event.previous : event.object;
        row.watch = event.watch;
        row.isGone = true;
        readChanges(row, nullptr);
        --m_count;
    }
    row.touch = isDeleted                           ? RowTouch::Deleted
                : event.type == EntryType::Modified ? RowTouch::Modified
                                                    : RowTouch::Added;
    row.changedCells = !isDeleted && event.previous ? changedCells(*event.previous, *row.object) : 0;
    touch(slot);
    return slot;
}

void TableRows::unmark(Slot slot)
{
    if (!isHeld(slot))
        return;
    if (m_rows[slot].isGone)
        return leave(slot);
    m_rows[slot].touch = RowTouch::None;
    m_rows[slot].changedCells = 0;
    touch(slot);
}

void TableRows::put(const Entry &event, Instant now, const ChangeLedger &ledger)
{
    if (!event.object)
        return;
    const Slot slot = slotFor(*event.object);
    TableRow &row = m_rows[slot];
    const bool isNew = !row.object || row.isGone;
    if (row.isGone)
        ++m_count;
    row.changedCells = row.object && !row.isGone ? changedCells(*row.object, *event.object) : 0;
    row.object = event.object;
    row.watch = event.watch;
    row.isGone = false;
    touch(slot);
    if (event.origin == EntryClass::Initial) {
        readManagers(row);
        return;
    }
    row.touch = isNew ? RowTouch::Added : RowTouch::Modified;
    row.touchedAt = now;
    recall(row, ledger);
}

void TableRows::remove(const Entry &event, Instant now, const ChangeLedger &ledger)
{
    if (!event.object)
        return;
    const auto found = find(event.object->uid, event.object->ns, event.object->name);
    if (!found || m_rows[*found].isGone)
        return;
    TableRow &row = m_rows[*found];
    row.object = event.object->cells.empty() ? row.object : event.object;
    row.isGone = true;
    row.touch = RowTouch::Deleted;
    row.changedCells = 0;
    --m_count;
    row.touchedAt = now;
    recall(row, ledger);
    touch(*found);
}

void TableRows::leave(Slot slot)
{
    TableRow &row = m_rows[slot];
    const auto found = m_slots.find(keyOf(row.object->uid, row.object->ns, row.object->name));
    if (found != m_slots.end() && found->second == slot)
        m_slots.erase(found);
    if (!row.isGone)
        --m_count;
    m_states[slot] = State::Left;
    touch(slot);
}

void TableRows::touch(Slot slot)
{
    if (m_isTouched[slot])
        return;
    m_isTouched[slot] = true;
    m_touched.push_back(slot);
}

} // namespace wk
