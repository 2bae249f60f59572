// SPDX-License-Identifier: GPL-3.0-or-later
// How a ResourceTableModel goes into the past and back: the rows become other objects, and the objects of now are kept
// beside them as the batches tell.
#include "ui/models/resourcetablemodel.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

bool hasSameName(const Object &a, const Object &b)
{
    return a.uid == b.uid && a.ns == b.ns && a.name == b.name;
}

} // namespace

WallTime ResourceTableModel::now() const
{
    return m_past ? m_past->time : m_clock.wallNow();
}

/// What is shown is the present for the last time.
void ResourceTableModel::keepPresent()
{
    std::map<WatchId, std::vector<ObjectPtr>> objects;
    for (Slot slot = 0; slot < m_rows.capacity(); ++slot) {
        if (m_rows.isHeld(slot) && !m_rows.row(slot).isGone)
            objects[m_rows.row(slot).watch].push_back(m_rows.row(slot).object);
    }
    m_counted = m_rows.counted();
    m_live = {};
    for (auto &[watch, held] : objects) {
        Entry list;
        list.type = EntryType::List;
        list.watch = watch;
        list.objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(held));
        m_live.applyEntry(list);
    }
}

/// The past may come to show what is new now, too.
void ResourceTableModel::takeBeside(const Entry &entry)
{
    m_live.applyEntry(entry);
    if (entry.object)
        m_counted.insert(entry.object.get());
}

/// From the rows of the moment before to those of another.
void ResourceTableModel::becomePast(const EventLog &log, const PastKind &kind)
{
    if (m_pastMark)
        m_rows.unmark(*std::exchange(m_pastMark, std::nullopt));
    // What is no more goes first: another object may come by its name.
    std::map<WatchId, std::vector<PastRow>> before = std::exchange(m_pastRows, {});
    for (const auto &[watch, objects] : kind.known) {
        const std::vector<PastRow> old = std::exchange(before[watch], {});
        std::vector<PastRow> &rows = m_pastRows[watch];
        rows.reserve(objects.size());
        auto known = old.begin();
        for (const LifeIndex::Standing &object : objects) {
            for (; known != old.end() && known->standing.life < object.life; ++known)
                m_rows.leave(known->slot);
            const bool isSame = known != old.end() && known->standing == object;
            rows.push_back({object, isSame ? known->slot : NoSlot});
            if (isSame)
                ++known;
            else if (known != old.end() && known->standing.life == object.life &&
                     hasSameName(*m_rows.row(known->slot).object, *log.object(object)))
                ++known; // the same object, and so the same slot; a life's number may be given anew
        }
        for (; known != old.end(); ++known)
            m_rows.leave(known->slot);
    }
    for (const auto &[watch, rows] : before) {
        for (const PastRow &row : rows)
            m_rows.leave(row.slot);
    }
    for (auto &[watch, rows] : m_pastRows) {
        for (PastRow &row : rows) {
            if (row.slot == NoSlot)
                row.slot = m_rows.show(watch, log.object(row.standing), nullptr);
        }
    }
}

/// What the present has and the past had not.
void ResourceTableModel::leaveAllButPast()
{
    std::vector<bool> stays(m_rows.capacity());
    for (const auto &[watch, rows] : m_pastRows) {
        for (const PastRow &row : rows)
            stays[row.slot] = true;
    }
    for (Slot slot = 0; slot < stays.size(); ++slot) {
        if (!stays[slot] && m_rows.isHeld(slot))
            m_rows.leave(slot);
    }
}

void ResourceTableModel::showPast(const EventLog &log, Past past)
{
    const bool wasPresent = !m_past;
    if (wasPresent)
        keepPresent();
    m_past = std::move(past);
    becomePast(log, m_past->kind);
    if (wasPresent) {
        leaveAllButPast();
        m_rows.recount(m_counted, nullptr);
    }
    const EntryPtr &event = m_past->event;
    if (event && m_pastRows.contains(event->watch))
        m_pastMark = m_rows.mark(*event);
    for (PastKind::Known &known : m_past->kind.known)
        known.objects = {};                         // they are in the rows
    m_mustSort = m_mustSort || m_sort.isVolatile(); // a moment is in order at once
    update();
    if (m_filter.asks(FilterField::Age))
        filterAnew();
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1)); // ages, and what is not known
}

void ResourceTableModel::showPresent()
{
    if (!m_past)
        return;
    m_past.reset();
    m_pastRows.clear();
    m_pastMark.reset();
    TableRows::Objects objects;
    for (const WatchId watch : m_watches) {
        auto held = std::make_shared<std::vector<ObjectPtr>>();
        m_live.forEach(watch, [&](const ObjectPtr &object) { held->push_back(object); });
        objects.emplace_back(watch, std::move(held));
    }
    m_rows.become(objects, &m_ledger);
    m_rows.recount(m_counted, &m_ledger);
    m_live = {};
    m_counted = {};
    m_mustSort = m_mustSort || m_sort.isVolatile();
    update();
    if (m_filter.asks(FilterField::Age))
        filterAnew();
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

} // namespace wk
