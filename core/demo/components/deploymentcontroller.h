// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

namespace wk::demo {

/// Keeps Deployments and their ReplicaSets as syncDeployment() says. One thread.
class DeploymentController : public Controller
{
public:
    explicit DeploymentController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;

    SharedInformer &m_deployments;
    SharedInformer &m_replicaSets;
};

} // namespace wk::demo
