// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/kubelet.h"

#include "core/demo/build/place.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::textOf;

namespace {

using namespace std::chrono_literals;

constexpr auto LeasePeriod = 10s;   // nodeLeaseDurationSeconds 40, renewed at a quarter
constexpr auto StatusPeriod = 5min; // nodeStatusReportFrequency
constexpr const char *NodeKey = "@node";

Json healthyConditions(const Json &held, WallTime now)
{
    Json status{{"conditions", held}};
    setCondition(status,
                 {"MemoryPressure", "False", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"},
                 now);
    setCondition(status, {"DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"}, now);
    setCondition(status, {"PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"},
                 now);
    setCondition(status, {"Ready", "True", "KubeletReady", "kubelet is posting ready status"}, now);
    for (Json &condition : status["conditions"])
        condition["lastHeartbeatTime"] = timeJson(now);
    return status["conditions"];
}

} // namespace

Kubelet::Kubelet(const Outfit &outfit, const std::string &node)
    : Controller(outfit, {"kubelet", node})
    , m_node(node)
    , m_number(nodeNumber(node))
    , m_pods(follow(resources::Pods, itself(), "spec.nodeName=" + node))
    , m_nodes(follow(resources::Nodes,
                     [node](const Object &object) {
                         return object.name == node ? std::vector<std::string>{NodeKey} : std::vector<std::string>();
                     }))
    , m_heartbeat(outfit, "kube-node-lease", node, LeasePeriod)
{}

void Kubelet::fallSilent(std::chrono::milliseconds time)
{
    m_heartbeat.pause(time);
    m_silentUntil = clock().now() + time;
    look(NodeKey, time);
}

Controller::Plan Kubelet::plan(const std::string &key)
{
    if (clock().now() < m_silentUntil)
        return {{}, {}, 1s};
    return key == NodeKey ? planNode() : planPod(key);
}

Controller::Plan Kubelet::planPod(const std::string &key)
{
    const ObjectPtr found = lookUp(m_pods, key);
    if (!found)
        return {};
    Json pod = documentOf(found);
    if (!pod.is_object())
        return {};
    const auto reported = m_reported.find(found->uid);
    const KubeletSide side{hostAddress(m_number), addressFor(*found),
                           reported == m_reported.end() ? WallTime() : reported->second, hurry()};
    PodStep step = nextPodStep(pod, side, clock().wallNow());
    Plan plan;
    switch (step.kind) {
    case PodStep::Kind::Rest: break;
    case PodStep::Kind::Wait: plan.again = step.wait; break;
    case PodStep::Kind::Report: {
        Json after = pod;
        after["status"] = std::move(step.status);
        plan.writes.push_back({Write::Verb::UpdateStatus, resources::Pods, std::move(after)});
        break;
    }
    case PodStep::Kind::Remove:
        plan.writes.push_back({Write::Verb::Delete, resources::Pods, pod, std::nullopt, 0});
        m_ending.erase(found->uid);
        break;
    }
    const bool wasAnnounced =
        found->deleting && step.kind != PodStep::Kind::Remove && !m_ending.insert(found->uid).second;
    if (!wasAnnounced)
        plan.notes = std::move(step.notes);
    plan.subject = std::move(pod);
    return plan;
}

void Kubelet::written(const Write &write)
{
    if (write.resource != resources::Pods)
        return;
    if (write.verb == Write::Verb::Delete)
        m_reported.erase(uidOf(write.object));
    else
        m_reported[uidOf(write.object)] = clock().wallNow();
}

/// An address that no pod here has.
std::string Kubelet::addressFor(const Object &pod)
{
    std::set<std::string> used;
    std::map<std::string, std::string> kept;
    for (const ObjectPtr &each : m_pods.store().all()) {
        const auto known = m_addresses.find(each->uid);
        std::string address =
            known != m_addresses.end() ? known->second : textOf(find(documentOf(each), {"status", "podIP"}));
        if (address.empty())
            continue;
        used.insert(address);
        kept.emplace(each->uid, std::move(address));
    }
    m_addresses = std::move(kept);
    std::string &address = m_addresses[pod.uid];
    for (int tries = 0; address.empty() && tries < 250; ++tries) {
        const std::string next = podAddress(m_number, m_nextAddress++);
        address = used.contains(next) ? std::string() : next;
    }
    return address;
}

Controller::Plan Kubelet::planNode()
{
    Json node = documentOf(lookUp(m_nodes, m_node));
    if (!node.is_object())
        return {};
    const WallTime now = clock().wallNow();
    const Json &ready = findCondition(find(node, "status"), "Ready");
    const bool isReady = textOf(find(ready, "status")) == "True";
    const auto age = now - timeOf(find(ready, "lastHeartbeatTime")).value_or(WallTime());
    const auto period = std::chrono::milliseconds(static_cast<std::int64_t>(StatusPeriod / 1ms / hurry()));
    if (isReady && age < period)
        return {{},
                {},
                StatusPeriod -
                    std::chrono::milliseconds(static_cast<std::int64_t>(static_cast<double>(age / 1ms) * hurry()))};
    Json reported = node;
    reported["status"]["conditions"] = healthyConditions(find(node, {"status", "conditions"}), now);
    Plan plan{std::move(node), {{Write::Verb::UpdateStatus, resources::Nodes, std::move(reported)}}};
    if (!isReady)
        plan.notes.push_back({false, "NodeReady", "Node " + m_node + " status is now: NodeReady"});
    return plan;
}

} // namespace wk::demo
