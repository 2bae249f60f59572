// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/facetpanel.h"

#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <utility>

namespace wk {

namespace {

constexpr int MarkGap = 7;
constexpr int HeadingGap = 6; ///< above a heading
constexpr int BarHeight = 2;
constexpr double BarOpacity = 0.45;

void paintHeading(QPainter *painter, const QRect &row, const QString &title, const Tokens &colours)
{
    painter->setFont(fontOf(TextRole::BodyBold));
    painter->setPen(colours.text2);
    const QRect text = row.adjusted(scaled(measure::FirstPadding), scaled(HeadingGap), 0, 0);
    paintShaped(*painter, text, Qt::AlignLeft, Qt::ElideRight, title);
}

void paintBar(QPainter *painter, const QRect &inner, double share, const Tokens &colours)
{
    painter->save();
    painter->setOpacity(BarOpacity);
    const int width = std::max(scaled(BarHeight), int(share * inner.width()));
    painter->fillRect(QRect(inner.left(), inner.bottom() - BarHeight, width, BarHeight), colours.series[6]);
    painter->restore();
}

/// "? 30": so many of them may be; how much room it takes.
int paintLikely(QPainter *painter, const QRect &room, qint64 likely, const Tokens &colours)
{
    if (likely == 0)
        return 0;
    const QString text = QStringLiteral("? ") + format::number(likely);
    painter->setPen(colours.text3);
    paintShaped(*painter, room, Qt::AlignRight, Qt::ElideRight, text);
    return shapedWidth(painter->font(), text) + scaled(measure::CellPadding);
}

/// What the filter says of the value shows as a fill, and as a struck name for "not".
QFont nameFont(FilterChoice choice)
{
    QFont font = fontOf(choice == FilterChoice::Only ? TextRole::BodyBold : TextRole::Body);
    font.setStrikeOut(choice == FilterChoice::Not);
    return font;
}

} // namespace

void FacetDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colours = tokens(option.palette);
    if (index.data(FacetModel::HeadingRole).toBool())
        return paintHeading(painter, option.rect, index.data().toString(), colours);
    const auto choice = FilterChoice(index.data(FacetModel::ChoiceRole).toInt());
    if (choice != FilterChoice::None)
        painter->fillRect(option.rect, colours.accentTint);
    else if (option.state & QStyle::State_MouseOver)
        painter->fillRect(option.rect, colours.hover);
    const QRect inner = option.rect.adjusted(scaled(measure::FirstPadding), 0, -scaled(measure::FirstPadding), 0);
    paintBar(painter, inner, index.data(FacetModel::ShareRole).toDouble(), colours);
    QRect text = inner;
    const auto type = static_cast<const FacetModel *>(index.model())->glyph(index.row());
    if (type) {
        const int side = scaled(measure::Glyph);
        paintGlyph(*painter, QRectF(inner.left(), inner.center().y() - side / 2, side, side), *type,
                   eventInk(colours, *type));
        text.setLeft(inner.left() + side + scaled(MarkGap));
    }
    const QString count = format::number(index.data(FacetModel::CountRole).toLongLong());
    painter->setFont(fontOf(TextRole::Body));
    painter->setPen(choice == FilterChoice::None ? colours.text3 : colours.text2);
    paintShaped(*painter, inner, Qt::AlignRight, Qt::ElideRight, count);
    text.setRight(inner.right() - shapedWidth(painter->font(), count) - scaled(measure::CellPadding));
    text.setRight(text.right() - paintLikely(painter, text, index.data(FacetModel::LikelyRole).toLongLong(), colours));
    painter->setFont(nameFont(choice));
    painter->setPen(colours.text);
    paintShaped(*painter, text, Qt::AlignLeft, Qt::ElideRight, index.data().toString());
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(colours.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

QSize FacetDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const bool heading = index.data(FacetModel::HeadingRole).toBool();
    return {0, heading ? scaled(measure::Row + HeadingGap) : scaled(measure::FacetRow)};
}

FacetPanel::FacetPanel(QWidget *parent)
    : QListView(parent)
    , m_model(new FacetModel(this))
{
    setModel(m_model);
    setItemDelegate(new FacetDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::NoSelection);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Window);
    setAccessibleName(tr("Facets of the stream"));
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &FacetPanel::sightChanged);
}

void FacetPanel::setSections(std::vector<FacetSection> sections)
{
    if (const QModelIndex pointed = pointedRow(); pointed.isValid())
        sections = m_model->inPlace(std::move(sections), Facet(pointed.data(FacetModel::FieldRole).toInt()));
    const QVariant field = currentIndex().data(FacetModel::FieldRole);
    const QVariant value = currentIndex().data(FacetModel::ValueRole);
    m_model->setSections(std::move(sections));
    if (field.isNull() || currentIndex().isValid())
        return;
    setAutoScroll(false); // nobody went there
    setCurrentIndex(m_model->rowOf(Facet(field.toInt()), value.toString()));
    setAutoScroll(true);
}

void FacetPanel::enterEvent(QEnterEvent *event)
{
    QListView::enterEvent(event);
    m_pointer = viewport()->mapFrom(this, event->position().toPoint());
}

void FacetPanel::mouseMoveEvent(QMouseEvent *event)
{
    QListView::mouseMoveEvent(event);
    m_pointer = event->position().toPoint();
}

void FacetPanel::leaveEvent(QEvent *event)
{
    QListView::leaveEvent(event);
    letGo();
}

void FacetPanel::hideEvent(QHideEvent *event)
{
    QListView::hideEvent(event);
    letGo();
    Q_EMIT sightChanged();
}

void FacetPanel::showEvent(QShowEvent *event)
{
    QListView::showEvent(event);
    Q_EMIT sightChanged();
}

void FacetPanel::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    Q_EMIT sightChanged();
}

bool FacetPanel::isInSight(Facet field) const
{
    const auto isSeen = [&](int row) {
        const QModelIndex index = m_model->index(row);
        return index.data(FacetModel::FieldRole).toInt() == int(field) &&
               visualRect(index).intersects(viewport()->rect());
    };
    bool isAnySeen = false;
    for (int row = 0; isVisible() && !isAnySeen && row < m_model->rowCount(); ++row)
        isAnySeen = isSeen(row);
    return isAnySeen;
}

void FacetPanel::letGo()
{
    if (std::exchange(m_pointer, std::nullopt))
        Q_EMIT left();
}

void FacetPanel::choose(const QModelIndex &index, FacetEdit edit)
{
    if (!index.isValid() || m_model->isHeading(index.row()))
        return;
    const auto field = Facet(index.data(FacetModel::FieldRole).toInt());
    Q_EMIT chosen(field, index.data(FacetModel::ValueRole).toString(), edit);
}

/// The same again takes it back.
void FacetPanel::point(const QModelIndex &index, Qt::KeyboardModifiers modifiers)
{
    const auto now = FilterChoice(index.data(FacetModel::ChoiceRole).toInt());
    const bool isNot = modifiers & (Qt::ShiftModifier | Qt::AltModifier);
    const bool isAlso = modifiers & Qt::ControlModifier;
    const bool isAgain = isNot ? now == FilterChoice::Not
                               : now == FilterChoice::Only && (isAlso || !m_model->isOneOfSeveral(index.row()));
    if (isAgain)
        choose(index, FacetEdit::Release);
    else if (isNot)
        choose(index, FacetEdit::Not);
    else
        choose(index, isAlso ? FacetEdit::Also : FacetEdit::Only);
}

void FacetPanel::mouseReleaseEvent(QMouseEvent *event)
{
    QListView::mouseReleaseEvent(event);
    if (event->button() == Qt::LeftButton)
        point(indexAt(event->position().toPoint()), event->modifiers());
}

void FacetPanel::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return point(currentIndex(), event->modifiers());
    default: QListView::keyPressEvent(event);
    }
}

void FacetPanel::contextMenuEvent(QContextMenuEvent *event)
{
    const QModelIndex index = indexAt(event->pos());
    if (!index.isValid() || m_model->isHeading(index.row()))
        return;
    const auto now = FilterChoice(index.data(FacetModel::ChoiceRole).toInt());
    QMenu menu(this);
    // By then the rows may be others.
    const auto offer = [&](const QString &text, FacetEdit edit) {
        menu.addAction(text, this,
                       [this, field = Facet(index.data(FacetModel::FieldRole).toInt()),
                        value = index.data(FacetModel::ValueRole).toString(),
                        edit] { Q_EMIT chosen(field, value, edit); });
    };
    offer(tr("Only this"), FacetEdit::Only);
    if (now != FilterChoice::Only)
        offer(tr("This too"), FacetEdit::Also);
    if (now != FilterChoice::Not)
        offer(tr("Not this"), FacetEdit::Not);
    if (now != FilterChoice::None)
        offer(tr("Clear this choice"), FacetEdit::Release);
    menu.exec(event->globalPos());
}

void FacetPanel::changeEvent(QEvent *event)
{
    QListView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("Facets of the stream"));
    if (event->type() == QEvent::FontChange)
        scheduleDelayedItemsLayout();
}

} // namespace wk
