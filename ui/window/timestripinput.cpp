// SPDX-License-Identifier: GPL-3.0-or-later
// What the hand does to a TimeStrip.
#include "core/base/clock.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/window/timestrip.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QMouseEvent>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace wk {

namespace {

constexpr int leastDragPixels = 4;
constexpr int playheadReach = 9; ///< how far beside its line it can be taken hold of, in px at 100 %
constexpr int rangeReach = 4;    ///< how far beside the end of a range
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

/// Of the time range, where the point is on one end.
std::optional<WallTime> TimeStrip::otherEndOf(QPointF point) const
{
    const std::optional<TimeRange> &range = m_state.timeRange();
    if (!range || point.y() > scaled(barsBottom))
        return {};
    const auto isAt = [&](WallTime end) { return std::abs(point.x() - xOf(end)) <= scaled(rangeReach); };
    return isAt(range->to) ? std::optional(range->from) : isAt(range->from) ? std::optional(range->to) : std::nullopt;
}

/// The time of the bar there, or of one beside: they are narrow.
std::optional<TimeRange> TimeStrip::barAt(double x) const
{
    for (const int beside : {0, -1, 1}) {
        const TimeRange bin = binAt(x + beside * scaled(pitch));
        if (bins().sum(secondOf(bin.from), secondOf(bin.to)).total() > 0)
            return bin;
    }
    return {};
}

void TimeStrip::setPointer(QPointF point)
{
    const bool moves = otherEndOf(point) || isOnPlayhead(point);
    setCursor(moves ? Qt::SizeHorCursor : barAt(point.x()) ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

/// A range from the end that stays to there.
void TimeStrip::draw(double x)
{
    m_press->isDrawing = m_press->isDrawing || std::abs(x - m_press->x) >= leastDragPixels;
    const auto [from, to] = std::minmax({m_press->fixed, timeAt(x)});
    if (m_press->isDrawing && from < to)
        m_state.setTimeRange(TimeRange{from, to});
}

void TimeStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const QPointF point = event->position();
    const auto fixed = otherEndOf(point);
    m_isDraggingPlayhead = !fixed && isOnPlayhead(point);
    if (!m_isDraggingPlayhead)
        m_press = Press{point.x(), fixed.value_or(timeAt(point.x())), fixed.has_value()};
    else if (point.y() > scaled(barsBottom))
        dragPlayhead(point.x());
}

void TimeStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (m_isDraggingPlayhead)
        dragPlayhead(event->position().x());
    else if (m_press)
        draw(event->position().x());
    else
        setPointer(event->position());
}

void TimeStrip::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto press = std::exchange(m_press, std::nullopt);
    m_isDraggingPlayhead = false;
    if (const auto bar = press && !press->isDrawing ? barAt(press->x) : std::nullopt)
        m_state.setTimeRange(bar);
    update();
}

void TimeStrip::mouseDoubleClickEvent(QMouseEvent *event)
{
    m_press.reset();
    if (!otherEndOf(event->position()) && isOnPlayhead(event->position()))
        return mousePressEvent(event);
    m_state.setTimeRange({});
    m_binSeconds = UsualBinSeconds;
    showPresent();
    tick();
}

/// Of what is under the pointer; from the keyboard of where the playhead stands.
void TimeStrip::contextMenuEvent(QContextMenuEvent *event)
{
    const bool isKey = event->reason() == QContextMenuEvent::Keyboard;
    const double x = isKey ? playheadX() : event->pos().x();
    const WallTime now = m_clock.wallNow();
    const WallTime moment = isKey ? playheadTime() : timeAt(x);
    const TimeRange bin = binAt(isKey ? x - 1 : x);
    QMenu menu(this);
    menu.addAction(
        tr("Only events of %1", "Only events of 14:02:05 - 14:02:10").arg(format::span(bin.from, bin.to, now)), this,
        [this, bin] { m_state.setTimeRange(bin); });
    QAction *then = menu.addAction(tr("Show the cluster as of %1").arg(format::momentMs(moment, now)), this,
                                   [this, moment] { Q_EMIT momentAsked(moment); });
    then->setEnabled(knownFrom() && moment < now);
    menu.addSeparator();
    menu.addAction(tr("Show all time again"), this, [this] { m_state.setTimeRange({}); })
        ->setEnabled(m_state.timeRange().has_value());
    const std::optional<TimeRange> range = m_state.timeRange();
    menu.addAction(tr("Save this range…"), this, [this, range] { Q_EMIT saveRangeAsked(*range); })
        ->setEnabled(range.has_value());
    menu.exec(isKey ? mapToGlobal(QPoint(int(x), scaled(barsBottom))) : event->globalPos());
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

void TimeStrip::showAll()
{
    if (!knownFrom())
        return;
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(m_clock.wallNow() - *knownFrom()).count();
    const auto fits = [this, seconds](int width) { return seconds <= std::int64_t(width) * (binCount() - 2); };
    const auto found = std::ranges::find_if(binWidths, fits);
    m_binSeconds = found == binWidths.end() ? binWidths.back() : *found;
    tick();
    showPresent();
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
