// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/eventbins.h"
#include "ui/window/standing.h"

#include <QWidget>

#include <optional>

namespace wk {

class Clock;
class WindowState;

/// The strip along the foot of the window: events per bin, stacked by type, gaps hatched, as is the time since when
/// not all watches are live, the playhead at now. Dragging over it chooses the window's time range, a double click
/// gives it up, the wheel changes the width of a bin. Gui thread.
class TimeStrip : public QWidget
{
    Q_OBJECT

public:
    TimeStrip(WindowState &state, Clock &clock, QWidget *parent = nullptr);

    /// Counts what came; called for every batch, paused or not: the strip shows what is collected.
    void add(const Batch &batch);
    /// How the watches stand: the word at the playhead, and the hatch that is still open.
    void setStanding(const Standing &standing);
    const Standing &standing() const { return m_standing; }
    /// Moves the strip on to the present; called once a second.
    void tick();

    int binSeconds() const { return m_binSeconds; }
    /// Where a moment stands, in px from the left; and what moment stands there.
    double xOf(WallTime time) const;
    WallTime timeAt(double x) const;

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    bool event(QEvent *event) override;

private:
    std::int64_t binOf(std::int64_t second) const;
    void paintLegend(class QPainter &painter) const;
    void paintGaps(QPainter &painter) const;
    void paintBins(QPainter &painter) const;
    void paintAxis(QPainter &painter) const;
    void paintRange(QPainter &painter) const;
    void paintPlayhead(QPainter &painter) const;
    void paintPresent(QPainter &painter) const;
    int binCount() const;
    QString tipAt(double x) const;

    WindowState &m_state;
    Clock &m_clock;
    EventBins m_bins;
    Standing m_standing;
    int m_binSeconds = 5;
    std::int64_t m_nowBin = 0; ///< the newest bin on the strip, counted from 1970 in bins
    std::optional<double> m_dragFrom;
};

} // namespace wk
