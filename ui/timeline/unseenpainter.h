// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/lanerows.h"
#include "ui/timeline/timelinedata.h"

#include <QRect>
#include <QString>

#include <set>
#include <utility>

class QPainter;

namespace wk {

struct Tokens;

/// What the lanes of one paint event are painted of, and where.
struct LaneScene {
    const TimelineData &data;
    const Tokens &tokens;
    TimeAxis axis;
    WallTime now{};
};

/// Paints what was not seen, over the lanes: gaps, what is in doubt, and where knowing begins. Made for one paint
/// event. Gui thread.
class UnseenPainter
{
public:
    UnseenPainter(QPainter &painter, const LaneScene &scene);

    void paintStale(const Lane &lane, const QRect &strip);
    /// The part of a strip from where an object of the row was made until the last had gone.
    QRect whereObjectsWere(const LaneRow &row, const QRect &strip) const;
    /// Over the rows whose lanes have these gaps, which touch each other; paler where they are only in doubt.
    void paintGaps(const std::vector<GapSpan> &gaps, const QRect &rows);
    /// What those gaps are, in the first row: within a gap where it is wide enough, else beside it where nothing of the
    /// row is covered. What has been said of the same time already is not said again.
    void labelGaps(const std::vector<GapSpan> &gaps, const LaneRow &first, const QRect &rows);
    /// Where knowing begins: a line.
    void paintBeginning(std::optional<WallTime> time, const QRect &rows);
    /// What that line is, left of it where there is room.
    void labelBeginning(std::optional<WallTime> time, const QRect &rows, const QString &words);

private:
    void paintHatch(WallTime from, WallTime to, const QRect &rows, double opacity);
    std::optional<double> placeOfLabel(const QRectF &gap, double width, const LaneRow &row) const;
    bool isPlain(const LaneRow &row, double left, double right) const;
    void labelGap(const GapSpan &gap, const QRectF &area, const LaneRow &row);
    QRectF gapArea(const GapSpan &gap, const QRect &rows) const;
    bool isInside(std::optional<WallTime> time) const;
    double xIn(WallTime time) const { return clippedX(m_scene.axis, time); }

    QPainter &m_painter;
    const LaneScene &m_scene;
    std::set<std::pair<int, int>> m_said; ///< where gaps begin and end that have been named
};

} // namespace wk
