// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/facetvalues.h"

#include <algorithm>

namespace wk {

namespace {

template <class Counts, class Text>
std::vector<FacetCount> present(const Counts &counts, Text text)
{
    std::vector<FacetCount> values;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0)
            values.push_back({std::string(text(i)), counts[i]});
    }
    return values;
}

void sortByFrequency(std::vector<FacetCount> &values)
{
    std::ranges::sort(values, [](const FacetCount &a, const FacetCount &b) {
        return a.count != b.count ? a.count > b.count : a.value < b.value;
    });
}

std::vector<FacetCount> byFrequency(const FacetCounts::Counts &counts, const StringPool &pool)
{
    auto values = present(counts, [&pool](std::size_t id) { return pool.text(static_cast<StringPool::Id>(id)); });
    sortByFrequency(values);
    return values;
}

/// Those who wrote and those who may have are one, as a filter finds both by the name.
std::vector<FacetCount> managerValues(const HistorySnapshot &log, const FacetCounts &counts)
{
    std::vector<FacetCount> values = byFrequency(counts.managers, log.managers().texts());
    for (const auto &[name, likely] : counts.likely) {
        auto value = std::ranges::find(values, name, &FacetCount::value);
        if (value == values.end())
            value = values.insert(value, {name, 0});
        value->count += likely;
        value->likely = name == ServersWriter || name == NobodysWriter ? 0 : likely;
    }
    sortByFrequency(values);
    if (counts.doubtedWriters > 0)
        values.push_back({std::string(DoubtedWriter), counts.doubtedWriters});
    return values;
}

/// Two clusters of one name are told as one, as a filter finds both by it.
std::vector<FacetCount> clusterValues(const HistorySnapshot &log, const FacetCounts &counts)
{
    std::vector<FacetCount> values;
    if (log.clusters().size() < 2)
        return values;
    for (FacetCount &each : present(counts.clusters, [&log](std::size_t id) { return log.clusters().nameOf(id); })) {
        const auto known = std::ranges::find(values, each.value, &FacetCount::value);
        if (known == values.end())
            values.push_back(std::move(each));
        else
            known->count += each.count;
    }
    sortByFrequency(values);
    return values;
}

/// What was listed stands behind the lists.
std::vector<FacetCount> typeValues(const FacetCounts &counts)
{
    auto values =
        present(std::span(counts.types).first(EntryTypes), [](std::size_t i) { return typeName(EntryType(i)); });
    if (const std::uint32_t listed = counts.types[rowType(EntryType::Added, EntryClass::Initial)]; listed > 0) {
        const auto isBefore = [](const FacetCount &value) { return value.value != typeName(EntryType::List); };
        const auto list = std::ranges::find_if_not(values, isBefore);
        values.insert(list == values.end() ? list : list + 1,
                      {rowTypeName(EntryType::Added, EntryClass::Initial), listed});
    }
    return values;
}

} // namespace

FilterField fieldOf(Facet facet)
{
    switch (facet) {
    case Facet::Type: return FilterField::Type;
    case Facet::Cluster: return FilterField::Cluster;
    case Facet::Kind: return FilterField::Kind;
    case Facet::Namespace: return FilterField::Namespace;
    case Facet::Manager: return FilterField::Manager;
    case Facet::Class: return FilterField::Class;
    }
    return {};
}

std::vector<FacetCount> facetValues(const HistorySnapshot &log, const FacetCounts &counts, Facet facet)
{
    switch (facet) {
    case Facet::Type: return typeValues(counts);
    case Facet::Class:
        return present(counts.classes, [](std::size_t i) { return className(static_cast<EntryClass>(i)); });
    case Facet::Cluster: return clusterValues(log, counts);
    case Facet::Kind: return byFrequency(counts.kinds, log.kinds());
    case Facet::Namespace: return byFrequency(counts.namespaces, log.namespaces());
    case Facet::Manager: return managerValues(log, counts);
    }
    return {};
}

} // namespace wk
