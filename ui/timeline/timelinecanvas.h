// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/clock.h"
#include "ui/models/watchclusters.h"
#include "ui/timeline/chosenmark.h"
#include "ui/timeline/lanechoice.h"
#include "ui/timeline/timelinehit.h"
#include "ui/timeline/timelinezoom.h"

#include <QAbstractScrollArea>

#include <utility>

namespace wk {

class UnseenPainter;
struct Tokens;

/// The painted timeline: names at the left, time along the top, a lane per object. Gui thread.
///
///   +----------------+-----------------------------------------+
///   | Owner tree     |  10:31:30   10:31:45   10:32   ruler    |   wheel zooms at the pointer, over the names and with
///   | v Deploy web/w | =====|====|=====================        |   Shift it scrolls; a drag chooses a range of time,
///   |   v RS w-7c9f  |      +=====|====================        |   with Shift or the middle button it moves time and
///   |     w-7c9f-x2  |      +##|==============|##==o===        |   lanes; double click shows the last minutes;
///   |                |                                         |   arrows + - Home End from the keyboard
///   +----------------+-----------------------------------------+
///
/// It repaints when what it shows has changed: rows that were touched, and all of it when time has moved on by a pixel.
/// While the pointer aims, nothing moves under it: time that is followed and the order of the rows stand still as they
/// were painted, from a movement over the lanes or a press until the pointer has left, or rested and nothing is
/// explained to it. Whenever rows come and go, the one that the pointer is on stays where it is, and the others make
/// room; what a click does is of what was there when the button went down.
class TimelineCanvas : public QAbstractScrollArea
{
    Q_OBJECT

public:
    /// Both outlive the canvas.
    TimelineCanvas(TimelineData &data, Clock &clock, QWidget *parent = nullptr);

    /// Which lanes; `endedAfter` and `collapsed` are the canvas' own affair.
    void setChoice(LaneChoice choice);
    const ChosenLanes &chosen() const { return m_chosen; }
    /// The object whose lane is highlighted. The lane is brought into sight as soon as it can be: once the canvas is
    /// seen and the lane has come, unless the user looks elsewhere meanwhile; what it hides in is unfolded.
    void select(const std::string &uid);
    /// The event that stands out among the marks; empty: none.
    void setChosenMark(std::optional<ChosenMark> mark);
    /// Of which clusters the watches are; they outlive the canvas.
    void setClusters(const WatchClusters &clusters) { m_clusters = &clusters; }
    /// What stands in the middle while there are no rows.
    void setEmptyText(const QString &title, const QString &detail);
    /// Shows a piece of time; one that ends at now goes on with it.
    void showTime(WallTime from, WallTime to);
    /// Shows a piece of time that stays what it is.
    void showRange(WallTime from, WallTime to);
    /// What has been watched lately, following now.
    void showUsual();
    /// What it followed now with before it was sent into the past.
    void followAgain();
    /// The moment of the past that the window shows, and time stands; empty: the present.
    void setPlayhead(std::optional<WallTime> moment);
    /// Brings that moment into sight, if there is one.
    void revealPlayhead();
    /// Now stands still, as everything in a window that is paused.
    void setPaused(bool paused);

    /// Shows what the data's last work() has changed.
    void updateFromData();

    TimeAxis axis() const;
    bool follows() const { return m_zoom.follows(); }
    /// Its window is seen, but not it.
    bool isAside() const;
    WallTime now() const;
    /// The middle of a row on the viewport, at a moment.
    QPoint rowPoint(int row, WallTime time) const;
    /// What hovering over a pixel of the viewport explains; empty for nothing.
    QString toolTipAt(QPoint position) const;

Q_SIGNALS:
    /// `row` is that of the mark that was clicked, if any.
    void laneClicked(int lane, std::optional<wk::RowId> row);
    /// The hatch over a gap of a watch, which ended then, was clicked; after laneClicked().
    void gapClicked(wk::WatchId watch, wk::WallTime ended);
    /// `time`: the moment that was pointed at, of a mark its event's; empty where a name was.
    void menuWanted(int lane, const QPoint &globalPos, std::optional<wk::WallTime> time);
    /// A range of time was drawn.
    void rangeChosen(wk::WallTime from, wk::WallTime to);
    /// What was chosen of time is over: a double click.
    void usualWanted();
    /// Time or rows are others than before.
    void viewChanged();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;
    void changeEvent(QEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    LaneStack stack() const;
    int headingWidth() const;
    bool rowsAreOld() const;
    WallTime newestShown() const;
    void hold(std::chrono::milliseconds howLong);
    void letGo();
    struct Pointed {
        std::vector<std::string> uids; ///< of the row that the pointer is on, and of those below it
        int top = 0;                   ///< of that row, in pixels
    };
    std::optional<Pointed> pointed() const;
    void chooseRows();
    void chooseRowsAroundPointer();
    void settle();
    void timeMoved();
    void tickLater();
    void unfoldTo(int lane);
    bool hasRowOf(const std::string &uid) const;
    void reveal();
    void scrollTo(int row);
    void hover(int row);
    void step(int rows);
    bool moveByKey(int key);
    bool isOnRuler(QPoint position) const;
    std::pair<double, double> drawnRange() const;
    /// What a click does.
    struct Target {
        LaneRow row;
        bool isTwisty = false;
        std::optional<RowId> event;
        std::optional<GapSpan> gap; ///< with a row in the stream
    };
    std::optional<Target> targetAt(QPoint position) const;
    void click(const Target &target);
    void toggle(const LaneRow &row);
    void updateRow(int row);
    void describe();
    LaneHit hitAt(int row, QPoint position) const;
    std::optional<WallTime> momentAt(int row, const QContextMenuEvent &event) const;
    void paintRows(QPainter &painter, const Tokens &tokens, const QRect &exposed);
    void paintNotWatched(QPainter &painter, UnseenPainter &unseen);
    void paintChosen(QPainter &painter, const Tokens &tokens) const;
    int rowThatShows(const std::string &uid) const;
    /// Rows in sight that touch each other, watched as one.
    struct Run {
        const Watched *watched;
        int first;
        int last;
        QRect area;
    };
    std::vector<Run> runsInSight() const;
    QRegion whereObjectsWere(const Run &run, const UnseenPainter &painter) const;
    const Watched *watchedOf(int row) const;
    void paintEmpty(QPainter &painter, const Tokens &tokens) const;

    TimelineData &m_data;
    Clock &m_clock;
    LaneChoice m_choice;
    ChosenLanes m_chosen;
    std::uint64_t m_chosenStructure = 0;
    bool m_choiceChanged = true;
    Instant m_choseAt{};
    TimelineZoom m_zoom;
    std::optional<WallTime> m_pausedAt;
    std::optional<WallTime> m_paintedAt; ///< the present that was painted last
    std::optional<WallTime> m_heldAt;    ///< the present while the pointer aims
    std::optional<WallTime> m_playhead;
    const WatchClusters *m_clusters = nullptr; ///< null: all are of one
    std::string m_selected;
    std::optional<ChosenMark> m_chosenMark;
    bool m_revealDue = false; ///< the lane that is selected was not in sight yet
    QString m_emptyTitle;
    QString m_emptyDetail;
    int m_hovered = -1;
    QPoint m_pointer;
    std::optional<QPoint> m_pressed;
    std::optional<Target> m_target; ///< of the press
    int m_shift = 0; ///< pixels by which the rows stand aside of where the scroll bar has them, for the pointer's sake
    Qt::MouseButton m_pressedWith = Qt::NoButton;
    bool m_dragging = false;
    std::optional<int> m_rangeFrom; ///< where a range may have begun
    Clock::Alarm m_tick;
    Clock::Alarm m_rowsLater;
    Clock::Alarm m_letGoLater;
};

} // namespace wk
