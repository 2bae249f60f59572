// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/openapi.h"

#include "core/apiserver/document.h"
#include "core/apiserver/resourcetable.h"

#include <nlohmann/json.hpp>

namespace wk::apiserver {

namespace {

/// "api/v1", "apis/apps/v1"
std::string rootOf(const ResourceType &type)
{
    return (type.group.empty() ? "api/" : "apis/") + type.apiVersion();
}

Json queryParameter(const char *name)
{
    return {{"name", name}, {"in", "query"}, {"schema", {{"type", "string"}, {"uniqueItems", true}}}};
}

Json operation(const ResourceType &type, const char *action)
{
    return {
        {"parameters",
         Json::array({queryParameter("dryRun"), queryParameter("fieldManager"), queryParameter("fieldValidation")})},
        {"responses", {{"200", {{"description", "OK"}}}}},
        {"x-kubernetes-action", action},
        {"x-kubernetes-group-version-kind", {{"group", type.group}, {"version", type.version}, {"kind", type.kind}}}};
}

Json index(const ResourceTable &table)
{
    Json paths = Json::object();
    for (const TypePtr &type : table.all())
        paths[rootOf(*type)] = {{"serverRelativeURL", "/openapi/v3/" + rootOf(*type)}};
    return {{"paths", std::move(paths)}};
}

Json document(const ResourceTable &table, const std::string &root)
{
    Json paths = Json::object();
    for (const TypePtr &type : table.all()) {
        if (rootOf(*type) != root || type->compute)
            continue; // of no use to who may only read it
        const std::string collection =
            "/" + root + (type->namespaced ? "/namespaces/{namespace}/" : "/") + type->plural;
        paths[collection] = {{"post", operation(*type, "post")}};
        paths[collection + "/{name}"] = {{"put", operation(*type, "put")}, {"patch", operation(*type, "patch")}};
    }
    return {{"openapi", "3.0.0"},
            {"info", {{"title", "Kubernetes"}, {"version", "v1.32.0"}}},
            {"paths", std::move(paths)},
            {"components", {{"schemas", Json::object()}}}};
}

} // namespace

std::optional<Reply> openApiReply(const ResourceTable &table, const std::vector<std::string> &segments)
{
    if (segments.size() < 2 || segments[1] != "v3")
        return {};
    if (segments.size() == 2)
        return Reply{.body = encode(index(table)) + "\n"};
    std::string root;
    for (size_t i = 2; i < segments.size(); ++i)
        root += (root.empty() ? "" : "/") + segments[i];
    const Json found = document(table, root);
    if (found.at("paths").empty())
        return {};
    return Reply{.body = encode(found) + "\n"};
}

} // namespace wk::apiserver
