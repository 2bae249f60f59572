// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/chip.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace wk {

namespace {

constexpr int sidePadding = 8;
constexpr int iconGap = 5;

} // namespace

Chip::Chip(const QString &text, QWidget *parent)
    : QAbstractButton(parent)
{
    setText(text);
    setAttribute(Qt::WA_Hover);
    setIconSize(QSize(scaled(measure::Glyph), scaled(measure::Glyph)));
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void Chip::setDashed(bool dashed)
{
    m_dashed = dashed;
    update();
}

QSize Chip::sizeHint() const
{
    const int mark = icon().isNull() ? 0 : iconSize().width() + (text().isEmpty() ? 0 : scaled(iconGap));
    return {2 * scaled(sidePadding) + mark + fontMetrics().horizontalAdvance(text()), scaled(measure::ChipHeight)};
}

void Chip::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool on = isChecked() || isDown();
    QPen edge(hasFocus() || on ? colours.accent : colours.border, hasFocus() ? measure::FocusWidth : 1);
    if (m_dashed)
        edge.setStyle(Qt::DashLine);
    painter.setPen(edge);
    painter.setBrush(on ? QBrush(colours.accentTint) : underMouse() ? QBrush(colours.hover) : QBrush(Qt::NoBrush));
    const double half = edge.widthF() / 2;
    painter.drawRoundedRect(QRectF(rect()).adjusted(half, half, -half, -half), measure::Radius, measure::Radius);

    QRect inside = rect().adjusted(scaled(sidePadding), 0, -scaled(sidePadding), 0);
    if (!icon().isNull()) {
        const QRect mark(inside.left(), inside.center().y() - iconSize().height() / 2, iconSize().width(),
                         iconSize().height());
        icon().paint(&painter, mark, Qt::AlignCenter, isEnabled() ? QIcon::Active : QIcon::Disabled);
        inside.setLeft(mark.right() + scaled(iconGap));
    }
    painter.setPen(!isEnabled() ? colours.disabled : on ? colours.text : colours.text2);
    painter.drawText(inside, Qt::AlignVCenter | Qt::AlignLeft, text());
}

} // namespace wk
