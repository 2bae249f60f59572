// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/fieldshape.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace {

struct KeyedList {
    std::string_view name;
    std::vector<std::string_view> keys;
};

const std::vector<KeyedList> &keyedLists()
{
    static const std::vector<KeyedList> Lists{{"containers", {"name"}},
                                              {"initContainers", {"name"}},
                                              {"ephemeralContainers", {"name"}},
                                              {"volumes", {"name"}},
                                              {"env", {"name"}},
                                              {"volumeMounts", {"mountPath"}},
                                              {"volumeDevices", {"devicePath"}},
                                              {"imagePullSecrets", {"name"}},
                                              {"secrets", {"name"}},
                                              {"hostAliases", {"ip"}},
                                              {"topologySpreadConstraints", {"topologyKey", "whenUnsatisfiable"}},
                                              {"conditions", {"type"}},
                                              {"addresses", {"type"}},
                                              {"podIPs", {"ip"}},
                                              {"webhooks", {"name"}}};
    return Lists;
}

/// Maps and structs with one owner.
constexpr std::string_view AtomicMaps[] = {"selector",       "nodeSelector",    "labelSelector",    "matchLabels",
                                           "fieldRef",       "configMapKeyRef", "secretKeyRef",     "resourceFieldRef",
                                           "involvedObject", "regarding",       "targetRef",        "scaleTargetRef",
                                           "objectRef",      "claimRef",        "roleRef",          "namespaceSelector",
                                           "podSelector",    "related",         "serviceAccountRef"};

bool isRequirement(std::string_view name)
{
    return name == "requiredDuringSchedulingIgnoredDuringExecution";
}

FieldShape listShape(const std::string &name, const Json &list, bool isBuiltIn)
{
    if (name == "ownerReferences")
        return {FieldShape::Kind::Keyed, {"uid"}};
    if (name == "finalizers")
        return {FieldShape::Kind::Set, {}};
    if (!isBuiltIn || list.empty())
        return {};
    const bool hasItems = std::all_of(list.begin(), list.end(), [](const Json &item) { return item.is_object(); });
    if (!hasItems)
        return {name == "podCIDRs" ? FieldShape::Kind::Set : FieldShape::Kind::Leaf, {}};
    if (name == "ports") {
        // Three kinds of ports share the name: of a container, of a Service, and of an EndpointSlice, which is atomic.
        if (list.front().contains("containerPort"))
            return {FieldShape::Kind::Keyed, {"containerPort", "protocol"}};
        if (list.front().contains("targetPort") || list.front().contains("nodePort"))
            return {FieldShape::Kind::Keyed, {"port", "protocol"}};
        return {};
    }
    const auto known = std::find_if(keyedLists().begin(), keyedLists().end(),
                                    [&](const KeyedList &each) { return each.name == name; });
    return known == keyedLists().end() ? FieldShape{} : FieldShape{FieldShape::Kind::Keyed, known->keys};
}

} // namespace

bool isBuiltInVersion(std::string_view apiVersion)
{
    const std::string_view group = apiVersion.substr(0, apiVersion.find('/'));
    return group.find('.') == std::string_view::npos || group.ends_with(".k8s.io");
}

FieldShape shapeOf(const std::string &name, const Json &value, bool isBuiltIn)
{
    if (value.is_array()) {
        FieldShape shape = listShape(name, value, isBuiltIn);
        const bool isWhole = std::all_of(value.begin(), value.end(), [&](const Json &item) {
            return shape.kind != FieldShape::Kind::Keyed || !keyStep(shape, item).empty();
        });
        return isWhole ? shape : FieldShape{};
    }
    if (!value.is_object())
        return {};
    const bool isAtomic = isBuiltIn && (isRequirement(name) || std::find(std::begin(AtomicMaps), std::end(AtomicMaps),
                                                                         name) != std::end(AtomicMaps));
    return {isAtomic ? FieldShape::Kind::Leaf : FieldShape::Kind::Map, {}};
}

std::string keyStep(const FieldShape &shape, const Json &item)
{
    Json key = Json::object();
    for (const std::string_view name : shape.keys) {
        const Json &value = find(item, std::string(name));
        if (value.is_null() && name != "protocol")
            return {};
        key[std::string(name)] = value.is_null() ? Json("TCP") : value; // the default of every port
    }
    return "k:" + key.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::size_t itemWith(const Json &list, const FieldShape &shape, const std::string &step)
{
    const auto found =
        std::find_if(list.begin(), list.end(), [&](const Json &item) { return keyStep(shape, item) == step; });
    return std::size_t(found - list.begin());
}

} // namespace wk::apiserver
