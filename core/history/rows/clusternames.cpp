// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/history/rows/clusternames.h"

#include <algorithm>

namespace wk {

ClusterNames::ClusterNames()
    : m_clusters(std::make_shared<const std::vector<Cluster>>(1))
{}

ClusterNames::Number ClusterNames::numberOf(const ClusterId &cluster)
{
    const auto known = std::ranges::find(*m_clusters, cluster, &Cluster::id);
    const auto number = static_cast<Number>(known - m_clusters->begin());
    if (known == m_clusters->end()) {
        auto clusters = *m_clusters;
        clusters.push_back({cluster, {}});
        m_clusters = std::make_shared<const std::vector<Cluster>>(std::move(clusters));
    }
    return number;
}

ClusterNames::Number ClusterNames::find(const ClusterId &cluster) const
{
    const auto known = std::ranges::find(*m_clusters, cluster, &Cluster::id);
    return known == m_clusters->end() ? StringPool::Empty : static_cast<Number>(known - m_clusters->begin());
}

bool ClusterNames::name(const ClusterId &cluster, const std::string &name)
{
    const Number number = numberOf(cluster);
    if (nameOf(number) == name)
        return false;
    auto clusters = *m_clusters;
    clusters[number].name = name;
    m_clusters = std::make_shared<const std::vector<Cluster>>(std::move(clusters));
    ++m_renames;
    return true;
}

} // namespace wk
