// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cluster/discoverydocuments.h"

#include "core/json/splitter.h"

#include <simdjson.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace wk {

namespace {

namespace dom = simdjson::dom;

constexpr std::size_t MostGroups = 2'000;
constexpr std::size_t MostVersions = 50;
constexpr std::size_t MostResources = 5'000;
constexpr std::size_t MostWords = 100;

Error notDiscovery(std::string_view what)
{
    return {ErrorKind::NotKubernetes, "The server's " + std::string(what) + " cannot be read.", {}, 0, {}};
}

/// What is no JSON at all is no API server's; what begins as JSON was cut or damaged on its way, and may come whole the
/// next time.
Error unparsable(std::string_view what, std::string_view document)
{
    if (!json::trimmed(document).starts_with('{'))
        return notDiscovery(what);
    return {ErrorKind::BrokenFrame, "The server's " + std::string(what) + " ends early or is damaged.", {}, 0, {}};
}

std::string textAt(dom::element parent, std::string_view key)
{
    std::string_view text;
    return parent[key].get(text) == simdjson::SUCCESS ? std::string(text) : std::string();
}

/// Calls `visit` with the elements of an array member, the first `most` of them.
template <class Visit>
void eachOf(dom::element parent, std::string_view key, std::size_t most, Visit visit)
{
    dom::array elements;
    if (parent[key].get(elements) != simdjson::SUCCESS)
        return;
    for (const dom::element element : elements) {
        if (most-- == 0)
            return;
        visit(element);
    }
}

std::vector<std::string> wordsAt(dom::element parent, std::string_view key)
{
    std::vector<std::string> words;
    eachOf(parent, key, MostWords, [&](dom::element element) {
        std::string_view word;
        if (element.get(word) == simdjson::SUCCESS)
            words.emplace_back(word);
    });
    return words;
}

ResourceInfo readAggregatedResource(dom::element element, const std::string &group, const std::string &version)
{
    ResourceInfo info;
    info.gvr = {group, version, textAt(element, "resource")};
    dom::element kind;
    if (element["responseKind"].get(kind) == simdjson::SUCCESS)
        info.kind = textAt(kind, "kind");
    info.singular = textAt(element, "singularResource");
    info.namespaced = textAt(element, "scope") == "Namespaced";
    info.shortNames = wordsAt(element, "shortNames");
    info.categories = wordsAt(element, "categories");
    info.verbs = wordsAt(element, "verbs");
    return info;
}

ServedVersion readAggregatedVersion(dom::element element, const std::string &group)
{
    ServedVersion version;
    version.version = textAt(element, "version");
    version.isListed = true;
    if (textAt(element, "freshness") == "Stale") {
        version.failure =
            Error{ErrorKind::ServerError, "The server behind this group does not answer the API server.", {}, 0, {}};
        return version;
    }
    eachOf(element, "resources", MostResources, [&](dom::element resource) {
        version.resources.push_back(readAggregatedResource(resource, group, version.version));
    });
    return version;
}

std::vector<ServedGroup> readAggregated(dom::element root)
{
    std::vector<ServedGroup> groups;
    eachOf(root, "items", MostGroups, [&](dom::element item) {
        ServedGroup group;
        dom::element metadata;
        if (item["metadata"].get(metadata) == simdjson::SUCCESS)
            group.name = textAt(metadata, "name");
        eachOf(item, "versions", MostVersions,
               [&](dom::element version) { group.versions.push_back(readAggregatedVersion(version, group.name)); });
        groups.push_back(std::move(group));
    });
    return groups;
}

std::vector<ServedGroup> readGroupList(dom::element root)
{
    std::vector<ServedGroup> groups;
    eachOf(root, "groups", MostGroups, [&](dom::element item) {
        ServedGroup group;
        group.name = textAt(item, "name");
        dom::element preferredElement;
        const bool hasPreferred = item["preferredVersion"].get(preferredElement) == simdjson::SUCCESS;
        const std::string preferred = hasPreferred ? textAt(preferredElement, "version") : std::string();
        eachOf(item, "versions", MostVersions, [&](dom::element version) {
            group.versions.push_back({textAt(version, "version"), false, {}, {}});
        });
        std::stable_partition(group.versions.begin(), group.versions.end(),
                              [&](const ServedVersion &version) { return version.version == preferred; });
        groups.push_back(std::move(group));
    });
    return groups;
}

bool hasName(const ResourceInfo &info)
{
    return !info.kind.empty() && !info.gvr.resource.empty();
}

bool canBeListed(const ResourceInfo &info)
{
    return hasName(info) && info.allows("list");
}

} // namespace

Result<std::vector<ServedGroup>> readGroups(std::string_view document)
{
    dom::parser parser;
    dom::element root;
    if (parser.parse(document.data(), document.size()).get(root) != simdjson::SUCCESS)
        return unparsable("list of API groups", document);
    const std::string kind = textAt(root, "kind");
    if (kind == "APIGroupDiscoveryList")
        return readAggregated(root);
    if (kind == "APIGroupList")
        return readGroupList(root);
    if (kind != "APIVersions")
        return notDiscovery("list of API groups");
    ServedGroup core;
    for (std::string &version : wordsAt(root, "versions"))
        core.versions.push_back({std::move(version), false, {}, {}});
    return std::vector<ServedGroup>{std::move(core)};
}

Result<std::vector<ResourceInfo>> readResourceList(std::string_view document, const std::string &group,
                                                   const std::string &version)
{
    dom::parser parser;
    dom::element root;
    if (parser.parse(document.data(), document.size()).get(root) != simdjson::SUCCESS)
        return unparsable("list of resources", document);
    if (textAt(root, "kind") != "APIResourceList")
        return notDiscovery("list of resources");
    std::vector<ResourceInfo> resources;
    eachOf(root, "resources", MostResources, [&](dom::element element) {
        ResourceInfo info;
        info.gvr = {group, version, textAt(element, "name")};
        if (info.gvr.resource.find('/') != std::string::npos)
            return;
        info.kind = textAt(element, "kind");
        info.singular = textAt(element, "singularName");
        bool namespaced = false;
        info.namespaced = element["namespaced"].get(namespaced) == simdjson::SUCCESS && namespaced;
        info.shortNames = wordsAt(element, "shortNames");
        info.categories = wordsAt(element, "categories");
        info.verbs = wordsAt(element, "verbs");
        resources.push_back(std::move(info));
    });
    return resources;
}

Result<std::string> readServerVersion(std::string_view document)
{
    dom::parser parser;
    dom::element root;
    if (parser.parse(document.data(), document.size()).get(root) != simdjson::SUCCESS)
        return unparsable("version", document);
    const std::string version = textAt(root, "gitVersion");
    return version.empty() ? Result<std::string>(notDiscovery("version")) : Result<std::string>(version);
}

std::vector<ResourceInfo> preferredResources(const std::vector<ServedGroup> &groups)
{
    std::vector<ResourceInfo> resources;
    for (const ServedGroup &group : groups) {
        std::set<std::string> seen;
        for (const ServedVersion &version : group.versions) {
            if (!version.isListed)
                break;
            for (const ResourceInfo &info : version.resources) {
                if (canBeListed(info) && seen.insert(info.gvr.resource).second)
                    resources.push_back(info);
            }
        }
    }
    return resources;
}

std::vector<ResourceInfo> servedResources(const std::vector<ServedGroup> &groups)
{
    std::vector<ResourceInfo> resources;
    for (const ServedGroup &group : groups) {
        for (const ServedVersion &version : group.versions)
            std::ranges::copy_if(version.resources, std::back_inserter(resources), hasName);
    }
    return resources;
}

std::string groupVersionName(const std::string &group, const std::string &version)
{
    return group.empty() ? version : group + "/" + version;
}

} // namespace wk
