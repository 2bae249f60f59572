// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/charts/rvchartdata.h"

namespace wk {

/// Makes the points of a step line within a window, at most two a column of pixels. Any thread; a value.
class RvSteps
{
public:
    explicit RvSteps(const RvWindow &window);

    /// The value that the line enters the window with.
    void begin(double value);
    /// In order of time.
    void add(const RvBucket &bucket);
    /// The line, until the end of the window; the last call.
    QList<QPointF> end();

private:
    double secondsTo(WallTime time) const;
    bool hasBegun() const { return !m_points.isEmpty(); }
    void endColumn(double next);

    RvWindow m_window;
    double m_columnSeconds = 0;
    QList<QPointF> m_points;
    double m_value = 0; ///< where the line stands
    bool m_inColumn = false;
    double m_column = 0;
    double m_x = 0;
    double m_first = 0;
    double m_least = 0;
    double m_most = 0;
    double m_last = 0;
};

} // namespace wk
