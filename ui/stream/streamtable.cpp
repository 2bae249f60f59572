// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamtable.h"

#include "ui/stream/streamdelegate.h"
#include "ui/stream/streamlayout.h"
#include "ui/style/focusring.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace wk {

namespace {

constexpr int NarrowestColumn = 24; ///< by the user's hand

bool isStep(int key)
{
    return key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown;
}

} // namespace

StreamTable::StreamTable(UiSettings &settings, QWidget *parent)
    : QTableView(parent)
    , m_settings(settings)
    , m_delegate(new StreamDelegate(this))
{
    setItemDelegate(m_delegate);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setAlternatingRowColors(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setMouseTracking(true);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    // By rows the end of the last one is in sight at the newest, and the begin of the first one everywhere else: the
    // rows would move by a part of one as soon as another comes.
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(1);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    horizontalHeader()->setSectionsMovable(true);
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, &StreamTable::userScrolled);
    connect(verticalScrollBar(), &QScrollBar::sliderReleased, this, &StreamTable::noteUserPosition);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, &StreamTable::stayAtNewest);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &StreamTable::noteLeft);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &StreamTable::noteTop);
    applyMeasures();
}

void StreamTable::setStream(StreamModel *model)
{
    m_stream = model;
    // Before the view's own, so that a current row that falls off is let go and not handed on to its
    // neighbour.
    connect(model, &QAbstractItemModel::rowsAboutToBeRemoved, this,
            [this](const QModelIndex &, int, int last) { beforeRowsFall(last); });
    setModel(model);
    connect(model, &QAbstractItemModel::rowsInserted, this, &StreamTable::stayAtNewest);
    connect(model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_isResetting = true; });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        stayAtNewest();
        if (m_playhead)
            showPlayhead();
        else if (!m_following)
            restoreTop();
        m_isResetting = false;
    });
    connect(model, &QAbstractItemModel::rowsRemoved, this, &StreamTable::afterRowsFell);
    m_layout = new StreamLayout(*this, *model, m_settings);
}

void StreamTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    if (m_layout)
        m_layout->fit();
}

void StreamTable::setClusters(const WatchClusters &clusters)
{
    m_delegate->setClusters(clusters);
    if (m_layout)
        m_layout->fit();
    viewport()->update();
}

void StreamTable::mark(const ObjectRef &object)
{
    m_delegate->setMarked(object);
    viewport()->update();
}

void StreamTable::setPlaceholder(const QString &sentence)
{
    if (sentence == m_placeholder)
        return;
    m_placeholder = sentence;
    setAccessibleDescription(sentence);
    viewport()->update();
}

void StreamTable::paintEvent(QPaintEvent *event)
{
    if (m_stream && m_stream->rowCount() > 0)
        QTableView::paintEvent(event);
    else
        paintPlaceholder();
    paintFocusRing(*this);
}

void StreamTable::scrollContentsBy(int dx, int dy)
{
    QTableView::scrollContentsBy(dx, dy);
    if (isFocusUnseen(*this))
        viewport()->update();
}

void StreamTable::paintPlaceholder()
{
    QPainter painter(viewport());
    const int margin = scaled(2 * measure::FirstPadding);
    painter.setPen(tokens(palette()).text3);
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     m_placeholder);
}

void StreamTable::setFollowing(bool following)
{
    if (following && m_playhead)
        return; // the newest is not of that moment
    if (following)
        scrollToBottom();
    if (m_following == following)
        return;
    m_following = following;
    Q_EMIT followingChanged(following);
}

QString StreamTable::line(int row) const
{
    const bool areSeveral = m_stream->log().clusters().size() > 1;
    QStringList cells;
    for (int column = 0; column < StreamModel::ColumnCount; ++column) {
        if (column != StreamModel::Cluster || areSeveral)
            cells << m_stream->index(row, column).data(StreamModel::WholeRole).toString();
    }
    return cells.join(u'\t') + u'\n';
}

QString StreamTable::selectedLines() const
{
    QItemSelection ranges = selectionModel()->selection();
    std::ranges::sort(ranges, {}, &QItemSelectionRange::top);
    QString lines;
    int selected = 0;
    for (const QItemSelectionRange &range : ranges) {
        const int end = range.top() + std::min(range.height(), std::max(CopiedLines - selected, 0));
        for (int row = range.top(); row < end; ++row)
            lines += line(row);
        selected += range.height();
    }
    if (selected > CopiedLines)
        lines += tr("These are the first %2 of %1 selected lines. “Export shown” saves them all to a file.")
                     .arg(format::number(selected), format::number(CopiedLines)) +
                 u'\n';
    return lines;
}

void StreamTable::chooseRow(int row)
{
    // By itself the table would go to a row that becomes current, at once or when it is shown.
    setAutoScroll(false);
    selectionModel()->setCurrentIndex(m_stream->index(row, 0),
                                      QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    setAutoScroll(true);
}

void StreamTable::restoreRow(int row)
{
    chooseRow(row);
    if (!m_following)
        scrollTo(m_stream->index(row, 0), QAbstractItemView::PositionAtCenter);
}

void StreamTable::keepCurrentInSight()
{
    if (!m_following && currentIndex().isValid())
        scrollTo(currentIndex());
}

void StreamTable::goToRow(int row)
{
    setFollowing(false);
    const QModelIndex index = m_stream->index(row, StreamModel::Type);
    selectionModel()->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index, QAbstractItemView::PositionAtCenter);
}

void StreamTable::stayAtNewest()
{
    if (m_following)
        scrollToBottom();
}

void StreamTable::noteLeft(int value)
{
    if (m_following && value < verticalScrollBar()->maximum())
        setFollowing(false);
}

void StreamTable::noteTop()
{
    if (m_isResetting || !m_stream)
        return;
    if (const auto top = m_stream->outlineAt(verticalScrollBar()->value() / verticalHeader()->defaultSectionSize()))
        m_top = top->id;
}

/// Of other rows those that came at that time.
void StreamTable::restoreTop()
{
    const int row = m_top ? std::min(m_stream->countBefore(*m_top), m_stream->rowCount() - 1) : -1;
    executeDelayedItemsLayout(); // else the bar ends where the rows did that were here before
    if (row >= 0)
        scrollTo(m_stream->index(row, StreamModel::Type), QAbstractItemView::PositionAtTop);
}

void StreamTable::beforeRowsFall(int last)
{
    m_isLosingRows = true;
    m_isToLayOut = true;
    if (currentIndex().isValid() && currentIndex().row() <= last) {
        clearSelection();
        selectionModel()->clearCurrentIndex();
    }
    const int falling = (last + 1) * verticalHeader()->defaultSectionSize();
    m_topAfterFall = m_following ? std::nullopt : std::optional(std::max(0, verticalScrollBar()->value() - falling));
}

void StreamTable::afterRowsFell()
{
    m_isLosingRows = false;
    stayAtNewest();
    if (const std::optional<int> top = std::exchange(m_topAfterFall, std::nullopt))
        verticalScrollBar()->setValue(*top);
}

void StreamTable::userScrolled(int)
{
    // The bar's new value is set after this signal.
    QMetaObject::invokeMethod(this, &StreamTable::noteUserPosition, Qt::QueuedConnection);
}

void StreamTable::noteUserPosition()
{
    if (verticalScrollBar()->isSliderDown())
        return setFollowing(false);
    setFollowing(verticalScrollBar()->value() >= verticalScrollBar()->maximum());
}

void StreamTable::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(selectedLines());
        return;
    }
    if (event->key() == Qt::Key_End) {
        setFollowing(true);
        if (m_stream && m_stream->rowCount() > 0)
            setCurrentIndex(m_stream->index(m_stream->rowCount() - 1, 0));
        return;
    }
    if (event->key() == Qt::Key_Home) {
        setFollowing(false);
        scrollToTop();
        if (m_stream && m_stream->rowCount() > 0)
            setCurrentIndex(m_stream->index(0, 0));
        return;
    }
    if (isStep(event->key()) && m_following && m_stream && m_stream->rowCount() > 0 &&
        !selectionModel()->hasSelection()) {
        setFollowing(false); // what is in sight is stepped through, from its end
        setCurrentIndex(m_stream->index(m_stream->rowCount() - 1, 0));
        return;
    }
    const int before = currentIndex().row();
    QTableView::keyPressEvent(event);
    if (currentIndex().row() != before || event->key() == Qt::Key_Space)
        setFollowing(false);
}

void StreamTable::mousePressEvent(QMouseEvent *event)
{
    if (indexAt(event->position().toPoint()).isValid())
        setFollowing(false);
    QTableView::mousePressEvent(event);
}

void StreamTable::mouseMoveEvent(QMouseEvent *event)
{
    QTableView::mouseMoveEvent(event);
    setHovered(event->position().toPoint());
}

void StreamTable::leaveEvent(QEvent *event)
{
    QTableView::leaveEvent(event);
    setHovered({-1, -1});
}

void StreamTable::setHovered(const QPoint &point)
{
    const std::optional<StreamModel::Outline> row = m_stream ? m_stream->outlineAt(rowAt(point.y())) : std::nullopt;
    const std::optional<RowId> hovered = row ? std::optional(row->id) : std::nullopt;
    const std::optional<RowId> before = m_delegate->hovered();
    if (hovered == before)
        return;
    m_delegate->setHovered(hovered);
    for (const std::optional<RowId> &other : {before, hovered}) {
        if (other)
            updateRow(m_stream->indexOf(*other));
    }
}

void StreamTable::updateRow(int row)
{
    if (row >= 0)
        viewport()->update(0, rowViewportPosition(row), viewport()->width(), rowHeight(row));
}

void StreamTable::contextMenuEvent(QContextMenuEvent *event)
{
    const bool byKey = event->reason() == QContextMenuEvent::Keyboard;
    const QModelIndex index = byKey ? currentIndex() : indexAt(event->pos());
    if (!index.isValid())
        return;
    const QPoint at = byKey ? viewport()->mapToGlobal(visualRect(index).bottomLeft()) : event->globalPos();
    Q_EMIT cellMenuRequested(index, at);
}

void StreamTable::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() != QEvent::FontChange)
        return;
    applyMeasures();
    if (m_layout)
        m_layout->fit();
}

void StreamTable::applyMeasures()
{
    verticalHeader()->setDefaultSectionSize(scaled(measure::Row));
    // Else it is what the font's widest letter takes, which is more than a word of two Chinese ones.
    horizontalHeader()->setMinimumSectionSize(scaled(NarrowestColumn));
}

} // namespace wk
