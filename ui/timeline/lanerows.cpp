// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/lanerows.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace wk {

namespace {

int kindRank(std::string_view kind)
{
    constexpr std::array<std::string_view, 7> Order{"Deployment", "StatefulSet", "DaemonSet", "CronJob",
                                                    "Job",        "ReplicaSet",  "Pod"};
    return int(std::find(Order.begin(), Order.end(), kind) - Order.begin());
}

struct Node {
    LaneIdentity self;
    int rank = 0;
    int parent = -1;
    std::vector<int> children;
};

class Tree
{
public:
    Tree(std::vector<LaneIdentity> lanes, const std::set<std::string> &collapsed)
        : m_collapsed(collapsed)
    {
        m_nodes.reserve(lanes.size());
        for (LaneIdentity &lane : lanes)
            addNode(std::move(lane));
        linkToOwners();
        cutCircles();
        sortSiblings();
    }

    std::vector<LaneRow> rows()
    {
        m_rows.reserve(m_nodes.size());
        for (const int root : m_roots)
            emitRow(root, 0);
        return std::move(m_rows);
    }

private:
    int addNode(LaneIdentity identity)
    {
        const int index = int(m_nodes.size());
        if (!identity.uid.empty())
            m_byUid.emplace(identity.uid, index);
        const int rank = kindRank(identity.kind);
        m_nodes.push_back({std::move(identity), rank, -1, {}});
        return index;
    }

    void linkToOwners()
    {
        const std::size_t lanes = m_nodes.size();
        for (std::size_t i = 0; i < lanes; ++i) {
            const LaneIdentity &self = m_nodes[i].self;
            if (self.ownerUid.empty() || self.ownerUid == self.uid)
                continue;
            const auto known = m_byUid.find(self.ownerUid);
            if (known != m_byUid.end()) {
                m_nodes[i].parent = known->second;
                continue;
            }
            LaneIdentity heading{-1, self.ownerKind, self.ns, self.ownerName, self.ownerUid, {}, {}, {}};
            const int owner = addNode(std::move(heading));
            m_nodes[i].parent = owner;
        }
    }

    /// Walking up from any node must end: where it does not within the depth, the node becomes a root.
    void cutCircles()
    {
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            int up = m_nodes[i].parent;
            int steps = 0;
            while (up >= 0 && steps <= DeepestOwner) {
                up = m_nodes[std::size_t(up)].parent;
                ++steps;
            }
            if (up >= 0)
                m_nodes[i].parent = -1;
        }
        for (std::size_t i = 0; i < m_nodes.size(); ++i) {
            const int parent = m_nodes[i].parent;
            (parent < 0 ? m_roots : m_nodes[std::size_t(parent)].children).push_back(int(i));
        }
    }

    void sortSiblings()
    {
        const auto before = [this](int a, int b) {
            const Node &x = m_nodes[std::size_t(a)];
            const Node &y = m_nodes[std::size_t(b)];
            return std::tie(x.rank, x.self.kind, x.self.ns, x.self.name, x.self.lane) <
                   std::tie(y.rank, y.self.kind, y.self.ns, y.self.name, y.self.lane);
        };
        std::sort(m_roots.begin(), m_roots.end(), before);
        for (Node &node : m_nodes)
            std::sort(node.children.begin(), node.children.end(), before);
    }

    void emitRow(int index, int depth)
    {
        const Node &node = m_nodes[std::size_t(index)];
        const bool collapsed = !node.children.empty() && m_collapsed.contains(node.self.uid);
        LaneRow row{node.self.lane,         depth,          node.self.kind,
                    node.self.ns,           node.self.name, node.self.uid,
                    !node.children.empty(), collapsed,      {}};
        if (collapsed)
            collectLanes(index, row.hidden);
        m_rows.push_back(std::move(row));
        if (collapsed)
            return;
        for (const int child : node.children)
            emitRow(child, depth + 1);
    }

    void collectLanes(int index, std::vector<int> &lanes) const
    {
        for (const int child : m_nodes[std::size_t(index)].children) {
            if (m_nodes[std::size_t(child)].self.lane >= 0)
                lanes.push_back(m_nodes[std::size_t(child)].self.lane);
            collectLanes(child, lanes);
        }
    }

    const std::set<std::string> &m_collapsed;
    std::vector<Node> m_nodes;
    std::unordered_map<std::string, int> m_byUid;
    std::vector<int> m_roots;
    std::vector<LaneRow> m_rows;
};

} // namespace

std::vector<LaneRow> ownerTree(std::vector<LaneIdentity> lanes, const std::set<std::string> &collapsedUids)
{
    return Tree(std::move(lanes), collapsedUids).rows();
}

} // namespace wk
