// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/demo/build/workload.h"

#include "core/demo/random.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>

namespace wk::demo {

using apiserver::find;
using apiserver::make;
using apiserver::numberOf;
using apiserver::textOf;

namespace {

/// A template without what differs between a Deployment and its ReplicaSets; keys sorted, so that texts
/// compare.
nlohmann::json bare(const Json &podTemplate)
{
    nlohmann::json sorted = podTemplate;
    if (sorted.is_object() && sorted.contains("metadata") && sorted["metadata"].is_object()) {
        sorted["metadata"].erase("creationTimestamp");
        if (sorted["metadata"].contains("labels") && sorted["metadata"]["labels"].is_object())
            sorted["metadata"]["labels"].erase(TemplateHashLabel);
    }
    return sorted;
}

} // namespace

int wantedReplicas(const Json &workload)
{
    return static_cast<int>(
        std::clamp<std::int64_t>(numberOf(find(workload, {"spec", "replicas"}), 1), 0, MostReplicas));
}

std::string hashOfTemplate(const Json &workload)
{
    const nlohmann::json sorted = bare(find(workload, {"spec", "template"}));
    return templateHash(sorted.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

Json replicaSetFrom(const Json &deployment, int replicas, int revision)
{
    const Json &from = find(deployment, {"spec", "template"});
    const std::string hash = hashOfTemplate(deployment);
    const RollingLimits limits = RollingLimits::of(deployment);
    const int wanted = wantedReplicas(deployment);

    Json podTemplate = from;
    make(podTemplate, {"metadata", "labels"})[TemplateHashLabel] = hash;
    Json selector = find(deployment, {"spec", "selector"});
    make(selector, {"matchLabels"})[TemplateHashLabel] = hash;
    const Json annotations{{DesiredAnnotation, std::to_string(wanted)},
                           {MaxAnnotation, std::to_string(wanted + limits.surge)},
                           {RevisionAnnotation, std::to_string(revision)}};
    Json labels = podTemplate["metadata"]["labels"];
    const Json metadata{{"name", nameOf(deployment) + "-" + hash},
                        {"namespace", nameSpaceOf(deployment)},
                        {"labels", std::move(labels)},
                        {"annotations", annotations},
                        {"ownerReferences", Json::array({ownerReference(deployment)})}};
    return Json{{"kind", "ReplicaSet"},
                {"apiVersion", "apps/v1"},
                {"metadata", metadata},
                {"spec", {{"replicas", replicas}, {"selector", selector}, {"template", podTemplate}}},
                {"status", {{"replicas", 0}}}};
}

bool hasTemplate(const Json &replicaSet, const Json &podTemplate)
{
    return bare(find(replicaSet, {"spec", "template"})) == bare(podTemplate);
}

int revisionOf(const Json &object)
{
    const std::string text = textOf(find(object, {"metadata", "annotations", RevisionAnnotation}));
    int revision = 0;
    std::from_chars(text.data(), text.data() + text.size(), revision);
    return revision;
}

/// Source: deployment util ResolveFenceposts: never both zero.
RollingLimits RollingLimits::of(const Json &deployment)
{
    const int wanted = wantedReplicas(deployment);
    const Json &strategy = find(deployment, {"spec", "strategy"});
    if (textOf(find(strategy, "type")) == "Recreate")
        return {0, wanted};
    const Json quarter = "25%";
    const Json &surge = find(strategy, {"rollingUpdate", "maxSurge"});
    const Json &unavailable = find(strategy, {"rollingUpdate", "maxUnavailable"});
    RollingLimits limits{scaledValue(surge.is_null() ? quarter : surge, wanted, true),
                         scaledValue(unavailable.is_null() ? quarter : unavailable, wanted, false)};
    if (limits.surge == 0 && limits.unavailable == 0)
        limits.unavailable = 1;
    return limits;
}

} // namespace wk::demo
