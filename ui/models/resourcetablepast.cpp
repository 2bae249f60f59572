// SPDX-License-Identifier: GPL-3.0-or-later
// How a ResourceTableModel goes into the past and back: the rows of a moment stand beside those of now, which go on as
// the batches tell, and are made ready in slices before they are shown.
#include "ui/models/resourcetablemodel.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// To turn to a moment of more rows takes as long as a slice: 20,000 of them 2 to 4 ms.
constexpr std::size_t ManyTurned = 4096;

} // namespace

WallTime ResourceTableModel::now() const
{
    return m_past ? m_past->moment.time : m_pausedAt.value_or(m_clock.wallNow());
}

void ResourceTableModel::setPaused(bool isPaused)
{
    m_pausedAt = isPaused ? std::optional(m_clock.wallNow()) : std::nullopt;
    Q_EMIT aged();
    Q_EMIT stateChanged();
}

void ResourceTableModel::showPast(TableMoment moment)
{
    beginPast(std::move(moment));
    while (stepPast([] { return true; })) {
    }
}

void ResourceTableModel::beginPast(TableMoment moment)
{
    m_forgetLater.cancel();
    m_isPresentComing = false;
    const ComingMoment::Table table{m_rows, *this, m_past ? &*m_past : nullptr, m_sort,
                                    [this](const TableRow &row, WallTime at) { return passes(row, at); }};
    m_coming = std::make_unique<ComingMoment>(*m_history, std::move(moment), table);
}

bool ResourceTableModel::stepPast(const SlicedOrder::Pace &mayGoOn)
{
    if (!m_coming)
        return false;
    if (isOrderAsked()) { // the moment is put among what is shown
        stepOrder(mayGoOn);
        return true;
    }
    const bool wasReady = m_coming->isReady();
    if (!wasReady)
        m_coming->step(mayGoOn);
    if (!m_coming->isReady() || (m_rows.capacity() > ManyTurned && (!wasReady || m_turn.waits())))
        return true;
    turnToComing();
    return false;
}

void ResourceTableModel::turnToComing()
{
    std::unique_ptr<ComingMoment> coming = std::move(m_coming);
    std::vector<Slot> marks;
    if (!m_past) {
        leavePresent();
    } else if (m_past->mark) {
        marks.push_back(*m_past->mark);
        m_rows.unmark(*m_past->mark);
    }
    coming->changeRows();
    const std::optional<Order> order = coming->order();
    m_past = coming->takeShown();
    std::vector<bool> stays(m_rows.capacity());
    for (const auto &[watch, objects] : m_past->objects) {
        for (const MomentObject &object : objects)
            stays[object.slot] = true;
    }
    m_rows.leavePastBut(stays);
    m_rows.turnTo(TableRows::Side::Past, m_fading.gone(),
                  order ? TableRows::Turned::ComingAndGoing : TableRows::Turned::AllThatDiffers);
    const HistorySnapshot &history = m_history->now();
    const std::optional<RowId> &event = m_past->moment.event;
    if (event && *event >= history.begin() && m_past->objects.contains(history.watch(*event)))
        m_past->mark = m_rows.mark(history, *event);
    if (m_past->mark)
        marks.push_back(*m_past->mark);
    sideTurned(order, marks);
    m_spent.push_back(std::move(coming));
    forgetSpentLater();
}

void ResourceTableModel::showPresent()
{
    const bool wasComing = std::exchange(m_coming, nullptr) != nullptr;
    if (!m_past && !wasComing)
        return;
    m_isPresentComing = m_past && m_reordering;
    if (m_isPresentComing)
        return;
    if (m_past) {
        placeAside();
        std::vector<Slot> struck;
        if (m_past->mark)
            struck.push_back(*m_past->mark);
        m_past.reset();
        m_rows.turnTo(TableRows::Side::Present, struck,
                      m_presentOrder ? TableRows::Turned::ComingAndGoing : TableRows::Turned::AllThatDiffers);
        sideTurned(std::exchange(m_presentOrder, std::nullopt), {});
        if (std::exchange(m_pastReordering, nullptr))
            sayFiltered();
    }
    forgetPast();
}

/// What was touched and is not settled yet wears its tint all the same, and what of it was deleted goes with the rest.
void ResourceTableModel::leavePresent()
{
    tintTouched(m_rows.touched());
    keepPresentOrder();
}

void ResourceTableModel::keepPresentOrder()
{
    m_rows.takeTouchedAside();
    m_reordering.reset();
    if (!m_mustSort && !m_isBehind)
        m_presentOrder = order();
    else
        orderAside();
}

/// Two watches may know of one object.
std::vector<ResourceTableModel::Slot> ResourceTableModel::heldOnce(const std::vector<Slot> &slots) const
{
    std::vector<bool> isLeftOut(m_rows.capacity());
    std::vector<Slot> held;
    held.reserve(slots.size());
    for (const Slot slot : slots) {
        if (m_rows.isHeld(slot) && !isLeftOut[slot])
            held.push_back(slot);
        isLeftOut[slot] = true;
    }
    return held;
}

/// The order is known, or what was touched has to be placed.
void ResourceTableModel::sideTurned(const std::optional<std::vector<Slot>> &order, const std::vector<Slot> &marks)
{
    const std::vector<Slot> touched = m_rows.takeTouched();
    if (order) {
        rearrange(heldOnce(*order), m_rows.capacity());
        place(marks);
    } else {
        place(touched);
    }
    const bool isInOrder = !std::exchange(m_mustSort, false) && !m_sort.isVolatile();
    if (!order && !isInOrder)
        resort(); // a moment is in order at once
    settle(touched);
    m_isOrderStale = !m_past && m_sort.isVolatile();
    if (m_filter.asks(FilterField::Age))
        m_past ? filterAtOnce() : filterAnew(); // a moment is whole when it is shown
    if (rowCount() > 0)
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1)); // ages, and what is not known
}

} // namespace wk
