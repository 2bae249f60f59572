// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tablerows.h"

#include <QAbstractTableModel>

#include <functional>
#include <vector>

namespace wk {

/// A table model whose rows are slots, in an order that another can take the place of: views are told of it by one
/// removal, one insertion and one change of layout at the most. Only what lies between the first and the last row that
/// differ is looked at: a batch changes a few of a hundred thousand. Gui thread.
///
/// Something else may be shown in its place for a while; the order goes on, and nobody is told.
class SlotOrderModel : public QAbstractTableModel
{
public:
    using Slot = TableRows::Slot;
    using Order = std::vector<Slot>;

    int rowCount(const QModelIndex &parent = {}) const override;

    /// From top to bottom.
    const Order &order() const { return m_order; }
    Slot slotAt(int row) const { return m_order[static_cast<std::size_t>(row)]; }
    /// The row it stands at; -1 when it stands nowhere.
    int placeOf(Slot slot) const { return slot < m_places.size() ? m_places[slot] : -1; }

protected:
    using QAbstractTableModel::QAbstractTableModel;

    /// Each slot once, all below `slots`.
    void rearrange(Order next, std::size_t slots);
    /// The order without some rows, each named once. It lasts until the next call.
    const Order &orderWithout(std::vector<int> rows);
    /// Room for the next order: new memory for a hundred thousand rows takes longer than what is done with it.
    Order takeRoom() { return std::move(m_room); }
    /// Nothing stands anywhere; while the model is reset.
    void clearOrder();
    void setOrderShown(bool isShown) { m_isShown = isShown; }

private:
    void takeOut(const Order &removed);
    void moveToEnd(const Order &slots);
    void putIn(const Order &inserted, const Order &next);
    void permute(const std::function<void()> &change);
    void numberFrom(std::size_t first);

    bool m_isShown = true;
    Order m_order;
    std::vector<int> m_places; ///< by slot: its row, or -1
    Order m_room;
    Order m_rest;
};

} // namespace wk
