// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/style/clusterlook.h"
#include "ui/timeline/lanerows.h"
#include "ui/timeline/timelinecoordinates.h"

#include <QColor>
#include <QRect>

#include <optional>

class QPainter;

/// What stands around the lanes of the timeline: names, ruler, grid. Gui thread.
namespace wk {

struct Tokens;

struct HeadingLook {
    bool selected = false;
    bool hovered = false;
    bool isGone = false;                        ///< at the moment that is shown, or not there yet
    bool isDensity = false;                     ///< collapsed: the lane counts what is below it
    QString cluster{};                          ///< of a lane at the root, safe; empty where all are of one
    ClusterColour colour = ClusterColour::None; ///< its
};

/// What a row lies on, over its whole width.
QColor rowGround(const Tokens &tokens, const LaneRow &row, const HeadingLook &look);
/// A row's name, its place in the owner tree, and its twisty.
void paintHeading(QPainter &painter, const Tokens &tokens, const QRect &area, const LaneRow &row,
                  const HeadingLook &look);
/// Where the twisty of a row is, for the mouse.
QRect twistyIn(const QRect &area, const LaneRow &row);

void paintGrid(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area);
/// With the playhead's time on a plate, if there is one: no other label lies half under it.
void paintRuler(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area,
                const std::optional<WallTime> &playhead);

/// A line over `area` where the window's playhead stands, and a veil over what came after it. Nothing when it is out of
/// sight to the right; all is veiled when it is so to the left.
void paintPlayhead(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area, WallTime moment);

/// A range of time between two pixels while it is drawn over `area`: as the one that is chosen looks on the time strip,
/// with its length where there is room, below a ruler.
void paintDrawnRange(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area, double left,
                     double right);

/// "Deploy", "RS", …: how a kind is called where there is little room; other kinds as they are.
QString shortKind(const std::string &kind);

} // namespace wk
