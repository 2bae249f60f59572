// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/glyphs.h"

#include "core/informer/entry.h"
#include "ui/style/phase.h"
#include "ui/style/tokens.h"

#include <QPainter>
#include <QPainterPath>

namespace wk {

namespace {

struct Stroke {
    QPainterPath path;
    double width = 1.75;
};

void line(QPainterPath &path, double x1, double y1, double x2, double y2)
{
    path.moveTo(x1, y1);
    path.lineTo(x2, y2);
}

Stroke plus()
{
    Stroke s;
    line(s.path, 6, 2, 6, 10);
    line(s.path, 2, 6, 10, 6);
    return s;
}

Stroke tilde()
{
    Stroke s;
    s.path.moveTo(1.8, 7.2);
    s.path.cubicTo(3.2, 4.2, 4.8, 4.6, 6, 6);
    s.path.cubicTo(7.2, 7.4, 8.8, 7.8, 10.2, 4.8);
    return s;
}

Stroke cross()
{
    Stroke s;
    line(s.path, 2.7, 2.7, 9.3, 9.3);
    line(s.path, 9.3, 2.7, 2.7, 9.3);
    return s;
}

Stroke ribbon()
{
    Stroke s{{}, 1.4};
    s.path.addPolygon(QPolygonF({{3.4, 1.8}, {8.6, 1.8}, {8.6, 10.2}, {6, 8}, {3.4, 10.2}, {3.4, 1.8}}));
    return s;
}

Stroke octagon()
{
    Stroke s{{}, 1.4};
    s.path.addPolygon(
        QPolygonF({{4, 1.2}, {8, 1.2}, {10.8, 4}, {10.8, 8}, {8, 10.8}, {4, 10.8}, {1.2, 8}, {1.2, 4}, {4, 1.2}}));
    line(s.path, 6, 3.6, 6, 6.5);
    line(s.path, 6, 8.3, 6, 8.4);
    return s;
}

Stroke threeLines()
{
    Stroke s{{}, 1.5};
    for (const double y : {3.2, 6.0, 8.8})
        line(s.path, 2, y, 10, y);
    return s;
}

/// Lines, and an arrow that comes round to where it began.
Stroke linesAndArrow()
{
    Stroke s{{}, 1.4};
    line(s.path, 2, 3.2, 6, 3.2);
    line(s.path, 2, 6, 5, 6);
    line(s.path, 2, 8.8, 6, 8.8);
    const QRectF circle(7.838 - 3, 6.172 - 3, 6, 6);
    s.path.arcMoveTo(circle, -54);
    s.path.arcTo(circle, -54, -283);
    s.path.moveTo(10.8, 2.8);
    s.path.lineTo(10.8, 5);
    s.path.lineTo(8.6, 5);
    return s;
}

Stroke plug()
{
    Stroke s{{}, 1.5};
    line(s.path, 1.2, 6, 4, 6);
    line(s.path, 8, 6, 10.8, 6);
    line(s.path, 4, 3.8, 4, 8.2);
    line(s.path, 8, 3.8, 8, 8.2);
    return s;
}

Stroke strokes()
{
    Stroke s{{}, 1.5};
    line(s.path, 1.5, 8, 6, 1.8);
    line(s.path, 3.2, 10.2, 8.8, 2.4);
    line(s.path, 6.6, 10.2, 10.5, 4.8);
    return s;
}

Stroke make(EntryType type)
{
    switch (type) {
    case EntryType::Added: return plus();
    case EntryType::Modified: return tilde();
    case EntryType::Deleted: return cross();
    case EntryType::Bookmark: return ribbon();
    case EntryType::Error: return octagon();
    case EntryType::List: return threeLines();
    case EntryType::Relist: return linesAndArrow();
    case EntryType::Reconnect: return plug();
    case EntryType::Gap: return strokes();
    }
    return plus();
}

const Stroke &glyphOf(EntryType type)
{
    static const std::array<Stroke, 9> glyphs = [] {
        std::array<Stroke, 9> made;
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = make(static_cast<EntryType>(i));
        return made;
    }();
    return glyphs[static_cast<std::size_t>(type)];
}

/// Paints in the coordinates of a square grid laid over `box`.
class OnGrid
{
public:
    OnGrid(QPainter &painter, const QRectF &box, double grid)
        : m_painter(painter)
    {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.translate(box.topLeft());
        painter.scale(box.width() / grid, box.height() / grid);
        painter.setBrush(Qt::NoBrush);
    }
    ~OnGrid() { m_painter.restore(); }
    Q_DISABLE_COPY_MOVE(OnGrid)

private:
    QPainter &m_painter;
};

void paintPhaseOnGrid(QPainter &painter, Phase phase, const QColor &ink)
{
    const auto outline = [&](double width) {
        painter.setPen(QPen(ink, width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
    };
    switch (phase) {
    case Phase::None: return;
    case Phase::Running:
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawEllipse(QPointF(4, 4), 3.2, 3.2);
        return;
    case Phase::Pending:
        outline(1.4);
        painter.drawEllipse(QPointF(4, 4), 2.9, 2.9);
        painter.setPen(Qt::NoPen);
        painter.setBrush(ink);
        painter.drawPie(QRectF(1.1, 1.1, 5.8, 5.8), 90 * 16, -180 * 16);
        return;
    case Phase::Succeeded:
        outline(1.6);
        painter.drawPolyline(QPolygonF({{1, 4.3}, {3, 6.3}, {7, 1.7}}));
        return;
    case Phase::Failed: painter.fillRect(QRectF(0.8, 0.8, 6.4, 6.4), ink); return;
    case Phase::Unknown:
        outline(1.3);
        painter.drawPolygon(QPolygonF({{4, 0.4}, {7.6, 4}, {4, 7.6}, {0.4, 4}}));
        return;
    case Phase::Terminating: {
        QPen pen(ink, 1.4, Qt::CustomDashLine, Qt::FlatCap);
        pen.setDashPattern({2 / 1.4, 1.6 / 1.4});
        painter.setPen(pen);
        painter.drawEllipse(QPointF(4, 4), 3, 3);
        return;
    }
    }
}

} // namespace

void paintGlyph(QPainter &painter, const QRectF &box, EntryType type, const QColor &ink)
{
    const Stroke &glyph = glyphOf(type);
    const OnGrid grid(painter, box, 12);
    painter.setPen(QPen(ink, glyph.width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    painter.drawPath(glyph.path);
}

void paintGlyph(QPainter &painter, const QRectF &box, EntryType type, EntryClass origin, const QColor &ink)
{
    QColor shade = ink;
    if (origin == EntryClass::Replayed)
        shade.setAlphaF(0.6F);
    paintGlyph(painter, box, type, shade);
    if (origin != EntryClass::Inferred)
        return;
    const OnGrid grid(painter, box, 12);
    QPen pen(ink, 1, Qt::CustomDashLine, Qt::FlatCap);
    pen.setDashPattern({2.5, 1.8});
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(-2, -2, 16, 16), 3, 3);
}

void paintPhase(QPainter &painter, const QRectF &box, Phase phase, const Tokens &tokens)
{
    if (phase == Phase::None)
        return;
    const OnGrid grid(painter, box, 8);
    paintPhaseOnGrid(painter, phase, phaseInk(tokens, phase));
}

void paintGapHatch(QPainter &painter, const QRectF &area, const Tokens &tokens)
{
    constexpr double step = 6 * 1.41421356;
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.fillRect(area, tokens.gapTint);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens.gap, 2));
    for (double x = area.left() - area.height(); x < area.right(); x += step)
        painter.drawLine(QPointF(x, area.bottom()), QPointF(x + area.height(), area.top()));
    painter.restore();
}

} // namespace wk
