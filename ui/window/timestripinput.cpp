// SPDX-License-Identifier: GPL-3.0-or-later
// What the hand does to a TimeStrip.
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/window/timestrip.h"

#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace wk {

namespace {

constexpr int leastDragPixels = 4;
constexpr int playheadReach = 9; ///< how far beside its line it can be taken hold of, in px at 100 %
constexpr std::array<int, 5> binWidths = {1, 5, 15, 30, 60};

} // namespace

/// Its line and the diamond, and the whole ruler, where it comes to the pointer.
bool TimeStrip::isOnPlayhead(QPointF point) const
{
    if (point.y() > scaled(barsBottom))
        return true;
    return point.y() >= scaled(playheadTop) - scaled(3) && std::abs(point.x() - playheadX()) <= scaled(playheadReach);
}

void TimeStrip::dragPlayhead(double x)
{
    if (x >= width() - scaled(side) - 1)
        Q_EMIT liveAsked();
    else
        Q_EMIT momentAsked(timeAt(std::max<double>(x, scaled(side))));
    update();
}

void TimeStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_isDraggingPlayhead = isOnPlayhead(event->position());
    if (!m_isDraggingPlayhead)
        m_dragFrom = event->position().x();
    else if (event->position().y() > scaled(barsBottom))
        dragPlayhead(event->position().x());
}

void TimeStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (m_isDraggingPlayhead)
        return dragPlayhead(event->position().x());
    setCursor(!m_dragFrom && isOnPlayhead(event->position()) ? Qt::SizeHorCursor : Qt::ArrowCursor);
    if (!m_dragFrom || std::abs(event->position().x() - *m_dragFrom) < leastDragPixels)
        return;
    const auto [left, right] = std::minmax({*m_dragFrom, event->position().x()});
    m_state.setTimeRange(TimeRange{timeAt(left), timeAt(right)});
}

void TimeStrip::mouseReleaseEvent(QMouseEvent *)
{
    m_dragFrom.reset();
    m_isDraggingPlayhead = false;
    update();
}

void TimeStrip::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_dragFrom.reset();
    if (isOnPlayhead(event->position()))
        return mousePressEvent(event);
    m_state.setTimeRange({});
}

void TimeStrip::wheelEvent(QWheelEvent *event)
{
    const auto found = std::ranges::find(binWidths, m_binSeconds);
    auto index = found - binWidths.begin() + (event->angleDelta().y() > 0 ? -1 : 1);
    index = std::clamp<std::ptrdiff_t>(index, 0, binWidths.size() - 1);
    m_binSeconds = binWidths[static_cast<std::size_t>(index)];
    tick();
    event->accept();
}

} // namespace wk
