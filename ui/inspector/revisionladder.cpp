// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisionladder.h"

#include "ui/inspector/revisionsdelegate.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"

#include <QContextMenuEvent>
#include <QScrollBar>

#include <utility>

namespace wk {

RevisionLadder::RevisionLadder(QWidget *parent)
    : QListView(parent)
{
    setItemDelegate(new RevisionsDelegate(this));
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setMinimumHeight(scaled(2 * measure::Row));
}

bool RevisionLadder::isLookedAt() const
{
    return m_isPointedAt || verticalScrollBar()->value() > 0;
}

QModelIndex RevisionLadder::highestSeen() const
{
    return indexAt({1, 1});
}

QModelIndex RevisionLadder::lowestSeen() const
{
    const QModelIndex lowest = indexAt({1, viewport()->height() - 1});
    return lowest.isValid() || !model() ? lowest : model()->index(model()->rowCount() - 1, 0);
}

void RevisionLadder::enterEvent(QEnterEvent *event)
{
    QListView::enterEvent(event);
    m_isPointedAt = true;
}

void RevisionLadder::leaveEvent(QEvent *event)
{
    QListView::leaveEvent(event);
    m_isPointedAt = false;
    Q_EMIT left();
}

/// The one that is chosen is what the menu offers to compare the rung with.
QItemSelectionModel::SelectionFlags RevisionLadder::selectionCommand(const QModelIndex &index,
                                                                     const QEvent *event) const
{
    const bool isByMouse =
        event && (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease);
    const bool isForMenu = isByMouse && static_cast<const QMouseEvent *>(event)->button() == Qt::RightButton;
    return isForMenu ? QItemSelectionModel::NoUpdate : QListView::selectionCommand(index, event);
}

/// The view makes the rung that is pressed the current one, so that its frame tells which one the menu is for.
void RevisionLadder::mousePressEvent(QMouseEvent *event)
{
    m_beforeMenu.reset();
    if (event->button() == Qt::RightButton)
        m_beforeMenu = currentIndex();
    QListView::mousePressEvent(event);
}

void RevisionLadder::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex rung = byKey ? currentIndex() : indexAt(event->pos());
    const auto before = std::exchange(m_beforeMenu, std::nullopt);
    if (!rung.isValid())
        return;
    const QPersistentModelIndex pointedAt = rung;
    const QItemSelection chosen = selectionModel()->selection();
    Q_EMIT menuWanted(rung, byKey ? viewport()->mapToGlobal(visualRect(rung).bottomLeft()) : event->globalPos());
    if (!before || currentIndex() != pointedAt || selectionModel()->selection() != chosen)
        return;           // the menu has led on
    setAutoScroll(false); // nobody has asked to see it
    selectionModel()->setCurrentIndex(*before, QItemSelectionModel::NoUpdate);
    setAutoScroll(true);
}

} // namespace wk
