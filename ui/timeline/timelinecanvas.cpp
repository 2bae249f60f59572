// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelinecanvas.h"

#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"

#include <QScrollBar>

#include <unordered_set>

namespace wk {

namespace {

using namespace std::chrono_literals;

constexpr int HeadingWidth = 232; // the timeline's picture
constexpr int LanesAround = 2;    // above or below one that is brought into sight
constexpr std::size_t ManyRows = 1000;
constexpr auto ManyRowsPause = 250ms; // how often many rows are put in order anew
constexpr auto QuickestTick = 50ms;
constexpr auto SlowestTick = 1000ms;

} // namespace

TimelineCanvas::TimelineCanvas(TimelineData &data, Clock &clock, QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_data(data)
    , m_clock(clock)
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::StrongFocus);
    viewport()->setMouseTracking(true);
    viewport()->setAttribute(Qt::WA_OpaquePaintEvent);
    verticalScrollBar()->setSingleStep(scaled(measure::Row));
    setAccessibleName(tr("Timeline"));
}

int TimelineCanvas::headingWidth() const
{
    return std::min(scaled(HeadingWidth), viewport()->width() / 2); // names are told apart by their ends
}

LaneStack TimelineCanvas::stack() const
{
    return {scaled(measure::Header), scaled(measure::Row), verticalScrollBar()->value() + m_shift,
            int(m_chosen.rows.size())};
}

WallTime TimelineCanvas::now() const
{
    return m_pausedAt ? *m_pausedAt : m_heldAt.value_or(m_clock.wallNow());
}

TimeAxis TimelineCanvas::axis() const
{
    return m_zoom.axis(now());
}

void TimelineCanvas::setChoice(LaneChoice choice)
{
    choice.collapsed = std::move(m_choice.collapsed);
    choice.selected = m_selected;
    m_choice = std::move(choice);
    m_choiceChanged = true;
    m_revealDue = !m_selected.empty();
    if (!isAside())
        chooseRows();
}

bool TimelineCanvas::isAside() const
{
    return window()->isVisible() && !isVisible();
}

bool TimelineCanvas::rowsAreOld() const
{
    const WallTime from = axis().from;
    const bool leaves = m_chosen.nextToLeave && *m_chosen.nextToLeave <= from;
    const bool comesBack = m_chosen.lastLeft && *m_chosen.lastLeft > from;
    const WallTime to = newestShown();
    const bool comes = m_chosen.nextToCome && *m_chosen.nextToCome <= to;
    const bool goesAgain = m_chosen.lastCome && *m_chosen.lastCome > to;
    return m_choiceChanged || m_chosenStructure != m_data.lanes().structure() || leaves || comesBack || comes ||
           goesAgain;
}

/// Rows of what came later would move those that are looked at, and have nothing to show.
WallTime TimelineCanvas::newestShown() const
{
    return m_zoom.follows() ? WallTime::max() : axis().to;
}

void TimelineCanvas::chooseRows()
{
    m_choice.endedAfter = axis().from;
    m_choice.begunBefore = newestShown();
    m_chosen = chooseLanes(m_data, m_choice);
    m_chosenStructure = m_data.lanes().structure();
    m_choiceChanged = false;
    m_shift = 0;
    m_choseAt = m_clock.now();
    m_rowsLater.cancel();
    const int page = std::max(0, viewport()->height() - stack().top);
    verticalScrollBar()->setPageStep(page);
    verticalScrollBar()->setRange(0, std::max(0, stack().contentHeight() - page));
    reveal();
    viewport()->update();
    Q_EMIT viewChanged();
}

std::optional<TimelineCanvas::Pointed> TimelineCanvas::pointed() const
{
    constexpr std::size_t Most = 100; // should those above be gone
    const int first = m_pressed || m_hovered >= 0 ? laneAt(stack(), (m_pressed ? *m_pressed : m_pointer).y()) : -1;
    if (first < 0 || m_revealDue)
        return {};
    Pointed pointed{{}, laneTop(stack(), first)};
    for (std::size_t i = std::size_t(first); i < m_chosen.rows.size() && pointed.uids.size() < Most; ++i)
        pointed.uids.push_back(m_chosen.rows[i].uid);
    return pointed;
}

void TimelineCanvas::chooseRowsAroundPointer()
{
    const std::optional<Pointed> before = pointed();
    chooseRows();
    for (std::size_t i = 0; before && i < before->uids.size(); ++i) {
        const auto row = std::ranges::find(m_chosen.rows, before->uids[i], &LaneRow::uid);
        if (row == m_chosen.rows.end())
            continue;
        const int moved = laneTop(stack(), int(row - m_chosen.rows.begin())) - before->top;
        const int value = verticalScrollBar()->value();
        verticalScrollBar()->setValue(value + moved);
        m_shift = value + moved - verticalScrollBar()->value();
        break;
    }
    if (m_hovered >= 0)
        m_hovered = laneAt(stack(), m_pointer.y());
}

/// The pointer is elsewhere.
void TimelineCanvas::settle()
{
    if (std::exchange(m_shift, 0) != 0)
        viewport()->update();
}

/// Rows that nobody sees are put in order when somebody looks.
void TimelineCanvas::updateFromData()
{
    const std::vector<int> touched = m_data.lanes().takeTouched();
    if (isAside()) {
        m_choiceChanged = m_choiceChanged || (m_choice.passes && !touched.empty());
        return;
    }
    m_zoom.setWatchedFrom(m_data.watched().from());
    const bool areOld = rowsAreOld();
    if (m_heldAt)
        m_choiceChanged = m_choiceChanged || (m_choice.passes && !touched.empty());
    else if (areOld || (m_choice.passes && !touched.empty())) { // what changed may pass the filter otherwise
        const auto since = m_clock.now() - m_choseAt;
        if ((areOld && m_chosen.rows.size() < ManyRows) || since >= ManyRowsPause)
            chooseRowsAroundPointer();
        else
            m_rowsLater = m_clock.after(ManyRowsPause, [this] { updateFromData(); });
    }
    if (touched.empty() || !isVisible())
        return;
    const std::unordered_set<int> lanes(touched.begin(), touched.end());
    const LaneRange visible = lanesBetween(stack(), 0, viewport()->height());
    for (int row = visible.first; row <= visible.last; ++row) {
        const LaneRow &shown = m_chosen.rows[std::size_t(row)];
        const bool isHit = lanes.contains(shown.lane) || std::any_of(shown.hidden.begin(), shown.hidden.end(),
                                                                     [&](int lane) { return lanes.contains(lane); });
        if (isHit)
            updateRow(row);
    }
}

void TimelineCanvas::updateRow(int row)
{
    if (row >= 0)
        viewport()->update(0, laneTop(stack(), row), viewport()->width(), stack().rowHeight);
}

void TimelineCanvas::select(const std::string &uid)
{
    if (uid == m_selected)
        return;
    m_selected = uid;
    m_revealDue = !uid.empty();
    m_choice.selected = uid;
    m_choiceChanged = m_choiceChanged || (m_chosen.cut && !hasRowOf(uid));
    if (m_choiceChanged && !isAside())
        chooseRows();
    reveal();
    describe();
    viewport()->update();
}

bool TimelineCanvas::hasRowOf(const std::string &uid) const
{
    return std::ranges::find(m_chosen.rows, uid, &LaneRow::uid) != m_chosen.rows.end();
}

void TimelineCanvas::setChosenMark(std::optional<ChosenMark> mark)
{
    if (mark == m_chosenMark)
        return;
    m_chosenMark = std::move(mark);
    describe();
    viewport()->update();
}

/// Unfolds the row that hides a lane, if one does.
void TimelineCanvas::unfoldTo(int lane)
{
    const auto &rows = m_chosen.rows;
    const auto folded = std::find_if(rows.begin(), rows.end(), [lane](const LaneRow &row) {
        return std::find(row.hidden.begin(), row.hidden.end(), lane) != row.hidden.end();
    });
    if (folded != rows.end())
        toggle(LaneRow(*folded));
}

/// Only while it is seen: before, nobody knows how many rows there will be room for.
void TimelineCanvas::reveal()
{
    if (!m_revealDue || !isVisible())
        return;
    const auto &rows = m_chosen.rows;
    const auto it =
        std::find_if(rows.begin(), rows.end(), [this](const LaneRow &row) { return row.uid == m_selected; });
    if (it != rows.end()) {
        m_revealDue = false;
        scrollTo(int(it - rows.begin()));
    } else if (const int lane = m_data.lanes().findUid(m_selected); lane >= 0) {
        unfoldTo(lane); // the rows are chosen anew, and this is asked again
    }
}

void TimelineCanvas::setEmptyText(const QString &title, const QString &detail)
{
    if (title == m_emptyTitle && detail == m_emptyDetail)
        return;
    m_emptyTitle = title;
    m_emptyDetail = detail;
    describe();
    viewport()->update();
}

/// What a screen reader says of the painting: the lane that is selected and the event of it, or why there is none.
void TimelineCanvas::describe()
{
    const int number = m_selected.empty() ? -1 : m_data.lanes().findUid(m_selected);
    const Lane *lane = m_data.lanes().lane(number);
    if (!lane) {
        const QString empty = m_emptyDetail.isEmpty() ? m_emptyTitle : m_emptyTitle + u'\n' + m_emptyDetail;
        setAccessibleDescription(m_chosen.rows.empty() ? empty : tr("%n lanes", nullptr, int(m_chosen.rows.size())));
        return;
    }
    const LaneHit last{LaneHit::What::Life, {}, 0, nullptr, nullptr, phaseAt(*lane, now()), lane->seenFrom, now()};
    QString description = displayText(lane->object->name) + u' ' + hitText(last, m_data, *lane);
    if (m_chosenMark)
        description += u'\n' + QLatin1String(typeName(m_chosenMark->type)) + u' ' + format::clockMs(m_chosenMark->time);
    setAccessibleDescription(description);
}

void TimelineCanvas::showTime(WallTime from, WallTime to)
{
    m_zoom.show(from, to, now());
    timeMoved();
}

void TimelineCanvas::showRange(WallTime from, WallTime to)
{
    m_zoom.showStanding(from, to, now());
    timeMoved();
}

void TimelineCanvas::showUsual()
{
    m_zoom.reset();
    letGo();
}

void TimelineCanvas::followAgain()
{
    m_zoom.followAgain();
    letGo();
}

void TimelineCanvas::setPaused(bool paused)
{
    m_pausedAt = paused ? std::optional(now()) : std::nullopt;
    letGo();
}

void TimelineCanvas::setPlayhead(std::optional<WallTime> moment)
{
    m_playhead = moment;
    if (moment) {
        m_zoom.setWatchedFrom(m_data.watched().from());
        m_zoom.stand(now());
        tickLater();
    }
    viewport()->update();
}

/// Also before it is first seen, when it has no pixels yet.
void TimelineCanvas::revealPlayhead()
{
    const TimeAxis shown = axis();
    if (m_playhead && (*m_playhead < shown.from || *m_playhead > shown.to))
        showTime(*m_playhead - shown.span() / 2, *m_playhead + shown.span() / 2);
}

void TimelineCanvas::timeMoved()
{
    if (!isAside() && !m_heldAt && rowsAreOld() && m_chosen.rows.size() < ManyRows)
        chooseRowsAroundPointer();
    viewport()->update();
    tickLater();
    Q_EMIT viewChanged();
}

/// While it follows now, all of it moves: once for each pixel that time takes, and no more.
void TimelineCanvas::tickLater()
{
    m_tick.cancel();
    if (!isVisible() || !m_zoom.follows() || m_pausedAt || m_heldAt)
        return;
    const auto pixel = std::chrono::ceil<std::chrono::milliseconds>(pixelTime(axis()));
    m_tick =
        m_clock.after(std::clamp<std::chrono::milliseconds>(pixel, QuickestTick, SlowestTick), [this] { timeMoved(); });
}

QPoint TimelineCanvas::rowPoint(int row, WallTime time) const
{
    constexpr double FarAway = 1e6; // pixels: what is years away is at the side, too
    const double x = std::clamp(xOf(axis(), time), -FarAway, FarAway);
    return {int(x), laneTop(stack(), row) + stack().rowHeight / 2};
}

/// Also brings in what stands around it, where there is room.
void TimelineCanvas::scrollTo(int row)
{
    settle();
    const LaneStack rows = stack();
    const int page = viewport()->height() - rows.top;
    const int top = laneTop(rows, row) - rows.top;
    const int around = std::clamp((page / rows.rowHeight - 1) / 2, 0, LanesAround) * rows.rowHeight;
    if (top < 0)
        verticalScrollBar()->setValue(row * rows.rowHeight - around);
    else if (top + rows.rowHeight > page)
        verticalScrollBar()->setValue((row + 1) * rows.rowHeight + around - page);
}

} // namespace wk
