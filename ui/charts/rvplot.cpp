// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvplot.h"

#include "ui/charts/rvpen.h"
#include "ui/models/seenwords.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QtCharts/QLineSeries>
#include <QtCharts/QValueAxis>

#include <limits>

namespace wk {

namespace {

// The charts' picture: room for the version's digits at the left and for times below.
constexpr int LeftMargin = 76;
constexpr int BottomMargin = 24;
constexpr int TopMargin = 10;
constexpr int RightMargin = 10;
constexpr int StepPixels = 54;
constexpr double LineReach = 6;
constexpr double MarkReach = 8;
constexpr double BandReach = 12; // above and below the line
constexpr double LineWidth = 1.6;
constexpr double StrongWidth = 2;

/// The event of an object nearest to a moment, of which the history has the row; empty when none is as near as `reach`.
std::optional<RowId> eventNear(const RvTrack &track, const HistorySnapshot &history, WallTime time, Micros reach)
{
    std::optional<RowId> nearest;
    auto bucket = std::lower_bound(track.buckets.begin(), track.buckets.end(), time - reach,
                                   [](const RvBucket &b, WallTime t) { return b.last.time < t; });
    for (; bucket != track.buckets.end() && bucket->first.time <= time + reach; ++bucket) {
        if (!bucket->object || *bucket->object < history.begin())
            continue;
        const auto away = std::chrono::abs(history.time(*bucket->object) - time); // it may be older than the bucket
        if (away > reach)
            continue;
        nearest = bucket->object;
        reach = away;
    }
    return nearest;
}

} // namespace

RvPlot::RvPlot(const RvChartData &data, QWidget *parent)
    : QChartView(parent)
    , m_data(data)
    , m_x(new QValueAxis(this))
    , m_y(new QValueAxis(this))
    , m_newest(new QLineSeries(this))
{
    setFrameShape(QFrame::NoFrame);
    setRenderHint(QPainter::Antialiasing);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setAccessibleName(tr("resourceVersion against time, a line per watch"));
    viewport()->setMouseTracking(true);
    chart()->setMargins({});
    chart()->setBackgroundVisible(false);
    chart()->legend()->hide();
    chart()->addAxis(m_x, Qt::AlignBottom);
    chart()->addAxis(m_y, Qt::AlignLeft);
    m_x->setVisible(false);
    m_y->setVisible(false);
    chart()->addSeries(m_newest);
    m_newest->attachAxis(m_x);
    m_newest->attachAxis(m_y);
    restyle();
}

QRectF RvPlot::plotArea() const
{
    return QRectF(rect()).adjusted(scaled(LeftMargin), scaled(TopMargin), -scaled(RightMargin), -scaled(BottomMargin));
}

TimeAxis RvPlot::timeAxis() const
{
    const QRectF area = plotArea();
    return {m_window.from, m_window.to, area.left(), area.width()};
}

double RvPlot::yOf(double value) const
{
    const QRectF area = plotArea();
    return area.bottom() - (value - m_versions.low) / (m_versions.high - m_versions.low) * area.height();
}

QPointF RvPlot::pointOf(const RvPoint &point) const
{
    return {xOf(timeAxis(), point.time), yOf(point.value)};
}

void RvPlot::replot(WallTime from, WallTime to)
{
    m_window = {from, to, std::max(1, int(plotArea().width()))};
    replaceLines();
    viewport()->update();
}

/// A watch that has no line in the window, as it ended before, has no series either: each costs a refresh its part.
void RvPlot::replaceLines()
{
    std::map<WatchId, QList<QPointF>> drawn;
    for (const RvTrack &track : m_data.tracks()) {
        if (track.offScale || !track.isDrawn())
            continue;
        if (QList<QPointF> points = m_data.line(track, m_window); !points.isEmpty())
            drawn.emplace(track.watch, std::move(points));
    }
    std::erase_if(m_lines, [&](const auto &line) {
        const bool isGone = !drawn.contains(line.first);
        if (isGone) {
            chart()->removeSeries(line.second);
            line.second->deleteLater();
        }
        return isGone;
    });
    for (const auto &[watch, points] : drawn)
        seriesOf(watch)->replace(points);
    m_newest->replace(m_data.newestLine(m_window));
    scaleTo(drawn);
    restyle();
}

QLineSeries *RvPlot::seriesOf(WatchId watch)
{
    QLineSeries *&series = m_lines[watch];
    if (!series) {
        series = new QLineSeries(this);
        chart()->addSeries(series);
        series->attachAxis(m_x);
        series->attachAxis(m_y);
    }
    return series;
}

void RvPlot::scaleTo(const std::map<WatchId, QList<QPointF>> &lines)
{
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    for (const auto &[watch, line] : lines) {
        for (const QPointF &point : line) {
            least = std::min(least, point.y());
            greatest = std::max(greatest, point.y());
        }
    }
    if (!m_data.base() || least > greatest)
        return;
    m_versions = versionAxis(*m_data.base(), least, greatest, int(plotArea().height()) / scaled(StepPixels));
    m_y->setRange(m_versions.low, m_versions.high);
    m_x->setRange(0, double((m_window.to - m_window.from).count()) / 1e6);
}

void RvPlot::highlight(WatchId watch)
{
    if (watch == m_highlighted)
        return;
    m_highlighted = watch;
    restyle();
}

void RvPlot::restyle()
{
    const Tokens &tokens = wk::tokens(palette());
    setBackgroundBrush(tokens.base);
    m_newest->setPen(QPen(tokens.text3, 1));
    for (const auto &[watch, series] : m_lines) {
        const RvTrack *track = m_data.track(watch);
        const bool isStrong = watch == m_highlighted;
        const QPen pen = rvPen(tokens, track ? track->look : RvLook(), isStrong ? StrongWidth + 0.6 : LineWidth);
        if (series->pen() != pen)
            series->setPen(pen);
    }
}

void RvPlot::layOut()
{
    chart()->setPlotArea(plotArea());
    replot(m_window.from, m_window.to);
}

void RvPlot::resizeEvent(QResizeEvent *event)
{
    QChartView::resizeEvent(event);
    layOut();
}

void RvPlot::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::LanguageChange)
        setAccessibleName(tr("resourceVersion against time, a line per watch"));
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        layOut();
}

const RvMark *RvPlot::markAt(const RvTrack &track, QPointF position) const
{
    const RvMark *nearest = nullptr;
    double distance = MarkReach;
    for (const RvMark &mark : track.marks) {
        const double away = QLineF(pointOf(mark.at), position).length();
        if (away < distance) {
            distance = away;
            nearest = &mark;
        }
    }
    return nearest;
}

QRectF RvPlot::bandAlong(const RvTrack &track, WallTime from, WallTime to) const
{
    const auto after = m_data.valueAt(track, to);
    if (track.offScale || !after)
        return {};
    // The watch's last word before it may be the step itself, which came to be known a moment later.
    const WallTime begins = std::min(from + RvChartData::PointTime, to);
    const double before = m_data.valueAt(track, begins).value_or(track.buckets.front().first.value);
    const QRectF area = plotArea();
    const double left = xOf(timeAxis(), from);
    const double right = std::max(xOf(timeAxis(), to), left + 2);
    const double top = yOf(std::max(before, *after)) - scaled(BandReach);
    const double bottom = yOf(std::min(before, *after)) + scaled(BandReach);
    return QRectF(QPointF(left, top), QPointF(right, bottom)) & area;
}

QRectF RvPlot::gapArea(const RvTrack &track, const RvGap &gap) const
{
    return bandAlong(track, gap.lostFrom, gap.until - Micros(1)); // there the list has lifted the line
}

QRectF RvPlot::doubtArea(const RvTrack &track, const RvGap &gap) const
{
    return gap.gap.isDoubtfulAtFirst() ? bandAlong(track, gap.gap.since, gap.lostFrom) : QRectF();
}

const RvGap *RvPlot::gapAt(const RvTrack &track, QPointF position) const
{
    for (const RvGap &gap : track.gaps) {
        const bool isInDoubt = doubtArea(track, gap).contains(position);
        if (isInDoubt || gapArea(track, gap).adjusted(-2, 0, 2, 0).contains(position))
            return &gap;
    }
    return nullptr;
}

std::optional<RowId> RvPlot::inferredAt(const RvTrack &track, QPointF position) const
{
    std::optional<RowId> nearest;
    double distance = LineReach;
    for (const RvInferred &inferred : track.inferred) {
        const double away = QLineF(pointOf(inferred.at), position).length();
        if (away < distance && inferred.row >= m_data.history().begin()) {
            distance = away;
            nearest = inferred.row;
        }
    }
    return nearest;
}

RvPlot::Hit RvPlot::hitAt(QPointF position) const
{
    Hit hit;
    if (!plotArea().adjusted(-MarkReach, -MarkReach, MarkReach, MarkReach).contains(position))
        return hit;
    const WallTime time = timeAt(timeAxis(), position.x());
    const Micros reach(std::int64_t(double(pixelTime().count()) * LineReach));
    double distance = LineReach;
    for (const auto &[watch, series] : m_lines) {
        const RvTrack *track = m_data.track(watch);
        if (!track || (track->ended && *track->ended < time)) // it goes no further
            continue;
        if (const RvMark *mark = markAt(*track, position))
            return {watch, mark->at.time, mark, {}, nullptr};
        if (const auto event = inferredAt(*track, position))
            return {watch, m_data.history().time(*event), nullptr, event, nullptr};
        // A step has an upright part: the pointer may be anywhere between the two values.
        const auto before = m_data.valueAt(*track, time - reach);
        const auto after = m_data.valueAt(*track, time + reach);
        if (!after)
            continue;
        const double top = yOf(*after);
        const double bottom = yOf(before.value_or(*after));
        const double away = std::max({0.0, std::min(top, bottom) - position.y(), position.y() - std::max(top, bottom)});
        if (away < distance) {
            distance = away;
            hit = {watch, time, nullptr, eventNear(*track, m_data.history(), time, reach), nullptr};
        }
    }
    if (hit.event)
        return hit;
    for (const auto &[watch, series] : m_lines) {
        const RvTrack *track = m_data.track(watch);
        if (const RvGap *gap = track ? gapAt(*track, position) : nullptr)
            return {watch, time, nullptr, {}, gap};
    }
    return hit;
}

QString RvPlot::textOf(const Hit &hit) const
{
    const RvTrack *track = m_data.track(hit.watch);
    if (track && hit.gap)
        return gapMeaning({hit.gap->gap, hit.gap->until}, displayText(track->scope.resource.gvr.qualifiedName())) +
               u'\n' + tr("Click to show it in the stream.");
    if (hit.event && m_data.history().origin(*hit.event) == EntryClass::Inferred)
        return inferredText(*hit.event);
    const auto value = track ? m_data.valueAt(*track, hit.time) : std::nullopt;
    if (!value || !m_data.base())
        return {};
    const QString version = format::version(m_data.base()->plus(hit.mark ? hit.mark->at.value : *value).text());
    const QString when = format::clock(hit.time);
    QString text = displayText(track->scope.resource.gvr.qualifiedName()) + u"  " + version + u"  " + when;
    if (hit.mark)
        return text + u'\n' + QString::fromLatin1(typeName(hit.mark->type));
    const HistorySnapshot &history = m_data.history();
    const auto event = m_data.objectAt(*track, hit.time);
    if (event && *event >= history.begin())
        text +=
            u'\n' + tr("last: %1, %2").arg(displayText(history.name(*event)), format::clockMs(history.time(*event)));
    return text;
}

/// What the chart alone does not show of an event's coming.
QString RvPlot::inferredText(RowId event) const
{
    const HistorySnapshot &history = m_data.history();
    return displayText(history.name(event)) + u'\n' + QString::fromLatin1(typeName(history.type(event))) + u". " +
           classMeaning(history.origin(event));
}

} // namespace wk
