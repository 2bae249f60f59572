// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/objecttable.h"

#include "ui/models/resourcetablemodel.h"
#include "ui/style/focusring.h"
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/table/rowdelegate.h"

#include <QAccessible>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <set>
#include <utility>

namespace wk {

ObjectTable::ObjectTable(ResourceTableModel &model, QWidget *parent)
    : QTableView(parent)
    , m_model(model)
    , m_delegate(new RowDelegate(model, this))
{
    // Around the selection's own, which moves what is current to a neighbour, and takes a range in two. Nobody has
    // asked to see the neighbour.
    const auto change = [this](bool areChanging) {
        m_areRowsChanging = areChanging;
        setAutoScroll(!areChanging);
    };
    connect(&model, &QAbstractItemModel::rowsAboutToBeRemoved, this, [change] { change(true); });
    connect(&model, &QAbstractItemModel::rowsAboutToBeInserted, this, [change] { change(true); });
    setModel(&model);
    connect(&model, &QAbstractItemModel::rowsRemoved, this, [change] { change(false); });
    connect(&model, &QAbstractItemModel::rowsInserted, this, [change] { change(false); });
    connect(&model, &ResourceTableModel::rowsAboutToBePlaced, this, &ObjectTable::rowsAboutToBePlaced);
    connect(&model, &ResourceTableModel::rowsPlaced, this, &ObjectTable::rowsPlaced);
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setCornerButtonEnabled(false);
    setTabKeyNavigation(false);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalScrollBar()->setSingleStep(scaled(measure::Row));
    setMouseTracking(true);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(scaled(measure::Row));
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsMovable(true);
    horizontalHeader()->setMinimumSectionSize(scaled(measure::Row));
    horizontalHeader()->setFixedHeight(scaled(measure::Header));
    connect(&model, &ResourceTableModel::faded, this, &ObjectTable::repaintTints);
    connect(&model, &ResourceTableModel::aged, this, &ObjectTable::repaintAges);
    connect(&model, &ResourceTableModel::writersFound, this, &ObjectTable::repaintAges);
}

std::vector<int> ObjectTable::selectedRowNumbers() const
{
    std::set<int> rows;
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.insert(row);
    }
    return {rows.begin(), rows.end()};
}

ObjectTable::Sight ObjectTable::sight() const
{
    const auto [first, last] = visibleRows();
    const QItemSelectionModel &selection = *selectionModel();
    const auto place = [first = first](int row) { return row < 0 ? std::optional<int>() : row - first; };
    Sight sight{
        {}, first % 2 != 0, rowViewportPosition(first), place(currentIndex().row()), place(m_delegate->hoverRow())};
    for (int row = first; row <= last; ++row)
        sight.rows.emplace_back(m_model.slotAt(row), selection.isSelected(m_model.index(row, 0)));
    return sight;
}

/// QTableView paints all that it shows wherever rows come, which is most of what a busy table would do.
void ObjectTable::rowsAboutToBePlaced()
{
    executeDelayedItemsLayout(); // with its painting
    takeAnchor();
    m_sightBefore = sight();
    m_isPlacing = true;
    m_isPaintHeld = !viewport()->updatesEnabled();
    viewport()->setAttribute(Qt::WA_UpdatesDisabled); // and not setUpdatesEnabled(), which paints all at its end
}

void ObjectTable::rowsPlaced()
{
    returnToAnchor();
    executeDelayedItemsLayout();
    viewport()->setAttribute(Qt::WA_UpdatesDisabled, m_isPaintHeld);
    m_isPlacing = false;
    if (sight() != std::exchange(m_sightBefore, {}))
        viewport()->update();
}

/// What is current, else the first row that is seen. At the very top stays what is first.
void ObjectTable::takeAnchor()
{
    m_anchor = QModelIndex();
    if (verticalScrollBar()->value() == 0 || verticalScrollBar()->isSliderDown())
        return;
    const int current = currentIndex().row();
    const int currentY = current < 0 ? -1 : rowViewportPosition(current);
    const bool isCurrentSeen = currentY >= 0 && currentY < viewport()->height();
    const int row = isCurrentSeen ? current : rowAt(0);
    if (row < 0)
        return;
    m_anchor = m_model.index(row, 0);
    m_anchorScroll = verticalScrollBar()->value();
    m_anchorY = rowViewportPosition(row);
}

void ObjectTable::returnToAnchor()
{
    const QPersistentModelIndex anchor = std::exchange(m_anchor, QPersistentModelIndex());
    QScrollBar *bar = verticalScrollBar();
    const bool hasScrolled = bar->value() != m_anchorScroll; // to what was selected before it came
    if (!anchor.isValid() || hasScrolled || rowViewportPosition(anchor.row()) == m_anchorY)
        return;
    doItemsLayout(); // else the scroll bar ends where the rows of before did
    bar->setValue(bar->value() + rowViewportPosition(anchor.row()) - m_anchorY);
}

int ObjectTable::homeColumn() const
{
    const QHeaderView *header = horizontalHeader();
    const int name = m_model.columnOf(QStringLiteral("@name"));
    if (name >= 0 && !header->isSectionHidden(name))
        return name;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int column = header->logicalIndex(visual);
        const bool isMark = m_model.tableColumns()[static_cast<std::size_t>(column)].kind == TableColumn::Kind::Mark;
        if (!isMark && !header->isSectionHidden(column))
            return column;
    }
    return 0;
}

/// Where nothing is current the first key goes to the first row, and not on from there. Rows are chosen, so the ends
/// are those of the table and not of a row.
QModelIndex ObjectTable::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const bool isToEnd = action == MoveHome || action == MoveEnd;
    if (currentIndex().isValid() && !isToEnd)
        return QTableView::moveCursor(action, modifiers);
    if (m_isTakingFocus || m_model.rowCount() == 0)
        return {};
    return m_model.index(action == MoveEnd ? m_model.rowCount() - 1 : 0, homeColumn());
}

/// The focus alone makes no row current: that would be one that is not selected, and nobody has chosen.
void ObjectTable::focusInEvent(QFocusEvent *event)
{
    const QScopedValueRollback taking(m_isTakingFocus, true);
    QTableView::focusInEvent(event);
}

void ObjectTable::paintEvent(QPaintEvent *event)
{
    QTableView::paintEvent(event);
    paintFocusRing(*this);
}

/// QAbstractItemView paints all that it shows, wherever the rows are.
void ObjectTable::dataChanged(const QModelIndex &from, const QModelIndex &to, const QList<int> &roles)
{
    if (QAccessible::isActive())
        return QTableView::dataChanged(from, to, roles); // which tells whoever reads the table out
    const auto [first, last] = visibleRows();
    for (int row = std::max(first, from.row()); row <= std::min(last, to.row()); ++row)
        updateRow(row);
}

void ObjectTable::scrollContentsBy(int dx, int dy)
{
    if (m_isPlacing) // the pixels stay
        return verticalHeader()->setOffset(verticalScrollBar()->value());
    QTableView::scrollContentsBy(dx, dy);
    if (isFocusUnseen(*this))
        viewport()->update();
}

void ObjectTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        Q_EMIT copyAsked();
        return;
    }
    QTableView::keyPressEvent(event);
}

bool ObjectTable::viewportEvent(QEvent *event)
{
    switch (event->type()) {
    case QEvent::MouseMove: hover(rowAt(static_cast<QMouseEvent *>(event)->position().toPoint().y())); break;
    case QEvent::Enter: m_model.setOrderHeld(true); break;
    case QEvent::Leave:
        hover(-1);
        m_model.setOrderHeld(false);
        break;
    default: break;
    }
    return QTableView::viewportEvent(event);
}

void ObjectTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        verticalHeader()->setDefaultSectionSize(scaled(measure::Row));
        horizontalHeader()->setFixedHeight(scaled(measure::Header));
    }
}

void ObjectTable::hover(int row)
{
    if (row == m_delegate->hoverRow())
        return;
    updateRow(m_delegate->hoverRow());
    m_delegate->setHoverRow(row);
    updateRow(row);
}

void ObjectTable::updateRow(int row)
{
    if (row >= 0)
        viewport()->update(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
}

std::pair<int, int> ObjectTable::visibleRows() const
{
    if (m_model.rowCount() == 0)
        return {0, -1};
    const int last = rowAt(viewport()->height() - 1);
    return {std::max(rowAt(0), 0), last < 0 ? m_model.rowCount() - 1 : last};
}

void ObjectTable::repaintTints()
{
    if (!isVisible())
        return;
    const auto [first, last] = visibleRows();
    for (int row = first; row <= last; ++row) {
        if (m_model.rowAt(row).touch != RowTouch::None)
            updateRow(row);
    }
}

void ObjectTable::repaintAges()
{
    if (!isVisible())
        return;
    std::vector<int> columns;
    for (int column = 0; column < m_model.columnCount(); ++column) {
        const auto kind = m_model.tableColumns()[static_cast<std::size_t>(column)].kind;
        const bool isTicking = kind == TableColumn::Kind::Age || kind == TableColumn::Kind::LastChange ||
                               kind == TableColumn::Kind::LastSeen;
        if (isTicking && !isColumnHidden(column))
            columns.push_back(column);
    }
    const auto [first, last] = visibleRows();
    std::vector<QString> ages;
    for (int row = first; row <= last; ++row) {
        for (const int column : columns) {
            ages.push_back(m_model.text(row, column));
            const bool isSame =
                first == m_firstAge && ages.size() <= m_agesShown.size() && m_agesShown[ages.size() - 1] == ages.back();
            if (!isSame)
                update(m_model.index(row, column));
        }
    }
    m_agesShown = std::move(ages);
    m_firstAge = first;
}

} // namespace wk
