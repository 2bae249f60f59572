// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/defaults.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// Sets members that are missing; what is there stays.
void fill(Json &object, const Json &defaults)
{
    if (!object.is_object())
        object = Json::object();
    for (const auto &[key, value] : defaults.items()) {
        if (!object.contains(key))
            object[key] = value;
        else if (value.is_object() && object[key].is_object())
            fill(object[key], value);
    }
}

/// Source: SetDefaults_Probe, SetDefaults_HTTPGetAction of pkg/apis/core/v1.
void fillProbe(Json &container, const char *member)
{
    if (!container.contains(member) || !container[member].is_object())
        return;
    Json &probe = container[member];
    fill(probe, {{"timeoutSeconds", 1}, {"periodSeconds", 10}, {"successThreshold", 1}, {"failureThreshold", 3}});
    if (probe.contains("httpGet"))
        fill(probe["httpGet"], {{"path", "/"}, {"scheme", "HTTP"}});
}

void fillVolumes(Json &podSpec)
{
    if (!podSpec.contains("volumes") || !podSpec["volumes"].is_array())
        return;
    for (Json &volume : podSpec["volumes"]) {
        for (const char *source : {"configMap", "secret", "projected", "downwardAPI"}) {
            if (volume.is_object() && volume.contains(source))
                fill(volume[source], {{"defaultMode", 420}});
        }
    }
}

void fillEnvironment(Json &container)
{
    if (!container.contains("env") || !container["env"].is_array())
        return;
    for (Json &variable : container["env"]) {
        if (find(variable, {"valueFrom", "fieldRef"}).is_object())
            fill(variable["valueFrom"]["fieldRef"], {{"apiVersion", "v1"}});
    }
}

void fillContainers(Json &podSpec, const char *member)
{
    if (!podSpec.contains(member) || !podSpec[member].is_array())
        return;
    for (Json &container : podSpec[member]) {
        if (!container.is_object())
            continue;
        const std::string image = textOf(find(container, {"image"}));
        const bool floats = image.ends_with(":latest") || image.find(':') == image.npos;
        fill(container, {{"resources", Json::object()},
                         {"terminationMessagePath", "/dev/termination-log"},
                         {"terminationMessagePolicy", "File"},
                         {"imagePullPolicy", floats ? "Always" : "IfNotPresent"}});
        for (const char *probe : {"livenessProbe", "readinessProbe", "startupProbe"})
            fillProbe(container, probe);
        fillEnvironment(container);
        if (!container.contains("ports") || !container["ports"].is_array())
            continue;
        for (Json &port : container["ports"])
            fill(port, {{"protocol", "TCP"}});
    }
}

void fillPodSpec(Json &podSpec)
{
    fillContainers(podSpec, "initContainers");
    fillContainers(podSpec, "containers");
    fillVolumes(podSpec);
    fill(podSpec, {{"restartPolicy", "Always"},
                   {"terminationGracePeriodSeconds", 30},
                   {"dnsPolicy", "ClusterFirst"},
                   {"securityContext", Json::object()},
                   {"schedulerName", "default-scheduler"}});
}

Json toleration(const char *key)
{
    return {{"key", key}, {"operator", "Exists"}, {"effect", "NoExecute"}, {"tolerationSeconds", 300}};
}

/// Guaranteed and Burstable need requests to compare; without any it is BestEffort.
std::string qosClass(const Json &podSpec)
{
    bool hasAny = false;
    bool isGuaranteed = true;
    const Json &containers = find(podSpec, {"containers"});
    if (!containers.is_array())
        return "BestEffort";
    for (const Json &container : containers) {
        const Json &requests = find(container, {"resources", "requests"});
        const Json &limits = find(container, {"resources", "limits"});
        hasAny = hasAny || requests.is_object() || limits.is_object();
        isGuaranteed = isGuaranteed && limits.is_object() && limits.contains("cpu") && limits.contains("memory") &&
                       (!requests.is_object() || requests == limits);
    }
    return !hasAny ? "BestEffort" : isGuaranteed ? "Guaranteed" : "Burstable";
}

/// What is limited is requested, unless something else is. Source: SetDefaults_Pod.
void fillRequests(Json &podSpec)
{
    if (!podSpec.contains("containers") || !podSpec["containers"].is_array())
        return;
    for (Json &container : podSpec["containers"]) {
        const Json limits = find(container, {"resources", "limits"});
        if (limits.is_object() && !limits.empty())
            fill(make(container, {"resources", "requests"}), limits);
    }
}

void fillPod(Json &document)
{
    Json &spec = make(document, {"spec"});
    fillPodSpec(spec);
    fillRequests(spec);
    fill(spec, {{"serviceAccountName", "default"},
                {"serviceAccount", "default"},
                {"enableServiceLinks", true},
                {"priority", 0},
                {"preemptionPolicy", "PreemptLowerPriority"},
                {"tolerations", Json::array({toleration("node.kubernetes.io/not-ready"),
                                             toleration("node.kubernetes.io/unreachable")})}});
    const std::string qos = qosClass(spec); // before a status is made: the spec may move
    fill(make(document, {"status"}), {{"phase", "Pending"}, {"qosClass", qos}});
}

void fillTemplate(Json &spec)
{
    Json &podTemplate = make(spec, {"template"});
    fill(podTemplate, {{"metadata", Json::object()}});
    fillPodSpec(make(podTemplate, {"spec"}));
}

void fillDeployment(Json &document)
{
    Json &spec = make(document, {"spec"});
    fillTemplate(spec);
    fill(spec, {{"replicas", 1},
                {"strategy", {{"type", "RollingUpdate"}}},
                {"revisionHistoryLimit", 10},
                {"progressDeadlineSeconds", 600}});
    if (textOf(find(spec, {"strategy", "type"})) == "RollingUpdate")
        fill(spec["strategy"], {{"rollingUpdate", {{"maxUnavailable", "25%"}, {"maxSurge", "25%"}}}});
    fill(document, {{"status", Json::object()}});
}

void fillReplicaSet(Json &document)
{
    Json &spec = make(document, {"spec"});
    fillTemplate(spec);
    fill(spec, {{"replicas", 1}});
    // In real servers the template's labels select when nothing else does only up to v1beta; they label the
    // set still.
    const Json labels = find(spec, {"template", "metadata", "labels"});
    if (labels.is_object())
        fill(make(document, {"metadata"}), {{"labels", labels}});
    fill(make(document, {"status"}), {{"replicas", 0}});
}

void fillStatefulSet(Json &document)
{
    Json &spec = make(document, {"spec"});
    fillTemplate(spec);
    fill(spec, {{"replicas", 1},
                {"podManagementPolicy", "OrderedReady"},
                {"updateStrategy", {{"type", "RollingUpdate"}, {"rollingUpdate", {{"partition", 0}}}}},
                {"revisionHistoryLimit", 10}});
    fill(make(document, {"status"}), {{"replicas", 0}, {"availableReplicas", 0}});
}

void fillDaemonSet(Json &document)
{
    Json &spec = make(document, {"spec"});
    fillTemplate(spec);
    fill(spec,
         {{"updateStrategy", {{"type", "RollingUpdate"}, {"rollingUpdate", {{"maxUnavailable", 1}, {"maxSurge", 0}}}}},
          {"revisionHistoryLimit", 10}});
    fill(make(document, {"status"}),
         {{"currentNumberScheduled", 0}, {"numberMisscheduled", 0}, {"desiredNumberScheduled", 0}, {"numberReady", 0}});
}

/// One run where nothing is said of how many; who says only how many at once waits for one of them. The labels are
/// those of generateSelector in pkg/registry/batch/job, and a job that has none of its own has its pods'.
void fillJob(Json &document)
{
    Json &spec = make(document, {"spec"});
    fillTemplate(spec);
    if (find(spec, {"parallelism"}).is_null() && find(spec, {"completions"}).is_null())
        fill(spec, {{"completions", 1}});
    fill(spec,
         {{"parallelism", 1},
          {"backoffLimit", 6},
          {"completionMode", "NonIndexed"},
          {"suspend", false},
          {"podReplacementPolicy", find(spec, {"podFailurePolicy"}).is_null() ? "TerminatingOrFailed" : "Failed"}});
    const std::string uid = textOf(find(document, {"metadata", "uid"}));
    const std::string name = textOf(find(document, {"metadata", "name"}));
    fill(document["spec"], {{"selector", {{"matchLabels", {{"batch.kubernetes.io/controller-uid", uid}}}}}});
    Json &labels = make(document["spec"], {"template", "metadata", "labels"});
    fill(labels, {{"batch.kubernetes.io/controller-uid", uid},
                  {"batch.kubernetes.io/job-name", name},
                  {"controller-uid", uid},
                  {"job-name", name}});
    const Json podLabels = labels; // before metadata is made: the spec may move
    if (Json &own = make(document, {"metadata", "labels"}); own.empty())
        own = podLabels;
    fill(document, {{"status", Json::object()}});
}

void fillCronJob(Json &document)
{
    Json &spec = make(document, {"spec"});
    fillTemplate(make(spec, {"jobTemplate", "spec"})); // the rest is the job's to fill in
    fill(spec, {{"concurrencyPolicy", "Allow"},
                {"suspend", false},
                {"successfulJobsHistoryLimit", 3},
                {"failedJobsHistoryLimit", 1}});
    fill(document, {{"status", Json::object()}});
}

/// A usage of 80 % of what is asked for is wanted where nothing is said of it.
void fillAutoscaler(Json &document)
{
    fill(make(document, {"spec"}), {{"minReplicas", 1}, {"targetCPUUtilizationPercentage", 80}});
    fill(make(document, {"status"}), {{"currentReplicas", 0}, {"desiredReplicas", 0}});
}

void fillService(Json &document)
{
    Json &spec = make(document, {"spec"});
    fill(spec, {{"type", "ClusterIP"}, {"sessionAffinity", "None"}});
    const std::string type = textOf(find(spec, {"type"}));
    if (type != "ExternalName")
        fill(spec, {{"internalTrafficPolicy", "Cluster"}});
    if (type == "NodePort" || type == "LoadBalancer")
        fill(spec, {{"externalTrafficPolicy", "Cluster"}});
    if (type == "LoadBalancer")
        fill(spec, {{"allocateLoadBalancerNodePorts", true}});
    if (const Json address = find(spec, {"clusterIP"}); address.is_string() && !textOf(address).empty())
        fill(spec, {{"clusterIPs", Json::array({address})}});
    if (spec.contains("ports") && spec["ports"].is_array()) {
        for (Json &port : spec["ports"])
            fill(port, {{"protocol", "TCP"}, {"targetPort", find(port, {"port"})}});
    }
    fill(make(document, {"status"}), {{"loadBalancer", Json::object()}});
}

void fillNamespace(Json &document)
{
    const std::string name = textOf(find(document, {"metadata", "name"}));
    fill(document, {{"metadata", {{"labels", {{"kubernetes.io/metadata.name", name}}}}},
                    {"spec", {{"finalizers", Json::array({"kubernetes"})}}},
                    {"status", {{"phase", "Active"}}}});
}

void fillEvent(Json &document)
{
    fill(document, {{"source", Json::object()},
                    {"firstTimestamp", nullptr},
                    {"lastTimestamp", nullptr},
                    {"type", "Normal"},
                    {"eventTime", nullptr},
                    {"reportingComponent", ""},
                    {"reportingInstance", ""}});
}

void fillSecret(Json &document)
{
    fill(document, {{"type", "Opaque"}});
}

void fillDefinition(Json &document)
{
    Json &names = make(document, {"spec", "names"});
    const std::string kind = textOf(find(names, {"kind"}));
    fill(names, {{"listKind", kind + "List"}});
    fill(document["spec"], {{"conversion", {{"strategy", "None"}}}});
}

} // namespace

void applyDefaults(const ResourceType &type, Json &document)
{
    struct Rule {
        std::string_view kind;
        void (*fill)(Json &);
    };

    static constexpr Rule Rules[] = {
        {"Pod", fillPod},
        {"Deployment", fillDeployment},
        {"ReplicaSet", fillReplicaSet},
        {"StatefulSet", fillStatefulSet},
        {"DaemonSet", fillDaemonSet},
        {"Job", fillJob},
        {"CronJob", fillCronJob},
        {"HorizontalPodAutoscaler", fillAutoscaler},
        {"Service", fillService},
        {"Namespace", fillNamespace},
        {"Event", fillEvent},
        {"Secret", fillSecret},
        {"CustomResourceDefinition", fillDefinition},
    };
    if (type.isCustom)
        return;
    for (const Rule &rule : Rules) {
        if (rule.kind == type.kind)
            rule.fill(document);
    }
}

} // namespace wk::apiserver
