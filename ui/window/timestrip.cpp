// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/timestrip.h"

#include "core/base/clock.h"
#include "ui/models/windowstate.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"
#include "ui/style/whentranslated.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <array>
#include <cmath>

namespace wk {

namespace {

// Geometry in px at 100 %. Source: the design's picture of the frame.
constexpr int pitch = 5; ///< a bin of 4 px and 1 px between
constexpr int legendTop = 4;
constexpr int legendHeight = 16;
constexpr int barsTop = 26;
constexpr int labelBaseline = 80;
constexpr int playheadHalf = 5;
constexpr double someGapOpacity = 0.25;
constexpr double openGapOpacity = 0.6;
constexpr int leastTickPixels = 70;
/// A bin as high as this many events at least, so that silence does not look like a storm.
constexpr std::uint32_t leastScale = 8;

constexpr std::array<int, 10> tickSteps = {10, 20, 30, 60, 120, 300, 600, 1800, 3600, 7200};

WallTime timeOf(std::int64_t second)
{
    return WallTime(std::chrono::seconds(second));
}

} // namespace

TimeStrip::TimeStrip(WindowState &state, Clock &clock, QWidget *parent)
    : QWidget(parent)
    , m_state(state)
    , m_clock(clock)
    , m_bins([&state](WatchId watch) { return state.scopeOf(watch); })
{
    whenTranslated(this, [this] {
        setAccessibleName(tr("Time strip"));
        setAccessibleDescription(
            tr("Events per bin by type. Drag to choose a time range, double-click to give it up. Drag the diamond, or "
               "press on the ruler, to see the cluster as of then."));
        update();
    });
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setMouseTracking(true);
    connect(&state, &WindowState::timeRangeChanged, this, qOverload<>(&QWidget::update));
    connect(&state, &WindowState::playheadChanged, this, qOverload<>(&QWidget::update));
    tick();
}

void TimeStrip::add(const Batch &batch)
{
    m_bins.add(batch);
    if (!m_knownFrom)
        m_knownFrom = m_clock.wallNow();
    update();
}

void TimeStrip::setStanding(const Standing &standing)
{
    if (standing == m_standing)
        return;
    m_standing = standing;
    update();
}

void TimeStrip::tick()
{
    m_nowBin = binOf(secondOf(m_clock.wallNow()));
    update();
}

double TimeStrip::xOf(WallTime time) const
{
    const double bins = std::chrono::duration<double>(time.time_since_epoch()).count() / m_binSeconds;
    return width() - scaled(side) - (static_cast<double>(m_nowBin) + 1 - bins) * scaled(pitch);
}

WallTime TimeStrip::timeAt(double x) const
{
    const double bins = static_cast<double>(m_nowBin) + 1 - (width() - scaled(side) - x) / scaled(pitch);
    return WallTime(std::chrono::microseconds(std::llround(bins * m_binSeconds * 1e6)));
}

double TimeStrip::playheadX() const
{
    const double right = width() - scaled(side);
    const std::optional<Moment> &moment = m_state.playhead();
    return moment ? std::clamp<double>(xOf(moment->time), scaled(side), right) : right;
}

QSize TimeStrip::sizeHint() const
{
    return {scaled(600), scaled(measure::TimeStrip)};
}

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
    paintAxis(painter);
    paintRange(painter);
    paintPlayhead(painter);
    paintDraggedTime(painter);
    paintPresent(painter);
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
    const std::pair<EntryType, QString> items[] = {{EntryType::Added, tr("added")},
                                                   {EntryType::Modified, tr("modified")},
                                                   {EntryType::Deleted, tr("deleted")},
                                                   {EntryType::Gap, tr("gap")}};
    for (const auto &[type, word] : items) {
        const int glyph = scaled(10);
        x += scaled(14);
        paintGlyph(painter, QRectF(x, top + (height - glyph) / 2.0, glyph, glyph), type, eventInk(colours, type));
        x += glyph + scaled(4);
        painter.setPen(colours.text2);
        say(word);
    }
    painter.restore();
}

int TimeStrip::binCount() const
{
    return std::max((width() - 2 * scaled(side)) / scaled(pitch), 0);
}

/// Under the bars: in a gap of one watch the others saw what they saw. Paler from where a watch fell silent until
/// now, and less so from where all have.
void TimeStrip::paintGaps(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const int step = scaled(pitch);
    const int right = width() - scaled(side);
    const auto hatch = [&](double from, double to) {
        paintGapHatch(painter, QRectF(from, scaled(barsTop), to - from, scaled(barsBottom) - scaled(barsTop)), colours);
    };
    const int count = binCount();
    int begun = -1;
    for (int i = 0; i <= count; ++i) {
        const std::int64_t first = (m_nowBin - count + 1 + i) * m_binSeconds;
        const bool isGap = i < count && m_bins.sum(first, first + m_binSeconds).gap;
        if (isGap && begun < 0)
            begun = i;
        if (!isGap && begun >= 0) {
            hatch(right - (count - begun) * step, right - (count - i) * step);
            begun = -1;
        }
    }
    if (!m_standing.staleSince)
        return;
    const auto placeOf = [&](WallTime time) { return std::clamp<double>(xOf(time), scaled(side), right); };
    // Where some may be missing, and where all is.
    const double some = placeOf(*m_standing.staleSince);
    const double all = m_standing.live == 0 && m_standing.lastHeard ? placeOf(*m_standing.lastHeard) : right;
    painter.setOpacity(someGapOpacity);
    hatch(some, all);
    painter.setOpacity(openGapOpacity);
    hatch(all, right);
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
    if (count <= 0 || m_bins.isEmpty())
        return;

    std::vector<EventBins::Bin> bins(static_cast<std::size_t>(count));
    std::uint32_t highest = leastScale;
    for (int i = 0; i < count; ++i) {
        const std::int64_t first = (m_nowBin - count + 1 + i) * m_binSeconds;
        bins[static_cast<std::size_t>(i)] = m_bins.sum(first, first + m_binSeconds);
        highest = std::max(highest, bins[static_cast<std::size_t>(i)].total());
    }
    QColor calm = colours.modified;
    calm.setAlphaF(0.75F);
    int x = width() - scaled(side) - count * step;
    for (const EventBins::Bin &bin : bins) {
        double y = bottom;
        painter.setOpacity(x >= playheadX() ? measure::AfterPlayheadOpacity : 1);
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
        const double x = std::round(xOf(timeOf(second)));
        if (x > width() - scaled(side))
            break;
        painter.fillRect(QRectF(x, scaled(barsBottom), 1, scaled(4)), colours.borderStrong);
        const QString label = step < 60 ? format::clock(timeOf(second)) : format::clock(timeOf(second)).left(5);
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
    veil.setAlphaF(0.12F);
    painter.fillRect(frame, veil);
    painter.setPen(colours.accent);
    painter.drawRect(frame);
    for (const double x : {frame.left(), frame.right()})
        painter.fillRect(QRectF(x - 1.5, frame.center().y() - scaled(8), 3, scaled(16)), colours.accent);
}

void TimeStrip::paintPlayhead(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const double x = std::round(playheadX()) - 0.5;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colours.accent, 1.5));
    painter.drawLine(QPointF(x, scaled(barsTop)), QPointF(x, scaled(barsBottom)));
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.accent);
    const double top = scaled(playheadTop);
    const double half = scaled(playheadHalf);
    painter.drawPolygon(QPolygonF({{x, top}, {x + half, top + half}, {x, top + 2 * half}, {x - half, top + half}}));
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

/// What moment the right end is, and whether what is shown is of that moment.
void TimeStrip::paintPresent(QPainter &painter) const
{
    const Tokens &colours = tokens(palette());
    const WallTime now = m_clock.wallNow();
    const std::optional<Moment> &moment = m_state.playhead();
    const QString time = moment ? tr("now %1").arg(format::clock(now)) : format::clock(now);
    const QString word = moment               ? tr("Playhead %1").arg(format::moment(moment->time, now))
                         : m_state.isPaused() ? tr("Paused")
                                              : standingWord(m_standing, now);
    const int wide = shapedWidth(painter.font(), time);
    QRect area(0, scaled(legendTop), width() - scaled(2 * side), scaled(legendHeight));
    painter.setPen(colours.text2);
    paintShaped(painter, area, Qt::AlignRight, Qt::ElideNone, time);
    area.setRight(area.right() - wide - scaled(8));
    painter.setPen(moment || m_state.isPaused() || m_standing.isLive() ? colours.accent : colours.gap);
    painter.setFont(fontOf(TextRole::Header));
    paintShaped(painter, area, Qt::AlignRight, Qt::ElideNone, word);
}

std::int64_t TimeStrip::binOf(std::int64_t second) const
{
    return second / m_binSeconds;
}

bool TimeStrip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto *help = static_cast<QHelpEvent *>(event);
        const bool isRuler = help->pos().y() > scaled(barsBottom);
        const QString tip = isRuler ? tr("Press to see the cluster as of then") : tipAt(help->pos().x());
        QToolTip::showText(help->globalPos(), safeToolTip(tip), this);
        return true;
    }
    return QWidget::event(event);
}

/// Since when the bins tell how much came: since the first batch, or as long as they go back.
std::optional<WallTime> TimeStrip::knownFrom() const
{
    const auto goBack = std::chrono::seconds(m_bins.seconds());
    return m_knownFrom ? std::optional(std::max(*m_knownFrom, m_clock.wallNow() - goBack)) : std::nullopt;
}

QString TimeStrip::tipAt(double x) const
{
    const std::int64_t first = binOf(secondOf(timeAt(x))) * m_binSeconds;
    if (const auto from = knownFrom(); !from || timeOf(first + m_binSeconds) <= *from)
        return from
                   ? tr("%1: nothing is counted from before %2").arg(format::clock(timeOf(first)), format::clock(*from))
                   : tr("Nothing is watched yet.");
    const EventBins::Bin bin = m_bins.sum(first, first + m_binSeconds);
    const QString line = tr("%1: %2 added, %3 modified, %4 deleted")
                             .arg(format::clock(timeOf(first)), format::number(bin.added), format::number(bin.modified),
                                  format::number(bin.deleted));
    if (bin.gap)
        return line + QLatin1Char('\n') + tr("Some changes may have passed unseen.");
    if (m_standing.staleSince && timeOf(first + m_binSeconds) > *m_standing.staleSince)
        return line + QLatin1Char('\n') +
               tr("Not all watches have been heard since %1.").arg(format::clock(*m_standing.staleSince));
    return line;
}

} // namespace wk
