// SPDX-License-Identifier: GPL-3.0-or-later
// What mouse, wheel and keyboard do to a TimelineCanvas.
#include "ui/timeline/timelinecanvas.h"

#include "ui/style/fonts.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/timeline/timelineframe.h"
#include "ui/timeline/wheelnotches.h"

#include <QApplication>
#include <QContextMenuEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollBar>
#include <QToolTip>

#include <cmath>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr double PanShare = 0.1;  // of the width, by an arrow key
constexpr auto AimPause = 1500ms; // from where the pointer has come to rest to the click
constexpr auto ReadPause = 10s;   // as long as QToolTip shows a short text

} // namespace

void TimelineCanvas::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    m_zoom.setPixels(headingWidth(), std::max(1, viewport()->width() - headingWidth()));
    m_choiceChanged = true;
    chooseRows();
    tickLater();
}

void TimelineCanvas::showEvent(QShowEvent *event)
{
    QAbstractScrollArea::showEvent(event);
    updateFromData();
    timeMoved();
    reveal();
}

void TimelineCanvas::hideEvent(QHideEvent *event)
{
    QAbstractScrollArea::hideEvent(event);
    m_tick.cancel();
}

void TimelineCanvas::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    const bool looksChange = event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange ||
                             event->type() == QEvent::LanguageChange;
    if (!looksChange)
        return;
    setAccessibleName(tr("Timeline"));
    m_choiceChanged = true;
    viewport()->update();
}

void TimelineCanvas::scrollContentsBy(int, int)
{
    viewport()->update();
}

/// What followed the present stands as it was painted last, for so long and while a button is down.
void TimelineCanvas::hold(std::chrono::milliseconds howLong)
{
    if (m_pausedAt || (!m_zoom.follows() && !m_heldAt))
        return;
    if (!m_heldAt)
        m_heldAt = m_paintedAt.value_or(now());
    m_tick.cancel();
    m_letGoLater = m_clock.after(howLong, [this] { m_pressed ? hold(AimPause) : letGo(); });
}

/// Takes up what has come meanwhile.
void TimelineCanvas::letGo()
{
    m_letGoLater.cancel();
    m_paintedAt.reset();
    if (std::exchange(m_heldAt, std::nullopt))
        updateFromData();
    timeMoved();
}

void TimelineCanvas::mousePressEvent(QMouseEvent *event)
{
    hold(AimPause);
    const bool isMiddle = event->button() == Qt::MiddleButton;
    if (m_pressed || (event->button() != Qt::LeftButton && !isMiddle))
        return;
    m_pressed = event->position().toPoint();
    m_target = targetAt(*m_pressed);
    m_pressedWith = event->button();
    m_dragging = false;
    m_revealDue = false;
    const bool moves = isMiddle || event->modifiers().testFlag(Qt::ShiftModifier);
    if (!moves && m_pressed->x() >= headingWidth())
        m_rangeFrom = m_pressed->x();
}

bool TimelineCanvas::isOnRuler(QPoint position) const
{
    return position.y() < stack().top && position.x() >= headingWidth();
}

/// What the pointer has drawn, in pixels.
std::pair<double, double> TimelineCanvas::drawnRange() const
{
    const TimeAxis shown = axis();
    const auto inside = [&](double x) { return std::clamp(x, shown.left, shown.left + shown.width); };
    return std::minmax({inside(*m_rangeFrom), inside(m_pointer.x())});
}

void TimelineCanvas::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    const bool hasMoved = std::exchange(m_pointer, position) != position; // what opens under it tells of it, too
    if (hasMoved && position.x() >= headingWidth())
        hold(AimPause);
    if (!m_pressed) {
        const int row = laneAt(stack(), position.y());
        hover(row);
        const GapSpan *gap = row >= 0 && position.x() >= headingWidth() ? hitAt(row, position).gap : nullptr;
        viewport()->setCursor(gap && !gap->isUnwatched() ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPoint moved = position - *m_pressed;
    if (!m_dragging && moved.manhattanLength() < QApplication::startDragDistance())
        return;
    m_dragging = true;
    if (m_rangeFrom)
        return viewport()->update();
    viewport()->setCursor(Qt::ClosedHandCursor);
    m_pressed = position;
    verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
    if (position.x() >= headingWidth() && moved.x() != 0) {
        m_zoom.drag(moved.x(), now());
        timeMoved();
    }
}

void TimelineCanvas::mouseReleaseEvent(QMouseEvent *event)
{
    if (!m_pressed || event->button() != m_pressedWith)
        return;
    const bool wasClick = !m_dragging && event->button() == Qt::LeftButton;
    const std::optional<Target> target = std::exchange(m_target, std::nullopt);
    const bool wasDrawn = m_dragging && m_rangeFrom;
    m_pressed.reset();
    m_dragging = false;
    viewport()->unsetCursor();
    if (m_rangeFrom) {
        const auto [left, right] = drawnRange();
        const TimeAxis shown = axis();
        m_rangeFrom.reset();
        viewport()->update();
        if (wasDrawn && left < right)
            Q_EMIT rangeChosen(timeAt(shown, left), timeAt(shown, right));
    }
    if (!wasClick)
        letGo();
    else if (target)
        click(*target);
}

void TimelineCanvas::mouseDoubleClickEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton && event->position().x() >= headingWidth())
        Q_EMIT usualWanted();
}

std::optional<TimelineCanvas::Target> TimelineCanvas::targetAt(QPoint position) const
{
    const int number = laneAt(stack(), position.y());
    if (number < 0)
        return {};
    const LaneRow &row = m_chosen.rows[std::size_t(number)];
    const QRect heading(0, laneTop(stack(), number), headingWidth(), stack().rowHeight);
    const bool isTwisty = row.hasChildren && twistyIn(heading, row).adjusted(-4, -6, 4, 6).contains(position);
    const LaneHit hit = position.x() < headingWidth() ? LaneHit() : hitAt(number, position);
    const bool isInStream = hit.gap && !hit.gap->isUnwatched();
    return Target{row, isTwisty, hit.row, isInStream ? std::optional(*hit.gap) : std::nullopt};
}

void TimelineCanvas::click(const Target &target)
{
    if (target.isTwisty)
        return toggle(target.row);
    const Lane *lane = m_data.lanes().lane(target.row.lane);
    if (!lane || laneUid(*lane) != target.row.uid)
        return;                         // it is an owner that nobody watches, or has fallen off meanwhile
    if (target.row.uid != m_selected) { // it is in sight: under the pointer
        m_selected = target.row.uid;
        describe();
        viewport()->update();
    }
    Q_EMIT laneClicked(target.row.lane, target.event);
    if (target.gap)
        Q_EMIT gapClicked(target.gap->watch, target.gap->until);
}

void TimelineCanvas::toggle(const LaneRow &row)
{
    if (row.collapsed)
        m_choice.collapsed.erase(row.uid);
    else
        m_choice.collapsed.insert(row.uid);
    m_choiceChanged = true;
    chooseRowsAroundPointer();
}

void TimelineCanvas::hover(int row)
{
    if (row == m_hovered)
        return;
    const int before = std::exchange(m_hovered, row);
    updateRow(before);
    updateRow(row);
}

void TimelineCanvas::wheelEvent(QWheelEvent *event)
{
    const QPoint angle = event->angleDelta();
    const bool scrolls = event->position().x() < headingWidth() || event->modifiers().testFlag(Qt::ShiftModifier);
    const double notches = wheelNotches(*event);
    if (scrolls) {
        m_revealDue = false;
        const int lines = QApplication::wheelScrollLines() * verticalScrollBar()->singleStep();
        const double turn = angle.y() != 0 ? angle.y() : angle.x(); // Shift turns the wheel on some platforms
        verticalScrollBar()->setValue(verticalScrollBar()->value() - int(turn / NotchAngle * lines));
    } else if (std::abs(angle.x()) > std::abs(angle.y())) {
        m_zoom.drag(angle.x() / NotchAngle * PixelsPerNotch, now());
        timeMoved();
    } else if (notches != 0) {
        m_zoom.zoom(std::pow(StepIn, notches), event->position().x(), now());
        timeMoved();
    }
    event->accept();
}

void TimelineCanvas::keyPressEvent(QKeyEvent *event)
{
    if (!moveByKey(event->key()))
        QAbstractScrollArea::keyPressEvent(event);
}

bool TimelineCanvas::moveByKey(int key)
{
    const TimeAxis shown = axis();
    const double middle = shown.left + shown.width / 2;
    switch (key) {
    case Qt::Key_Left: m_zoom.drag(shown.width * PanShare, now()); break;
    case Qt::Key_Right: m_zoom.drag(-shown.width * PanShare, now()); break;
    case Qt::Key_Plus:
    case Qt::Key_Equal: m_zoom.zoom(StepIn, m_zoom.follows() ? shown.left + shown.width : middle, now()); break;
    case Qt::Key_Minus: m_zoom.zoom(1 / StepIn, middle, now()); break;
    case Qt::Key_Home: m_zoom.showFrom(m_data.watched().from().value_or(now()), now()); break;
    case Qt::Key_End: m_zoom.toNow(); break;
    case Qt::Key_Up: step(-1); return true;
    case Qt::Key_Down: step(1); return true;
    default: return false;
    }
    letGo();
    return true;
}

/// The lane above or below the selected one, past headings that are no lane.
void TimelineCanvas::step(int by)
{
    const auto &rows = m_chosen.rows;
    const auto selected =
        std::find_if(rows.begin(), rows.end(), [this](const LaneRow &r) { return r.uid == m_selected; });
    int row =
        selected == rows.end() || m_selected.empty() ? (by > 0 ? -1 : int(rows.size())) : int(selected - rows.begin());
    do
        row += by;
    while (row >= 0 && row < int(rows.size()) && rows[std::size_t(row)].lane < 0);
    if (row >= 0 && row < int(rows.size()))
        Q_EMIT laneClicked(rows[std::size_t(row)].lane, std::nullopt);
}

void TimelineCanvas::contextMenuEvent(QContextMenuEvent *event)
{
    const auto &rows = m_chosen.rows;
    int row = laneAt(stack(), event->pos().y());
    QPoint at = event->globalPos();
    if (event->reason() == QContextMenuEvent::Keyboard) {
        const auto it =
            std::find_if(rows.begin(), rows.end(), [this](const LaneRow &r) { return r.uid == m_selected; });
        row = it == rows.end() ? -1 : int(it - rows.begin());
        at = viewport()->mapToGlobal(QPoint(headingWidth(), laneTop(stack(), row) + stack().rowHeight));
    }
    if (row >= 0 && rows[std::size_t(row)].lane >= 0)
        Q_EMIT menuWanted(rows[std::size_t(row)].lane, at, momentAt(row, *event));
}

/// A mark is wider than its moment: a pixel beside it is another, of before the event perhaps.
std::optional<WallTime> TimelineCanvas::momentAt(int row, const QContextMenuEvent &event) const
{
    if (event.reason() == QContextMenuEvent::Keyboard) {
        const bool isChosenHere = m_chosenMark && m_chosenMark->uid == m_chosen.rows[std::size_t(row)].uid;
        return isChosenHere ? std::optional(m_chosenMark->time) : std::nullopt;
    }
    if (event.pos().x() < headingWidth())
        return {};
    const LaneHit hit = hitAt(row, event.pos());
    return hit.row ? hit.from : hit.note ? hit.note->time : timeAt(axis(), event.pos().x());
}

LaneHit TimelineCanvas::hitAt(int row, QPoint position) const
{
    const Lane *lane = m_data.lanes().lane(m_chosen.rows[std::size_t(row)].lane);
    if (!lane)
        return {};
    if (m_chosen.rows[std::size_t(row)].collapsed)
        return hitGap(m_data, *lane, axis(), position.x());
    const int below = position.y() - laneTop(stack(), row);
    return hitLane(m_data, *lane, axis(), {double(position.x()), below * 3 > stack().rowHeight * 2}, now());
}

QString TimelineCanvas::toolTipAt(QPoint position) const
{
    if (isOnRuler(position))
        return tr("Drag to choose a range of time");
    const int row = laneAt(stack(), position.y());
    if (row < 0)
        return {};
    const LaneRow &shown = m_chosen.rows[std::size_t(row)];
    const Lane *lane = m_data.lanes().lane(shown.lane);
    const QString name =
        displayText(shown.kind) + u' ' + displayText(shown.ns.empty() ? shown.name : shown.ns + '/' + shown.name);
    if (!lane)
        return name + u'\n' + tr("Not watched: known only as the owner of what is below it");
    if (position.x() < headingWidth())
        return name;
    const LaneHit hit = hitAt(row, position);
    if (shown.collapsed && !hit.gap)
        return name + u'\n' + tr("Density of the events of %n lanes", nullptr, int(shown.hidden.size()) + 1);
    const QString text = hitText(hit, m_data, *lane);
    return text.isEmpty() ? QString() : QString(name + u'\n' + text);
}

bool TimelineCanvas::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const QString text = toolTipAt(help->pos());
        if (!text.isEmpty() && help->pos().x() >= headingWidth())
            hold(ReadPause);
        QToolTip::showText(help->globalPos(), safeToolTip(text), viewport());
        return true;
    }
    if (event->type() == QEvent::Leave) {
        hover(-1);
        if (m_heldAt && !m_pressed)
            letGo();
        settle();
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace wk
