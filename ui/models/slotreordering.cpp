// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/slotreordering.h"

#include <utility>

namespace wk {

SlotReordering::SlotReordering(std::vector<Slot> stood, const TableOrder &order, RowOf rowOf)
    : m_stood(std::move(stood))
    , m_order(m_stood.size(), order,
              [this, rowOf = std::move(rowOf)](std::size_t place) { return rowOf(m_stood[place]); })
{}

std::vector<SlotReordering::Slot> SlotReordering::slots() const
{
    std::vector<Slot> slots(m_order.size());
    for (std::size_t place = 0; place < slots.size(); ++place)
        slots[place] = m_stood[m_order[place]];
    return slots;
}

} // namespace wk
