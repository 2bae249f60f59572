// SPDX-License-Identifier: GPL-3.0-or-later
// In which order a ResourceTableModel shows its rows.
#include "ui/models/resourcetablemodel.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace wk {

namespace {

/// How long one slice may take, where the turn has as much left.
constexpr std::chrono::milliseconds OrderSlice{4};

} // namespace

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
    if (m_reordering && !m_past)
        m_reordering->touch(touched);
    if (moving.empty() && placed.empty())
        return;
    std::ranges::sort(placed, {}, [this](Slot slot) { return placeOf(slot); }); // few have changed their order
    m_sort.sort(placed, m_rows);
    Q_EMIT rowsAboutToBePlaced();
    const Order &rest = orderWithout(std::move(moving));
    rearrange(m_sort.merge(rest, placed, m_rows, &TableRows::row, takeRoom()), m_rows.capacity());
    Q_EMIT rowsPlaced();
}

void ResourceTableModel::resort()
{
    m_isOrderStale = false;
    Order sorted = order();
    m_sort.sort(sorted, m_rows);
    rearrange(std::move(sorted), m_rows.capacity());
}

void ResourceTableModel::setOrderHeld(bool held)
{
    m_isOrderHeld = held;
    if (held && !m_past && !m_isOrderAsked)
        m_reordering.reset();
}

/// To put twenty thousand in order takes longer than a frame.
void ResourceTableModel::resortSlowly()
{
    m_reordering = std::make_unique<SlotReordering>(
        order(), m_sort, [this](Slot slot) { return placeOf(slot) >= 0 ? &m_rows.row(slot) : nullptr; });
    orderSoon();
}

void ResourceTableModel::filterSlowly()
{
    auto asked = std::make_unique<SlotReordering>(
        allSlots(order()), m_sort, [this](Slot slot) { return isShown(slot) ? &m_rows.row(slot) : nullptr; });
    m_isOrderAsked = !m_past;
    (m_past ? m_pastReordering : m_reordering) = std::move(asked);
    orderSoon();
}

std::vector<ResourceTableModel::Slot> ResourceTableModel::allSlots(std::vector<Slot> first) const
{
    std::vector<bool> isIn(m_rows.capacity());
    for (const Slot slot : first)
        isIn[slot] = true;
    for (Slot slot = 0; slot < m_rows.capacity(); ++slot) {
        if (!isIn[slot])
            first.push_back(slot);
    }
    return first;
}

void ResourceTableModel::orderSoon()
{
    m_orderAlarm = m_clock.after(std::chrono::milliseconds(0), [this] {
        if (m_turn.waits())
            return orderSoon();
        const QDeadlineTimer deadline(m_turn.share(OrderSlice));
        if (stepOrder([&deadline] { return !deadline.hasExpired(); }))
            orderSoon();
    });
}

/// What is shown first.
bool ResourceTableModel::stepOrder(const SlicedOrder::Pace &mayGoOn)
{
    if (m_pastReordering && !m_isPresentComing)
        return stepPastOrder(mayGoOn);
    if (!m_reordering)
        return false;
    if (!m_reordering->isMade()) {
        m_reordering->step(mayGoOn);
        return true; // to show it takes as long as a slice
    }
    const std::unique_ptr<SlotReordering> made = std::move(m_reordering);
    if (m_past) {
        m_presentOrder = placedAnew(
            made->slots(), made->touched(), [this](Slot slot) { return isShownAside(slot); }, &TableRows::presentRow);
        if (m_isPresentComing)
            showPresent();
        return false;
    }
    m_isOrderStale = false;
    const bool isAsked = std::exchange(m_isOrderAsked, false);
    const auto isToShow = [this, isAsked](Slot slot) { return isAsked ? isShown(slot) : placeOf(slot) >= 0; };
    rearrange(placedAnew(made->slots(), made->touched(), isToShow, &TableRows::row), m_rows.capacity());
    if (isAsked)
        sayFiltered();
    return false;
}

/// Nothing touches the rows of a moment while it is shown.
bool ResourceTableModel::stepPastOrder(const SlicedOrder::Pace &mayGoOn)
{
    if (!m_pastReordering->isMade()) {
        m_pastReordering->step(mayGoOn);
        return true;
    }
    rearrange(std::exchange(m_pastReordering, nullptr)->slots(), m_rows.capacity());
    sayFiltered();
    return m_reordering != nullptr;
}

/// What was touched since an order was made goes where it belongs.
std::vector<ResourceTableModel::Slot> ResourceTableModel::placedAnew(std::vector<Slot> order,
                                                                     const std::vector<Slot> &touched,
                                                                     const std::function<bool(Slot)> &isShown,
                                                                     TableOrder::RowOf rowOf) const
{
    std::vector<bool> isTouched(m_rows.capacity());
    std::vector<Slot> placed;
    for (const Slot slot : touched) {
        if (!isTouched[slot] && isShown(slot))
            placed.push_back(slot);
        isTouched[slot] = true;
    }
    std::erase_if(order, [&isTouched](Slot slot) { return isTouched[slot]; });
    m_sort.sort(placed, m_rows, rowOf);
    return m_sort.merge(order, placed, m_rows, rowOf);
}

/// Of few the order is made on the way back.
void ResourceTableModel::orderAside()
{
    std::vector<Slot> slots = std::exchange(m_presentOrder, std::nullopt).value_or(std::vector<Slot>());
    m_reordering.reset();
    if (m_rows.capacity() < SlicedOrder::Many)
        return;
    m_reordering = std::make_unique<SlotReordering>(allSlots(std::move(slots)), m_sort, [this](Slot slot) {
        return isShownAside(slot) ? &m_rows.presentRow(slot) : nullptr;
    });
    orderSoon();
}

/// The present's order is kept as the batches tell, so that the way back is prompt whatever they have changed.
void ResourceTableModel::placeAside()
{
    const std::vector<Slot> touched = m_rows.takeTouchedAside();
    if (m_reordering) {
        m_reordering->touch(touched);
    } else if (m_presentOrder && !touched.empty()) {
        m_presentOrder = placedAnew(
            std::move(*m_presentOrder), touched, [this](Slot slot) { return isShownAside(slot); },
            &TableRows::presentRow);
    }
}

/// Whether the present shows a row while the past is shown.
bool ResourceTableModel::isShownAside(Slot slot) const
{
    return m_rows.isPresent(slot) && passes(m_rows.presentRow(slot), m_clock.wallNow());
}

/// Other rows are shown, or in another order.
void ResourceTableModel::forgetOrders()
{
    m_reordering.reset();
    m_pastReordering.reset();
    m_isOrderAsked = false;
    if (m_coming)
        m_coming->forgetOrder();
    if (m_past)
        orderAside();
    else
        m_presentOrder.reset();
}

} // namespace wk
