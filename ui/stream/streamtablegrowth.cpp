// SPDX-License-Identifier: GPL-3.0-or-later
// How a StreamTable takes rows that come at its end: QTableView paints all that is in sight after each of them, many
// times a second, also when they are far below it. Here only what came is painted.
#include "ui/stream/streamtable.h"

#include <QHeaderView>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace wk {

void StreamTable::rowsInserted(const QModelIndex &parent, int first, int last)
{
    QTableView::rowsInserted(parent, first, last);
    if (!m_grownFrom)
        m_grownFrom = first;
}

/// Also of rows that are not laid out yet. All are of one height.
int StreamTable::rowsBelow() const
{
    const int seenTo =
        (verticalScrollBar()->value() + viewport()->height()) / std::max(1, verticalHeader()->defaultSectionSize());
    return m_stream ? std::max(0, m_stream->rowCount() - seenTo) : 0;
}

/// A turn of the wheel moves whole rows.
void StreamTable::updateGeometries()
{
    QTableView::updateGeometries();
    verticalScrollBar()->setSingleStep(verticalHeader()->defaultSectionSize());
}

void StreamTable::reset()
{
    m_isToLayOut = true;
    QTableView::reset();
}

void StreamTable::doItemsLayout()
{
    const std::optional<int> first = std::exchange(m_grownFrom, std::nullopt);
    const bool isOther = std::exchange(m_isToLayOut, false);
    if (isOther || first.value_or(0) == 0) // of no rows a sentence stands there
        return QTableView::doItemsLayout();
    updateGeometries();
    QRect grown = viewport()->rect();
    grown.setTop(rowViewportPosition(*first));
    viewport()->update(grown);
}

} // namespace wk
