// SPDX-License-Identifier: GPL-3.0-or-later
// What RvPlot paints under and over the lines of QtCharts.
#include "ui/charts/rvplot.h"

#include "ui/charts/rvflags.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"
#include "ui/timeline/timelineframe.h"
#include "ui/timeline/timeruler.h"
#include "ui/words/outagewords.h"

#include <QLocale>
#include <QPainter>

#include <algorithm>
#include <bit>

namespace wk {

namespace {

constexpr int TimeLabelPixels = 76;
constexpr int MarkDistance = 14;
constexpr int FlagRoom = 36;
constexpr int BookmarkTick = 6;
constexpr double InferredRadius = 3;
constexpr double GapOpacity = 0.6;
constexpr double StaleOpacity = 0.35; ///< of the time that is not over

} // namespace

void RvPlot::drawBackground(QPainter *painter, const QRectF &rect)
{
    const Tokens &tokens = wk::tokens(palette());
    painter->fillRect(rect, tokens.base);
    if (m_window.to <= m_window.from)
        return;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing, false);
    paintAxes(*painter, tokens);
    paintGaps(*painter, tokens);
    painter->restore();
}

void RvPlot::setPlayhead(std::optional<WallTime> moment)
{
    m_playhead = moment;
    viewport()->update();
}

void RvPlot::drawForeground(QPainter *painter, const QRectF &)
{
    if (m_window.to <= m_window.from)
        return;
    const Tokens &tokens = wk::tokens(palette());
    painter->save();
    paintInferred(*painter, tokens);
    paintMarks(*painter, tokens);
    paintLatestGap(*painter, tokens);
    if (m_playhead)
        paintPlayhead(*painter, tokens, timeAxis(), plotArea().toAlignedRect(), *m_playhead);
    if (m_press && m_press->isDrawing) {
        const auto [left, right] = drawnRange(*m_press);
        paintDrawnRange(*painter, tokens, timeAxis(), plotArea().toAlignedRect(), left, right);
    }
    painter->restore();
}

void RvPlot::paintAxes(QPainter &painter, const Tokens &tokens) const
{
    const QRectF area = plotArea();
    painter.setFont(fontOf(TextRole::Caption));
    painter.setPen(tokens.text3);
    for (const double tick : m_versions.ticks) {
        const double y = std::round(yOf(tick));
        painter.fillRect(QRectF(area.left(), y, area.width(), 1), tokens.border);
        const QString label = m_data.base() ? format::version(m_data.base()->plus(tick).text()) : QString();
        const QRectF place(0, y - scaled(8), area.left() - scaled(8), scaled(16));
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter, label);
    }
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const TimeAxis axis = timeAxis();
    const Micros step = rulerStep(axis, scaled(TimeLabelPixels));
    double taken = 0;
    for (const RulerTick &tick : rulerTicks(axis, step, zone)) {
        if (!tick.major)
            continue;
        painter.fillRect(QRectF(std::floor(tick.x), area.bottom(), 1, scaled(4)), tokens.borderStrong);
        const QString label = rulerText(tick.time, step, zone, QLocale());
        const double wide = painter.fontMetrics().horizontalAdvance(label) + 1;
        const std::optional<double> left = textUnderTick(tick.x, wide, width(), taken);
        if (!left)
            continue;
        taken = *left + wide;
        const QRectF place(*left, area.bottom() + scaled(5), wide, scaled(16));
        painter.drawText(place, Qt::AlignLeft | Qt::AlignTop, label);
    }
}

/// Where a watch has missed what happened, paler where it has not been heard until now, and palest where it was quiet
/// until its stream broke.
void RvPlot::paintGaps(QPainter &painter, const Tokens &tokens) const
{
    const auto paint = [&](const QRectF &area, double opacity) {
        if (area.isEmpty())
            return;
        painter.setOpacity(opacity);
        paintGapHatch(painter, area, tokens);
        painter.setOpacity(1);
    };
    for (const RvTrack &track : m_data.tracks()) {
        for (const RvGap &gap : track.gaps) {
            paint(doubtArea(track, gap), measure::DoubtOpacity);
            paint(gapArea(track, gap), GapOpacity);
        }
        const auto &[silent, broken] = std::pair(track.status.staleSince, track.status.oldSince());
        if (silent && broken && *silent < *broken)
            paint(bandAlong(track, *silent, std::min(*broken, m_window.to)), measure::DoubtOpacity);
        if (broken && *broken < m_window.to)
            paint(bandAlong(track, *broken, m_window.to), StaleOpacity);
    }
}

/// Hollow: they were not seen.
void RvPlot::paintInferred(QPainter &painter, const Tokens &tokens) const
{
    const double radius = scaled(InferredRadius);
    const QRectF area = plotArea();
    for (const RvTrack &track : m_data.tracks()) {
        QPointF last(-1e9, 0);
        for (const RvInferred &inferred : track.inferred) {
            const QPointF at = pointOf(inferred.at);
            if (track.offScale || !area.contains(at) || QLineF(at, last).length() < radius)
                continue;
            last = at;
            painter.setPen(QPen(eventInk(tokens, inferred.type), 1.3));
            painter.setBrush(tokens.base);
            painter.drawEllipse(at, radius, radius);
        }
    }
}

void RvPlot::paintMarks(QPainter &painter, const Tokens &tokens) const
{
    paintBookmarks(painter, tokens);
    const double size = scaled(measure::Glyph);
    const QRectF area = plotArea().adjusted(0, -size, 1, size);
    for (const RvTrack &track : m_data.tracks()) {
        for (const RvMark &mark : track.marks) {
            const QPointF at = pointOf(mark.at);
            if (track.offScale || mark.type == EntryType::Bookmark || !area.contains(at))
                continue;
            const QRectF box(at.x() - size / 2, at.y() - size / 2, size, size);
            painter.setPen(QPen(eventInk(tokens, mark.type), 1));
            painter.setBrush(tokens.base);
            painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), measure::LabelRadius, measure::LabelRadius);
            paintGlyph(painter, box, mark.type, eventInk(tokens, mark.type));
        }
    }
}

/// Those that have no room for a flag are ticks across the line.
void RvPlot::paintBookmarks(QPainter &painter, const Tokens &tokens) const
{
    const double size = scaled(measure::Glyph);
    const double reach = scaled(BookmarkTick) / 2.0;
    const QRectF area = plotArea().adjusted(0, -size, 1, size);
    // In great steps, so that the flags stay while the piece of time that is drawn grows.
    const auto room = std::bit_ceil(std::uint64_t(pixelTime().count()) * std::uint64_t(scaled(FlagRoom)));
    const Micros least(pixelTime().count() * scaled(MarkDistance));
    painter.setPen(Qt::NoPen);
    for (const RvBookmark &bookmark : bookmarksOf(m_data, Micros(room), least, m_highlighted)) {
        const QPointF at = pointOf(bookmark.at);
        const QColor colour = tokens.series[bookmark.track->look.colour];
        if (!area.contains(at))
            continue;
        if (!bookmark.isFlag) {
            painter.fillRect(QRectF(at.x() - 0.75, at.y() - reach, 1.5, reach * 2), colour);
            continue;
        }
        const QRectF box(at.x() - size / 2, at.y() - size / 2, size, size);
        painter.setBrush(tokens.base);
        painter.drawRoundedRect(box.adjusted(2, 0.5, -2, -0.5), measure::LabelRadius, measure::LabelRadius);
        paintGlyph(painter, box, EntryType::Bookmark, colour);
    }
}

/// Why the last gap until the end of what is drawn came about, and how much of the cluster's history lies in it.
void RvPlot::paintLatestGap(QPainter &painter, const Tokens &tokens) const
{
    const RvTrack *owner = nullptr;
    const RvGap *latest = nullptr;
    for (const RvTrack &track : m_data.tracks()) {
        const auto later = std::find_if(track.gaps.rbegin(), track.gaps.rend(),
                                        [this](const RvGap &gap) { return gap.until <= m_window.to; });
        if (later != track.gaps.rend() && (!latest || later->until > latest->until)) {
            latest = &*later;
            owner = &track;
        }
    }
    if (!latest)
        return;
    QString why = gapReasonWords(latest->gap, latest->until);
    if (latest->unseen)
        why += u", " + tr("%1 versions not seen").arg(format::number(std::int64_t(*latest->unseen)));
    const QString who = tr("relist, %1").arg(displayText(owner->scope.resource.gvr.qualifiedName()));
    const QFontMetricsF metrics(fontOf(TextRole::Caption));
    const double width = std::max(metrics.horizontalAdvance(who), metrics.horizontalAdvance(why)) + 2;
    // Right of the gap, else left of it, else nowhere: the legend of a mark never leaves the chart.
    const QRectF area = plotArea();
    const double distance = scaled(14);
    double left = xOf(timeAxis(), latest->until) + distance;
    if (left + width > area.right())
        left = xOf(timeAxis(), latest->lostFrom) - distance - width;
    if (left < area.left())
        return;
    painter.setFont(fontOf(TextRole::Caption));
    const QRectF place(left, area.bottom() - scaled(40), width, scaled(16));
    painter.setOpacity(0.85); // it may stand on a hatch
    painter.fillRect(place.adjusted(-4, -2, 4, scaled(17)), tokens.base);
    painter.setOpacity(1);
    painter.setPen(tokens.text);
    painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, who);
    painter.setPen(tokens.text2);
    painter.drawText(place.translated(0, scaled(15)), Qt::AlignLeft | Qt::AlignVCenter, why);
}

} // namespace wk
