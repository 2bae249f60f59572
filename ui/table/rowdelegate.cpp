// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/table/rowdelegate.h"

#include "core/informer/entry.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/style/clusterlook.h"
#include "ui/style/figures.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/glyphs.h"
#include "ui/style/measures.h"
#include "ui/style/phase.h"
#include "ui/style/safetext.h"
#include "ui/style/shapedtext.h"
#include "ui/style/tokens.h"

#include <QAbstractItemView>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <array>

namespace wk {

namespace {

using Look = TableColumn::Look;

// Geometry of the history columns in px at 100 %. Source: the design's picture of the table.
constexpr int countWidth = 30; ///< format::compact() has room in it
constexpr int sparkGap = 8;
constexpr int sparkWidth = 60;
constexpr int sparkHeight = 14;
constexpr int sparkLeast = 4;        ///< a bar as high as the cell stands for at least so many changes
constexpr std::size_t leastBars = 4; ///< fewer are no line
constexpr int leastWhoWidth = 32;    ///< a letter or two are no name
constexpr int markGap = 6;
constexpr std::uint32_t fewChanges = 4;

QColor blend(const QColor &over, const QColor &under, double strength)
{
    const auto mix = [strength](int a, int b) { return static_cast<int>(a * strength + b * (1 - strength) + 0.5); };
    return {mix(over.red(), under.red()), mix(over.green(), under.green()), mix(over.blue(), under.blue())};
}

EntryType typeOf(RowTouch touch)
{
    switch (touch) {
    case RowTouch::None:
    case RowTouch::Modified: return EntryType::Modified;
    case RowTouch::Added: return EntryType::Added;
    case RowTouch::Deleted: return EntryType::Deleted;
    }
    return EntryType::Modified;
}

/// What the longest of "59 s", "59 m", "23 h" and "99 d" takes in the user's language, and what is shown when that is
/// longer: of a time to come.
int widthOfAgo(const QFont &font, const QString &shown)
{
    using namespace std::chrono_literals;
    int widest = shapedWidth(font, shown);
    for (const std::chrono::seconds back : {59s, 59 * 60s, 23 * 3600s, 99 * 86400s})
        widest = std::max(widest, shapedWidth(font, format::ago({}, WallTime(back))));
    return widest;
}

bool isDash(const QString &text)
{
    return text == format::none();
}

const QFont &fontFor(Look look)
{
    return fontOf(look == Look::Mono ? TextRole::Mono : TextRole::Body);
}

bool isWarning(Look look, const QString &text)
{
    return look == Look::Severity && text == QLatin1String("Warning");
}

void paintWarningMark(QPainter &painter, const QRectF &box, const Tokens &colours)
{
    const std::array<QPointF, 3> triangle{QPointF(box.center().x(), box.top()), box.bottomRight(), box.bottomLeft()};
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(colours.gap);
    painter.drawPolygon(triangle.data(), 3);
    painter.restore();
}

} // namespace

/// What a cell is painted with.
struct RowDelegate::Pen {
    const Tokens &colours;
    bool isSelected = false;
    bool isGone = false;
    double tint = 0;
    Look look = Look::Plain;
    Phase phase = Phase::None;

    /// A replica set that nothing is wanted of has no mark: most of them are from before.
    bool isMarked(const QString &text) const
    {
        const bool isNothing = look == Look::Number && phase == Phase::Running && text == QLatin1String("0");
        return (phase != Phase::None && !isNothing) || isWarning(look, text);
    }
    QColor quiet() const { return isSelected ? colours.text2 : colours.text3; }
    QColor ink(const QString &text) const
    {
        if (isDash(text) || (look == Look::Number && text == QLatin1String("0")))
            return quiet();
        if (isGone)
            return colours.text2;
        if (phase == Phase::Failed)
            return colours.deleted;
        if (isWarning(look, text))
            return colours.gap;
        return look == Look::Quiet ? colours.text2 : colours.text;
    }
};

RowDelegate::RowDelegate(const ResourceTableModel &model, QObject *parent)
    : QAbstractItemDelegate(parent)
    , m_model(model)
{}

void RowDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colours = tokens(option.palette);
    const int row = index.row();
    const TableRow &held = m_model.rowAt(row);
    const TableColumn &column = m_model.tableColumns()[static_cast<std::size_t>(index.column())];
    Pen pen{colours};
    pen.isSelected = option.state.testFlag(QStyle::State_Selected);
    pen.isGone = held.isGone;
    pen.tint = m_model.tint(row);
    pen.look = column.look;
    if (index.column() == m_model.standingColumn())
        pen.phase = m_model.phase(row);

    QColor fill = row == m_hoverRow ? colours.hover : row % 2 == 1 ? colours.alt : colours.base;
    if (pen.isSelected)
        fill = option.state.testFlag(QStyle::State_Active) ? colours.sel : colours.selOff;
    else if (pen.tint > 0)
        fill = blend(eventTint(colours, typeOf(held.touch)), fill, pen.tint);
    if (pen.tint > 0 && m_model.isCellChanged(row, index.column()))
        fill = blend(colours.modifiedCell, fill, pen.tint);
    painter->fillRect(option.rect, fill);

    const int padding = scaled(measure::CellPadding);
    const QRect area = option.rect.adjusted(padding, 0, -padding, 0);
    switch (column.look) {
    case Look::Mark:
        if (pen.tint > 0) {
            const int side = scaled(measure::Glyph);
            QRectF box(0, 0, side, side);
            box.moveCenter(QRectF(option.rect).center());
            painter->setOpacity(pen.tint);
            paintGlyph(*painter, box, typeOf(held.touch), eventInk(colours, typeOf(held.touch)));
            painter->setOpacity(1);
        }
        break;
    case Look::Cluster:
        paintText(*painter, paintClusterDot(*painter, area, m_model.clusters().colourOf(held.cluster), colours), pen,
                  m_model.text(row, index.column()));
        break;
    case Look::Changes: paintChanges(*painter, area, pen, row); break;
    case Look::LastChange: paintLastChange(*painter, area, pen, row); break;
    case Look::Phase:
    case Look::Plain:
    case Look::Quiet:
    case Look::Mono:
    case Look::Severity:
    case Look::Number: paintText(*painter, area, pen, m_model.text(row, index.column())); break;
    }
    if (option.state.testFlag(QStyle::State_HasFocus)) {
        painter->setPen(colours.accent);
        painter->setBrush(Qt::NoBrush);
        painter->drawRect(option.rect.adjusted(0, 0, -1, -1));
    }
}

void RowDelegate::paintText(QPainter &painter, const QRect &area, const Pen &pen, const QString &text) const
{
    QRect rest = area;
    QFont font = fontFor(pen.look);
    if (pen.isMarked(text)) {
        const int side = scaled(measure::PhaseMark);
        QRectF box(rest.left(), 0, side, side);
        box.moveTop(rest.top() + (rest.height() - side) / 2.0);
        if (pen.look == Look::Number) // it stands beside the figure, which stands on the right
            box.moveRight(rest.right() - shapedWidth(font, text) - scaled(markGap));
        else
            rest.setLeft(rest.left() + side + scaled(markGap));
        if (isWarning(pen.look, text))
            paintWarningMark(painter, box, pen.colours);
        else
            paintPhase(painter, box, pen.phase, pen.colours);
    }
    if (pen.isGone)
        font.setStrikeOut(true);
    painter.setFont(font);
    painter.setPen(pen.ink(text));
    if (pen.look == Look::Number) {
        paintFigures(painter, rest, Qt::AlignRight, text);
        return;
    }
    paintShaped(painter, rest, Qt::AlignLeft, pen.look == Look::Mono ? Qt::ElideMiddle : Qt::ElideRight, text);
}

void RowDelegate::paintChanges(QPainter &painter, const QRect &area, const Pen &pen, int row) const
{
    const TableRow &held = m_model.rowAt(row);
    painter.setFont(fontOf(TextRole::Body));
    painter.setPen(held.changes > fewChanges ? pen.colours.text : pen.quiet());
    const QRect count(area.left(), area.top(), scaled(countWidth), area.height());
    paintFigures(painter, count, Qt::AlignRight, format::compact(held.changes));
    const SparkCounts::Bars bars = m_model.bars(row);
    const int highest = std::max<int>(*std::ranges::max_element(bars), sparkLeast);
    const double step = static_cast<double>(scaled(sparkWidth)) / static_cast<double>(bars.size());
    const int tall = scaled(sparkHeight);
    const double bottom = area.top() + (area.height() + tall) / 2.0;
    double x = count.right() + 1 + scaled(sparkGap);
    const auto fitting = std::size_t(std::max(0.0, (area.right() + 2 - x) / step));
    if (fitting < leastBars)
        return;
    // Where not all have room the newest are shown.
    for (std::size_t i = bars.size() - std::min(fitting, bars.size()); i < bars.size(); ++i, x += step) {
        const bool isHot = i + 1 == bars.size() && pen.tint > 0;
        QColor ink = isHot ? pen.colours.modified : pen.colours.text3;
        double high = std::max(2.0, static_cast<double>(bars[i]) * tall / highest);
        if (bars[i] == 0) {
            high = 1;
            ink = pen.colours.borderStrong;
        }
        ink.setAlphaF(isHot ? 1.0F : 0.7F);
        painter.fillRect(QRectF(x, bottom - high, step - 1, high), ink);
    }
}

void RowDelegate::paintLastChange(QPainter &painter, const QRect &area, const Pen &pen, int row) const
{
    const TableRow &held = m_model.rowAt(row);
    painter.setFont(fontOf(TextRole::Body));
    if (!held.lastChange) {
        painter.setPen(pen.quiet());
        painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter, format::none());
        return;
    }
    painter.setPen(pen.tint > 0 ? pen.colours.text : pen.colours.text2);
    const QString shown = m_model.lastChangeAgo(row);
    const int agoWidth = widthOfAgo(painter.font(), shown);
    const QRect ago(area.left(), area.top(), agoWidth, area.height());
    paintFigures(painter, ago, Qt::AlignRight, shown);
    const QRect who = area.adjusted(agoWidth + scaled(sparkGap), 0, 0, 0);
    if (who.width() < scaled(leastWhoWidth))
        return;
    painter.setPen(pen.quiet());
    paintShaped(painter, who, Qt::AlignLeft, Qt::ElideRight, m_model.lastWriter(row));
}

QSize RowDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return {cellWidth(m_model, index.row(), index.column()) + 2 * scaled(measure::CellPadding) + 1,
            scaled(measure::Row)};
}

bool RowDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                            const QModelIndex &index)
{
    if (event->type() != QEvent::ToolTip || !index.isValid())
        return false;
    const TableColumn &column = m_model.tableColumns()[static_cast<std::size_t>(index.column())];
    const bool isWhole =
        cellWidth(m_model, index.row(), index.column()) <= option.rect.width() - 2 * scaled(measure::CellPadding);
    const QString tip = m_model.tip(index.row(), index.column());
    const bool saysMore = tip != m_model.text(index.row(), index.column());
    QToolTip::showText(event->globalPos(), isWhole && !saysMore ? QString() : safeToolTip(tip), view);
    return column.look != Look::Mark;
}

int phaseWidth(const QString &word)
{
    return shapedWidth(fontFor(Look::Phase), word) + scaled(measure::PhaseMark) + scaled(markGap);
}

int cellWidth(const ResourceTableModel &model, int row, int column)
{
    const TableColumn &what = model.tableColumns()[static_cast<std::size_t>(column)];
    const bool isMarked = column == model.standingColumn() || what.look == Look::Severity;
    const int text = shapedWidth(fontFor(what.look), model.text(row, column)) +
                     (isMarked ? scaled(measure::PhaseMark) + scaled(markGap) : 0);
    switch (what.look) {
    case Look::Mark: return scaled(measure::Glyph);
    case Look::Changes: return scaled(countWidth) + scaled(sparkGap) + scaled(sparkWidth);
    case Look::LastChange: return text + scaled(sparkGap);
    case Look::Number: return text + scaled(measure::Grid);
    case Look::Cluster: return text + clusterDotWidth(model.clusters().colourOf(model.rowAt(row).cluster));
    case Look::Severity:
    case Look::Phase:
    case Look::Plain:
    case Look::Quiet:
    case Look::Mono: return text;
    }
    return text;
}

} // namespace wk
