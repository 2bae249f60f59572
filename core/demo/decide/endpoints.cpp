// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/decide/endpoints.h"

#include "core/demo/random.h"

#include <algorithm>

namespace wk::demo {

using apiserver::find;
using apiserver::make;
using apiserver::textOf;

namespace {

constexpr const char *ServiceLabel = "kubernetes.io/service-name";
constexpr const char *TriggerAnnotation = "endpoints.kubernetes.io/last-change-trigger-time";

Json endpoint(const Json &pod)
{
    const Json &status = find(pod, "status");
    const bool isTerminating = isBeingDeleted(pod);
    const bool isServing = isConditionTrue(status, "Ready");
    return Json{
        {"addresses", Json::array({textOf(find(status, "podIP"))})},
        {"conditions",
         {{"ready", isServing && !isTerminating}, {"serving", isServing}, {"terminating", isTerminating}}},
        {"nodeName", textOf(find(pod, {"spec", "nodeName"}))},
        {"targetRef", {{"kind", "Pod"}, {"name", nameOf(pod)}, {"namespace", nameSpaceOf(pod)}, {"uid", uidOf(pod)}}}};
}

Json endpointsOf(const std::vector<Json> &pods)
{
    std::vector<const Json *> with;
    for (const Json &pod : pods) {
        const std::string phase = textOf(find(pod, {"status", "phase"}));
        if (!textOf(find(pod, {"status", "podIP"})).empty() && phase != "Succeeded" && phase != "Failed")
            with.push_back(&pod);
    }
    std::sort(with.begin(), with.end(), [](const Json *a, const Json *b) { return nameOf(*a) < nameOf(*b); });
    Json all = Json::array();
    for (const Json *pod : with)
        all.push_back(endpoint(*pod));
    return all;
}

/// A named target port would have to be looked up in the pods; a number is as good for a demo's slices.
Json portsOf(const Json &service)
{
    Json all = Json::array();
    const Json &ports = find(service, {"spec", "ports"});
    for (std::size_t i = 0; ports.is_array() && i < ports.size(); ++i) {
        const Json &target = find(ports[i], "targetPort");
        all.push_back({{"name", textOf(find(ports[i], "name"))},
                       {"port", target.is_number() ? target : find(ports[i], "port")},
                       {"protocol", "TCP"}});
    }
    return all;
}

Json newSlice(const Json &service, Random &random)
{
    const std::string prefix = nameOf(service) + "-";
    Json labels = find(service, {"metadata", "labels"});
    if (!labels.is_object())
        labels = Json::object();
    labels["endpointslice.kubernetes.io/managed-by"] = "endpointslice-controller.k8s.io";
    labels[ServiceLabel] = nameOf(service);
    Json owner = ownerReference(service);
    owner["apiVersion"] = "v1";
    owner["kind"] = "Service";
    return Json{{"kind", "EndpointSlice"},
                {"apiVersion", "discovery.k8s.io/v1"},
                {"metadata",
                 {{"name", prefix + random.suffix()},
                  {"generateName", prefix},
                  {"namespace", nameSpaceOf(service)},
                  {"labels", std::move(labels)},
                  {"ownerReferences", Json::array({std::move(owner)})}}},
                {"addressType", "IPv4"}};
}

} // namespace

bool isSelectedBy(const Json &labels, const Json &selector)
{
    if (!selector.is_object() || selector.empty() || !labels.is_object())
        return false;
    for (const auto &[key, value] : selector.items()) {
        if (find(labels, key) != value)
            return false;
    }
    return true;
}

Writes syncEndpoints(const Json &service, const std::vector<Json> &pods, const std::vector<Json> &slices,
                     Random &random, WallTime now)
{
    if (isBeingDeleted(service))
        return {};
    const bool isNew = slices.empty();
    Json slice = isNew ? newSlice(service, random) : slices.front();
    const Json before = find(slice, "endpoints");
    slice["endpoints"] = endpointsOf(pods);
    slice["ports"] = portsOf(service);
    if (!isNew && isSame(slice, slices.front()))
        return {};
    if (!isSame(before, slice["endpoints"]))
        make(slice, {"metadata", "annotations"})[TriggerAnnotation] = timeJson(now);
    return {{isNew ? Write::Verb::Create : Write::Verb::Update, resources::EndpointSlices, std::move(slice)}};
}

} // namespace wk::demo
