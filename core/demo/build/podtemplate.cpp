// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/build/podtemplate.h"

#include "core/demo/random.h"
#include "core/demo/seed/plan.h"

#include <nlohmann/json.hpp>

namespace wk::demo {

using apiserver::find;
using apiserver::make;

namespace {

Json probe(const ContainerPlan &plan, const char *path, int delaySeconds)
{
    return Json{{"httpGet", {{"path", path}, {"port", plan.port}, {"scheme", "HTTP"}}},
                {"initialDelaySeconds", delaySeconds},
                {"timeoutSeconds", 1},
                {"periodSeconds", 10},
                {"successThreshold", 1},
                {"failureThreshold", 3}};
}

/// What each team configures by the same means: a ConfigMap and a Secret named after the workload.
Json environment(const WorkloadPlan &plan)
{
    const std::string config = std::string(plan.name) + "-config";
    Json env = Json::array();
    env.push_back(
        {{"name", "POD_NAME"}, {"valueFrom", {{"fieldRef", {{"apiVersion", "v1"}, {"fieldPath", "metadata.name"}}}}}});
    if (plan.ns == "web" || plan.ns == "payments" || !plan.team.empty()) {
        env.push_back(
            {{"name", "LOG_LEVEL"}, {"valueFrom", {{"configMapKeyRef", {{"name", config}, {"key", "log_level"}}}}}});
        env.push_back({{"name", "REGION"}, {"value", "eu-central"}});
    }
    return env;
}

Json container(const WorkloadPlan &workload, const ContainerPlan &plan, int back)
{
    Json made{{"name", plan.name}, {"image", imageOf(plan, back)}};
    if (plan.port != 0)
        made["ports"] = Json::array({Json{{"name", "http"}, {"containerPort", plan.port}, {"protocol", "TCP"}}});
    made["env"] = environment(workload);
    made["resources"] =
        Json{{"limits", {{"memory", plan.memory}}}, {"requests", {{"cpu", plan.cpu}, {"memory", plan.memory}}}};
    if (plan.port != 0 && workload.kind != WorkloadPlan::Kind::CronJob) {
        made["livenessProbe"] = probe(plan, "/healthz", 10);
        made["readinessProbe"] = probe(plan, "/readyz", 2);
    }
    return made;
}

Json tokenVolume(const std::string &name)
{
    const Json token{{"serviceAccountToken", {{"expirationSeconds", 3607}, {"path", "token"}}}};
    const Json root{
        {"configMap",
         {{"name", "kube-root-ca.crt"}, {"items", Json::array({Json{{"key", "ca.crt"}, {"path", "ca.crt"}}})}}}};
    const Json field{{"path", "namespace"}, {"fieldRef", {{"apiVersion", "v1"}, {"fieldPath", "metadata.namespace"}}}};
    const Json downward{{"downwardAPI", {{"items", Json::array({field})}}}};
    return Json{{"name", name},
                {"projected", {{"sources", Json::array({token, root, downward})}, {"defaultMode", 420}}}};
}

/// What the ServiceAccount admission adds to every pod. The suffix hangs on the pod's name, so that a seed
/// fixes it.
void mountToken(Json &spec, const std::string &podName)
{
    const std::string volume = "kube-api-access-" + Random(static_cast<std::uint64_t>(spread(podName) * 1e9)).suffix();
    Json &volumes = spec["volumes"];
    if (!volumes.is_array())
        volumes = Json::array();
    volumes.push_back(tokenVolume(volume));
    for (Json &each : spec["containers"]) {
        Json &mounts = each["volumeMounts"];
        if (!mounts.is_array())
            mounts = Json::array();
        mounts.push_back(
            {{"name", volume}, {"readOnly", true}, {"mountPath", "/var/run/secrets/kubernetes.io/serviceaccount"}});
    }
}

} // namespace

Json selectorLabels(const WorkloadPlan &plan)
{
    return Json{{"app", plan.name}};
}

Json podTemplate(const WorkloadPlan &plan, int back)
{
    Json labels = selectorLabels(plan);
    labels["team"] = !plan.team.empty()      ? plan.team
                     : plan.ns == "web"      ? "storefront"
                     : plan.ns == "payments" ? "payments"
                                             : "platform";
    Json containers = Json::array();
    for (const ContainerPlan &each : plan.containers)
        containers.push_back(container(plan, each, back));
    Json made{{"metadata", {{"labels", labels}}}, {"spec", {{"containers", containers}}}};
    if (plan.kind == WorkloadPlan::Kind::CronJob)
        made["spec"]["restartPolicy"] = "Never";
    return made;
}

Json podFrom(const Json &owner, const std::string &name, const std::string &generateName)
{
    const Json &from = find(owner, {"spec", "template"});
    Json metadata{{"name", name}, {"namespace", nameSpaceOf(owner)}};
    if (!generateName.empty())
        metadata["generateName"] = generateName;
    for (const char *kept : {"labels", "annotations"}) {
        if (const Json &value = find(from, {"metadata", kept}); value.is_object() && !value.empty())
            metadata[kept] = value;
    }
    metadata["ownerReferences"] = Json::array({ownerReference(owner)});
    Json pod{{"kind", "Pod"}, {"apiVersion", "v1"}, {"metadata", metadata}, {"spec", find(from, "spec")}};
    Json &spec = make(pod, {"spec"});
    make(pod, {"spec", "containers"}); // a template without them is somebody's mistake, not ours
    if (!spec["containers"].is_array())
        spec["containers"] = Json::array();
    mountToken(spec, name);
    return pod;
}

} // namespace wk::demo
