// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/chosenmark.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QPainter>

#include <cmath>

namespace wk {

namespace {

constexpr double RingWidth = 2;
constexpr double InferredShare = 0.75; // of a glyph's size: its frame has to find room in the ring

} // namespace

void paintChosenMark(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &strip,
                     const ChosenMark &mark)
{
    const double halo = strip.height() / 2.0;
    const double x = std::floor(xOf(axis, mark.time));
    if (axis.isEmpty() || x < axis.left - halo || x > axis.left + axis.width + halo)
        return;
    const QPointF middle(x, strip.top() + halo);
    const double ring = halo - RingWidth;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.base);
    painter.drawEllipse(middle, halo, halo);
    painter.setPen(QPen(tokens.accent, RingWidth));
    painter.drawEllipse(middle, ring, ring);
    const double size = scaled(measure::Glyph) * (mark.origin == EntryClass::Inferred ? InferredShare : 1);
    paintGlyph(painter, QRectF(middle.x() - size / 2, middle.y() - size / 2, size, size), mark.type, mark.origin,
               eventInk(tokens, mark.type));
    painter.restore();
}

} // namespace wk
