// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/programicon.h"

#include <QPainter>
#include <QPixmap>
#include <QSvgRenderer>

/// Outside of any namespace; see glyphs.cpp.
static void registerProgramIcon()
{
    Q_INIT_RESOURCE(icons);
}

namespace wk {

QIcon programIcon()
{
    registerProgramIcon();
    constexpr int LargestSmall = 24; // up to it the drawing with few strokes is clearer
    QSvgRenderer small(QStringLiteral(":/watchkeeper/app/watchkeeper-16.svg"));
    QSvgRenderer large(QStringLiteral(":/watchkeeper/app/watchkeeper.svg"));
    QIcon icon;
    for (const int side : {16, 22, 24, 32, 48, 64, 128, 256}) {
        QPixmap pixmap(side, side);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        (side <= LargestSmall ? small : large).render(&painter);
        painter.end();
        icon.addPixmap(pixmap);
    }
    return icon;
}

} // namespace wk
