// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/seed/sets.h"

#include "core/demo/build/podtemplate.h"
#include "core/demo/decide/daemonset.h"
#include "core/demo/decide/endpoints.h"
#include "core/demo/decide/job.h"
#include "core/demo/decide/statefulset.h"
#include "core/demo/seed/plan.h"
#include "core/demo/seed/pods.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::make;

namespace {

using namespace std::chrono_literals;

/// A set before its pods; its status comes once they are there.
Json workloadOf(const WorkloadPlan &plan, const char *kind)
{
    Json set = plainObject("apps/v1", kind, std::string(plan.ns), std::string(plan.name));
    const Json pattern = podTemplate(plan);
    set["metadata"]["labels"] = pattern["metadata"]["labels"];
    set["metadata"]["generation"] = 1;
    set["spec"] = Json{{"selector", {{"matchLabels", selectorLabels(plan)}}}, {"template", pattern}};
    return set;
}

/// Gives the set at `index` the status that its controller would write.
void takeStatus(SeedScene &scene, std::size_t index, const Writes &writes, WallTime at)
{
    for (const Write &write : writes) {
        if (write.verb == Write::Verb::UpdateStatus)
            scene.objects[index].object["status"] = write.object["status"];
    }
    scene.objects[index].hands.push_back({"kube-controller-manager", at, {"status"}});
}

void seedJob(SeedScene &scene, const Json &cronJob, WallTime scheduled)
{
    Json job = jobFrom(cronJob, scheduled);
    job["metadata"]["generation"] = 1;
    job = scene.add(resources::Jobs, std::move(job), {"kube-controller-manager", scheduled});
    fillInJob(job);
    const std::size_t index = scene.objects.size() - 1;
    const PodPast past{PodPast::Kind::Ended, scheduled + 1s, 0};
    const std::string name = nameOf(job) + "-" + scene.random.suffix();
    const std::vector<PodFacts> pods{seedPod(scene, podFrom(job, name, nameOf(job) + "-"), past)};
    const Json pod = scene.objects.back().object;
    seedPodEvents(scene, pod, past);
    seedEvent(scene, job, {false, "SuccessfulCreate", "Created pod: " + name}, "job-controller", scheduled);
    seedEvent(scene, job, {false, "Completed", "Job completed"}, "job-controller", scheduled + 24s);
    make(job, {"status"}) = Json{{"startTime", timeJson(scheduled)}};
    const Writes writes = syncJob(job, pods, scene.random, scheduled + 24s);
    scene.objects[index].object = job;
    takeStatus(scene, index, writes, scheduled + 24s);
}

} // namespace

void seedStatefulSet(SeedScene &scene, const WorkloadPlan &plan)
{
    Json set = workloadOf(plan, "StatefulSet");
    set["spec"]["replicas"] = plan.replicas;
    set["spec"]["serviceName"] = plan.name;
    set = scene.add(resources::StatefulSets, std::move(set), {std::string(plan.manager), scene.about(plan.age)});
    const std::size_t index = scene.objects.size() - 1;
    std::vector<PodFacts> pods;
    for (int ordinal = 0; ordinal < plan.replicas; ++ordinal) {
        const int restarts = plan.name == "ledger" && ordinal == 2 ? 4 : 0;
        const WallTime made = scene.about(plan.deployed);
        pods.push_back(seedPod(scene, statefulPod(set, ordinal), {PodPast::Kind::Runs, made, restarts}));
    }
    takeStatus(scene, index, syncStatefulSet(set, pods), scene.about(plan.deployed));
}

void seedDaemonSet(SeedScene &scene, const WorkloadPlan &plan)
{
    Json set = workloadOf(plan, "DaemonSet");
    set["metadata"]["annotations"] = Json{{"deprecated.daemonset.template.generation", "1"}};
    set = scene.add(resources::DaemonSets, std::move(set), {std::string(plan.manager), scene.about(plan.age)});
    const std::size_t index = scene.objects.size() - 1;
    std::vector<DaemonPod> pods;
    std::vector<std::string> nodes;
    for (const NodeFacts &node : scene.nodes) {
        nodes.push_back(node.name);
        pods.push_back({seedPod(scene, daemonPod(set, node.name, scene.random),
                                {PodPast::Kind::Runs, scene.about(plan.deployed), 0}),
                        node.name});
    }
    takeStatus(scene, index, syncDaemonSet(set, pods, nodes, scene.random), scene.about(plan.deployed));
}

void seedCronJob(SeedScene &scene, const WorkloadPlan &plan)
{
    constexpr auto Period = 2min;
    Json cronJob = plainObject("batch/v1", "CronJob", std::string(plan.ns), std::string(plan.name));
    const Json pattern = podTemplate(plan);
    cronJob["metadata"]["labels"] = pattern["metadata"]["labels"];
    cronJob["metadata"]["generation"] = 1;
    cronJob["spec"] = Json{
        {"schedule", "*/2 * * * *"},
        {"concurrencyPolicy", "Forbid"},
        {"suspend", false},
        {"jobTemplate", {{"metadata", {{"labels", pattern["metadata"]["labels"]}}}, {"spec", {{"template", pattern}}}}},
        {"successfulJobsHistoryLimit", 3},
        {"failedJobsHistoryLimit", 1}};
    const auto minutes = std::chrono::floor<std::chrono::minutes>(scene.now.time_since_epoch());
    WallTime due(minutes - minutes % Period);
    if (scene.now - due < 30s)
        due -= Period; // the present one is left to the controller
    cronJob["status"] = Json{{"lastScheduleTime", timeJson(due)}, {"lastSuccessfulTime", timeJson(due + 24s)}};
    cronJob = scene.add(resources::CronJobs, std::move(cronJob), {std::string(plan.manager), scene.about(plan.age)});
    scene.touch({"kube-controller-manager", due, {"status"}});
    for (int back = 2; back >= 0; --back)
        seedJob(scene, cronJob, due - back * Period);
}

namespace {

/// As much of a copied pod as an endpoint tells.
Json outlineOf(const Json &mould, const PodCopy &copy)
{
    Json outline{{"metadata", {{"name", copy.name}, {"namespace", nameSpaceOf(mould)}, {"uid", copy.uid}}},
                 {"spec", {{"nodeName", copy.node}}},
                 {"status", {{"phase", "Running"}, {"podIP", copy.podIp}}}};
    outline["metadata"]["labels"] = find(mould, {"metadata", "labels"});
    outline["status"]["conditions"] = find(mould, {"status", "conditions"});
    return outline;
}

} // namespace

void seedEndpoints(SeedScene &scene)
{
    std::vector<Json> services;
    std::vector<Json> pods;
    for (const SeedObject &each : scene.objects) {
        if (each.resource == resources::Services)
            services.push_back(each.object);
        else if (each.resource == resources::Pods) {
            pods.push_back(each.object);
            for (const PodCopy &copy : each.copies)
                pods.push_back(outlineOf(each.object, copy));
        }
    }
    for (const Json &service : services) {
        std::vector<Json> selected;
        for (const Json &pod : pods) {
            if (nameSpaceOf(pod) == nameSpaceOf(service) &&
                isSelectedBy(find(pod, {"metadata", "labels"}), find(service, {"spec", "selector"})))
                selected.push_back(pod);
        }
        if (selected.empty())
            continue;
        const WallTime made = timeOf(find(service, {"metadata", "creationTimestamp"})).value_or(scene.now);
        for (Write &write : syncEndpoints(service, selected, {}, scene.random, scene.ago(20min)))
            scene.add(write.resource, std::move(write.object), {"kube-controller-manager", made});
    }
}

} // namespace wk::demo
