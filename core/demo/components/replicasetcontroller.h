// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

namespace wk::demo {

/// Keeps ReplicaSets and their pods as syncReplicaSet() says. One thread.
class ReplicaSetController : public Controller
{
public:
    explicit ReplicaSetController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;

    SharedInformer &m_replicaSets;
    SharedInformer &m_pods;
};

} // namespace wk::demo
