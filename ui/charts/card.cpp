// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/card.h"

#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace wk {

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &tokens = wk::tokens(palette());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(tokens.border);
    painter.setBrush(tokens.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), measure::Radius, measure::Radius);
}

} // namespace wk
