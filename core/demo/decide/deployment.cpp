// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/deployment.h"

#include "core/demo/build/workload.h"
#include "core/demo/decide/deploymentstatus.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::isTrue;
using apiserver::make;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

/// A Deployment with its ReplicaSets, the older ones by age. `current` is an index; -1: none has the present
/// template.
struct Scene {
    const Json &deployment;
    std::vector<Json> sets;
    int current = -1;

    Scene(const Json &deployment, const std::vector<Json> &replicaSets)
        : deployment(deployment)
        , sets(replicaSets)
    {
        std::sort(sets.begin(), sets.end(), [](const Json &a, const Json &b) {
            const auto age = [](const Json &set) { return textOf(find(set, {"metadata", "creationTimestamp"})); };
            return std::pair(age(a), nameOf(a)) < std::pair(age(b), nameOf(b));
        });
        for (std::size_t i = 0; i < sets.size() && current < 0; ++i) {
            if (hasTemplate(sets[i], find(deployment, {"spec", "template"})))
                current = static_cast<int>(i);
        }
    }

    const Json *currentSet() const { return current < 0 ? nullptr : &sets[static_cast<std::size_t>(current)]; }

    bool isOld(std::size_t i) const { return static_cast<int>(i) != current; }

    std::int64_t total() const
    {
        std::int64_t count = 0;
        for (const Json &set : sets)
            count += replicasOf(set);
        return count;
    }

    int newestOldRevision() const
    {
        int newest = 0;
        for (std::size_t i = 0; i < sets.size(); ++i)
            newest = isOld(i) ? std::max(newest, revisionOf(sets[i])) : newest;
        return newest;
    }
};

void annotate(Json &set, const Json &deployment)
{
    const int wanted = wantedReplicas(deployment);
    Json &annotations = make(set, {"metadata", "annotations"});
    annotations[DesiredAnnotation] = std::to_string(wanted);
    annotations[MaxAnnotation] = std::to_string(wanted + RollingLimits::of(deployment).surge);
}

Write scaled(const Scene &scene, std::size_t index, std::int64_t replicas)
{
    Json set = scene.sets[index];
    const std::int64_t before = replicasOf(set);
    make(set, {"spec", "replicas"}) = replicas;
    annotate(set, scene.deployment);
    const std::string message = std::string("Scaled ") + (replicas > before ? "up" : "down") + " replica set " +
                                nameOf(set) + " from " + std::to_string(before) + " to " + std::to_string(replicas);
    return {Write::Verb::Update, resources::ReplicaSets, std::move(set), Note{false, "ScalingReplicaSet", message}};
}

/// How many the current set may have now. Source: deployment util NewRSNewReplicas.
std::int64_t roomFor(const Scene &scene, std::int64_t held)
{
    const int wanted = wantedReplicas(scene.deployment);
    const std::int64_t most = wanted + RollingLimits::of(scene.deployment).surge;
    if (held >= wanted)
        return wanted;
    return held + std::clamp<std::int64_t>(most - scene.total(), 0, wanted - held);
}

Writes createCurrent(const Scene &scene, WallTime now)
{
    const std::int64_t replicas = roomFor(scene, 0);
    Json set = replicaSetFrom(scene.deployment, static_cast<int>(replicas), scene.newestOldRevision() + 1);
    const std::string name = nameOf(set);
    Json deployment = scene.deployment;
    Json &status = make(deployment, {"status"});
    if (!status.is_object())
        status = Json::object();
    setCondition(status, {"Progressing", "True", "NewReplicaSetCreated", "Created new replica set \"" + name + "\""},
                 now);
    for (Json &condition : status["conditions"]) {
        if (textOf(find(condition, "type")) == "Progressing")
            condition["lastUpdateTime"] = timeJson(now);
    }
    Writes writes{{Write::Verb::Create, resources::ReplicaSets, std::move(set)}};
    if (replicas > 0) {
        writes.front().note = Note{false, "ScalingReplicaSet",
                                   "Scaled up replica set " + name + " from 0 to " + std::to_string(replicas)};
    }
    writes.push_back({Write::Verb::UpdateStatus, resources::Deployments, std::move(deployment)});
    return writes;
}

/// The revision stands on the current set and on the Deployment itself.
Writes numberRevision(const Scene &scene)
{
    Json set = *scene.currentSet();
    const int revision = std::max(revisionOf(set), scene.newestOldRevision() + 1);
    annotate(set, scene.deployment);
    make(set, {"metadata", "annotations"})[RevisionAnnotation] = std::to_string(revision);
    Writes writes;
    if (!isSame(set, *scene.currentSet()))
        writes.push_back({Write::Verb::Update, resources::ReplicaSets, std::move(set)});
    if (revisionOf(scene.deployment) != revision) {
        Json deployment = scene.deployment;
        make(deployment, {"metadata", "annotations"})[RevisionAnnotation] = std::to_string(revision);
        writes.push_back({Write::Verb::Update, resources::Deployments, std::move(deployment)});
    }
    return writes;
}

/// Unhealthy pods of older sets go first, then as many healthy ones as availability allows. Source:
/// rolling.go.
Writes shrinkOld(const Scene &scene)
{
    const std::int64_t least = wantedReplicas(scene.deployment) - RollingLimits::of(scene.deployment).unavailable;
    const Json *current = scene.currentSet();
    const std::int64_t comingUp = current ? std::max<std::int64_t>(0, replicasOf(*current) - availableOf(*current)) : 0;
    std::int64_t unhealthyLeft = scene.total() - least - comingUp;
    std::int64_t available = 0;
    for (const Json &set : scene.sets)
        available += availableOf(set);
    std::int64_t healthyLeft = unhealthyLeft > 0 ? available - least : 0;
    Writes writes;
    for (std::size_t i = 0; i < scene.sets.size(); ++i) {
        const std::int64_t held = replicasOf(scene.sets[i]);
        if (!scene.isOld(i) || held == 0)
            continue;
        const std::int64_t sick =
            std::clamp<std::int64_t>(held - availableOf(scene.sets[i]), 0, std::max<std::int64_t>(0, unhealthyLeft));
        const std::int64_t healthy = std::clamp<std::int64_t>(held - sick, 0, std::max<std::int64_t>(0, healthyLeft));
        unhealthyLeft -= sick;
        healthyLeft -= healthy;
        if (sick + healthy > 0)
            writes.push_back(scaled(scene, i, held - sick - healthy));
    }
    return writes;
}

Writes stopOld(const Scene &scene)
{
    Writes writes;
    for (std::size_t i = 0; i < scene.sets.size(); ++i) {
        if (scene.isOld(i) && replicasOf(scene.sets[i]) > 0)
            writes.push_back(scaled(scene, i, 0));
    }
    return writes;
}

bool hasOldPods(const Scene &scene)
{
    for (std::size_t i = 0; i < scene.sets.size(); ++i) {
        if (scene.isOld(i) &&
            (replicasOf(scene.sets[i]) > 0 || numberOf(find(scene.sets[i], {"status", "replicas"})) > 0))
            return true;
    }
    return false;
}

/// Older sets beyond revisionHistoryLimit, the oldest revisions first.
Writes forgetHistory(const Scene &scene)
{
    std::vector<const Json *> idle;
    for (std::size_t i = 0; i < scene.sets.size(); ++i) {
        const Json &set = scene.sets[i];
        if (scene.isOld(i) && replicasOf(set) == 0 && numberOf(find(set, {"status", "replicas"})) == 0 &&
            !isBeingDeleted(set))
            idle.push_back(&set);
    }
    std::sort(idle.begin(), idle.end(), [](const Json *a, const Json *b) { return revisionOf(*a) < revisionOf(*b); });
    const std::int64_t kept =
        std::max<std::int64_t>(0, numberOf(find(scene.deployment, {"spec", "revisionHistoryLimit"}), 10));
    Writes writes;
    for (std::size_t i = 0; i + static_cast<std::size_t>(kept) < idle.size(); ++i)
        writes.push_back({Write::Verb::Delete, resources::ReplicaSets, *idle[i]});
    return writes;
}

Writes roll(const Scene &scene, WallTime now)
{
    const bool paused = isTrue(find(scene.deployment, {"spec", "paused"}));
    const bool recreates = textOf(find(scene.deployment, {"spec", "strategy", "type"})) == "Recreate";
    if (!scene.currentSet()) {
        if (paused)
            return {};
        if (recreates && hasOldPods(scene))
            return stopOld(scene);
        return createCurrent(scene, now);
    }
    Writes writes = numberRevision(scene);
    if (!writes.empty())
        return writes;
    if (!paused && recreates && hasOldPods(scene))
        return stopOld(scene);
    const std::int64_t held = replicasOf(*scene.currentSet());
    const std::int64_t room = roomFor(scene, held);
    if (room != held)
        return {scaled(scene, static_cast<std::size_t>(scene.current), room)};
    return paused ? Writes() : shrinkOld(scene);
}

} // namespace

Writes syncDeployment(const Json &deployment, const std::vector<Json> &replicaSets, WallTime now)
{
    if (isBeingDeleted(deployment))
        return {};
    const Scene scene(deployment, replicaSets);
    Writes writes = roll(scene, now);
    const auto touches = [](const Write &write) { return write.resource == resources::Deployments; };
    if (std::any_of(writes.begin(), writes.end(), touches))
        return writes;
    Json status = deploymentStatus(deployment, scene.sets, scene.currentSet(), now);
    if (!reportStatus(writes, resources::Deployments, deployment, std::move(status)) && writes.empty())
        writes = forgetHistory(scene);
    return writes;
}

std::chrono::seconds untilDeadline(const Json &deployment, WallTime now)
{
    const Json &progress = findCondition(find(deployment, "status"), "Progressing");
    const std::string reason = textOf(find(progress, "reason"));
    const auto since = timeOf(find(progress, "lastUpdateTime"));
    if (!since || reason == "NewReplicaSetAvailable" || reason == "ProgressDeadlineExceeded" ||
        reason == "DeploymentPaused")
        return std::chrono::seconds(0);
    return std::chrono::ceil<std::chrono::seconds>(*since + progressDeadline(deployment) - now) +
           std::chrono::seconds(1);
}

} // namespace wk::demo
