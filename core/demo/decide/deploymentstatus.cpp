// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/deploymentstatus.h"

#include "core/demo/build/workload.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::isTrue;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

std::int64_t statusNumber(const Json &object, const char *key)
{
    return numberOf(find(object, {"status", key}));
}

std::int64_t sum(const std::vector<Json> &replicaSets, const char *statusKey)
{
    std::int64_t total = 0;
    for (const Json &each : replicaSets)
        total += statusNumber(each, statusKey);
    return total;
}

/// The numbers in Go's order; those that are zero are left out.
Json numbers(const Json &deployment, const std::vector<Json> &replicaSets, const Json *current)
{
    std::int64_t asked = 0;
    for (const Json &each : replicaSets)
        asked += replicasOf(each);
    const std::int64_t available = sum(replicaSets, "availableReplicas");
    const std::pair<const char *, std::int64_t> counts[]{
        {"replicas", sum(replicaSets, "replicas")},
        {"updatedReplicas", current ? statusNumber(*current, "replicas") : 0},
        {"readyReplicas", sum(replicaSets, "readyReplicas")},
        {"availableReplicas", available},
        {"unavailableReplicas", std::max<std::int64_t>(0, asked - available)}};
    Json status{{"observedGeneration", numberOf(find(deployment, {"metadata", "generation"}), 1)}};
    for (const auto &[key, count] : counts) {
        if (count != 0)
            status[key] = count;
    }
    return status;
}

void setProgress(Json &status, const Condition &condition, WallTime now)
{
    if (!setCondition(status, condition, now))
        return;
    for (Json &held : status["conditions"]) {
        if (textOf(find(held, "type")) == condition.type)
            held["lastUpdateTime"] = timeJson(now);
    }
}

bool isComplete(const Json &deployment, const Json &status)
{
    const int wanted = wantedReplicas(deployment);
    return numberOf(find(status, "updatedReplicas")) == wanted && numberOf(find(status, "replicas")) == wanted &&
           numberOf(find(status, "availableReplicas")) == wanted;
}

bool hasMoved(const Json &before, const Json &after)
{
    const auto number = [](const Json &status, const char *key) { return numberOf(find(status, key)); };
    const auto old = [&](const Json &status) { return number(status, "replicas") - number(status, "updatedReplicas"); };
    return number(after, "updatedReplicas") > number(before, "updatedReplicas") || old(after) < old(before) ||
           number(after, "readyReplicas") > number(before, "readyReplicas") ||
           number(after, "availableReplicas") > number(before, "availableReplicas");
}

bool isLate(const Json &deployment, const Json &status, WallTime now)
{
    const auto since = timeOf(find(findCondition(status, "Progressing"), "lastUpdateTime"));
    return since && now - *since > progressDeadline(deployment);
}

Condition progress(const Json &deployment, const Json &status, const Json *current, WallTime now)
{
    const std::string subject =
        current ? "ReplicaSet \"" + nameOf(*current) + "\"" : "Deployment \"" + nameOf(deployment) + "\"";
    if (isTrue(find(deployment, {"spec", "paused"})))
        return {"Progressing", "Unknown", "DeploymentPaused", "Deployment is paused"};
    if (isComplete(deployment, status))
        return {"Progressing", "True", "NewReplicaSetAvailable", subject + " has successfully progressed."};
    if (hasMoved(find(deployment, "status"), status))
        return {"Progressing", "True", "ReplicaSetUpdated", subject + " is progressing."};
    if (isLate(deployment, status, now))
        return {"Progressing", "False", "ProgressDeadlineExceeded", subject + " has timed out progressing."};
    const Json &held = findCondition(status, "Progressing");
    if (held.is_null() || textOf(find(held, "reason")) == "DeploymentPaused")
        return {"Progressing", "True", "ReplicaSetUpdated", subject + " is progressing."};
    return {"Progressing", textOf(find(held, "status")), textOf(find(held, "reason")), textOf(find(held, "message"))};
}

/// Once it has said so, a complete rollout stays complete although pods come and go.
bool wasComplete(const Json &status)
{
    return numberOf(find(status, "replicas")) == numberOf(find(status, "updatedReplicas")) &&
           textOf(find(findCondition(status, "Progressing"), "reason")) == "NewReplicaSetAvailable";
}

} // namespace

std::chrono::seconds progressDeadline(const Json &deployment)
{
    const std::int64_t asked = numberOf(find(deployment, {"spec", "progressDeadlineSeconds"}), 600);
    return std::chrono::seconds(std::clamp<std::int64_t>(asked, 1, 1'000'000));
}

std::int64_t replicasOf(const Json &replicaSet)
{
    return wantedReplicas(replicaSet);
}

std::int64_t availableOf(const Json &replicaSet)
{
    return statusNumber(replicaSet, "availableReplicas");
}

Json deploymentStatus(const Json &deployment, const std::vector<Json> &replicaSets, const Json *current, WallTime now)
{
    Json status = numbers(deployment, replicaSets, current);
    if (const Json &held = find(deployment, {"status", "conditions"}); held.is_array())
        status["conditions"] = held;
    const bool isAvailable = numberOf(find(status, "availableReplicas")) >=
                             wantedReplicas(deployment) - RollingLimits::of(deployment).unavailable;
    setProgress(status,
                isAvailable
                    ? Condition{"Available", "True", "MinimumReplicasAvailable", "Deployment has minimum availability."}
                    : Condition{"Available", "False", "MinimumReplicasUnavailable",
                                "Deployment does not have minimum availability."},
                now);
    if (!wasComplete(status) || isTrue(find(deployment, {"spec", "paused"})))
        setProgress(status, progress(deployment, status, current, now), now);
    return status;
}

} // namespace wk::demo
