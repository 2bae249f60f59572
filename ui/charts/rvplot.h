// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "ui/charts/rvchartdata.h"
#include "ui/timeline/timelinecoordinates.h"

#include <QtCharts/QChartView>

#include <map>
#include <optional>
#include <utility>

class QLineSeries;
class QValueAxis;

namespace wk {

struct Tokens;

/// The lines of an RvChartData. QtCharts draws the lines; axes, gaps and marks are painted over and under them, since
/// they want grouped numbers, hatches and glyphs. Gui thread.
class RvPlot : public QChartView
{
    Q_OBJECT

public:
    /// What is under the pointer: a line, or a mark on it.
    struct Hit {
        WatchId watch = 0;
        WallTime time{};
        const RvMark *mark = nullptr; ///< good until the data changes
        std::optional<RowId> event;   ///< on the line, where an object's event is within reach; or an inferred one
        const RvGap *gap = nullptr;   ///< on a hatch; good until the data changes
    };

    /// The data outlives the plot.
    explicit RvPlot(const RvChartData &data, QWidget *parent = nullptr);

    /// Draws a piece of time anew.
    void replot(WallTime from, WallTime to);
    /// The moment of the past that the window shows; empty: the present.
    void setPlayhead(std::optional<WallTime> moment);
    /// Draws one line stronger than the others; 0: none.
    void highlight(WatchId watch);
    WatchId highlighted() const { return m_highlighted; }
    /// The piece of time that is drawn, and where.
    TimeAxis timeAxis() const;
    /// How long a pixel lasts.
    Micros pixelTime() const { return wk::pixelTime(timeAxis()); }

    Hit hitAt(QPointF position) const;
    /// What hovering explains, in plain text; empty for nothing.
    QString textOf(const Hit &hit) const;
    /// The hatch over a gap: along the line of its watch, and of no other; empty when it is out of sight.
    QRectF gapArea(const RvTrack &track, const RvGap &gap) const;
    /// The paler one over what is only in doubt.
    QRectF doubtArea(const RvTrack &track, const RvGap &gap) const;
    /// Where a moment and a value are on the widget.
    QPointF pointOf(const RvPoint &point) const;

Q_SIGNALS:
    void eventClicked(wk::WatchId watch, wk::RowId event);
    /// A list, a relist, a bookmark: the watch's own doing, no object's.
    void markClicked(wk::WatchId watch);
    /// The hatch over a gap of a watch, which ended then.
    void gapClicked(wk::WatchId watch, wk::WallTime ended);
    void hovered(wk::WatchId watch);
    /// A range of time was drawn with the mouse.
    void rangeChosen(wk::WallTime from, wk::WallTime to);
    /// What was chosen of time is over: a double click.
    void usualWanted();
    /// The wheel was turned at a moment: so many times as much of time is wanted.
    void zoomed(double factor, wk::WallTime at);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void drawBackground(QPainter *painter, const QRectF &rect) override;
    void drawForeground(QPainter *painter, const QRectF &rect) override;

private:
    /// The left button is down.
    struct Press {
        QPointF at;
        WallTime time;
        bool isDrawing = false; ///< the pointer has moved since
    };

    std::pair<double, double> drawnRange(const Press &press) const;
    QRectF plotArea() const;
    double yOf(double value) const;
    void layOut();
    void restyle();
    void replaceLines();
    void scaleTo(const std::map<WatchId, QList<QPointF>> &lines);
    QLineSeries *seriesOf(WatchId watch);
    void paintGaps(QPainter &painter, const Tokens &tokens) const;
    void paintAxes(QPainter &painter, const Tokens &tokens) const;
    void paintInferred(QPainter &painter, const Tokens &tokens) const;
    void paintMarks(QPainter &painter, const Tokens &tokens) const;
    void paintBookmarks(QPainter &painter, const Tokens &tokens) const;
    void paintLatestGap(QPainter &painter, const Tokens &tokens) const;
    QRectF bandAlong(const RvTrack &track, WallTime from, WallTime to) const;
    std::optional<RowId> inferredAt(const RvTrack &track, QPointF position) const;
    QString inferredText(RowId event) const;
    const RvGap *gapAt(const RvTrack &track, QPointF position) const;
    const RvMark *markAt(const RvTrack &track, QPointF position) const;

    const RvChartData &m_data;
    RvWindow m_window;
    VersionAxis m_versions;
    QValueAxis *m_x;
    QValueAxis *m_y;
    QLineSeries *m_newest;
    std::map<WatchId, QLineSeries *> m_lines;
    WatchId m_highlighted = 0;
    std::optional<WallTime> m_playhead;
    std::optional<Press> m_press;
    QPointF m_pointer;
};

} // namespace wk
