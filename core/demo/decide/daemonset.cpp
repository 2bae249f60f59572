// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/daemonset.h"

#include "core/demo/build/podtemplate.h"
#include "core/demo/build/workload.h"
#include "core/demo/random.h"

#include <algorithm>
#include <map>
#include <set>

namespace wk::demo {

using apiserver::find;
using apiserver::make;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

constexpr const char *NodeFields = "nodeSelectorTerms";

Json pinnedTo(const std::string &node)
{
    const Json field{{"key", "metadata.name"}, {"operator", "In"}, {"values", Json::array({node})}};
    const Json term{{"matchFields", Json::array({field})}};
    return Json{
        {"nodeAffinity", {{"requiredDuringSchedulingIgnoredDuringExecution", {{NodeFields, Json::array({term})}}}}}};
}

Json toleration(const char *key, const char *effect)
{
    return Json{{"key", key}, {"operator", "Exists"}, {"effect", effect}};
}

/// Source: pkg/controller/daemon/util AddOrUpdateDaemonPodTolerations.
Json tolerations()
{
    return Json::array({toleration("node.kubernetes.io/not-ready", "NoExecute"),
                        toleration("node.kubernetes.io/unreachable", "NoExecute"),
                        toleration("node.kubernetes.io/disk-pressure", "NoSchedule"),
                        toleration("node.kubernetes.io/memory-pressure", "NoSchedule"),
                        toleration("node.kubernetes.io/pid-pressure", "NoSchedule"),
                        toleration("node.kubernetes.io/unschedulable", "NoSchedule"),
                        toleration("node.kubernetes.io/unreachable", "NoSchedule"),
                        toleration("node.kubernetes.io/not-ready", "NoSchedule")});
}

Json statusOf(const Json &set, const std::map<std::string, PodFacts> &byNode, std::size_t wanted, std::int64_t astray)
{
    const std::string hash = hashOfTemplate(set);
    std::int64_t ready = 0;
    std::int64_t updated = 0;
    for (const auto &[node, pod] : byNode) {
        ready += pod.ready ? 1 : 0;
        updated += pod.templateHash == hash ? 1 : 0;
    }
    Json status{{"currentNumberScheduled", byNode.size()},
                {"numberMisscheduled", astray},
                {"desiredNumberScheduled", wanted},
                {"numberReady", ready},
                {"observedGeneration", numberOf(find(set, {"metadata", "generation"}), 1)}};
    setCount(status, "updatedNumberScheduled", updated);
    setCount(status, "numberAvailable", ready);
    setCount(status, "numberUnavailable", static_cast<std::int64_t>(wanted) - ready);
    return status;
}

Writes outdated(const Json &set, const std::map<std::string, PodFacts> &byNode)
{
    const std::string hash = hashOfTemplate(set);
    const bool allReady = std::all_of(byNode.begin(), byNode.end(), [](const auto &each) { return each.second.ready; });
    for (const auto &[node, pod] : byNode) {
        if (pod.templateHash != hash && (allReady || !pod.ready))
            return {deletionOf(pod, "Deleted pod: " + pod.name)};
    }
    return {};
}

} // namespace

Json daemonPod(const Json &set, const std::string &node, Random &random)
{
    const std::string prefix = nameOf(set) + "-";
    Json pod = podFrom(set, prefix + random.suffix(), prefix);
    Json &labels = make(pod, {"metadata", "labels"});
    labels["controller-revision-hash"] = hashOfTemplate(set);
    labels["pod-template-generation"] = std::to_string(numberOf(find(set, {"metadata", "generation"}), 1));
    pod["spec"]["affinity"] = pinnedTo(node);
    pod["spec"]["tolerations"] = tolerations();
    return pod;
}

std::string pinnedNode(const Json &pod)
{
    const Json &terms =
        find(pod, {"spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", NodeFields});
    if (!terms.is_array() || terms.empty())
        return {};
    const Json &fields = find(terms.front(), "matchFields");
    if (!fields.is_array() || fields.empty())
        return {};
    const Json &values = find(fields.front(), "values");
    return values.is_array() && !values.empty() ? textOf(values.front()) : std::string();
}

Writes syncDaemonSet(const Json &set, const std::vector<DaemonPod> &pods, const std::vector<std::string> &nodes,
                     Random &random)
{
    Writes writes;
    std::map<std::string, PodFacts> byNode;
    std::int64_t astray = 0;
    const std::set<std::string> wanted(nodes.begin(), nodes.end());
    for (const DaemonPod &pod : pods) {
        const bool isWanted = wanted.contains(pod.node);
        if (!pod.facts.isActive())
            continue;
        astray += isWanted ? 0 : 1;
        if (!isWanted || !byNode.emplace(pod.node, pod.facts).second)
            writes.push_back(deletionOf(pod.facts, "Deleted pod: " + pod.facts.name));
    }
    for (const std::string &node : nodes) {
        const bool isLeaving = std::any_of(
            pods.begin(), pods.end(), [&](const DaemonPod &pod) { return pod.node == node && pod.facts.deleting; });
        if (byNode.contains(node) || isLeaving || isBeingDeleted(set))
            continue;
        Json pod = daemonPod(set, node, random);
        const std::string message = "Created pod: " + nameOf(pod);
        writes.push_back(
            {Write::Verb::Create, resources::Pods, std::move(pod), Note{false, "SuccessfulCreate", message}});
    }
    if (isBeingDeleted(set))
        return {};
    if (writes.empty() && byNode.size() == nodes.size())
        writes = outdated(set, byNode);
    Json status = statusOf(set, byNode, nodes.size(), astray);
    reportStatus(writes, resources::DaemonSets, set, std::move(status));
    return writes;
}

} // namespace wk::demo
