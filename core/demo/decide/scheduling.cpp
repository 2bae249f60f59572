// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/scheduling.h"

#include "core/demo/build/podstatus.h"
#include "core/demo/decide/daemonset.h"
#include "core/demo/random.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::isTrue;
using apiserver::make;
using apiserver::textOf;

namespace {

/// Of a large cluster not every node is tried. Source: schedule_one.go minFeasibleNodesToFind.
constexpr std::size_t EnoughFeasible = 100;

bool tolerates(const Json &pod, const Json &taint)
{
    const Json &tolerations = find(pod, {"spec", "tolerations"});
    if (!tolerations.is_array())
        return false;
    return std::any_of(tolerations.begin(), tolerations.end(), [&](const Json &each) {
        const std::string effect = textOf(find(each, "effect"));
        const std::string key = textOf(find(each, "key"));
        const bool isAny = textOf(find(each, "operator")) == "Exists";
        return (effect.empty() || effect == textOf(find(taint, "effect"))) &&
               (key.empty() || key == textOf(find(taint, "key"))) &&
               (isAny || textOf(find(each, "value")) == textOf(find(taint, "value")));
    });
}

bool isSelected(const Json &pod, const NodeFacts &node)
{
    const std::string pinned = pinnedNode(pod);
    if (!pinned.empty() && pinned != node.name)
        return false;
    const Json &selector = find(pod, {"spec", "nodeSelector"});
    if (!selector.is_object())
        return true;
    for (const auto &[key, value] : selector.items()) {
        const auto label = node.labels.find(key);
        if (label == node.labels.end() || label->second != textOf(value))
            return false;
    }
    return true;
}

/// Why a pod cannot run on a node, in the scheduler's words; empty when it can.
std::string hindrance(const Json &pod, const NodeFacts &node, const Need &taken, const Need &need)
{
    if (node.isUnschedulable)
        return "node(s) were unschedulable";
    if (!node.taint.empty()) {
        const std::string key = node.taint.substr(1, node.taint.find(':') - 1);
        if (!tolerates(pod, Json{{"key", key}, {"effect", "NoSchedule"}}))
            return "node(s) had untolerated taint " + node.taint;
    }
    if (!node.isReady)
        return "node(s) were not ready";
    if (!isSelected(pod, node))
        return "node(s) didn't match Pod's node affinity/selector";
    if (taken.pods + 1 > node.room.pods)
        return "Too many pods";
    if (taken.cpu + need.cpu > node.room.cpu)
        return "Insufficient cpu";
    if (taken.memory + need.memory > node.room.memory)
        return "Insufficient memory";
    return {};
}

std::string refusal(const std::map<std::string, int> &reasons, std::size_t nodes)
{
    std::string parts;
    for (const auto &[reason, count] : reasons)
        parts += (parts.empty() ? "" : ", ") + std::to_string(count) + " " + reason;
    const std::string none = "0/" + std::to_string(nodes) + " nodes are available";
    if (reasons.empty())
        return "no nodes available to schedule pods";
    return none + ": " + parts + ". preemption: " + none + ": " + std::to_string(nodes) +
           " No preemption victims found for incoming pod.";
}

} // namespace

Need Need::of(const Json &pod)
{
    Need need{0, 0, 1};
    const Json &containers = find(pod, {"spec", "containers"});
    if (!containers.is_array())
        return need;
    for (const Json &container : containers) {
        need.cpu += quantityOf(find(container, {"resources", "requests", "cpu"}));
        need.memory += quantityOf(find(container, {"resources", "requests", "memory"}));
    }
    return need;
}

Need &Need::operator+=(const Need &other)
{
    cpu += other.cpu;
    memory += other.memory;
    pods += other.pods;
    return *this;
}

NodeFacts NodeFacts::of(const Json &node)
{
    NodeFacts facts;
    facts.name = nameOf(node);
    const Json &room = find(node, {"status", "allocatable"});
    facts.room = {quantityOf(find(room, "cpu")), quantityOf(find(room, "memory")),
                  static_cast<int>(quantityOf(find(room, "pods")))};
    facts.isUnschedulable = isTrue(find(node, {"spec", "unschedulable"}));
    facts.isReady = isConditionTrue(find(node, "status"), "Ready");
    const Json &taints = find(node, {"spec", "taints"});
    for (std::size_t i = 0; taints.is_array() && i < taints.size(); ++i) {
        const std::string effect = textOf(find(taints[i], "effect"));
        if (effect == "NoSchedule" || effect == "NoExecute")
            facts.taint = "{" + textOf(find(taints[i], "key")) + ": " + textOf(find(taints[i], "value")) + "}";
    }
    const Json &labels = find(node, {"metadata", "labels"});
    if (labels.is_object()) {
        for (const auto &[key, value] : labels.items())
            facts.labels.emplace(key, textOf(value));
    }
    return facts;
}

Placement placePod(const Json &pod, const std::vector<NodeFacts> &nodes, const std::map<std::string, Need> &taken,
                   Random &random)
{
    const Need need = Need::of(pod);
    std::map<std::string, int> reasons;
    double best = -1;
    std::string chosen;
    const std::size_t first = nodes.size() > EnoughFeasible ? random.below(nodes.size()) : 0;
    std::size_t feasible = 0;
    for (std::size_t i = 0; i < nodes.size() && feasible < EnoughFeasible; ++i) {
        const NodeFacts &node = nodes[(first + i) % nodes.size()];
        const auto held = taken.find(node.name);
        const Need used = held == taken.end() ? Need() : held->second;
        const std::string reason = hindrance(pod, node, used, need);
        if (!reason.empty()) {
            ++reasons[reason];
            continue;
        }
        ++feasible;
        const double freeCpu = 1 - (used.cpu + need.cpu) / node.room.cpu;
        const double freeMemory = 1 - (used.memory + need.memory) / node.room.memory;
        const double score =
            freeCpu + freeMemory + 0.02 * random.unit(); // ties are broken by chance, as the real one does
        if (score > best) {
            best = score;
            chosen = node.name;
        }
    }
    if (chosen.empty())
        return Refused{refusal(reasons, nodes.size())};
    return chosen;
}

Json boundTo(const Json &pod, const std::string &node, WallTime now)
{
    Json bound = pod;
    make(bound, {"spec"})["nodeName"] = node;
    bound["status"] = PodStatus(pod, now).schedule().take();
    return bound;
}

} // namespace wk::demo
