// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/answers/livefold.h"
#include "ui/models/showntime.h"
#include "ui/models/windowstate.h"
#include "ui/window/eventbins.h"
#include "ui/words/standing.h"

#include <QWidget>

#include <optional>

namespace wk {

class Clock;
class NowChip;

/// The strip along the foot of the window: events per bin, stacked by type, gaps hatched, as is the time since when
/// not all watches are live, and the playhead: at now, or at the moment of the past that the window shows. The playhead
/// is dragged by itself or by the ruler below the bars; dragging elsewhere chooses the window's time range, dragging an
/// end of it moves that, a click on a bar chooses the bar's time; the wheel changes the width of a bin at the pointer,
/// turned sideways what is in sight, and a double click gives up all three.
/// Keys do the same: arrows, page keys, Home and End move the playhead, + and - zoom; the menu key opens its menu.
/// It follows the present unless it was zoomed, turned or sent to a moment before it; a chip leads back then. Gui
/// thread.
class TimeStrip : public QWidget
{
    Q_OBJECT

public:
    TimeStrip(WindowState &state, Clock &clock, QWidget *parent = nullptr);

    /// Counts what came, in a pause, too: the strip shows what is collected. Until another watch has listed what one
    /// that was closed looked at, it is hatched.
    void follow(const HistoryPtr &history);
    /// Counts anew what is in the namespaces looked at; until that is done the bars stand as they are.
    void narrow();
    /// Much is being counted, in the pool.
    bool isCounting() const { return m_bins.isBehind(); }
    /// How the watches stand: the word at the playhead, and the hatch that is still open.
    void setStanding(const Standing &standing);
    const Standing &standing() const { return m_standing; }
    /// Moves the strip on to the present; called once a second.
    void tick();
    /// From the first row on, as far as it goes back.
    void showAll();

    int binSeconds() const { return m_binSeconds; }
    /// Where a moment stands, in px from the left; and what moment stands there.
    double xOf(WallTime time) const;
    WallTime timeAt(double x) const;
    /// Whether its right end is the present.
    bool followsNow() const { return !m_lastBin; }
    /// Where the playhead stands, in px from the left; a moment that is out of sight stands at an edge.
    double playheadX() const;
    bool isPlayheadInSight() const;

    QSize sizeHint() const override;
    /// What it draws.
    const EventBins &bins() const { return m_bins.value(); }

Q_SIGNALS:
    /// The playhead was dragged to a moment of the past, or to the present.
    void momentAsked(wk::WallTime time);
    void liveAsked();
    /// What came in a range of time is to be kept.
    void saveRangeAsked(const wk::TimeRange &range);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool event(QEvent *event) override;

private:
    /// A press that may become a range of time.
    struct Press {
        double x = 0;
        WallTime fixed{}; ///< the end of the range that stays; the bars move on under the pointer
        bool isDrawing = false;
    };

    // Geometry in px at 100 %. Source: the design's picture of the frame.
    static constexpr int side = 12;
    static constexpr int pitch = 5; ///< a bin of 4 px and 1 px between
    static constexpr int barsBottom = 66;
    static constexpr int playheadTop = 17;

    static constexpr int UsualBinSeconds = 5;

    std::int64_t binOf(std::int64_t second) const;
    std::int64_t lastBin() const { return m_lastBin.value_or(m_nowBin); }
    std::optional<WallTime> heldTime() const;
    WallTime playheadTime() const;
    void showPlayhead();
    void showUpTo(std::int64_t bin);
    void paintSoon();
    void showPresent();
    void offerPresent();
    void zoom(int step, double x);
    void paintLegend(class QPainter &painter) const;
    void paintGaps(QPainter &painter) const;
    void hatch(QPainter &painter, const TimeSpans &times, double opacity) const;
    void paintBins(QPainter &painter) const;
    void paintBeginning(QPainter &painter) const;
    void paintAxis(QPainter &painter) const;
    void paintRange(QPainter &painter) const;
    void paintPlayhead(QPainter &painter) const;
    void paintDraggedTime(QPainter &painter) const;
    void paintPresent(QPainter &painter) const;
    bool isOnPlayhead(QPointF point) const;
    void dragPlayhead(double x);
    std::optional<WallTime> otherEndOf(QPointF point) const;
    TimeRange binAt(double x) const;
    std::optional<TimeRange> barAt(double x) const;
    void draw(double x);
    void setPointer(QPointF point);
    void movePlayhead(int bins);
    void zoomAtPlayhead(int step);
    std::int64_t firstBin() const;
    int binCount() const;
    std::optional<WallTime> knownFrom() const;
    QString tipAt(double x) const;
    QString unseenIn(const TimeRange &time) const;

    WindowState &m_state;
    Clock &m_clock;
    ShownTime m_time;
    LiveFold<EventBins> m_bins;
    NowChip *m_toNow;
    Standing m_standing;
    int m_binSeconds = UsualBinSeconds;
    std::optional<WallTime> m_knownFrom;   ///< when the first row came that is kept
    std::int64_t m_nowBin = 0;             ///< the present's, counted from 1970 in bins
    std::optional<std::int64_t> m_lastBin; ///< the newest on the strip, where that is an older one
    std::optional<Press> m_press;
    bool m_isDraggingPlayhead = false;
    bool m_isPaintDue = false;
    Clock::Alarm m_paintLater;
};

} // namespace wk
