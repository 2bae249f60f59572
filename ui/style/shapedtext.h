// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QFont;
class QPainter;
class QRect;

namespace wk {

/// Texts of one line that are painted again and again: shaped once, which takes most of what QPainter::drawText() does
/// and is done anew by each of it, by elidedText() and by horizontalAdvance(). The 4,096 last used are kept. Gui thread.

/// QFontMetrics(font).horizontalAdvance(text).
int shapedWidth(const QFont &font, const QString &text);

/// QFontMetrics(font).elidedText(text, mode, width).
QString shapedElided(const QFont &font, const QString &text, Qt::TextElideMode mode, int width);

/// What painter.drawText() paints of the text, elided where it is wider than the area: with the painter's font and
/// pen, left or right as `alignment` says, in the middle of the area's height.
void paintShaped(QPainter &painter, const QRect &area, Qt::Alignment alignment, Qt::TextElideMode mode,
                 const QString &text);

} // namespace wk
