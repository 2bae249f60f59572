// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/historyfeed.h"
#include "ui/models/pastspark.h"
#include "ui/models/resourcetablemodel.h"

#include "ui/models/kindgroups.h"
#include "ui/models/modelstr.h"
#include "ui/models/tablesubject.h"
#include "ui/style/formats.h"
#include "ui/style/measures.h"
#include "ui/style/phase.h"
#include "ui/style/safetext.h"

#include <algorithm>

// What ResourceTableModel says of its rows; how they come and go is in resourcetablemodel.cpp.

namespace wk {

namespace {

std::optional<Cell> cellOf(const TableRow &row, const TableColumn &column)
{
    const auto &cells = row.object->cells;
    const int cell = column.cellOf(row.watch);
    return cell >= 0 && static_cast<std::size_t>(cell) < cells.size()
               ? std::optional(cells[static_cast<std::size_t>(cell)])
               : std::nullopt;
}

QString shown(std::string_view text)
{
    return saysNothing(text) ? format::none() : displayText(text);
}

QString cellWords(const TableRow &row, const TableColumn &column)
{
    const std::optional<Cell> cell = cellOf(row, column);
    if (!cell)
        return format::none();
    if (const auto *text = std::get_if<std::string_view>(&*cell))
        return shown(column.look == TableColumn::Look::Number ? withoutAgo(*text) : *text);
    return shown(cellText(*cell));
}

QVariant toVariant(const TableValue &value)
{
    switch (value.rank) {
    case TableValue::Rank::Number: return value.first;
    case TableValue::Rank::Text: return displayText(value.text);
    case TableValue::Rank::None: return {};
    }
    return {};
}

} // namespace

int ResourceTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

int ResourceTableModel::columnOf(const QString &key) const
{
    const auto found = std::ranges::find(m_columns, key, &TableColumn::key);
    return found == m_columns.end() ? -1 : static_cast<int>(found - m_columns.begin());
}

const TableRow &ResourceTableModel::rowAt(int row) const
{
    return rowOf(m_isTurning && row >= m_turning.from ? m_turning.behind : m_past, row);
}

const TableRow &ResourceTableModel::rowOf(const Shown &shown, int row) const
{
    return shown ? shown->rows()[static_cast<std::size_t>(row)] : m_rows.row(slotAt(row));
}

int ResourceTableModel::rowCount(const QModelIndex &parent) const
{
    if (m_isTurning && !parent.isValid())
        return m_turning.count;
    if (!m_past || parent.isValid())
        return SlotOrderModel::rowCount(parent);
    return static_cast<int>(m_past->rows().size());
}

ObjectRef ResourceTableModel::refAt(int row) const
{
    const TableRow &shown = rowAt(row);
    return refOf(m_resource.gvr, *shown.object, clusterOf(shown));
}

ClusterId ResourceTableModel::clusterOf(const TableRow &row) const
{
    return m_history ? m_history->now().clusterOf(row.watch) : ClusterId();
}

std::uint16_t ResourceTableModel::numberOf(const ClusterId &cluster) const
{
    return static_cast<std::uint16_t>(m_clusters.names().find(cluster));
}

int ResourceTableModel::rowOf(const ObjectRef &object) const
{
    if (object.isEmpty() || object.resource != m_resource.gvr)
        return -1;
    const std::uint16_t cluster = numberOf(object.cluster);
    if (m_past)
        return m_past->rowOf(object, cluster);
    if (const auto slot = m_rows.find(cluster, object.uid, object.ns, object.name))
        return clusterOf(m_rows.row(*slot)) == object.cluster ? placeOf(*slot) : -1;
    // One who knows no uid, as an Event may, has to be looked for by name.
    const auto found = std::ranges::find_if(order(), [&](Slot slot) {
        const TableRow &row = m_rows.row(slot);
        return names(object, m_resource.gvr, *row.object, object.cluster) && clusterOf(row) == object.cluster;
    });
    return found == order().end() ? -1 : static_cast<int>(found - order().begin());
}

QString ResourceTableModel::text(int row, int column) const
{
    const TableRow &held = rowAt(row);
    const TableColumn &what = m_columns[static_cast<std::size_t>(column)];
    switch (what.kind) {
    case TableColumn::Kind::Mark: return {};
    case TableColumn::Kind::Cluster: return displayText(m_clusters.names().nameOf(held.cluster));
    case TableColumn::Kind::Namespace: return displayText(held.object->ns);
    case TableColumn::Kind::Name: return displayText(held.object->name);
    case TableColumn::Kind::Age:
        if (held.object->created)
            return format::age(*held.object->created, now());
        return cellWords(held, what);
    case TableColumn::Kind::LastSeen:
        return held.object->seen ? format::age(*held.object->seen, now()) : QString::fromLatin1(NotKnown);
    case TableColumn::Kind::Server: return cellWords(held, what);
    case TableColumn::Kind::Label: {
        const Text *value = labelValue(*held.object, what.label);
        return value ? shown(*value) : format::none();
    }
    case TableColumn::Kind::Changes: return format::number(held.changes);
    case TableColumn::Kind::LastChange: return lastChangeWords(row);
    }
    return {};
}

Phase ResourceTableModel::phase(int row) const
{
    const TableRow &held = rowAt(row);
    const auto own = m_phasesOf.find(held.watch);
    return phaseOf(*held.object, own == m_phasesOf.end() ? m_phases : own->second);
}

/// What the mark says that stands beside something else than the word for it.
QString ResourceTableModel::standing(int row, int column) const
{
    const bool isAlone =
        column == m_standingColumn && m_columns[static_cast<std::size_t>(column)].look != TableColumn::Look::Phase;
    return isAlone ? phaseName(phase(row)) : QString();
}

QString ResourceTableModel::spoken(int row, int column) const
{
    const QString said = m_columns[static_cast<std::size_t>(column)].title + QStringLiteral(": ") + text(row, column);
    const QString mark = standing(row, column);
    return mark.isEmpty() ? said : QString(said + QStringLiteral(", ") + mark);
}

QString ResourceTableModel::tip(int row, int column) const
{
    const TableRow &held = rowAt(row);
    const TableColumn &what = m_columns[static_cast<std::size_t>(column)];
    const auto lines = [](const QString &first, const QString &second) {
        return second.isEmpty() ? first : QString(first + QLatin1Char('\n') + second);
    };
    switch (what.kind) {
    case TableColumn::Kind::Age:
        if (held.object->created)
            return ModelsTr::tr("Created %1").arg(format::dateTime(*held.object->created));
        break;
    case TableColumn::Kind::LastSeen:
        if (held.object->seen)
            return format::dateTime(*held.object->seen);
        break;
    case TableColumn::Kind::LastChange:
        if (held.lastChange)
            return lines(lines(format::dateTime(*held.lastChange), writerTip(row)), laterWriteTip(row));
        break;
    case TableColumn::Kind::Changes:
        if (m_past)
            return ModelsTr::tr("%n change(s) by then, since watching began", nullptr, static_cast<int>(held.changes));
        return ModelsTr::tr("%n change(s) since watching began", nullptr, static_cast<int>(held.changes));
    case TableColumn::Kind::Server:
        if (const auto cell = cellOf(held, what))
            return lines(shown(cellText(*cell)), standing(row, column));
        break;
    case TableColumn::Kind::Mark:
    case TableColumn::Kind::Cluster:
    case TableColumn::Kind::Namespace:
    case TableColumn::Kind::Name:
    case TableColumn::Kind::Label: break;
    }
    return text(row, column);
}

SparkCounts::Bars ResourceTableModel::bars(int row) const
{
    const auto standing = m_history ? standingOf(row) : std::nullopt;
    return standing ? pastSpark(m_history->now(), *standing, now()).bars(now()) : SparkCounts::Bars();
}

/// Ago, and by whom.
QString ResourceTableModel::lastChangeWords(int row) const
{
    if (!rowAt(row).lastChange)
        return format::none();
    const QString writer = lastWriter(row);
    return writer.isEmpty() ? lastChangeAgo(row) : QString(lastChangeAgo(row) + QStringLiteral("  ") + writer);
}

QString ResourceTableModel::lastChangeAgo(int row) const
{
    const auto &when = rowAt(row).lastChange;
    return when ? format::agoOrAhead(*when, now()) : QString();
}

bool ResourceTableModel::isCellChanged(int row, int column) const
{
    const TableColumn &what = m_columns[static_cast<std::size_t>(column)];
    return !what.isAge && what.kind != TableColumn::Kind::Name && rowAt(row).hasChanged(what.cellOf(rowAt(row).watch));
}

double ResourceTableModel::tint(int row) const
{
    const TableRow &held = rowAt(row);
    if (held.touch == RowTouch::None)
        return 0;
    if (held.isGone || m_past)
        return 1;
    const auto since = m_clock.now() - held.touchedAt;
    if (since < measure::TintHold)
        return 1;
    const auto stepped = (since - measure::TintHold) / measure::TintStep * measure::TintStep;
    if (since >= measure::TintHold + measure::TintFade)
        return 0;
    return 1 - std::chrono::duration<double>(stepped) / measure::TintFade;
}

std::size_t ResourceTableModel::shownCount() const
{
    if (m_past)
        return m_past->shown();
    if (m_filter.isEmpty())
        return total();
    const auto isShownGone = [this](Slot slot) {
        return m_rows.isHeld(slot) && m_rows.row(slot).isGone && placeOf(slot) >= 0;
    };
    return order().size() - static_cast<std::size_t>(std::ranges::count_if(m_fading.gone(), isShownGone));
}

/// Where all namespaces are looked at and no watch is on all of them: those that are watched.
std::vector<std::string> ResourceTableModel::onlyWatched() const
{
    std::vector<std::string> namespaces;
    for (const WatchId watch : m_watches) {
        const WatchScope *scope = m_history && m_namespaces.empty() ? m_history->now().scope(watch) : nullptr;
        if (scope && !scope->ns.empty())
            namespaces.push_back(scope->ns);
    }
    return namespaces;
}

TableState ResourceTableModel::state() const
{
    TableFacts facts;
    facts.connection = m_connection;
    facts.isAnyServed = !m_served.empty();
    facts.kinds = pluralName(m_resource);
    facts.isOnlyListed = m_resource.isOnlyListed();
    facts.isNamespaced = m_resource.namespaced;
    facts.namespaces = m_resource.namespaced ? m_namespaces : std::vector<std::string>();
    facts.onlyOf = onlyWatched();
    for (const WatchId watch : m_watches) {
        const auto found = m_statuses.find(watch);
        facts.watches.push_back(found == m_statuses.end() ? WatchStatus() : found->second);
    }
    facts.listed = m_listed.size();
    facts.shown = static_cast<std::size_t>(rowCount());
    facts.held = std::max(total(), facts.shown);
    facts.eventField = eventFieldAskedFor(m_filter);
    if (facts.shown == 0 && facts.held > 0)
        facts.kindAskedFor = kindAskedFor(m_filter, m_resource.kind, m_served);
    facts.pausedAt = m_pausedAt;
    const WallTime now = m_clock.wallNow();
    TableState state =
        m_past ? pastTableState(facts, m_past->kind(), m_past->moment().time, now) : tableState(facts, now);
    if (m_clusters.areSeveral() && state.watch != 0 && !state.notice.isEmpty())
        state.notice = ModelsTr::tr("%1: %2", "a cluster, how its rows fare")
                           .arg(displayText(m_clusters.nameOf(state.watch)), state.notice);
    return state;
}

QVariant ResourceTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const TableColumn &column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
    case Qt::DisplayRole: return text(index.row(), index.column());
    case Qt::AccessibleTextRole: return column.title.isEmpty() ? QString() : spoken(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>((column.isRight() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SortRole: return toVariant(valueUnder(column, rowAt(index.row()), m_clusters.names()));
    case PhaseRole:
        return index.column() == m_standingColumn ? QVariant(static_cast<int>(phase(index.row()))) : QVariant();
    default: return {};
    }
}

QVariant ResourceTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    const TableColumn &column = m_columns[static_cast<std::size_t>(section)];
    switch (role) {
    case Qt::DisplayRole: return column.title;
    case Qt::ToolTipRole: return safeToolTip(column.description);
    case Qt::TextAlignmentRole:
        return static_cast<int>((column.isRight() ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default: return {};
    }
}

} // namespace wk
