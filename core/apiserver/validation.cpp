// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/validation.h"

#include "core/apiserver/names.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

using Causes = std::vector<Cause>;

constexpr auto SubdomainWords =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must "
    "start and "
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
constexpr auto LabelWords =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start "
    "and end with "
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is "
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";

Cause wrong(const std::string &field, const Json &value, const std::string &why)
{
    return {"FieldValueInvalid", "Invalid value: " + encode(value) + ": " + why, field};
}

Cause required(const std::string &field, const std::string &why = {})
{
    return {"FieldValueRequired", why.empty() ? "Required value" : "Required value: " + why, field};
}

void checkName(Causes &causes, const ResourceType &type, const Json &document)
{
    const std::string name = textOf(find(document, {"metadata", "name"}));
    const bool isLabelOnly = type.kind == "Namespace" || type.kind == "Service";
    if (name.empty())
        causes.push_back(required("metadata.name", "name or generateName is required"));
    else if (isLabelOnly ? !isLabel(name) : !isSubdomain(name))
        causes.push_back(wrong("metadata.name", name, isLabelOnly ? LabelWords : SubdomainWords));
}

void checkTexts(Causes &causes, const Json &document, const char *member)
{
    const Json &map = find(document, {"metadata", member});
    if (map.is_null())
        return;
    if (!map.is_object()) {
        causes.push_back(wrong(std::string("metadata.") + member, map, "must be a map of strings"));
        return;
    }
    for (const auto &[key, value] : map.items()) {
        if (!value.is_string())
            causes.push_back(wrong(std::string("metadata.") + member, value, "must be a string"));
    }
}

void checkReplicas(Causes &causes, const Json &document)
{
    const Json &replicas = find(document, {"spec", "replicas"});
    if (!replicas.is_null() && (!replicas.is_number_integer() || numberOf(replicas) < 0))
        causes.push_back(wrong("spec.replicas", replicas, "must be greater than or equal to 0"));
}

void checkContainers(Causes &causes, const Json &podSpec, const std::string &field)
{
    const Json &containers = find(podSpec, {"containers"});
    if (!containers.is_array() || containers.empty()) {
        causes.push_back(required(field + ".containers"));
        return;
    }
    for (size_t i = 0; i < containers.size(); ++i) {
        const std::string at = field + ".containers[" + std::to_string(i) + "]";
        if (textOf(find(containers[i], {"name"})).empty())
            causes.push_back(required(at + ".name"));
        if (textOf(find(containers[i], {"image"})).empty())
            causes.push_back(required(at + ".image"));
    }
}

/// Whether the template's pods would be taken by the selector; matchLabels only, as expressions cannot be
/// made so easily.
void checkSelector(Causes &causes, const Json &document)
{
    const Json &selector = find(document, {"spec", "selector"});
    const Json &labels = find(document, {"spec", "template", "metadata", "labels"});
    const Json &wanted = find(selector, {"matchLabels"});
    if (!selector.is_object() || selector.empty()) {
        causes.push_back(required("spec.selector"));
        return;
    }
    if (!wanted.is_object())
        return;
    for (const auto &[key, value] : wanted.items()) {
        if (find(labels, key) != value) {
            causes.push_back(wrong("spec.template.metadata.labels", labels.is_null() ? Json::object() : labels,
                                   "`selector` does not match template `labels`"));
            return;
        }
    }
}

/// Source: validateHorizontalPodAutoscalerSpec of pkg/apis/autoscaling/validation.
void checkAutoscaler(Causes &causes, const Json &document)
{
    const Json &spec = find(document, {"spec"});
    const std::int64_t least = numberOf(find(spec, {"minReplicas"}));
    const std::int64_t most = numberOf(find(spec, {"maxReplicas"}));
    if (least < 1)
        causes.push_back(wrong("spec.minReplicas", least, "must be greater than or equal to 1"));
    if (most < 1)
        causes.push_back(wrong("spec.maxReplicas", most, "must be greater than 0"));
    else if (most < least)
        causes.push_back(wrong("spec.maxReplicas", most, "must be greater than or equal to `minReplicas`"));
    for (const char *member : {"kind", "name"}) {
        if (textOf(find(spec, {"scaleTargetRef", member})).empty())
            causes.push_back(required(std::string("spec.scaleTargetRef.") + member));
    }
}

void checkDefinition(Causes &causes, const Json &document)
{
    const Json &spec = find(document, {"spec"});
    const std::string group = textOf(find(spec, {"group"}));
    const std::string plural = textOf(find(spec, {"names", "plural"}));
    const Json &name = find(document, {"metadata", "name"});
    if (group.find('.') == group.npos)
        causes.push_back(wrong("spec.group", group, "should be a domain with at least one dot"));
    else if (group.ends_with(".k8s.io") || group.ends_with(".kubernetes.io"))
        causes.push_back(wrong("spec.group", group, "protected groups must have approval annotation"));
    if (textOf(find(spec, {"names", "kind"})).empty())
        causes.push_back(required("spec.names.kind"));
    if (textOf(name) != plural + "." + group)
        causes.push_back(wrong("metadata.name", name, "must be spec.names.plural+\".\"+spec.group"));
    const Json &versions = find(spec, {"versions"});
    bool isStored = false;
    if (versions.is_array()) {
        for (const Json &version : versions)
            isStored = isStored || (isTrue(find(version, {"storage"})) && isTrue(find(version, {"served"})));
    }
    if (!isStored)
        causes.push_back(wrong("spec.versions", versions, "must have exactly one version marked as storage version"));
}

} // namespace

std::vector<Cause> findFaults(const ResourceType &type, const Json &document)
{
    Causes causes;
    checkName(causes, type, document);
    checkTexts(causes, document, "labels");
    checkTexts(causes, document, "annotations");
    if (type.isCustom)
        return causes;
    const bool hasTemplate = type.group == "apps" || type.kind == "Job";
    if (type.kind == "Pod")
        checkContainers(causes, find(document, {"spec"}), "spec");
    if (hasTemplate)
        checkContainers(causes, find(document, {"spec", "template", "spec"}), "spec.template.spec");
    if (type.group == "apps") {
        checkReplicas(causes, document);
        checkSelector(causes, document);
    }
    if (type.kind == "HorizontalPodAutoscaler")
        checkAutoscaler(causes, document);
    if (type.kind == "CustomResourceDefinition")
        checkDefinition(causes, document);
    return causes;
}

} // namespace wk::apiserver
