// SPDX-License-Identifier: GPL-3.0-or-later
// How a ResourceTableModel goes into the past and back: the rows of a moment stand beside those of now, which go on as
// the batches tell, and are made ready in slices before they are shown.
#include "ui/models/resourcetablemodel.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// How many objects are looked at between two looks at the clock: 0.2 ms when each has to be fetched.
constexpr std::size_t ObjectsAtOnce = 512;
/// To turn to a moment of more rows takes as long as a slice: 20,000 of them 2 to 4 ms.
constexpr std::size_t ManyTurned = 4096;
/// How many rows that are shown no more are forgotten at once: about a millisecond.
constexpr std::size_t ForgottenAtOnce = 1024;
/// As many are put in order within a millisecond.
constexpr std::size_t ManyPlaced = 500;

bool hasSameName(const Object &a, const Object &b)
{
    return a.uid == b.uid && a.ns == b.ns && a.name == b.name;
}

} // namespace

WallTime ResourceTableModel::now() const
{
    return m_past ? m_past->time : m_clock.wallNow();
}

void ResourceTableModel::showPast(const EventLog &log, Past past)
{
    beginPast(log, std::move(past));
    while (stepPast([] { return true; })) {
    }
}

void ResourceTableModel::beginPast(const EventLog &log, Past past)
{
    m_forgetLater.cancel();
    if (m_namedOrder.empty()) {
        m_namedOrder = m_order;
        m_rows.forgetFresh();
    }
    m_coming = std::make_unique<Coming>(log, std::move(past));
}

bool ResourceTableModel::stepPast(const FilteredRows::Pace &mayGoOn)
{
    const auto isToLook = [this] { return m_coming && m_coming->known < m_coming->past.kind.known.size(); };
    const bool isLooking = isToLook();
    while (isToLook()) {
        lookAtSome();
        if (!mayGoOn())
            return true;
    }
    if (isLooking && m_rows.capacity() > ManyTurned)
        return true;
    if (m_coming)
        turnToComing();
    return false;
}

/// Of the watch whose turn it is.
void ResourceTableModel::lookAtSome()
{
    Coming &coming = *m_coming;
    const PastKind::Known &known = coming.past.kind.known[coming.known];
    coming.rows[known.watch].reserve(known.objects.size());
    const std::size_t end = std::min(known.objects.size(), coming.next + ObjectsAtOnce);
    for (; coming.next < end; ++coming.next) {
        if (m_past)
            compare(known.watch, known.objects[coming.next]);
        else
            enter(known.watch, known.objects[coming.next]);
    }
    placeFresh();
    if (coming.next < known.objects.size())
        return;
    for (const std::vector<PastRow> &before = m_pastRows[known.watch]; coming.before < before.size(); ++coming.before)
        coming.leaving.push_back(before[coming.before].slot);
    ++coming.known;
    coming.next = 0;
    coming.before = 0;
}

/// The past is not shown yet: nobody sees that it is half done.
void ResourceTableModel::enter(WatchId watch, const LifeIndex::Standing &object)
{
    const Slot slot = m_rows.putPast(TableRows::pastRow(watch, m_coming->log.object(object)));
    m_coming->rows[watch].push_back({object, slot});
}

/// With the moment that is shown, by life; what differs waits until all is known.
void ResourceTableModel::compare(WatchId watch, const LifeIndex::Standing &object)
{
    Coming &coming = *m_coming;
    const std::vector<PastRow> &before = m_pastRows[watch];
    for (; coming.before < before.size() && before[coming.before].standing.life < object.life; ++coming.before)
        coming.leaving.push_back(before[coming.before].slot);
    const PastRow *old = coming.before < before.size() ? &before[coming.before] : nullptr;
    std::vector<PastRow> &rows = coming.rows[watch];
    if (old && old->standing == object) {
        rows.push_back(*old);
        ++coming.before;
        return;
    }
    const ObjectPtr now = coming.log.object(object);
    // A life's number may be given anew; the same object has the same slot.
    const bool isSame = old && old->standing.life == object.life && hasSameName(*m_rows.row(old->slot).object, *now);
    if (isSame)
        ++coming.before;
    TableRow row = TableRows::pastRow(watch, now);
    if (!m_rows.find(now->uid, now->ns, now->name)) {
        rows.push_back({object, m_rows.putPast(std::move(row))}); // it is not in the order yet, so nobody sees it
        return;
    }
    coming.changes.push_back({watch, rows.size(), std::move(row)});
    rows.push_back({object, isSame ? old->slot : NoSlot});
}

/// What is no more goes first: another object may come by its name.
void ResourceTableModel::changeRows(Coming &coming)
{
    for (const Slot slot : coming.leaving)
        m_rows.leavePast(slot);
    for (const auto &[watch, before] : m_pastRows) {
        if (coming.rows.contains(watch))
            continue;
        for (const PastRow &row : before)
            m_rows.leavePast(row.slot);
    }
    for (auto &[watch, place, row] : coming.changes) {
        Slot &slot = coming.rows[watch][place].slot;
        if (slot == NoSlot)
            slot = m_rows.putPast(std::move(row));
        else
            m_rows.putPast(slot, std::move(row));
    }
}

void ResourceTableModel::turnToComing()
{
    const std::unique_ptr<Coming> coming = std::move(m_coming);
    if (m_pastMark)
        m_rows.unmark(*std::exchange(m_pastMark, std::nullopt));
    if (m_past)
        changeRows(*coming);
    m_pastRows = std::move(coming->rows);
    m_past = std::move(coming->past);
    for (PastKind::Known &known : m_past->kind.known)
        known.objects = {}; // they are in the rows
    std::vector<bool> stays(m_rows.capacity());
    for (const auto &[watch, rows] : m_pastRows) {
        for (const PastRow &row : rows)
            stays[row.slot] = true;
    }
    m_rows.leavePastBut(stays);
    m_rows.turnTo(TableRows::Side::Past);
    const EntryPtr &event = m_past->event;
    if (event && m_pastRows.contains(event->watch))
        m_pastMark = m_rows.mark(*event);
    sideTurned();
}

void ResourceTableModel::showPresent()
{
    const bool wasComing = std::exchange(m_coming, nullptr) != nullptr;
    if (!m_past && !wasComing)
        return;
    if (m_past) {
        m_past.reset();
        m_pastRows.clear();
        m_pastMark.reset();
        m_rows.turnTo(TableRows::Side::Present);
        sideTurned();
    }
    m_namedOrder = {};
    forgetPast();
}

/// Between the turns of the event loop: a hundred thousand rows take a while.
void ResourceTableModel::forgetPast()
{
    m_forgetLater = m_clock.after(std::chrono::milliseconds(0), [this] {
        if (m_rows.clearPast(ForgottenAtOnce))
            forgetPast();
    });
}

void ResourceTableModel::forgetDropped()
{
    if (m_rows.forgetDropped(ForgottenAtOnce))
        m_dropAlarm = m_clock.after(std::chrono::milliseconds(0), [this] { forgetDropped(); });
}

/// A few rows that came are put in order with each slice and each batch, so that none are left when the sides turn.
void ResourceTableModel::placeFresh()
{
    if (m_namedOrder.empty() || !m_sort.isFixed())
        return;
    std::vector<Slot> fresh;
    for (Slot slot = 0; slot < m_rows.capacity(); ++slot) {
        if (m_rows.isFresh(slot) && m_rows.isNamed(slot))
            fresh.push_back(slot);
    }
    if (fresh.empty())
        return;
    m_sort.sort(fresh, m_rows, &TableRows::namedRow);
    std::erase_if(m_namedOrder, [this](Slot slot) { return m_rows.isFresh(slot) || !m_rows.isNamed(slot); });
    m_namedOrder = m_sort.merge(m_namedOrder, fresh, m_rows, &TableRows::namedRow);
    for (const Slot slot : fresh)
        m_rows.forgetFresh(slot);
}

/// `placed` go between the `rest`, which is in order. Of many, the order of all by name tells where: to put a hundred
/// thousand in order takes longer than a frame.
std::vector<ResourceTableModel::Slot> ResourceTableModel::between(const std::vector<Slot> &rest,
                                                                  std::vector<Slot> placed) const
{
    if (placed.size() < ManyPlaced || m_namedOrder.empty() || !m_sort.isFixed()) {
        m_sort.sort(placed, m_rows);
        return m_sort.merge(rest, placed, m_rows);
    }
    std::vector<bool> isWanted(m_rows.capacity());
    for (const std::vector<Slot> *slots : {&rest, &std::as_const(placed)}) {
        for (const Slot slot : *slots)
            isWanted[slot] = !m_rows.isFresh(slot);
    }
    std::vector<Slot> known;
    known.reserve(rest.size() + placed.size());
    for (const Slot slot : m_namedOrder) {
        if (isWanted[slot])
            known.push_back(slot);
        isWanted[slot] = false;
    }
    std::vector<bool> isKnown(m_rows.capacity());
    for (const Slot slot : known)
        isKnown[slot] = true;
    std::vector<Slot> unknown;
    for (const std::vector<Slot> *slots : {&rest, &std::as_const(placed)})
        std::ranges::copy_if(*slots, std::back_inserter(unknown), [&](Slot slot) { return !isKnown[slot]; });
    m_sort.sort(unknown, m_rows);
    return m_sort.merge(known, unknown, m_rows);
}

void ResourceTableModel::sideTurned()
{
    m_mustSort = m_mustSort || m_sort.isVolatile(); // a moment is in order at once
    update();
    if (m_filter.asks(FilterField::Age))
        filterAnew();
    if (!m_order.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1)); // ages, and what is not known
}

} // namespace wk
