// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/answers/filteredrows.h"
#include "ui/models/momentrows.h"
#include "ui/models/slicedorder.h"
#include "ui/models/slotordermodel.h"
#include "ui/models/tablemoment.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

namespace wk {

class HistoryFeed;

/// The moment that a table is to show, made ready in slices beside what it shows meanwhile: read from the log, compared
/// with the moment that is shown, and, where many rows stand elsewhere, put in order. Until changeRows() nothing that
/// is shown is another. Gui thread.
class ComingMoment
{
    Q_DISABLE_COPY_MOVE(ComingMoment)

public:
    using Slot = TableRows::Slot;
    using Order = SlotOrderModel::Order;

    /// The table. All of it outlives this, and it shows no other moment meanwhile.
    struct Table {
        TableRows &rows;
        const SlotOrderModel &shown;
        const ShownMoment *moment = nullptr; ///< null: the present is shown
        const TableOrder &sort;
        std::function<bool(const TableRow &, WallTime)> passes;
    };

    /// The log may grow meanwhile, and lose what is older than the moment.
    ComingMoment(const HistoryFeed &history, TableMoment moment, Table table);

    /// Goes on while it may, a little in any case. Until isReady().
    void step(const SlicedOrder::Pace &mayGoOn);
    bool isReady() const;
    /// Rows are to be shown in another order, or others of them.
    void forgetOrder();

    /// Puts into the rows what differs from the moment that is shown. Once, when it is ready.
    void changeRows();
    /// Then what is to be shown from top to bottom; not known where few stand elsewhere.
    std::optional<Order> order() const;
    /// Then, too.
    ShownMoment takeShown();

    /// Lets go of so many rows when it is shown. True while there are more.
    bool forget(std::size_t most);

private:
    struct Change {
        WatchId watch = 0;
        std::size_t place = 0; ///< in the objects of the watch
        TableRow row;
    };

    bool isAllRead() const { return m_known == m_moment.kind.known.size(); }
    void readSome();
    void enter(WatchId watch, const LifeIndex::Standing &object);
    void compare(WatchId watch, const LifeIndex::Standing &object);
    const std::vector<MomentObject> &shownOf(WatchId watch) const;
    bool areManyPlaced() const;
    bool gatherSome();
    void arrange();
    void leaveOtherWatches(const ShownMoment &shown);

    const HistoryFeed &m_history;
    TableMoment m_moment;
    Table m_table;
    std::size_t m_known = 0;  ///< which of the kind's watches is being read
    std::size_t m_next = 0;   ///< … the object of it
    std::size_t m_before = 0; ///< … the object of the moment that is shown
    MomentObjects m_objects;
    std::size_t m_entering = 0; ///< how many of them have no place yet
    std::vector<Slot> m_leaving;
    std::vector<Change> m_changes;
    std::optional<MomentRows> m_gathered; ///< where many of them stand elsewhere; they stay what they are
    struct {
        std::size_t known = 0;
        std::size_t object = 0;
        std::size_t change = 0;
    } m_gathering;                                     ///< what is to be gathered next
    std::optional<SlicedOrder> m_order;                ///< of the gathered
    std::optional<std::vector<const Slot *>> m_places; ///< … when it is made, from top to bottom
};

} // namespace wk
