// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/stylepaint.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace wk::paint {

namespace {

constexpr int arrowSide = 10;

bool hasFlag(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

void lineBelow(QPainter &painter, const QRect &rect, const QColor &colour)
{
    painter.fillRect(rect.left(), rect.bottom(), rect.width(), 1, colour);
}

void lineRight(QPainter &painter, const QRect &rect, const QColor &colour)
{
    painter.fillRect(rect.right(), rect.top(), 1, rect.height(), colour);
}

} // namespace

void itemRow(QPainter &painter, const QStyleOption &option)
{
    const Tokens &colours = tokens(option.palette);
    const auto *item = qstyleoption_cast<const QStyleOptionViewItem *>(&option);
    if (hasFlag(option, QStyle::State_Selected))
        painter.fillRect(option.rect, hasFlag(option, QStyle::State_Active) ? colours.sel : colours.selOff);
    else if (hasFlag(option, QStyle::State_MouseOver))
        painter.fillRect(option.rect, colours.hover);
    else if (item && item->backgroundBrush.style() != Qt::NoBrush)
        painter.fillRect(option.rect, item->backgroundBrush);
}

void headerSection(QPainter &painter, const QStyleOption &option)
{
    const Tokens &colours = tokens(option.palette);
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
    painter.fillRect(option.rect, header && hasFlag(option, QStyle::State_MouseOver) ? colours.hover : colours.header);
    lineBelow(painter, option.rect, colours.border);
    const bool last = header && (header->position == QStyleOptionHeader::End ||
                                 header->position == QStyleOptionHeader::OnlyOneSection);
    if (header && !last)
        lineRight(painter, option.rect, colours.border);
}

QStyleOptionHeaderV2 headerLabel(const QStyleOptionHeader &option)
{
    QStyleOptionHeaderV2 quiet;
    if (const auto *second = qstyleoption_cast<const QStyleOptionHeaderV2 *>(&option))
        quiet = *second;
    else
        static_cast<QStyleOptionHeader &>(quiet) = option;
    const QColor ink = tokens(option.palette).text2;
    quiet.palette.setColor(QPalette::ButtonText, ink);
    quiet.palette.setColor(QPalette::WindowText, ink);
    quiet.state.setFlag(QStyle::State_On, false); // Fusion would embolden the sections of selected columns.
    return quiet;
}

QRect headerLabelRect(const QStyleOptionHeader &header)
{
    const int padding = scaled(measure::CellPadding);
    return header.rect.adjusted(padding, 0, -padding, 0);
}

QRect headerArrowRect(const QStyleOptionHeader &header)
{
    const QRect label = headerLabelRect(header);
    const int side = scaled(arrowSide);
    const int text = header.fontMetrics.horizontalAdvance(header.text);
    const bool isRight = header.textAlignment.testFlag(Qt::AlignRight);
    const int left = isRight ? label.right() - text - side : label.left() + text + scaled(2);
    return {left, label.center().y() - side / 2, side, side};
}

void sortArrow(QPainter &painter, const QStyleOption &option)
{
    const auto *header = qstyleoption_cast<const QStyleOptionHeader *>(&option);
    if (!header || header->sortIndicator == QStyleOptionHeader::None)
        return;
    // Qt calls the arrow of an ascending sort "SortDown"; people read a triangle that points up as "smallest
    // first".
    const bool up = header->sortIndicator == QStyleOptionHeader::SortDown;
    const QPointF c = QRectF(option.rect).center();
    const double w = scaled(3);
    const double h = w * 0.7;
    const double tip = up ? -h : h;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens(option.palette).accent);
    painter.drawPolygon(QPolygonF({c + QPointF(-w, -tip), c + QPointF(w, -tip), c + QPointF(0, tip)}));
    painter.restore();
}

QColor gridColour(const QStyleOption *option)
{
    return option ? tokens(option->palette).border : darkTokens().border;
}

void tabShape(QPainter &painter, const QStyleOption &option)
{
    const Tokens &colours = tokens(option.palette);
    const QRect &rect = option.rect;
    const bool on = hasFlag(option, QStyle::State_Selected);
    if (on) {
        painter.fillRect(rect, colours.base);
        painter.fillRect(rect.left(), rect.top(), rect.width(), 2, colours.accent);
    } else {
        painter.fillRect(rect, hasFlag(option, QStyle::State_MouseOver) ? colours.hover : colours.window);
        lineBelow(painter, rect, colours.border);
    }
    lineRight(painter, rect, colours.border);
}

void tabLabel(QPainter &painter, const QStyleOption &option)
{
    const auto *tab = qstyleoption_cast<const QStyleOptionTab *>(&option);
    if (!tab)
        return;
    const Tokens &colours = tokens(option.palette);
    const bool on = hasFlag(option, QStyle::State_Selected);
    painter.save();
    painter.setFont(fontOf(on ? TextRole::BodyBold : TextRole::Body));
    painter.setPen(!hasFlag(option, QStyle::State_Enabled) ? colours.disabled : on ? colours.text : colours.text2);
    painter.drawText(option.rect, Qt::AlignCenter | Qt::TextShowMnemonic, tab->text);
    painter.restore();
    if (hasFlag(option, QStyle::State_HasFocus))
        focusFrame(painter, option);
}

void tabBarBase(QPainter &painter, const QStyleOption &option)
{
    lineBelow(painter, option.rect, tokens(option.palette).border);
}

void dockTitle(QPainter &painter, const QStyleOption &option)
{
    const auto *dock = qstyleoption_cast<const QStyleOptionDockWidget *>(&option);
    if (!dock)
        return;
    const Tokens &colours = tokens(option.palette);
    painter.fillRect(option.rect, colours.window);
    lineBelow(painter, option.rect, colours.border);
    painter.save();
    painter.setFont(fontOf(TextRole::BodyBold));
    painter.setPen(colours.text2);
    painter.drawText(option.rect.adjusted(scaled(measure::FirstPadding), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     dock->title);
    painter.restore();
}

void separator(QPainter &painter, const QStyleOption &option)
{
    const Tokens &colours = tokens(option.palette);
    painter.fillRect(option.rect, hasFlag(option, QStyle::State_MouseOver) ? colours.borderStrong : colours.border);
}

void popup(QPainter &painter, const QStyleOption &option)
{
    const Tokens &colours = tokens(option.palette);
    painter.save();
    painter.setPen(colours.dark ? colours.borderStrong : colours.border);
    painter.setBrush(colours.tooltip);
    painter.drawRect(option.rect.adjusted(0, 0, -1, -1));
    painter.restore();
}

void scrollCorner(QPainter &painter, const QStyleOption &option)
{
    painter.fillRect(option.rect, tokens(option.palette).base);
}

void scrollBar(QPainter &painter, const QStyleOption &option, const QRect &slider)
{
    const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(&option);
    if (!bar)
        return;
    const Tokens &colours = tokens(option.palette);
    painter.fillRect(option.rect, colours.base);
    if (bar->minimum >= bar->maximum)
        return;
    const bool upright = bar->orientation == Qt::Vertical;
    const bool held = hasFlag(option, QStyle::State_Sunken) && bar->activeSubControls == QStyle::SC_ScrollBarSlider;
    const bool under = hasFlag(option, QStyle::State_MouseOver);
    QColor fill = colours.borderStrong;
    fill.setAlphaF(held ? 1.0F : under ? 0.85F : 0.6F);
    const QRectF thumb =
        QRectF(slider).adjusted(upright ? 2 : 1, upright ? 1 : 2, upright ? -2 : -1, upright ? -1 : -2);
    const double radius = std::min(thumb.width(), thumb.height()) / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(fill);
    painter.drawRoundedRect(thumb, radius, radius);
    painter.restore();
}

QRect scrollBarPart(const QStyleOptionSlider &bar, QStyle::SubControl part)
{
    const bool upright = bar.orientation == Qt::Vertical;
    const QRect &all = bar.rect;
    const int length = upright ? all.height() : all.width();
    const qint64 range = static_cast<qint64>(bar.maximum) - bar.minimum;
    const int least = std::min(scaled(measure::Row), length);
    const int size = range <= 0 ? length
                                : std::clamp(static_cast<int>(length * static_cast<qint64>(bar.pageStep) /
                                                              std::max<qint64>(range + bar.pageStep, 1)),
                                             least, length);
    const int at =
        QStyle::sliderPositionFromValue(bar.minimum, bar.maximum, bar.sliderPosition, length - size, bar.upsideDown);
    const auto span = [&](int from, int to) {
        return upright ? QRect(all.left(), all.top() + from, all.width(), to - from)
                       : QRect(all.left() + from, all.top(), to - from, all.height());
    };
    switch (part) {
    case QStyle::SC_ScrollBarSlider: return span(at, at + size);
    case QStyle::SC_ScrollBarSubPage: return span(0, at);
    case QStyle::SC_ScrollBarAddPage: return span(at + size, length);
    case QStyle::SC_ScrollBarGroove: return all;
    default: return {};
    }
}

} // namespace wk::paint
