// SPDX-License-Identifier: GPL-3.0-or-later
// How a ResourceTableModel goes into the past and back: the rows become other objects, and the objects of now are kept
// beside them as the batches tell.
#include "ui/models/resourcetablemodel.h"

#include <algorithm>
#include <utility>

namespace wk {

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
    m_live = {};
    for (auto &[watch, held] : objects) {
        Entry list;
        list.type = EntryType::List;
        list.watch = watch;
        list.objects = std::make_shared<const std::vector<ObjectPtr>>(std::move(held));
        m_live.applyEntry(list);
    }
}

void ResourceTableModel::showPast(Past past)
{
    const bool wasPresent = !m_past;
    if (wasPresent)
        keepPresent();
    const TableRows::Objects objects = std::exchange(past.kind.objects, {});
    for (const auto &[watch, list] : objects)
        past.kind.objects.emplace_back(watch, nullptr); // which are known; what they hold is in the rows
    m_past = std::move(past);
    m_pastEnd.reset();
    m_rows.become(objects, nullptr);
    if (wasPresent)
        m_rows.recount(nullptr);
    const EntryPtr &event = m_past->event;
    const auto knows = [&](const auto &known) { return event && known.first == event->watch; };
    if (std::ranges::any_of(objects, knows)) {
        m_rows.mark(*event);
        if (event->type == EntryType::Deleted && event->object)
            m_pastEnd = m_rows.find(event->object->uid, event->object->ns, event->object->name);
    }
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
    m_pastEnd.reset();
    TableRows::Objects objects;
    for (const WatchId watch : m_watches) {
        auto held = std::make_shared<std::vector<ObjectPtr>>();
        m_live.forEach(watch, [&](const ObjectPtr &object) { held->push_back(object); });
        objects.emplace_back(watch, std::move(held));
    }
    m_live = {};
    m_rows.become(objects, &m_ledger);
    m_rows.recount(&m_ledger);
    m_mustSort = m_mustSort || m_sort.isVolatile();
    update();
    if (m_filter.asks(FilterField::Age))
        filterAnew();
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
}

} // namespace wk
