// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tableorder.h"

#include "ui/models/nearlysorted.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace wk {

namespace {

using Rank = TableValue::Rank;

/// The key of each slot beside the slot, so that it is read once and not at every comparison.
struct Keyed {
    TableOrder::Key key;
    TableRows::Slot slot;
};

bool byName(const TableOrder::Key &a, const TableOrder::Key &b)
{
    const auto key = [](const TableOrder::Key &row) {
        return std::tie(row.object->ns, row.object->name, row.cluster, row.object->uid);
    };
    return key(a) < key(b);
}

/// Below zero when `a` comes first, whichever way the column is sorted.
int rankOrder(const TableValue &a, const TableValue &b, bool descending)
{
    const bool aIsNone = a.rank == Rank::None;
    const bool bIsNone = b.rank == Rank::None;
    if (aIsNone || bIsNone)
        return static_cast<int>(aIsNone) - static_cast<int>(bIsNone);
    const int order = compareValues(a, b);
    return descending ? -order : order;
}

/// As std::partition_point(), with fewer looks where the place is near the first: a row that is looked at is fetched
/// from afar.
template <class Iterator, class Predicate>
Iterator nearPartitionPoint(Iterator first, Iterator last, Predicate isBefore)
{
    std::ptrdiff_t step = 1;
    for (; last - first > step && isBefore(first[step]); step *= 2)
        first += step;
    return std::partition_point(first, first + std::min(step + 1, last - first), isBefore);
}

/// Seconds since 1970; what is younger counts less as an age.
TableValue ageOf(const std::optional<WallTime> &time)
{
    return time ? TableValue::number(-std::chrono::duration<double>(time->time_since_epoch()).count()) : TableValue();
}

} // namespace

TableOrder::TableOrder(const TableColumn &column, bool descending, ClusterNames clusters)
    : m_column(column)
    , m_clusters(std::move(clusters))
    , m_descending(descending)
{}

TableOrder::Key TableOrder::key(const TableRow &row) const
{
    return {valueUnder(m_column, row, m_clusters), row.object.get(), row.cluster};
}

bool TableOrder::isBefore(const Key &a, const Key &b) const
{
    const int order = rankOrder(a.value, b.value, m_descending);
    return order != 0 ? order < 0 : byName(a, b);
}

void TableOrder::sort(std::vector<Slot> &slots, const TableRows::Rows &rows) const
{
    std::vector<Keyed> keyed;
    keyed.reserve(slots.size());
    for (const Slot slot : slots)
        keyed.push_back({key(rows[slot]), slot});
    sortNearlySorted(keyed, [this](const Keyed &a, const Keyed &b) { return isBefore(a.key, b.key); });
    std::ranges::transform(keyed, slots.begin(), &Keyed::slot);
}

std::vector<TableOrder::Slot> TableOrder::merge(const std::vector<Slot> &a, const std::vector<Slot> &b,
                                                const TableRows::Rows &rows, std::vector<Slot> room) const
{
    std::vector<Slot> merged = std::move(room);
    merged.clear();
    merged.reserve(a.size() + b.size());
    auto next = a.begin();
    for (const Slot slot : b) {
        const Key own = key(rows[slot]);
        const auto place =
            nearPartitionPoint(next, a.end(), [&](Slot other) { return !isBefore(own, key(rows[other])); });
        merged.insert(merged.end(), next, place);
        merged.push_back(slot);
        next = place;
    }
    merged.insert(merged.end(), next, a.end());
    return merged;
}

TableValue valueUnder(const TableColumn &column, const TableRow &row, const ClusterNames &clusters)
{
    const Object &object = *row.object;
    switch (column.kind) {
    case TableColumn::Kind::Mark: return TableValue::number(static_cast<double>(row.touch));
    case TableColumn::Kind::Cluster: return TableValue::word(clusters.nameOf(row.cluster));
    case TableColumn::Kind::Namespace: return TableValue::word(object.ns);
    case TableColumn::Kind::Name: return TableValue::word(object.name);
    case TableColumn::Kind::Age:
        if (object.created)
            return ageOf(object.created);
        break;
    case TableColumn::Kind::Label: {
        const Text *value = labelValue(object, column.label);
        return value ? TableValue::word(*value) : TableValue();
    }
    case TableColumn::Kind::Changes: return TableValue::number(row.changes);
    case TableColumn::Kind::LastChange: return ageOf(row.lastChange);
    case TableColumn::Kind::LastSeen: return ageOf(object.seen);
    case TableColumn::Kind::Server: break;
    }
    const int cell = column.cellOf(row.watch);
    if (cell < 0 || static_cast<std::size_t>(cell) >= object.cells.size())
        return {};
    return cellValue(object.cells[static_cast<std::size_t>(cell)], column.isAge);
}

} // namespace wk
