// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/kubelet.h"

#include "core/demo/build/place.h"
#include "core/resource/fieldterm.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::textOf;

namespace {

using namespace std::chrono_literals;

constexpr auto LeasePeriod = 10s;         // nodeLeaseDurationSeconds 40, renewed at a quarter
constexpr auto StatusPeriod = 5min;       // nodeStatusReportFrequency
constexpr const char *NodeKey = "@node/"; ///< and its name

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

Kubelet::Kubelet(const Outfit &outfit, const std::vector<std::string> &nodes)
    : Controller(outfit, {"kubelet", nodes.size() == 1 ? nodes.front() : std::string()})
    , m_isOne(nodes.size() == 1)
    , m_pods(m_isOne ? follow(resources::Pods, itself(), fieldTerm("spec.nodeName", nodes.front()))
                     : follow(resources::Pods, unsettledPods()))
    , m_nodes(follow(resources::Nodes, ownNodes()))
{
    for (const std::string &node : nodes)
        m_agents.emplace(
            node, Agent{nodeNumber(node), std::make_unique<Heartbeat>(outfit, "kube-node-lease", node, LeasePeriod)});
}

void Kubelet::start()
{
    for (const auto &[node, agent] : m_agents)
        agent.heartbeat->start();
}

void Kubelet::fallSilent(const std::string &node, std::chrono::milliseconds time)
{
    const auto agent = m_agents.find(node);
    if (agent == m_agents.end())
        return;
    agent->second.heartbeat->pause(time);
    agent->second.silentUntil = clock().now() + time;
    look(NodeKey + node, time);
}

/// Of a hundred thousand pods most run and will: a look would change nothing. What may end by itself belongs to a Job
/// or to nobody.
Controller::KeysOf Kubelet::unsettledPods()
{
    return [](const Object &pod) {
        const bool mayEnd = pod.owners.empty() || pod.owners.front().kind == "Job";
        const bool isSettled =
            pod.ready == Readiness::True && pod.phase == "Running" && !pod.deleting.has_value() && !mayEnd;
        return isSettled || pod.node.empty() ? std::vector<std::string>()
                                             : std::vector<std::string>{objectKey(pod.ns, pod.name)};
    };
}

Controller::KeysOf Kubelet::ownNodes()
{
    return [this](const Object &node) {
        return m_agents.contains(node.name) ? std::vector<std::string>{NodeKey + node.name}
                                            : std::vector<std::string>();
    };
}

Controller::Plan Kubelet::plan(const std::string &key)
{
    std::string node = key.starts_with(NodeKey) ? key.substr(std::string_view(NodeKey).size()) : std::string();
    if (const ObjectPtr pod = node.empty() ? lookUp(m_pods, key) : ObjectPtr())
        node = pod->node;
    const auto agent = m_agents.find(node);
    if (agent == m_agents.end())
        return {};
    if (clock().now() < agent->second.silentUntil)
        return {{}, {}, 1s};
    return key.starts_with(NodeKey) ? planNode(node) : planPod(key);
}

Controller::Plan Kubelet::planPod(const std::string &key)
{
    const ObjectPtr found = lookUp(m_pods, key);
    if (!found)
        return {};
    Json pod = documentOf(found);
    if (!pod.is_object())
        return {};
    Agent &agent = m_agents.find(found->node)->second;
    const auto reported = m_reported.find(found->uid);
    const KubeletSide side{hostAddress(agent.number), addressFor(*found, agent),
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
std::string Kubelet::addressFor(const Object &pod, Agent &agent)
{
    if (const auto known = agent.addresses.find(pod.uid); known != agent.addresses.end() && !known->second.empty())
        return known->second;
    std::set<std::string> used;
    std::map<std::string, std::string> kept;
    for (const ObjectPtr &each : m_pods.store().byIndex(ObjectStore::Index::Node, pod.node)) {
        const auto known = agent.addresses.find(each->uid);
        std::string address =
            known != agent.addresses.end() ? known->second : textOf(find(documentOf(each), {"status", "podIP"}));
        if (address.empty())
            continue;
        used.insert(address);
        kept.emplace(each->uid, std::move(address));
    }
    agent.addresses = std::move(kept);
    std::string &address = agent.addresses[pod.uid];
    for (int tries = 0; address.empty() && tries < 250; ++tries) {
        const std::string next = podAddress(agent.number, agent.nextAddress++);
        address = used.contains(next) ? std::string() : next;
    }
    return address;
}

Controller::Plan Kubelet::planNode(const std::string &name)
{
    Json node = documentOf(lookUp(m_nodes, name));
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
        plan.notes.push_back({false, "NodeReady", "Node " + name + " status is now: NodeReady"});
    return plan;
}

} // namespace wk::demo
