// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/facetcounts.h"

namespace wk {

namespace {

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

void FacetCounts::subtract(const FacetCounts &other)
{
    subtractFrom(types, other.types);
    subtractFrom(classes, other.classes);
    subtractFrom(kinds, other.kinds);
    subtractFrom(namespaces, other.namespaces);
    subtractFrom(managers, other.managers);
    doubtedWriters -= other.doubtedWriters;
}

} // namespace wk
