// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/replicaset.h"

#include "core/demo/build/podtemplate.h"
#include "core/demo/build/workload.h"
#include "core/demo/random.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::numberOf;

namespace {

void createPods(Writes &writes, const Json &replicaSet, int count, Random &random)
{
    const std::string prefix = nameOf(replicaSet) + "-";
    for (int i = 0; i < std::min(count, PodBurst); ++i) {
        const std::string name = prefix + random.suffix();
        writes.push_back({Write::Verb::Create, resources::Pods, podFrom(replicaSet, name, prefix),
                          Note{false, "SuccessfulCreate", "Created pod: " + name}});
    }
}

void deletePods(Writes &writes, std::vector<PodFacts> active, int count)
{
    sortForDeletion(active);
    for (int i = 0; i < std::min(count, PodBurst); ++i) {
        const PodFacts &pod = active[static_cast<std::size_t>(i)];
        writes.push_back(deletionOf(pod, "Deleted pod: " + pod.name));
    }
}

/// The numbers as Go writes them: replicas always, the others only when there are any.
Json statusOf(const Json &replicaSet, const std::vector<PodFacts> &active)
{
    Json status = find(replicaSet, "status");
    if (!status.is_object())
        status = Json::object();
    const auto ready = std::count_if(active.begin(), active.end(), [](const PodFacts &pod) { return pod.ready; });
    const auto count = static_cast<std::int64_t>(active.size());
    status["replicas"] = count;
    setCount(status, "fullyLabeledReplicas", count);
    setCount(status, "readyReplicas", ready);
    setCount(status, "availableReplicas", ready);
    status["observedGeneration"] = numberOf(find(replicaSet, {"metadata", "generation"}), 1);
    return status;
}

} // namespace

Writes syncReplicaSet(const Json &replicaSet, const std::vector<PodFacts> &pods, Random &random)
{
    Writes writes;
    std::vector<PodFacts> active;
    std::copy_if(pods.begin(), pods.end(), std::back_inserter(active),
                 [](const PodFacts &pod) { return pod.isActive(); });
    if (!isBeingDeleted(replicaSet)) {
        const int missing = wantedReplicas(replicaSet) - static_cast<int>(active.size());
        if (missing > 0)
            createPods(writes, replicaSet, missing, random);
        else if (missing < 0)
            deletePods(writes, active, -missing);
    }
    Json status = statusOf(replicaSet, active);
    reportStatus(writes, resources::ReplicaSets, replicaSet, std::move(status));
    return writes;
}

} // namespace wk::demo
