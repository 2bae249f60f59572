// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/lanerows.h"
#include "ui/timeline/markbins.h"
#include "ui/timeline/unseenpainter.h"

#include <QColor>
#include <QRect>
#include <QString>

#include <vector>

class QPainter;

namespace wk {

/// Paints what lies to the right of a lane's name: bars by phase, marks by event, notes. Made for one paint event. Gui
/// thread.
class LanePainter
{
public:
    LanePainter(QPainter &painter, const LaneScene &scene, UnseenPainter &unseen);

    /// One row; `strip` is its whole width on the axis, `ground` what it lies on. A collapsed row is the density of the
    /// lanes below it.
    void paintRow(const LaneRow &row, const QRect &strip, const QColor &ground);

private:
    void paintLife(const Lane &lane, const QRect &strip, bool isController);
    void paintUnwatched(const Lane &lane, const QRect &bar);
    void paintBar(WallTime from, WallTime to, const QRect &bar, Phase phase);
    void paintMarks(const LaneRow &row, const QRect &strip);
    void paintSingle(const QRect &strip);
    void paintTick(const PlacedMark &mark, const QRect &strip);
    void paintDensity(const QRect &strip);
    void paintNotes(const Lane &lane, const QRect &strip);
    double xIn(WallTime time) const { return clippedX(m_scene.axis, time); }

    QPainter &m_painter;
    const LaneScene &m_scene;
    UnseenPainter &m_unseen;
    QColor m_ground; ///< what the row under work lies on
    std::vector<MarkBin> m_bins;
};

/// Whether a row's bar is thin: one that owns others, or a kind that does.
bool isController(const LaneRow &row);

} // namespace wk
