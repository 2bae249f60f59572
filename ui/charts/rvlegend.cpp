// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/rvlegend.h"

#include "ui/charts/rvpen.h"
#include "ui/style/fonts.h"
#include "ui/style/formats.h"
#include "ui/style/safetext.h"
#include "ui/style/tokens.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>

namespace wk {

namespace {

constexpr int RowHeight = 20;
constexpr int Padding = 8;
constexpr int Sample = 22; // px of line before the name: two dashes
constexpr double SampleWidth = 2;

QString behindText(std::chrono::milliseconds behind)
{
    if (behind < std::chrono::minutes(1))
        return format::seconds(std::chrono::floor<std::chrono::seconds>(behind).count());
    return format::duration(std::chrono::floor<std::chrono::seconds>(behind));
}

} // namespace

RvLegendModel::Row RvLegendModel::rowOf(const RvChartData &data, const RvTrack &track, WallTime time)
{
    Row row;
    row.watch = track.watch;
    row.name = displayText(track.scope.resource.gvr.qualifiedName());
    if (!track.scope.ns.empty())
        row.name += u" · " + displayText(track.scope.ns);
    if (const auto behind = data.behind(track, time)) {
        row.colour = int(track.look.colour);
        row.stroke = track.look.stroke;
        row.behindMs = behind->count();
        row.behind = behindText(*behind);
        row.why = tr("Known up to version %1, from an event, a bookmark or a list.")
                      .arg(format::version(data.base()->plus(*data.valueAt(track, time)).text()));
        return row;
    }
    if (track.ended && *track.ended <= time) {
        row.colour = int(track.look.colour);
        row.stroke = track.look.stroke;
        row.behind = tr("ended");
        row.why = tr("This watch was closed; its line disappears once it is 15 minutes old.");
    } else if (track.offScale) {
        row.behind = tr("off scale");
        row.why = tr("Its versions are counted separately, so it cannot share the others' scale. It is at %1.")
                      .arg(format::version(data.base()->plus(track.buckets.back().last.value).text()));
    } else if (!track.opaque.isEmpty()) {
        row.behind = tr("not a number");
        row.why = tr("Its server's versions are not numbers (%1), so there is no line to draw.")
                      .arg(format::version(track.opaque.text()));
    } else if (track.isDrawn()) {
        row.colour = int(track.look.colour);
        row.stroke = track.look.stroke;
        row.behind = format::none();
        row.why = tr("It had not listed by then, or the chart goes no further back.");
    } else {
        row.behind = format::none();
        row.why = tr("It has not listed yet.");
    }
    return row;
}

void RvLegendModel::update(const RvChartData &data, WallTime time)
{
    std::vector<Row> rows;
    Row newest;
    newest.name = tr("newest known");
    newest.behind = tr("behind by", "heading of the times by which watches are behind the newest version");
    newest.why =
        tr("How long ago the cluster passed the newest version that the watch has reported. A quiet watch falls behind "
           "without missing anything: its next bookmark catches it up.");
    rows.push_back(newest);
    const auto isOpen = [time](const RvTrack &track) { return !track.ended || *track.ended > time; };
    const auto isGoneOnWith = [&](const RvTrack &track) {
        return std::ranges::any_of(data.tracks(),
                                   [&](const RvTrack &other) { return isOpen(other) && other.scope == track.scope; });
    };
    std::vector<Row> ended;
    for (const RvTrack &track : data.tracks()) {
        if (isOpen(track)) {
            rows.push_back(rowOf(data, track, time));
        } else if (*track.ended >= time - RvChartData::Kept && !isGoneOnWith(track)) {
            ended.push_back(rowOf(data, track, time));
            ended.back().isEnded = true;
        }
    }
    rows.insert(rows.end(), ended.begin(), ended.end());
    removeGone(rows);
    insertNew(rows);
    int first = -1;
    int last = -1;
    for (int i = 0; i < int(rows.size()); ++i) {
        if (rows[std::size_t(i)] == m_rows[std::size_t(i)])
            continue;
        first = first < 0 ? i : first;
        last = i;
        m_rows[std::size_t(i)] = rows[std::size_t(i)];
    }
    if (first >= 0)
        Q_EMIT dataChanged(index(first), index(last));
}

/// Watches seldom go, and one at a time.
void RvLegendModel::removeGone(const std::vector<Row> &rows)
{
    for (int i = int(m_rows.size()) - 1; i >= 0; --i) {
        if (std::ranges::any_of(rows, [&](const Row &row) { return row.isOf(m_rows[std::size_t(i)]); }))
            continue;
        beginRemoveRows({}, i, i);
        m_rows.erase(m_rows.begin() + i);
        endRemoveRows();
    }
}

/// Those that are here are in the same order as `rows`: new ones come last, and in the past others between them.
void RvLegendModel::insertNew(const std::vector<Row> &rows)
{
    for (std::size_t first = 0; first < rows.size(); ++first) {
        const auto isHere = [&](const Row &row) { return first < m_rows.size() && row.isOf(m_rows[first]); };
        const auto begin = rows.begin() + std::ptrdiff_t(first);
        const auto end = std::find_if(begin, rows.end(), isHere);
        if (begin == end)
            continue;
        const std::size_t last = std::size_t(end - rows.begin()) - 1;
        beginInsertRows({}, int(first), int(last));
        m_rows.insert(m_rows.begin() + std::ptrdiff_t(first), begin, end);
        endInsertRows();
        first = last;
    }
}

int RvLegendModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rows.size());
}

QVariant RvLegendModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const Row &row = m_rows[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole: return row.name;
    case Qt::ToolTipRole: return safeToolTip(row.why.isEmpty() ? row.name : QString(row.name + u'\n' + row.why));
    case Qt::AccessibleTextRole:
        if (row.watch == 0)
            return row.name;
        return row.behindMs >= 0 ? tr("%1, %2 behind the newest version").arg(row.name, row.behind)
                                 : QString(row.name + u' ' + row.behind);
    case SortRole: return row.behindMs;
    case WatchRole: return row.watch;
    case ColourRole: return row.colour;
    case StrokeRole: return int(row.stroke);
    case BehindRole: return row.behind;
    default: return {};
    }
}

void RvLegendDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem row = option;
    const QStyle *style = row.widget ? row.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &row, painter, row.widget);
    const Tokens &tokens = wk::tokens(option.palette);
    const int colour = index.data(RvLegendModel::ColourRole).toInt();
    const bool isNewest = index.data(RvLegendModel::WatchRole).toUInt() == 0;
    QRect area = option.rect.adjusted(scaled(Padding), 0, -scaled(Padding), 0);
    if (colour >= 0 || isNewest) {
        const RvLook look{std::size_t(std::max(colour, 0)), RvStroke(index.data(RvLegendModel::StrokeRole).toInt())};
        painter->setPen(isNewest ? QPen(tokens.text3, 1) : rvPen(tokens, look, SampleWidth));
        painter->drawLine(area.left(), area.center().y(), area.left() + scaled(Sample), area.center().y());
    }
    area.adjust(scaled(Sample + 6), 0, 0, 0);
    painter->setFont(fontOf(TextRole::Caption));
    const QString behind = index.data(RvLegendModel::BehindRole).toString();
    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    painter->setPen(colour >= 0 || isSelected ? tokens.text2 : tokens.text3);
    painter->drawText(area, Qt::AlignRight | Qt::AlignVCenter, behind);
    area.adjust(0, 0, -painter->fontMetrics().horizontalAdvance(behind) - scaled(Padding), 0);
    painter->setPen(isSelected ? tokens.text : tokens.text2);
    const QString name = painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideMiddle, area.width());
    painter->drawText(area, Qt::AlignLeft | Qt::AlignVCenter, name);
}

QSize RvLegendDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {scaled(120), scaled(RowHeight)};
}

} // namespace wk
