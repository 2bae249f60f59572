// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QPainter;
class QRectF;

namespace wk {

/// Paints a short text whose digits are all of one width, so that numbers under each other line up: with the
/// painter's font and pen, in the middle of the area's height. Before Qt 6.7 a font's tabular figures cannot
/// be asked for, so the glyphs are set one by one; texts that hold anything but ASCII, narrow spaces and
/// signs are painted as they are. Gui thread.
void paintFigures(QPainter &painter, const QRectF &area, Qt::Alignment alignment, const QString &text);

} // namespace wk
