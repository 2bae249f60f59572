// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/history/rows/clusternames.h"
#include "core/informer/entry.h"
#include "ui/style/clusterlook.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Of which cluster each watch of a window is, and what the clusters are called. A value that costs little to copy; a
/// copy is for any thread.
class WatchClusters
{
public:
    using Number = ClusterNames::Number;

    WatchClusters();

    void learn(WatchId watch, const ClusterId &cluster);
    /// False where it is seen so already.
    bool show(const ClusterId &cluster, const std::string &name, ClusterColour colour);

    /// Those of one number are of one cluster; StringPool::Empty for a strange watch.
    Number numberOf(WatchId watch) const;
    /// Empty for a strange watch, and while nobody has named its cluster.
    std::string_view nameOf(WatchId watch) const { return m_names.nameOf(numberOf(watch)); }
    const ClusterNames &names() const { return m_names; }
    /// By its number.
    ClusterColour colourOf(std::size_t number) const
    {
        return number < m_colours.size() ? m_colours[number] : ClusterColour::None;
    }
    /// Grows with each name and colour that is another.
    std::uint64_t changes() const { return m_changes; }
    /// A name is needed to tell them apart.
    bool areSeveral() const { return m_names.size() > 1; }

private:
    ClusterNames m_names;
    std::vector<ClusterColour> m_colours; ///< by number
    std::uint64_t m_changes = 0;
    std::shared_ptr<const std::map<WatchId, Number>> m_numbers;
};

} // namespace wk
