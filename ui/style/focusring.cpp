// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/focusring.h"

#include "ui/style/measures.h"
#include "ui/style/tokens.h"

#include <QAbstractItemView>
#include <QPainter>

namespace wk {

bool isFocusUnseen(const QAbstractItemView &view)
{
    return view.hasFocus() && !view.currentIndex().isValid() &&
           view.window()->testAttribute(Qt::WA_KeyboardFocusChange);
}

void paintFocusRing(QAbstractItemView &view)
{
    if (!isFocusUnseen(view))
        return;
    constexpr double half = measure::FocusWidth / 2.0;
    QPainter painter(view.viewport());
    painter.setPen(
        QPen(tokens(view.palette()).accent, measure::FocusWidth, Qt::SolidLine, Qt::SquareCap, Qt::MiterJoin));
    painter.drawRect(QRectF(view.viewport()->rect()).adjusted(half, half, -half, -half));
}

} // namespace wk
