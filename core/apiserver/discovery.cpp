// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/apiserver/discovery.h"

#include "core/apiserver/media.h"
#include "core/apiserver/openapi.h"
#include "core/apiserver/resourcetable.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <tuple>

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

/// In order of first appearance; "" is the core's.
std::vector<std::string> groupsOf(const std::vector<TypePtr> &types)
{
    std::vector<std::string> groups;
    for (const TypePtr &type : types) {
        if (std::ranges::find(groups, type->group) == groups.end())
            groups.push_back(type->group);
    }
    return groups;
}

/// Versions are preferred in this order: v2, v1, v1beta2, v1beta1, v1alpha1, then others by name. Source:
/// k8s.io/apimachinery pkg/version CompareKubeAwareVersionStrings.
auto rankOf(const std::string &version)
{
    static const std::regex form("v([0-9]{1,9})(?:(alpha|beta)([0-9]{1,9}))?");
    std::smatch parts;
    if (!std::regex_match(version, parts, form))
        return std::tuple(3, 0, 0, version);
    const int stability = parts[2] == "alpha" ? 2 : parts[2] == "beta" ? 1 : 0;
    return std::tuple(stability, -std::stoi(parts[1]), parts[3].matched ? -std::stoi(parts[3]) : 0, std::string());
}

/// Of a group, the preferred one first.
std::vector<std::string> versionsOf(const std::vector<TypePtr> &types, const std::string &group)
{
    std::vector<std::string> versions;
    for (const TypePtr &type : types) {
        if (type->group == group && std::ranges::find(versions, type->version) == versions.end())
            versions.push_back(type->version);
    }
    std::ranges::sort(versions, {}, rankOf);
    return versions;
}

Json groupOf(const std::vector<TypePtr> &types, const std::string &group)
{
    Json versions = Json::array();
    for (const std::string &version : versionsOf(types, group))
        versions.push_back({{"groupVersion", group + "/" + version}, {"version", version}});
    const Json preferred = versions.front();
    return {{"name", group}, {"versions", std::move(versions)}, {"preferredVersion", preferred}};
}

Json groupList(const std::vector<TypePtr> &types)
{
    Json groups = Json::array();
    for (const std::string &group : groupsOf(types)) {
        if (!group.empty())
            groups.push_back(groupOf(types, group));
    }
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
    for (const std::string &group : groupsOf(types)) {
        if (group.empty() != core)
            continue;
        Json versions = Json::array();
        for (const std::string &version : versionsOf(types, group)) {
            Json resources = Json::array();
            for (const TypePtr &type : types) {
                if (type->group == group && type->version == version)
                    resources.push_back(aggregatedResource(*type));
            }
            versions.push_back({{"version", version}, {"resources", std::move(resources)}, {"freshness", "Current"}});
        }
        const Json metadata = core ? Json::object() : Json{{"name", group}};
        items.push_back({{"metadata", metadata}, {"versions", std::move(versions)}});
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
            const Json group = groupOf(table.all(), type->group);
            Json document{{"kind", "APIGroup"}, {"apiVersion", "v1"}};
            document.update(group);
            return json(document);
        }
    }
    return {};
}

} // namespace wk::apiserver
