// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/seenvalues.h"

#include "core/history/facetvalues.h"
#include "core/resource/printedcells.h"
#include "ui/models/resourcetablemodel.h"
#include "ui/models/tablevalue.h"

#include <algorithm>
#include <functional>
#include <map>
#include <unordered_map>

namespace wk {

namespace {

/// Some milliseconds' worth of rows.
constexpr int RowsLookedAt = 10'000;

using Tally = std::unordered_map<std::string_view, std::uint32_t>;

std::optional<Facet> facetOf(FilterField field)
{
    switch (field) {
    case FilterField::Type: return Facet::Type;
    case FilterField::Cluster: return Facet::Cluster;
    case FilterField::Kind: return Facet::Kind;
    case FilterField::Namespace: return Facet::Namespace;
    case FilterField::Manager: return Facet::Manager;
    case FilterField::Class: return Facet::Class;
    case FilterField::Name:
    case FilterField::Uid:
    case FilterField::Version:
    case FilterField::Changed:
    case FilterField::Phase:
    case FilterField::Ready:
    case FilterField::Restarts:
    case FilterField::Reason:
    case FilterField::Message:
    case FilterField::Count:
    case FilterField::Changes:
    case FilterField::Size:
    case FilterField::Time:
    case FilterField::Age:
    case FilterField::Node:
    case FilterField::Owner:
    case FilterField::Label:
    case FilterField::Column:
    case FilterField::Text: return {};
    }
    return {};
}

void countObject(Tally &tally, const Object &object, const FilterPlace &place)
{
    if (place.wants == FilterPlace::Wants::Key) {
        for (const auto &[key, value] : object.labels)
            ++tally[key];
    } else if (place.field == FilterField::Label) {
        if (const Text *value = labelValue(object, place.key))
            ++tally[*value];
    } else if (place.field == FilterField::Owner) {
        for (const OwnerReference &owner : object.owners)
            ++tally[owner.name];
    } else if (place.field == FilterField::Node) {
        ++tally[object.node];
    } else if (place.field == FilterField::Name) {
        ++tally[object.name];
    }
}

/// What the server prints under a column; numbers as it writes them.
std::vector<SeenValue> seenCells(const ResourceTableModel &table, std::string_view column)
{
    std::map<std::string, std::uint32_t> tally;
    const TableColumn *named = columnNamed(table.tableColumns(), column);
    for (int row = 0; named && row < std::min(table.rowCount(), RowsLookedAt); ++row) {
        const auto &cells = table.rowAt(row).object->cells;
        const int cell = named->cellOf(table.rowAt(row).watch);
        if (cell >= 0 && static_cast<std::size_t>(cell) < cells.size())
            ++tally[std::string(withoutAgo(cellText(cells[static_cast<std::size_t>(cell)])))];
    }
    tally.erase(std::string()); // of a cell without a value, which no term finds
    std::vector<SeenValue> values;
    for (const auto &[value, count] : tally)
        values.push_back({value, count});
    std::ranges::stable_sort(values, std::greater(), &SeenValue::count);
    return values;
}

/// The server's columns, in their order; how often says nothing.
std::vector<SeenValue> seenColumns(const ResourceTableModel &table)
{
    std::vector<SeenValue> names;
    for (const TableColumn &column : table.tableColumns()) {
        if (!column.name.empty())
            names.push_back({column.name, 0});
    }
    return names;
}

std::vector<SeenValue> byFrequency(const Tally &tally)
{
    std::vector<SeenValue> values;
    for (const auto &[value, count] : tally) {
        if (!value.empty())
            values.push_back({std::string(value), count});
    }
    std::ranges::sort(values, [](const SeenValue &a, const SeenValue &b) {
        return a.count != b.count ? a.count > b.count : a.value < b.value;
    });
    return values;
}

/// Of the newest events.
std::vector<SeenValue> seenNames(const HistorySnapshot &log)
{
    Tally tally;
    const RowId first = log.end() - std::min<RowId>(RowsLookedAt, log.end() - log.begin());
    for (RowId row = first; row < log.end(); ++row)
        ++tally[log.name(row)];
    return byFrequency(tally);
}

} // namespace

std::vector<SeenValue> seenValues(const HistorySnapshot &log, const ResourceTableModel &table, const FilterPlace &place,
                                  SeenAs as)
{
    if (const auto facet = place.wants == FilterPlace::Wants::Value ? facetOf(place.field) : std::nullopt) {
        std::vector<SeenValue> values;
        for (FacetCount &counted : facetValues(log, log.facets(), *facet)) {
            if (!counted.value.empty())
                values.push_back({std::move(counted.value), counted.count});
        }
        return values;
    }
    if (as == SeenAs::Events && place.wants == FilterPlace::Wants::Value && place.field == FilterField::Name)
        return seenNames(log);
    if (place.wants == FilterPlace::Wants::Key && place.field == FilterField::Column)
        return seenColumns(table);
    if (const std::string_view column = columnOf(place.field, place.key); !column.empty())
        return seenCells(table, column);
    Tally tally;
    for (int row = 0; row < std::min(table.rowCount(), RowsLookedAt); ++row) {
        const Object &object = *table.rowAt(row).object;
        if (place.field == FilterField::Phase)
            ++tally[phaseWord(object, phaseCell(table.tableColumns(), table.rowAt(row).watch))];
        else
            countObject(tally, object, place);
    }
    return byFrequency(tally);
}

} // namespace wk
