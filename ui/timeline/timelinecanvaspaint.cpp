// SPDX-License-Identifier: GPL-3.0-or-later
// What a TimelineCanvas paints.
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/timeline/lanepainter.h"
#include "ui/timeline/timelinecanvas.h"
#include "ui/timeline/timelineframe.h"

#include <QPaintEvent>
#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace wk {

void TimelineCanvas::paintEvent(QPaintEvent *event)
{
    m_paintedAt = now();
    QPainter painter(viewport());
    const Tokens &tokens = wk::tokens(palette());
    painter.fillRect(event->rect(), tokens.base);
    if (m_chosen.rows.empty())
        paintEmpty(painter, tokens);
    else
        paintRows(painter, tokens, event->rect());
    const QRect ruler(0, 0, viewport()->width(), scaled(measure::Header));
    if (event->rect().intersects(ruler)) {
        paintRuler(painter, tokens, axis(), ruler, m_playhead);
        painter.setFont(fontOf(TextRole::Header));
        painter.setPen(tokens.text2);
        painter.drawText(ruler.adjusted(scaled(measure::FirstPadding), 0, 0, 0), Qt::AlignVCenter, tr("Owner tree"));
    }
    const int dividerEnd = m_chosen.rows.empty() ? ruler.height() : viewport()->height(); // not through the words
    painter.fillRect(QRect(headingWidth() - 1, 0, 1, dividerEnd), tokens.border);
    if (m_rangeFrom && m_dragging) {
        const auto [left, right] = drawnRange();
        paintDrawnRange(painter, tokens, axis(), {0, 0, viewport()->width(), viewport()->height()}, left, right);
    }
}

void TimelineCanvas::paintRows(QPainter &painter, const Tokens &tokens, const QRect &exposed)
{
    const LaneStack rows = stack();
    const LaneRange visible = lanesBetween(rows, exposed.top(), exposed.bottom());
    const int left = headingWidth();
    const QRect lanes(left, rows.top, viewport()->width() - left, viewport()->height() - rows.top);
    const TimeAxis axis = this->axis();
    const LaneScene scene{m_data, tokens, axis, now()};
    UnseenPainter unseen(painter, scene);
    LanePainter lanePainter(painter, scene, unseen);
    painter.setClipRect(exposed & QRect(0, rows.top, viewport()->width(), lanes.height()));
    std::vector<QColor> grounds;
    for (int i = visible.first; i <= visible.last; ++i) {
        const LaneRow &row = m_chosen.rows[std::size_t(i)];
        const QRect area(0, laneTop(rows, i), viewport()->width(), rows.rowHeight);
        const Lane *lane = m_data.lanes().lane(row.lane);
        const bool isGone = lane && (m_playhead ? !lane->isThere(*m_playhead) : lane->ended.has_value());
        HeadingLook look{!m_selected.empty() && row.uid == m_selected, i == m_hovered, isGone, row.collapsed};
        if (lane && row.depth == 0 && m_clusters && m_clusters->areSeveral()) {
            look.cluster = displayText(m_clusters->nameOf(lane->watch));
            look.colour = m_clusters->colourOf(m_clusters->numberOf(lane->watch));
        }
        grounds.push_back(rowGround(tokens, row, look));
        painter.fillRect(area, grounds.back());
        if (row.depth == 0 && row.hasChildren && i > 0)
            painter.fillRect(QRect(0, area.top(), area.width(), 1), tokens.border);
        paintHeading(painter, tokens, {0, area.top(), left, area.height()}, row, look);
    }
    paintGrid(painter, tokens, axis, lanes);
    painter.setClipRect(exposed & lanes);
    for (int i = visible.first; i <= visible.last; ++i) {
        const QRect strip(left, laneTop(rows, i), lanes.width(), rows.rowHeight);
        lanePainter.paintRow(m_chosen.rows[std::size_t(i)], strip, grounds[std::size_t(i - visible.first)]);
    }
    paintNotWatched(painter, unseen);
    if (m_playhead)
        paintPlayhead(painter, tokens, axis, lanes, *m_playhead);
    paintChosen(painter, tokens);
    painter.setClipping(false);
}

/// Over everything else, also where its lane is folded into another.
void TimelineCanvas::paintChosen(QPainter &painter, const Tokens &tokens) const
{
    const int row = m_chosenMark ? rowThatShows(m_chosenMark->uid) : -1;
    if (row < 0)
        return;
    const int left = headingWidth();
    const LaneStack rows = stack();
    const QRect strip(left, laneTop(rows, row), viewport()->width() - left, rows.rowHeight);
    paintChosenMark(painter, tokens, axis(), strip, *m_chosenMark);
}

int TimelineCanvas::rowThatShows(const std::string &uid) const
{
    const int lane = m_data.lanes().findUid(uid);
    const auto &rows = m_chosen.rows;
    const auto shows = [lane](const LaneRow &row) {
        return row.lane == lane || std::find(row.hidden.begin(), row.hidden.end(), lane) != row.hidden.end();
    };
    const auto it = lane < 0 ? rows.end() : std::find_if(rows.begin(), rows.end(), shows);
    return it == rows.end() ? -1 : int(it - rows.begin());
}

const Watched *TimelineCanvas::watchedOf(int row) const
{
    const Lane *lane = m_data.lanes().lane(m_chosen.rows[std::size_t(row)].lane);
    return lane ? &m_data.watched().of(lane->watch, lane->object->ns) : nullptr;
}

/// The rows in sight that touch each other and are watched as one.
std::vector<TimelineCanvas::Run> TimelineCanvas::runsInSight() const
{
    const LaneStack rows = stack();
    const LaneRange visible = lanesBetween(rows, rows.top, viewport()->height());
    const int left = headingWidth();
    std::vector<Run> runs;
    for (int i = visible.first; i <= visible.last; ++i) {
        const Watched *watched = watchedOf(i);
        if (runs.empty() || runs.back().watched != watched)
            runs.push_back({watched, i, i, {left, laneTop(rows, i), viewport()->width() - left, 0}});
        runs.back().last = i;
        runs.back().area.setHeight(runs.back().area.height() + rows.rowHeight);
    }
    std::erase_if(runs, [](const Run &run) { return !run.watched; });
    return runs;
}

/// Where the objects of a run may have been: before one was made, and after it had gone, there was nothing to miss.
QRegion TimelineCanvas::whereObjectsWere(const Run &run, const UnseenPainter &painter) const
{
    QRegion region;
    for (int i = run.first; i <= run.last; ++i)
        region += painter.whereObjectsWere(m_chosen.rows[std::size_t(i)],
                                           {run.area.left(), laneTop(stack(), i), run.area.width(), stack().rowHeight});
    return region;
}

/// The gaps of what was watched, and where watching began; each named once, at the first row in sight that has room for
/// it. All that is in sight counts, whatever part of it is repainted.
void TimelineCanvas::paintNotWatched(QPainter &painter, UnseenPainter &unseen)
{
    const int top = stack().top;
    const QRect lanes(headingWidth(), top, viewport()->width() - headingWidth(), viewport()->height() - top);
    const std::vector<Run> runs = runsInSight();
    for (const Run &run : runs) {
        if (run.watched->gaps.empty())
            continue;
        painter.save();
        painter.setClipRegion(whereObjectsWere(run, unseen), Qt::IntersectClip);
        unseen.paintGaps(run.watched->gaps, run.area);
        painter.restore();
    }
    for (const Run &run : runs)
        unseen.paintBeginning(run.watched->from, run.area);
    unseen.paintBeginning(m_data.lanes().keptFrom(), lanes);
    for (const Run &run : runs) {
        for (int i = run.first; i <= run.last && !run.watched->gaps.empty(); ++i)
            unseen.labelGaps(run.watched->gaps, m_chosen.rows[std::size_t(i)],
                             QRect(run.area.left(), laneTop(stack(), i), run.area.width(), stack().rowHeight) & lanes);
    }
    QStringList said;
    const WallTime now = m_clock.wallNow();
    for (const Run &run : runs) {
        const auto from = run.watched->from;
        const QString words = from ? tr("not watched before %1").arg(format::moment(*from, now)) : QString();
        if (!said.contains(words))
            unseen.labelBeginning(from, run.area & lanes, words);
        said << words;
    }
    if (const auto kept = m_data.lanes().keptFrom())
        unseen.labelBeginning(kept, lanes, tr("marks are kept from %1 on").arg(format::moment(*kept, now)));
}

void TimelineCanvas::paintEmpty(QPainter &painter, const Tokens &tokens) const
{
    const int top = scaled(measure::Header);
    QRect area(scaled(40), top, viewport()->width() - scaled(80), viewport()->height() - top);
    const int middle = area.center().y();
    painter.setFont(fontOf(TextRole::Heading));
    painter.setPen(tokens.text2);
    const QRect title(area.left(), middle - scaled(40), area.width(), scaled(36));
    painter.drawText(title, Qt::AlignHCenter | Qt::AlignBottom | Qt::TextWordWrap, m_emptyTitle);
    painter.setFont(fontOf(TextRole::Body));
    painter.setPen(tokens.text3);
    const QRect detail(area.left(), middle + scaled(4), area.width(), area.bottom() - middle);
    painter.drawText(detail, Qt::AlignHCenter | Qt::AlignTop | Qt::TextWordWrap, m_emptyDetail);
}

} // namespace wk
