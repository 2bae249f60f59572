// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inspector/revisionsdelegate.h"

#include "ui/inspector/revisionsmodel.h"
#include "ui/inspector/runglayout.h"
#include "ui/models/paintedwords.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace wk {

namespace {

constexpr int RungMarkWidth = 3;

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
    const QFont &font = fontOf(TextRole::Body);
    const QColor &ink = isQuiet ? quiet : colours.text;
    const WordsFace face{font, font, ink, ink};
    const EventWords words = RevisionsModel::words(revision);
    const QString time = model->time(revision);
    const QString managers = RevisionsModel::managers(revision);
    const RungLayout layout = rungLayout(
        option.rect, {shapedWidth(font, time) + 1, shapedWidth(font, managers) + 1, wordsWidth(words, face) + 1});
    painter->setFont(font);
    painter->setPen(quiet);
    painter->drawText(layout.number, Qt::AlignRight | Qt::AlignVCenter, QString::number(revision.number));
    const int side = scaled(measure::Glyph);
    const EntryType shown = shownAs(revision.of.type, revision.of.origin);
    paintGlyph(*painter, QRectF(layout.glyph.left(), layout.glyph.center().y() - side / 2 + 0.5, side, side), shown,
               revision.of.origin, isQuiet ? quiet : eventInk(colours, shown));
    painter->setPen(isQuiet ? quiet : colours.text2);
    paintShaped(*painter, layout.time, Qt::AlignLeft, Qt::ElideRight, time);
    paintShaped(*painter, layout.managers, Qt::AlignLeft, Qt::ElideRight, managers);
    paintWords(*painter, layout.words, words, face);
}

QSize RevisionsDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {option.rect.width(), rungHeight(option.rect.width())};
}

} // namespace wk
