// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/discovery.h"

#include "core/apiserver/media.h"
#include "core/apiserver/openapi.h"
#include "core/apiserver/resourcetable.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace wk::apiserver {

namespace {

constexpr auto AggregatedType = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";

Json verbsOf(const ResourceType &type)
{
    if (type.compute)
        return {"get", "list"};
    if (type.isReadOnly)
        return {"get", "list", "watch"};
    return {"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"};
}

Json subresourceVerbs(const std::string &subresource)
{
    return subresource == "binding" ? Json{"create"} : Json{"get", "patch", "update"};
}

std::vector<std::string> subresourcesOf(const ResourceType &type)
{
    std::vector<std::string> names;
    if (type.isReadOnly)
        return names;
    if (type.resource() == "pods")
        names.push_back("binding");
    if (!type.scale.specReplicas.empty())
        names.push_back("scale");
    if (type.hasStatus)
        names.push_back("status");
    return names;
}

std::string subresourceKind(const ResourceType &type, const std::string &subresource)
{
    return subresource == "scale" ? "Scale" : subresource == "binding" ? "Binding" : type.kind;
}

/// Groups in order of first appearance; each has one version here.
std::vector<TypePtr> firstOfEachGroup(const std::vector<TypePtr> &types)
{
    std::vector<TypePtr> firsts;
    for (const TypePtr &type : types) {
        const bool isKnown = std::any_of(firsts.begin(), firsts.end(),
                                         [&](const TypePtr &first) { return first->group == type->group; });
        if (!type->group.empty() && !isKnown)
            firsts.push_back(type);
    }
    return firsts;
}

Json groupOf(const ResourceType &type)
{
    const Json version{{"groupVersion", type.apiVersion()}, {"version", type.version}};
    return {{"name", type.group}, {"versions", Json::array({version})}, {"preferredVersion", version}};
}

Json groupList(const std::vector<TypePtr> &types)
{
    Json groups = Json::array();
    for (const TypePtr &type : firstOfEachGroup(types))
        groups.push_back(groupOf(*type));
    return {{"kind", "APIGroupList"}, {"apiVersion", "v1"}, {"groups", std::move(groups)}};
}

Json resourceList(const std::vector<TypePtr> &types, const std::string &group, const std::string &version)
{
    Json resources = Json::array();
    for (const TypePtr &type : types) {
        if (type->group != group || type->version != version)
            continue;
        Json resource{{"name", type->plural},
                      {"singularName", type->singular},
                      {"namespaced", type->namespaced},
                      {"kind", type->kind},
                      {"verbs", verbsOf(*type)}};
        if (!type->shortNames.empty())
            resource["shortNames"] = type->shortNames;
        if (!type->categories.empty())
            resource["categories"] = type->categories;
        resources.push_back(std::move(resource));
        for (const std::string &name : subresourcesOf(*type)) {
            Json entry{{"name", type->plural + "/" + name}, {"singularName", ""}, {"namespaced", type->namespaced}};
            if (name == "scale") {
                entry["group"] = "autoscaling";
                entry["version"] = "v1";
            }
            entry["kind"] = subresourceKind(*type, name);
            entry["verbs"] = subresourceVerbs(name);
            resources.push_back(std::move(entry));
        }
    }
    const std::string groupVersion = group.empty() ? version : group + "/" + version;
    return {
        {"kind", "APIResourceList"}, {"apiVersion", "v1"}, {"groupVersion", groupVersion}, {"resources", resources}};
}

Json responseKind(const ResourceType &type, const std::string &subresource)
{
    const bool isScale = subresource == "scale";
    return {{"group", isScale ? "autoscaling" : type.group},
            {"version", isScale ? "v1" : type.version},
            {"kind", subresourceKind(type, subresource)}};
}

Json aggregatedResource(const ResourceType &type)
{
    Json resource{{"resource", type.plural},
                  {"responseKind", responseKind(type, "")},
                  {"scope", type.namespaced ? "Namespaced" : "Cluster"},
                  {"singularResource", type.singular},
                  {"verbs", verbsOf(type)}};
    if (!type.shortNames.empty())
        resource["shortNames"] = type.shortNames;
    if (!type.categories.empty())
        resource["categories"] = type.categories;
    Json subresources = Json::array();
    for (const std::string &name : subresourcesOf(type))
        subresources.push_back(
            {{"subresource", name}, {"responseKind", responseKind(type, name)}, {"verbs", subresourceVerbs(name)}});
    if (!subresources.empty())
        resource["subresources"] = std::move(subresources);
    return resource;
}

/// All groups with all they serve, in one document; `core` alone under /api, the others under /apis.
Json aggregated(const std::vector<TypePtr> &types, bool core)
{
    Json items = Json::array();
    for (const TypePtr &type : types) {
        if (type->group.empty() != core)
            continue;
        auto item = std::find_if(items.begin(), items.end(), [&](const Json &known) {
            return core || textOf(find(known, {"metadata", "name"})) == type->group;
        });
        if (item == items.end()) {
            Json metadata = Json::object();
            if (!core)
                metadata["name"] = type->group;
            items.push_back({{"metadata", metadata},
                             {"versions", Json::array({{{"version", type->version},
                                                        {"resources", Json::array()},
                                                        {"freshness", "Current"}}})}});
            item = std::prev(items.end());
        }
        (*item)["versions"][0]["resources"].push_back(aggregatedResource(*type));
    }
    return {{"kind", "APIGroupDiscoveryList"},
            {"apiVersion", "apidiscovery.k8s.io/v2"},
            {"metadata", Json::object()},
            {"items", items}};
}

/// The version of the API that is spoken, not of any real server.
Json version()
{
    return {{"major", "1"},        {"minor", "32"},           {"gitVersion", "v1.32.0+watchkeeper"},
            {"gitCommit", ""},     {"gitTreeState", "clean"}, {"buildDate", "1970-01-01T00:00:00Z"},
            {"goVersion", "none"}, {"compiler", "none"},      {"platform", "linux/amd64"}};
}

Reply json(const Json &document)
{
    return {.body = encode(document) + "\n"};
}

Reply aggregatedReply(const ResourceTable &table, bool core)
{
    return {.body = encode(aggregated(table.all(), core)) + "\n",
            .contentType = AggregatedType,
            .headers = {{"Vary", "Accept"}}};
}

} // namespace

std::optional<Reply> discoveryReply(const ResourceTable &table, const std::vector<std::string> &segments,
                                    const std::string &accept)
{
    const std::string &root = segments.front();
    if (root == "version" && segments.size() == 1)
        return Reply{.body = encodePretty(version())};
    if (root == "openapi")
        return openApiReply(table, segments);
    if (segments.size() == 1 && (root == "api" || root == "apis")) {
        if (wantsAggregatedDiscovery(accept))
            return aggregatedReply(table, root == "api");
        return json(
            root == "apis"
                ? groupList(table.all())
                : Json{{"kind", "APIVersions"}, {"versions", {"v1"}}, {"serverAddressByClientCIDRs", Json::array()}});
    }
    if (root == "api" && segments.size() == 2 && segments[1] == "v1")
        return json(resourceList(table.all(), "", "v1"));
    if (root != "apis" || segments.size() > 3)
        return {};
    for (const TypePtr &type : table.all()) {
        if (type->group != segments[1])
            continue;
        if (segments.size() == 3 && segments[2] == type->version)
            return json(resourceList(table.all(), type->group, type->version));
        if (segments.size() == 2) {
            Json group = groupOf(*type);
            Json document{{"kind", "APIGroup"}, {"apiVersion", "v1"}};
            document.update(group);
            return json(document);
        }
    }
    return {};
}

} // namespace wk::apiserver
