// SPDX-License-Identifier: GPL-3.0-or-later
// How a ResourceTableModel goes into the past and back: the rows of a moment stand beside those of now, which go on as
// the batches tell, and are made ready in slices before they are shown.
#include "ui/models/pastchange.h"
#include "ui/models/pastspark.h"
#include "ui/models/resourcetablemodel.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

/// How many objects are looked at between two looks at the clock: a millisecond when each is read from the log.
constexpr std::size_t ObjectsAtOnce = 64;
/// … and how many rows are gathered.
constexpr std::size_t RowsAtOnce = 512;
/// To turn to a moment of more rows takes as long as a slice: 20,000 of them 2 to 4 ms.
constexpr std::size_t ManyTurned = 4096;
/// To compare so many with those of now, as the way into the past asks for when few are placed, takes longer than to
/// place them all in slices.
constexpr std::size_t ManyCompared = 32'768;

/// What the log saw of the last change goes before what the object says of it.
TableRow pastRowOf(const EventLog &log, WatchId watch, const LifeIndex::Standing &object)
{
    TableRow row = TableRows::pastRow(watch, log.object(object), log.changesOf(object));
    if (const std::optional<RowId> last = lastChange(log, object)) {
        row.lastChange = log.time(*last);
        row.lastManager = log.manager(*last);
    }
    return row;
}

bool hasSameName(const Object &a, const Object &b)
{
    return a.uid == b.uid && a.ns == b.ns && a.name == b.name;
}

} // namespace

WallTime ResourceTableModel::now() const
{
    return m_past ? m_past->time : m_pausedAt.value_or(m_clock.wallNow());
}

void ResourceTableModel::setPaused(bool isPaused)
{
    m_pausedAt = isPaused ? std::optional(m_clock.wallNow()) : std::nullopt;
    Q_EMIT aged();
    Q_EMIT stateChanged();
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
    m_isPresentComing = false;
    m_coming = std::make_unique<Coming>(log, std::move(past));
}

bool ResourceTableModel::stepPast(const FilteredRows::Pace &mayGoOn)
{
    if (!m_coming)
        return false;
    if (isOrderAsked()) { // the moment is put among what is shown
        stepOrder(mayGoOn);
        return true;
    }
    const auto isToLook = [this] { return m_coming->known < m_coming->past.kind.known.size(); };
    bool isAtWork = isToLook();
    while (isToLook()) {
        lookAtSome();
        if (!mayGoOn())
            return true;
    }
    if (!m_coming->order && areManyPlaced()) {
        isAtWork = true;
        while (gatherSome()) {
            if (!mayGoOn())
                return true;
        }
        m_coming->order.emplace(m_coming->gathered->size(), m_sort, [this](std::size_t place) {
            const TableRow *row = (*m_coming->gathered)[place].row;
            return passes(*row, m_coming->past.time) ? row : nullptr;
        });
    }
    if (m_coming->order && !m_coming->order->isMade()) {
        isAtWork = true;
        if (m_coming->order->step(mayGoOn))
            return true;
        m_coming->arrange();
    }
    if (m_rows.capacity() > ManyTurned && (isAtWork || m_turn.waits()))
        return true;
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
    const EventLog &log = m_coming->log;
    const Slot slot = m_rows.putPast(pastRowOf(log, watch, object));
    m_coming->rows[watch].push_back({object, slot});
    if (placeOf(slot) < 0)
        ++m_coming->entering;
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
    TableRow row = pastRowOf(coming.log, watch, object);
    if (!m_rows.find(now->uid, now->ns, now->name)) {
        rows.push_back({object, m_rows.putPast(std::move(row))}); // it is not in the order yet, so nobody sees it
        ++coming.entering;
        return;
    }
    coming.changes.push_back({watch, rows.size(), std::move(row)});
    rows.push_back({object, isSame ? old->slot : NoSlot});
}

/// Whether so many rows stand elsewhere than what is shown that to place them takes longer than a frame.
bool ResourceTableModel::areManyPlaced() const
{
    if (!m_past && m_rows.capacity() >= ManyCompared)
        return true;
    const std::size_t changed = m_past ? m_coming->changes.size() : m_rows.capacity();
    return m_sort.isVolatile() || m_coming->entering + (m_sort.isFixed() ? 0 : changed) >= SlicedOrder::Many;
}

/// What the moment shows, row by row. True while there are more.
bool ResourceTableModel::gatherSome()
{
    Coming &coming = *m_coming;
    if (!coming.gathered)
        coming.gathered.emplace(m_rows.capacity());
    const std::vector<PastKind::Known> &known = coming.past.kind.known;
    auto &[nextKnown, nextRow, nextChange] = coming.gathering;
    if (nextKnown == known.size())
        return coming.gathered->arrange(order(), RowsAtOnce);
    const WatchId watch = known[nextKnown].watch;
    const std::vector<PastRow> &rows = coming.rows[watch];
    for (const std::size_t end = std::min(rows.size(), nextRow + RowsAtOnce); nextRow < end; ++nextRow) {
        const Slot &slot = rows[nextRow].slot;
        const Change *change = nextChange < coming.changes.size() ? &coming.changes[nextChange] : nullptr;
        const bool isNews = change && change->watch == watch && change->place == nextRow;
        nextChange += isNews ? 1 : 0;
        coming.gathered->add({isNews ? &change->row : &m_rows.preparedRow(slot), &slot});
    }
    if (nextRow == rows.size()) {
        ++nextKnown;
        nextRow = 0;
    }
    return true;
}

void ResourceTableModel::Coming::forgetOrder()
{
    order.reset();
    places.reset();
}

void ResourceTableModel::Coming::arrange()
{
    places.emplace(order->size());
    for (std::size_t place = 0; place < places->size(); ++place)
        (*places)[place] = (*gathered)[(*order)[place]].slot;
}

std::optional<std::vector<ResourceTableModel::Slot>> ResourceTableModel::Coming::slots() const
{
    if (!places)
        return {};
    std::vector<Slot> slots(places->size());
    std::ranges::transform(*places, slots.begin(), [](const Slot *slot) { return *slot; });
    return slots;
}

/// What is no more goes first: another object may come by its name. The revisions that go are let go of later.
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
            row = m_rows.replacePast(slot, std::move(row));
    }
}

void ResourceTableModel::turnToComing()
{
    std::unique_ptr<Coming> coming = std::move(m_coming);
    std::vector<Slot> marks;
    if (m_pastMark) {
        marks.push_back(*m_pastMark);
        m_rows.unmark(*std::exchange(m_pastMark, std::nullopt));
    }
    if (m_past)
        changeRows(*coming);
    else
        leavePresent();
    m_pastRows = std::move(coming->rows);
    m_past = std::move(coming->past);
    for (PastKind::Known &known : m_past->kind.known)
        known.objects = {}; // they are in the rows
    std::vector<bool> stays(m_rows.capacity());
    for (const auto &[watch, rows] : m_pastRows) {
        for (const PastRow &row : rows)
            stays[row.slot] = true;
    }
    m_pastLog = &coming->log;
    m_rows.leavePastBut(stays);
    m_rows.turnTo(TableRows::Side::Past, m_fading.gone(),
                  coming->order ? TableRows::Turned::ComingAndGoing : TableRows::Turned::AllThatDiffers);
    const EntryPtr &event = m_past->event;
    if (event && m_pastRows.contains(event->watch))
        m_pastMark = m_rows.mark(*event, m_past->changes);
    if (m_pastMark)
        marks.push_back(*m_pastMark);
    sideTurned(coming->slots(), marks);
    m_spent.push_back(std::move(coming));
    forgetSpentLater();
}

/// What a row of the past stands for: the rows of a watch are by life.
std::optional<LifeIndex::Standing> ResourceTableModel::standingOf(Slot slot) const
{
    if (slot == m_pastMark)
        return LifeIndex::Standing{m_pastLog->lives().step(m_past->row).of, m_past->row};
    const TableRow &row = m_rows.row(slot);
    const auto rows = m_pastRows.find(row.watch);
    const std::optional<LifeId> life = m_pastLog->lifeOf(row.watch, *row.object);
    if (rows == m_pastRows.end() || !life)
        return {};
    const auto isBefore = [](const PastRow &each, LifeId wanted) { return each.standing.life < wanted; };
    const auto found = std::lower_bound(rows->second.begin(), rows->second.end(), *life, isBefore);
    const bool isThere = found != rows->second.end() && found->standing.life == *life;
    return isThere ? std::optional(found->standing) : std::nullopt;
}

SparkCounts::Bars ResourceTableModel::pastBars(Slot slot) const
{
    const std::optional<LifeIndex::Standing> standing = standingOf(slot);
    return standing ? pastSpark(*m_pastLog, *standing, now()).bars(now()) : SparkCounts::Bars();
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
        m_past.reset();
        m_pastRows.clear();
        std::vector<Slot> struck;
        if (const auto mark = std::exchange(m_pastMark, std::nullopt))
            struck.push_back(*mark);
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
