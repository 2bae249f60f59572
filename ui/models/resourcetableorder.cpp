// SPDX-License-Identifier: GPL-3.0-or-later
// In which order a ResourceTableModel shows its rows, and how it tells of another. Only what lies between the first and
// the last row that differ is looked at: a batch changes a few of a hundred thousand.
#include "ui/models/resourcetablemodel.h"

#include <QDeadlineTimer>

#include <algorithm>
#include <iterator>
#include <utility>

namespace wk {

namespace {

using Order = std::vector<TableRows::Slot>;

/// How long one slice may take, where the turn has as much left.
constexpr std::chrono::milliseconds OrderSlice{4};

/// From top to bottom; each of some of so many, once. To mark many takes less time than to compare them.
void sortRows(std::vector<int> &rows, std::size_t count)
{
    if (rows.size() < count / 16) {
        std::ranges::sort(rows);
        return;
    }
    std::vector<bool> isIn(count);
    for (const int row : rows)
        isIn[std::size_t(row)] = true;
    rows.clear();
    for (std::size_t row = 0; row < count; ++row) {
        if (isIn[row])
            rows.push_back(int(row));
    }
}

/// Into `rest`, without the rows that are named from top to bottom.
void copyWithout(const std::vector<int> &rows, const Order &order, Order &rest)
{
    rest.clear();
    rest.reserve(order.size());
    auto next = order.begin();
    for (const int row : rows) {
        const auto place = order.begin() + row;
        rest.insert(rest.end(), next, place);
        next = place + 1;
    }
    rest.insert(rest.end(), next, order.end());
}

/// How many are the same in both from the first on; of what is left, how many at the end.
std::pair<std::size_t, std::size_t> commonEnds(const Order &a, const Order &b)
{
    const auto [first, other] = std::ranges::mismatch(a, b);
    const auto head = std::size_t(first - a.begin());
    const std::size_t most = std::min(a.size(), b.size()) - head;
    const auto [last, otherLast] = std::mismatch(a.rbegin(), a.rbegin() + std::ptrdiff_t(most), b.rbegin());
    return {head, std::size_t(last - a.rbegin())};
}

/// Where the slots of `part`, of which there are some, stand in `whole` side by side and in the same order; -1 when
/// not.
int runOf(const Order &part, const Order &whole)
{
    const auto first = std::ranges::find(whole, part.front());
    if (whole.end() - first < std::ptrdiff_t(part.size()))
        return -1;
    return std::equal(part.begin(), part.end(), first) ? int(first - whole.begin()) : -1;
}

} // namespace

/// Rows that were touched go where they belong.
void ResourceTableModel::place(const std::vector<Slot> &touched)
{
    m_places.resize(m_rows.capacity(), -1);
    const bool keepPlaces = m_sort.isVolatile() || m_sort.isFixed();
    std::vector<int> moving;
    std::vector<Slot> placed;
    for (const Slot slot : touched) {
        const bool shown = isShown(slot);
        if (shown && keepPlaces && m_places[slot] >= 0)
            continue;
        if (m_places[slot] >= 0)
            moving.push_back(m_places[slot]);
        if (shown)
            placed.push_back(slot);
    }
    if (m_reordering && !m_past)
        m_reordering->touched.insert(m_reordering->touched.end(), touched.begin(), touched.end());
    if (moving.empty() && placed.empty())
        return;
    sortRows(moving, m_order.size());
    std::ranges::sort(placed, {}, [this](Slot slot) { return m_places[slot]; }); // few have changed their order
    m_sort.sort(placed, m_rows);
    Q_EMIT rowsAboutToBePlaced();
    copyWithout(moving, m_order, m_rest);
    rearrange(m_sort.merge(m_rest, placed, m_rows, &TableRows::row, std::move(m_spare)));
    Q_EMIT rowsPlaced();
}

void ResourceTableModel::rearrange(std::vector<Slot> next)
{
    if (next == m_order) {
        m_spare = std::move(next);
        return;
    }
    m_places.resize(m_rows.capacity(), -1);
    const auto [head, tail] = commonEnds(m_order, next);
    std::vector<bool> isNext(m_rows.capacity());
    for (std::size_t row = head; row < next.size() - tail; ++row)
        isNext[next[row]] = true;
    std::vector<Slot> removed;
    for (std::size_t row = head; row < m_order.size() - tail; ++row) {
        if (!isNext[m_order[row]])
            removed.push_back(m_order[row]);
    }
    std::vector<Slot> inserted;
    for (std::size_t row = head; row < next.size() - tail; ++row) {
        if (m_places[next[row]] < 0)
            inserted.push_back(next[row]);
    }
    if (!removed.empty())
        takeOut(removed);
    if (!inserted.empty())
        putIn(inserted, next);
    if (next != m_order)
        permute([&] {
            m_order.swap(next);
            numberFrom(std::size_t(std::ranges::mismatch(m_order, next).in1 - m_order.begin()));
        });
    m_spare = std::move(next);
}

/// Rows that are named from top to bottom: side by side, if need be at the end.
void ResourceTableModel::takeOut(const std::vector<Slot> &removed)
{
    const int count = int(removed.size());
    int first = m_places[removed.front()];
    if (m_places[removed.back()] - first + 1 != count) {
        permute([&] { moveToEnd(removed); });
        first = rowCount() - count;
    }
    beginRemoveRows({}, first, first + count - 1);
    m_order.erase(m_order.begin() + first, m_order.begin() + first + count);
    for (const Slot slot : removed)
        m_places[slot] = -1;
    numberFrom(std::size_t(first));
    endRemoveRows();
}

void ResourceTableModel::moveToEnd(const std::vector<Slot> &slots)
{
    const auto first = std::size_t(m_places[slots.front()]);
    auto to = m_order.begin() + std::ptrdiff_t(first);
    auto next = slots.begin();
    for (auto from = to; from != m_order.end(); ++from) {
        if (next != slots.end() && *from == *next)
            ++next;
        else
            *to++ = *from;
    }
    std::ranges::copy(slots, to);
    numberFrom(first);
}

/// Where `next` has them, if they stand there side by side among all others; else at the end.
void ResourceTableModel::putIn(const std::vector<Slot> &inserted, const std::vector<Slot> &next)
{
    const auto count = std::ptrdiff_t(inserted.size());
    int first = runOf(inserted, next);
    const bool isInOrder = first >= 0 && std::equal(m_order.begin(), m_order.begin() + first, next.begin()) &&
                           std::equal(m_order.begin() + first, m_order.end(), next.begin() + first + count);
    first = isInOrder ? first : rowCount();
    beginInsertRows({}, first, first + int(count) - 1);
    m_order.insert(m_order.begin() + first, inserted.begin(), inserted.end());
    numberFrom(std::size_t(first));
    endInsertRows();
}

/// `change` puts the same rows in another order.
void ResourceTableModel::permute(const std::function<void()> &change)
{
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    std::vector<Slot> slots;
    for (const QModelIndex &at : from)
        slots.push_back(m_order[static_cast<std::size_t>(at.row())]);
    change();
    QModelIndexList to;
    to.reserve(from.size());
    for (qsizetype i = 0; i < from.size(); ++i)
        to.append(index(m_places[slots[static_cast<std::size_t>(i)]], from[i].column()));
    changePersistentIndexList(from, to);
    Q_EMIT layoutChanged({}, VerticalSortHint);
}

void ResourceTableModel::numberFrom(std::size_t first)
{
    for (std::size_t row = first; row < m_order.size(); ++row)
        m_places[m_order[row]] = int(row);
}

void ResourceTableModel::resort()
{
    m_isOrderStale = false;
    std::vector<Slot> order = m_order;
    m_sort.sort(order, m_rows);
    rearrange(std::move(order));
}

void ResourceTableModel::setOrderHeld(bool held)
{
    m_isOrderHeld = held;
    if (held && !m_past && !m_isOrderAsked)
        m_reordering.reset();
}

ResourceTableModel::Reordering::Reordering(std::vector<Slot> stood, const TableOrder &order,
                                           std::function<const TableRow *(Slot)> rowOf)
    : stood(std::move(stood))
    , order(this->stood.size(), order,
            [this, rowOf = std::move(rowOf)](std::size_t place) { return rowOf(this->stood[place]); })
{}

std::vector<ResourceTableModel::Slot> ResourceTableModel::Reordering::slots() const
{
    std::vector<Slot> slots(order.size());
    for (std::size_t place = 0; place < slots.size(); ++place)
        slots[place] = stood[order[place]];
    return slots;
}

/// To put twenty thousand in order takes longer than a frame.
void ResourceTableModel::resortSlowly()
{
    m_reordering = std::make_unique<Reordering>(
        m_order, m_sort, [this](Slot slot) { return m_places[slot] >= 0 ? &m_rows.row(slot) : nullptr; });
    orderSoon();
}

void ResourceTableModel::filterSlowly()
{
    auto asked = std::make_unique<Reordering>(
        allSlots(m_order), m_sort, [this](Slot slot) { return isShown(slot) ? &m_rows.row(slot) : nullptr; });
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
bool ResourceTableModel::stepOrder(const FilteredRows::Pace &mayGoOn)
{
    if (m_pastReordering && !m_isPresentComing)
        return stepPastOrder(mayGoOn);
    if (!m_reordering)
        return false;
    if (!m_reordering->order.isMade()) {
        m_reordering->order.step(mayGoOn);
        return true; // to show it takes as long as a slice
    }
    const std::unique_ptr<Reordering> made = std::move(m_reordering);
    if (m_past) {
        m_presentOrder = placedAnew(
            made->slots(), made->touched, [this](Slot slot) { return isShownAside(slot); }, &TableRows::presentRow);
        if (m_isPresentComing)
            showPresent();
        return false;
    }
    m_isOrderStale = false;
    const bool isAsked = std::exchange(m_isOrderAsked, false);
    const auto isToShow = [this, isAsked](Slot slot) { return isAsked ? isShown(slot) : m_places[slot] >= 0; };
    rearrange(placedAnew(made->slots(), made->touched, isToShow, &TableRows::row));
    if (isAsked)
        sayFiltered();
    return false;
}

/// Nothing touches the rows of a moment while it is shown.
bool ResourceTableModel::stepPastOrder(const FilteredRows::Pace &mayGoOn)
{
    if (!m_pastReordering->order.isMade()) {
        m_pastReordering->order.step(mayGoOn);
        return true;
    }
    rearrange(std::exchange(m_pastReordering, nullptr)->slots());
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
    m_reordering = std::make_unique<Reordering>(allSlots(std::move(slots)), m_sort, [this](Slot slot) {
        return isShownAside(slot) ? &m_rows.presentRow(slot) : nullptr;
    });
    orderSoon();
}

/// The present's order is kept as the batches tell, so that the way back is prompt whatever they have changed.
void ResourceTableModel::placeAside()
{
    const std::vector<Slot> touched = m_rows.takeTouchedAside();
    if (m_reordering) {
        m_reordering->touched.insert(m_reordering->touched.end(), touched.begin(), touched.end());
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
