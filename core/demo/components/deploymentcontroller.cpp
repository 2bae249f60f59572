// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/deploymentcontroller.h"

#include "core/demo/decide/deployment.h"

namespace wk::demo {

DeploymentController::DeploymentController(const Outfit &outfit)
    : Controller(outfit, {"deployment-controller"})
    , m_deployments(follow(resources::Deployments, itself()))
    , m_replicaSets(follow(resources::ReplicaSets, ownerOfKind("Deployment")))
{}

Controller::Plan DeploymentController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_deployments, key);
    if (!found)
        return {};
    Json deployment = documentOf(found);
    std::vector<Json> sets;
    for (const ObjectPtr &set : ownedBy(m_replicaSets, *found))
        sets.push_back(documentOf(set));
    const WallTime now = clock().wallNow();
    Writes writes = syncDeployment(deployment, sets, now);
    const std::chrono::milliseconds again = untilDeadline(deployment, now);
    return {std::move(deployment), std::move(writes), again};
}

} // namespace wk::demo
