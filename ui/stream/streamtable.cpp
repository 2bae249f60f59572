// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/streamtable.h"

#include "ui/models/seenwords.h"
#include "ui/stream/streamcolumns.h"
#include "ui/stream/streamdelegate.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>

namespace wk {

namespace {

constexpr int NarrowestColumn = 24; ///< by the user's hand
constexpr int MostKind = 190;       ///< kinds of custom resources may be as long as a sentence

int widest(const QFont &font, const QStringList &words)
{
    const QFontMetrics metrics(font);
    int width = 0;
    for (const QString &word : words)
        width = std::max(width, metrics.horizontalAdvance(word));
    return width;
}

} // namespace

StreamTable::StreamTable(QWidget *parent)
    : QTableView(parent)
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
    connect(model, &QAbstractItemModel::rowsInserted, this, [this] {
        if (m_kindsFitted != m_stream->log().kinds().size())
            fitColumns();
        stayAtNewest();
    });
    connect(model, &QAbstractItemModel::modelReset, this, [this] {
        stayAtNewest();
        if (m_playhead)
            showPlayhead();
    });
    connect(model, &QAbstractItemModel::rowsRemoved, this, &StreamTable::afterRowsFell);
    connect(horizontalHeader(), &QHeaderView::sectionResized, this,
            [this](int column) { m_isSized[std::size_t(column)] = m_isSized[std::size_t(column)] || !m_isFitting; });
    fitColumns();
}

/// The longest that a column can say, of those that nobody cuts; 0 for the others.
int StreamTable::wholeWidth(int column) const
{
    QStringList words{m_stream->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString()};
    int more = 2 * scaled(measure::CellPadding);
    QFont font = fontOf(TextRole::Body);
    switch (StreamModel::Column(column)) {
    case StreamModel::Time:
        words += format::clockMs(WallTime(std::chrono::hours(20)));
        more = scaled(measure::FirstPadding) + scaled(measure::CellPadding);
        break;
    case StreamModel::Type:
        font.setWeight(QFont::Medium);
        more += StreamDelegate::typeIndent();
        for (int type = 0; type <= int(EntryType::Gap); ++type)
            words += QString::fromLatin1(typeName(EntryType(type)));
        break;
    case StreamModel::Class:
        for (int origin = 0; origin <= int(EntryClass::Replayed); ++origin)
            words += classWord(EntryClass(origin));
        break;
    case StreamModel::Kind:
        for (StringPool::Id kind = 0; kind < m_stream->log().kinds().size(); ++kind)
            words += displayText(m_stream->log().kinds().text(kind), MostKind);
        return std::min(widest(font, words) + more + 2, scaled(MostKind));
    case StreamModel::Namespace:
    case StreamModel::Name:
    case StreamModel::Version:
    case StreamModel::Changed:
    case StreamModel::Who:
    case StreamModel::Size:
    case StreamModel::ColumnCount: return 0;
    }
    return widest(font, words) + more + 2;
}

void StreamTable::fitColumns()
{
    if (!m_stream)
        return;
    const QScopedValueRollback fitting(m_isFitting, true);
    m_kindsFitted = m_stream->log().kinds().size();
    StreamWidths whole{};
    StreamWidths byHand{};
    for (int column = 0; column < StreamModel::ColumnCount; ++column) {
        whole[std::size_t(column)] = wholeWidth(column);
        byHand[std::size_t(column)] = m_isSized[std::size_t(column)] ? columnWidth(column) : 0;
    }
    // As if there were a scroll bar: whether there is one depends on the filter.
    const int bar = verticalScrollBar()->isVisible() ? 0 : verticalScrollBar()->sizeHint().width();
    StreamWidths widths = streamWidths(whole, byHand, viewport()->width() - bar);
    widths[StreamModel::Changed] += m_isSized[StreamModel::Changed] ? 0 : bar;
    for (int column = 0; column < StreamModel::ColumnCount; ++column) {
        const int width = widths[std::size_t(column)];
        setColumnHidden(column, width == 0);
        if (width > 0)
            setColumnWidth(column, width);
    }
}

void StreamTable::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
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
        return QTableView::paintEvent(event);
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
    QStringList cells;
    for (int column = 0; column < StreamModel::ColumnCount; ++column)
        cells << m_stream->index(row, column).data(StreamModel::WholeRole).toString();
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
        lines += tr("Of %1 selected lines these are the first %2. “Export shown” writes them all into a file.")
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

void StreamTable::beforeRowsFall(int last)
{
    m_isLosingRows = true;
    m_isToLayOut = true;
    if (currentIndex().isValid() && currentIndex().row() <= last) {
        clearSelection();
        selectionModel()->clearCurrentIndex();
    }
    m_topAfterFall = m_following ? std::nullopt : std::optional(std::max(0, rowAt(0) - (last + 1)));
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
    QTableView::keyPressEvent(event);
    noteUserPosition();
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
    fitColumns();
}

void StreamTable::applyMeasures()
{
    verticalHeader()->setDefaultSectionSize(scaled(measure::Row));
    // Else it is what the font's widest letter takes, which is more than a word of two Chinese ones.
    horizontalHeader()->setMinimumSectionSize(scaled(NarrowestColumn));
}

} // namespace wk
