// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/demo/components/controller.h"
#include "core/demo/decide/scheduling.h"

#include <map>
#include <set>
#include <string>

namespace wk::demo {

/// Gives pods without a node one, as placePod() says. It watches three things: pods with `spec.nodeName=`,
/// which are its work; those with `spec.nodeName!=`, which fill the nodes; and the nodes. One thread. Source:
/// k8s.io/kubernetes pkg/scheduler.
class Scheduler : public Controller
{
public:
    explicit Scheduler(const Outfit &outfit);

private:
    /// A pod that is bound but not yet seen so.
    struct Assumed {
        std::string node;
        Need need;
        Instant since;
    };

    Plan plan(const std::string &key) override;
    void written(const Write &write) override;
    KeysOf everyWaiting();
    KeysOf changedNode();
    Need needOf(const ObjectPtr &pod);
    std::map<std::string, Need> taken();
    const std::vector<NodeFacts> &nodes();
    Plan bind(Json pod, const std::string &node) const;
    Plan refuse(Json pod, const std::string &message);

    SharedInformer &m_waiting;
    SharedInformer &m_placed;
    SharedInformer &m_nodes;
    std::map<std::string, Need> m_needs; ///< by the uid of the owner, else of the pod
    std::map<std::string, Need> m_taken; ///< by node
    std::set<std::string> m_filled;      ///< nodes whose pods changed since m_taken was worked out
    std::vector<NodeFacts> m_nodeFacts;
    std::set<std::string> m_changedNodes;     ///< since m_nodeFacts were read
    std::map<std::string, Assumed> m_assumed; ///< by uid
};

} // namespace wk::demo
