// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/statebadge.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QMouseEvent>
#include <QPainter>

namespace wk {

namespace {

constexpr int BadgeGap = 6;
constexpr int BadgePadding = 8;
constexpr int BadgeLeastChars = 8;

int badgeMarkWidth()
{
    return scaled(measure::Glyph + BadgeGap);
}

} // namespace

StateBadge::StateBadge(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFont(fontOf(TextRole::Body));
    hide();
}

void StateBadge::show(const std::optional<WatchLook> &look, const QString &words, const QString &tip)
{
    setVisible(look.has_value());
    const bool isSame = look.value_or(WatchLook()) == m_look && words == m_words;
    setToolTip(safeToolTip(tip));
    setAccessibleDescription(tip);
    if (isSame)
        return;
    m_look = look.value_or(WatchLook());
    m_words = words;
    setAccessibleName(tr("State of the watch: %1").arg(words));
    updateGeometry();
    update();
}

QSize StateBadge::sizeHint() const
{
    const int text = fontMetrics().horizontalAdvance(m_words);
    return {badgeMarkWidth() + text + scaled(BadgePadding), scaled(measure::ChipHeight)};
}

QSize StateBadge::minimumSizeHint() const
{
    const int least = badgeMarkWidth() + BadgeLeastChars * fontMetrics().averageCharWidth();
    return {std::min(least, sizeHint().width()), sizeHint().height()};
}

void StateBadge::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    const QRectF mark(0, 0, scaled(measure::Glyph), height());
    paintWatchMark(painter, mark, m_look, colours);
    const QRect area = rect().adjusted(badgeMarkWidth(), 0, 0, 0);
    painter.setPen(m_look.state == WatchState::Live && !m_look.isSilent ? colours.text2 : watchInk(colours, m_look));
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter,
                     fontMetrics().elidedText(m_words, Qt::ElideRight, area.width()));
}

void StateBadge::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && rect().contains(event->position().toPoint()))
        Q_EMIT clicked();
}

} // namespace wk
