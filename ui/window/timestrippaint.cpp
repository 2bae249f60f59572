// SPDX-License-Identifier: GPL-3.0-or-later
// How a TimeStrip looks.
#include "core/base/clock.h"
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"
#include "ui/window/timestrip.h"
#include "ui/words/outagewords.h"

#include <QPainter>

#include <array>
#include <cmath>

namespace wk {

namespace {

// Geometry in px at 100 %. Source: the design's picture of the frame.
constexpr int legendTop = 4;
constexpr int legendHeight = 16;
constexpr int barsTop = 26;
constexpr int labelBaseline = 80;
constexpr int playheadHalf = 5;
constexpr double openGapOpacity = 0.6;
constexpr int leastGapWidth = 2;
constexpr int leastTickPixels = 70;
/// A bin as high as this many events at least, so that silence does not look like a storm.
constexpr std::uint32_t leastScale = 8;

constexpr std::array<int, 10> tickSteps = {10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200};

} // namespace

void TimeStrip::paintEvent(QPaintEvent *)
{
    const Tokens &colours = tokens(palette());
    QPainter painter(this);
    painter.fillRect(rect(), colours.panel);
    painter.fillRect(0, 0, width(), 1, colours.border);
    painter.setFont(fontOf(TextRole::Caption));
    paintLegend(painter);
    paintGaps(painter);
    paintBins(painter);
    paintBeginning(painter);
    paintAxis(painter);
    paintRange(painter);
    paintPlayhead(painter);
    paintDraggedTime(painter);
    paintPresent(painter);
    if (hasFocus()) {
        painter.setPen(QPen(colours.accent, measure::FocusWidth));
        painter.drawRect(QRectF(rect()).adjusted(1, 1, -1, -1));
    }
}

void TimeStrip::paintLegend(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const int top = scaled(legendTop);
    const int height = scaled(legendHeight);
    int x = scaled(side);
    const auto say = [&](const QString &text) {
        const int wide = shapedWidth(painter.font(), text);
        paintShaped(painter, QRect(x, top, wide + 1, height), Qt::AlignLeft, Qt::ElideNone, text);
        x += wide;
    };
    painter.save();
    painter.setPen(colours.text2);
    painter.setFont(fontOf(TextRole::Header));
    say(m_binSeconds < 60 ? tr("Events per %1 s").arg(m_binSeconds) : tr("Events per minute"));
    painter.setFont(fontOf(TextRole::Caption));
    const std::pair<EntryType, QString> items[] = {
        {EntryType::Added, tr("added")}, {EntryType::Modified, tr("modified")}, {EntryType::Deleted, tr("deleted")}};
    const auto item = [&](const QString &word, const auto &paintMark) {
        const int mark = scaled(10);
        x += scaled(14);
        paintMark(QRectF(x, top + (height - mark) / 2.0, mark, mark));
        x += mark + scaled(4);
        painter.setPen(colours.text2);
        say(word);
    };
    for (const auto &[type, word] : items)
        item(word,
             [&, ink = eventInk(colours, type), of = type](const QRectF &box) { paintGlyph(painter, box, of, ink); });
    item(notSeenWord(), [&](const QRectF &box) { paintGapHatch(painter, box, colours); });
    item(inDoubtWord(), [&](const QRectF &box) {
        painter.setOpacity(measure::DoubtOpacity);
        paintGapHatch(painter, box, colours);
        painter.setOpacity(1);
    });
    painter.restore();
}

/// Under the bars: in a gap of one watch the others saw what they saw. Paler where a watch was quiet until its stream
/// broke, and since one fell silent until now; less so from where all have broken.
void TimeStrip::paintGaps(QPainter &painter) const
{
    hatch(painter, bins().doubtful().without(bins().lost()), measure::DoubtOpacity);
    hatch(painter, bins().lost(), 1);
    const std::optional<Outage> outage = m_standing.outage();
    if (!outage)
        return;
    // Where some may be missing, and where all is; what is open ends where the strip does.
    const WallTime end = timeAt(width() - scaled(side));
    const WallTime some = std::min(outage->since, end);
    const WallTime all = std::min(outage->broke, end);
    TimeSpans doubtful;
    doubtful.add({some, all});
    TimeSpans open;
    open.add({all, end});
    hatch(painter, doubtful.without(bins().lost()), measure::DoubtOpacity);
    hatch(painter, open, openGapOpacity);
}

/// As wide as they were long, but never too narrow to be seen.
void TimeStrip::hatch(QPainter &painter, const TimeSpans &times, double opacity) const
{
    const Tokens &colours = tokens(palette());
    const double first = scaled(side);
    const double end = width() - first;
    painter.setOpacity(opacity);
    for (const TimeRange &time : times.spans()) {
        const double left = std::max(xOf(time.from), first);
        const double right = std::min(std::max(xOf(time.to), xOf(time.from) + scaled(leastGapWidth)), end);
        if (left < right)
            paintGapHatch(painter, QRectF(left, scaled(barsTop), right - left, scaled(barsBottom) - scaled(barsTop)),
                          colours);
    }
    painter.setOpacity(1);
}

void TimeStrip::paintBins(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const int bottom = scaled(barsBottom);
    const int tall = bottom - scaled(barsTop);
    const int step = scaled(pitch);
    const int count = binCount();
    painter.fillRect(scaled(side), bottom, width() - 2 * scaled(side), 1, colours.border);
    if (count <= 0 || bins().isEmpty())
        return;

    std::vector<EventBins::Bin> bins(static_cast<std::size_t>(count));
    std::uint32_t highest = leastScale;
    for (int i = 0; i < count; ++i) {
        const std::int64_t first = (lastBin() - count + 1 + i) * m_binSeconds;
        bins[static_cast<std::size_t>(i)] = m_bins.value().sum(first, first + m_binSeconds);
        highest = std::max(highest, bins[static_cast<std::size_t>(i)].total());
    }
    QColor calm = colours.modified;
    calm.setAlphaF(0.75F);
    const double playhead = playheadX();
    int x = width() - scaled(side) - count * step;
    for (const EventBins::Bin &bin : bins) {
        double y = bottom;
        painter.setOpacity(x >= playhead ? measure::AfterPlayheadOpacity : 1);
        const auto stack = [&](std::uint32_t events, const QColor &colour) {
            const double high = static_cast<double>(events) * tall / highest;
            y -= high;
            painter.fillRect(QRectF(x, y, step - 1, high), colour);
        };
        stack(bin.modified, calm);
        stack(bin.added, colours.added);
        stack(bin.deleted, colours.deleted);
        x += step;
    }
    painter.setOpacity(1);
}

/// Before that nothing is known: none is not zero.
void TimeStrip::paintBeginning(QPainter &painter) const
{
    const auto from = knownFrom();
    const double right = width() - scaled(side);
    const double x = from ? std::floor(xOf(*from)) + 0.5 : right;
    if (!from || x <= scaled(side) || x >= right)
        return;
    const Tokens &colours = tokens(palette());
    QPen pen(colours.borderStrong, 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2, 3});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, scaled(barsTop)), QPointF(x, scaled(barsBottom)));
    const QString said = format::moment(*from, m_clock.wallNow());
    const QString words =
        *from == m_knownFrom ? tr("not watched before %1").arg(said) : tr("counted from %1 on").arg(said);
    const int wide = shapedWidth(painter.font(), words);
    const QRect area(int(x) - scaled(6) - wide, scaled(barsTop), wide + 1, scaled(legendHeight));
    if (area.left() < scaled(side))
        return;
    painter.setPen(colours.text3);
    paintShaped(painter, area, Qt::AlignLeft, Qt::ElideNone, words);
}

void TimeStrip::paintAxis(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const double pixelsPerSecond = static_cast<double>(scaled(pitch)) / m_binSeconds;
    int step = tickSteps.back();
    for (const int candidate : tickSteps) {
        if (candidate * pixelsPerSecond >= scaled(leastTickPixels)) {
            step = candidate;
            break;
        }
    }
    const std::int64_t first = secondOf(timeAt(scaled(side))) / step * step + step;
    for (std::int64_t second = first;; second += step) {
        const double x = std::round(xOf(beginOf(second)));
        if (x > width() - scaled(side))
            break;
        painter.fillRect(QRectF(x, scaled(barsBottom), 1, scaled(4)), colours.borderStrong);
        const QString label = step < 60 ? format::clock(beginOf(second)) : format::clock(beginOf(second)).left(5);
        const int wide = shapedWidth(painter.font(), label);
        if (x + scaled(4) + wide > width())
            break;
        painter.setPen(colours.text3);
        const QFontMetrics metrics = painter.fontMetrics();
        const QRect area(int(x) + scaled(4), scaled(labelBaseline) - metrics.ascent(), wide, metrics.height());
        paintShaped(painter, area, Qt::AlignLeft, Qt::ElideNone, label);
    }
}

void TimeStrip::paintRange(QPainter &painter) const
{
    const auto &range = m_state.timeRange();
    if (!range)
        return;
    const Tokens &colours = tokens(palette());
    const double left = std::max(xOf(range->from), static_cast<double>(scaled(side)));
    const double right = std::min(xOf(range->to), static_cast<double>(width() - scaled(side)));
    if (right < left)
        return;
    const QRectF frame(std::round(left) + 0.5, scaled(barsTop) - 0.5, std::round(right - left),
                       scaled(barsBottom) - scaled(barsTop) + 1);
    QColor veil = colours.accent;
    veil.setAlphaF(float(measure::RangeOpacity));
    painter.fillRect(frame, veil);
    painter.setPen(colours.accent);
    painter.drawRect(frame);
    for (const double x : {frame.left(), frame.right()})
        painter.fillRect(QRectF(x - 1.5, frame.center().y() - scaled(8), 3, scaled(16)), colours.accent);
}

/// Out of sight it is an arrow that points to where it is, below the legend.
void TimeStrip::paintPlayhead(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const double x = std::round(playheadX()) - 0.5;
    const double half = scaled(playheadHalf);
    const double top = isPlayheadInSight() ? scaled(playheadTop) : (scaled(barsTop) + scaled(barsBottom)) / 2.0 - half;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPolygonF head({{x, top}, {x + half, top + half}, {x, top + 2 * half}, {x - half, top + half}});
    if (isPlayheadInSight()) {
        painter.setPen(QPen(colours.accent, 1.5));
        painter.drawLine(QPointF(x, scaled(barsTop)), QPointF(x, scaled(barsBottom)));
    } else {
        const double tip = xOf(playheadTime()) < x ? -half : half;
        head = QPolygonF({{x - tip / 2, top}, {x + tip, top + half}, {x - tip / 2, top + 2 * half}});
    }
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.accent);
    painter.drawPolygon(head);
    painter.restore();
}

/// Which moment the hand is at, beside the line and below the legend.
void TimeStrip::paintDraggedTime(QPainter &painter) const
{
    if (!m_isDraggingPlayhead || !m_state.playhead())
        return;
    const Tokens &colours = tokens(palette());
    painter.setFont(fontOf(TextRole::Header));
    const QString time = format::clockMs(m_state.playhead()->time);
    const int padding = scaled(measure::CellPadding);
    const int wide = shapedWidth(painter.font(), time) + 2 * padding;
    const double x = playheadX();
    const int away = scaled(2 * playheadHalf);
    const double left = x + away + wide <= width() ? x + away : x - away - wide;
    const QRectF plate(left, scaled(playheadTop) + scaled(playheadHalf), wide, scaled(legendHeight));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.accentFill);
    painter.drawRoundedRect(plate, measure::LabelRadius, measure::LabelRadius);
    painter.setPen(colours.accentInk);
    paintShaped(painter, plate.toRect().adjusted(padding, 0, 0, 0), Qt::AlignLeft, Qt::ElideNone, time);
    painter.setFont(fontOf(TextRole::Caption));
}

/// What time it is, and whether what is shown is of that moment.
void TimeStrip::paintPresent(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const WallTime now = m_clock.wallNow();
    const std::optional<Moment> &moment = m_state.playhead();
    const bool isEnd = !heldTime() && followsNow();
    const QString time = isEnd ? format::clock(now) : tr("now %1").arg(format::clock(now));
    const QString word = moment       ? tr("Playhead %1").arg(format::moment(moment->time, now))
                         : heldTime() ? tr("Paused %1").arg(format::moment(*heldTime(), now))
                                      : standingWord(m_standing, now);
    const int wide = shapedWidth(painter.font(), time);
    QRect area(0, scaled(legendTop), width() - scaled(2 * side), scaled(legendHeight));
    painter.setPen(colours.text2);
    paintShaped(painter, area, Qt::AlignRight, Qt::ElideNone, time);
    area.setRight(area.right() - wide - scaled(8));
    painter.setPen(heldTime() || m_standing.isLive() ? colours.accent : colours.gap);
    painter.setFont(fontOf(TextRole::Header));
    paintShaped(painter, area, Qt::AlignRight, Qt::ElideNone, word);
}

} // namespace wk
