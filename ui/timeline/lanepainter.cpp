// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanepainter.h"

#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/phase.h"
#include "ui/style/tokens.h"

#include <QPainter>
#include <QPainterPath>
#include <QPixmap>

#include <array>
#include <cmath>
#include <string_view>

namespace wk {

namespace {

// tokens.md, Measures, and the timeline's picture: bars of 9 and 3 px in rows of 24.
constexpr int PodBar = 9;
constexpr int ControllerBar = 3;
constexpr int GlyphDistance = 8;
constexpr int DensityColumn = 3;
constexpr double NoteDistance = 6;

/// An ink at an opacity, mixed beforehand: blending is ten times as slow as filling.
QColor over(const QColor &ground, const QColor &ink, double opacity)
{
    const auto mix = [opacity](int under, int above) { return int(std::lround(under + (above - under) * opacity)); };
    return {mix(ground.red(), ink.red()), mix(ground.green(), ink.green()), mix(ground.blue(), ink.blue())};
}

QRect barIn(const QRect &strip, int height)
{
    const int h = scaled(height);
    return {strip.left(), strip.top() + (strip.height() - h) / 2, strip.width(), h};
}

/// A bar of slanted strokes: what is going away.
QBrush terminatingBrush(const QColor &ground, const QColor &ink)
{
    QPixmap tile(8, 8);
    tile.fill(over(ground, ink, 0.35));
    QPainter painter(&tile);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(ink, 2.4));
    for (const int x : {-8, 0, 8})
        painter.drawLine(x, 8, x + 8, 0);
    return QBrush(tile);
}

QBrush barBrush(const Tokens &tokens, const QColor &ground, Phase phase)
{
    switch (phase) {
    case Phase::None: return over(ground, tokens.borderStrong, 0.6);
    case Phase::Running: return over(ground, tokens.running, 0.62);
    case Phase::Terminating: return terminatingBrush(ground, tokens.terminating);
    case Phase::Pending:
    case Phase::Succeeded:
    case Phase::Failed:
    case Phase::Unknown: break;
    }
    return over(ground, phaseInk(tokens, phase), 0.9);
}

/// How high a column of density stands: by the logarithm, the same in every lane, so that lanes can be compared.
int densityHeight(std::uint32_t count, int most)
{
    constexpr std::size_t Full = 256;
    static const std::array<double, Full + 1> share = [] {
        std::array<double, Full + 1> table{};
        for (std::size_t i = 1; i <= Full; ++i)
            table[i] = std::log2(1.0 + double(i)) / std::log2(1.0 + Full);
        return table;
    }();
    return count == 0 ? 0 : std::max(2, int(share[std::min<std::size_t>(count, Full)] * most + 0.5));
}

} // namespace

bool isController(const LaneRow &row)
{
    constexpr std::array<std::string_view, 6> Kinds{"Deployment", "ReplicaSet", "StatefulSet",
                                                    "DaemonSet",  "Job",        "CronJob"};
    return row.hasChildren || std::find(Kinds.begin(), Kinds.end(), row.kind) != Kinds.end();
}

LanePainter::LanePainter(QPainter &painter, const LaneScene &scene, UnseenPainter &unseen)
    : m_painter(painter)
    , m_scene(scene)
    , m_unseen(unseen)
{}

void LanePainter::paintRow(const LaneRow &row, const QRect &strip, const QColor &ground)
{
    m_ground = ground;
    const Lane *lane = m_scene.data.lanes().lane(row.lane);
    if (lane && !row.collapsed)
        paintLife(*lane, strip, isController(row));
    paintMarks(row, strip);
    if (lane)
        paintNotes(*lane, strip);
}

void LanePainter::paintLife(const Lane &lane, const QRect &strip, bool isController)
{
    const QRect bar = barIn(strip, isController ? ControllerBar : PodBar);
    const WallTime end = lane.ended.value_or(std::max(m_scene.now, lane.seenFrom));
    if (lane.created)
        paintUnwatched(lane, bar);
    for (std::size_t i = 0; i < lane.life.size(); ++i) {
        const WallTime to = i + 1 < lane.life.size() ? lane.life[i + 1].from : end;
        paintBar(lane.life[i].from, std::min(to, end), bar, lane.life[i].phase);
    }
    m_unseen.paintStale(lane, strip);
}

void LanePainter::paintBar(WallTime from, WallTime to, const QRect &bar, Phase phase)
{
    const double x0 = xIn(from);
    const double x1 = xIn(to);
    if (x1 <= m_scene.axis.left || x0 >= m_scene.axis.left + m_scene.axis.width || x1 <= x0)
        return;
    const QRectF area(x0, bar.top(), std::max(1.0, x1 - x0 - 0.5), bar.height());
    m_painter.fillRect(area, barBrush(m_scene.tokens, m_ground, phase));
}

/// It existed, and what it was like nobody here knows: an outline.
void LanePainter::paintUnwatched(const Lane &lane, const QRect &bar)
{
    const double x0 = xIn(*lane.created);
    const double x1 = xIn(lane.seenFrom);
    if (x1 <= m_scene.axis.left || x1 <= x0)
        return;
    QPen pen(m_scene.tokens.borderStrong, 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({3, 3});
    pen.setDashOffset(std::fmod(x0, 6));
    m_painter.setPen(pen);
    const double y = bar.center().y() + 0.5;
    m_painter.drawLine(QPointF(x0, y), QPointF(x1, y));
}

void LanePainter::paintMarks(const LaneRow &row, const QRect &strip)
{
    m_bins.assign(std::size_t(std::max(1, strip.width())), MarkBin{});
    if (const Lane *lane = m_scene.data.lanes().lane(row.lane))
        countMarks(lane->marks, m_scene.axis, m_bins);
    for (const int hidden : row.hidden) {
        if (const Lane *lane = m_scene.data.lanes().lane(hidden))
            countMarks(lane->marks, m_scene.axis, m_bins);
    }
    const MarkDetail detail = row.collapsed ? MarkDetail::Density : detailOf(m_bins);
    if (detail == MarkDetail::Density)
        paintDensity(strip);
    else if (detail == MarkDetail::Single)
        paintSingle(strip);
}

/// Ticks first: a glyph may stand over some.
void LanePainter::paintSingle(const QRect &strip)
{
    const std::vector<PlacedMark> marks = placeMarks(m_bins, scaled(GlyphDistance));
    for (const PlacedMark &mark : marks) {
        if (!mark.glyph)
            paintTick(mark, strip);
    }
    const double size = scaled(measure::Glyph);
    const double top = strip.top() + (strip.height() - size) / 2;
    for (const PlacedMark &mark : marks) {
        if (!mark.glyph)
            continue;
        const QRectF box(strip.left() + mark.column - size / 2, top, size, size);
        m_painter.fillRect(box.adjusted(-1, -1, 1, 1), m_ground);
        paintGlyph(m_painter, box, mark.type, mark.inferred ? EntryClass::Inferred : EntryClass::Live,
                   eventInk(m_scene.tokens, mark.type));
    }
}

void LanePainter::paintTick(const PlacedMark &mark, const QRect &strip)
{
    const int inset = scaled(4);
    const QColor &ink = eventInk(m_scene.tokens, mark.type);
    const QRectF tick(strip.left() + mark.column - 1, strip.top() + inset, 2, strip.height() - 2 * inset - 1);
    m_painter.fillRect(tick.adjusted(-1, 0, 1, 0), m_ground);
    if (!mark.inferred) {
        m_painter.fillRect(tick, ink);
        return;
    }
    m_painter.setPen(QPen(ink, 1)); // hollow: it was not seen
    m_painter.setBrush(m_ground);
    m_painter.drawRect(tick.adjusted(-0.5, 0.5, 0.5, -0.5));
}

void LanePainter::paintDensity(const QRect &strip)
{
    constexpr std::array Order{EntryType::Modified, EntryType::Added, EntryType::Deleted}; // from the ground up
    const int width = scaled(DensityColumn);
    const int most = strip.height() - scaled(8);
    const int floor = strip.bottom() - scaled(4);
    const std::vector<MarkBin> columns = densityOf(m_bins, width);
    std::array<QList<QRect>, 3> bars; // by type, so that each ink is set once
    for (std::size_t i = 0; i < columns.size(); ++i) {
        const int height = densityHeight(columns[i].total(), most);
        int y = floor;
        for (const EntryType type : Order) {
            const int share =
                columns[i].of(type) ? std::max(1, int(height * columns[i].of(type) / columns[i].total())) : 0;
            if (share > 0)
                bars[std::size_t(type)].append(QRect(strip.left() + int(i) * width, y - share, width - 1, share));
            y -= share;
        }
    }
    m_painter.setPen(Qt::NoPen);
    for (const EntryType type : Order) {
        const QColor &ink = eventInk(m_scene.tokens, type);
        m_painter.setBrush(type == EntryType::Modified ? over(m_ground, ink, 0.75) : ink);
        m_painter.drawRects(bars[std::size_t(type)]);
    }
}

void LanePainter::paintNotes(const Lane &lane, const QRect &strip)
{
    const Tokens &tokens = m_scene.tokens;
    const double unit = scaled(24) / 24.0;
    const double bottom = strip.top() + 23 * unit;
    double lastX = -1e9;
    bool lastWarned = false;
    m_painter.save();
    m_painter.setRenderHint(QPainter::Antialiasing);
    for (const LaneNote &note : lane.notes) {
        const double x = xOf(m_scene.axis, note.time);
        const bool isOutside = x < m_scene.axis.left || x > m_scene.axis.left + m_scene.axis.width;
        if (isOutside || (x - lastX < NoteDistance && (lastWarned || !note.warning)))
            continue;
        lastX = x;
        lastWarned = note.warning;
        if (note.warning) {
            const std::array<QPointF, 3> triangle{QPointF(x, bottom - 7.5 * unit), QPointF(x + 4.5 * unit, bottom),
                                                  QPointF(x - 4.5 * unit, bottom)};
            m_painter.setPen(QPen(m_ground, 1));
            m_painter.setBrush(tokens.gap);
            m_painter.drawPolygon(triangle.data(), 3);
        } else {
            m_painter.setPen(QPen(tokens.text2, 1.2));
            m_painter.setBrush(m_ground);
            m_painter.drawEllipse(QPointF(x, bottom - 2.5 * unit), 2.4 * unit, 2.4 * unit);
        }
    }
    m_painter.restore();
}

} // namespace wk
