// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/facetcounts.h"

#include <algorithm>
#include <functional>

namespace wk {

namespace {

void addTo(FacetCounts::Counts &counts, const FacetCounts::Counts &other)
{
    counts.resize(std::max(counts.size(), other.size()));
    std::ranges::transform(other, counts, counts.begin(), std::plus());
}

template <std::size_t Size>
void addTo(std::array<std::uint32_t, Size> &counts, const std::array<std::uint32_t, Size> &other)
{
    std::ranges::transform(other, counts, counts.begin(), std::plus());
}

template <class Counts>
void subtractFrom(Counts &counts, const Counts &other)
{
    for (std::size_t i = 0; i < other.size(); ++i)
        counts[i] -= other[i];
}

} // namespace

void FacetCounts::countIn(Counts &counts, StringPool::Id id)
{
    if (id == StringPool::Empty)
        return;
    if (id >= counts.size())
        counts.resize(id + 1);
    ++counts[id];
}

void FacetCounts::add(const FacetCounts &other)
{
    addTo(types, other.types);
    addTo(classes, other.classes);
    addTo(clusters, other.clusters);
    addTo(kinds, other.kinds);
    addTo(namespaces, other.namespaces);
    addTo(managers, other.managers);
    doubtedWriters += other.doubtedWriters;
    for (const auto &[name, count] : other.likely)
        likely[name] += count;
}

void FacetCounts::subtract(const FacetCounts &other)
{
    subtractFrom(types, other.types);
    subtractFrom(classes, other.classes);
    subtractFrom(clusters, other.clusters);
    subtractFrom(kinds, other.kinds);
    subtractFrom(namespaces, other.namespaces);
    subtractFrom(managers, other.managers);
    doubtedWriters -= other.doubtedWriters;
    for (const auto &[name, count] : other.likely) {
        const auto of = likely.find(name);
        if ((of->second -= count) == 0)
            likely.erase(of);
    }
}

} // namespace wk
