// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/unseenpainter.h"

#include "ui/style/fonts.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/tokens.h"
#include "ui/timeline/timelinehit.h"

#include <QFontMetrics>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace wk {

namespace {

constexpr int NarrowestLabelledGap = 8;

} // namespace

UnseenPainter::UnseenPainter(QPainter &painter, const LaneScene &scene)
    : m_painter(painter)
    , m_scene(scene)
{}

/// Since the watch fell silent the bar is only the last known state: hatched as every time that is not seen, but paler.
void UnseenPainter::paintStale(const Lane &lane, const QRect &strip)
{
    const WatchTrack *track = m_scene.data.track(lane.watch);
    if (lane.ended || !track || !track->status.staleSince || *track->status.staleSince >= m_scene.now)
        return;
    const WallTime silent = std::max(*track->status.staleSince, lane.seenFrom);
    const WallTime broken = std::max(silent, *track->status.oldSince());
    paintHatch(silent, broken, strip, measure::DoubtOpacity);
    paintHatch(broken, m_scene.now, strip, measure::DimmedOpacity);
}

/// What is lost: empty when it is out of sight.
QRectF UnseenPainter::gapArea(const GapSpan &gap, const QRect &rows) const
{
    const double x0 = xIn(gap.lostFrom());
    const double x1 = std::max(xIn(gap.until), x0 + 2);
    if (x1 <= m_scene.axis.left || x0 >= m_scene.axis.left + m_scene.axis.width)
        return {};
    return {x0, rows.top() + 1.0, x1 - x0, rows.height() - 2.0};
}

QRect UnseenPainter::whereObjectsWere(const LaneRow &row, const QRect &strip) const
{
    double left = strip.right() + 1;
    double right = strip.left();
    const auto widen = [&](int number) {
        if (const Lane *lane = m_scene.data.lanes().lane(number)) {
            left = std::min(left, std::floor(xIn(lane->begins())));
            right = std::max(right, std::ceil(xIn(lane->ended.value_or(m_scene.now))) + 1);
        }
    };
    widen(row.lane);
    std::ranges::for_each(row.hidden, widen);
    return QRect(int(left), strip.top(), std::max(0, int(right - left)), strip.height()) & strip;
}

void UnseenPainter::paintGaps(const std::vector<GapSpan> &gaps, const QRect &rows)
{
    for (const GapSpan &gap : gaps) {
        paintHatch(gap.since, gap.lostFrom(), rows, measure::DoubtOpacity);
        const QRectF area = gapArea(gap, rows);
        if (!area.isEmpty())
            paintGapHatch(m_painter, area, m_scene.tokens);
    }
}

void UnseenPainter::paintHatch(WallTime from, WallTime to, const QRect &rows, double opacity)
{
    const double x0 = xIn(from);
    const double x1 = xIn(to);
    if (x1 <= x0)
        return;
    m_painter.setOpacity(opacity);
    paintGapHatch(m_painter, QRectF(x0, rows.top() + 1.0, x1 - x0, rows.height() - 2.0), m_scene.tokens);
    m_painter.setOpacity(1);
}

void UnseenPainter::labelGaps(const std::vector<GapSpan> &gaps, const LaneRow &first, const QRect &rows)
{
    for (const GapSpan &gap : gaps) {
        const QRectF area = gapArea(gap, rows);
        const QRectF seen = area & QRectF(whereObjectsWere(first, rows));
        if (area.width() >= scaled(NarrowestLabelledGap) && seen.width() >= area.width() / 2)
            labelGap(gap, area, first);
    }
}

/// Whether no lane of the row has anything there but one bar that goes on.
bool UnseenPainter::isPlain(const LaneRow &row, double left, double right) const
{
    const WallTime from = timeAt(m_scene.axis, left);
    const WallTime to = timeAt(m_scene.axis, right);
    const auto isThere = [&](WallTime time) { return time >= from && time <= to; };
    const auto isPlainLane = [&](int number) {
        const Lane *lane = m_scene.data.lanes().lane(number);
        return !lane || (!isThere(lane->begins()) && !isThere(lane->seenFrom) &&
                         !(lane->ended && isThere(*lane->ended)) && std::ranges::none_of(lane->marks.times, isThere) &&
                         std::ranges::none_of(lane->notes, isThere, &LaneNote::time) &&
                         std::ranges::none_of(lane->life, isThere, &PhaseSpan::from));
    };
    return isPlainLane(row.lane) && std::ranges::all_of(row.hidden, isPlainLane);
}

/// Its left edge, if there is room.
std::optional<double> UnseenPainter::placeOfLabel(const QRectF &gap, double width, const LaneRow &row) const
{
    const double away = scaled(6);
    if (gap.width() >= width + 2 * away)
        return gap.center().x() - width / 2;
    for (const double left : {gap.left() - width - away, gap.right() + away}) {
        const bool isInSight = left >= m_scene.axis.left && left + width <= m_scene.axis.left + m_scene.axis.width;
        if (isInSight && isPlain(row, left, left + width))
            return left;
    }
    return {};
}

void UnseenPainter::labelGap(const GapSpan &gap, const QRectF &area, const LaneRow &row)
{
    const QFont &font = fontOf(TextRole::Caption);
    const QString text = gapText(gap);
    const double glyph = scaled(measure::Glyph);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + glyph + scaled(14);
    const double height = scaled(measure::Row - 6);
    const std::optional<double> place = placeOfLabel(area, width, row);
    if (!place || !m_said.emplace(int(area.left()), int(area.right())).second)
        return;
    const double left = *place;
    const QRectF plate(left, area.top() + scaled(2), width, height);
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    m_painter.setPen(QPen(m_scene.tokens.gap, 1));
    m_painter.setBrush(m_scene.tokens.base);
    m_painter.drawRoundedRect(plate.adjusted(0.5, 0.5, -0.5, -0.5), measure::LabelRadius, measure::LabelRadius);
    paintGlyph(m_painter, QRectF(left + scaled(4), plate.center().y() - glyph / 2, glyph, glyph), EntryType::Gap,
               m_scene.tokens.gap);
    m_painter.setFont(font);
    m_painter.setPen(m_scene.tokens.text);
    m_painter.drawText(plate.adjusted(glyph + scaled(8), 0, 0, 0), Qt::AlignVCenter | Qt::AlignLeft, text);
    m_painter.restore();
}

bool UnseenPainter::isInside(std::optional<WallTime> time) const
{
    return time && *time > m_scene.axis.from && *time < m_scene.axis.to;
}

void UnseenPainter::paintBeginning(std::optional<WallTime> time, const QRect &rows)
{
    if (!isInside(time))
        return;
    const double x = std::floor(xIn(*time)) + 0.5;
    QPen pen(m_scene.tokens.borderStrong, 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2, 3});
    m_painter.setPen(pen);
    m_painter.drawLine(QPointF(x, rows.top()), QPointF(x, rows.top() + rows.height()));
}

void UnseenPainter::labelBeginning(std::optional<WallTime> time, const QRect &rows, const QString &words)
{
    const QFont &font = fontOf(TextRole::Caption);
    const double width = QFontMetricsF(font).horizontalAdvance(words) + scaled(8);
    if (!isInside(time) || words.isEmpty() || xIn(*time) - width < m_scene.axis.left)
        return;
    const QRectF plate(xIn(*time) - width, rows.top() + scaled(4), width - scaled(2), scaled(measure::Row - 8));
    m_painter.fillRect(plate, m_scene.tokens.base);
    m_painter.setFont(font);
    m_painter.setPen(m_scene.tokens.text3);
    m_painter.drawText(plate, Qt::AlignCenter, words);
}

} // namespace wk
