// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/comingmoment.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

constexpr TableRows::Slot NoSlot = MomentRows::NoSlot;

/// How many objects are looked at between two looks at the clock: a millisecond when each is read from the log.
constexpr std::size_t ObjectsAtOnce = 64;
/// … and how many rows are gathered.
constexpr std::size_t RowsAtOnce = 512;
/// To compare so many with those of now, as the way into the past asks for when few are placed, takes longer than to
/// place them all in slices.
constexpr std::size_t ManyCompared = 32'768;

bool hasSameName(const Object &a, const Object &b)
{
    return a.uid == b.uid && a.ns == b.ns && a.name == b.name;
}

} // namespace

ComingMoment::ComingMoment(const HistoryFeed &history, TableMoment moment, Table table)
    : m_history(history)
    , m_moment(std::move(moment))
    , m_table(std::move(table))
{}

bool ComingMoment::isReady() const
{
    return isAllRead() && (m_places || (!m_order && !areManyPlaced()));
}

void ComingMoment::step(const SlicedOrder::Pace &mayGoOn)
{
    while (!isAllRead()) {
        readSome();
        if (!mayGoOn())
            return;
    }
    if (isReady())
        return;
    if (!m_order) {
        while (gatherSome()) {
            if (!mayGoOn())
                return;
        }
        m_order.emplace(m_gathered->size(), m_table.sort, [this](std::size_t place) {
            const TableRow *row = (*m_gathered)[place].row;
            return m_table.passes(*row, m_moment.time) ? row : nullptr;
        });
    }
    if (!m_order->step(mayGoOn))
        arrange();
}

/// Of the watch whose turn it is.
void ComingMoment::readSome()
{
    const PastKind::Known &known = m_moment.kind.known[m_known];
    m_objects[known.watch].reserve(known.objects.size());
    const std::size_t end = std::min(known.objects.size(), m_next + ObjectsAtOnce);
    for (; m_next < end; ++m_next) {
        if (m_table.moment)
            compare(known.watch, known.objects[m_next]);
        else
            enter(known.watch, known.objects[m_next]);
    }
    if (m_next < known.objects.size())
        return;
    for (const std::vector<MomentObject> &before = shownOf(known.watch); m_before < before.size(); ++m_before)
        m_leaving.push_back(before[m_before].slot);
    ++m_known;
    m_next = 0;
    m_before = 0;
}

const std::vector<MomentObject> &ComingMoment::shownOf(WatchId watch) const
{
    static const std::vector<MomentObject> None;
    if (!m_table.moment)
        return None;
    const auto found = m_table.moment->objects.find(watch);
    return found == m_table.moment->objects.end() ? None : found->second;
}

/// The past is not shown yet: nobody sees that it is half done.
void ComingMoment::enter(WatchId watch, const LifeIndex::Standing &object)
{
    const Slot slot = m_table.rows.putPast(TableRows::pastRow(m_history.now(), watch, object));
    m_objects[watch].push_back({object, slot});
    if (m_table.shown.placeOf(slot) < 0)
        ++m_entering;
}

/// With the moment that is shown, by life; what differs waits until all is known.
void ComingMoment::compare(WatchId watch, const LifeIndex::Standing &object)
{
    const std::vector<MomentObject> &before = shownOf(watch);
    for (; m_before < before.size() && before[m_before].standing.life < object.life; ++m_before)
        m_leaving.push_back(before[m_before].slot);
    const MomentObject *old = m_before < before.size() ? &before[m_before] : nullptr;
    std::vector<MomentObject> &objects = m_objects[watch];
    if (old && old->standing == object) {
        objects.push_back(*old);
        ++m_before;
        return;
    }
    const ObjectPtr now = m_history.now().object(object);
    // A life's number may be given anew; the same object has the same slot.
    const bool isSame =
        old && old->standing.life == object.life && hasSameName(*m_table.rows.row(old->slot).object, *now);
    if (isSame)
        ++m_before;
    TableRow row = TableRows::pastRow(m_history.now(), watch, object);
    if (!m_table.rows.find(now->uid, now->ns, now->name)) {
        // It is not in the order yet, so nobody sees it.
        objects.push_back({object, m_table.rows.putPast(std::move(row))});
        ++m_entering;
        return;
    }
    m_changes.push_back({watch, objects.size(), std::move(row)});
    objects.push_back({object, isSame ? old->slot : NoSlot});
}

/// Whether so many rows stand elsewhere than what is shown that to place them takes longer than a frame.
bool ComingMoment::areManyPlaced() const
{
    const std::size_t rows = m_table.rows.capacity();
    if (!m_table.moment && rows >= ManyCompared)
        return true;
    const std::size_t changed = m_table.moment ? m_changes.size() : rows;
    return m_table.sort.isVolatile() || m_entering + (m_table.sort.isFixed() ? 0 : changed) >= SlicedOrder::Many;
}

/// What the moment shows, row by row. True while there are more.
bool ComingMoment::gatherSome()
{
    if (!m_gathered)
        m_gathered.emplace(m_table.rows.capacity());
    const std::vector<PastKind::Known> &known = m_moment.kind.known;
    auto &[nextKnown, nextObject, nextChange] = m_gathering;
    if (nextKnown == known.size())
        return m_gathered->arrange(m_table.shown.order(), RowsAtOnce);
    const WatchId watch = known[nextKnown].watch;
    const std::vector<MomentObject> &objects = m_objects[watch];
    for (const std::size_t end = std::min(objects.size(), nextObject + RowsAtOnce); nextObject < end; ++nextObject) {
        const Slot &slot = objects[nextObject].slot;
        const Change *change = nextChange < m_changes.size() ? &m_changes[nextChange] : nullptr;
        const bool isNews = change && change->watch == watch && change->place == nextObject;
        nextChange += isNews ? 1 : 0;
        m_gathered->add({isNews ? &change->row : &m_table.rows.preparedRow(slot), &slot});
    }
    if (nextObject == objects.size()) {
        ++nextKnown;
        nextObject = 0;
    }
    return true;
}

/// The order is made.
void ComingMoment::arrange()
{
    m_places.emplace(m_order->size());
    for (std::size_t place = 0; place < m_places->size(); ++place)
        (*m_places)[place] = (*m_gathered)[(*m_order)[place]].slot;
}

void ComingMoment::forgetOrder()
{
    m_order.reset();
    m_places.reset();
}

void ComingMoment::leaveOtherWatches(const ShownMoment &shown)
{
    for (const auto &[watch, objects] : shown.objects) {
        if (m_objects.contains(watch))
            continue;
        for (const MomentObject &object : objects)
            m_table.rows.leavePast(object.slot);
    }
}

/// What is no more goes first: another object may come by its name. The revisions that go are let go of later.
void ComingMoment::changeRows()
{
    for (const Slot slot : m_leaving)
        m_table.rows.leavePast(slot);
    if (m_table.moment)
        leaveOtherWatches(*m_table.moment);
    for (auto &[watch, place, row] : m_changes) {
        Slot &slot = m_objects[watch][place].slot;
        if (slot == NoSlot)
            slot = m_table.rows.putPast(std::move(row));
        else
            row = m_table.rows.replacePast(slot, std::move(row));
    }
}

std::optional<ComingMoment::Order> ComingMoment::order() const
{
    if (!m_places)
        return {};
    Order order(m_places->size());
    std::ranges::transform(*m_places, order.begin(), [](const Slot *slot) { return *slot; });
    return order;
}

ShownMoment ComingMoment::takeShown()
{
    for (PastKind::Known &known : m_moment.kind.known)
        known.objects = {};
    return {std::move(m_moment), std::move(m_objects), &m_history};
}

bool ComingMoment::forget(std::size_t most)
{
    m_changes.erase(m_changes.end() - std::ptrdiff_t(std::min(most, m_changes.size())), m_changes.end());
    return !m_changes.empty() || (m_order && m_order->forget(most));
}

} // namespace wk
