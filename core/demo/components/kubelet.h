// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"
#include "core/demo/components/heartbeat.h"
#include "core/demo/decide/podstep.h"

#include <set>
#include <string>

namespace wk::demo {

/// The agent of one node: watches the pods with its name in spec.nodeName, lets them live as nextPodStep()
/// says, and renews its Lease and its node's conditions. One thread. Source: k8s.io/kubernetes pkg/kubelet.
class Kubelet : public Controller
{
public:
    Kubelet(const Outfit &outfit, const std::string &node);

    void start() { m_heartbeat.start(); }

    /// Says nothing for a while, as if the machine hung.
    void fallSilent(std::chrono::milliseconds time);

private:
    Plan plan(const std::string &key) override;
    Plan planPod(const std::string &key);
    Plan planNode();
    void written(const Write &write) override;
    std::string addressFor(const Object &pod);

    const std::string m_node;
    const int m_number;
    SharedInformer &m_pods;
    SharedInformer &m_nodes;
    Heartbeat m_heartbeat;
    std::set<std::string> m_ending;                 ///< uids of pods whose end was announced
    std::map<std::string, std::string> m_addresses; ///< by uid, of pods here
    std::map<std::string, WallTime> m_reported;     ///< by uid, when we last wrote of it
    int m_nextAddress = 0;
    Instant m_silentUntil{};
};

} // namespace wk::demo
