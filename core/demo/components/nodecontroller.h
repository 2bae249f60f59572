// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"

#include <map>
#include <string>

namespace wk::demo {

/// Watches the kubelets' Leases: a node whose kubelet has been silent for 40 s gets its conditions Unknown
/// and its taints, and its pods are not ready any more; when the kubelet is back the taints go. One thread.
/// Source: k8s.io/kubernetes pkg/controller/nodelifecycle (nodeMonitorGracePeriod). It does not evict: that
/// takes 5 minutes.
class NodeController : public Controller
{
public:
    explicit NodeController(const Outfit &outfit);

private:
    Plan plan(const std::string &key) override;
    Plan giveUp(Json node);
    Plan welcomeBack(Json node);
    std::chrono::milliseconds silence(const std::string &node);
    KeysOf nodeOfLease();

    SharedInformer &m_nodes;
    SharedInformer &m_pods;
    std::map<std::string, std::pair<std::string, Instant>> m_heard; ///< by node: the Lease's version, and when it came
    SharedInformer &m_leases;
};

} // namespace wk::demo
