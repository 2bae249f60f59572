// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/slotordermodel.h"

#include <algorithm>
#include <utility>

namespace wk {

namespace {

using Order = SlotOrderModel::Order;

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

int SlotOrderModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_order.size());
}

void SlotOrderModel::clearOrder()
{
    m_order.clear();
    m_places.clear();
}

const Order &SlotOrderModel::orderWithout(std::vector<int> rows)
{
    sortRows(rows, m_order.size());
    m_rest.clear();
    m_rest.reserve(m_order.size());
    auto next = m_order.begin();
    for (const int row : rows) {
        const auto place = m_order.begin() + row;
        m_rest.insert(m_rest.end(), next, place);
        next = place + 1;
    }
    m_rest.insert(m_rest.end(), next, m_order.end());
    return m_rest;
}

void SlotOrderModel::rearrange(Order next, std::size_t slots)
{
    if (next == m_order) {
        m_room = std::move(next);
        return;
    }
    m_places.resize(slots, -1);
    const auto [head, tail] = commonEnds(m_order, next);
    std::vector<bool> isNext(slots);
    for (std::size_t row = head; row < next.size() - tail; ++row)
        isNext[next[row]] = true;
    Order removed;
    for (std::size_t row = head; row < m_order.size() - tail; ++row) {
        if (!isNext[m_order[row]])
            removed.push_back(m_order[row]);
    }
    Order inserted;
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
    m_room = std::move(next);
}

/// Rows that are named from top to bottom: side by side, if need be at the end.
void SlotOrderModel::takeOut(const Order &removed)
{
    const int count = int(removed.size());
    int first = m_places[removed.front()];
    if (m_places[removed.back()] - first + 1 != count) {
        permute([&] { moveToEnd(removed); });
        first = int(m_order.size()) - count;
    }
    if (m_isShown)
        beginRemoveRows({}, first, first + count - 1);
    m_order.erase(m_order.begin() + first, m_order.begin() + first + count);
    for (const Slot slot : removed)
        m_places[slot] = -1;
    numberFrom(std::size_t(first));
    if (m_isShown)
        endRemoveRows();
}

void SlotOrderModel::moveToEnd(const Order &slots)
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
void SlotOrderModel::putIn(const Order &inserted, const Order &next)
{
    const auto count = std::ptrdiff_t(inserted.size());
    int first = runOf(inserted, next);
    const bool isInOrder = first >= 0 && std::equal(m_order.begin(), m_order.begin() + first, next.begin()) &&
                           std::equal(m_order.begin() + first, m_order.end(), next.begin() + first + count);
    first = isInOrder ? first : int(m_order.size());
    if (m_isShown)
        beginInsertRows({}, first, first + int(count) - 1);
    m_order.insert(m_order.begin() + first, inserted.begin(), inserted.end());
    numberFrom(std::size_t(first));
    if (m_isShown)
        endInsertRows();
}

/// `change` puts the same rows in another order.
void SlotOrderModel::permute(const std::function<void()> &change)
{
    if (!m_isShown)
        return change();
    Q_EMIT layoutAboutToBeChanged({}, VerticalSortHint);
    const QModelIndexList from = persistentIndexList();
    Order slots;
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

void SlotOrderModel::numberFrom(std::size_t first)
{
    for (std::size_t row = first; row < m_order.size(); ++row)
        m_places[m_order[row]] = int(row);
}

} // namespace wk
