// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/resource/resourceinfo.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What a server's discovery documents say, in both of their forms. Any thread. Bounded in groups, versions and
/// resources. Sources: apidiscovery.k8s.io/v2 (and v2beta1, which reads alike), metav1.APIGroupList, APIVersions,
/// APIResourceList; client-go discovery/aggregated_discovery.go.
namespace wk {

/// One version of a group.
struct ServedVersion {
    std::string version;
    bool isListed = false; ///< its resources, or why they cannot be had, are known; else they must be asked for
    std::vector<ResourceInfo> resources;
    std::optional<Error> failure;
};

/// A group and its versions, the preferred one first. The core group's name is "".
struct ServedGroup {
    std::string name;
    std::vector<ServedVersion> versions;
};

/// The answer to /api or /apis: APIGroupDiscoveryList with all resources, or APIVersions or APIGroupList without.
Result<std::vector<ServedGroup>> readGroups(std::string_view document);

/// The answer to /api/v1 or /apis/GROUP/VERSION. Subresources are left out.
Result<std::vector<ResourceInfo>> readResourceList(std::string_view document, const std::string &group,
                                                   const std::string &version);

/// gitVersion of the answer to /version.
Result<std::string> readServerVersion(std::string_view document);

/// Everything that can be listed, most of it watched, too, each resource once, in the version that kubectl would take:
/// the group's preferred one if it has the resource, else the first that has. Of the versions behind one that is not
/// listed yet nothing is known.
std::vector<ResourceInfo> preferredResources(const std::vector<ServedGroup> &groups);

/// Everything that has a name and a kind, in every version and whatever can be done with it, in the server's order: of
/// a group the preferred version first.
std::vector<ResourceInfo> servedResources(const std::vector<ServedGroup> &groups);

/// "v1" or "apps/v1".
std::string groupVersionName(const std::string &group, const std::string &version);

} // namespace wk
