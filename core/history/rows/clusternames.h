// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/cluster/clusterid.h"
#include "core/history/stringpool.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// The clusters of a history by number, and what people call each. One thread writes; a copy, which costs little, stays
/// as it is and is for any thread.
class ClusterNames
{
public:
    /// As a column's; that of no cluster is StringPool::Empty.
    using Number = StringPool::Id;

    ClusterNames();

    /// The number of a cluster, new if need be; it stays the cluster's.
    Number numberOf(const ClusterId &cluster);
    /// False where it has that name already.
    bool name(const ClusterId &cluster, const std::string &name);

    /// StringPool::Empty for one without a number.
    Number find(const ClusterId &cluster) const;
    /// Empty while nobody has named it.
    std::string_view nameOf(std::size_t number) const { return (*m_clusters)[number].name; }
    const ClusterId &idOf(std::size_t number) const { return (*m_clusters)[number].id; }
    /// Of how many clusters there is a number.
    std::size_t size() const { return m_clusters->size() - 1; }
    /// How often a number began to mean another name.
    std::uint64_t renames() const { return m_renames; }

private:
    struct Cluster {
        ClusterId id;
        std::string name;
    };

    std::shared_ptr<const std::vector<Cluster>> m_clusters; ///< by number
    std::uint64_t m_renames = 0;
};

} // namespace wk
