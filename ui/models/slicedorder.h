// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/clock.h"
#include "ui/models/slicedsort.h"
#include "ui/models/tableorder.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace wk {

/// The order of many rows, made in slices: to put twenty thousand in order takes several frames. A row counts as what
/// it was when it was read, whatever becomes of it meanwhile. Gui thread.
class SlicedOrder
{
public:
    /// Fewer are put in order within a millisecond, and need no slices.
    static constexpr std::size_t Many = 500;
    using Pace = std::function<bool()>;

    /// The row that is to stand somewhere, by its number; null when it is not shown. Asked once of each.
    using RowOf = std::function<const TableRow *(std::size_t)>;

    /// The nearer the rows are to their order, the sooner. The order outlives it.
    SlicedOrder(std::size_t rows, const TableOrder &order, RowOf rowOf);

    /// Goes on while it may, a little in any case. True while there is more.
    bool step(const SlicedOrder::Pace &mayGoOn);
    bool isMade() const { return m_sort && m_sort->isSorted(); }
    /// The rows that are shown, when there is no more to do: how many, and the number of the one that stands there.
    std::size_t size() const { return m_sort->values().size(); }
    std::size_t operator[](std::size_t place) const { return m_sort->values()[place].row; }
    /// Lets go of so many of them when they are needed no more: to let go of all takes longer than a frame, too. True
    /// while there are more.
    bool forget(std::size_t most);

private:
    struct Keyed {
        TableOrder::Key key;
        ObjectPtr object; ///< which the key looks into
        std::size_t row = 0;
    };
    struct Before {
        const TableOrder *order;
        bool operator()(const Keyed &a, const Keyed &b) const { return order->isBefore(a.key, b.key); }
    };

    void readSome();

    std::size_t m_count;
    const TableOrder &m_order;
    RowOf m_rowOf;
    std::vector<Keyed> m_keyed; ///< of the first m_read rows, those that are shown
    std::size_t m_read = 0;
    std::optional<SlicedSort<Keyed, Before>> m_sort; ///< when all are read
};

} // namespace wk
