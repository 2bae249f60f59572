// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"
#include "core/demo/components/heartbeat.h"
#include "core/demo/decide/podstep.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace wk::demo {

/// The agent of a node, or of each of several: watches the pods with its name in spec.nodeName, lets them live as
/// nextPodStep() says, and renews its Lease and its node's conditions. One thread. Source: k8s.io/kubernetes
/// pkg/kubelet.
class Kubelet : public Controller
{
public:
    Kubelet(const Outfit &outfit, const std::vector<std::string> &nodes);

    void start();

    /// Says nothing for a while about a node, as if the machine hung; harmless for another's.
    void fallSilent(const std::string &node, std::chrono::milliseconds time);

private:
    /// What is known of one node.
    struct Agent {
        int number = 0;
        std::unique_ptr<Heartbeat> heartbeat;
        std::map<std::string, std::string> addresses{}; ///< by uid, of pods here
        int nextAddress = 0;
        Instant silentUntil{};
    };

    Plan plan(const std::string &key) override;
    Plan planPod(const std::string &key);
    Plan planNode(const std::string &name);
    void written(const Write &write) override;
    KeysOf unsettledPods();
    KeysOf ownNodes();
    std::string addressFor(const Object &pod, Agent &agent);

    std::map<std::string, Agent, std::less<>> m_agents; ///< by node
    const bool m_isOne;
    SharedInformer &m_pods;
    SharedInformer &m_nodes;
    std::set<std::string> m_ending;             ///< uids of pods whose end was announced
    std::map<std::string, WallTime> m_reported; ///< by uid, when we last wrote of it
};

} // namespace wk::demo
