// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/lanerows.h"
#include "ui/timeline/markbins.h"
#include "ui/timeline/timelinedata.h"

#include <QColor>
#include <QRect>
#include <QString>

#include <set>
#include <utility>

class QPainter;

namespace wk {

struct Tokens;

/// Paints what lies to the right of a lane's name: bars by phase, marks by event, notes, and what was not seen. Made
/// for one paint event. Gui thread.
class LanePainter
{
public:
    struct Scene {
        const TimelineData &data;
        const Tokens &tokens;
        TimeAxis axis;
        WallTime now{};
    };

    LanePainter(QPainter &painter, const Scene &scene);

    /// One row; `strip` is its whole width on the axis, `ground` what it lies on. A collapsed row is the density of the
    /// lanes below it.
    void paintRow(const LaneRow &row, const QRect &strip, const QColor &ground);
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
    void paintLife(const Lane &lane, const QRect &strip, bool isController);
    void paintUnwatched(const Lane &lane, const QRect &bar);
    void paintHatch(WallTime from, WallTime to, const QRect &rows, double opacity);
    void paintStale(const Lane &lane, const QRect &strip);
    void paintBar(WallTime from, WallTime to, const QRect &bar, Phase phase);
    void paintMarks(const LaneRow &row, const QRect &strip);
    void paintSingle(const QRect &strip);
    void paintTick(const PlacedMark &mark, const QRect &strip);
    void paintDensity(const QRect &strip);
    void paintNotes(const Lane &lane, const QRect &strip);
    std::optional<double> placeOfLabel(const QRectF &gap, double width, const LaneRow &row) const;
    bool isPlain(const LaneRow &row, double left, double right) const;
    void labelGap(const GapSpan &gap, const QRectF &area, const LaneRow &row);
    QRectF gapArea(const GapSpan &gap, const QRect &rows) const;
    bool isInside(std::optional<WallTime> time) const;
    /// Clipped to a little more than the axis, so that no coordinate runs away.
    double xIn(WallTime time) const;

    QPainter &m_painter;
    const Scene &m_scene;
    QColor m_ground; ///< what the row under work lies on
    std::vector<MarkBin> m_bins;
    std::set<std::pair<int, int>> m_said; ///< where gaps begin and end that have been named
};

/// Whether a row's bar is thin: one that owns others, or a kind that does.
bool isController(const LaneRow &row);

} // namespace wk
