// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/filteredrows.h"
#include "ui/models/slicedsort.h"
#include "ui/models/tableorder.h"

#include <functional>
#include <optional>
#include <vector>

namespace wk {

/// The order of a moment's rows, made in slices before the moment is shown: to put twenty thousand in order that nobody
/// has seen takes several frames. Gui thread; the rows stay what they are meanwhile.
class MomentOrder
{
public:
    using Slot = TableRows::Slot;
    struct Row {
        const TableRow *row = nullptr;
        const Slot *slot = nullptr; ///< says what it is when the moment is shown
    };
    using IsShown = std::function<bool(const TableRow &)>;

    /// The nearer the rows are to their order, the sooner. The order outlives it.
    MomentOrder(std::vector<Row> rows, const TableOrder &order, IsShown isShown);

    /// Goes on while it may, a little in any case. True while there is more.
    bool step(const FilteredRows::Pace &mayGoOn);
    /// Of the rows that are shown, from top to bottom, when there is no more.
    std::vector<Slot> slots() const;

private:
    struct Keyed {
        TableOrder::Key key;
        const Slot *slot = nullptr;
    };
    struct Before {
        const TableOrder *order;
        bool operator()(const Keyed &a, const Keyed &b) const { return order->isBefore(a.key, b.key); }
    };

    void readSome();

    std::vector<Row> m_rows;
    const TableOrder &m_order;
    IsShown m_isShown;
    std::vector<Keyed> m_keyed; ///< of the first m_read rows, those that are shown
    std::size_t m_read = 0;
    std::optional<SlicedSort<Keyed, Before>> m_sort; ///< when all are read
};

} // namespace wk
