// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/scheduler.h"

#include <algorithm>
#include <utility>

namespace wk::demo {

using apiserver::textOf;

namespace {

using namespace std::chrono_literals;

/// A pod that fits nowhere is tried again after this. Source: scheduler's podMaxInUnschedulablePodsDuration,
/// shortened.
constexpr auto RetryPause = 30s;
/// A binding that was not seen after this never will be: the pod is gone.
constexpr auto AssumePatience = 30s;
constexpr std::size_t MostNeeds = 50'000;

} // namespace

Scheduler::Scheduler(const Outfit &outfit)
    : Controller(outfit, {"default-scheduler", {}, true})
    , m_waiting(follow(resources::Pods, itself(), "spec.nodeName="))
    , m_placed(follow(resources::Pods, changedNode(), outfit.isCrowded ? "" : "spec.nodeName!="))
    , m_nodes(follow(resources::Nodes, everyWaiting()))
{}

Controller::KeysOf Scheduler::everyWaiting()
{
    return [this](const Object &node) {
        m_changedNodes.insert(node.name);
        std::vector<std::string> keys;
        for (const ObjectPtr &pod : m_waiting.store().all())
            keys.push_back(objectKey(pod->ns, pod->name));
        return keys;
    };
}

Controller::KeysOf Scheduler::changedNode()
{
    return [this](const Object &pod) {
        if (!pod.node.empty()) {
            m_filled.insert(pod.node);
            m_assumed.erase(pod.uid);
        }
        return std::vector<std::string>();
    };
}

/// Pods of one owner ask for the same, so that a body is opened once for them all.
Need Scheduler::needOf(const ObjectPtr &pod)
{
    const std::string &uid = pod->owners.empty() ? pod->uid : pod->owners.front().uid;
    if (const auto known = m_needs.find(uid); known != m_needs.end())
        return known->second;
    if (m_needs.size() > MostNeeds)
        m_needs.clear();
    return m_needs.emplace(uid, Need::of(documentOf(pod))).first->second;
}

std::map<std::string, Need> Scheduler::taken()
{
    for (const std::string &node : std::exchange(m_filled, {})) {
        Need sum;
        for (const ObjectPtr &pod : m_placed.store().byIndex(ObjectStore::Index::Node, node)) {
            if (pod->phase != "Succeeded" && pod->phase != "Failed")
                sum += needOf(pod);
        }
        m_taken[node] = sum;
    }
    std::erase_if(m_assumed, [&](const auto &each) { return clock().now() - each.second.since > AssumePatience; });
    std::map<std::string, Need> byNode = m_taken;
    for (const auto &[uid, assumed] : m_assumed)
        byNode[assumed.node] += assumed.need;
    return byNode;
}

/// Reads only the nodes that changed.
const std::vector<NodeFacts> &Scheduler::nodes()
{
    for (const std::string &name : std::exchange(m_changedNodes, {})) {
        const auto known = std::find_if(m_nodeFacts.begin(), m_nodeFacts.end(),
                                        [&](const NodeFacts &facts) { return facts.name == name; });
        const ObjectPtr node = m_nodes.store().find({}, name);
        if (known != m_nodeFacts.end() && node)
            *known = NodeFacts::of(documentOf(node));
        else if (known != m_nodeFacts.end())
            m_nodeFacts.erase(known);
        else if (node)
            m_nodeFacts.push_back(NodeFacts::of(documentOf(node)));
    }
    return m_nodeFacts;
}

Controller::Plan Scheduler::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_waiting, key);
    if (!found || found->deleting || !found->node.empty())
        return {};
    Json pod = documentOf(found);
    if (textOf(apiserver::find(pod, {"spec", "schedulerName"})) != "default-scheduler")
        return {};
    const Placement placement = placePod(pod, nodes(), taken(), random());
    if (const auto *node = std::get_if<std::string>(&placement))
        return bind(std::move(pod), *node);
    return refuse(std::move(pod), std::get<Refused>(placement).message);
}

Controller::Plan Scheduler::bind(Json pod, const std::string &node) const
{
    Json bound = pod;
    bound["spec"]["nodeName"] = node;
    const std::string message = "Successfully assigned " + nameSpaceOf(pod) + "/" + nameOf(pod) + " to " + node;
    return {std::move(pod),
            {{Write::Verb::Bind, resources::Pods, std::move(bound), Note{false, "Scheduled", message}}}};
}

Controller::Plan Scheduler::refuse(Json pod, const std::string &message)
{
    Json refused = pod;
    const bool isNew = setCondition(apiserver::make(refused, {"status"}),
                                    {"PodScheduled", "False", "Unschedulable", message}, clock().wallNow());
    Writes writes;
    if (isNew)
        writes.push_back(
            {Write::Verb::UpdateStatus, resources::Pods, std::move(refused), Note{true, "FailedScheduling", message}});
    return {std::move(pod), std::move(writes), RetryPause};
}

void Scheduler::written(const Write &write)
{
    if (write.verb != Write::Verb::Bind)
        return;
    const std::string node = textOf(apiserver::find(write.object, {"spec", "nodeName"}));
    m_assumed[uidOf(write.object)] = {node, Need::of(write.object), clock().now()};
}

} // namespace wk::demo
