// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/timelineframe.h"

#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/safetext.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"
#include "ui/timeline/timelinestr.h"
#include "ui/timeline/timeruler.h"

#include <QFontMetrics>
#include <QLocale>
#include <QPainter>

namespace wk {

namespace {

constexpr int Indent = 14;
constexpr int LabelDistance = 90;
constexpr int PlayheadWidth = 2;

int textLeft(const QRect &area, const LaneRow &row)
{
    return twistyIn(area, row).right() + scaled(5);
}

QColor nameColour(const Tokens &tokens, const LaneRow &row, const HeadingLook &look)
{
    if (look.selected)
        return tokens.text;
    if (row.lane < 0 || look.isGone)
        return tokens.text3;
    return row.hasChildren ? tokens.text : tokens.text2;
}

/// Where the playhead's time stands in a ruler; null when it is out of sight.
QRectF plateOf(const TimeAxis &axis, const QRect &ruler, WallTime moment)
{
    const double x = xOf(axis, moment);
    if (x < axis.left || x > axis.left + axis.width)
        return {};
    const int text = QFontMetrics(fontOf(TextRole::Header)).horizontalAdvance(format::clock(moment));
    const int wide = text + 2 * scaled(measure::CellPadding);
    const double left = std::clamp(x - wide / 2.0, axis.left, std::max(axis.left, axis.left + axis.width - wide));
    return {left, double(ruler.top() + scaled(3)), double(wide), double(ruler.height() - scaled(6))};
}

void paintPlate(QPainter &painter, const Tokens &tokens, const QRectF &plate, const QString &time)
{
    painter.setFont(fontOf(TextRole::Header));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(tokens.accentFill);
    painter.drawRoundedRect(plate, measure::LabelRadius, measure::LabelRadius);
    painter.setPen(tokens.accentInk);
    painter.drawText(plate, Qt::AlignCenter, time);
}

} // namespace

QString shortKind(const std::string &kind)
{
    if (kind == "Deployment")
        return TimelineTr::tr("Deploy", "short for Deployment");
    if (kind == "ReplicaSet")
        return TimelineTr::tr("RS", "short for ReplicaSet");
    if (kind == "StatefulSet")
        return TimelineTr::tr("Stateful", "short for StatefulSet");
    if (kind == "DaemonSet")
        return TimelineTr::tr("Daemon", "short for DaemonSet");
    return displayText(kind);
}

QColor rowGround(const Tokens &tokens, const LaneRow &row, const HeadingLook &look)
{
    if (look.selected)
        return tokens.sel;
    if (look.hovered)
        return tokens.hover;
    return row.depth == 0 && row.hasChildren ? tokens.alt : tokens.base;
}

QRect twistyIn(const QRect &area, const LaneRow &row)
{
    const int size = scaled(measure::Glyph);
    const int left = area.left() + scaled(measure::FirstPadding + row.depth * Indent);
    return {left, area.top() + (area.height() - size) / 2, size, size};
}

void paintHeading(QPainter &painter, const Tokens &tokens, const QRect &area, const LaneRow &row,
                  const HeadingLook &look)
{
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    if (row.hasChildren)
        paintIcon(painter, twistyIn(area, row), row.collapsed ? Icon::ChevronRight : Icon::ChevronDown, tokens.text3);
    int left = textLeft(area, row);
    int right = area.right() - scaled(8);
    painter.setFont(fontOf(TextRole::Caption));
    painter.setPen(look.selected ? tokens.text2 : tokens.text3);
    if (look.isDensity) {
        const QString density = TimelineTr::tr("density");
        paintShaped(painter, {left, area.top(), right - left, area.height()}, Qt::AlignRight, Qt::ElideRight, density);
        right -= shapedWidth(painter.font(), density) + scaled(6);
    }
    if (!look.cluster.isEmpty()) {
        left = paintClusterDot(painter, {left, area.top(), right - left, area.height()}, look.colour, tokens).left();
        paintShaped(painter, {left, area.top(), right - left, area.height()}, Qt::AlignLeft, Qt::ElideRight,
                    look.cluster);
        left += shapedWidth(painter.font(), look.cluster) + scaled(6);
    }
    if (row.hasChildren || row.depth == 0) {
        const QString kind = shortKind(row.kind);
        paintShaped(painter, {left, area.top(), right - left, area.height()}, Qt::AlignLeft, Qt::ElideRight, kind);
        left += shapedWidth(painter.font(), kind) + scaled(6);
    }
    const QString name =
        row.depth == 0 && !row.ns.empty() ? displayText(row.ns + '/' + row.name) : displayText(row.name);
    painter.setFont(fontOf(TextRole::MonoBody));
    painter.setPen(nameColour(tokens, row, look));
    paintShaped(painter, {left, area.top(), right - left, area.height()}, Qt::AlignLeft, Qt::ElideMiddle, name);
    painter.restore();
}

void paintGrid(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area)
{
    const Micros step = rulerStep(axis, scaled(LabelDistance));
    const QColor minor((tokens.border.red() + tokens.base.red()) / 2, (tokens.border.green() + tokens.base.green()) / 2,
                       (tokens.border.blue() + tokens.base.blue()) / 2);
    for (const RulerTick &tick : rulerTicks(axis, step, QTimeZone::systemTimeZone())) {
        const QColor &ink = tick.major ? tokens.border : minor;
        painter.fillRect(QRectF(std::floor(tick.x), area.top(), 1, area.height()), ink);
    }
}

void paintPlayhead(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area, WallTime moment)
{
    const double right = area.right() + 1;
    const double x = std::clamp(xOf(axis, moment), double(area.left()) - 2, right);
    QColor veil = tokens.base;
    veil.setAlphaF(float(1 - measure::AfterPlayheadOpacity));
    painter.fillRect(QRectF(x, area.top(), right - x, area.height()) & QRectF(area), veil);
    if (x >= area.left() && x < right)
        painter.fillRect(QRectF(std::round(x) - 1, area.top(), PlayheadWidth, area.height()), tokens.accent);
}

void paintDrawnRange(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area, double left,
                     double right)
{
    const QRectF range(std::round(left), area.top(), std::round(right) - std::round(left), area.height());
    QColor veil = tokens.accent;
    veil.setAlphaF(float(measure::RangeOpacity));
    painter.save();
    painter.fillRect(range, veil);
    for (const double x : {range.left(), range.right()})
        painter.fillRect(QRectF(x, range.top(), 1, range.height()), tokens.accent);
    const auto length = std::chrono::duration_cast<std::chrono::milliseconds>(timeAt(axis, right) - timeAt(axis, left));
    const QString words = format::duration(length);
    painter.setFont(fontOf(TextRole::Header));
    const QSizeF size(painter.fontMetrics().horizontalAdvance(words) + scaled(12), scaled(measure::Header) - scaled(8));
    if (size.width() <= range.width())
        paintPlate(painter, tokens,
                   {{range.center().x() - size.width() / 2, range.top() + scaled(measure::Header + 4)}, size}, words);
    painter.restore();
}

void paintRuler(QPainter &painter, const Tokens &tokens, const TimeAxis &axis, const QRect &area,
                const std::optional<WallTime> &playhead)
{
    const QRectF plate = playhead ? plateOf(axis, area, *playhead) : QRectF();
    painter.save();
    painter.fillRect(area, tokens.header);
    painter.fillRect(QRect(area.left(), area.bottom(), area.width(), 1), tokens.border);
    painter.setClipRect(QRectF(axis.left, area.top(), axis.width, area.height()), Qt::IntersectClip);
    painter.setFont(fontOf(TextRole::Caption));
    const QTimeZone zone = QTimeZone::systemTimeZone();
    const Micros step = rulerStep(axis, scaled(LabelDistance));
    for (const RulerTick &tick : rulerTicks(axis, step, zone)) {
        const int height = scaled(tick.major ? 6 : 3);
        painter.fillRect(QRectF(std::floor(tick.x), area.bottom() - height + 1, 1, height), tokens.borderStrong);
        if (!tick.major)
            continue;
        painter.setPen(tokens.text3);
        const QString label = rulerText(tick.time, step, zone, QLocale());
        const double wide = painter.fontMetrics().horizontalAdvance(label) + 1;
        const QRectF place(tick.x + scaled(5), area.top(), wide, area.height() - 1);
        if (place.right() <= axis.left + axis.width && !place.intersects(plate)) // half a time is another time
            painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter, label);
    }
    if (!plate.isNull())
        paintPlate(painter, tokens, plate, format::clock(*playhead));
    painter.restore();
}

} // namespace wk
