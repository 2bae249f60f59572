// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"
#include "core/demo/demooptions.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace wk::demo {

/// The people and tools around the cluster: makes one thing happen after the other, on objects that it sees
/// through its informers like everyone else. A release candidate that keeps exiting is replaced by the
/// release after a while. One thread.
class ScenarioPlayer : public Controller
{
public:
    using SilenceNode = std::function<void(const std::string &node, std::chrono::milliseconds time)>;

    /// `pods` is the size of the crowd; 0: there is none.
    ScenarioPlayer(const Outfit &outfit, SilenceNode silenceNode, int pods = 0);

    /// Something every few seconds from now on.
    void start();
    /// As soon as there is something it can happen to.
    void run(Scenario scenario);

private:
    Plan plan(const std::string &key) override;
    Plan repair(const std::string &key);
    bool play(Scenario scenario);
    bool release(bool isCandidate);
    bool scale(int step);
    bool editConfig();
    bool deletePod();
    bool silenceNode();
    bool update(const std::string &manager, const std::string &resource, const Json &object) const;
    KeysOf runningCandidates();
    std::vector<Json> settledDeployments();
    std::vector<ObjectPtr> someOf(std::vector<ObjectPtr> all);
    std::vector<ObjectPtr> podsSomewhere();

    ApiServer &m_server;
    const SilenceNode m_silenceNode;
    const double m_pause; ///< what part of the usual pauses is kept
    SharedInformer &m_deployments;
    SharedInformer &m_configMaps;
    SharedInformer &m_pods;
    std::vector<Scenario> m_asked;
    std::size_t m_turn = 0;
    std::map<std::string, Instant> m_ailing; ///< Deployments with a candidate, since when
};

} // namespace wk::demo
