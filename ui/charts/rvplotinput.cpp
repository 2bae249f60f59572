// SPDX-License-Identifier: GPL-3.0-or-later
// What the mouse does to an RvPlot.
#include "ui/charts/rvplot.h"
#include "ui/style/safetext.h"
#include "ui/timeline/wheelnotches.h"

#include <QApplication>
#include <QGraphicsScene>
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace wk {

bool RvPlot::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const Hit hit = hitAt(help->pos());
        Q_EMIT hovered(hit.watch); // the lines may have moved on under the pointer
        QToolTip::showText(help->globalPos(), safeToolTip(textOf(hit)), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave)
        Q_EMIT hovered(0);
    return QChartView::viewportEvent(event);
}

void RvPlot::mousePressEvent(QMouseEvent *event)
{
    event->accept(); // QChartView begins a rubber band here
    if (event->button() == Qt::LeftButton && plotArea().contains(event->position()))
        m_press = Press{event->position(), timeAt(timeAxis(), event->position().x())};
}

void RvPlot::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer = event->position();
    if (m_press && (m_pointer - m_press->at).manhattanLength() >= QApplication::startDragDistance())
        m_press->isDrawing = true;
    if (m_press && m_press->isDrawing)
        return scene()->update();
    const Hit hit = hitAt(event->position());
    viewport()->setCursor(hit.mark || hit.event || hit.gap ? Qt::PointingHandCursor : Qt::ArrowCursor);
    Q_EMIT hovered(hit.watch);
}

void RvPlot::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton)
        return;
    const auto press = std::exchange(m_press, std::nullopt);
    if (press && press->isDrawing) {
        m_pointer = event->position();
        const auto [left, right] = drawnRange(*press);
        scene()->update();
        if (left < right)
            Q_EMIT rangeChosen(timeAt(timeAxis(), left), timeAt(timeAxis(), right));
        return;
    }
    const Hit hit = hitAt(event->position());
    if (hit.mark)
        Q_EMIT markClicked(hit.watch);
    else if (hit.gap)
        Q_EMIT gapClicked(hit.watch, hit.gap->until);
    else if (hit.event)
        Q_EMIT eventClicked(hit.watch, *hit.event);
}

void RvPlot::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        Q_EMIT usualWanted();
}

void RvPlot::wheelEvent(QWheelEvent *event)
{
    const double notches = wheelNotches(*event);
    if (notches != 0)
        Q_EMIT zoomed(std::pow(StepIn, notches), timeAt(timeAxis(), event->position().x()));
    event->accept();
}

/// In pixels. Where it began is a moment, which moves on under the pointer.
std::pair<double, double> RvPlot::drawnRange(const Press &press) const
{
    const TimeAxis axis = timeAxis();
    const auto inside = [&](double x) { return std::clamp(x, axis.left, axis.left + axis.width); };
    return std::minmax({inside(xOf(axis, press.time)), inside(m_pointer.x())});
}

} // namespace wk
