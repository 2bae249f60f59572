// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/dropbutton.h"

#include "ui/style/fonts.h"

#include <QStyleOptionButton>
#include <QStylePainter>

namespace wk {

namespace {

constexpr int MarkWidth = 3;
constexpr int MarkInset = 3;

} // namespace

QSize DropButton::sizeHint() const
{
    QSize size = QPushButton::sizeHint();
    if (!menu())
        size.rwidth() += style()->pixelMetric(QStyle::PM_MenuButtonIndicator, nullptr, this);
    return size;
}

void DropButton::setMark(const QColor &ink)
{
    m_mark = ink;
    update();
}

void DropButton::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionButton option;
    initStyleOption(&option);
    option.features.setFlag(QStyleOptionButton::HasMenu, true);
    painter.drawControl(QStyle::CE_PushButton, option);
    if (m_mark.isValid())
        painter.fillRect(QRect(rect().left() + scaled(MarkInset), rect().top() + scaled(MarkInset), scaled(MarkWidth),
                               rect().height() - 2 * scaled(MarkInset)),
                         m_mark);
}

} // namespace wk
