// SPDX-License-Identifier: GPL-3.0-or-later
// In which order a ResourceTableModel shows its rows.
#include "ui/models/resourcetablemodel.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// Fewer are put in order within a millisecond, and need no pool.
constexpr std::size_t Many = 500;

} // namespace

bool ResourceTableModel::areMany() const
{
    return m_rows.capacity() >= Many;
}

/// Rows that were touched go where they belong.
void ResourceTableModel::place(const std::vector<Slot> &touched)
{
    const bool keepPlaces = m_sort.isVolatile() || m_sort.isFixed();
    std::vector<int> moving;
    std::vector<Slot> placed;
    for (const Slot slot : touched) {
        const bool shown = isShown(slot);
        const int row = placeOf(slot);
        if (shown && keepPlaces && row >= 0)
            continue;
        if (row >= 0)
            moving.push_back(row);
        if (shown)
            placed.push_back(slot);
    }
    if (m_ordering.isWanted())
        m_touchedSince.insert(m_touchedSince.end(), touched.begin(), touched.end());
    if (moving.empty() && placed.empty())
        return;
    std::ranges::sort(placed, {}, [this](Slot slot) { return placeOf(slot); }); // few have changed their order
    m_sort.sort(placed, m_rows.rows());
    if (!m_past)
        Q_EMIT rowsAboutToBePlaced();
    const Order &rest = orderWithout(std::move(moving));
    rearrange(m_sort.merge(rest, placed, m_rows.rows(), takeRoom()), m_rows.capacity());
    if (!m_past)
        Q_EMIT rowsPlaced();
}

void ResourceTableModel::resort()
{
    m_isOrderStale = false;
    Order sorted = order();
    m_sort.sort(sorted, m_rows.rows());
    rearrange(std::move(sorted), m_rows.capacity());
}

void ResourceTableModel::setOrderHeld(bool held)
{
    m_isOrderHeld = held;
    if (held && !m_past && !m_isOrderAsked)
        m_ordering.forget();
}

TableQuestion ResourceTableModel::question(WallTime at) const
{
    return {m_resource, m_columns, m_filter, m_sort, at, m_namespaces, m_clusters};
}

void ResourceTableModel::filterAnew()
{
    areMany() ? orderInPool(heldSlots(), true) : filterAtOnce();
}

/// Those that stand already first, as they do.
std::vector<ResourceTableModel::Slot> ResourceTableModel::heldSlots() const
{
    std::vector<Slot> slots;
    slots.reserve(m_rows.capacity());
    std::ranges::copy_if(order(), std::back_inserter(slots), [this](Slot slot) { return m_rows.isHeld(slot); });
    for (Slot slot = 0; slot < m_rows.capacity(); ++slot) {
        if (m_rows.isHeld(slot) && placeOf(slot) < 0)
            slots.push_back(slot);
    }
    return slots;
}

void ResourceTableModel::orderInPool(std::vector<Slot> slots, bool isAsked)
{
    m_isOrderAsked = isAsked;
    m_touchedSince.clear();
    m_ordering.run([rows = std::make_shared<const TableRows::Rows>(m_rows.rows()), slots = std::move(slots),
                    question = question(presentNow())](const std::stop_token &stop) {
        return question.answer(*rows, slots, stop);
    });
}

/// What was touched meanwhile goes where it belongs.
void ResourceTableModel::takeOrder(std::vector<Slot> order)
{
    m_isOrderStale = false;
    const bool isAsked = std::exchange(m_isOrderAsked, false);
    std::vector<bool> isTouched(m_rows.capacity());
    std::vector<Slot> placed;
    for (const Slot slot : std::exchange(m_touchedSince, {})) {
        const bool isToShow = isAsked ? isShown(slot) : placeOf(slot) >= 0;
        if (!isTouched[slot] && isToShow)
            placed.push_back(slot);
        isTouched[slot] = true;
    }
    std::erase_if(order, [&isTouched](Slot slot) { return isTouched[slot]; });
    m_sort.sort(placed, m_rows.rows());
    rearrange(m_sort.merge(order, placed, m_rows.rows()), m_rows.capacity());
    if (isAsked && !m_past)
        sayFiltered();
}

} // namespace wk
