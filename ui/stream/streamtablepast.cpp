// SPDX-License-Identifier: GPL-3.0-or-later
// How a StreamTable stands at a moment of the past.
#include "ui/stream/streamdelegate.h"
#include "ui/stream/streamtable.h"

#include <algorithm>

namespace wk {

void StreamTable::setPlayhead(std::optional<RowId> upTo)
{
    if (upTo == m_playhead)
        return;
    if (!m_playhead) {
        m_followsAfter = m_following;
        setFollowing(false);
    }
    m_playhead = upTo;
    m_delegate->setPlayhead(upTo);
    if (upTo)
        showPlayhead();
    else
        setFollowing(m_followsAfter);
    viewport()->update();
}

/// Before, nobody knew how many rows there was room for.
void StreamTable::showEvent(QShowEvent *event)
{
    QTableView::showEvent(event);
    if (m_playhead)
        scrollTo(m_stream->index(std::max(m_stream->countBefore(*m_playhead) - 1, 0), StreamModel::Type),
                 QAbstractItemView::PositionAtCenter);
}

/// Only as far as it has to: from event to event the rows stand still.
void StreamTable::showPlayhead()
{
    const int last = m_stream->countBefore(*m_playhead) - 1;
    const QModelIndex row = m_stream->index(std::max(last, 0), StreamModel::Type);
    const QRect place = visualRect(row);
    const bool isSeen = place.isValid() && place.top() >= 0 && place.bottom() < viewport()->height();
    if (row.isValid() && !isSeen)
        scrollTo(row, QAbstractItemView::PositionAtCenter);
}

} // namespace wk
