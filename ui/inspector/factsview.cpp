// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/factsview.h"

#include "ui/inspector/factsdelegate.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

namespace wk {

FactsView::FactsView(QWidget *parent)
    : QListView(parent)
    , m_model(new FactsModel(this))
{
    setModel(m_model);
    setItemDelegate(new FactsDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setResizeMode(QListView::Adjust);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setMouseTracking(true);
    viewport()->setAutoFillBackground(false);
}

void FactsView::setFacts(std::vector<Fact> facts)
{
    const int place = verticalScrollBar()->value();
    const int current = currentIndex().row();
    m_model->setFacts(std::move(facts));
    if (current >= 0 && !currentIndex().isValid() && current < m_model->rowCount())
        setCurrentIndex(m_model->index(current));
    executeDelayedItemsLayout();
    verticalScrollBar()->setValue(place);
}

void FactsView::setPlaceholder(const QString &sentence)
{
    m_placeholder = sentence;
    setAccessibleDescription(sentence);
    viewport()->update();
}

void FactsView::paintEvent(QPaintEvent *event)
{
    if (m_model->rowCount() > 0)
        return QListView::paintEvent(event);
    QPainter painter(viewport());
    const int margin = scaled(2 * measure::FirstPadding);
    painter.setPen(tokens(palette()).text3);
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_placeholder);
}

void FactsView::follow(const QModelIndex &index)
{
    if (index.isValid() && m_model->fact(index.row()).link)
        Q_EMIT linkFollowed(*m_model->fact(index.row()).link);
}

void FactsView::copy(const QModelIndex &index) const
{
    const Fact &fact = m_model->fact(index.row());
    const QString text = fact.detail.isEmpty() ? fact.value : fact.value + u' ' + fact.detail;
    QApplication::clipboard()->setText(text.trimmed().isEmpty() ? fact.label : text.trimmed());
}

void FactsView::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton)
        follow(indexAt(event->position().toPoint()));
}

void FactsView::mouseMoveEvent(QMouseEvent *event)
{
    QListView::mouseMoveEvent(event);
    const QModelIndex index = indexAt(event->position().toPoint());
    const bool isLink = index.isValid() && m_model->fact(index.row()).link;
    viewport()->setCursor(isLink ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

void FactsView::keyPressEvent(QKeyEvent *event)
{
    if (event->matches(QKeySequence::Copy) && currentIndex().isValid())
        return copy(currentIndex());
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        return follow(currentIndex());
    QListView::keyPressEvent(event);
}

void FactsView::contextMenuEvent(QContextMenuEvent *event)
{
    const QPersistentModelIndex index = indexAt(event->pos());
    if (!index.isValid() || m_model->fact(index.row()).isHeading)
        return;
    const Fact fact = m_model->fact(index.row());
    QMenu menu(this);
    if (fact.link)
        menu.addAction(tr("Select"), this, [this, fact] { Q_EMIT linkFollowed(*fact.link); });
    if (!fact.filterTerm.isEmpty())
        menu.addAction(tr("Only this"), this, [this, fact] { Q_EMIT filterAsked(fact.filterTerm); });
    menu.addAction(tr("Copy"), this, [this, index] {
        if (index.isValid())
            copy(index);
    });
    menu.exec(event->globalPos());
}

void FactsView::changeEvent(QEvent *event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        scheduleDelayedItemsLayout();
}

} // namespace wk
