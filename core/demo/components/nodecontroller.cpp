// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/nodecontroller.h"

#include "core/demo/build/podstatus.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::textOf;

namespace {

using namespace std::chrono_literals;

constexpr auto GracePeriod = 40s;
constexpr const char *LeaseNamespace = "kube-node-lease";
constexpr const char *Unreachable = "node.kubernetes.io/unreachable";

bool isUnreachable(const Json &taint)
{
    return textOf(find(taint, "key")) == Unreachable;
}

bool hasTaint(const Json &node)
{
    const Json &taints = find(node, {"spec", "taints"});
    return taints.is_array() && std::any_of(taints.begin(), taints.end(), isUnreachable);
}

Json tainted(Json node, WallTime now)
{
    Json &taints = apiserver::make(node, {"spec", "taints"});
    if (!taints.is_array())
        taints = Json::array();
    for (const char *effect : {"NoSchedule", "NoExecute"})
        taints.push_back({{"key", Unreachable}, {"effect", effect}, {"timeAdded", timeJson(now)}});
    return node;
}

Json cleared(Json node)
{
    Json kept = Json::array();
    for (const Json &taint : find(node, {"spec", "taints"})) {
        if (!isUnreachable(taint))
            kept.push_back(taint);
    }
    if (kept.empty())
        node["spec"].erase("taints");
    else
        node["spec"]["taints"] = std::move(kept);
    return node;
}

} // namespace

NodeController::NodeController(const Outfit &outfit)
    : Controller(outfit, {"node-controller"})
    , m_nodes(follow(resources::Nodes, itself()))
    , m_pods(follow(resources::Pods, [](const Object &) { return std::vector<std::string>(); }))
    , m_leases(follow(resources::Leases, nodeOfLease()))
{}

Controller::KeysOf NodeController::nodeOfLease()
{
    return [](const Object &lease) {
        return lease.ns == LeaseNamespace ? std::vector<std::string>{lease.name} : std::vector<std::string>();
    };
}

/// By our own clock, since a node's may be wrong.
std::chrono::milliseconds NodeController::silence(const std::string &node)
{
    const ObjectPtr lease = m_leases.store().find(LeaseNamespace, node);
    const std::string version = lease ? lease->version.text() : std::string();
    auto &[heard, since] = m_heard[node];
    if (heard != version || since == Instant()) {
        heard = version;
        since = clock().now();
    }
    return clock().now() - since;
}

Controller::Plan NodeController::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_nodes, key);
    if (!found) {
        m_heard.erase(key);
        return {};
    }
    const std::chrono::milliseconds silent = silence(key);
    const bool isReady = found->ready == Readiness::True;
    if (silent < GracePeriod && isReady) {
        // A sign of life comes from each node every ten seconds: most need no document.
        if (found->body.object().find(Unreachable) != std::string::npos) {
            Json node = documentOf(found);
            if (hasTaint(node))
                return welcomeBack(std::move(node));
        }
        return {{}, {}, GracePeriod - silent + 1s};
    }
    if (silent >= GracePeriod)
        return giveUp(documentOf(found));
    return {};
}

/// One thing at a time, each with what the informer brought of the one before: conditions, taints, pods.
Controller::Plan NodeController::giveUp(Json node)
{
    const WallTime now = clock().wallNow();
    const std::string name = nameOf(node);
    Json updated = node;
    bool changes = false;
    for (const char *type : {"MemoryPressure", "DiskPressure", "PIDPressure", "Ready"})
        changes |= setCondition(apiserver::make(updated, {"status"}),
                                {type, "Unknown", "NodeStatusUnknown", "Kubelet stopped posting node status."}, now);
    if (changes) {
        return {std::move(node),
                {{Write::Verb::UpdateStatus, resources::Nodes, std::move(updated),
                  Note{false, "NodeNotReady", "Node " + name + " status is now: NodeNotReady"}}}};
    }
    if (!hasTaint(node)) {
        Json marked = tainted(node, now);
        return {std::move(node), {{Write::Verb::Update, resources::Nodes, std::move(marked)}}};
    }
    Plan plan{std::move(node)};
    for (const ObjectPtr &pod : m_pods.store().byIndex(ObjectStore::Index::Node, name)) {
        if (pod->ready != Readiness::True)
            continue;
        Json unready = documentOf(pod);
        setCondition(apiserver::make(unready, {"status"}), {"Ready", "False", "NodeNotReady"}, now);
        plan.writes.push_back({Write::Verb::UpdateStatus, resources::Pods, std::move(unready)});
    }
    return plan;
}

Controller::Plan NodeController::welcomeBack(Json node)
{
    Json clean = cleared(node);
    return {std::move(node), {{Write::Verb::Update, resources::Nodes, std::move(clean)}}, 1s};
}

} // namespace wk::demo
