// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/scene.h"

#include "core/demo/build/podtemplate.h"
#include "core/demo/build/workload.h"
#include "core/demo/decide/deploymentstatus.h"
#include "core/demo/decide/replicaset.h"
#include "core/demo/seed/plan.h"
#include "core/demo/seed/pods.h"
#include "core/demo/seed/sets.h"

#include <algorithm>
#include <array>

namespace wk::demo {

using apiserver::find;

namespace {

using namespace std::chrono_literals;

/// One revision of a Deployment, as it was left.
struct Revision {
    Json podTemplate{};
    int number = 1;
    int replicas = 0;
    WallTime made{};
    bool crashes = false;
};

constexpr int MostMoulds = 2; ///< pods of a crowded revision that are made up one by one

/// Which Deployment of the storefront a seed lets fail: of the default seed it is "web", as in the pictures.
std::string_view failingWorkload(std::uint64_t seed)
{
    constexpr std::array Candidates{"web", "search", "checkout"};
    return Candidates[(seed + 2) % Candidates.size()];
}

Json deploymentOf(const WorkloadPlan &plan, const Json &podTemplate)
{
    Json deployment = plainObject("apps/v1", "Deployment", std::string(plan.ns), std::string(plan.name));
    deployment["metadata"]["labels"] = podTemplate["metadata"]["labels"];
    deployment["metadata"]["annotations"] = Json::object();
    deployment["spec"] = Json{
        {"replicas", plan.replicas},
        {"selector", {{"matchLabels", selectorLabels(plan)}}},
        {"template", podTemplate},
        {"strategy", {{"type", "RollingUpdate"}, {"rollingUpdate", {{"maxUnavailable", "25%"}, {"maxSurge", "25%"}}}}},
        {"revisionHistoryLimit", 3},
        {"progressDeadlineSeconds", 600}};
    return deployment;
}

/// What is tried out last: the next patch level's release candidate.
Json candidateTemplate(const WorkloadPlan &plan)
{
    Json made = podTemplate(plan);
    Json &image = made["spec"]["containers"][0]["image"];
    const ContainerPlan &container = plan.containers.front();
    image = std::string(container.image) + ":" + std::string(container.series) + std::to_string(container.patch + 1) +
            "-rc.1";
    return made;
}

PodPast pastOf(SeedScene &scene, const Revision &revision)
{
    if (revision.crashes)
        return {PodPast::Kind::Crashes, revision.made + 1s, 5 + static_cast<int>(scene.random.below(2))};
    const bool wasReplaced = scene.random.below(5) == 0;
    const auto age = std::chrono::floor<std::chrono::seconds>(scene.now - revision.made);
    const auto young = std::chrono::seconds(
        scene.random.below(static_cast<std::uint64_t>(std::max<std::int64_t>(age.count() - 60, 1))));
    const int restarts = scene.random.below(9) == 0 && age > 3h ? 1 + static_cast<int>(scene.random.below(2)) : 0;
    return {PodPast::Kind::Runs, wasReplaced && age > 3h ? scene.now - young - 30s : revision.made + 1s, restarts};
}

Json seedRevision(SeedScene &scene, Json deployment, const Revision &revision)
{
    deployment["spec"]["template"] = revision.podTemplate;
    Json set = replicaSetFrom(deployment, revision.replicas, revision.number);
    set["metadata"]["generation"] = revision.replicas > 0 ? 1 : 3;
    set = scene.add(resources::ReplicaSets, std::move(set), {"kube-controller-manager", revision.made});
    const std::size_t index = scene.objects.size() - 1;
    std::vector<PodFacts> pods;
    // Of a crowd the first pods live their lives; the rest are like them.
    const int lives = scene.options.isCrowded() ? std::min(revision.replicas, MostMoulds) : revision.replicas;
    for (int i = 0; i < lives; ++i) {
        const std::string prefix = nameOf(set) + "-";
        PodPast past = pastOf(scene, revision);
        pods.push_back(seedPod(scene, podFrom(set, prefix + scene.random.suffix(), prefix), past));
        if (pods.back().node.empty())
            past.kind = PodPast::Kind::Unplaced;
        const Json pod = scene.objects.back().object;
        seedPodEvents(scene, pod, past);
    }
    if (revision.replicas > lives)
        copyPods(scene, {index, nameOf(set) + "-", revision.made}, revision.replicas - lives, pods);
    for (Write &write : syncReplicaSet(set, pods, scene.random)) {
        if (write.verb == Write::Verb::UpdateStatus)
            set["status"] = write.object["status"];
    }
    scene.objects[index].object = set;
    scene.objects[index].hands.push_back({"kube-controller-manager", revision.made + 9s, {"status"}});
    return set;
}

std::vector<Revision> revisionsOf(SeedScene &scene, const WorkloadPlan &plan)
{
    const int number = 3 + static_cast<int>(scene.random.below(18));
    std::vector<Revision> revisions;
    for (int back = 2; back >= 1; --back) {
        if (plan.containers.front().patch >= back && plan.age - plan.deployed > 24h)
            revisions.push_back({podTemplate(plan, back), number - back, 0,
                                 scene.about(plan.deployed + back * (plan.age - plan.deployed) / 4)});
    }
    revisions.push_back({podTemplate(plan), plan.age == plan.deployed || revisions.empty() ? 1 : number, plan.replicas,
                         scene.about(plan.deployed)});
    return revisions;
}

/// A rollout that hangs: as many new pods as may be added, the rest still of the revision before.
void addFailing(SeedScene &scene, const WorkloadPlan &plan, const Json &deployment, std::vector<Revision> &revisions)
{
    const RollingLimits limits = RollingLimits::of(deployment);
    Revision failing{candidateTemplate(plan), revisions.back().number + 1, limits.surge + limits.unavailable,
                     scene.ago(9min), true};
    revisions.back().replicas = plan.replicas - limits.unavailable;
    revisions.push_back(std::move(failing));
}

void seedRolloutEvents(SeedScene &scene, const Json &deployment, const Json &set, const Revision &revision)
{
    if (scene.now - revision.made > 55min || revision.replicas == 0)
        return;
    const std::string message =
        "Scaled up replica set " + nameOf(set) + " from 0 to " + std::to_string(revision.replicas);
    seedEvent(scene, deployment, {false, "ScalingReplicaSet", message}, "deployment-controller", revision.made);
}

} // namespace

void seedDeployment(SeedScene &scene, const WorkloadPlan &plan)
{
    Json deployment = deploymentOf(plan, podTemplate(plan));
    std::vector<Revision> revisions = revisionsOf(scene, plan);
    if (plan.fails || (plan.ns == "web" && plan.name == failingWorkload(scene.options.seed)))
        addFailing(scene, plan, deployment, revisions);
    const Revision &newest = revisions.back();
    deployment["spec"]["template"] = newest.podTemplate;
    deployment["metadata"]["annotations"][RevisionAnnotation] = std::to_string(newest.number);
    deployment["metadata"]["generation"] = newest.number + 1;
    deployment =
        scene.add(resources::Deployments, std::move(deployment), {std::string(plan.manager), scene.about(plan.age)});
    const std::size_t index = scene.objects.size() - 1;
    std::vector<Json> sets;
    for (const Revision &revision : revisions) {
        sets.push_back(seedRevision(scene, deployment, revision));
        seedRolloutEvents(scene, deployment, sets.back(), revision);
    }
    for (const WallTime at : {newest.made + 40s, scene.now}) // the second time only what has not come about since
        deployment["status"] = deploymentStatus(deployment, sets, &sets.back(), at);
    scene.objects[index].object = deployment;
    scene.objects[index].hands.push_back({"argocd-controller", newest.made, {"spec", "template"}});
    scene.objects[index].hands.push_back({"kube-controller-manager", newest.made, {"metadata", "annotations"}});
    scene.objects[index].hands.push_back({"kube-controller-manager", newest.made + 40s, {"status"}});
}

void seedWorkloads(SeedScene &scene)
{
    for (const WorkloadPlan &plan : workloadPlans()) {
        switch (plan.kind) {
        case WorkloadPlan::Kind::Deployment: seedDeployment(scene, plan); break;
        case WorkloadPlan::Kind::StatefulSet: seedStatefulSet(scene, plan); break;
        case WorkloadPlan::Kind::DaemonSet: seedDaemonSet(scene, plan); break;
        case WorkloadPlan::Kind::CronJob: seedCronJob(scene, plan); break;
        }
    }
    seedEndpoints(scene);
}

} // namespace wk::demo
