// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/stream/filterpoints.h"

#include "ui/style/safetext.h"

namespace wk {

namespace {

constexpr std::size_t ChipChars = 48;

FilterPoint point(FilterField field, std::string_view value)
{
    return {field, {}, std::string(value)};
}

std::string valueOf(const StreamModel &model, RowId id, const StreamModel::Row &row, StreamModel::Column column)
{
    const EventLog &log = model.log();
    switch (column) {
    case StreamModel::Type: return typeName(row.type);
    case StreamModel::Class: return std::string(log.className(id));
    case StreamModel::Kind: return std::string(log.kind(id));
    case StreamModel::Namespace: return std::string(log.ns(id));
    case StreamModel::Name: return std::string(log.name(id));
    case StreamModel::Version: return log.version(id);
    case StreamModel::Who: return std::string(log.manager(id));
    case StreamModel::Changed:
        return row.entry->changes && !row.entry->changes->first.empty() ? row.entry->changes->first.front().path
                                                                        : std::string();
    case StreamModel::Time:
    case StreamModel::Size:
    case StreamModel::ColumnCount: break;
    }
    return {};
}

FilterField fieldOf(StreamModel::Column column)
{
    switch (column) {
    case StreamModel::Type: return FilterField::Type;
    case StreamModel::Class: return FilterField::Class;
    case StreamModel::Kind: return FilterField::Kind;
    case StreamModel::Namespace: return FilterField::Namespace;
    case StreamModel::Name: return FilterField::Name;
    case StreamModel::Version: return FilterField::Version;
    case StreamModel::Who: return FilterField::Manager;
    case StreamModel::Changed: return FilterField::Changed;
    case StreamModel::Time:
    case StreamModel::Size:
    case StreamModel::ColumnCount: break;
    }
    return FilterField::Text;
}

} // namespace

std::optional<FilterPoint> pointOf(const StreamModel &model, const QModelIndex &cell)
{
    const std::optional<StreamModel::Row> row = model.rowAt(cell.row());
    if (!row)
        return {};
    const auto column = StreamModel::Column(cell.column());
    const std::string value = valueOf(model, row->id, *row, column);
    return value.empty() ? std::nullopt : std::optional(point(fieldOf(column), value));
}

FilterPoint pointOf(Facet facet, const QString &value)
{
    switch (facet) {
    case Facet::Type: return point(FilterField::Type, value.toStdString());
    case Facet::Kind: return point(FilterField::Kind, value.toStdString());
    case Facet::Namespace: return point(FilterField::Namespace, value.toStdString());
    case Facet::Manager: return point(FilterField::Manager, value.toStdString());
    case Facet::Class: return point(FilterField::Class, value.toStdString());
    }
    return {};
}

Filter onlyObject(const Filter &filter, const StreamModel &model, int row)
{
    Filter narrowed = filter;
    for (const auto column : {StreamModel::Kind, StreamModel::Namespace, StreamModel::Name}) {
        if (const std::optional<FilterPoint> at = pointOf(model, model.index(row, column)))
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
