// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace wk {

/// Names a collection on an API server: ("apps", "v1", "deployments"); the core group is "".
struct GroupVersionResource {
    std::string group;
    std::string version;
    std::string resource;

    auto operator<=>(const GroupVersionResource &) const = default;
    /// The version of what is no kind: ResourceInfo::isOfKeys().
    static constexpr std::string_view KeysVersion = "etcd";
    bool isOfKeys() const { return version == KeysVersion; }
    /// "v1" or "apps/v1".
    std::string groupVersion() const { return group.empty() ? version : group + "/" + version; }
    /// "pods" or "deployments.apps": how kubectl names it.
    std::string qualifiedName() const { return group.empty() ? resource : resource + "." + group; }
};

/// What discovery says of a resource. Source: metav1.APIResource, apidiscovery.k8s.io/v2.
struct ResourceInfo {
    GroupVersionResource gvr;
    std::string kind;
    std::string singular;
    std::vector<std::string> shortNames;
    std::vector<std::string> categories;
    std::vector<std::string> verbs;
    bool namespaced = false;

    /// It is no kind of an API server, but a prefix of keys in etcd: the resource is that prefix, the group the one
    /// around it.
    bool isOfKeys() const { return gvr.isOfKeys(); }
    bool operator==(const ResourceInfo &) const = default;
    /// Whether that verb is offered: "list", "watch", …
    bool allows(std::string_view verb) const { return std::find(verbs.begin(), verbs.end(), verb) != verbs.end(); }
    /// It is offered to be listed and not to be watched. Without verbs nothing is known.
    bool isOnlyListed() const { return allows("list") && !allows("watch"); }
};

} // namespace wk
