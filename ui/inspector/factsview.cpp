// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/factsview.h"

#include "ui/inspector/factsdelegate.h"
#include "ui/style/focusring.h"
#include "ui/style/fonts.h"
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
    const QString key = current >= 0 ? m_model->fact(current).key : QString();
    m_model->setFacts(std::move(facts));
    if (const int row = m_model->rowOf(key); row >= 0)
        setCurrentIndex(m_model->index(row));
    else if (current >= 0 && !currentIndex().isValid() && current < m_model->rowCount())
        setCurrentIndex(m_model->index(current));
    scheduleDelayedItemsLayout(); // a fact that stays may have grown
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
        QListView::paintEvent(event);
    else
        paintPlaceholder();
    paintFocusRing(*this);
}

void FactsView::paintPlaceholder()
{
    QPainter painter(viewport());
    const int margin = scaled(2 * measure::FirstPadding);
    painter.setPen(tokens(palette()).text3);
    painter.drawText(viewport()->rect().adjusted(margin, margin, -margin, -margin),
                     Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_placeholder);
}

void FactsView::scrollContentsBy(int dx, int dy)
{
    QListView::scrollContentsBy(dx, dy);
    if (isFocusUnseen(*this))
        viewport()->update();
}

/// A list does by itself for its height only.
void FactsView::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    if (event->size().width() != event->oldSize().width())
        scheduleDelayedItemsLayout();
}

void FactsView::follow(const QModelIndex &index)
{
    if (index.isValid() && m_model->fact(index.row()).link)
        Q_EMIT linkFollowed(*m_model->fact(index.row()).link);
}

bool FactsView::isOnTwisty(const QModelIndex &index, QPoint place) const
{
    const int around = scaled(measure::Grid);
    return index.isValid() &&
           FactsDelegate::twistyIn(visualRect(index)).adjusted(-around, -around, around, around).contains(place);
}

/// False where that is not how it stands.
bool FactsView::toggle(const QModelIndex &index, Disclosure from)
{
    if (!index.isValid() || from == Disclosure::None || m_model->fact(index.row()).disclosure != from)
        return false;
    Q_EMIT toggled(m_model->fact(index.row()).key);
    return true;
}

/// From what is told of an open fact to that fact.
bool FactsView::goToOuter()
{
    int row = currentIndex().row();
    if (row < 0 || !m_model->fact(row).isInner)
        return false;
    while (row > 0 && m_model->fact(row).isInner)
        --row;
    setCurrentIndex(m_model->index(row));
    return true;
}

void FactsView::copy(const QModelIndex &index) const
{
    const Fact &fact = m_model->fact(index.row());
    QString text = fact.detail.isEmpty() ? fact.value : fact.value + u' ' + fact.detail;
    if (fact.disclosure != Disclosure::None)
        text.prepend(fact.label + u' ');
    QApplication::clipboard()->setText(text.trimmed().isEmpty() ? fact.label : text.trimmed());
}

void FactsView::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    if (event->button() != Qt::LeftButton)
        return;
    const QPoint place = event->position().toPoint();
    const QModelIndex index = indexAt(place);
    if (!isOnTwisty(index, place) || !toggle(index, m_model->fact(index.row()).disclosure))
        follow(index);
}

void FactsView::mouseDoubleClickEvent(QMouseEvent *event)
{
    QListView::mouseDoubleClickEvent(event);
    const QPoint place = event->position().toPoint();
    const QModelIndex index = indexAt(place);
    // On the arrow the release that follows is a click of its own.
    if (event->button() == Qt::LeftButton && index.isValid() && !isOnTwisty(index, place))
        toggle(index, m_model->fact(index.row()).disclosure);
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
    const Disclosure current =
        currentIndex().isValid() ? m_model->fact(currentIndex().row()).disclosure : Disclosure::None;
    if ((event->key() == Qt::Key_Right && toggle(currentIndex(), Disclosure::Closed)) ||
        (event->key() == Qt::Key_Left && (toggle(currentIndex(), Disclosure::Open) || goToOuter())))
        return;
    const bool isEnter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
    if (isEnter && !toggle(currentIndex(), current))
        follow(currentIndex());
    if (isEnter)
        return;
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
