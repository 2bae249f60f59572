// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/dropbutton.h"

#include <QStyleOptionButton>
#include <QStylePainter>

namespace wk {

QSize DropButton::sizeHint() const
{
    QSize size = QPushButton::sizeHint();
    if (!menu())
        size.rwidth() += style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, this);
    return size;
}

void DropButton::setOpens(bool opens)
{
    m_opens = opens;
    update();
}

void DropButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.features.setFlag(QStyleOptionButton::HasMenu, m_opens);
    painter.drawControl(QStyle::CE_PushButton, option);
}

} // namespace wk
