// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/filterpoints.h"

#include "core/history/answers/writernames.h"
#include "core/resource/printedcells.h"
#include "ui/style/safetext.h"

#include <QDateTime>

#include <algorithm>

namespace wk {

namespace {

constexpr std::size_t ChipChars = 48;

FilterPoint point(FilterField field, std::string_view value)
{
    return {field, {}, std::string(value)};
}

/// As the filter language reads it, to the millisecond that is shown.
std::string timeText(WallTime time)
{
    const auto ms = std::chrono::floor<std::chrono::milliseconds>(time.time_since_epoch());
    return QDateTime::fromMSecsSinceEpoch(ms.count()).toString(QStringLiteral("yyyy-MM-ddTHH:mm:ss.zzz")).toStdString();
}

/// The first of those who wrote it, or may have.
FilterPoint writerPoint(const HistorySnapshot &log, RowId row)
{
    if (!log.isWriterInDoubt(row))
        return point(FilterField::Manager, log.manager(row));
    const std::vector<std::string_view> names = writerNames(log.likelyWriters(row));
    return point(FilterField::Manager, names.empty() ? DoubtedWriter : names.front());
}

/// The first of what is said of the event: the path that changed; what an object came or went as; else its type.
FilterPoint changedPoint(const StreamModel::Row &row)
{
    const ChangesPtr &changes = row.changes;
    if (row.type == EntryType::Modified)
        return point(FilterField::Changed, changes && !changes->first.empty() ? changes->first.front().path : "");
    if (!row.object)
        return point(FilterField::Type, rowTypeName(row.type, row.origin));
    if (const std::string_view phase = phaseWord(*row.object, row.columns); !phase.empty())
        return point(FilterField::Phase, phase);
    const auto &owners = row.object->owners;
    if (const auto owner = std::ranges::find_if(owners, &OwnerReference::controller); owner != owners.end())
        return point(FilterField::Owner, owner->name);
    const std::optional<Cell> reason = cellNamed(*row.object, row.columns, "Reason");
    const auto *word = reason ? std::get_if<std::string_view>(&*reason) : nullptr;
    return word && !word->empty() ? point(FilterField::Reason, *word)
                                  : point(FilterField::Type, rowTypeName(row.type, row.origin));
}

} // namespace

std::optional<FilterPoint> pointOf(const StreamModel &model, const QModelIndex &cell)
{
    const std::optional<StreamModel::Row> row = model.rowAt(cell.row());
    if (!row)
        return {};
    const HistorySnapshot &log = model.log();
    switch (StreamModel::Column(cell.column())) {
    case StreamModel::Time: return point(FilterField::Time, timeText(log.time(row->id)));
    case StreamModel::Type: return point(FilterField::Type, log.typeName(row->id));
    case StreamModel::Class: return point(FilterField::Class, log.className(row->id));
    case StreamModel::Cluster: return point(FilterField::Cluster, log.clusterName(row->id));
    case StreamModel::Kind: return point(FilterField::Kind, log.kind(row->id));
    case StreamModel::Namespace: return point(FilterField::Namespace, log.ns(row->id));
    case StreamModel::Name: return point(FilterField::Name, log.name(row->id));
    case StreamModel::Version: return point(FilterField::Version, log.version(row->id));
    case StreamModel::Who: return writerPoint(log, row->id);
    case StreamModel::Changed: return changedPoint(*row);
    case StreamModel::Size: {
        const std::size_t size = log.sizeBytes(row->id);
        return point(FilterField::Size, size > 0 ? std::to_string(size) : std::string());
    }
    case StreamModel::ColumnCount: break;
    }
    return {};
}

FilterPoint pointOf(Facet facet, const QString &value)
{
    return point(fieldOf(facet), value.toStdString());
}

Filter onlyObject(const Filter &filter, const StreamModel &model, int row)
{
    Filter narrowed = filter;
    const bool areSeveral = model.log().clusters().size() > 1;
    for (const auto column : {StreamModel::Cluster, StreamModel::Kind, StreamModel::Namespace, StreamModel::Name}) {
        const std::optional<FilterPoint> at = pointOf(model, model.index(row, column));
        if (at && !at->value.empty() && (column != StreamModel::Cluster || areSeveral))
            narrowed = withOnly(narrowed, *at);
    }
    return narrowed;
}

QString filterText(const Filter &filter)
{
    return QString::fromStdString(print(filter));
}

QString clauseText(const FilterClause &clause)
{
    return displayText(print(Filter({clause})), ChipChars);
}

} // namespace wk
