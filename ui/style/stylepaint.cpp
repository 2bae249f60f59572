// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/stylepaint.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/proxystyle.h"
#include "ui/style/tokens.h"

#include <QPainter>
#include <QPainterPath>
#include <QWidget>

namespace wk::paint {

namespace {

bool has(const QStyleOption &option, QStyle::StateFlag flag)
{
    return option.state.testFlag(flag);
}

bool isPrimary(const QWidget *widget)
{
    return widget && widget->property(primaryProperty).toBool();
}

/// A rounded box whose edge is `width` px, inside of `rect`.
void box(QPainter &painter, const QRect &rect, const QColor &fill, const QPen &edge)
{
    const double half = edge.widthF() / 2;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(edge);
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), measure::Radius - half,
                            measure::Radius - half);
    painter.restore();
}

QPen focusPen(const Tokens &colours)
{
    return QPen(colours.accent, measure::FocusWidth);
}

QPen lineEditEdge(const Tokens &colours, const QStyleOption &option, const QWidget *widget)
{
    const QVariant edge = widget ? widget->property(edgeProperty) : QVariant();
    if (edge.isValid()) {
        switch (static_cast<FilterEdge>(edge.toInt())) {
        case FilterEdge::Wrong: return QPen(colours.deleted, 1);
        case FilterEdge::Typing: return focusPen(colours);
        case FilterEdge::Valid:
            return has(option, QStyle::State_HasFocus) ? QPen(colours.added, 2) : QPen(colours.added, 1);
        case FilterEdge::Empty: break;
        }
    }
    return has(option, QStyle::State_HasFocus) ? focusPen(colours) : QPen(colours.borderStrong, 1);
}

QColor buttonFill(const Tokens &colours, const QStyleOption &option, bool primary)
{
    if (!has(option, QStyle::State_Enabled))
        return colours.window;
    if (primary)
        return has(option, QStyle::State_Sunken) ? colours.accentFill.darker(110) : colours.accentFill;
    if (has(option, QStyle::State_On))
        return colours.accentTint;
    if (has(option, QStyle::State_Sunken))
        return colours.border;
    if (has(option, QStyle::State_MouseOver))
        return colours.dark ? colours.tooltip : colours.hover;
    return colours.dark ? colours.hover : colours.base;
}

bool showsFocus(const QStyleOption &option)
{
    return has(option, QStyle::State_HasFocus) && has(option, QStyle::State_KeyboardFocusChange);
}

} // namespace

void focusFrame(QPainter &painter, const QStyleOption &option)
{
    box(painter, option.rect, QColor(), focusPen(tokens(option.palette)));
}

void lineEdit(QPainter &painter, const QStyleOption &option, const QWidget *widget)
{
    const auto *frame = qstyleoption_cast<const QStyleOptionFrame *>(&option);
    if (frame && frame->lineWidth <= 0)
        return;
    const Tokens &colours = tokens(option.palette);
    box(painter, option.rect, colours.field, lineEditEdge(colours, option, widget));
}

void button(QPainter &painter, const QStyleOption &option, const QWidget *widget)
{
    const Tokens &colours = tokens(option.palette);
    const auto *flags = qstyleoption_cast<const QStyleOptionButton *>(&option);
    const bool primary = isPrimary(widget) && has(option, QStyle::State_Enabled);
    const bool flat = flags && flags->features.testFlag(QStyleOptionButton::Flat);
    const bool touched = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken | QStyle::State_On);
    if (flat && !touched && !showsFocus(option))
        return;
    QPen edge(primary ? colours.accentFill : has(option, QStyle::State_On) ? colours.accent : colours.border, 1);
    if (showsFocus(option))
        edge = focusPen(colours);
    box(painter, option.rect, buttonFill(colours, option, primary), edge);
}

void toolButton(QPainter &painter, const QStyleOption &option)
{
    const bool raised = option.state & (QStyle::State_Sunken | QStyle::State_On) ||
                        (has(option, QStyle::State_MouseOver) && has(option, QStyle::State_Enabled)) ||
                        !has(option, QStyle::State_AutoRaise) || showsFocus(option);
    if (raised)
        button(painter, option, nullptr);
}

QStyleOptionButton buttonLabel(const QStyleOptionButton &option, const QWidget *widget)
{
    const Tokens &colours = tokens(option.palette);
    QStyleOptionButton inked = option;
    if (isPrimary(widget) && has(option, QStyle::State_Enabled))
        inked.palette.setColor(QPalette::ButtonText, colours.accentInk);
    else if (option.features.testFlag(QStyleOptionButton::Flat) && has(option, QStyle::State_Enabled))
        inked.palette.setColor(QPalette::ButtonText, colours.text2);
    return inked;
}

void comboBox(QPainter &painter, const QStyleOption &option, const QRect &arrow)
{
    const Tokens &colours = tokens(option.palette);
    QPen edge(colours.borderStrong, 1);
    if (showsFocus(option))
        edge = focusPen(colours);
    box(painter, option.rect, has(option, QStyle::State_Enabled) ? colours.field : colours.window, edge);
    QStyleOption mark = option;
    mark.rect = arrow;
    chevron(painter, mark, true);
}

void checkBox(QPainter &painter, const QStyleOption &option)
{
    const Tokens &colours = tokens(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool on = has(option, QStyle::State_On);
    const bool partly = has(option, QStyle::State_NoChange);
    const QColor fill = !enabled ? colours.window : on || partly ? colours.accentFill : colours.field;
    box(painter, option.rect, fill, QPen(enabled && (on || partly) ? colours.accentFill : colours.borderStrong, 1));
    const QColor ink = enabled ? colours.accentInk : colours.disabled;
    if (on)
        paintIcon(painter, QRectF(option.rect).adjusted(1, 1, -1, -1), Icon::Check, ink);
    else if (partly)
        painter.fillRect(QRect(option.rect.center() - QPoint(3, 0), QSize(7, 2)), ink);
}

void radioButton(QPainter &painter, const QStyleOption &option)
{
    const Tokens &colours = tokens(option.palette);
    const bool enabled = has(option, QStyle::State_Enabled);
    const bool on = has(option, QStyle::State_On);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(on && enabled ? colours.accentFill : colours.borderStrong);
    painter.setBrush(!enabled ? colours.window : on ? colours.accentFill : colours.field);
    painter.drawEllipse(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5));
    if (on) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(enabled ? colours.accentInk : colours.disabled);
        painter.drawEllipse(QRectF(option.rect).center(), 2.5, 2.5);
    }
    painter.restore();
}

void chevron(QPainter &painter, const QStyleOption &option, bool down)
{
    const Tokens &colours = tokens(option.palette);
    const int side = scaled(measure::Glyph);
    QRect area(0, 0, side, side);
    area.moveCenter(option.rect.center());
    const QColor ink = has(option, QStyle::State_Enabled) ? colours.text3 : colours.disabled;
    paintIcon(painter, area, down ? Icon::ChevronDown : Icon::ChevronRight, ink);
}

void branch(QPainter &painter, const QStyleOption &option)
{
    if (has(option, QStyle::State_Children))
        chevron(painter, option, has(option, QStyle::State_Open));
}

void progressGroove(QPainter &painter, const QStyleOption &option)
{
    constexpr int height = 4;
    QRect bar = option.rect;
    bar.setHeight(height);
    bar.moveCenter(option.rect.center());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens(option.palette).border);
    painter.drawRoundedRect(bar, height / 2.0, height / 2.0);
    painter.restore();
}

void progressContents(QPainter &painter, const QStyleOption &option)
{
    const auto *progress = qstyleoption_cast<const QStyleOptionProgressBar *>(&option);
    if (!progress)
        return;
    constexpr int height = 4;
    const double span = progress->maximum - progress->minimum;
    const double done = span > 0 ? (progress->progress - progress->minimum) / span : 0.3;
    QRectF bar(option.rect.left(), 0, option.rect.width() * std::clamp(done, 0.0, 1.0), height);
    bar.moveTop(option.rect.center().y() - height / 2.0 + 0.5);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens(option.palette).accent);
    painter.drawRoundedRect(bar, height / 2.0, height / 2.0);
    painter.restore();
}

} // namespace wk::paint
