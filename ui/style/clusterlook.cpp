// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/clusterlook.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/styletr.h"
#include "ui/style/tokens.h"

#include <QPainter>

namespace wk {

namespace {

constexpr int DotGap = 6;

} // namespace

QColor clusterInk(const Tokens &tokens, ClusterColour colour)
{
    switch (colour) {
    case ClusterColour::None: break;
    case ClusterColour::Red: return tokens.alarm;
    case ClusterColour::Orange: return tokens.series[4];
    case ClusterColour::Amber: return tokens.series[1];
    case ClusterColour::Green: return tokens.series[2];
    case ClusterColour::Blue: return tokens.series[0];
    case ClusterColour::Violet: return tokens.series[7];
    }
    return {};
}

QRect paintClusterDot(QPainter &painter, const QRect &area, ClusterColour colour, const Tokens &tokens)
{
    const QColor ink = clusterInk(tokens, colour);
    if (!ink.isValid())
        return area;
    const int side = scaled(measure::PhaseMark);
    QRectF box(area.left(), 0, side, side);
    box.moveTop(area.top() + (area.height() - side) / 2.0);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(ink);
    painter.drawEllipse(box);
    painter.restore();
    return area.adjusted(clusterDotWidth(colour), 0, 0, 0);
}

int clusterDotWidth(ClusterColour colour)
{
    return colour == ClusterColour::None ? 0 : scaled(measure::PhaseMark) + scaled(DotGap);
}

QString clusterColourName(ClusterColour colour)
{
    switch (colour) {
    case ClusterColour::None: return StyleTr::tr("None", "no colour");
    case ClusterColour::Red: return StyleTr::tr("Red");
    case ClusterColour::Orange: return StyleTr::tr("Orange");
    case ClusterColour::Amber: return StyleTr::tr("Amber");
    case ClusterColour::Green: return StyleTr::tr("Green");
    case ClusterColour::Blue: return StyleTr::tr("Blue");
    case ClusterColour::Violet: return StyleTr::tr("Violet");
    }
    return {};
}

} // namespace wk
