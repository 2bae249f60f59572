// SPDX-License-Identifier: GPL-3.0-or-later
// What the hand does to a TimeStrip.
#include "core/base/clock.h"
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/window/timestrip.h"

#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>

namespace wk {

namespace {

constexpr int leastDragPixels = 4;
constexpr int playheadReach = 9; ///< how far beside its line it can be taken hold of, in px at 100 %
constexpr std::array<int, 5> binWidths = {1, 5, 15, 30, 60};
constexpr double notchAngle = 120;
constexpr int binsPerNotch = 12;
constexpr int nearPart = 20; ///< of the strip
constexpr int binsPerPage = 12;

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
    const double right = width() - scaled(side);
    if (followsNow() && x >= right - 1)
        Q_EMIT liveAsked();
    else
        Q_EMIT momentAsked(timeAt(std::clamp<double>(x, scaled(side), right)));
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
    m_binSeconds = UsualBinSeconds;
    m_lastBin.reset();
    tick();
}

void TimeStrip::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    if (std::abs(angle.x()) > std::abs(angle.y()))
        showUpTo(lastBin() - std::llround(angle.x() / notchAngle * binsPerNotch));
    else if (angle.y() != 0)
        zoom(angle.y() > 0 ? -1 : 1, event->position().x());
    update();
    event->accept();
}

void TimeStrip::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left: return movePlayhead(-1);
    case Qt::Key_Right: return movePlayhead(1);
    case Qt::Key_PageUp: return movePlayhead(-binsPerPage);
    case Qt::Key_PageDown: return movePlayhead(binsPerPage);
    case Qt::Key_Home:
        if (const auto first = knownFrom())
            Q_EMIT momentAsked(*first);
        return;
    case Qt::Key_End: Q_EMIT liveAsked(); return;
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoomAtPlayhead(-1);
    case Qt::Key_Minus: return zoomAtPlayhead(1);
    default: QWidget::keyPressEvent(event);
    }
}

/// Not to before anything was watched; past now lies the present.
void TimeStrip::movePlayhead(int bins)
{
    const auto first = knownFrom();
    if (!first)
        return;
    const WallTime moment = std::max(playheadTime() + std::chrono::seconds(bins * m_binSeconds), *first);
    if (moment < m_clock.wallNow())
        Q_EMIT momentAsked(moment);
    else
        Q_EMIT liveAsked();
}

void TimeStrip::zoomAtPlayhead(int step)
{
    zoom(step, playheadX());
    update();
}

/// The moment at x stays there, unless the present is near: then it stays at the right end.
void TimeStrip::zoom(int step, double x)
{
    const auto moment = std::chrono::duration<double>(timeAt(x).time_since_epoch()).count();
    const auto found = std::ranges::find(binWidths, m_binSeconds);
    const auto index = std::clamp<std::ptrdiff_t>(found - binWidths.begin() + step, 0, binWidths.size() - 1);
    m_binSeconds = binWidths[static_cast<std::size_t>(index)];
    tick();
    const double binsBehind = (width() - scaled(side) - x) / scaled(pitch);
    const std::int64_t last = std::llround(moment / m_binSeconds + binsBehind) - 1;
    showUpTo(last < m_nowBin - binCount() / nearPart ? last : m_nowBin);
}

} // namespace wk
