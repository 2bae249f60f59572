// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/watchclusters.h"

#include <utility>

namespace wk {

WatchClusters::WatchClusters()
    : m_numbers(std::make_shared<const std::map<WatchId, Number>>())
{}

void WatchClusters::learn(WatchId watch, const ClusterId &cluster)
{
    const Number number = m_names.numberOf(cluster);
    const auto known = m_numbers->find(watch);
    if (known != m_numbers->end() && known->second == number)
        return;
    auto numbers = *m_numbers;
    numbers.insert_or_assign(watch, number);
    m_numbers = std::make_shared<const std::map<WatchId, Number>>(std::move(numbers));
}

bool WatchClusters::show(const ClusterId &cluster, const std::string &name, ClusterColour colour)
{
    const bool isRenamed = m_names.name(cluster, name);
    const Number number = m_names.numberOf(cluster);
    m_colours.resize(m_names.size() + 1);
    const bool isRecoloured = std::exchange(m_colours[number], colour) != colour;
    m_changes += isRenamed || isRecoloured ? 1 : 0;
    return isRenamed || isRecoloured;
}

WatchClusters::Number WatchClusters::numberOf(WatchId watch) const
{
    const auto known = m_numbers->find(watch);
    return known == m_numbers->end() ? StringPool::Empty : known->second;
}

} // namespace wk
