// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvsteps.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace wk {

RvSteps::RvSteps(const RvWindow &window)
    : m_window(window)
    , m_columnSeconds(secondsTo(window.to) / std::max(1, window.columns))
{}

double RvSteps::secondsTo(WallTime time) const
{
    return double((time - m_window.from).count()) / 1e6;
}

void RvSteps::begin(double value)
{
    m_points = {{0, value}};
    m_value = value;
}

void RvSteps::add(const RvBucket &bucket)
{
    const double x = secondsTo(bucket.last.time);
    const double column = m_columnSeconds > 0 ? std::floor(x / m_columnSeconds) : 0;
    if (!m_inColumn || column != m_column) {
        endColumn(column);
        m_first = bucket.first.value;
    }
    m_least = std::min({m_least, bucket.least, bucket.first.value});
    m_most = std::max({m_most, bucket.most, bucket.first.value});
    m_last = bucket.last.value;
    m_x = x;
}

QList<QPointF> RvSteps::end()
{
    endColumn(-1);
    const double x = secondsTo(m_window.to);
    if (hasBegun() && x > m_points.last().x())
        m_points.append({x, m_value});
    return std::move(m_points);
}

/// Draws the column that was under way: up or down to where it ended, by way of what lay outside of that.
void RvSteps::endColumn(double next)
{
    if (m_inColumn) {
        const double before = hasBegun() ? m_value : m_first;
        m_points.append({m_x, before});
        if (m_least < std::min(before, m_last))
            m_points.append({m_x, m_least});
        if (m_most > std::max(before, m_last))
            m_points.append({m_x, m_most});
        if (m_last != m_points.last().y())
            m_points.append({m_x, m_last});
        m_value = m_last;
    }
    m_inColumn = next >= 0;
    m_column = next;
    m_least = std::numeric_limits<double>::infinity();
    m_most = -m_least;
}

} // namespace wk
