// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/scale.h"

#include "core/apiserver/cells.h"
#include "core/apiserver/jsonpath.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

std::int64_t numberAt(const Json &document, const std::string &path)
{
    const auto parsed = JsonPath::parse(path);
    return parsed ? numberOf(parsed->first(document)) : 0;
}

/// A selector as text: of a built-in kind it is an object, of a custom resource a text already.
std::string selectorAt(const Json &document, const std::string &path)
{
    const auto parsed = JsonPath::parse(path);
    if (!parsed)
        return {};
    const Json &selector = parsed->first(document);
    return selector.is_object() ? selectorText(selector) : textOf(selector);
}

} // namespace

Json scaleOf(const ResourceType &type, const Json &document)
{
    Json metadata = Json::object();
    for (const char *member : {"name", "namespace", "uid", "resourceVersion", "creationTimestamp"}) {
        const Json &value = find(document, {"metadata", member});
        if (!value.is_null())
            metadata[member] = value;
    }
    Json scale{{"kind", "Scale"},
               {"apiVersion", "autoscaling/v1"},
               {"metadata", std::move(metadata)},
               {"spec", {{"replicas", numberAt(document, type.scale.specReplicas)}}},
               {"status", {{"replicas", numberAt(document, type.scale.statusReplicas)}}}};
    const std::string selector = selectorAt(document, type.scale.selector);
    if (!selector.empty())
        scale["status"]["selector"] = selector;
    return scale;
}

Outcome<Json> applyScale(const ResourceType &type, Json document, const Json &scale)
{
    const Json &wanted = find(scale, {"spec", "replicas"});
    const std::string name = textOf(find(document, {"metadata", "name"}));
    if (!wanted.is_null() && (!wanted.is_number_integer() || numberOf(wanted) < 0))
        return invalid(
            type, name,
            {{"FieldValueInvalid", "Invalid value: " + encode(wanted) + ": must be greater than or equal to 0",
              "spec.replicas"}});
    const auto path = JsonPath::parse(type.scale.specReplicas);
    const std::vector<std::string> names = path ? path->names() : std::vector<std::string>();
    if (names.empty())
        return noSuchResource();
    Json *here = &document;
    for (const std::string &step : names) {
        if (!here->is_object())
            *here = Json::object();
        here = &(*here)[step];
    }
    *here = numberOf(wanted);
    return document;
}

} // namespace wk::apiserver
