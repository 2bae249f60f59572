// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/momentorder.h"

#include <algorithm>
#include <iterator>

namespace wk {

namespace {

/// How many rows are read between two looks at the clock: 0.2 ms when each has to be fetched.
constexpr std::size_t ReadAtOnce = 512;

} // namespace

MomentOrder::MomentOrder(std::vector<Row> rows, const TableOrder &order, IsShown isShown)
    : m_rows(std::move(rows))
    , m_order(order)
    , m_isShown(std::move(isShown))
{
    m_keyed.reserve(m_rows.size());
}

bool MomentOrder::step(const FilteredRows::Pace &mayGoOn)
{
    while (!m_sort) {
        readSome();
        if (m_read == m_rows.size())
            m_sort.emplace(std::move(m_keyed), Before{&m_order});
        if (!mayGoOn())
            return true;
    }
    return m_sort->step(mayGoOn);
}

void MomentOrder::readSome()
{
    for (const std::size_t end = std::min(m_read + ReadAtOnce, m_rows.size()); m_read < end; ++m_read) {
        const Row &next = m_rows[m_read];
        if (m_isShown(*next.row))
            m_keyed.push_back({m_order.key(*next.row), next.slot});
    }
}

std::vector<MomentOrder::Slot> MomentOrder::slots() const
{
    std::vector<Slot> slots;
    slots.reserve(m_sort->values().size());
    std::ranges::transform(m_sort->values(), std::back_inserter(slots), [](const Keyed &each) { return *each.slot; });
    return slots;
}

} // namespace wk
