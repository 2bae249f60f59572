// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/components/scheduler.h"

namespace wk::demo {

using apiserver::textOf;

namespace {

using namespace std::chrono_literals;

/// A pod that fits nowhere is tried again after this. Source: scheduler's podMaxInUnschedulablePodsDuration,
/// shortened.
constexpr auto RetryPause = 30s;
/// A binding that was not seen after this never will be: the pod is gone.
constexpr auto AssumePatience = 30s;

} // namespace

Scheduler::Scheduler(const Outfit &outfit)
    : Controller(outfit, {"default-scheduler", {}, true})
    , m_waiting(follow(resources::Pods, itself(), "spec.nodeName="))
    , m_placed(follow(
          resources::Pods, [](const Object &) { return std::vector<std::string>(); }, "spec.nodeName!="))
    , m_nodes(follow(resources::Nodes, everyWaiting()))
{}

Controller::KeysOf Scheduler::everyWaiting()
{
    return [this](const Object &) {
        std::vector<std::string> keys;
        for (const ObjectPtr &pod : m_waiting.store().all())
            keys.push_back(objectKey(pod->ns, pod->name));
        return keys;
    };
}

std::map<std::string, Need> Scheduler::taken()
{
    std::map<std::string, Need> byNode;
    std::map<std::string, Need> needs;
    for (const ObjectPtr &pod : m_placed.store().all()) {
        m_assumed.erase(pod->uid);
        if (pod->phase == "Succeeded" || pod->phase == "Failed")
            continue;
        const auto known = m_needs.find(pod->uid);
        const Need need = known == m_needs.end() ? Need::of(documentOf(pod)) : known->second;
        needs.emplace(pod->uid, need);
        byNode[pod->node] += need;
    }
    m_needs = std::move(needs);
    std::erase_if(m_assumed, [&](const auto &each) { return clock().now() - each.second.since > AssumePatience; });
    for (const auto &[uid, assumed] : m_assumed)
        byNode[assumed.node] += assumed.need;
    return byNode;
}

Controller::Plan Scheduler::plan(const std::string &key)
{
    const ObjectPtr found = lookUp(m_waiting, key);
    if (!found || found->deleting || !found->node.empty())
        return {};
    Json pod = documentOf(found);
    if (textOf(apiserver::find(pod, {"spec", "schedulerName"})) != "default-scheduler")
        return {};
    std::vector<NodeFacts> nodes;
    for (const ObjectPtr &node : m_nodes.store().all())
        nodes.push_back(NodeFacts::of(documentOf(node)));
    const Placement placement = placePod(pod, nodes, taken(), random());
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
