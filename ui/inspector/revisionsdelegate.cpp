// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisionsdelegate.h"

#include "ui/inspector/revisionsmodel.h"
#include "ui/style/figures.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace wk {

namespace {

constexpr int NumberWidth = 30;
constexpr int RungMarkWidth = 3;
constexpr int MostForManager = 130;
constexpr int StackedBelow = 480; ///< narrower, what changed has a line of its own
constexpr int SecondLine = 18;

QRect takeLeft(QRect &room, int width)
{
    const QRect taken(room.left(), room.top(), std::min(width, room.width()), room.height());
    room.setLeft(room.left() + taken.width() + scaled(measure::CellPadding));
    return taken;
}

void paintText(QPainter &painter, const QRect &area, const QString &text)
{
    const QString fitting = painter.fontMetrics().elidedText(text, Qt::ElideRight, area.width());
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, fitting);
}

} // namespace

void RevisionsDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const auto *model = static_cast<const RevisionsModel *>(index.model());
    const Revision &revision = model->revision(index.row());
    const Tokens &colours = tokens(option.palette);
    const bool isSelected = option.state & QStyle::State_Selected;
    const bool isActive = option.state & QStyle::State_Active;
    const bool isQuiet = RevisionsModel::isQuiet(revision);
    if (isSelected)
        painter->fillRect(option.rect, isActive ? colours.sel : colours.selOff);
    else
        painter->fillRect(option.rect, option.state & QStyle::State_MouseOver ? colours.hover : colours.base);
    if (option.state & QStyle::State_HasFocus) {
        painter->setPen(colours.accent);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
    if (model->isCompared(revision))
        painter->fillRect(QRect(option.rect.left(), option.rect.top(), scaled(RungMarkWidth), option.rect.height()),
                          colours.accent);
    const QColor &quiet = isSelected ? colours.text2 : colours.text3;
    painter->setFont(fontOf(TextRole::Body));
    QRect room = option.rect.adjusted(scaled(measure::CellPadding), 0, -scaled(measure::CellPadding), 0);
    const bool isStacked = room.height() > scaled(measure::Row);
    if (isStacked)
        room.setHeight(scaled(measure::Row));
    painter->setPen(quiet);
    painter->drawText(takeLeft(room, scaled(NumberWidth)), Qt::AlignRight | Qt::AlignVCenter,
                      QString::number(revision.number));
    const QRect glyph = takeLeft(room, scaled(measure::Glyph));
    const int side = scaled(measure::Glyph);
    paintGlyph(*painter, QRectF(glyph.left(), glyph.center().y() - side / 2 + 0.5, side, side), revision.of.type,
               revision.of.origin, isQuiet ? quiet : eventInk(colours, revision.of.type));
    const QString time = format::clock(revision.of.arrived);
    painter->setPen(isQuiet ? quiet : colours.text2);
    paintText(*painter, takeLeft(room, painter->fontMetrics().horizontalAdvance(time) + 1), time);
    const QString managers = RevisionsModel::managers(revision);
    const int needed = painter->fontMetrics().horizontalAdvance(managers) + 1;
    paintText(*painter, isStacked ? room : takeLeft(room, std::min({needed, scaled(MostForManager), room.width() / 2})),
              managers);
    painter->setPen(isQuiet ? quiet : colours.text);
    paintText(*painter,
              isStacked ? QRect(glyph.left(), room.bottom() + 1, room.right() - glyph.left(), scaled(SecondLine))
                        : room,
              RevisionsModel::summary(revision));
}

QSize RevisionsDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    const bool isStacked = option.rect.width() < scaled(StackedBelow);
    return {option.rect.width(), scaled(isStacked ? measure::Row + SecondLine : measure::Row)};
}

} // namespace wk
