// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/daemonsetcontroller.h"

#include "core/demo/decide/daemonset.h"

namespace wk::demo {

DaemonSetController::DaemonSetController(const Outfit &outfit)
    : Controller(outfit, {"daemonset-controller"})
    , m_sets(follow(resources::DaemonSets, itself()))
    , m_pods(follow(resources::Pods, ownerOfKind("DaemonSet")))
    , m_nodes(follow(resources::Nodes, everySet()))
{}

/// A node that comes or goes concerns them all; its heartbeats lead to a look that changes nothing.
Controller::KeysOf DaemonSetController::everySet()
{
    return [this](const Object &) {
        std::vector<std::string> keys;
        for (const ObjectPtr &set : m_sets.store().all())
            keys.push_back(objectKey(set->ns, set->name));
        return keys;
    };
}

Controller::Plan DaemonSetController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_sets, key);
    if (!found)
        return {};
    Json set = documentOf(found);
    std::vector<DaemonPod> pods;
    for (const ObjectPtr &pod : ownedBy(m_pods, *found))
        pods.push_back({PodFacts::of(*pod), pod->node.empty() ? pinnedNode(documentOf(pod)) : std::string(pod->node)});
    std::vector<std::string> nodes;
    for (const ObjectPtr &node : m_nodes.store().all())
        nodes.push_back(node->name);
    Writes writes = syncDaemonSet(set, pods, nodes, random());
    return {std::move(set), std::move(writes)};
}

} // namespace wk::demo
