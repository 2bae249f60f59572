// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/code/codeview.h"

#include "ui/style/fonts.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace wk {

CodeView::CodeView(QWidget *parent)
    : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setCursor(Qt::IBeamCursor);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    applyTheme();
}

CodeView::~CodeView() = default;

void CodeView::setDocument(CodeDocumentPtr document)
{
    m_document = std::move(document);
    m_rows.reset(m_document);
    m_painter.setDocument(m_document);
    m_caret.place({});
    m_search.run(m_document.get(), m_search.needle());
    updateScrollBars();
    verticalScrollBar()->setValue(0);
    horizontalScrollBar()->setValue(0);
    viewport()->update();
}

void CodeView::updateDocument(CodeDocumentPtr document)
{
    if (!m_document || !document)
        return setDocument(std::move(document));
    const int top = verticalScrollBar()->value();
    const int left = horizontalScrollBar()->value();
    m_caret.follow(*m_document, *document);
    m_document = std::move(document);
    m_rows.update(m_document);
    m_painter.setDocument(m_document);
    m_search.run(m_document.get(), m_search.needle());
    updateScrollBars();
    verticalScrollBar()->setValue(top);
    horizontalScrollBar()->setValue(left);
    viewport()->update();
}

void CodeView::setPlaceholder(const QString &sentence)
{
    m_placeholder = sentence;
    setAccessibleDescription(sentence);
    viewport()->update();
}

void CodeView::setNeedle(const QString &needle)
{
    m_search.run(m_document.get(), needle);
    viewport()->update();
}

void CodeView::findNext()
{
    if (m_search.count() > 0)
        selectFound(m_search.next(m_caret));
}

void CodeView::findPrevious()
{
    if (m_search.count() > 0)
        selectFound(m_search.previous(m_caret));
}

void CodeView::selectFound(CodePosition at)
{
    m_caret.select(at, {at.line, at.column + int(m_search.needle().size())});
    if (m_rows.reveal(at.line))
        updateScrollBars();
    ensureCaretVisible();
}

QString CodeView::selectedText() const
{
    return m_document ? m_caret.text(*m_document) : QString();
}

void CodeView::setFoldClosed(int fold, bool closed)
{
    m_rows.setClosed(fold, closed);
    updateScrollBars();
    viewport()->update();
}

QStringList CodeView::visibleText() const
{
    QStringList text;
    const int first = verticalScrollBar()->value();
    const int end = std::min(m_rows.count(), first + pageRows() + 1);
    for (int row = first; row < end; ++row)
        text << m_document->lines[std::size_t(m_rows.lineAt(row))].text;
    return text;
}

void CodeView::copy()
{
    if (m_caret.hasSelection())
        QApplication::clipboard()->setText(selectedText());
    else
        Q_EMIT copyAllAsked();
}

void CodeView::selectAll()
{
    if (m_document)
        m_caret.selectAll(*m_document);
    viewport()->update();
}

void CodeView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), tokens(palette()).base);
    if (!m_document || m_document->lines.empty())
        paintEmpty(painter);
    else
        paintRows(painter);
    if (m_painter.textWidth() != m_scrolledWidth)
        QMetaObject::invokeMethod(this, &CodeView::updateScrollBars, Qt::QueuedConnection);
}

void CodeView::paintEmpty(QPainter &painter)
{
    const int margin = scaled(24);
    painter.setFont(fontOf(TextRole::Body));
    painter.setPen(tokens(palette()).text3);
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin), Qt::AlignCenter | Qt::TextWordWrap,
                     m_placeholder);
}

void CodeView::paintRows(QPainter &painter)
{
    const Tokens &colours = tokens(palette());
    const CodeGeometry &geometry = m_painter.geometry();
    if (m_document->gutter == CodeGutter::Blame) {
        painter.fillRect(QRect(0, 0, geometry.signX, viewport()->height()), colours.panel);
        painter.fillRect(QRect(geometry.signX - 1, 0, 1, viewport()->height()), colours.border);
    }
    CodeDecoration decoration;
    decoration.caret = &m_caret;
    decoration.caretShown = hasFocus();
    decoration.needle = m_search.needle();
    decoration.scrollX = horizontalScrollBar()->value();
    int row = verticalScrollBar()->value();
    int y = 0;
    for (; y < viewport()->height() && row < m_rows.count(); y += geometry.lineHeight, ++row) {
        const int line = m_rows.lineAt(row);
        const int fold = m_rows.foldAt(line);
        decoration.closedFold = fold >= 0 ? std::optional(m_rows.isClosed(fold)) : std::nullopt;
        decoration.folded = fold >= 0 ? m_document->folds[std::size_t(fold)] : CodeFold();
        decoration.isTop = y == 0;
        m_painter.paint(painter, line, y, decoration);
    }
    if (row == m_rows.count() && m_document->linesLeftOut > 0) {
        painter.setFont(fontOf(TextRole::Caption));
        painter.setPen(colours.text3);
        painter.drawText(QRect(geometry.textX, y, geometry.width, geometry.lineHeight), Qt::AlignVCenter,
                         tr("%n more lines are not shown.", nullptr, m_document->linesLeftOut));
    }
}

void CodeView::resizeEvent(QResizeEvent *)
{
    updateScrollBars();
}

void CodeView::updateScrollBars()
{
    m_painter.setWidth(viewport()->width());
    m_scrolledWidth = m_painter.textWidth();
    const int page = std::max(1, pageRows());
    const int extra = m_document && m_document->linesLeftOut > 0 ? 1 : 0;
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, std::max(0, m_rows.count() + extra - page));
    const int textRoom = std::max(1, viewport()->width() - m_painter.geometry().textX);
    horizontalScrollBar()->setPageStep(textRoom);
    horizontalScrollBar()->setSingleStep(24);
    horizontalScrollBar()->setRange(0, m_document ? std::max(0, m_painter.textWidth() - textRoom) : 0);
}

int CodeView::pageRows() const
{
    return viewport()->height() / m_painter.geometry().lineHeight;
}

int CodeView::rowAt(int y) const
{
    const int row = verticalScrollBar()->value() + std::max(0, y) / m_painter.geometry().lineHeight - (y < 0 ? 1 : 0);
    return std::clamp(row, 0, std::max(0, m_rows.count() - 1));
}

CodePosition CodeView::positionAt(QPoint point)
{
    if (m_rows.count() == 0)
        return {};
    const int line = m_rows.lineAt(rowAt(point.y()));
    const int x = point.x() - m_painter.geometry().textX + horizontalScrollBar()->value();
    return {line, m_painter.columnAt(line, x)};
}

std::optional<int> CodeView::foldUnder(QPoint point) const
{
    if (!m_document || point.y() / m_painter.geometry().lineHeight + verticalScrollBar()->value() >= m_rows.count())
        return {};
    const int line = m_rows.lineAt(rowAt(point.y()));
    const int fold = m_rows.foldAt(line);
    const CodeGeometry &geometry = m_painter.geometry();
    const bool onChevron = point.x() >= geometry.signX && point.x() < geometry.textX;
    const bool onHeading =
        m_document->lines[std::size_t(line)].kind == LineKind::Heading && point.x() >= geometry.signX;
    return fold >= 0 && (onChevron || onHeading) ? std::optional(fold) : std::nullopt;
}

void CodeView::toggleFold(int fold)
{
    const bool closes = !m_rows.isClosed(fold);
    setFoldClosed(fold, closes);
    Q_EMIT foldToggled(fold, closes);
}

void CodeView::applyTheme()
{
    m_painter.setPalette(palette());
    m_painter.setFonts(fontOf(TextRole::MonoBody), fontOf(TextRole::Caption));
    updateScrollBars();
}

void CodeView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

bool CodeView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        showHint(*static_cast<QHelpEvent *>(event));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

void CodeView::showHint(const QHelpEvent &event)
{
    const int row = verticalScrollBar()->value() + event.pos().y() / m_painter.geometry().lineHeight;
    const bool onLine = m_document && row < m_rows.count();
    const QString hint = onLine ? m_painter.hint(m_rows.lineAt(row)) : QString();
    QToolTip::showText(event.globalPos(), safeToolTip(hint), this);
}

void CodeView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    if (const std::optional<int> fold = foldUnder(event->position().toPoint()))
        return toggleFold(*fold);
    const CodePosition at = positionAt(event->position().toPoint());
    if (event->modifiers() & Qt::ShiftModifier)
        m_caret.extendTo(at);
    else
        m_caret.place(at);
    viewport()->update();
}

void CodeView::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint point = event->position().toPoint();
    if (event->buttons() & Qt::LeftButton) {
        m_caret.extendTo(positionAt(point));
        ensureCaretVisible();
        return;
    }
    const bool overFold = foldUnder(point).has_value();
    viewport()->setCursor(overFold                                 ? Qt::PointingHandCursor
                          : point.x() < m_painter.geometry().textX ? Qt::ArrowCursor
                                                                   : Qt::IBeamCursor);
}

void CodeView::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (!m_document || event->button() != Qt::LeftButton || foldUnder(event->position().toPoint()))
        return;
    m_caret.selectWord(*m_document, positionAt(event->position().toPoint()));
    viewport()->update();
}

/// Who reads here searches here: the window's own key would search the view.
bool CodeView::event(QEvent *event)
{
    if (event->type() == QEvent::ShortcutOverride && m_document &&
        static_cast<QKeyEvent *>(event)->matches(QKeySequence::Find)) {
        event->accept();
        return true;
    }
    return QAbstractScrollArea::event(event);
}

void CodeView::keyPressEvent(QKeyEvent *event)
{
    if (!m_document)
        return QAbstractScrollArea::keyPressEvent(event);
    if (event->matches(QKeySequence::Copy))
        return copy();
    if (event->matches(QKeySequence::SelectAll))
        return selectAll();
    if (event->matches(QKeySequence::Find)) {
        Q_EMIT findRequested();
        return;
    }
    if (const std::optional<CaretMove> move = moveOf(*event))
        return moveCaret(*move, event->modifiers());
    const int fold = m_rows.foldAt(m_caret.position().line);
    if (fold >= 0 && (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter))
        return toggleFold(fold);
    QAbstractScrollArea::keyPressEvent(event);
}

void CodeView::moveCaret(CaretMove move, Qt::KeyboardModifiers modifiers)
{
    const CodePosition to = moved(m_caret.position(), move, *m_document, m_rows, std::max(1, pageRows() - 1));
    if (modifiers & Qt::ShiftModifier)
        m_caret.extendTo(to);
    else
        m_caret.place(to);
    ensureCaretVisible();
}

void CodeView::ensureCaretVisible()
{
    const int row = m_rows.rowOf(m_caret.position().line);
    const int first = verticalScrollBar()->value();
    if (row < first)
        verticalScrollBar()->setValue(row);
    else if (row >= first + pageRows())
        verticalScrollBar()->setValue(row - pageRows() + 1);
    const int x = m_rows.count() > 0 ? m_painter.xOf(m_caret.position().line, m_caret.position().column) : 0;
    const int room = viewport()->width() - m_painter.geometry().textX;
    const int margin = std::min(scaled(48), room / 4);
    if (x < horizontalScrollBar()->value() + margin)
        horizontalScrollBar()->setValue(x - margin);
    else if (x > horizontalScrollBar()->value() + room - margin)
        horizontalScrollBar()->setValue(x - room + margin);
    viewport()->update();
}

std::string CodeView::writerAt(const QContextMenuEvent &event) const
{
    const int row = verticalScrollBar()->value() + event.pos().y() / m_painter.geometry().lineHeight;
    const bool byKey = event.reason() == QContextMenuEvent::Keyboard;
    if (!m_document || (!byKey && row >= m_rows.count()))
        return {};
    const int line = byKey ? m_caret.position().line : m_rows.lineAt(row);
    return m_document->lines.empty() ? std::string()
                                     : m_document->lines[std::size_t(namingLine(*m_document, line))].writer;
}

void CodeView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    QAction *copyAction = menu.addAction(tr("Copy"), this, &CodeView::copy);
    copyAction->setEnabled(m_caret.hasSelection());
    menu.addActions(actions());
    Q_EMIT menuOpened(&menu, writerAt(*event));
    QAction *allAction = menu.addAction(tr("Select all"), this, &CodeView::selectAll);
    allAction->setEnabled(m_document != nullptr);
    menu.addAction(tr("Find…"), this, &CodeView::findRequested);
    menu.exec(event->globalPos());
}

} // namespace wk
