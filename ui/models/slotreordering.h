// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/slicedorder.h"
#include "ui/models/tablerows.h"

#include <functional>
#include <vector>

namespace wk {

/// Slots that are put in order anew, in slices, while their rows change. Gui thread.
class SlotReordering
{
    Q_DISABLE_COPY_MOVE(SlotReordering)

public:
    using Slot = TableRows::Slot;
    /// The row of a slot; null when it is not shown.
    using RowOf = std::function<const TableRow *(Slot)>;

    /// `stood`: from top to bottom; the nearer to their order, the sooner. The order outlives it.
    SlotReordering(std::vector<Slot> stood, const TableOrder &order, RowOf rowOf);

    /// As SlicedOrder::step().
    bool step(const SlicedOrder::Pace &mayGoOn) { return m_order.step(mayGoOn); }
    bool isMade() const { return m_order.isMade(); }
    /// From top to bottom, as they were when they were read.
    std::vector<Slot> slots() const;

    /// Their rows have changed since.
    void touch(const std::vector<Slot> &slots) { m_touched.insert(m_touched.end(), slots.begin(), slots.end()); }
    /// Some more than once.
    const std::vector<Slot> &touched() const { return m_touched; }

private:
    std::vector<Slot> m_stood;
    SlicedOrder m_order;
    std::vector<Slot> m_touched;
};

} // namespace wk
