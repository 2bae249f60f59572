// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/replicasetcontroller.h"

#include "core/demo/decide/replicaset.h"

namespace wk::demo {

ReplicaSetController::ReplicaSetController(const Outfit &outfit)
    : Controller(outfit, {"replicaset-controller"})
    , m_replicaSets(follow(resources::ReplicaSets, itself()))
    , m_pods(follow(resources::Pods, ownerOfKind("ReplicaSet")))
{}

Controller::Plan ReplicaSetController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_replicaSets, key);
    if (!found)
        return {};
    Json set = documentOf(found);
    Writes writes = syncReplicaSet(set, factsOf(ownedBy(m_pods, *found)), random());
    return {std::move(set), std::move(writes)};
}

} // namespace wk::demo
