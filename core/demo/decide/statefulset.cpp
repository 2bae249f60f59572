// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/statefulset.h"

#include "core/demo/build/podtemplate.h"
#include "core/demo/build/workload.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace wk::demo {

using apiserver::find;
using apiserver::make;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

std::string revisionName(const Json &set)
{
    return nameOf(set) + "-" + hashOfTemplate(set);
}

/// Pods by ordinal; those whose name has none are nobody's concern.
std::map<int, PodFacts> byOrdinal(const Json &set, const std::vector<PodFacts> &pods)
{
    const std::string prefix = nameOf(set) + "-";
    std::map<int, PodFacts> sorted;
    for (const PodFacts &pod : pods) {
        int ordinal = -1;
        if (pod.name.starts_with(prefix))
            std::from_chars(pod.name.data() + prefix.size(), pod.name.data() + pod.name.size(), ordinal);
        if (ordinal >= 0)
            sorted.emplace(ordinal, pod);
    }
    return sorted;
}

Write creation(const Json &set, int ordinal)
{
    Json pod = statefulPod(set, ordinal);
    const std::string message = "create Pod " + nameOf(pod) + " in StatefulSet " + nameOf(set) + " successful";
    return {Write::Verb::Create, resources::Pods, std::move(pod), Note{false, "SuccessfulCreate", message}};
}

Write deletion(const Json &set, const PodFacts &pod)
{
    return deletionOf(pod, "delete Pod " + pod.name + " in StatefulSet " + nameOf(set) + " successful");
}

/// The one next thing to do with pods; nothing while one of them is on its way.
Writes nextMove(const Json &set, const std::map<int, PodFacts> &pods)
{
    const int wanted = wantedReplicas(set);
    for (int ordinal = 0; ordinal < wanted; ++ordinal) {
        const auto pod = pods.find(ordinal);
        if (pod == pods.end())
            return {creation(set, ordinal)};
        if (pod->second.phase == "Failed" || pod->second.phase == "Succeeded")
            return pod->second.deleting ? Writes() : Writes{deletion(set, pod->second)};
        if (!pod->second.ready || pod->second.deleting)
            return {};
    }
    for (auto pod = pods.rbegin(); pod != pods.rend(); ++pod) {
        const bool isSurplus = pod->first >= wanted;
        if (!isSurplus && pod->second.templateHash == revisionName(set))
            continue;
        return pod->second.deleting ? Writes() : Writes{deletion(set, pod->second)};
    }
    return {};
}

Json statusOf(const Json &set, const std::map<int, PodFacts> &pods)
{
    const std::string update = revisionName(set);
    std::int64_t replicas = 0;
    std::int64_t ready = 0;
    std::int64_t updated = 0;
    for (const auto &[ordinal, pod] : pods) {
        replicas += pod.phase.empty() ? 0 : 1;
        ready += pod.ready ? 1 : 0;
        updated += pod.templateHash == update && !pod.deleting ? 1 : 0;
    }
    const bool isUpdated = updated == replicas && replicas == wantedReplicas(set);
    const std::string held = textOf(find(set, {"status", "currentRevision"}));
    const std::string current = isUpdated || held.empty() ? update : held;
    Json status{{"observedGeneration", numberOf(find(set, {"metadata", "generation"}), 1)}, {"replicas", replicas}};
    setCount(status, "readyReplicas", ready);
    setCount(status, "currentReplicas", current == update ? updated : replicas - updated);
    setCount(status, "updatedReplicas", updated);
    status["currentRevision"] = current;
    status["updateRevision"] = update;
    status["collisionCount"] = 0;
    status["availableReplicas"] = ready;
    return status;
}

} // namespace

Json statefulPod(const Json &set, int ordinal)
{
    const std::string name = nameOf(set) + "-" + std::to_string(ordinal);
    Json pod = podFrom(set, name, nameOf(set) + "-");
    Json &labels = make(pod, {"metadata", "labels"});
    labels["apps.kubernetes.io/pod-index"] = std::to_string(ordinal);
    labels["controller-revision-hash"] = revisionName(set);
    labels["statefulset.kubernetes.io/pod-name"] = name;
    pod["spec"]["hostname"] = name;
    if (const std::string service = textOf(find(set, {"spec", "serviceName"})); !service.empty())
        pod["spec"]["subdomain"] = service;
    return pod;
}

Writes syncStatefulSet(const Json &set, const std::vector<PodFacts> &pods)
{
    const std::map<int, PodFacts> sorted = byOrdinal(set, pods);
    Writes writes;
    if (!isBeingDeleted(set))
        writes = nextMove(set, sorted);
    Json status = statusOf(set, sorted);
    reportStatus(writes, resources::StatefulSets, set, std::move(status));
    return writes;
}

} // namespace wk::demo
